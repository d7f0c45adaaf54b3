"""A pair of solvers: how much slower one is than the other, and whether that is more than chance.

The figure is the geometric mean, over the puzzles both were asked, of the ratio of their times, cut
at the limit.  Ratios of counters are of one more than the count, as a count may be 0 (Achterberg's
shifted geometric mean: "Constraint integer programming", TU Berlin 2007).  Its interval is that of
the symmetric studentised bootstrap over puzzles, bootstrap-t (Efron, "Nonparametric standard errors
and confidence intervals", Canadian Journal of Statistics 1981; Hall, "On symmetric bootstrap
confidence intervals", JRSS B 1988), at most WIDEST times Student's.  The test is Wilcoxon's
signed-rank test on the logarithms; a puzzle that only one solved has the largest difference, one
that neither did is a tie, and ties keep their ranks (Pratt, "Remarks on zeros and ties in the
Wilcoxon signed rank procedures", JASA 1959).  The p-values of all pairs are corrected together
(Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics
1979).

A mean depends on puzzles that the sample may lack: of a kind that makes up 3 in n of all puzzles a
sample of n lacks every one with a probability of 5 % (Hanley and Lippman-Hand, "If nothing goes
wrong, is everything all right?", JAMA 1983).  So beside it stands the typical ratio
(bench/analysis/statistics/typical.py), over the puzzles that one of the two solved; and while
3 in n unseen puzzles, as far out as the farthest seen or as the limit allows, could move the mean
by more than its interval is wide, that of the typical ratio has to agree before a pair is called
different: it is if interval and test say so.
What was measured of these and of other intervals: docs/explanation/statistics.md.

How two solvers stand to each other is `standing`: different, alike, or neither can be said.  A test
that finds no difference says little.  Two solvers are called alike only where a difference could
have been found, and where neither solves many more puzzles than the other:

    standing               of two solvers
    --------------------   ----------------------------------------------------------------------
    different              interval and corrected test say so
    too few puzzles        no times whatever could make them different: on n puzzles that one of
                           them solved p is at least 2 / 2^n, before it is corrected; or less than
                           half of the puzzles that one of them was asked are common to both
    solves fewer           the solver solves fewer by more than a tenth: of the puzzles that both
                           were asked, or of all puzzles, one that it was not asked being unsolved
    solves more            the other does
    not distinguishable    anything else

The two halves of the third rule are needed: a solver that was asked 11 of 29 puzzles and solved
them all is not the equal of one that solved 26, and one that solved 3 of these 11 not of one that
solved 9.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, inf, isnan, log, nan, sqrt
from typing import Literal

import numpy
from numpy.typing import NDArray
from scipy import stats

from accord.bench.analysis.statistics.sample import Sample, resampled
from accord.bench.analysis.statistics.typical import signed_rank, typical
from accord.bench.analysis.table import bound
from accord.bench.judge.steps import ShowStep, not_shown, stepwise

UNSEEN = 3  # puzzles of a rare kind, of as many as there are, that a sample may lack
MANY = 1000  # puzzles: from here on by Student
SAME = 1e-12  # differences of logarithms that are none
WIDEST = 2.0  # times Student's interval
ENDLESS = 700.0  # a logarithm whose number is about the largest; of two puzzles it may be more
REACHED = 1e-8  # differences of typical logarithms that are none
REVERSED = {">=": "<=", "<=": ">="}  # bounds, with the solvers exchanged
SHORTEST = 1e-9  # seconds: no clock measures less
CONFIDENCE = 0.95
SIGNIFICANT = 0.05

Numbers = NDArray[numpy.float64]


@dataclass(frozen=True)
class Pair:
    """The comparison of two solvers on the puzzles that both were asked."""

    solver: str
    other: str
    puzzles: int
    ratio: float  # of the solver to the other: above 1 it is slower; NaN where it cannot be known
    low: float  # of the interval; NaN where it cannot be known
    high: float
    bound: str  # what the cut runs make of it: "", ">=", "<=", or "~" where it is open both ways
    wins: int  # puzzles on which the solver is the faster
    losses: int
    ties: int
    p: float  # of Wilcoxon's test
    p_holm: float  # corrected for the number of pairs it stands among
    effect: float  # matched-pairs rank-biserial correlation, -1 to 1: above 0 the solver is slower
    typical: float = nan  # Hodges-Lehmann, over the puzzles that one of the two solved
    typical_low: float = nan
    typical_high: float = nan
    unseen: float = 1.0  # the factor by which puzzles of a rare kind could move the ratio
    typical_bound: str = ""  # as `bound`, of the typical ratio
    failed: int = 0  # puzzles on which a cut figure is that of a run not stopped at the limit

    @property
    def different(self) -> bool:
        """Whether they are distinguishable: interval and corrected test agree that they are.

        Where the ratio is not known, as counters of killed runs are not, the test decides.  Where
        it is doubtful the interval of the typical ratio has to say the same.
        """
        apart = self.p_holm < SIGNIFICANT and not self.low <= 1 <= self.high
        end = self.typical_low if self.slower else 1 / self.typical_high
        return apart and (end > 1 or not self.doubtful)

    @property
    def slower(self) -> bool:
        """Whether the solver is the slower one: by the mean, or by ranks where that is unknown."""
        return self.effect > 0 if isnan(self.ratio) else self.ratio > 1

    @property
    def doubtful(self) -> bool:
        """Whether unseen puzzles could move the ratio by more than its interval is wide."""
        return self.unseen * self.low > self.high

    @property
    def moved(self) -> tuple[float, float]:
        """The interval of the ratio; where it is doubtful with what unseen puzzles could do."""
        return widened(self.low, self.high, self.unseen)

    @property
    def reversed(self) -> "Pair":
        """This comparison with the solvers exchanged."""
        return replace(
            self,
            solver=self.other,
            other=self.solver,
            ratio=_inverse(self.ratio),
            low=_inverse(self.high),
            high=_inverse(self.low),
            bound=REVERSED.get(self.bound, self.bound),
            wins=self.losses,
            losses=self.wins,
            effect=-self.effect,
            typical=_inverse(self.typical),
            typical_low=_inverse(self.typical_high),
            typical_high=_inverse(self.typical_low),
            typical_bound=REVERSED.get(self.typical_bound, self.typical_bound),
        )


def widened(low: float, high: float, unseen: float) -> tuple[float, float]:
    """An interval with what unseen puzzles could do, if that is more than it is wide."""
    by = unseen if unseen * low > high else 1.0
    return low / by, high * by


def _inverse(ratio: float) -> float:
    return 1 / ratio if ratio else inf


def pairs(
    sample: Sample, confidence: float = CONFIDENCE, steps: ShowStep = not_shown
) -> tuple[Pair, ...]:
    """Every pair of the sample's solvers, each once, with p-values corrected for their number."""
    every = stepwise("comparing pairs of solvers", [*combinations(sample.solvers, 2)], steps)
    found = [pair(sample, one, other, confidence) for one, other in every]
    corrected = holm([each.p for each in found])
    return tuple(replace(each, p_holm=p) for each, p in zip(found, corrected, strict=True))


def pair(sample: Sample, solver: str, other: str, confidence: float = CONFIDENCE) -> Pair:
    """Two solvers of a sample; the p-value is not corrected."""
    one, two = sample.place(solver), sample.place(other)
    both = sample.known[one] & sample.known[two]
    cut, cut_too = sample.cut[one, both], sample.cut[two, both]
    stopped, stopped_too = sample.stopped[one, both], sample.stopped[two, both]
    logs = ratios(sample, solver, other)
    signs = signed(logs, cut, cut_too)
    low, high = interval(logs, confidence)
    p, effect = signed_rank(signs)
    one_solved = ~(cut & cut_too)
    estimate, *ends = typical(logs[one_solved], confidence)
    return Pair(
        *(solver, other, int(both.sum())),
        *(exp(logs.mean()) if len(logs) else nan, exp(low), exp(min(high, ENDLESS))),
        bound=bound(stopped.any(), stopped_too.any()),
        wins=int((signs < 0).sum()),
        losses=int((signs > 0).sum()),
        ties=int((signs == 0).sum()),
        p=p,
        p_holm=p,
        effect=effect,
        typical=exp(estimate),
        typical_low=exp(ends[0]),
        typical_high=exp(ends[1]),
        unseen=unseen(sample, one, two),
        typical_bound=_typical_bound(
            logs[one_solved], stopped[one_solved], stopped_too[one_solved], estimate, confidence
        ),
        failed=int(((cut & ~stopped) | (cut_too & ~stopped_too)).sum()),
    )


def _typical_bound(
    logs: Numbers,
    stopped: NDArray[numpy.bool_],
    stopped_too: NDArray[numpy.bool_],
    estimate: float,
    confidence: float,
) -> str:
    """The sign of the typical ratio where stopped runs make it a bound; empty where few do not.

    Each ratio of one is taken to its end; the estimate grows with every one of them.
    """
    ends = [
        typical(numpy.where(which, end, logs), confidence)[0] if which.any() else estimate
        for which, end in ((stopped, ENDLESS), (stopped_too, -ENDLESS))
    ]
    return bound(ends[0] > estimate + REACHED, ends[1] < estimate - REACHED)


def unseen(sample: Sample, one: int, two: int) -> float:
    """The factor by which 3 in n puzzles that are not among the n could move the ratio.

    Each is taken to be as far out as the farthest seen, or as the limit allows: one solver takes
    its mean time, the other is cut.  Of counters, which have no limit, only the first is known.

    Args:
        sample: of at least two solvers.
        one: the place of a solver.
        two: that of the other.
    """
    both = sample.known[one] & sample.known[two]
    mine, others = (_logarithms(sample, place, both) for place in (one, two))
    logs = mine - others
    if not len(logs) or not numpy.isfinite(logs).all():
        return 1.0
    far = [float(logs.min()), float(logs.max())]
    if sample.limit is not None:
        most = log(sample.limit)
        far += [float(mine.mean()) - most, most - float(others.mean())]
    return exp(min(1.0, UNSEEN / len(logs)) * max(abs(each - logs.mean()) for each in far))


def ratios(sample: Sample, solver: str, other: str) -> Numbers:
    """Logarithms of the ratio of a solver to another on each puzzle where both are known."""
    one, two = sample.place(solver), sample.place(other)
    both = sample.known[one] & sample.known[two]
    return _logarithms(sample, one, both) - _logarithms(sample, two, both)


def _logarithms(sample: Sample, place: int, which: NDArray[numpy.bool_]) -> Numbers:
    """The logarithms of a solver's values; of counts, of one more."""
    values = sample.values[place, which]
    counts = sample.limit is None
    logs: Numbers = numpy.log(values + 1 if counts else numpy.maximum(values, SHORTEST))
    return logs


def signed(logs: Numbers, cut: NDArray[numpy.bool_], cut_too: NDArray[numpy.bool_]) -> Numbers:
    """Differences to be ranked: one-sided ones are the largest, and of two unsolved runs none."""
    known = numpy.abs(logs[numpy.isfinite(logs)])
    largest = 1 + known.max(initial=0.0)
    found = numpy.where(cut & cut_too, 0.0, logs)
    return numpy.where(cut == cut_too, found, numpy.where(cut, largest, -largest))


def interval(logs: Numbers, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The confidence interval of the mean of a sample.

    Args:
        logs: numbers, of any length.
        confidence: between 0 and 1.

    Returns:
        Its ends; NaN where there are fewer than two numbers, or one is not known.
    """
    number = len(logs)
    if number < 2 or not numpy.isfinite(logs).all():
        return nan, nan
    mean, error = float(logs.mean()), float(logs.std(ddof=1)) / sqrt(number)
    if numpy.ptp(logs) < SAME:
        return mean, mean
    far = float(stats.t.ppf((1 + confidence) / 2, number - 1))
    if number < MANY:
        off = numpy.quantile(deviations(logs), confidence, method="inverted_cdf")
        far = min(float(off), WIDEST * far)
    return mean - far * error, mean + far * error


def deviations(logs: Numbers) -> Numbers:
    """The distance of each resample's mean from the sample's, in its standard errors.

    Infinite, or 0, for a resample that has no spread.
    """
    number = len(logs)
    centred = (logs - logs.mean()) / numpy.ptp(logs)
    means, squares = (resampled(number) @ numpy.array([centred, centred**2]).T / number).T
    variances = squares - means**2
    errors = numpy.sqrt(numpy.where(variances > SAME, variances, 0.0) / (number - 1))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        off: Numbers = numpy.abs(means / errors)
    return numpy.where(numpy.isnan(off) | (numpy.abs(means) < SAME), 0.0, off)


def holm(values: Sequence[float]) -> list[float]:
    """P-values corrected for their number."""
    corrected = [1.0] * len(values)
    most = 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        most = max(most, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = most
    return corrected


MOST = 0.1  # of the puzzles, by which the numbers solved of two that are alike may differ

Standing = Literal[
    "different", "too few puzzles", "solves fewer", "solves more", "not distinguishable"
]


def standing(sample: Sample, pair: Pair, tests: int) -> Standing:
    """The standing of the first of a pair to the second.

    Args:
        sample: with both; of a clock, where the pair is of a counter on some of its puzzles.
        pair: of its solvers, corrected.
        tests: the number of pairs it was corrected for.
    """
    if pair.different:
        return "different"
    rows = [sample.place(pair.solver), sample.place(pair.other)]
    asked, solved, cut = sample.asked[rows], sample.solved[rows], sample.cut[rows]
    both = sample.known[rows].all(axis=0)
    common, telling = int(both.sum()), int((both & ~cut.all(axis=0)).sum())
    telling = min(telling, pair.puzzles)
    if tests * 2.0 ** (1 - telling) >= SIGNIFICANT:
        return "too few puzzles"
    for where, puzzles in ((both, common), (slice(None), len(sample.puzzles))):
        one, other = (int(row[where].sum()) for row in solved)
        if abs(one - other) > MOST * puzzles:
            return "solves fewer" if one < other else "solves more"
    few = 2 * common < asked.sum(axis=1).max()
    return "too few puzzles" if few else "not distinguishable"
