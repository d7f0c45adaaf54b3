"""What each encoding writes is there to be read: a puzzle with everything in it, as files.

That they mean the puzzle, test_audit.py shows.  Below is what a single small file does not show.
"""

import operator
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, product, starmap
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt.conformance import USUAL
from accord.encodings.encoding import encoding, encodings
from accord.encodings.problems import smtlib
from accord.encodings.smt_output import expressions
from accord.puzzles import AllDifferent, Domain, Grid, Problem, Puzzle, Shape, shape
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.layout import ProblemLayout
from optional import library, program

WRITTEN = sorted(Path(__file__).with_name("written").iterdir())
EVERY, ODD = frozenset(range(1, 5)), frozenset({1, 3})
PUZZLE = Puzzle(  # a short constraint, a given, candidates, and a cell that has none
    shape(4, extra=[AllDifferent((0, 6), "two cells")]),
    Grid([0, 2] + [0] * 14),
    (ODD, EVERY, ODD, *[EVERY] * 12, frozenset[int]()),
)


def blank(figure: Shape) -> Puzzle:
    return Puzzle(figure, Grid([0] * figure.size**2))


def text_of(name: str, puzzle: Puzzle) -> str:
    return "".join(encoding(name).write(puzzle, False))


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_a_file_is_there_to_be_read(file: Path) -> None:
    assert text_of(file.stem, PUZZLE) == file.read_text(encoding="utf-8")


def test_each_language_but_that_of_clauses_has_a_file() -> None:
    """Of clauses others read the comments (clauses/test_dimacs.py)."""
    languages = {each.language for each in encodings().values()}
    assert {encoding(file.stem).language for file in WRITTEN} == languages - {"DIMACS CNF"}


@pytest.mark.parametrize("name", ["minizinc", "minizinc+disequalities"])
def test_a_grid_that_people_see_is_printed_as_rows(name: str, tmp_path: Path) -> None:
    """Of a problem that is no puzzle, too; a variable may have the name of an index."""
    names = ["r", "c", "at", "to", "show_int", "x y"]
    domains = [[value] for value in (7, -10, 0, 5, 1, 2)]
    problem = Problem(domains, [AllDifferent((0, 1, 2))], names, ProblemLayout("grid", 3))
    file = tmp_path / "model.mzn"
    file.write_text("".join(encoding(name).write(problem, False)), encoding="utf-8")
    for mode, expected in {
        "item": "  7 -10   0\n  5   1   2\n----------\n",
        "dzn": None,
        "json": None,
    }.items():
        command = [program("minizinc"), "--solver", "gecode", "--output-mode", mode, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
        assert expected in (None, done.stdout)
        assert encoding(name).read(problem, done.stdout) == (7, -10, 0, 5, 1, 2)


# Answer set programs.


class Counts:
    """Counts ground rules: clingo calls the method that has the name of each rule's kind."""

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
def test_the_ground_program_counts_once_for_each_cell_and_each_place(
    order: int, atoms: int, counts: int
) -> None:
    received = Counts()
    control = library("clingo").Control()
    control.register_observer(received)
    control.add("base", [], text_of("asp", blank(shape(order))))
    control.ground([("base", [])])
    assert len(list(control.symbolic_atoms.by_signature("value", 2))) == atoms
    assert received.choices == order**2
    assert received.weights == {1: counts, 2: counts}  # at least one, not two
    assert received.literals == 4 * atoms


# Linear programs.


@pytest.mark.parametrize("size", [1, 12, 36])
def test_lines_of_lp_are_short_and_names_are_different(size: int) -> None:
    puzzle = blank(shape(size, rules=[] if size > 1 else ["latin"]))
    text = text_of("linear", puzzle)
    assert max(map(len, text.splitlines())) < 255
    rows = re.findall(r"^ (\w+):", text, re.MULTILINE)
    expected = 1 + size * size + len(puzzle.constraints) * size
    assert len(set(rows)) == len(rows) == expected


# SMT-LIB.


@pytest.mark.parametrize("name", smtlib.ENCODINGS)
def test_what_is_asserted_says_what_it_is(name: str) -> None:
    lines = text_of(name, USUAL).splitlines()
    for house in ("row 7", "column 2", "box 9"):
        assert f"; {house}: every value has a place" in lines
        assert f"; {house}{', decomposed' if '+' in name else ''}" in lines
    assert any(re.fullmatch(r"\(assert \(distinct( r7c\d){9}\)\)", line) for line in lines) == (
        "+" not in name
    )
    assert all(line.isascii() and len(line) < 200 for line in lines)


@pytest.mark.parametrize("name", ["smtlib", "smtlib-bv"])
def test_a_heading_stands_above_what_is_asserted(name: str) -> None:
    """Where each value has its place already, there is nothing to say."""
    matrix = AllDifferentMatrix(((0, 1), (2, 3)))
    problem = Problem([*[[1, 2]] * 4, [2], [1]], [matrix, AllDifferent((4, 5))])
    text = "".join(encoding(name).write(problem, False))
    assert re.findall("; all-different(.*): every value has a place\n(.)", text) == [
        (f"-matrix, {line}", "(") for line in ("row 1", "row 2", "column 1", "column 2")
    ]


@pytest.mark.parametrize(
    ("size", "bits"), [(1, 1), (2, 1), (4, 2), (9, 4), (16, 4), (25, 5), (36, 6)]
)
def test_bit_vectors_are_as_narrow_as_can_be(size: int, bits: int) -> None:
    text = text_of("smtlib-bv", blank(shape(size, rules=["latin"])))
    assert f"(declare-const r1c1 (_ BitVec {bits}))" in text


def holds(term: Any, number: Callable[[str], int], value: int) -> bool:
    """Whether a term about the constant x is true where this is its number."""
    match term:
        case "true" | "false":
            return bool(term == "true")
        case ["and" | "or" as word, *parts]:
            return (all if word == "and" else any)(holds(each, number, value) for each in parts)
        case ["=" | "bvule" | "<=" as word, *operands]:
            numbers = [value if each == "x" else number(each) for each in operands]
            related = operator.eq if word == "=" else operator.le
            return all(starmap(related, pairwise(numbers)))
    raise AssertionError(term)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_domain_says_which_values_a_variable_may_have(size: int) -> None:
    for bits in (False, True):
        said = smtlib.formula(Problem([range(1, size + 1)], names=["x"]), bits=bits)
        possible = range(2**said.bits) if bits else range(size + 2)
        number = (lambda word: int(word[2:], 2)) if bits else int
        for members in product([False, True], repeat=size):
            domain = [value for value, member in enumerate(members, 1) if member]
            for listed in (False, True):
                term = next(expressions(said.within("x", Domain.of(domain), listed)))
                found = [said.least + each for each in possible if holds(term, number, each)]
                assert found == domain
