"""What each encoding writes is there to be read: a puzzle with everything in it, as files.

That they mean the puzzle, test_audit.py shows.  Below is what a single small file does not show.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt.conformance import USUAL
from accord.encodings import linear, smtlib, smtlib_bv
from accord.encodings.minizinc import model
from accord.encodings.model import ModelError
from accord.encodings.registry import encoding, encodings
from accord.encodings.smt_output import expressions
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.puzzles.files.read import read
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


@pytest.mark.parametrize(
    ("cells", "written"),
    [
        (range(4), "x[0][]"),
        (range(3), "x[0][0..2]"),
        (range(5, 8), "x[1][1..3]"),
        ((2, 6, 10), "x[0..2][2]"),
        ((0, 1, 4, 5, 8, 9), "x[0..2][0..1]"),
        ((0, 1, 3), "x[0][0] x[0][1] x[0][3]"),
        ((0, 1, 4), "x[0][0] x[0][1] x[1][0]"),
        ((0, 2, 8, 10), "x[0][0] x[0][2] x[2][0] x[2][2]"),
    ],
)
def test_xcsp3_says_a_rectangle_in_one_word(cells: tuple[int, ...], written: str) -> None:
    text = text_of("xcsp3", blank(shape(4, extra=[AllDifferent(tuple(cells))])))
    assert f"<args> {written} </args>\n    </group>" in text


@pytest.mark.parametrize(
    ("figure", "statements"),
    [
        (shape(1), 0),
        (shape(6, (3, 2)), 3),
        (shape(9, rules=["diagonals", "windoku"]), 6),
        (shape(3, regions=[0, 0, 0, 1, 1, 1, 2, 2, 2]), 3),
    ],
)
def test_minizinc_says_by_a_pattern_what_has_one(figure: Shape, statements: int) -> None:
    text = "".join(model(blank(figure)))
    assert text.count("\nconstraint ") == statements
    assert not re.search(r"grid\[\d", text)


def test_minizinc_knows_the_annotation_that_stands_at_each_all_different(tmp_path: Path) -> None:
    figures = [
        shape(4, rules=["diagonals", "windoku"], extra=[AllDifferent((0, 6))]),
        shape(4, regions=[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]),
    ]
    for figure in figures:
        text = "".join(model(blank(figure), propagation="domain"))
        assert text.count(":: domain") == len(re.findall(r"[( ]alldifferent\(", text))
        file = tmp_path / "model.mzn"
        file.write_text(text, encoding="utf-8")
        command = [program("minizinc"), "--solver", "gecode", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
        assert done.stdout.endswith("----------\n")


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
def test_size_is_that_of_the_ground_program(order: int, atoms: int, counts: int) -> None:
    puzzle, received = blank(shape(order)), Counts()
    assert encoding("asp").size(puzzle) == (atoms, counts, counts, 4 * atoms)
    control = library("clingo").Control()
    control.register_observer(received)
    control.add("base", [], text_of("asp", puzzle))
    control.ground([("base", [])])
    assert len(list(control.symbolic_atoms.by_signature("holds", 3))) == atoms
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


def test_any_name_of_a_constraint_becomes_a_word_of_its_own() -> None:
    called = ["row 1", "row-1", "", "9 lives", "e12", "Zürich\nEnd", "x" * 300, "x" * 299, "row 1"]
    words = linear._row_names(called)
    assert len(set(words)) == len(words)
    assert words[:3] == ["row_1", "row_1_2", "constraint_3"]
    assert words[3:6] == ["constraint_4", "constraint_5", "Z_rich_End"]
    for word in words:
        assert re.fullmatch(r"(?![eE][0-9])[A-Za-z]\w{,120}", word, re.ASCII)


@pytest.mark.parametrize("value", [0.5, float("nan"), -1.0, 1.00001, float("inf")])
def test_what_is_not_whole_is_no_one_and_no_zero(value: float) -> None:
    with pytest.raises(ModelError, match="expected 0 or 1"):
        linear.is_one(value)


def test_the_nogood_of_a_grid_is_about_the_cells_that_were_open() -> None:
    grid = Grid.parse("1234341221434321")
    program = linear.encode(read("..343412..434321"))
    assert [variable // 4 for variable in linear.nogood(program, grid)] == [0, 1, 8, 9]
    assert linear.nogood(linear.encode(read(str(grid))), grid) == []


# SMT-LIB.


@pytest.mark.parametrize("name", smtlib.ENCODINGS | smtlib_bv.ENCODINGS)
def test_every_group_of_assertions_says_what_it_is(name: str) -> None:
    lines = text_of(name, USUAL).splitlines()
    for house in ("row 7", "column 2", "box 9"):
        assert f"; {house}: every value has a place" in lines
        assert (f"; {house}: all different" in lines) == ("+" not in name)
    assert ("; these differ two and two" in lines) == ("+" in name)
    assert all(line.isascii() and len(line) < 200 for line in lines)


def test_a_value_without_a_place_is_said() -> None:
    threes = Puzzle(shape(3, rules=["latin"]), Grid([0] * 9), (frozenset({1, 2}),) * 9)
    assert "; row 2 has no place for 3\n(assert false)\n" in text_of("smtlib-bv", threes)


@pytest.mark.parametrize(
    ("size", "bits"), [(1, 1), (2, 1), (4, 2), (9, 4), (16, 4), (25, 5), (36, 6)]
)
def test_bit_vectors_are_as_narrow_as_can_be(size: int, bits: int) -> None:
    text = text_of("smtlib-bv", blank(shape(size, rules=["latin"])))
    assert f"(declare-const r1c1 (_ BitVec {bits}))\n" in text


def holds(term: Any, value: int) -> bool:
    """Whether a term about a single cell is true of a bit-vector that stands for a value."""
    match term:
        case "":
            return True
        case ["and" | "or" as word, *parts]:
            return (all if word == "and" else any)(holds(part, value) for part in parts)
        case ["not", part]:
            return not holds(part, value)
        case ["=" | "bvule" as word, left, right]:
            one, other = (value if x == "r1c1" else int(x.strip("v")) for x in (left, right))
            return one == other if word == "=" else one <= other
    raise AssertionError(term)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_domain_says_which_values_a_cell_may_have(size: int) -> None:
    bits = smtlib_bv.width(size)
    numbers = {
        smtlib.integers(): range(size + 2),
        smtlib_bv.bit_vectors(size): range(1, 2**bits + 1),
    }
    for members in product([False, True], repeat=size):
        domain = frozenset(value for value, member in enumerate(members, 1) if member)
        if not domain:
            continue  # said otherwise
        for theory, possible in numbers.items():
            term = next(expressions(theory.domain("r1c1", domain)), "")
            assert {value for value in possible if holds(term, value)} == domain
