"""Ranks: the order of the solvers on each puzzle, whatever the differences.

On each puzzle that all were asked the fastest has rank 1; ties share the mean of their ranks, and
all that have not solved it are tied behind all that have.  Friedman's test asks whether the mean
ranks differ by more than chance ("The use of ranks to avoid the assumption of normality implicit in
the analysis of variance", JASA 1937).

A critical-difference diagram (Demsar, "Statistical comparisons of classifiers over
multiple data sets", JMLR 2006) puts the solvers on a line by their mean ranks and joins by a bar
each group within which no two are distinguishable.  Demsar uses Nemenyi's test on mean ranks for
that; but then whether A differs from B depends on the other solvers.  So here it is
Wilcoxon's signed-rank test of each pair with Holm's correction (Benavoli, Corani, Mangili, "Should
we really use post-hoc tests based on mean-ranks?", JMLR 2016), and as everywhere the interval of
the ratio has to agree: what is joined here is what is called alike of the pair (pair.py).
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray
from scipy import stats

from accord.bench.analysis.statistics.pair import Pair, standing
from accord.bench.analysis.statistics.sample import Sample

FEWEST = 3  # solvers for Friedman's test: of two it is the sign test


@dataclass(frozen=True)
class Ranks:
    """The ranks of a sample's solvers."""

    puzzles: int  # that all were asked
    mean: tuple[float | None, ...]  # of each solver; None without such puzzles
    statistic: float | None  # Friedman's chi squared; None for fewer than FEWEST solvers
    p: float | None
    groups: tuple[tuple[str, ...], ...]  # bars of the diagram: by mean rank, at least two solvers


def ranks(sample: Sample, pairs: Sequence[Pair]) -> Ranks:
    """The ranks of the solvers of a sample.

    Args:
        sample: of at least one solver.
        pairs: every pair of its solvers, corrected together.
    """
    costs = comparable(sample)
    number = costs.shape[1]
    if not number:
        return Ranks(0, (None,) * len(sample.solvers), None, None, ())
    means = stats.rankdata(costs, axis=0).mean(axis=1)
    statistic, p = _friedman(costs)
    alike = {
        frozenset((each.solver, each.other))
        for each in pairs
        if standing(sample, each, len(pairs)) == "not distinguishable"
    }
    groups = _groups(sample.solvers, means, alike)
    return Ranks(number, tuple(map(float, means)), statistic, p, groups)


def comparable(sample: Sample) -> NDArray[numpy.float64]:
    """The figures to be ranked, infinite where unsolved, on the puzzles where all have one."""
    costs = numpy.where(sample.cut, numpy.inf, sample.values)
    return costs[:, sample.known.all(axis=0)]


def _friedman(costs: NDArray[numpy.float64]) -> tuple[float | None, float | None]:
    """The statistic and p-value of Friedman's test."""
    if len(costs) < FEWEST:
        return None, None
    if (costs == costs[0]).all():  # nothing but ties
        return 0.0, 1.0
    found = stats.friedmanchisquare(*costs)
    return float(found.statistic), float(found.pvalue)


def _groups(
    solvers: Sequence[str], means: NDArray[numpy.float64], alike: Set[frozenset[str]]
) -> tuple[tuple[str, ...], ...]:
    """Largest runs of neighbours in mean rank of which every two are alike."""
    order = [solvers[place] for place in numpy.argsort(means, kind="stable")]
    groups: list[tuple[str, ...]] = []
    reached = 0  # how far the groups so far go
    for start in range(len(order)):
        end = start + 1
        while end < len(order) and all(
            frozenset((order[end], member)) in alike for member in order[start:end]
        ):
            end += 1
        if end - start > 1 and end > reached:
            groups.append(tuple(order[start:end]))
            reached = end
    return tuple(groups)
