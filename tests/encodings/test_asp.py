"""Answer set programs: what is written is read by clingo, and what clingo prints is read back."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from accord.bench.judging.conformance import CASES, USUAL
from accord.encodings.asp import read, size, write
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from optional import library

NONE = Puzzle(shape(4), Grid.parse("11.............."))
ONE = Puzzle(shape(4), Grid.parse("1234341221434321"))


def written(puzzle: Puzzle, once: bool = False) -> str:
    return "".join(write(puzzle, once))


def grounded(puzzle: Puzzle, *arguments: str, once: bool = False, observer: Any = None) -> Any:
    control = library("clingo").Control(arguments)
    if observer:
        control.register_observer(observer)
    control.add("base", [], written(puzzle, once))
    control.ground([("base", [])])
    return control


def printed(text: str, folder: Path, *options: str) -> str:
    """What the program clingo prints; it comes with the library."""
    library("clingo")
    file = folder / "puzzle.lp"
    file.write_text(text)
    command = [sys.executable, "-m", "clingo", *options, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.stdout


# What is written.


class Counts:
    """Told of each ground rule."""

    def __init__(self) -> None:
        self.choices = 0
        self.weights: Counter[int] = Counter()  # by lower bound
        self.literals = 0

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.choices += choice

    def weight_rule(self, choice: bool, head: Any, lower_bound: int, body: Sequence[Any]) -> None:
        self.weights[lower_bound] += 1
        self.literals += len(body) * (lower_bound == 2)

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: None


@pytest.mark.parametrize(
    ("order", "atoms", "counts"), [(4, 64, 64), (9, 729, 324), (16, 4096, 1024)]
)
def test_size_is_that_of_the_ground_program(order: int, atoms: int, counts: int) -> None:
    blank = Puzzle(shape(order), Grid([0] * order**2))
    assert size(blank) == (atoms, counts, counts, 4 * atoms)
    received = Counts()
    control = grounded(blank, observer=received)
    assert len(list(control.symbolic_atoms.by_signature("holds", 3))) == atoms
    assert received.choices == order**2
    assert received.weights == {1: counts, 2: counts}  # at least one, not two
    assert received.literals == 4 * atoms


def test_facts_say_which_puzzle_it_is() -> None:
    lines = written(USUAL).splitlines()
    assert {"value(1..9).", "cell(1..9,1..9).", "candidate(1,1,5).", "candidate(1,3,1..9)."} < {
        *lines
    }
    (row,) = (line for line in lines if line.endswith(" % row 7"))
    assert row.startswith("full(7). in(7,7,1). in(7,7,2). ")
    marks = [frozenset({1, 2, 3, 4})] * 16
    marks[3:5] = [frozenset({2, 4}), frozenset()]
    lines = written(Puzzle(shape(4), Grid([0] * 16), tuple(marks))).splitlines()
    assert {"candidate(1,4,(2;4)).", "% r2c1 has none."} < {*lines}


# What clingo makes of it.


@pytest.mark.parametrize("options", [(), ("--outf=1",), ("--outf=2",)])
def test_the_program_solves_what_is_written(options: tuple[str, ...], tmp_path: Path) -> None:
    for case in CASES:
        if case.name in ("one solution, 9x9", "the only 1x1 grid", "16x16", "candidates"):
            grid = read(case.puzzle, printed(written(case.puzzle), tmp_path, *options))
            assert not list(case.puzzle.violations(grid))
    with pytest.raises(UnsatisfiableError, match=r"INCONSISTENT|UNSATISFIABLE"):
        read(NONE, printed(written(NONE), tmp_path, *options))


# What it prints.

ANSWER = "Answer: 1 (Time: 0.007s)\n" + " ".join(
    f"holds({cell // 4 + 1},{cell % 4 + 1},{value})" for cell, value in enumerate(ONE.givens)
)


def test_reads_an_answer_in_any_order() -> None:
    lines = ANSWER.splitlines()
    turned = " ".join(reversed(lines[1].split()))
    for text in (ANSWER, f"{lines[0]}\n{turned}\nSATISFIABLE\n", f"v {turned}\ns SATISFIABLE"):
        assert read(ONE, text) == ONE.givens


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "found no answer, expected an answer with `holds(1,1,V)`"),
        ("Solving...\nSATISFIABLE\n", "found `SATISFIABLE`, expected an answer"),
        ("UNKNOWN\n\nModels : 0+", "found `UNKNOWN`, expected an answer"),
        ("*** ERROR: (clingo): parsing failed", "found `*** ERROR: (clingo): parsing failed`"),
        ("Reading from /tmp/UNSATISFIABLE\nsolver: UNSATISFIABLE?", "found no answer"),
        (ANSWER.replace("holds(4,4,1)", ""), "found no value of r4c4"),
        (ANSWER + " holds(4,4,2)", "found the values 1 and 2 of r4c4, expected one value"),
        ("Answer: 1\n\nSATISFIABLE", "found `SATISFIABLE`"),
        (written(ONE), "found no answer"),
    ],
)
def test_says_what_is_no_answer(text: str, problem: str) -> None:
    with pytest.raises(ModelError, match=re.escape(problem)) as refused:
        read(ONE, text)
    assert not isinstance(refused.value, UnsatisfiableError)


@pytest.mark.parametrize(
    "text", ["Solving...\nUNSATISFIABLE\n", "s UNSATISFIABLE", '  "Result": "UNSATISFIABLE",']
)
def test_unsatisfiable_is_a_claim(text: str) -> None:
    with pytest.raises(UnsatisfiableError):
        read(ONE, text)
