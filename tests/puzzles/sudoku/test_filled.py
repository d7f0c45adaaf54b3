"""Whether every house is full, for all houses at once, against the plain definition."""

import random
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.filled import filled
from accord.puzzles.sudoku.shape import Shape, shape

JIGSAW = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3]
SHAPES = [
    shape(1),
    *(shape(size) for size in (4, 6, 8, 9, 10, 12, 15, 16)),
    shape(9, rules=["diagonals", "windoku"]),
    shape(7, rules=["latin"]),
    shape(13, rules=["latin"]),
    shape(4, regions=JIGSAW),
]


def full(shape: Shape, grid: list[int]) -> bool:
    """What is asked, in plain words."""
    values = set(range(1, shape.size + 1))
    return all({grid[cell] for cell in house.cells} == values for house in shape.houses)


def pattern(shape: Shape, seed: int) -> list[int]:
    """A grid that fills the houses of a Sudoku or a Latin square; of others, maybe only some."""
    size = shape.size
    height, width = shape.box or (1, size)
    rows = [(row % height) * width + row // height for row in range(size)]
    names = random.Random(seed).sample(range(1, size + 1), size)
    return [names[(start + column) % size] for start in rows for column in range(size)]


@pytest.mark.parametrize("shape", SHAPES, ids=range(len(SHAPES)))
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1000), st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=4))
@example(0, [])
def test_it_says_what_the_definition_says_of_grids_right_and_nearly_right(
    shape: Shape, seed: int, changes: list[tuple[int, int]]
) -> None:
    grid = pattern(shape, seed)
    for cell, value in changes:
        grid[cell % len(grid)] = value % (shape.size + 2)
    assert filled(shape, grid) == full(shape, grid)


def test_no_two_cells_of_a_9x9_grid_can_be_exchanged_or_made_equal() -> None:
    nine = shape(9)
    grid = pattern(nine, 7)
    assert filled(nine, grid)
    for one, two in combinations(range(81), 2):
        if grid[one] != grid[two]:
            swapped, equal = grid.copy(), grid.copy()
            swapped[one], swapped[two] = grid[two], grid[one]
            equal[one] = grid[two]
            assert filled(nine, swapped) == full(nine, swapped)
            assert not filled(nine, equal)


def test_a_house_with_each_parity_right_but_one_value_is_not_full() -> None:
    """Of values in pairs the exclusive or is nothing; nine stands for no bit."""
    line = shape(9, rules=["latin"])
    grid = pattern(line, 3)
    for row in (range(9), range(9, 18)):
        for value in (1, 9):
            changed = grid.copy()
            for cell in list(row)[:3]:
                changed[cell] = value
            assert not filled(line, changed)


@pytest.mark.parametrize("value", [0, 10, 255, 256, -1, 1.5, "x", None])
def test_what_is_no_value_fills_no_house(value: object) -> None:
    grid: list[object] = [*pattern(shape(9), 1)]
    grid[40] = value
    assert not filled(shape(9), grid)  # type: ignore[arg-type]


def test_a_shape_that_it_cannot_judge_is_judged_elsewhere() -> None:
    apart, alike = (shape(9, extra=[AllDifferent((0, cell), "pair")]) for cell in (10, 15))
    for asked, broken in ((shape(25), ""), (apart, ""), (alike, "pair repeats 1 at r1c1, r2c7")):
        names = pattern(asked, 2)
        grid = Grid(
            [names[0] if value == 1 else 1 if value == names[0] else value for value in names]
        )
        assert not filled(asked, grid)
        assert "; ".join(Puzzle(asked, Grid([0] * len(grid))).violations(grid)) == broken
