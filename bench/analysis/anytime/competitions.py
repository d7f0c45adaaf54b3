"""Scores of competitions: the points of all solvers on one problem, by the text of the rules.

MiniZinc Challenge (rules of 2026, "Assessment"): what a solver does within the limit, MiniZinc's
compiler included.  The time used is in whole seconds, rounded down; `exact` leaves it as measured.

    complete    for each other solver 1 if the answer is better, 0 if it is worse, else the share
                t' / (t + t') of the times used, 0.5 where both are 0.  Better is: solved, and the
                other not; optimal, and the other not; of better quality.  0 if it is not solved.
    incomplete  the same without "optimal"; where there is an objective, equals share 0.5
    area        0.25 t(1) + 0.5 sum q(i-1) (t(i) - t(i-1)) / (UB - LB + 1) + 0.25 used, in seconds,
                over the n solutions of a run; without an objective or a solution the time used.
                UB is the worst first value of all solvers, LB the best of all.  Less is better.

What that text leaves open: here q(0) is UB and t(0) is 0, maximised values are negated, a run
without a solution or a proof has the limit, and t(i) is not rounded.  With a constant added to the
objective the area is another; not so `area_above`, which has q - LB in place of q.

XCSP3 competition (proceedings of 2024, Audemard, Lecoutre and Lonca): 1 for a proof; 1 for the best
value of all where nobody has a proof, and 0.5 where somebody has; else 0.

MaxSAT Evaluation, incomplete track: (1 + the best known cost) / (1 + the cost), 0 without a
solution; for costs of 0 and more that are minimised.
"""

from collections.abc import Callable
from dataclasses import replace
from math import floor, nan

from accord.bench.analysis.anytime.histories import Contested, History

Points = dict[str, float]  # by solver; NaN where a score is not defined


def complete(problem: Contested, *, exact: bool = False) -> Points:
    """The complete score of the MiniZinc Challenge."""
    entered = _with_compiler(problem)

    def is_better(run: History, other: History) -> bool:
        return _is_better(entered, run, other) or (run.proved and not other.proved)

    return _borda(entered, is_better, lambda run, other: _share(run, other, exact=exact))


def incomplete(problem: Contested, *, exact: bool = False) -> Points:
    """The incomplete score of the MiniZinc Challenge."""
    entered = _with_compiler(problem)

    def shared(run: History, other: History) -> float:
        return _share(run, other, exact=exact) if problem.goal is None else 0.5

    return _borda(entered, lambda run, other: _is_better(entered, run, other), shared)


def area(problem: Contested, *, exact: bool = False, above: bool = False) -> Points:
    """The area score of the MiniZinc Challenge, in seconds; `above` measures from LB."""
    entered = _with_compiler(problem)
    if problem.goal is not None and not problem.has_numbers:
        return dict.fromkeys(problem.runs, nan)
    sign = -1 if problem.goal is not None and problem.goal.sense == "maximize" else 1
    found = {  # seconds, and a value that is the less the better
        solver: [(at, sign * value) for at, value in run.found if isinstance(value, int)]
        for solver, run in entered.runs.items()
    }
    worst = max((values[0][1] for values in found.values() if values), default=0)
    best = min((values[-1][1] for values in found.values() if values), default=0)
    points = {}
    for solver, run in entered.runs.items():
        used = run.ended if exact else floor(run.ended)
        points[solver] = float(used if run.solved else problem.limit)
        if values := found[solver]:
            total, last, quality = 0.0, 0.0, worst
            for at, value in values:
                total += (quality - best * above) * (at - last)
                last, quality = at, value
            steps = total / (worst - best + 1)
            points[solver] = 0.25 * values[0][0] + 0.5 * steps + 0.25 * used
    return points


def xcsp3(problem: Contested) -> Points:
    """The points of the XCSP3 competition."""
    is_proved = any(run.proved for run in problem.runs.values())

    def points(run: History) -> float:
        if run.proved:
            return 1.0
        is_best = not any(
            problem.is_better(other.value, run.value) for other in problem.runs.values()
        )
        return (0.5 if is_proved else 1.0) * (run.solved and is_best)

    return {solver: points(run) for solver, run in problem.runs.items()}


def maxsat(problem: Contested) -> Points:
    """The score of the incomplete track of the MaxSAT Evaluation."""
    costs = {solver: run.value for solver, run in problem.runs.items()}
    least, goal = problem.best, problem.goal
    if goal is None or goal.sense != "minimize" or not isinstance(least, int) or least < 0:
        return dict.fromkeys(costs, nan)
    return {
        solver: (1 + least) / (1 + cost) if isinstance(cost, int) else 0.0
        for solver, cost in costs.items()
    }


def _with_compiler(problem: Contested) -> Contested:
    """The problem with runs that begin with MiniZinc's compiler and end at the limit."""

    def entered(run: History) -> History:
        found = tuple((run.compiled + at, value) for at, value in run.found)
        late = replace(run, ended=run.compiled + run.ended, found=found)
        return late.until(problem.limit)

    return replace(problem, runs={solver: entered(run) for solver, run in problem.runs.items()})


def _is_better(problem: Contested, run: History, other: History) -> bool:
    """Whether an answer is better than another, proofs aside."""
    return (run.solved and not other.solved) or problem.is_better(run.value, other.value)


def _share(run: History, other: History, *, exact: bool) -> float:
    own, others = ((each.ended if exact else floor(each.ended)) for each in (run, other))
    return others / (own + others) if own + others else 0.5


def _borda(
    problem: Contested,
    is_better: Callable[[History, History], bool],
    shared: Callable[[History, History], float],
) -> Points:
    """Points of each solver by all others: 1 if it is better, a share if neither is."""

    def points(run: History, other: History) -> float:
        if not run.solved or is_better(other, run):
            return 0.0
        return 1.0 if is_better(run, other) else shared(run, other)

    return {
        solver: sum(points(run, other) for name, other in problem.runs.items() if name != solver)
        for solver, run in problem.runs.items()
    }
