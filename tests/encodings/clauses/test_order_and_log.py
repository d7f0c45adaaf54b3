"""The order and the log encoding: one model for each solution, at the price their tables tell."""

from inspect import getdoc
from math import comb

import pytest

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, decode
from accord.encodings.clauses.order_and_log import log_skeleton, order_skeleton
from accord.encodings.scopes import scopes
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.puzzles.constraints.arguments import as_read

BOTH = pytest.mark.parametrize("encoding", ["order", "log"])
DOCUMENT = {"order": getdoc(order_skeleton) or "", "log": getdoc(log_skeleton) or ""}
SHAPES = [shape(n) for n in (4, 6, 9, 12)] + [
    shape(2, rules=["latin"]),
    shape(5, rules=["latin"]),
    shape(9, rules=["diagonals", "windoku"]),
    shape(4, extra=[AllDifferent((0, 5, 10)), AllDifferent((3,)), as_read(AllDifferent, ())]),
]


def blank(form: Shape) -> Puzzle:
    return Puzzle(form, Grid([0] * form.size**2))


def price(encoding: str, puzzle: Puzzle) -> dict[str, int]:
    """What the rows of the tables should hold, by the formulas."""
    n = puzzle.size
    cells, bits = n * n, (n - 1).bit_length()
    pairs = sum(n * comb(len(scope), 2) for scope in scopes(puzzle))
    differing = sum(comb(len(scope), 2) for scope in scopes(puzzle))
    if encoding == "order":
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
def test_a_blank_grid_costs_what_the_formulas_say(encoding: str, form: Shape) -> None:
    expected, formula = price(encoding, blank(form)), cnf.encode(blank(form), encoding)
    assert formula.variables == expected["variables"]
    assert len(formula.clauses) == expected["clauses"]
    assert sum(map(len, formula.clauses)) == expected["literals"]


@BOTH
def test_the_tables_hold_what_is_encoded(encoding: str) -> None:
    rows = [line.split() for line in DOCUMENT[encoding].splitlines() if line.startswith("    ")]
    for column, n in enumerate((9, 16, 25), start=-3):
        expected, formula = price(encoding, blank(shape(n))), cnf.encode(blank(shape(n)), encoding)
        assert formula.variables == expected["variables"]
        assert len(formula.clauses) == expected["clauses"]
        for name, number in expected.items():
            (row,) = (row for row in rows if name in row[:2])
            assert row[column] == f"{number:,}"


@BOTH
def test_a_given_is_its_literals_and_a_crossed_out_value_one_clause(encoding: str) -> None:
    marks = [frozenset(range(1, 10)) for _ in range(81)]
    marks[7] = frozenset({1, 2, 3, 4, 6, 8, 9})
    puzzle = Puzzle(shape(9), Grid([5] + [0] * 80), tuple(marks))
    formula, base = cnf.encode(puzzle, encoding), cnf.encode(blank(shape(9)), encoding)
    said = [(literal,) for literal in formula.cells[0][5]]
    forbidden = [tuple(-literal for literal in formula.cells[7][value]) for value in (5, 7)]
    assert formula.clauses == [*said, *forbidden, *base.clauses]


@BOTH
def test_a_grid_of_one_cell_needs_no_variable_unless_it_has_no_value(encoding: str) -> None:
    free = Puzzle(shape(1), Grid([0]))
    assert cnf.encode(free, encoding) == CNF(0, [], [{1: ()}])
    assert decode(cnf.encode(free, encoding), []) == (1,)
    none = Puzzle(shape(1), Grid([0]), (frozenset(),))
    assert cnf.encode(none, encoding).clauses == [(1,), (-1,)]
    assert cnf.encode(none, encoding).variables == 1


def test_the_codes_of_the_log_encoding_are_the_values_less_one_in_binary() -> None:
    formula = cnf.encode(blank(shape(9)), "log")
    assert dict(formula.cells[0]) == {
        value: tuple(
            bit + 1 if (value - 1) >> bit & 1 else -(bit + 1) for bit in range(4)
        )
        for value in range(1, 10)
    }  # fmt: skip
    assert formula.cells[80][9] == (-321, -322, -323, 324)


def test_the_literals_of_the_order_encoding_compare() -> None:
    formula = cnf.encode(blank(shape(9)), "order")
    assert [formula.cells[1][value] for value in (1, 2, 8, 9)] == [
        (9,),
        (10, -9),
        (16, -15),
        (-16,),
    ]
