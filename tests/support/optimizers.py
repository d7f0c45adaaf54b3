"""Solvers that are asked for the best solution: an honest one, and liars of every kind.

Each tries all assignments in their order.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, product

from accord.puzzles import Problem, Solution
from accord.puzzles.objective import Sense
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget, GaveUpError

Solve = Callable[[Problem, Budget], Iterator[Solution]]


def _valid(problem: Problem) -> Iterator[Solution]:
    every = product(*problem.domains)
    return (values for values in every if not any(problem.violations(values)))


def _improving(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Each solution that is better than all before."""
    goal, best = problem.goal, None
    assert goal is not None
    for values in _valid(problem):
        value = goal.value(values)
        if best is None or goal.is_better(value, best):
            best = value
            yield values


def _best(problem: Problem, worse: int) -> int:
    """The best value, and so much worse; better, where that is negative."""
    goal = problem.goal
    assert goal is not None
    best = goal.best(map(goal.value, _valid(problem)))
    assert isinstance(best, int)
    return best + (worse if goal.sense == "minimize" else -worse)


def honest(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from _improving(problem, budget)


def honest_with_bounds(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims a weak bound, the best one at the end, and does not end."""
    budget.bound(_best(problem, -3))
    yield from _improving(problem, budget)
    budget.bound(_best(problem, 0))
    raise GaveUpError("of its own accord")


def weak_bound(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Finds one solution, claims a bound that is 3 off, and gives up."""
    yield next(_valid(problem))
    budget.bound(_best(problem, -3))
    raise GaveUpError("of its own accord")


def false_bound_alone(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims that nothing is better than the second best value, and has no solution."""
    budget.bound(_best(problem, 1))
    raise GaveUpError("of its own accord")
    yield


def slow(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Finds one solution, and no other in time."""
    yield next(_valid(problem))
    time.sleep(3600)


def stops_early(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims that its first solution is the best."""
    yield next(_valid(problem))


def no_better(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Takes every solution for a better one."""
    yield from _valid(problem)


def other_sense(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Reads minimize as maximize."""
    assert problem.goal is not None
    other: dict[str, Sense] = {"minimize": "maximize", "maximize": "minimize"}
    goal = replace(problem.goal, sense=other[problem.goal.sense])
    domains, names = problem.domains, problem.names
    yield from _improving(Problem(domains, problem.constraints, names, objective=goal), budget)


def bounds_too_well(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims a bound that a solution of its own is better than."""
    budget.bound(_best(problem, 1))
    yield from _improving(problem, budget)


def repeats(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Yields one solution for ever."""
    first = next(_valid(problem))
    while True:
        yield first


def alternates(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Improves for ever, from one solution to another and back."""
    both = [*_improving(problem, budget)][-2:]
    while True:
        yield from both


def breaks(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Has the best value, of an assignment that is no solution."""
    goal, best = problem.goal, _best(problem, 0)
    assert goal is not None
    yield next(
        values
        for values in product(*problem.domains)
        if goal.value(values) == best and any(problem.violations(values))
    )


def bounds_late(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims after its best solution that nothing is better than a worse value."""
    yield from _improving(problem, budget)
    budget.bound(_best(problem, 1))
    raise GaveUpError("of its own accord")


def withholds(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims the right bound, and that the solution before its last is the best."""
    *_, last, _ = _improving(problem, budget)
    budget.bound(_best(problem, 0))
    yield last


def gets_worse(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Goes on from its best solution to its first one."""
    first, *others = _improving(problem, budget)
    yield from (*others, first)


def proves_late(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Claims that its first solution is the best when its time is over."""
    yield next(_valid(problem))
    time.sleep(budget.seconds_left() + 0.2)


def stamps_early(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Sets the clock back for its last solution, and forth again."""
    *_, last = _improving(problem, budget)
    time.sleep(2.5)
    budget.enter("decode")
    total, budget.total = budget.total, budget.total._replace(wall=0.1)
    yield last
    budget.total = total


def _where(is_right: Callable[[str], bool]) -> Solve:
    """One that takes its first solution for the best where the terms of the objective say so."""

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        found = _improving(problem, budget)
        yield from found if is_right(repr(problem.objective)) else islice(found, 1)

    return solve


def finds_none(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from ()


PLANTED = {  # what fuzzing finds by one relation alone
    "knows_no_seven": _where(lambda said: "7" not in said),
    "knows_no_minus": _where(lambda said: "neg" not in said),
}


def _backend(solve: Solve, name: str) -> Backend:
    return Backend(solve, name, name, "other", problems=True, optimizes="objective")


_ALL = (
    *(honest, honest_with_bounds, slow, stops_early, no_better, other_sense, bounds_too_well),
    *(repeats, finds_none, weak_bound, false_bound_alone, alternates, breaks, bounds_late),
    *(withholds, gets_worse, proves_late, stamps_early),
)
SOLVERS = {
    name: _backend(solve, name)
    for name, solve in ({each.__name__: each for each in _ALL} | PLANTED).items()
}
globals().update({f"{name}_solver": backend for name, backend in SOLVERS.items()})
