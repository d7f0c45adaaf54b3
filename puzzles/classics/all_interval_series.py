"""The all-interval series: 0 to n - 1 in a row, neighbours 1 to n - 1 apart, each distance once.

CSPLib 007.  Composers ask for it with twelve tones, among them Fritz Heinrich Klein (1921) and
Alban Berg.  Distances are absolute here, and not those on the circle of tones.  A series can be
read from its end and turned upside down, so that four are one.
"""

from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem


def all_interval_series(n: int) -> Problem:
    """The n tones, then the n - 1 intervals between them.

    Raises:
        MalformedProblemError: n is below 1.
    """
    expect_at_least(1, n=n)
    tones, intervals = tuple(range(n)), tuple(range(n, 2 * n - 1))
    constraints: list[Constraint] = [
        AllDifferent(tones, "tones"),
        AllDifferent(intervals, "intervals"),
    ]
    for tone, interval in zip(tones, intervals, strict=False):
        distance = Operation("dist", (Variable(tone), Variable(tone + 1)))
        term = Operation("eq", (distance, Variable(interval)))
        constraints.append(Expression(term, name=f"interval {tone + 1}"))
    names = [f"tone {place}" for place in range(1, n + 1)]
    names += [f"interval {place}" for place in range(1, n)]
    return Problem([range(n)] * n + [range(1, n)] * (n - 1), constraints, names)
