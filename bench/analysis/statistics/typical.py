"""The typical ratio, on most puzzles whatever the rare ones are like; Wilcoxon's signed-rank test.

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

The test is exact for few differences, also where some of them are tied.  Of differences the
absolute values are ranked; under the hypothesis that positive and negative ones are alike, each
rank is as likely to have one sign as the other (Wilcoxon, "Individual comparisons by ranking
methods", Biometrics Bulletin 1945).  Zeros are ranked and then left out (Pratt, JASA 1959).  The
sums that 2^n choices of signs give are counted by adding one rank after the other: twice a rank is
a whole number even where ties share one.

SciPy has this for ranks without ties; with them it takes the normal approximation, whose p-values
end where many pairs of solvers need them: 17 differences of one sign, 9 of them tied, are 2e-4 by
it and 1.5e-5 in truth.  Comparisons under a limit have ties wherever two runs were cut.  Beyond
EXACT differences the approximation is good and SciPy's is taken.
"""

from functools import lru_cache
from math import ceil, nan, sqrt

import numpy
from numpy.typing import NDArray
from scipy import stats

EXACT = 50  # differences that are not zero
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


def signed_rank(differences: NDArray[numpy.float64]) -> tuple[float, float]:
    """The two-sided p-value, and the rank-biserial correlation.

    Args:
        differences: any number of them, finite.

    Returns:
        The p-value; and from -1, where all differences are negative, to 1 (Kerby, "The simple
        difference formula", Comprehensive Psychology 2014).
    """
    ranks = stats.rankdata(numpy.abs(differences))[differences != 0]
    signs = differences[differences != 0]
    if not len(signs):
        return 1.0, 0.0
    above, below = float(ranks[signs > 0].sum()), float(ranks[signs < 0].sum())
    effect = (above - below) / (above + below)
    if len(signs) > EXACT:
        found = stats.wilcoxon(differences, zero_method="pratt", method="asymptotic")
        return float(found.pvalue), effect
    return _exact(ranks, min(above, below)), effect


def _exact(ranks: NDArray[numpy.float64], least: float) -> float:
    """How likely the smaller sum is this small or smaller, on either side."""
    return min(1.0, 2 * float(sums_of_ranks(ranks)[: 1 + round(2 * least)].sum()))


def sums_of_ranks(ranks: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
    """How likely each sum of positive ranks is, if signs are chance: the places are twice a sum."""
    doubled = numpy.rint(2 * ranks).astype(int)
    chances = numpy.zeros(1 + doubled.sum())
    chances[0] = 1.0
    for rank in doubled:
        chances = (chances + numpy.roll(chances, rank)) / 2  # nothing reaches the end too early
    return chances
