"""Futoshiki: a Latin square with signs between cells that say which one is less.

    1 < .   .
            v
    .   .   .
    ^
    .   . > .

Values stand in every fourth place of a row, from the first, and the signs < and > halfway between
them; between rows ^ says that the upper value is less, and v that it is greater.  Tamaki Seto
invented it in 2001.
"""

from collections.abc import Iterator
from textwrap import dedent

from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.grid import Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

STEP = 4  # characters from one cell to the next


def futoshiki(text: str) -> Puzzle:
    """The Latin square with these givens and signs.

    Args:
        text: rows of cells, and between each two of them a line of signs, which may be empty.

    Raises:
        MalformedConstraintError: a character stands where none should; says where.
    """
    lines = [line.rstrip() for line in dedent(text).strip("\n").splitlines()]
    size = (len(lines) + 1) // 2
    lines += [""] * (2 * size - 1 - len(lines))
    givens = [0] * (size * size)
    extra: list[Constraint] = []
    for row, column, character in _characters(lines):
        cell = row // 2 * size + column // STEP
        right, below = column % STEP == STEP // 2, row % 2 == 1
        inside = column // STEP + right < size and column % (STEP // 2) == 0
        if inside and not right and not below and character.isdecimal():
            givens[cell] = int(character)
        elif inside and right and not below and character in "<>":
            extra.append(_less(size, cell, cell + 1, character == "<"))
        elif inside and below and not right and character in "^v":
            extra.append(_less(size, cell, cell + size, character == "^"))
        elif character != "." or right or below or not inside:
            raise MalformedConstraintError(
                f"line {row + 1}, column {column + 1}: found {character!r}, expected a value or "
                f"`.` in every {STEP}th place of a row, < > between values, ^ v between rows"
            )
    return Puzzle(shape(size, rules=["latin"], extra=extra), Grid(givens))


def _characters(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character != " ":
                yield row, column, character


def _less(size: int, one: int, other: int, upright: bool) -> Linear:
    """One cell is less than another; or greater, if it is not upright."""
    sign = "<" if upright else ">"
    name = f"{cell_name(one, size)} {sign} {cell_name(other, size)}"
    return Linear((one, other), "<" if upright else ">", 0, (1, -1), name=name)
