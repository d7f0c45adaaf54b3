"""SMT-LIB 2: what is written is read by Z3 and cvc5, and what they print is read back."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from accord.bench.instances.collection import instances_of
from accord.bench.judging.conformance import CASES, EVERY_4X4, SMALL_CASES, USUAL, Case
from accord.encodings import smtlib, smtlib_bv
from accord.encodings.model import ModelError, UnsatisfiableError, UnsupportedError
from accord.encodings.registry import encodings
from accord.encodings.smt_output import expressions
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from optional import library, program

ENCODINGS = smtlib.ENCODINGS | smtlib_bv.ENCODINGS
OPTIONS = {"z3": (), "cvc5": ("--lang=smt2",)}
FULL_4X4 = Puzzle(shape(4), Grid.parse("1234341221434321"))
EVERY = Case("every 4x4 grid", EVERY_4X4, 288)
REPEATING = Puzzle(shape(4, extra=[AllDifferent((3, 2, 1, 0), "row 1 again")]), EVERY_4X4.givens)


def blank(size: int) -> Puzzle:
    return Puzzle(shape(size), Grid([0] * size * size))


def written(name: str, puzzle: Puzzle, once: bool = False) -> str:
    return "".join(ENCODINGS[name].write(puzzle, once))


def solved_by(solver: str, text: str, folder: Path) -> str:
    """What a program prints; the program `z3` comes with the library and stands beside Python."""
    file = folder / "puzzle.smt2"
    file.write_text(text)
    beside = Path(sys.executable).with_name(solver)
    path = str(beside) if beside.exists() else program(solver)
    command = [path, *OPTIONS[solver], str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout


def models(name: str, puzzle: Puzzle, once: bool) -> Iterator[Grid]:
    """The grids of all models of the text, by Z3: what it prints of each is read back."""
    z3 = library("z3")
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    solver.from_string(written(name, puzzle, once))
    while solver.check() == z3.sat:
        model = solver.model()
        yield ENCODINGS[name].read(puzzle, f"sat ({model.sexpr()})")
        cells = [constant for constant in model.decls() if re.match(r"r\d+c\d+$", constant.name())]
        solver.add(z3.Or(*(constant() != model[constant] for constant in cells)))
    assert solver.check() == z3.unsat


# What is written.


@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_sizes_of_blank_grids(size: int) -> None:
    cells, values_in_houses = size**2, 3 * size * size
    pairs = {4: 56, 9: 810, 16: 4992, 25: 20_000}[size]
    bounded = 0 if size in (4, 16) else cells
    constraints = {
        "smtlib": cells + 3 * size + values_in_houses,
        "smtlib+disequalities": cells + pairs + values_in_houses,
        "smtlib-bv": bounded + 3 * size + values_in_houses,
        "smtlib-bv+disequalities": bounded + pairs + values_in_houses,
    }
    assert constraints.keys() == ENCODINGS.keys()
    for name, expected in constraints.items():
        assert ENCODINGS[name].size(blank(size))[:3] == (cells, expected, expected)
    assert constraints["smtlib"] == {4: 76, 9: 351, 16: 1072, 25: 2575}[size]
    assert constraints["smtlib+disequalities"] == {4: 120, 9: 1134, 16: 6016, 25: 22_500}[size]


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("puzzle", [USUAL, REPEATING, FULL_4X4, *(c.puzzle for c in SMALL_CASES)])
def test_size_is_that_of_what_is_written(name: str, puzzle: Puzzle) -> None:
    assert encodings()[name] is ENCODINGS[name]
    size = ENCODINGS[name].size(puzzle)
    commands = list(expressions(written(name, puzzle)))
    asserted = [command[1] for command in commands if command[0] == "assert"]
    assert (len(asserted), len(set(map(repr, asserted)))) == size[1:3]
    assert repr(asserted).count("'r") == size.literals
    assert sum(command[0] == "declare-const" for command in commands) == size.variables
    once = list(expressions(written(name, puzzle, once=True)))
    assert sum(command[0] == "assert" for command in once) == size.distinct


def test_only_repeats_are_left_out() -> None:
    size = ENCODINGS["smtlib"].size(REPEATING)
    assert size.constraints == size.distinct + 5  # distinct, and the places of four values
    assert "row 1 again" not in written("smtlib", REPEATING, once=True)


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_group_of_assertions_says_what_it_is(name: str) -> None:
    lines = written(name, USUAL).splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("(assert"))
    assert lines[first - 1] == "; each cell has one of its values"
    for house in ("row 7", "column 2", "box 9"):
        assert f"; {house}: every value has a place" in lines
        assert (f"; {house}: all different" in lines) == ("+" not in name)
    assert ("; these differ two and two" in lines) == ("+" in name)
    assert all(line.isascii() and len(line) < 200 for line in lines)


def test_says_what_no_value_and_no_place_are() -> None:
    nothing = (frozenset[int](), *[frozenset({1, 2})] * 3)
    puzzle = Puzzle(shape(2, rules=["latin"]), Grid([0] * 4), nothing)
    assert "; r1c1 has no value left\n(assert false)\n" in written("smtlib", puzzle)
    threes = Puzzle(shape(3, rules=["latin"]), Grid([0] * 9), (frozenset({1, 2}),) * 9)
    assert "; row 2 has no place for 3\n(assert false)\n" in written("smtlib-bv", threes)


def test_a_name_of_a_constraint_stays_in_its_comment() -> None:
    label = "a\nb\r(assert false)\u2028(exit)"
    puzzle = Puzzle(shape(4, extra=[AllDifferent((0, 5), label)]), EVERY_4X4.givens)
    assert "; a b (assert false) (exit): all different\n" in written("smtlib", puzzle)


@pytest.mark.parametrize(
    ("size", "bits"), [(1, 1), (2, 1), (4, 2), (9, 4), (16, 4), (25, 5), (36, 6)]
)
def test_bit_vectors_are_as_narrow_as_can_be(size: int, bits: int) -> None:
    puzzle = Puzzle(shape(size, rules=["latin"]), Grid([0] * size * size))
    assert f"(declare-const r1c1 (_ BitVec {bits}))\n" in written("smtlib-bv", puzzle)


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


@pytest.mark.parametrize("name", ENCODINGS)
def test_refuses_a_constraint_it_has_not_heard_of(name: str) -> None:
    class Unheard:
        cells = (0, 1)
        name = "unheard"

    form = shape(4, extra=[Unheard()])  # type: ignore[list-item]
    for ask in (ENCODINGS[name].size, lambda puzzle: written(name, puzzle)):
        with pytest.raises(UnsupportedError, match="found Unheard, expected AllDifferent"):
            ask(Puzzle(form, EVERY_4X4.givens))


# What other programs make of it.


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("solver", OPTIONS)
def test_programs_solve_what_is_written(solver: str, name: str, tmp_path: Path) -> None:
    wanted = ("one solution, 9x9", "a clash that shows late, 9x9", "the only 1x1 grid")
    cases = [case for case in CASES if case.name in wanted]
    cases += [case for case in SMALL_CASES if "candidates" in case.name or "empty" in case.name]
    cases += [Case("repeating", REPEATING, 288)]
    if solver == "z3":
        cases += [Case("16x16", next(instances_of("16x16")).puzzle, 1)]
    for case in cases:
        printed = solved_by(solver, written(name, case.puzzle, once=True), tmp_path)
        if case.count:
            grid = ENCODINGS[name].read(case.puzzle, printed)
            assert not list(case.puzzle.violations(grid)), case.name
        else:
            with pytest.raises(UnsatisfiableError, match="`unsat`"):
                ENCODINGS[name].read(case.puzzle, printed)


@pytest.mark.parametrize("name", ENCODINGS)
def test_models_are_the_grids_without_a_violation(name: str) -> None:
    cases = [EVERY, *SMALL_CASES] if name == "smtlib" else [*SMALL_CASES]
    for number, case in enumerate(case for case in cases if "+" not in name or case.count < 40):
        found = list(models(name, case.puzzle, once=number % 2 == 0))
        assert len(set(found)) == len(found) == case.count, case.name
        assert not [each for grid in found for each in case.puzzle.violations(grid)], case.name


@pytest.mark.parametrize("name", [name for name in ENCODINGS if "+" not in name])
def test_models_of_larger_puzzles_are_their_grids(name: str) -> None:
    asked = {i.name: (i.puzzle, i.expected and i.expected.count) for i in instances_of("edge")}
    six = asked["boxes-of-2x3"][0]
    several = Puzzle(six.shape, Grid([0, 0, 0, *six.givens[3:]]))
    found = answer(backends()["backtracking-mrv"], several, limit=None).solutions
    assert len(found) == 5
    cases = [(several, 5), *(asked[each] for each in ("two-dozen", "three", "order-1"))]
    for puzzle, count in cases:
        grids = list(models(name, puzzle, once=True))
        assert len(set(grids)) == len(grids) == count
        assert not [each for grid in grids for each in puzzle.violations(grid)]


# What they print.

NAMES = [cell_name(cell, 4) for cell in range(16)]
VALUES = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]


def said(form: str, numbers: list[Any]) -> str:
    return "\n".join(form.format(name, number) for name, number in zip(NAMES, numbers, strict=True))


PRINTED = {
    "pairs": f"sat\n({said('({} {})', VALUES)})\n",
    "quoted names, one list each": f"sat {said('((|{}| {}))', VALUES)}",
    "a model": f"sat (model {said('(define-fun {} () Int {})', VALUES)})",
    "a model without the word": f"sat ({said('(define-fun {} () Int {})', VALUES)})",
    "definitions at the top": f"sat {said('(define-fun {} () Int {})', VALUES)}",
    "equations": f"sat\n{said('(= {} {})', VALUES)}",
    "a comment and a warning before": f'; unsat\n"unsat" sat ({said("({} {})", VALUES)})',
    "other names": f"sat (define-fun v5 () Int 7) ({said('(define-fun {} () Int {})', VALUES)})",
    "said twice": f"sat ({said('({} {})', VALUES)}) ({said('(define-fun {} () Int {})', VALUES)})",
}
CODES = [value - 1 for value in VALUES]
PRINTED_BITS = {
    "binary": f"sat ({said('({} #b{:02b})', CODES)})",
    "hexadecimal": f"sat ({said('({} #x{:X})', CODES)})",
    "indexed": f"sat ({said('({} (_ bv{} 2))', CODES)})",
    "a model": f"sat ({said('(define-fun {} () (_ BitVec 2) #b{:02b})', CODES)})",
}


@pytest.mark.parametrize("form", PRINTED)
def test_reads_integers(form: str) -> None:
    assert smtlib.read(FULL_4X4, PRINTED[form]) == FULL_4X4.givens


@pytest.mark.parametrize("form", PRINTED_BITS)
def test_reads_bit_vectors(form: str) -> None:
    assert smtlib_bv.read(FULL_4X4, PRINTED_BITS[form]) == FULL_4X4.givens


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "found no status, expected `sat` and the values of the cells"),
        ("unknown", "found `unknown`, expected `sat`"),
        ("timeout", "found `timeout`, expected `sat`"),
        ('(error "line 1: no")\n', 'found the error "line 1: no", expected `sat`'),
        ("sat", "found no value of r1c1, expected `sat`"),
        ('sat (error "no model")', 'found the error "no model"'),
        (PRINTED["pairs"].replace("(r4c4 1)", ""), "found no value of r4c4"),
        (PRINTED["pairs"].replace("(r4c4 1)", "(r4c4 true)"), "found no value of r4c4"),
        (PRINTED["pairs"] + "((r4c4 2))", "found 1 and 2 as r4c4, expected one model"),
        (PRINTED["pairs"][:-2], "found the end of the text, expected 1 closing parentheses"),
        ("sat ((r1c1 1)))", "found a closing parenthesis, expected one that is open"),
        ('sat "no end', "expected the end of a quotation"),
        ("(" * 100_000, "expected 100000 closing parentheses"),
    ],
)
def test_says_what_is_no_model(text: str, problem: str) -> None:
    with pytest.raises(ModelError, match=re.escape(problem)) as refused:
        smtlib.read(FULL_4X4, text)
    assert not isinstance(refused.value, UnsatisfiableError)


def test_unsat_is_a_claim_whatever_follows() -> None:
    with pytest.raises(UnsatisfiableError):
        smtlib.read(FULL_4X4, 'unsat\n(error "line 9 column 9: model is not available")')


def test_values_outside_the_puzzle_are_left_to_the_verification() -> None:
    text = PRINTED["pairs"].replace("(r1c1 1)", "(r1c1 (- 7))")
    assert next(FULL_4X4.violations(smtlib.read(FULL_4X4, text))) == "r1c1 holds -7, expected 1..4"
