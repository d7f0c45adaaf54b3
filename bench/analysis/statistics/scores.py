"""Scores: one figure for each solver, of which unsolved puzzles are a part.

    score    of a puzzle                                      of a solver
    ------   ----------------------------------------------   ----------------------------------
    solved   1 if the median run solved it                    sum
    PAR-2    its median time; 2 x limit if it did not         mean over the puzzles it was asked
    PAR-10   its median time; 10 x limit if it did not        the same
    Borda    for each other solver what it scores by it       sum

PAR stands for penalised average runtime (Hutter, Hoos, Leyton-Brown, Stuetzle, "ParamILS", JAIR
2009).  A puzzle counts once, with the median of its runs.  Counters have no limit, and so no PAR.

Borda is the complete score of the MiniZinc Challenge (rules of 2020, "Assessment"), without its
rounding down to seconds.  A solver that solved a puzzle which another did not scores 1 by that one;
if both did, they share the 1 by their times, t' / (t + t'), and equally if both are 0; a solver
that did not solve it, or cannot be asked it, scores 0.  What these scores are good for:
docs/explanation/statistics.md.

A solver with a wrong answer is disqualified, as in the SAT Competition and SMT-COMP (rules of
2024): what it got right it may have got right by luck, and its times are those of another task.
"""

from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.statistics.sample import Campaign, Sample
from accord.bench.analysis.table import par as mean_penalised

Numbers = NDArray[numpy.float64]


@dataclass(frozen=True)
class Tally:
    """The numbers of puzzles that a solver was asked, solved and answered wrongly."""

    solver: str
    puzzles: int  # that it was asked
    solved: int  # of them; the median run
    wrong: int  # of them; any run


def tallies(sample: Sample, refuted: dict[str, int]) -> list[Tally]:
    """The tallies of the solvers of a sample.

    Args:
        sample: of a campaign.
        refuted: for each of its solvers on how many puzzles it was refuted.
    """
    rows = zip(sample.solvers, sample.asked, sample.solved, strict=True)
    return [
        Tally(solver, int(asked.sum()), int(solved.sum()), refuted[solver])
        for solver, asked, solved in rows
    ]


def penalised(sample: Sample, factor: float) -> Numbers:
    """Seconds of each solver on each puzzle, unsolved ones as so many limits; NaN if not asked.

    Args:
        sample: of a time.
        factor: of the limit.
    """
    if sample.limit is None:
        raise ValueError(f"{sample.measure} has no limit, expected a time")
    seconds = numpy.where(sample.cut, factor * sample.limit, sample.values)
    return numpy.where(sample.asked, seconds, numpy.nan)


def par(sample: Sample, factor: float = 2) -> tuple[float | None, ...]:
    """PAR of each solver, in seconds; None of a counter, of no puzzle, or of an unknown time."""
    if sample.limit is None:
        return (None,) * len(sample.solvers)
    rows = zip(sample.values, sample.cut, sample.asked, strict=True)
    return tuple(
        mean_penalised(times[asked], cut[asked], sample.limit, factor) for times, cut, asked in rows
    )


def borda(sample: Sample) -> Numbers:
    """The Borda score of each solver on each puzzle, against all others."""
    values, solved = sample.values, sample.solved
    points = numpy.zeros(values.shape)
    for mine in range(len(sample.solvers)):
        both, sums = solved & solved[mine], values + values[mine]
        shares = numpy.full(values.shape, 0.5)
        numpy.divide(values, sums, out=shares, where=both & (sums > 0))
        scores = numpy.where(solved[mine] & ~solved, 1.0, numpy.where(both, shares, 0.0))
        points[mine] = scores.sum(axis=0) - scores[mine]
    return points


def unsolved_by_all(sample: Sample) -> int:
    """The number of puzzles that were asked and not solved."""
    return int((sample.asked.any(axis=0) & ~sample.solved.any(axis=0)).sum())


def wrong(campaign: Campaign) -> dict[str, int]:
    """For each solver on how many puzzles it was refuted."""
    counts = dict(campaign.base.execute(_WRONG).fetchall())
    return {solver: counts.get(place, 0) for place, solver in enumerate(campaign.solvers)}


_WRONG = """
SELECT solver, count(DISTINCT place) FROM narrow WHERE category = 'wrong' GROUP BY solver
"""
