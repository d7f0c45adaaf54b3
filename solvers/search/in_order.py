"""Backtracking on the variables of any problem in their order, by what its constraints mean.

What backtracking_naive.py and backtracking_first.py do with problems that are no plain puzzles.
A constraint is looked at when all its variables have values, an AllDifferent on those that have.
Nothing is inferred.  The counters are those of the two files.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from accord.puzzles import Problem, Solution
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.solvers.interface import Budget
from accord.solvers.search.fillings import fillings
from accord.solvers.search.problem_network import can_hold, refuse_trace
from accord.solvers.search.propagators.posts import MEANING

Values = list[int | None]  # for each variable; None while it is open


def every_value(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Try every value and look at every constraint each time."""

    def choices(values: Values, variable: int) -> Iterator[int]:
        budget.spend(nodes=1)
        for value in sorted(problem.domains[variable]):
            values[variable] = value
            valid = _keeps(values, problem.constraints)
            budget.spend(guesses=1, backtracks=not valid)
            if valid:
                yield value

    yield from _fillings(problem, budget, choices)


def values_that_fit(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Try the values that break no constraint of the variable."""
    constraints_of: list[list[Constraint]] = [[] for _ in problem.domains]
    for constraint in problem.constraints:
        for variable in dict.fromkeys(constraint.scope):
            constraints_of[variable].append(constraint)

    def choices(values: Values, variable: int) -> Iterator[int]:
        fitting = []
        for value in sorted(problem.domains[variable]):
            values[variable] = value
            if _keeps(values, constraints_of[variable]):
                fitting.append(value)
            budget.check_time()
        budget.spend(nodes=1, backtracks=not fitting)
        for value in fitting:
            budget.spend(guesses=len(fitting) > 1)
            yield value

    yield from _fillings(problem, budget, choices)


def _fillings(
    problem: Problem, budget: Budget, choices: Callable[[Values, int], Iterator[int]]
) -> Iterator[Solution]:
    """Every way to give the open variables values, first to last."""
    refuse_trace(budget)
    MEANING.flatten(problem)  # which refuses what is too large
    budget.enter("search")
    if not can_hold(problem):
        return
    values: Values = [next(iter(each)) if len(each) == 1 else None for each in problem.domains]
    if not _keeps(values, problem.constraints):
        return
    yield from fillings(values, partial(choices, values), problem.solution, None)


def _keeps(values: Values, constraints: Sequence[Constraint]) -> bool:
    """Whether the values so far break none of the constraints."""
    for constraint in constraints:
        own = [value for variable in constraint.scope if (value := values[variable]) is not None]
        full = len(own) == len(constraint.scope)
        if (full or isinstance(constraint, AllDifferent)) and not constraint.holds(own):
            return False
    return True
