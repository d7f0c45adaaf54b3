"""The typical ratio: what a pair is like on most puzzles, whatever the rare ones are like.

The estimate of Hodges and Lehmann ("Estimates of location based on rank tests", Annals of
Mathematical Statistics 1963): the median of all Walsh averages, the means of two of the logarithms
(or of one with itself).  Its interval holds the values that Wilcoxon's signed-rank test does not
reject: between the k-th Walsh average from below and the k-th from above, where k comes from the
exact distribution of the test (Hollander, Wolfe and Chicken, "Nonparametric statistical methods",
2014, section 3.3); beyond EXACT numbers from its normal approximation.

One puzzle in twenty that takes twenty times as long moves a mean by 16 %, and a sample of twenty
lacks it one time in three: no interval for a mean can know of it.  It moves the typical ratio by
3 %, and its interval holds the truth as often as it says, of few puzzles too
(tools/prove.py; docs/explanation/statistics.md).
"""

from functools import lru_cache
from math import ceil, nan, sqrt

import numpy
from numpy.typing import NDArray
from scipy import stats

from accord.bench.analysis.statistics.signed_rank import EXACT, sums_of_ranks

MOST = 1000  # numbers of which all Walsh averages are made: half a million
PRECISION = 1e-9  # of a Walsh average of more numbers

Numbers = NDArray[numpy.float64]


def typical(logs: Numbers, confidence: float) -> tuple[float, float, float]:
    """The Hodges-Lehmann estimate with its interval.

    Args:
        logs: numbers, of any length.
        confidence: between 0 and 1.

    Returns:
        The estimate and the ends of its interval; NaN where one number is not known, or there are
        too few of them for any interval: of 95 % for 6.
    """
    number = len(logs)
    if not number or not numpy.isfinite(logs).all():
        return nan, nan, nan
    walsh = number * (number + 1) // 2
    least = rejected(number, confidence)
    middles = [(walsh + 1) // 2, walsh // 2 + 1]
    ends = [least, walsh + 1 - least] if least else []
    middle, middle_too, *found = _averages(numpy.sort(logs), middles + ends)
    low, high = found or (nan, nan)
    return (middle + middle_too) / 2, low, high


@lru_cache
def rejected(number: int, confidence: float) -> int:
    """How many Walsh averages of so many numbers are outside the interval, on either side, and one.

    The test rejects a value on one side where at most so many less one of them are beyond it; 0
    where it rejects none.
    """
    tail = (1 - confidence) / 2
    if number <= EXACT:
        chances = sums_of_ranks(numpy.arange(1, number + 1, dtype=float))[::2]
        return int((chances.cumsum() <= tail).sum())
    mean = number * (number + 1) / 4
    error = sqrt(mean * (2 * number + 1) / 6)
    return ceil(mean + float(stats.norm.ppf(tail)) * error)


def _averages(ordered: Numbers, places: list[int]) -> list[float]:
    """The Walsh averages in these places of their order, from 1 on."""
    if len(ordered) <= MOST:
        rows, columns = numpy.triu_indices(len(ordered))
        averages = numpy.sort((ordered[rows] + ordered[columns]) / 2)
        return [float(averages[place - 1]) for place in places]
    return [_bisected(ordered, place) for place in places]


def _bisected(ordered: Numbers, place: int) -> float:
    """The Walsh average at a place of their order, to PRECISION, found by bisection."""
    low, high = float(ordered[0]), float(ordered[-1])
    while high - low > PRECISION:
        middle = (low + high) / 2
        pairs = int(numpy.searchsorted(ordered, 2 * middle - ordered, side="right").sum())
        alone = int(numpy.searchsorted(ordered, middle, side="right"))
        low, high = (low, middle) if (pairs + alone) // 2 >= place else (middle, high)
    return high
