"""Times of which some are only known to be longer: quantiles, as far as they are known.

A run that was not solved within the limit would have taken longer, but not known how much: it is
*right-censored*.  The share of puzzles that is not solved by a time is estimated as Kaplan and
Meier do ("Nonparametric estimation from incomplete observations", JASA 1958), and a quantile is the
least time by which that share of the puzzles is solved.  It is None where it lies beyond the limit.
Its interval holds the times at which the interval of the curve contains the quantile (Brookmeyer
and Crowley, "A confidence interval for the median survival time", Biometrics 1982; scipy's, on the
scale of log(-log)); its upper end is None where it lies beyond the limit.

A crash, a run out of memory, a wrong answer or giving up is censored at the limit too, and not when
it happened: docs/explanation/statistics.md says why.  The mean is not known if any time is not; the
*restricted* mean is: that of min(time, limit), the area below the curve up to the limit.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray
from scipy import stats

from accord.bench.analysis.statistics.sample import Sample

QUANTILES = (0.5, 0.9)
CONFIDENCE = 0.95
ROUNDING = 1e-9  # of products of shares

Numbers = NDArray[numpy.float64]


@dataclass(frozen=True)
class Quantile:
    """The time by which a share of the puzzles is solved.  None lies beyond the limit."""

    share: float
    time: float | None  # seconds
    low: float | None  # of its interval
    high: float | None


@dataclass(frozen=True)
class Censored:
    """The distribution of a solver's times, in seconds, as far as it is known."""

    quantiles: tuple[Quantile, ...]
    mean: float | None  # None if it cannot be known
    restricted_mean: float | None  # of min(time, limit)


def censored(sample: Sample, solver: str, shares: Sequence[float] = QUANTILES) -> Censored | None:
    """The times of a solver on the puzzles it was asked; None of a counter, or of no puzzles."""
    place = sample.place(solver)
    known = sample.known[place]
    if sample.limit is None or not known.any():
        return None
    cut, times = sample.cut[place, known], ends(sample, place)[known]
    mean = None if cut.any() else float(times.mean())
    restricted = float(times.clip(max=sample.limit).mean())
    return Censored(quantiles(times, cut, shares), mean, restricted)


def ends(sample: Sample, place: int) -> Numbers:
    """Seconds at which a solver solved each puzzle, or at which it is censored."""
    times: Numbers = sample.values[place]
    if sample.measure != "wall" or sample.limit is None:
        return times
    return numpy.where(sample.cut[place], times.clip(min=sample.limit), times)


def quantiles(
    times: Numbers, cut: NDArray[numpy.bool_], shares: Sequence[float] = QUANTILES
) -> tuple[Quantile, ...]:
    """Quantiles with their intervals.

    Args:
        times: in seconds, at least one.
        cut: which of them are only known to be longer.
        shares: of the quantiles, between 0 and 1.
    """
    if cut.all():
        return tuple(Quantile(share, None, None, None) for share in shares)
    curve = stats.ecdf(stats.CensoredData.right_censored(times, cut)).sf
    with warnings.catch_warnings():  # undefined where the curve is 1 or 0, which is looked after
        warnings.simplefilter("ignore", RuntimeWarning)
        interval = curve.confidence_interval(CONFIDENCE, method="log-log")
    points, left = curve.quantiles, curve.probabilities
    low = _filled(interval.low.probabilities, left, 0.0)
    high = _filled(interval.high.probabilities, left, 1.0)
    return tuple(
        Quantile(share, *(_reached(points, line, 1 - share) for line in (left, low, high)))
        for share in shares
    )


def _filled(line: Numbers, curve: Numbers, ignorance: float) -> Numbers:
    """The end of an interval, where it is not defined that of all that is possible."""
    return numpy.where(numpy.isnan(line), numpy.where(curve >= 1, 1.0, ignorance), line)


def _reached(points: Numbers, line: Numbers, level: float) -> float | None:
    """The first time at which a falling line is down to a level."""
    below = line <= level + ROUNDING
    return float(points[below.argmax()]) if below.any() else None
