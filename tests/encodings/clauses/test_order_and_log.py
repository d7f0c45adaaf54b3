"""The order and the log encoding: one model for each solution, at the price their tables tell."""

from itertools import product
from math import comb
from types import ModuleType

import pytest

from accord.bench.judging.conformance import MANY_CASES, SMALL_CASES, USUAL_CASES, Case
from accord.encodings.clauses import log, order
from accord.encodings.clauses.clauses import CNF, decode, nogood
from accord.encodings.model import UnsupportedError
from accord.encodings.scopes import scopes
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from optional import library

pycosat = library("pycosat")

BOTH = pytest.mark.parametrize("encoding", [order, log], ids=["order", "log"])
SHAPES = [shape(n) for n in (4, 6, 9, 12)] + [
    shape(2, rules=["latin"]),
    shape(5, rules=["latin"]),
    shape(9, rules=["diagonals", "windoku"]),
    shape(4, extra=[AllDifferent((0, 5, 10)), AllDifferent((3,)), AllDifferent(())]),
]


def blank(form: Shape) -> Puzzle:
    return Puzzle(form, Grid([0] * form.size**2))


def models(formula: CNF) -> list[list[int]]:
    return list(pycosat.itersolve(formula.clauses, vars=formula.variables))


def price(encoding: ModuleType, puzzle: Puzzle) -> dict[str, int]:
    """What the rows of the tables should hold, by the formulas."""
    n = puzzle.size
    cells, bits = n * n, (n - 1).bit_length()
    pairs = sum(n * comb(len(scope), 2) for scope in scopes(puzzle))
    differing = sum(comb(len(scope), 2) for scope in scopes(puzzle))
    if encoding is order:
        alone = {"chain": cells * (n - 2)}
        literals = 2 * alone["chain"] + differing * (4 * (n - 2) + 2 * 2)
        variables = cells * (n - 1)
    else:
        alone = {"codes": cells * (2**bits - n)}
        literals = bits * alone["codes"] + pairs * 2 * bits
        variables = cells * bits
    clauses = sum(alone.values()) + pairs
    return alone | {"variables": variables, "two": pairs, "clauses": clauses, "literals": literals}


@BOTH
@pytest.mark.parametrize("form", SHAPES, ids=range(len(SHAPES)))
def test_a_blank_grid_costs_what_the_formulas_say(encoding: ModuleType, form: Shape) -> None:
    expected, formula = price(encoding, blank(form)), encoding.encode(blank(form))
    assert formula.variables == expected["variables"]
    assert len(formula.clauses) == expected["clauses"]
    assert sum(map(len, formula.clauses)) == expected["literals"]


@BOTH
def test_the_tables_hold_what_is_encoded(encoding: ModuleType) -> None:
    assert encoding.__doc__ is not None
    rows = [line.split() for line in encoding.__doc__.splitlines() if line.startswith("    ")]
    for column, n in enumerate((9, 16, 25), start=-3):
        expected, formula = price(encoding, blank(shape(n))), encoding.encode(blank(shape(n)))
        assert formula.variables == expected["variables"]
        assert len(formula.clauses) == expected["clauses"]
        for name, number in expected.items():
            (row,) = (row for row in rows if name in row[:2])
            assert row[column] == f"{number:,}"


@BOTH
@pytest.mark.parametrize(
    "case", [*SMALL_CASES, *USUAL_CASES, *MANY_CASES], ids=lambda case: case.name
)
def test_the_models_are_the_solutions_one_for_each(encoding: ModuleType, case: Case) -> None:
    formula = encoding.encode(case.puzzle)
    assert formula.determined
    assert all(formula.clauses)
    grids = [decode(formula, model) for model in models(formula)]
    assert len(grids) == len(set(grids)) == case.count
    assert not any(violation for grid in grids for violation in case.puzzle.violations(grid))


@BOTH
def test_a_cell_takes_each_of_its_candidates_and_no_other_value(encoding: ModuleType) -> None:
    for marks in product([frozenset(), {1}, {3}, {1, 3}, {2, 3}, {1, 2, 3}], repeat=2):
        cells = [set(marks[0]), set(marks[1]), *([{1, 2, 3}] * 7)]
        free = shape(3, rules=["latin"])
        puzzle = Puzzle(free, Grid([0] * 9), tuple(map(frozenset, cells)))
        formula = encoding.encode(puzzle)
        found = {decode(formula, model)[:2] for model in models(formula)}
        assert found == {(a, b) for a, b in product(*marks) if a != b}


@BOTH
def test_a_given_is_its_literals_and_a_crossed_out_value_one_clause(encoding: ModuleType) -> None:
    marks = [frozenset(range(1, 10)) for _ in range(81)]
    marks[7] = frozenset({1, 2, 3, 4, 6, 8, 9})
    puzzle = Puzzle(shape(9), Grid([5] + [0] * 80), tuple(marks))
    formula, base = encoding.encode(puzzle), encoding.encode(blank(shape(9)))
    said = [(literal,) for literal in formula.cells[0][5]]
    forbidden = [tuple(-literal for literal in formula.cells[7][value]) for value in (5, 7)]
    assert formula.clauses == [*said, *forbidden, *base.clauses]


@BOTH
def test_a_grid_of_one_cell_needs_no_variable_unless_it_has_no_value(encoding: ModuleType) -> None:
    free = Puzzle(shape(1), Grid([0]))
    assert encoding.encode(free) == CNF(0, [], [{1: ()}])
    assert decode(encoding.encode(free), []) == (1,)
    none = Puzzle(shape(1), Grid([0]), (frozenset(),))
    assert encoding.encode(none).clauses == [(1,), (-1,)]
    assert encoding.encode(none).variables == 1


@BOTH
def test_a_grid_is_forbidden_by_the_literals_that_say_it(encoding: ModuleType) -> None:
    puzzle = Puzzle(shape(4), Grid.parse("..343412..434321"))
    formula = encoding.encode(puzzle)
    (first, second) = (decode(formula, model) for model in models(formula))
    rest = models(formula._replace(clauses=[*formula.clauses, nogood(formula, first)]))
    assert [decode(formula, model) for model in rest] == [second]


@BOTH
def test_what_is_kept_for_the_next_puzzle_is_not_handed_out(encoding: ModuleType) -> None:
    puzzle = blank(shape(4))
    encoding.prepare(puzzle)
    before = list(encoding.encode(puzzle).clauses)
    encoding.encode(puzzle).clauses.clear()
    assert encoding.encode(puzzle).clauses == before


def test_the_codes_of_the_log_encoding_are_the_values_less_one_in_binary() -> None:
    formula = log.encode(blank(shape(9)))
    assert dict(formula.cells[0]) == {
        value: tuple(
            bit + 1 if (value - 1) >> bit & 1 else -(bit + 1) for bit in range(4)
        )
        for value in range(1, 10)
    }  # fmt: skip
    assert formula.cells[80][9] == (-321, -322, -323, 324)


def test_the_literals_of_the_order_encoding_compare() -> None:
    formula = order.encode(blank(shape(9)))
    assert [formula.cells[1][value] for value in (1, 2, 8, 9)] == [
        (9,),
        (10, -9),
        (16, -15),
        (-16,),
    ]


@BOTH
def test_refuses_a_constraint_it_has_not_heard_of(encoding: ModuleType) -> None:
    class Unheard:
        cells = (0, 1)
        name = "unheard"

    form = shape(4, extra=[Unheard()])  # type: ignore[list-item]
    with pytest.raises(UnsupportedError, match="found Unheard, expected AllDifferent"):
        encoding.encode(blank(form))
