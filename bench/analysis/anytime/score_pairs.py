"""Pairs of solvers by a score: their mean difference, and whether that is more than chance.

The interval of the mean is that of the symmetric bootstrap-t over problems, the test Wilcoxon's
signed-rank test with ties (both in statistics/pair.py), and the p-values of all pairs are corrected
together (Holm).  Two solvers are different where interval and test say so.  A score that depends on
who else takes part is no figure of two solvers alone, and has no pairs.
"""

from dataclasses import dataclass, replace
from itertools import combinations

import numpy

from accord.bench.analysis.anytime.scoreboard import ScoreColumn
from accord.bench.analysis.statistics.pair import SIGNIFICANT, holm, interval
from accord.bench.analysis.statistics.typical import signed_rank
from accord.bench.campaigns.folder import CampaignError


@dataclass(frozen=True)
class ScorePair:
    """Two solvers, and by how much the score of the first is above that of the other."""

    solver: str
    other: str
    problems: int  # on which the score is defined
    difference: float  # mean over the problems, in the unit of the score
    low: float  # of its interval
    high: float
    p: float
    p_holm: float
    standing: str  # different, not distinguishable, too few problems


def score_pairs(solvers: tuple[str, ...], column: ScoreColumn) -> tuple[ScorePair, ...]:
    """Every pair of solvers by a score, each once.

    Raises:
        CampaignError: the score is of all who take part, or a median.
    """
    if column.score.relative or column.score.combine != "mean":
        why = "depends on who else takes part" if column.score.relative else "is a median"
        raise CampaignError(
            f"found the score {column.score.heading!r}, which {why}, expected a mean of a solver's "
            "own runs, as integral"
        )
    figures = column.figures[:, ~numpy.isnan(column.figures).any(axis=0)]
    number = figures.shape[1]
    found = []
    for one, other in combinations(range(len(solvers)), 2):
        apart = figures[one] - figures[other]
        p, _ = signed_rank(apart)
        mean = float(apart.mean()) if number else numpy.nan
        ends = interval(apart)
        found.append(ScorePair(solvers[one], solvers[other], number, mean, *ends, p, p, ""))
    corrected = holm([each.p for each in found])
    return tuple(
        replace(each, p_holm=p, standing=_standing(replace(each, p_holm=p), len(found)))
        for each, p in zip(found, corrected, strict=True)
    )


def _standing(pair: ScorePair, tests: int) -> str:
    if pair.p_holm < SIGNIFICANT and not pair.low <= 0 <= pair.high:
        return "different"
    least = tests * 2.0 ** (1 - pair.problems)  # that p can be
    return "not distinguishable" if least < SIGNIFICANT else "too few problems"
