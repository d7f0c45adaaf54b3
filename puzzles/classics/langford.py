"""Langford's problem: k copies of 1 to n in a row, with v other numbers between two copies of v.

CSPLib 024.  C. Dudley Langford, "Problem", The Mathematical Gazette 42, 1958: his son's coloured
blocks.  Each solution can be read from either end, and is counted twice here.
"""

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem


def langford(n: int, copies: int = 2) -> Problem:
    """The place, from 1, of each copy of 1, then of 2, and so on."""
    number = n * copies
    constraints: list[Constraint] = [AllDifferent(tuple(range(number)), "places")]
    for value in range(1, n + 1):
        first = (value - 1) * copies
        for one in range(first, first + copies - 1):
            name = f"{value} others between {value} and {value}"
            constraints.append(Linear((one + 1, one), "=", value + 1, (1, -1), name=name))
    names = [f"{value}.{copy}" for value in range(1, n + 1) for copy in range(1, copies + 1)]
    return Problem([range(1, number + 1)] * number, constraints, names, ProblemLayout("line"))
