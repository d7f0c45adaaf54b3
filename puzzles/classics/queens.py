"""n queens on an n x n board, none of which attacks another: CSPLib 054.

Max Bezzel asked it for eight queens in 1848; Franz Nauck found all 92 solutions in 1850.
"""

from itertools import combinations

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def n_queens(n: int) -> Problem:
    """The row, 1 to n, of the queen in each column: rows differ, and so do both diagonals."""
    diagonals = [
        Linear((one, other), "!=", step, (1, -1), name="diagonal")
        for one, other in combinations(range(n), 2)
        for step in (other - one, one - other)  # falling and rising
    ]
    constraints: list[Constraint] = [AllDifferent(tuple(range(n)), "rows"), *diagonals]
    names = [f"column {column}" for column in range(1, n + 1)]
    layout = ProblemLayout("queens", lowest=1)
    return Problem([range(1, n + 1)] * n, constraints, names, layout)
