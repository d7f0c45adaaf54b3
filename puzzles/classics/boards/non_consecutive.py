"""Non-consecutive: values of cells that share an edge are not neighbours in counting.

A variant of Sudoku.  9 and 1 are no neighbours.
"""

from accord.puzzles.classics.boards.extended import extended
from accord.puzzles.classics.boards.neighbours import ORTHOGONAL, pairs
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.grid import cell_name
from accord.puzzles.puzzle import Puzzle


def non_consecutive(puzzle: Puzzle) -> Puzzle:
    """The puzzle in which no two cells that share an edge have consecutive values."""
    n = puzzle.size
    return extended(
        puzzle,
        [
            Expression(
                Operation("ne", (Operation("dist", (Variable(one), Variable(other))), 1)),
                name=f"not consecutive {cell_name(one, n)} {cell_name(other, n)}",
            )
            for one, other in pairs(n, n, ORTHOGONAL)
        ],
    )
