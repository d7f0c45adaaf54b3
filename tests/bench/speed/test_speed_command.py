"""The command `accord speed`, on two puzzles."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from accord.bench.speed.contestants import (
    YARDSTICK,
)
from accord.cli.working import Working
from accord.solvers.backend import Need
from accord.solvers.registry import backends
from command_line import accord_here as accord
from places import SUPPORT

if TYPE_CHECKING:
    pass

from optional import slow
from speed_contestants import EASY, NINE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "easy.txt"
    path.write_text("\n".join(EASY) + "\n")
    return path


def test_the_command_compares_and_says_all_of_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "speed.json"
    solvers = ("exact-cover-bits", "backtracking-mrv:filter=hidden")
    options = ("--time", "20ms", "--repeat", "2", "--seed", "4", "-o", out)
    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr(Working, "show", lambda _, *step: shown.append(step))
    code, text, _ = accord("speed", file, "-s", solvers[0], "-s", solvers[1], *options)
    assert code == 0
    assert shown == [("warming up", 0, 1), ("measuring", 0, 2), ("measuring", 1, 2)]
    head, _, title, *_ = text.splitlines()
    assert "load " in head
    assert title.endswith("easy.txt: 2 puzzles of 9x9")
    assert all(word in text for word in ("norvig", "exact-cover-bits", "filter=hidden", "seed 4"))
    found = json.loads(out.read_text())
    assert {line["solver"] for line in found["sets"][0]["lines"]} == {YARDSTICK, *solvers}
    for line in found["sets"][0]["lines"]:
        ratios = [
            run["yardstick"] * run["puzzles"] * run["copies"] / run["seconds"]
            for run in line["runs"]
        ]
        assert line["ratio"]["least"] == pytest.approx(min(ratios))
        assert line["ratio"]["greatest"] == pytest.approx(max(ratios))


def test_a_wrong_solver_ends_the_command_with_1(file: Path) -> None:
    wrong = f"{SUPPORT / 'wrong_solvers.py'}:stops_after_one"
    code, text, _ = accord("speed", file, "-s", wrong, "--time", "5ms", "--repeat", "1", "-q")
    assert code == 1
    assert "WRONG" in text
    assert "it claims one solution, expected two or more" in text


DIES = """
import os, sys

def aborts(puzzle, budget):
    os.abort()
    yield

def exits(puzzle, budget):
    print("this is no JSON")
    sys.exit(3)
    yield
"""


def test_a_solver_that_ends_its_process_is_named_and_the_others_go_on(
    file: Path, tmp_path: Path
) -> None:
    slow()
    (source := tmp_path / "dies.py").write_text(DIES)
    solvers = (f"{source}:aborts", f"{source}:exits", "exact-cover-bits")
    options = [word for name in solvers for word in ("-s", name)]
    code, text, _ = accord(
        "speed", file, file_again(file), *options, "--time", "50ms", "--repeat", "1", "-q", "--json"
    )
    assert code == 1
    for each in json.loads(text)["sets"]:
        found = {line["solver"]: line for line in each["lines"]}
        assert found[solvers[0]]["outcome"] == found[solvers[1]]["outcome"] == "ERROR"
        assert found[solvers[0]]["reason"] == "ended by the signal SIGABRT"
        assert found[solvers[1]]["reason"] == "SystemExit: 3"
        assert found[solvers[2]]["speed"]


def file_again(file: Path) -> Path:
    (again := file.with_name("again.txt")).write_text(NINE)
    return again


def test_what_needs_an_extra_is_named_with_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = backends()["exact-cover-bits"]
    gone = replace(some, needs=(Need("no_such_module", ("z3-solver",)),))
    known = {"exact-cover-bits": some, "gone": gone}
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ['z3-solver>=4; extra == "smt"'])
    monkeypatch.setattr("accord.bench.speed.contestants.handwritten", lambda all_: known)
    _, text, _ = accord("speed", file, "--time", "5ms", "--repeat", "1", "-q")
    assert "not installed: gone needs z3-solver: pip install 'z3-solver>=4'." in text
