"""How good solvers are by when: a profile over all problems, and the course of single ones.

The profile is drawn as the distribution of solved puzzles is (curves.py), where a problem counts as
solved when the value is close to the best that is known.  The course of a problem has a step for
each better solution of a solver, the bounds that it claims from the other side as dots, and the
best value as a rule.
"""

from collections.abc import Iterator, Sequence

import altair
import numpy

from accord.bench.analysis.anytime.histories import CERTIFIED, Contest, Contested
from accord.bench.analysis.anytime.quality import integral, within
from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import counted, listed, share
from accord.views.report.figures.curves import (
    HEIGHT,
    LINE,
    NAMED,
    DistributionWords,
    LinearAxis,
    curves,
    ends_of,
    labels_of,
    marks_of,
    shares_by_time,
)
from accord.views.report.figures.figure import (
    COLOURS,
    SECONDS,
    SOFT,
    Figure,
    Row,
    distinguished,
    spec_of,
    ticks,
)

CLOSE = 0.01  # a gap
COURSES = 3  # problems with a figure of their own
EARLIEST = 1e-3  # seconds: where the axis begins at the latest


def quality(contest: Contest, height: int = HEIGHT) -> Figure | None:
    """The share of the problems on which each solver is close to the best value, by time.

    None where no problem has a best value that is a number.
    """
    rounds = [each for each in contest.problems if each[0].has_numbers and each[0].best is not None]
    if not rounds:
        return None
    reached = numpy.array(
        [
            [numpy.median([within(each, each.runs[solver], CLOSE) for each in of]) for of in rounds]
            for solver in contest.solvers
        ]
    )
    cut = ~numpy.isfinite(reached)
    digests = tuple(first.name for first, *_ in rounds)
    values = numpy.where(cut, contest.limit, numpy.maximum(reached, EARLIEST / 10))
    asked = numpy.ones(cut.shape, bool)
    sample = Sample(contest.solvers, digests, "wall", contest.limit, values, cut, asked)
    problems, gap = counted(len(rounds), "problem"), share(CLOSE)
    words = DistributionWords(
        "quality",
        f"Within {gap} of the best, by when",
        f"At each point of the axis below, a line's height is the share of {problems} on which a "
        f"solver's value is within {gap} of the best that is known (the primal gap); a line that "
        "ends below 100 % never came so close on the rest",
        f"within {gap}, of {problems}",
    )
    return shares_by_time(sample, words, height)


def told_apart(contest: Contest) -> list[Contested]:
    """The problems on which the primal integrals of the solvers differ most, at most COURSES."""

    def spread(problem: Contested) -> float:
        found = [integral(problem, run) for run in problem.runs.values()]
        return max(found, default=0) - min(found, default=0)

    firsts = [first for first, *_ in contest.problems if first.has_numbers and first.best]
    return sorted(firsts, key=spread, reverse=True)[:COURSES]


def course(
    problem: Contested, ranked: Sequence[str], number: int, height: int = HEIGHT
) -> Figure | None:
    """What each solver found and claimed of a problem by when; None where nobody found anything.

    Args:
        problem: with an objective whose values are numbers.
        ranked: the solvers, best first.
        number: of the figure.
        height: in pixels.
    """
    solvers = tuple(solver for solver in ranked if problem.runs[solver].found)
    rows = [row for solver in solvers for row in _steps(problem, solver)]
    if not rows or not isinstance(problem.best, int) or problem.goal is None:
        return None
    first = min(row["cost"] for row in rows)
    early = min(max(first, EARLIEST / 10), problem.limit / 2)
    rows = [{**row, "cost": max(row["cost"], early)} for row in rows]
    low, high = _ends(problem, [float(row["value"]) for row in rows])
    claimed = [
        {"solver": solver, "cost": max(at, early), "value": value}
        for solver in solvers
        for at, value in problem.runs[solver].bounds
        if isinstance(value, int) and low <= value <= high
    ]
    scale = altair.Scale(type="log", domain=[early, problem.limit], nice=False)
    axis = altair.Axis(title="wall time", labelExpr=SECONDS, values=ticks(early, problem.limit))
    x = altair.X("cost:Q", axis=axis, scale=scale)
    y = altair.Y(
        "value:Q",
        axis=altair.Axis(title="value", tickMinStep=1),
        scale=altair.Scale(domain=[low, high], nice=False, zero=False),
    )
    ends = ends_of(rows)
    height = max(height, LINE * (len(ends) + 1))  # that names need
    best = altair.Chart(altair.sequence(1)).mark_rule(color=SOFT, strokeDash=[2, 3])
    dots = altair.Chart(altair.NamedData("bounds")).mark_point(size=10, strokeWidth=1)
    chart = altair.layer(
        *curves(solvers, x, y, "step-after"),
        dots.encode(x=x, y=y, color=distinguished(altair.Color, solvers, COLOURS)),
        best.encode(y=altair.datum(problem.best)),
    )
    sense = "least" if problem.goal.sense == "minimize" else "largest"
    is_known = "proved best" if problem.source == CERTIFIED else "best that is known"
    return Figure(
        f"course-{number}",
        f"Values by when: {problem.name}",
        f"Each step is a better solution of a solver; the {sense} value is best; dots are bounds "
        f"that it claims nothing to be beyond; the dotted rule is the {is_known}, {problem.best:,}"
        f"{_silent(problem, solvers)}.",
        spec_of(chart, height),
        {
            "curve": rows,
            "ends": labels_of(ends, "value", problem.limit, LinearAxis(low, high), height),
            "marks": marks_of(rows, solvers),
            "bounds": claimed,
        },
    )


def _ends(problem: Contested, values: list[float]) -> tuple[float, float]:
    """The ends of the upright axis: of values, the best, and bounds that are not far from them."""
    values = [*values, *([float(problem.best)] if isinstance(problem.best, int) else [])]
    span = max(values) - min(values)
    last = [run.bounds[-1][1] for run in problem.runs.values() if run.bounds]
    near = [float(each) for each in last if isinstance(each, int)]
    near = [each for each in near if min(values) - span <= each <= max(values) + span]
    low, high = min([*values, *near]), max([*values, *near])
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _steps(problem: Contested, solver: str) -> Iterator[Row]:
    """The points of a solver's curve, up to where its run ended."""
    run = problem.runs[solver]
    for at, value in run.found:
        yield {"solver": solver, "cost": at, "value": value}
    yield {"solver": solver, "cost": run.ended, "value": run.value}


def _silent(problem: Contested, solvers: tuple[str, ...]) -> str:
    """The words of a caption that name who found nothing."""
    none = listed((solver for solver in problem.runs if solver not in solvers), most=NAMED)
    return f"; no solution: {none}" if none else ""
