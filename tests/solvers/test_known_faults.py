"""Known faults: matched on the versions that have them, and repeated where one is installed."""

import subprocess
import sys
import tomllib
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from accord.bench.run.doctor import installed, solvers
from accord.solvers.known_faults import FAULTS, Fault, faults_of
from accord.solvers.registry import backends
from optional import library, program
from places import ROOT

TABLE = tomllib.loads(Path(__file__).with_name("reproductions.toml").read_text(encoding="utf-8"))
TRIED = TABLE["faults"]
SHOWN = [fault for fault in FAULTS if "code" in TRIED[fault.name]]
SHOWN_ELSEWHERE = {"cpmpy-choco-status", "choco-ends-the-process", "negative-sums-of-old"}
BESIDE = {
    "ortools": "9.15.6755",
    "gecode": "6.2.0",
    "pychoco": "0.4.0",
    "cpmpy": "1.1.1",
    "pumpkin-solver": "0.5.0",
}


def named(fault: Fault) -> str:
    return fault.name


def is_of_core(fault: Fault) -> bool:
    """Whether it is a fault of what accord installs."""
    return TRIED[fault.name]["needs"] in ("constraint", "cpmpy", "ortools", "pycosat")


def there(fault: Fault, version: str) -> bool:
    """Whether the fault is found where this version is installed, and what must be beside it."""
    return fault in [each.fault for each in faults_of(BESIDE | {fault.package: version})]


def test_every_fault_is_tried_here_and_has_a_source() -> None:
    assert [fault.name for fault in FAULTS] == list(TRIED)
    reproduced = {fault.name for fault in FAULTS if fault.evidence == "reproduced"}
    assert reproduced == {*(fault.name for fault in SHOWN), *SHOWN_ELSEWHERE}
    for fault in FAULTS:
        if not fault.source.startswith("https://github.com/"):
            assert (ROOT / fault.source).is_file()
            assert fault.evidence == "reproduced"


@pytest.mark.parametrize("fault", FAULTS, ids=named)
def test_a_fault_is_found_in_its_versions_and_not_beside_them(fault: Fault) -> None:
    tried = TRIED[fault.name]
    assert [version for version in tried["faulty"] if not there(fault, version)] == []
    assert [version for version in tried["sound"] if there(fault, version)] == []


def test_a_clash_is_found_where_both_are_installed() -> None:
    for version, expected in (("9.15.6755", True), ("9.16.1", False), ("", False)):
        found = faults_of({"highspy": "1.15.1", "ortools": version})
        assert ("highs-in-or-tools" in [each.fault.name for each in found]) is expected


def test_what_is_no_version_has_no_faults() -> None:
    assert faults_of({"pycosat": "sc2021", "ortools": "", "cadical": "sha256 c66f1a264da0"}) == []


def test_what_reaches_accord_stands_first_and_only_wrong_answers_are_grave() -> None:
    found = faults_of({"pumpkin-solver": "0.4.0", "ortools": "9.15.6755", "highspy": "1.14.0"})
    reached = [each.fault.reached for each in found]
    assert reached == ["yes", *["possibly"] * 5, *["no"] * 2]
    assert found[0].fault.kind == "crash"
    assert not any(each.makes_answers_wrong for each in found)


def is_open(fault: Fault, version: str) -> bool:
    """Whether a version is older or newer than all of which the range of a fault says something."""
    ends = {end.operator: Version(end.version) for end in SpecifierSet(fault.versions)}
    last = ends.get("<=", ends.get("==", Version(version)))
    return not ends.get(">=", ends.get("==", Version("0"))) <= Version(version) <= last


@pytest.mark.one_in(3)
@pytest.mark.parametrize("fault", [each for each in SHOWN if is_of_core(each)], ids=named)
def test_a_fault_shows_in_the_installed_version_if_it_is_one_of_those(
    fault: Fault, tmp_path: Path
) -> None:
    expect_what_is_known(fault, tmp_path)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("fault", [each for each in SHOWN if not is_of_core(each)], ids=named)
def test_so_does_one_of_what_the_core_lacks(fault: Fault, tmp_path: Path) -> None:
    needed = TRIED[fault.name]["needs"]
    (program if needed.startswith("the program") else library)(needed.removeprefix("the program "))
    if needed == "the program java" and find_spec(fault.package) is None:
        library(fault.package)  # which skips: it is not imported
    expect_what_is_known(fault, tmp_path)


def expect_what_is_known(fault: Fault, tmp_path: Path) -> None:
    tried = TRIED[fault.name]
    version = _installed(fault)
    if not version or is_open(fault, version):  # nothing is said of it
        assert not there(fault, version)
        return
    code = TABLE["shared"].get(tried.get("shared"), "") + tried["code"]
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600)
    assert done.stdout.strip() in ("True", "False"), done.stderr
    assert (done.stdout.strip() == "True") is there(fault, version)


def _installed(fault: Fault) -> str:
    """The version that is installed; "" where another package is what is needed."""
    try:
        return metadata.version(fault.package)
    except metadata.PackageNotFoundError:
        version = installed((), solvers(backends())).get(fault.package, "")
    assert version or is_of_core(fault)
    return version
