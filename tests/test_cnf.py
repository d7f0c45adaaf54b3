"""The clauses: their models are the solutions, and they cost what the file says."""

from collections.abc import Callable
from itertools import product
from math import comb
from typing import Any

import pytest

from accord.bench.conformance import SMALL_CASES, Case
from accord.encodings import cnf, direct
from accord.encodings.clauses import CNF, decode
from accord.puzzles.constraints import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.shape import Shape, shape

pycosat = pytest.importorskip("pycosat", reason="needs pycosat")

ENCODINGS = ("minimal", "natural", "extended")

PRICE: dict[str, Callable[[int, int, int], int]] = {  # of N cells, n values, h houses
    "minimal": lambda N, n, h: N + h * n * comb(n, 2),  # noqa: N803  # as in the price table
    "natural": lambda N, n, h: N + h * n * comb(n, 2) + N * comb(n, 2),  # noqa: N803
    "extended": lambda N, n, h: N + h * n * comb(n, 2) + N * comb(n, 2) + h * n,  # noqa: N803
}
TABLE = {  # the columns of the price table
    9: {"minimal": 8_829, "natural": 11_745, "extended": 11_988},
    16: {"minimal": 92_416, "natural": 123_136, "extended": 123_904},
    25: {"minimal": 563_125, "natural": 750_625, "extended": 752_500},
}


def blank(form: Shape) -> Puzzle:
    return Puzzle(form, Grid([0] * form.size**2))


def models(formula: CNF) -> list[list[int]]:
    return list(pycosat.itersolve(formula.clauses, vars=formula.variables))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "form",
    [
        shape(4),
        shape(6),
        shape(9),
        shape(12),
        shape(16),
        shape(5, rules=["latin"]),
        shape(9, rules=["diagonals", "windoku"]),
    ],
    ids=lambda form: f"{form.size} {' '.join(sorted(form.rules))}",
)
def test_a_blank_grid_costs_what_the_formulas_say(encoding: str, form: Shape) -> None:
    n, houses = form.size, len(form.houses)
    formula = cnf.encode(blank(form), encoding)
    assert formula.variables == n**3
    assert len(formula.clauses) == PRICE[encoding](n * n, n, houses)


@pytest.mark.parametrize("size", TABLE)
def test_the_table_holds_what_the_formulas_say(size: int) -> None:
    assert direct.__doc__ is not None
    for encoding in ENCODINGS:
        cells, houses = size * size, 3 * size
        assert TABLE[size][encoding] == PRICE[encoding](cells, size, houses)
        (row,) = (
            line for line in direct.__doc__.splitlines() if line.split()[:2] == [encoding, "N"]
        )
        assert f"{TABLE[size][encoding]:,}" in row.split()


@pytest.mark.parametrize(
    ("encoding", "distinct"), [("minimal", 7_371), ("natural", 10_287), ("extended", 10_530)]
)
def test_repeats_are_kept_as_published(encoding: str, distinct: int) -> None:
    clauses = cnf.encode(blank(shape(9)), encoding).clauses
    assert len({tuple(sorted(clause)) for clause in clauses}) == distinct
    assert len(clauses) - distinct == 1_458


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "case", [case for case in SMALL_CASES if case.count < 200], ids=lambda case: case.name
)
def test_has_one_model_for_each_solution(encoding: str, case: Case) -> None:
    formula = cnf.encode(case.puzzle, encoding)
    grids = {decode(formula, model) for model in models(formula)}
    assert len(models(formula)) == len(grids) == case.count
    assert not [broken for grid in grids for broken in case.puzzle.violations(grid)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_has_288_models_of_order_4(encoding: str) -> None:
    assert len(models(cnf.encode(blank(shape(4)), encoding))) == 288


def in_no_full_constraint() -> Puzzle:
    """Two cells that are different, and two that nothing is said about; three values."""
    form: Any = shape(3, rules=["latin"])
    lonely = Shape(3, None, frozenset({"latin"}))
    lonely.__dict__["houses"] = ()
    lonely.__dict__["constraints"] = (AllDifferent((0, 1)),)
    assert form.constraints != lonely.constraints
    return Puzzle(lonely, Grid([0, 0, 0, 1, 1, 1, 1, 1, 1]))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_cells_in_no_full_constraint_take_one_value(encoding: str) -> None:
    puzzle = in_no_full_constraint()
    formula = cnf.encode(puzzle, encoding)
    found = [decode(formula, model) for model in models(formula)]
    every = {(a, b, c, 1, 1, 1, 1, 1, 1) for a, b, c in product((1, 2, 3), repeat=3) if a != b}
    assert sorted(found) == sorted(every)


def test_a_given_is_one_unit_clause_and_a_crossed_out_value_another() -> None:
    puzzle = Puzzle(
        shape(4),
        Grid([3] + [0] * 15),
        tuple(frozenset({1, 4} if cell == 1 else {1, 2, 3, 4}) for cell in range(16)),
    )
    units = [clause for clause in cnf.encode(puzzle).clauses if len(clause) == 1]
    assert units == [(3,), (-6,), (-7,)]


def test_decodes_literals_in_any_order_and_ignores_further_variables() -> None:
    puzzle = blank(shape(4))
    grid = Grid.parse("1234341221434321")
    literals = [4 * cell + value for cell, value in enumerate(grid)]
    assert decode(cnf.encode(puzzle), [*reversed(literals), -1, 65, 99]) == grid


def test_refuses_a_constraint_it_has_not_heard_of() -> None:
    class Sum:
        cells = (0, 1)
        name = "sum"

        def violations(self, grid: Grid) -> Any:
            raise NotImplementedError

    with pytest.raises(TypeError, match="found Sum, expected AllDifferent"):
        cnf.encode(blank(shape(4, extra=(Sum(),))))
