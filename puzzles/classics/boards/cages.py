"""Cages: sets of cells with a letter each, as killers and KenKens have them."""

from collections.abc import Collection
from math import isqrt

from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.grid import Cell


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
    if found != set(clues):
        odd = ", ".join(sorted(found ^ set(clues)))
        raise MalformedConstraintError(f"cages and {called}: found only one of both for {odd}")
    return {
        clue: tuple(cell for cell, each in enumerate(letters) if each == clue) for clue in clues
    }


def side_of(text: str) -> int:
    """The number of cells of a row, if the board is a square."""
    return isqrt(len("".join(text.split())))
