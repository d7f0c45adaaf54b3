"""Standings: who may be called not distinguishable from whom."""

from math import nan

import numpy
import pytest

from optional import library

library("scipy")

from accord.bench.analysis.statistics.pair import (  # noqa: E402
    Standing,
    pair,
    standing,
)
from accord.bench.analysis.statistics.sample import Sample  # noqa: E402

LIMIT = 10.0
Solved = tuple[int, int, int]  # puzzles solved, asked in vain, and not asked


def sample(*rows: list[float]) -> Sample:
    """Times of two solvers; inf was not solved, and NaN not asked."""
    values = numpy.array(rows)
    cut, asked = numpy.isinf(values), ~numpy.isnan(values)
    puzzles = tuple(f"p{place}" for place in range(values.shape[1]))
    values = numpy.where(cut, LIMIT, values)
    return Sample(("one", "other"), puzzles, "wall", LIMIT, values, cut, asked)


def times(solved: int, unsolved: int, not_asked: int, turn: int) -> list[float]:
    """Times that are as often above those of the other solver as below."""
    quick = [1.0 + 0.5 * ((place + turn) % 2) for place in range(solved)]
    return [*quick, *[numpy.inf] * unsolved, *[nan] * not_asked]


@pytest.mark.parametrize(
    ("one", "other", "tests", "found"),
    [
        ((29, 0, 0), (29, 0, 0), 1, "not distinguishable"),
        ((27, 2, 0), (29, 0, 0), 1, "not distinguishable"),
        ((3, 8, 18), (26, 3, 0), 1, "different"),
        ((8, 3, 0), (11, 0, 0), 1, "solves fewer"),
        (
            (11, 0, 18),
            (26, 3, 0),
            1,
            "solves fewer",
        ),  # as quick on all 11, and not asked 15 it would need
        ((26, 3, 0), (11, 0, 18), 1, "solves more"),
        (
            (11, 0, 18),
            (12, 17, 0),
            1,
            "too few puzzles",
        ),  # they solved as many, but 18 of 29 are not common
        ((5, 0, 0), (5, 0, 0), 1, "too few puzzles"),  # 2 / 2^5 is above 0.05
        ((6, 0, 0), (6, 0, 0), 1, "not distinguishable"),
        ((6, 0, 0), (6, 0, 0), 10, "too few puzzles"),  # corrected for ten pairs
        ((3, 26, 0), (3, 26, 0), 1, "too few puzzles"),  # what neither solved tells nothing
    ],
)
def test_alike_are_those_of_whom_it_could_have_been_otherwise(
    one: Solved, other: Solved, tests: int, found: Standing
) -> None:
    both = sample(times(*one, turn=0), times(*other, turn=1))
    assert standing(both, pair(both, "one", "other"), tests) == found
