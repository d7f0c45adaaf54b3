"""Scores of one run by what it found and when, each against the best value that is known.

    gap        of a value x to the best x*: 0 where they are equal, 1 where there is no value or one
               is above 0 and the other below, else |x* - x| / max(|x*|, |x|)
    integral   of the gap over the time up to the limit, divided by the limit
    within     the seconds after which the gap is at most so much; endless where it never is
    penalised  the seconds until it proved its answer; so many limits where it did not

Gap and integral are those of Berthold, "Measuring the impact of primal heuristics" (Operations
Research Letters 2013).  They depend on where 0 is: with a constant added to a cost, gaps are
smaller.  Of an objective that is `lex`, and of a problem without an objective or without a known
solution, the first three are not defined: NaN.
"""

from math import inf, nan

from accord.bench.analysis.anytime.histories import Contested, History
from accord.puzzles.objective import Value


def gap(value: Value | None, best: Value | None) -> float:
    """The gap of a value to the best that is known, from 0 to 1; NaN where it is not defined."""
    if isinstance(value, tuple) or not isinstance(best, int):
        return nan
    if value is None or value * best < 0:
        return 1.0
    return 0.0 if value == best else abs(best - value) / max(abs(best), abs(value))


def gap_at(problem: Contested, run: History, moment: float) -> float:
    """The gap of what a run had found after so many seconds."""
    return gap(run.value_at(moment), problem.best)


def integral(problem: Contested, run: History) -> float:
    """The primal integral of a run up to the limit, divided by it: a mean gap, from 0 to 1."""
    total, last, before = 0.0, 0.0, gap(None, problem.best)
    for at, value in run.found:
        total += (min(at, problem.limit) - last) * before
        last, before = min(at, problem.limit), gap(value, problem.best)
    return (total + (problem.limit - last) * before) / problem.limit


def within(problem: Contested, run: History, share: float) -> float:
    """The seconds after which the gap of a run is at most a share; endless where it never is."""
    if gap(None, problem.best) != 1:
        return nan
    reached = (at for at, value in run.found if gap(value, problem.best) <= share)
    return next(reached, inf)


def penalised(problem: Contested, run: History, factor: float) -> float:
    """The seconds until a run proved its answer; so many limits where it did not."""
    return run.ended if run.proved else factor * problem.limit
