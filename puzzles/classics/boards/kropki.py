"""Kropki: dots between cells whose values are consecutive, or of which one is twice the other.

    .   o .   .   .
        @
    .   .   . o .   .

`o` is a white dot: the values are consecutive.  `@` is a black one: one value is twice the other.
Between 1 and 2 either may stand.  Signs stand as in `futoshiki`.  The name is
Polish for dots.
"""

from typing import Literal

from accord.puzzles.classics.boards.board import ORTHOGONAL, pairs, signed_board
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.grid import Cell, Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

WHITE, BLACK = "o@"


def kropki(
    text: str, *, board: Literal["latin", "sudoku"] = "latin", all_shown: bool = False
) -> Puzzle:
    """The board with these givens and dots.

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
