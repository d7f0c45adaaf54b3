"""Puzzles without a solution on which resolution takes exponentially many steps."""

from accord.puzzles import AllDifferent, Grid, Puzzle, shape

# Thirteen cells and twelve values.
PIGEONS = Puzzle(
    shape(12, rules=["latin"], extra=[AllDifferent(tuple(range(0, 144, 11)))]), Grid([0] * 144)
)


def fourteen_cells_with_thirteen_values() -> Puzzle:
    """A pigeonhole problem in a row of a 16x16: resolution needs exponentially many steps."""
    few, every = frozenset(range(1, 14)), frozenset(range(1, 17))
    marks = tuple(few if cell < 14 else every for cell in range(256))
    return Puzzle(shape(16, rules=["latin"]), Grid([0] * 256), marks)
