"""Anti-knight: cells that are a knight's move apart differ.

A variant of Sudoku; the move is that of chess, two cells one way and one across.
"""

from accord.puzzles.classics.boards.extended import extended
from accord.puzzles.classics.boards.neighbours import KNIGHT, pairs
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import cell_name
from accord.puzzles.puzzle import Puzzle


def anti_knight(puzzle: Puzzle) -> Puzzle:
    """The puzzle in which cells a knight's move apart differ."""
    n = puzzle.size
    moves = [*pairs(n, n, KNIGHT)]
    names = [f"knight {cell_name(one, n)} {cell_name(other, n)}" for one, other in moves]
    return extended(puzzle, map(AllDifferent, moves, names))
