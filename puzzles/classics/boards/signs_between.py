"""Boards with signs between their cells: futoshiki and kropki.

    1 < .   .           futoshiki: a Latin square whose signs say which of two cells is less;
            v           between rows ^ says that the upper value is less, and v that it is greater
    .   .   .
    ^                   kropki: `o`, a white dot, says that the values are consecutive, and `@`, a
    .   . > .           black one, that one is twice the other; between 1 and 2 either may stand

Values stand in every fourth place of a row, from the first, and signs halfway between them.  Tamaki
Seto invented futoshiki in 2001.  Kropki is Polish for dots.
"""

from collections.abc import Iterator
from textwrap import dedent
from typing import Literal, NamedTuple

from accord.puzzles.classics.boards.board import ORTHOGONAL, pairs
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.grid import Cell, Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

STEP = 4  # characters from one cell to the next
WHITE, BLACK = "o@"


class SignedBoard(NamedTuple):
    """A board with signs between its cells, as `signed_board` reads it."""

    size: int
    givens: list[int]  # 0 for a blank
    signs: dict[tuple[Cell, Cell], str]  # between a cell and the one to its right or below


def signed_board(text: str, across: str, down: str) -> SignedBoard:
    """The cells and signs of a board with signs between the cells.

        1 < .   .
                v
        .   .   .

    Values stand in every fourth place of a row, from the first, and signs halfway between them;
    between two rows of cells there is a line of signs, which may be empty.

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


def futoshiki(text: str) -> Puzzle:
    r"""The Latin square with these givens and signs.

    >>> str(accord.solve(futoshiki(". < .\n\n.   .")).solutions[0])
    '1221'

    Args:
        text: rows of cells, and between each two of them a line of signs, which may be empty.

    Raises:
        MalformedConstraintError: a character stands where none should; says where.
    """
    size, givens, signs = signed_board(text, "<>", "^v")
    extra = [_less(size, *pair, sign in "<^") for pair, sign in signs.items()]
    return Puzzle(shape(size, rules=["latin"], extra=extra), Grid(givens))


def _less(size: int, one: int, other: int, upright: bool) -> Linear:
    """The constraint that one cell is less than another, or greater where `upright` is false."""
    sign = "<" if upright else ">"
    name = f"{cell_name(one, size)} {sign} {cell_name(other, size)}"
    return Linear((one, other), "<" if upright else ">", 0, (1, -1), name=name)


def kropki(
    text: str, *, board: Literal["latin", "sudoku"] = "latin", all_shown: bool = False
) -> Puzzle:
    r"""The board with these givens and dots.

    >>> str(accord.solve(kropki(". o .\n\n.   .")).solutions[0])
    '1221'

    Args:
        text: rows of cells, and between each two of them a line of dots, which may be empty.
        board: a Latin square, or a Sudoku.
        all_shown: every dot that could stand does, so that neighbours without one are neither
            consecutive nor is one of them twice the other.  Without it they may be anything.

    Raises:
        MalformedConstraintError: a character stands where none should; says where.
        MalformedPuzzleError: there is no Sudoku of this size.
    """
    size, givens, signs = signed_board(text, WHITE + BLACK, WHITE + BLACK)
    extra = [_dot(size, pair, sign) for pair, sign in signs.items()]
    if all_shown:
        left = (pair for pair in pairs(size, size, ORTHOGONAL) if pair not in signs)
        extra += [_no_dot(size, pair) for pair in left]
    rules = ["latin"] if board == "latin" else []
    return Puzzle(shape(size, rules=rules, extra=extra), Grid(givens))


def _dot(size: int, pair: tuple[Cell, Cell], sign: str) -> Expression:
    one, other = (cell_name(cell, size) for cell in pair)
    name = f"{one} {sign} {other}"
    if sign == WHITE:
        return Expression(Operation("eq", (_distance(pair), 1)), name=name)
    return Expression(Operation("or", _doubles("eq", pair)), name=name)


def _no_dot(size: int, pair: tuple[Cell, Cell]) -> Expression:
    one, other = (cell_name(cell, size) for cell in pair)
    apart = Operation("ne", (_distance(pair), 1))
    return Expression(
        Operation("and", (apart, *_doubles("ne", pair))), name=f"no dot {one} {other}"
    )


def _distance(pair: tuple[Cell, Cell]) -> Operation:
    return Operation("dist", tuple(map(Variable, pair)))


def _doubles(operator: str, pair: tuple[Cell, Cell]) -> tuple[Operation, Operation]:
    """The two terms that compare one value of a pair with twice the other."""
    one, other = map(Variable, pair)
    return (
        Operation(operator, (one, Operation("mul", (2, other)))),
        Operation(operator, (other, Operation("mul", (2, one)))),
    )
