"""Arrows: the value in the circle is the sum of those along the arrow.

A variant of Sudoku, known from the World Sudoku Championships.  Along an arrow values may be
repeated, where no other rule forbids it.
"""

from collections.abc import Iterable

from accord.puzzles.classics.boards.extended import extended, path
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.puzzle import Puzzle


def arrows(puzzle: Puzzle, paths: Iterable[str]) -> Puzzle:
    """The puzzle with arrows.

    Args:
        puzzle: the board, with its givens.
        paths: of each arrow the cells, as "r1c1 r1c2 r2c3": the circle, and then the arrow; each
            touches the one before, perhaps at a corner.

    Raises:
        MalformedConstraintError: a path is none; says why.
    """
    cells = [path(text, puzzle.size) for text in paths]
    return extended(
        puzzle,
        [
            Linear(each, "=", 0, (1, *[-1] * (len(each) - 1)), name=f"arrow {number}")
            for number, each in enumerate(cells, 1)
        ],
    )
