"""The knight's tour: a knight visits every square of a board once and comes back to the first.

Al-Adli of Baghdad knew one in the 9th century; Leonhard Euler, "Solution d'une question curieuse",
1759.  A tour can be walked in both directions, so that each is found twice.
"""

from accord.puzzles.classics.boards.neighbours import KNIGHT, pairs
from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.grid import cell_name
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def knights_tour(rows: int, columns: int) -> Problem:
    """The square, counted row by row from 0, to which the knight goes from each square.

    Raises:
        MalformedProblemError: the board has no square.
    """
    expect_at_least(1, rows=rows, columns=columns)
    squares = range(rows * columns)
    moves: list[list[int]] = [[] for _ in squares]
    for one, other in pairs(rows, columns, KNIGHT):
        moves[one].append(other)
        moves[other].append(one)
    names = [cell_name(square, columns) for square in squares]
    tour = Circuit(tuple(squares), name="tour")
    return Problem(moves, [tour], names, ProblemLayout("grid", columns=columns))
