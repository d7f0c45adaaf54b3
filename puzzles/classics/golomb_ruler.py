"""The Golomb ruler: marks of which no two pairs are equally far apart.

CSPLib 006.  Simon Sidon (1932) and Wallace Babcock, "Intermodulation interference in radio
systems", 1953; it has the name of Solomon Golomb.  To find the shortest ruler is an optimisation
problem; to find one of a given length, and none of the next smaller one, is two of these.
"""

from itertools import combinations

from accord.puzzles.classics.sizes import expect_at_least
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.problem import Problem


def golomb_ruler(marks: int, length: int) -> Problem:
    """The marks from 0 to the length, in order; then the distance of each two of them.

    The first mark is at 0 and the last one at the length.  A ruler can be turned round, so that
    each is found twice.

    Raises:
        MalformedProblemError: there are fewer than two marks, or the length is below 1.
    """
    expect_at_least(2, marks=marks)
    expect_at_least(1, length=length)
    pairs = [*combinations(range(marks), 2)]
    distances = tuple(range(marks, marks + len(pairs)))
    constraints: list[Constraint] = [
        Ordered(tuple(range(marks)), "<", name="marks"),
        AllDifferent(distances, "distances"),
    ]
    names = [f"mark {mark}" for mark in range(1, marks + 1)]
    for distance, (one, other) in zip(distances, pairs, strict=True):
        names.append(f"{one + 1} to {other + 1}")
        constraints.append(Linear((other, one, distance), "=", 0, (1, -1, -1), name=names[-1]))
    inner = [range(1, length)] * (marks - 2)
    domains = [range(1), *inner, range(length, length + 1), *[range(1, length + 1)] * len(pairs)]
    return Problem(domains, constraints, names)
