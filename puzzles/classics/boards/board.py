"""What several boards share: rows and cages in a text, and pairs of cells.

A board is a text with a word for each cell.  Cages are sets of cells with a letter each, as killers
and KenKens have them.
"""

from collections.abc import Collection, Iterable, Iterator
from math import isqrt

from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.grid import Cell


def rows_of(text: str) -> list[list[str]]:
    """The words of each line.

    Raises:
        MalformedConstraintError: there is none, or the lines have not the same number of words.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    lengths = [len(row) for row in rows]
    if not rows:
        raise MalformedConstraintError("found no rows, expected at least one")
    if len(set(lengths)) > 1:
        found = ", ".join(map(str, lengths))
        raise MalformedConstraintError(f"found rows of {found} cells, expected equal lengths")
    return rows


def cages_of(text: str, clues: Collection[str], called: str) -> dict[str, tuple[Cell, ...]]:
    """The cells of each cage, by its letter.

    Args:
        text: for each cell, row by row, the letter of its cage; `.` for none.
        clues: letters that have a clue, which have to be those of the text.
        called: what people call the clues.

    Raises:
        MalformedConstraintError: a cage has no clue, or there is a clue without cage.
    """
    letters = "".join(text.split())
    found = set(letters) - {"."}
    if without := ", ".join(sorted(found - {*clues})):
        raise MalformedConstraintError(f"{called}: found none of cage {without}, expected each")
    if unknown := ", ".join(sorted({*clues} - found)):
        raise MalformedConstraintError(
            f"{called}: found {unknown}, expected letters of cages: {', '.join(sorted(found))}"
        )
    return {
        clue: tuple(cell for cell, each in enumerate(letters) if each == clue) for clue in clues
    }


def side_of(text: str) -> int:
    """The number of cells of a row, if the board is a square."""
    return isqrt(len("".join(text.split())))


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
