"""Killer Sudoku: cages of cells that differ and add up to a sum.  CSPLib 057.

From Japan in the 1990s as samunanpure; The Times of London has printed it since 2005.
"""

from collections.abc import Mapping

from accord.puzzles.classics.boards.cages import cages_of, side_of
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape


def killer(cages: str, sums: Mapping[str, int]) -> Puzzle:
    """A Sudoku without givens, with cages.

    Args:
        cages: for each cell, row by row, the letter of its cage; `.` for none.
        sums: of each cage.

    Raises:
        MalformedConstraintError: a cage has no sum, or there is a sum without cage.
        MalformedPuzzleError: there are no n x n letters, or there is no Sudoku of size n.
    """
    extra: list[Constraint] = []
    for letter, cage in cages_of(cages, sums, "sums").items():
        extra += [
            AllDifferent(cage, f"cage {letter}"),
            Linear(cage, "=", sums[letter], name=f"cage {letter}"),
        ]
    size = side_of(cages)
    return Puzzle(shape(size, extra=extra), Grid([0] * len("".join(cages.split()))))
