"""Descriptions of programs: what is refused, where a program is found, and which version it is."""

import os
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from accord.bench.hunt.conformance import EVERY_4X4
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


def test_an_argument_too_long_for_a_path_is_no_file(describe: Describe) -> None:
    command = [sys.executable, "-c", f"#{'x' * 5000}", "{cnf}"]
    assert select(describe("", command=command)).version


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

REFUSED = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("of", REFUSED)
def test_a_description_that_is_wrong_is_refused(describe: Describe, of: str) -> None:
    for said, complaint in REFUSED[of]:
        changes = {key: None if each == "(left out)" else each for key, each in said.items()}
        lines = of == "lines"  # the description of a program that takes a line
        file = line_program(describe, "", **changes) if lines else describe("", **changes)
        with pytest.raises(UnknownSolverError, match=complaint) as error:
            select(file)
        assert str(error.value).startswith(f"{file}: ")


def test_what_is_no_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "fake.toml"
    with pytest.raises(DescriptionError, match=r"fake.toml: No such file or directory, expected"):
        read_description(file)
    file.write_text('engine = "fake"\ncommand = fake\n')
    with pytest.raises(DescriptionError, match=r"fake.toml: .*line 2"):
        read_description(file)
    file.write_bytes(b"about = '\xff'\n")
    with pytest.raises(DescriptionError, match=r"fake.toml: .*UTF-8"):
        read_description(file)


def test_placeholders_are_filled_once_and_in_the_words_of_a_description_alone(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "{seed}" / "{cnf}"
    folder.mkdir(parents=True)
    (folder / "{result}").write_text("")
    text = 'command = ["./{result}", "{folder}/a", "{cnf}", "{seed}"]\ninput = "dimacs"\n'
    (folder / "a.toml").write_text(f'{text}engine = "a"\n')
    described = read_description(folder / "a.toml")
    assert not described.takes("result")
    called = described.call(described.command[0], cnf="{seed}", seed="7", folder="elsewhere")
    assert called == [f"{folder}/{{result}}", "elsewhere/a", "{seed}", "7"]
    called = described.call(described.command[0], cnf="{seed}", seed="7")
    assert called == [f"{folder}/{{result}}", f"{folder}/a", "{seed}", "7"]
    earlier = described.digest
    (folder / "{result}").write_text("changed")
    assert described.digest != earlier


@pytest.mark.parametrize(
    "make", [os.mkfifo, Path.mkdir, lambda path: path.write_text("a = " + "[" * 20000)]
)
def test_a_description_is_a_plain_file_that_can_be_read_in_no_time(
    make: Callable[[Path], object], tmp_path: Path
) -> None:
    make(tmp_path / "a.toml")
    with pytest.raises(UnknownSolverError, match=r"a\.toml: .*found .*, expected"):
        select(str(tmp_path / "a.toml"))


def test_a_program_that_is_not_there_is_missing(describe: Describe) -> None:
    chosen = select(describe("", command=["a-program-nobody-has", "{cnf}"])).backend
    assert chosen.missing == "needs the program a-program-nobody-has"
    with pytest.raises(UnsupportedError, match="needs the program a-program-nobody-has"):
        next(iter(chosen.solve(EVERY_4X4, Budget())))


def test_a_program_that_is_compiled_again_is_another_version(
    describe: Describe, tmp_path: Path
) -> None:
    program = tmp_path / "mine"
    versions = set()
    for line in ("exit 10", "exit 20"):
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)
        versions.add(select(describe("", command=[str(program), "{cnf}"])).version)
    assert len(versions) == 2
