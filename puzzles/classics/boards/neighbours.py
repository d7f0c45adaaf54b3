"""Neighbours: pairs of cells of a board, a step to the right or below, or a chess piece's move."""

from collections.abc import Iterable, Iterator

from accord.puzzles.grid import Cell

ORTHOGONAL = ((0, 1), (1, 0))
KING = (*ORTHOGONAL, (1, -1), (1, 1))
KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))


def pairs(rows: int, columns: int, steps: Iterable[tuple[int, int]]) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells that are one of these steps apart, once, the lesser first.

    Args:
        rows: of the board.
        columns: of the board.
        steps: rows and columns, each of them downward or to the right.
    """
    steps = [*steps]
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        for down, right in steps:
            if row + down < rows and 0 <= column + right < columns:
                yield cell, cell + down * columns + right
