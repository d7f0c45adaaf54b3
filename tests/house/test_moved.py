"""Documented names that have moved work, and warn of the new one."""

import subprocess
import sys
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from accord.bench.analysis.table import rows
from accord.bench.judging import conformance
from accord.moved import MOVED
from accord.solvers import logic
from places import ROOT

OLD_IMPORTS = ROOT / "tests/support/old_imports.txt"  # of README and lessons, with the new names
PROGRAMS = sorted(old for old, new in MOVED.items() if new.endswith(".py"))
EXECUTE = """if True:
    import accord, sys, warnings
    for line in sys.stdin:
        code = line.partition("  # ")[0].strip()
        with warnings.catch_warnings(record=True) as seen:
            exec(code)
        print(code, *(str(each.message).split()[2] for each in seen), sep="  # ")
"""


def test_an_old_name_is_the_new_module_itself() -> None:
    with warnings.catch_warnings(action="ignore", category=FutureWarning):
        assert import_module("accord.bench.conformance") is conformance
    assert conformance.__spec__ is not None
    assert conformance.__spec__.name == "accord.bench.judging.conformance"


def test_every_old_import_works_and_warns_of_the_new_name() -> None:
    text = OLD_IMPORTS.read_text(encoding="utf-8")
    command = [sys.executable, "-P", "-c", EXECUTE]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert done.stdout == text
    moved = {new.replace(":", ".") for old, new in MOVED.items() if old not in PROGRAMS}
    assert moved == {line.partition("  # ")[2] for line in text.splitlines()} - {""}


@pytest.mark.parametrize("old", PROGRAMS)
def test_an_old_program_is_found(old: str) -> None:
    spec = find_spec(old)
    assert spec is not None
    assert spec.origin is not None
    assert Path(spec.origin).is_file()


def test_an_old_program_runs_as_before_and_warns_of_the_new_file(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "accord.bench.scale", "campaign", str(tmp_path), "1"]
    done = subprocess.run([*command, "1"], capture_output=True, text=True, check=True)
    assert "accord.bench.scale is tools/scale.py now" in done.stderr
    assert rows(tmp_path)["outcome"].tolist() == ["OK"]


def test_the_names_that_are_loaded_when_asked_for_are_listed() -> None:
    assert {*logic.__all__} <= {*dir(logic)}
