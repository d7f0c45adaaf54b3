"""Thermometers: paths of cells along which values rise from the bulb to the end.

A variant of Sudoku, known from the World Sudoku Championships.  Values rise strictly; the
reading where they may stay the same ("slow thermometers") is an option.
"""

from collections.abc import Iterable

from accord.puzzles.classics.boards.extended import extended, path
from accord.puzzles.constraints.ordered import Order, Ordered
from accord.puzzles.puzzle import Puzzle


def thermometers(puzzle: Puzzle, paths: Iterable[str], *, slow: bool = False) -> Puzzle:
    """The puzzle with thermometers.

    Args:
        puzzle: the board, with its givens.
        paths: of each thermometer the cells, as "r1c1 r1c2 r2c3", from the bulb on; each touches
            the one before, perhaps at a corner.
        slow: a value may be as high as the one before.

    Raises:
        MalformedConstraintError: a path is none; says why.
    """
    order: Order = "<=" if slow else "<"
    cells = [path(text, puzzle.size) for text in paths]
    return extended(
        puzzle, [Ordered(each, order, name=f"thermometer {n}") for n, each in enumerate(cells, 1)]
    )
