"""Puzzles and grids known without search: a regular grid, and puzzles that are hard to refute.

Resolution takes exponentially many steps to show that these have no solution.
"""

from accord.puzzles import AllDifferent, Puzzle, shape
from accord.puzzles.grid import Grid


def regular_grid(height: int, width: int) -> Grid:
    """A grid with boxes of so many rows and columns; without boxes the height is 1."""
    size = height * width
    return Grid(
        (width * (row % height) + row // height + column) % size + 1
        for row in range(size)
        for column in range(size)
    )


# Thirteen cells and twelve values.
PIGEONS = Puzzle(
    shape(12, rules=["latin"], extra=[AllDifferent(tuple(range(0, 144, 11)))]), Grid([0] * 144)
)


def fourteen_cells_with_thirteen_values() -> Puzzle:
    """A pigeonhole problem in a row of a 16x16: resolution needs exponentially many steps."""
    few, every = frozenset(range(1, 14)), frozenset(range(1, 17))
    marks = tuple(few if cell < 14 else every for cell in range(256))
    return Puzzle(shape(16, rules=["latin"]), Grid([0] * 256), marks)
