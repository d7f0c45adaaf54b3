"""Boards of text with signs between the cells.

    1 < .   .
            v
    .   .   .

Values stand in every fourth place of a row, from the first, and signs halfway between them; between
two rows of cells there is a line of signs, which may be empty.
"""

from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.grid import Cell

STEP = 4  # characters from one cell to the next


class SignedBoard(NamedTuple):
    """What such a text says."""

    size: int
    givens: list[int]  # 0 for a blank
    signs: dict[tuple[Cell, Cell], str]  # between a cell and the one to its right or below


def signed_board(text: str, across: str, down: str) -> SignedBoard:
    """What a text says.

    Args:
        text: rows of cells, and between each two of them a line of signs.
        across: the signs that may stand between two cells of a row.
        down: those that may stand between two cells of a column.

    Raises:
        MalformedConstraintError: a character stands where none should; says where.
    """
    lines = [line.rstrip() for line in dedent(text).strip("\n").splitlines()]
    size = (len(lines) + 1) // 2
    lines += [""] * (2 * size - 1 - len(lines))
    givens = [0] * (size * size)
    signs: dict[tuple[Cell, Cell], str] = {}
    for row, column, character in _characters(lines):
        cell = row // 2 * size + column // STEP
        right, below = column % STEP == STEP // 2, row % 2 == 1
        inside = column // STEP + right < size and column % (STEP // 2) == 0
        if inside and not right and not below and character.isdecimal():
            givens[cell] = int(character)
        elif inside and right and not below and character in across:
            signs[cell, cell + 1] = character
        elif inside and below and not right and character in down:
            signs[cell, cell + size] = character
        elif character != "." or right or below or not inside:
            raise MalformedConstraintError(
                f"line {row + 1}, column {column + 1}: found {character!r}, expected a value or "
                f"`.` in every {STEP}th place of a row, {' '.join(across)} between values, "
                f"{' '.join(down)} between rows"
            )
    return SignedBoard(size, givens, signs)


def _characters(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character != " ":
                yield row, column, character
