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
