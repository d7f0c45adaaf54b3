"""Descriptions of programs: what is refused, where a program is found, and which version it is."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from accord.bench.judging.conformance import EVERY_4X4
from accord.solvers.backend import Need
from accord.solvers.budget import Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.programs import program
from accord.solvers.programs.descriptions import DescriptionError, read_description
from accord.solvers.registry import UnknownSolverError, select
from fake_programs import SOLVER, TRUTH, Describe, describing, line_program


@pytest.fixture
def describe(tmp_path: Path) -> Describe:
    return describing(tmp_path)


# Versions.


def test_the_version_is_of_the_description_of_the_program_and_of_its_files(
    describe: Describe, tmp_path: Path
) -> None:
    script, other = tmp_path / "solver.py", f"{SOLVER}print('c again'){TRUTH}"
    script.write_text(SOLVER + TRUTH)
    command = [sys.executable, "-IS", "{folder}/solver.py", "{cnf}"]
    versions = [select(describe("", command=command)).version]
    versions.append(select(describe("", command=command, about="something else")).version)
    script.write_text(other)
    versions.append(select(describe("", command=command, about="something else")).version)
    versions.append(select(describe("")).version)
    versions.append(select(describe("print()")).version)
    versions.append(
        select(describe("print('fake version 1.2.3-rc4, C++17')", version=["-V"])).version
    )
    assert len(set(versions)) == len(versions)
    assert all(version.startswith("sha256 ") for version in versions)
    assert versions[-1].endswith(" fake 1.2.3-rc4")


@pytest.mark.parametrize(
    ("says", "version"),
    [
        ("print('sc2021')", "sc2021"),
        ("print('965')", "965"),
        ("import sys; sys.stderr.write('c CryptoMiniSat version 5.11.4')", "5.11.4"),
        ("print('no number')", "sha256 [0-9a-f]{12}"),
        ("print('1.2'); raise SystemExit(1)", "sha256 [0-9a-f]{12}"),
        ("import time; time.sleep(60)", "sha256 [0-9a-f]{12}"),
    ],
)
def test_a_program_says_its_version_or_is_hashed(
    describe: Describe,
    tmp_path: Path,
    says: str,
    version: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "VERSION_SECONDS", 0.5)
    describe(says)
    found = Need(program=str(tmp_path / "fake")).version
    assert re.fullmatch(f"fake {version}", found)


def test_a_program_may_lie_in_a_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "shipping-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shipping\nVersion: 1.0\n")
    (info / "RECORD").write_text("shipping/bin/shipped,,\n")
    shipped = tmp_path / "shipping" / "bin" / "shipped"
    shipped.parent.mkdir(parents=True)
    shipped.write_text("#!/bin/sh\necho version 7.8\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    need = Need(program="shipped", distributions=("shipping",))
    program._shipped.cache_clear()
    assert need.missing == "needs the program shipped or shipping"  # it cannot be executed
    shipped.chmod(0o755)
    program._shipped.cache_clear()
    assert (need.missing, need.path, need.version) == ("", str(shipped), "shipped 7.8")
    assert Need(program="shipped", distributions=("nobody",)).version == ""


# Descriptions.


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"comand": ["x"]}, "found the key 'comand', expected command; one of command, input"),
        ({"command": None}, "found no 'command', expected a list of texts, one or more"),
        ({"input": None}, "found no 'input', expected 'dimacs' or 'puzzle'"),
        ({"engine": None}, "found no 'engine', expected a text"),
        ({"command": "fake {cnf}"}, "command: found 'fake {cnf}', expected a list of texts"),
        ({"command": []}, r"command: found \[\], expected a list of texts, one or more"),
        ({"command": ["fake", 1]}, r"command: found \['fake', 1\], expected a list"),
        ({"command": ["fake"]}, "command: found no {cnf}, expected it where the path"),
        ({"command": ["fake", "{cfn}"]}, "command: found {cfn}, expected cnf; one of cnf, result"),
        ({"command": ["{cnf}"]}, "command: found no {cnf}"),
        ({"command": ["./fake", "{cnf}"]}, "the path './fake', expected a name, /... or {folder}/"),
        ({"command": ["fake", "{cnf}", "{puzzle}"]}, "found {puzzle}, expected it with input"),
        ({"input": "wcnf"}, "input: found 'wcnf', expected 'dimacs' or 'puzzle'"),
        ({"engine": " "}, "engine: found ' ', expected a text"),
        ({"family": "sats"}, "family: found 'sats', expected 'search' or"),
        ({"model": "mine"}, "found the key 'model', expected it with input = \"puzzle\" only"),
        ({"blank": "0"}, "found the key 'blank', expected it with input = \"puzzle\" only"),
        ({"sizes": [9]}, r"sizes: found \[9\], expected two whole numbers"),
        ({"sizes": [9, 4]}, r"sizes: found \[9, 4\], expected two whole numbers"),
        ({"sizes": [0, 37]}, r"sizes: found \[0, 37\], expected .* from 1 to 36"),
        ({"sizes": [True, 9]}, r"sizes: found \[True, 9\]"),
        ({"proves": "yes"}, "proves: found 'yes', expected true or false"),
        ({"version": "-V"}, "version: found '-V', expected a list of texts"),
        (
            {"counters": {"lemmas": "(.)"}},
            "counters: found {'lemmas': '\\(.\\)'}, expected regular",
        ),
        ({"counters": {"nodes": "[0-9]+"}}, "counters: .* with one group each, by nodes, guesses"),
        ({"counters": {"nodes": "(("}}, "counters: .* with one group each"),
    ],
)
def test_a_description_that_is_wrong_is_refused(
    describe: Describe, changes: dict[str, Any], complaint: str
) -> None:
    file = describe("", **changes)
    with pytest.raises(UnknownSolverError, match=complaint) as error:
        select(file)
    assert str(error.value).startswith(f"{file}: ")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"command": ["fake"]}, "{puzzle} in the command and `stdin`, or neither"),
        ({"stdin": "puzzle"}, "{puzzle} in the command and `stdin`, or neither"),
        ({"stdin": "line"}, "stdin: found 'line', expected 'puzzle'"),
        ({"command": ["fake", "{puzzle}", "{cnf}"]}, "found {cnf}, expected it with input"),
        ({"blank": ".."}, "blank: found '..', expected one character"),
        ({"sizes": [9, 36]}, r"sizes: found \[9, 36\], expected at most 35 for lines"),
        ({"enumerates": True}, "enumerates: found true, expected false"),
        ({"no_solution": None, "proves": True}, "proves: found true without `no_solution`"),
    ],
)
def test_a_description_of_a_program_for_lines_has_rules_of_its_own(
    describe: Describe, changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(UnknownSolverError, match=complaint):
        select(line_program(describe, "", **changes))


def test_what_is_no_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "fake.toml"
    with pytest.raises(DescriptionError, match=r"fake.toml: No such file or directory, expected"):
        read_description(file)
    file.write_text('engine = "fake"\ncommand = fake\n')
    with pytest.raises(DescriptionError, match=r"fake.toml: .*line 2"):
        read_description(file)
    file.write_bytes(b"about = '\xff'\n")
    with pytest.raises(DescriptionError, match=r"fake.toml: .*utf-8"):
        read_description(file)


def test_a_program_that_is_not_there_is_missing(describe: Describe) -> None:
    chosen = select(describe("", command=["a-program-nobody-has", "{cnf}"])).backend
    assert chosen.missing == "needs the program a-program-nobody-has"
    with pytest.raises(UnsupportedError, match="needs the program a-program-nobody-has"):
        next(iter(chosen.solve(EVERY_4X4, Budget())))
