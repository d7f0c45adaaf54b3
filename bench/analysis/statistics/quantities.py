"""What a ratio of two solvers may be of: times, the typical puzzle, puzzles solved, PAR-2.

Where runs reach the limit the times without one are not known, and so no ratio of them.  Each of
these is known all the same, of a campaign under that limit, and says something else:

    quantity   the ratio is of                             time-outs
    --------   -----------------------------------------   ----------------------------------------
    times      the times cut at the limit, min(time,       count as the limit
               limit): geometric mean over the puzzles
    typical    the same: the median of the means of two    hardly move it while few; puzzles
               puzzles (Hodges-Lehmann)                    that neither solved are left out
    solved     how many puzzles are solved                 are all that counts
    PAR-2      the means over the puzzles                  count as twice the limit

All are over the puzzles that both solvers were asked, and above 1 where the first is better.  What
a longer limit would make of times and of the typical ratio, `bound` says (see `pair`); the others
are about this limit alone.

The intervals of times and of the typical ratio are those of `pair`.  That of the number solved is
made of Wilson's for each share of the puzzles that one of the two solved, by square-and-add on
logarithms (Wilson, "Probable inference, the law of succession, and statistical inference", JASA
1927; Zou and Donner, "Construction of confidence limits about effect measures: a general approach",
Statistics in Medicine 2008).  That of PAR-2 is the symmetric bootstrap-t of the logarithm, with the
standard error of the delta method.  The two means, times and PAR-2, are moved by rare kinds of
puzzles: their intervals have what unseen puzzles could do while that is more than they are wide.
For PAR-2 these are time-outs of one solver, which move one end only: those of a solver that has
many of them already, and so a large mean, hardly move it.
How often all of them hold the truth: tools/prove.py, docs/explanation/statistics.md.
"""

from dataclasses import dataclass
from math import exp, inf, log, nan, sqrt

import numpy
from numpy.typing import NDArray
from scipy import stats

from accord.bench.analysis.statistics.pair import (
    CONFIDENCE,
    ENDLESS,
    MANY,
    UNSEEN,
    Pair,
    widened,
)
from accord.bench.analysis.statistics.sample import Sample, resampled
from accord.bench.analysis.statistics.scores import penalised

QUANTITIES = ("times", "typical", "solved", "PAR-2")
FARTHEST = 1.25  # times Student's interval: that of PAR-2, of which few time-outs are most
OF_TIMES_ONLY = ("solved", "PAR-2")  # and not of counters

Numbers = NDArray[numpy.float64]
Ends = tuple[float, float, float]  # a ratio and its interval


@dataclass(frozen=True)
class Advantage:
    """The factor by which a solver is better than another; what is not known is NaN."""

    quantity: str  # one of QUANTITIES
    puzzles: int  # that both were asked
    solved: tuple[int, int]  # of them, by the solver and by the other
    ratio: float  # above 1 the solver is better
    low: float  # of the interval of the puzzles seen
    high: float
    bound: str = ""  # what the ratio is without a limit: at least (>=), at most (<=), either (~)
    unseen: tuple[float, float] = (1.0, 1.0)  # factors: puzzles of a rare kind could move it by

    @property
    def cut(self) -> bool:
        """Whether a run of either was cut at the limit."""
        return min(self.solved) < self.puzzles

    @property
    def doubtful(self) -> bool:
        """Whether unseen puzzles could move an end by more than the interval is wide."""
        return any(factor * self.low > self.high for factor in self.unseen)

    @property
    def ends(self) -> tuple[float, float]:
        """The interval, an end that is doubtful with what unseen puzzles could do to it."""
        down, up = self.unseen
        return widened(self.low, self.high, down)[0], widened(self.low, self.high, up)[1]


def advantage(
    sample: Sample, found: Pair, quantity: str = "times", confidence: float = CONFIDENCE
) -> Advantage:
    """The factor by which the other solver of a pair is better than the first.

    Nothing is known where neither solved a puzzle.

    Args:
        sample: of a clock; for what is not OF_TIMES_ONLY also of a counter.
        found: two of its solvers, the one that is compared being the `other`.
        quantity: one of QUANTITIES.
        confidence: of the interval, as of that of the pair.
    """
    rows = [sample.place(name) for name in (found.other, found.solver)]
    both = sample.known[rows].all(axis=0)
    solved = ~sample.cut[rows][:, both]
    bound, down, up = "", 1.0, 1.0
    ends: Ends = (nan, nan, nan)
    if not solved.any():
        pass
    elif quantity == "solved":
        ends = _solved(solved, confidence)
    elif quantity == "PAR-2":
        costs = penalised(sample, 2)[rows][:, both]
        ends = _ratio_of_means(costs, confidence)
        farthest = 2 * (sample.limit or nan) / costs.mean(axis=1)  # time-outs of this solver alone
        down, up = map(float, 1 + min(1.0, UNSEEN / found.puzzles) * (farthest - 1))
    elif quantity == "typical":
        ends = (found.typical, found.typical_low, found.typical_high)
        bound = found.typical_bound
    else:
        ends, bound = (found.ratio, found.low, found.high), found.bound
        down = up = found.unseen
    mine, others = map(int, solved.sum(axis=1))
    return Advantage(quantity, found.puzzles, (mine, others), *ends, bound, (down, up))


def _solved(solved: NDArray[numpy.bool_], confidence: float) -> Ends:
    """The ratio of the numbers of puzzles that two solvers solved.

    Args:
        solved: by either, with the shape (2, puzzles); at least one by one of them.
        confidence: of the interval.
    """
    solved = solved[:, solved.any(axis=0)]
    shares, number = solved.mean(axis=1), solved.shape[1]
    if not shares.all():  # one solved none: of one share alone, exact (Clopper and Pearson)
        least = ((1 - confidence) / 2) ** (1 / number)
        return (inf, least / (1 - least), inf) if shares[0] else (0.0, 0.0, (1 - least) / least)
    together = numpy.sqrt(
        ((1 - shares) / shares).prod()
    )  # what one alone solved, the other did not
    below, above = numpy.abs(numpy.log(_wilson(solved, confidence)) - numpy.log(shares))
    middle = log(shares[0] / shares[1])
    low, high = (
        sqrt(one**2 + two**2 + 2 * together * one * two)
        for one, two in ((below[0], above[1]), (above[0], below[1]))
    )
    return exp(middle), exp(middle - low), exp(middle + high)


def _wilson(solved: NDArray[numpy.bool_], confidence: float) -> Numbers:
    """The least and the greatest share of each row: with the shape (2, rows)."""
    tests = (stats.binomtest(int(row.sum()), len(row)) for row in solved)
    return numpy.array([each.proportion_ci(confidence, "wilson") for each in tests]).T


def _ratio_of_means(costs: Numbers, confidence: float) -> Ends:
    """The mean of the second of two rows to that of the first.

    Args:
        costs: with the shape (2, puzzles).
        confidence: of the interval.
    """
    one, two = costs
    number = len(one)
    moments = numpy.array([one, two, one**2, one * two, two**2]).T
    (middle,), (error,) = _logarithms(moments.mean(axis=0)[None], number)
    if number < 2 or not numpy.isfinite(middle):
        return exp(middle), nan, nan
    far = float(stats.t.ppf((1 + confidence) / 2, number - 1))
    if number < MANY and error:
        drawn, errors = _logarithms(resampled(number) @ moments / number, number)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            away = numpy.nan_to_num(numpy.abs(drawn - middle) / errors, nan=0.0, posinf=inf)
        far = min(float(numpy.quantile(away, confidence, method="inverted_cdf")), FARTHEST * far)
    off = far * float(error)
    return exp(middle), exp(middle - off), exp(min(middle + off, ENDLESS))


def _logarithms(moments: Numbers, number: int) -> tuple[Numbers, Numbers]:
    """The logarithms of ratios of two means, with standard errors; the moments as rows."""
    one, two, squares, product, other_squares = moments.T
    variance = squares / one**2 - 2 * product / (one * two) + other_squares / two**2
    errors: Numbers = numpy.sqrt(numpy.where(variance > 1e-12, variance, 0.0) / max(number - 1, 1))
    return numpy.log(two / one), errors
