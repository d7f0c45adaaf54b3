"""SMT-LIB 2: what is written is read by Z3 and cvc5, and what they print is read back."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from accord.bench.instances.collection import instances_of
from accord.bench.judging.conformance import CASES, SMALL_CASES, USUAL, Case
from accord.encodings import smtlib, smtlib_bv
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.encodings.smt_output import expressions
from accord.puzzles.grid import Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from optional import program

ENCODINGS = smtlib.ENCODINGS | smtlib_bv.ENCODINGS
OPTIONS = {"z3": (), "cvc5": ("--lang=smt2",)}
FULL_4X4 = Puzzle(shape(4), Grid.parse("1234341221434321"))


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


# What is written.


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


# What other programs make of it.


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("solver", OPTIONS)
def test_programs_solve_what_is_written(solver: str, name: str, tmp_path: Path) -> None:
    wanted = ("one solution, 9x9", "a clash that shows late, 9x9", "the only 1x1 grid")
    cases = [case for case in CASES if case.name in wanted]
    cases += [case for case in SMALL_CASES if "candidates" in case.name or "empty" in case.name]
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
    assert ENCODINGS["smtlib"].read(FULL_4X4, PRINTED[form]) == FULL_4X4.givens


@pytest.mark.parametrize("form", PRINTED_BITS)
def test_reads_bit_vectors(form: str) -> None:
    assert ENCODINGS["smtlib-bv"].read(FULL_4X4, PRINTED_BITS[form]) == FULL_4X4.givens


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "found no status, expected `sat` and the values of the cells"),
        ("unknown", "found `unknown`, expected `sat`"),
        ("timeout", "found `timeout`, expected `sat`"),
        ('(error "line 1: no")\n', 'found the error "line 1: no", expected `sat`'),
        ("sat", "found no value of r1c1, expected one"),
        ('sat (error "no model")', 'found the error "no model"'),
        (PRINTED["pairs"].replace("(r4c4 1)", ""), "found no value of r4c4"),
        (PRINTED["pairs"].replace("(r4c4 1)", "(r4c4 true)"), "found no value of r4c4"),
        (PRINTED["pairs"] + "((r4c4 2))", "found the values 1 and 2 of r4c4, expected one"),
        (PRINTED["pairs"][:-2], "found the end of the text, expected 1 closing parentheses"),
        ("sat ((r1c1 1)))", "found a closing parenthesis, expected one that is open"),
        ('sat "no end', "expected the end of a quotation"),
        ("(" * 100_000, "expected 100000 closing parentheses"),
    ],
)
def test_says_what_is_no_model(text: str, problem: str) -> None:
    with pytest.raises(ModelError, match=re.escape(problem)) as refused:
        ENCODINGS["smtlib"].read(FULL_4X4, text)
    assert not isinstance(refused.value, UnsatisfiableError)


def test_unsat_is_a_claim_whatever_follows() -> None:
    with pytest.raises(UnsatisfiableError):
        ENCODINGS["smtlib"].read(
            FULL_4X4, 'unsat\n(error "line 9 column 9: model is not available")'
        )


def test_values_outside_the_puzzle_are_left_to_the_verification() -> None:
    text = PRINTED["pairs"].replace("(r1c1 1)", "(r1c1 (- 7))")
    assert (
        next(FULL_4X4.violations(ENCODINGS["smtlib"].read(FULL_4X4, text)))
        == "r1c1 holds -7, expected 1..4"
    )
