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

from accord.puzzles.classics.boards.board import signed_board
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.grid import Grid, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape


def futoshiki(text: str) -> Puzzle:
    """The Latin square with these givens and signs.

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
