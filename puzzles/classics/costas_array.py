"""The Costas array: n dots, one in each row and column, whose n (n - 1) / 2 vectors all differ.

CSPLib 076.  John Costas, "A study of a class of detection waveforms having nearly ideal
range-Doppler ambiguity properties", Proceedings of the IEEE 72, 1984: such a sequence of
frequencies makes a sonar's echo unmistakable.
"""

from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem


def costas_array(n: int) -> Problem:
    """The row, 1 to n, of the dot in each column; then what is between columns that are apart.

    At each distance the differences of rows differ; they are variables that follow from the rows.

    Raises:
        MalformedProblemError: n is below 1.
    """
    expect_at_least(1, n=n)
    names = [f"column {column}" for column in range(1, n + 1)]
    domains = [range(1, n + 1)] * n
    constraints: list[Constraint] = [AllDifferent(tuple(range(n)), "rows")]
    for distance in range(1, n - 1):
        first = len(names)
        for column in range(n - distance):
            scope = (column + distance, column, len(names))
            name = f"{column + 1} to {column + 1 + distance}"
            constraints.append(Linear(scope, "=", 0, (1, -1, -1), name=name))
            names.append(name)
            domains.append(range(1 - n, n))
        constraints.append(AllDifferent(tuple(range(first, len(names))), f"{distance} apart"))
    return Problem(domains, constraints, names)
