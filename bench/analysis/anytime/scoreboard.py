"""All scores of a contest by name, and a line for each solver.

A score has a figure of each solver on each problem, the mean over the repetitions; a line has the
sum, the mean or the median over the problems on which the score is defined.  A solver that cannot
be asked a problem has none of it solved, as in a competition.

Scores that are `relative` depend on who else takes part.  Without a solver, others may change their
places: `turned` names them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.anytime import competitions
from accord.bench.analysis.anytime.histories import Contest, Contested, History
from accord.bench.analysis.anytime.quality import gap_at, integral, penalised, within
from accord.bench.analysis.statistics.portfolio import marginal, shapley

MOMENTS = (1.0, 5.0, 20.0)  # seconds after which values are compared, those below the limit
NEAR = 0.01  # a gap
ROUNDING = 1e-9  # of scores, relative
Numbers = NDArray[numpy.float64]


@dataclass(frozen=True)
class Score:
    """A way of scoring: the points of all solvers on a problem, and how a solver's are combined."""

    heading: str
    points: Callable[[Contested], competitions.Points]
    combine: str = "mean"  # sum, mean or median over the problems
    is_less_better: bool = False
    relative: bool = False  # it depends on who else takes part
    unit: str = ""  # s, or a share (%)


@dataclass(frozen=True)
class ScoreColumn:
    """A score with its figures and totals; what is not defined is NaN."""

    score: Score
    figures: Numbers  # with the shape (solvers, problems)
    totals: Numbers  # of each solver
    problems: int  # on which it is defined

    def order(self, one: int, other: int) -> int:
        """-1 where the first solver is before the second, 1 where it is behind, else 0."""
        first, second = self.totals[[one, other]]
        if first == second or abs(first - second) <= ROUNDING * max(abs(first), abs(second)):
            return 0
        return -1 if (first < second) == self.score.is_less_better else 1


@dataclass(frozen=True)
class Scoreboard:
    """The scores of a contest; solvers in its order."""

    contest: Contest
    columns: tuple[ScoreColumn, ...]
    proved: Numbers  # problems that a solver proved its answer of, a mean over repetitions
    found: Numbers  # problems of which it has a solution or proof, likewise

    def column(self, heading: str) -> ScoreColumn:
        """The column with a heading."""
        return next(each for each in self.columns if each.score.heading == heading)


def scores(limit: float, moments: Sequence[float] = MOMENTS, *, exact: bool = False) -> list[Score]:
    """All scores under a time limit.

    Args:
        limit: in seconds.
        moments: seconds after which values are compared; those above the limit are left out, and
            the limit is one of them.
        exact: times of the MiniZinc Challenge are as measured, not whole seconds.
    """
    times = [*(each for each in moments if each < limit), limit]
    own, entrants = Score, partial(Score, relative=True)
    return [
        own("PAR-2", _each(partial(penalised, factor=2)), is_less_better=True, unit="s"),
        *(entrants(f"best {at:g} s", partial(best_at, moment=at), "sum") for at in times),
        *(
            own(f"gap {at:g} s", _each(partial(gap_at, moment=at)), "mean", True, unit="%")
            for at in times
        ),
        own("to 1 %", _each(partial(within, share=NEAR)), "median", True, unit="s"),
        own("integral", _each(integral), "mean", True, unit="%"),
        entrants("marginal", partial(_contribution, marginal), unit="%"),
        entrants("Shapley", partial(_contribution, shapley), unit="%"),
        entrants("complete", partial(competitions.complete, exact=exact), "sum"),
        entrants("incomplete", partial(competitions.incomplete, exact=exact), "sum"),
        entrants("area", partial(competitions.area, exact=exact), "mean", True),
        entrants("area - LB", partial(competitions.area, exact=exact, above=True), "mean", True),
        entrants("XCSP3", competitions.xcsp3, "sum"),
        own("MaxSAT", competitions.maxsat),
    ]


def _each(figure: Callable[[Contested, History], float]) -> Callable[[Contested], dict[str, float]]:
    """A score of single runs as one of all runs on a problem."""
    return lambda problem: {solver: figure(problem, run) for solver, run in problem.runs.items()}


def best_at(problem: Contested, moment: float) -> competitions.Points:
    """1 for the solvers whose value after so many seconds is the best of all, else 0."""
    values = {solver: run.value_at(moment) for solver, run in problem.runs.items()}
    if problem.goal is None:
        return dict.fromkeys(values, numpy.nan)
    best = problem.goal.best(value for value in values.values() if value is not None)
    return {solver: float(value is not None and value == best) for solver, value in values.items()}


def _contribution(share: Callable[[Numbers], Numbers], problem: Contested) -> competitions.Points:
    """The share of each solver in what all have together: 1 less the least integral."""
    solvers = list(problem.runs)
    worth = 1 - numpy.array([[integral(problem, run)] for run in problem.runs.values()])
    if numpy.isnan(worth).any():
        return dict.fromkeys(solvers, numpy.nan)
    return dict(zip(solvers, map(float, share(worth)[:, 0]), strict=True))


def scoreboard(contest: Contest, chosen: Sequence[Score]) -> Scoreboard:
    """The scoreboard of a contest."""
    return Scoreboard(
        contest,
        tuple(_column(contest, score) for score in chosen),
        _figures(contest, _each(lambda _, run: float(run.proved))).sum(axis=1),
        _figures(contest, _each(lambda _, run: float(run.solved))).sum(axis=1),
    )


def _figures(contest: Contest, points: Callable[[Contested], competitions.Points]) -> Numbers:
    """The mean over the repetitions of what each solver has on each problem."""
    figures = numpy.full((len(contest.solvers), len(contest.problems)), numpy.nan)
    for place, rounds in enumerate(contest.problems):
        found = [points(each) for each in rounds]
        for row, solver in enumerate(contest.solvers):
            figures[row, place] = numpy.mean([each[solver] for each in found])
    return figures


def _column(contest: Contest, score: Score) -> ScoreColumn:
    figures = _figures(contest, score.points)
    defined = ~numpy.isnan(figures).any(axis=0)
    combine = getattr(numpy, score.combine)
    totals = (
        combine(figures[:, defined], axis=1)
        if defined.any()
        else numpy.full(len(contest.solvers), numpy.nan)
    )
    return ScoreColumn(score, figures, totals, int(defined.sum()))


def turned(before: Scoreboard, after: Scoreboard) -> Iterator[tuple[str, str, str]]:
    """Pairs of solvers that change their order where others leave: the score, and who is first now.

    Args:
        before: all solvers.
        after: some of them, with the same scores.
    """
    places = [before.contest.solvers.index(each) for each in after.contest.solvers]
    for old, new in zip(before.columns, after.columns, strict=True):
        for one, other in combinations(range(len(places)), 2):
            now = new.order(one, other)
            if now and now == -old.order(places[one], places[other]):
                first, second = (one, other) if now < 0 else (other, one)
                names = after.contest.solvers
                yield new.score.heading, names[first], names[second]
