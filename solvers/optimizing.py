"""Asking for the best solution: what all backends share that minimise or maximise a variable.

Such a backend is asked a problem whose objective is one variable (puzzles/optimization.py).  It
yields solutions, each better than its last, and returns when it has proved that none is better.

An objective of several values, compared as words in a dictionary (lex), is asked for one value at a
time: the best first value; with that fixed the best second one; and so on.  This is the method that
is called preemptive in goal programming, and any backend that finds the best of one variable has
it.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from math import ceil, floor

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Objective, Sense
from accord.puzzles.optimization import goal_of
from accord.puzzles.problem import Problem, Solution
from accord.solvers.budget import Budget
from accord.solvers.interface import as_iterator

FARTHEST_BOUND = 1e9  # in floating point: beyond it nothing is claimed
SLACK = 1e-6  # by which such a bound may be wrong, as a share of it where that is more
Solve = Callable[[Problem, Budget], Iterator[Solution]]


def improving(solve: Solve, problem: Problem, posed: Problem, budget: Budget) -> Iterator[Solution]:
    """The solutions of a problem, each better than the last, by a solver of one variable.

    Args:
        solve: of a problem whose objective is a variable, with its settings.
        problem: what was asked.
        posed: the problem with the value of its objective in variables.
        budget: of all that the solver is asked.

    Raises:
        TypeError: it is no generator.
    """
    goal, number = goal_of(posed), len(problem.domains)
    parts = _lexicographic if goal.measure == "lex" else _single
    with closing(parts(solve, posed, budget)) as found:
        for solution in found:
            yield problem.solution(solution[:number])


def variable_of(problem: Problem) -> int:
    """The number of the variable that is the objective of a problem that a backend is asked."""
    (term,) = goal_of(problem).terms
    assert isinstance(term, Variable)
    return term.number


def only_better(
    solutions: Iterator[Solution], problem: Problem, budget: Budget
) -> Iterator[Solution]:
    """The solutions that are better than all before; the others are dropped and counted.

    For a library that goes on from equal solutions, or worse ones.
    """
    goal, best = goal_of(problem), None
    for solution in solutions:
        value = goal.value(solution)
        if best is None or goal.is_better(value, best):
            best = value
            yield solution
        else:
            budget.spend(dropped=1)


def whole_bound(bound: float, sense: Sense) -> int | None:
    """The whole number that a bound in floating point claims, of an objective with whole values.

    It is rounded by less than a solver of linear programs may be wrong.  None: it claims none.
    """
    if not abs(bound) <= FARTHEST_BOUND:
        return None
    slack = SLACK * max(1.0, abs(bound))
    return ceil(bound - slack) if sense == "minimize" else floor(bound + slack)


def _single(solve: Solve, posed: Problem, budget: Budget) -> Generator[Solution, None, None]:
    """The solutions of a problem with one variable as its objective."""
    yield from as_iterator(solve(posed, budget))


def _lexicographic(solve: Solve, posed: Problem, budget: Budget) -> Generator[Solution, None, None]:
    """The solutions of a problem with several variables as its objective, one after another."""
    goal = goal_of(posed)
    values = [term.number for term in goal.terms if isinstance(term, Variable)]
    ideal = [_ideal(goal, Domain.of(posed.domains[each])) for each in values]
    fixed: list[Constraint] = []
    last: Solution | None = None
    for place, variable in enumerate(values):
        known = [] if last is None else [last[each] for each in values[:place]]
        found_before = [] if last is None else [last[variable]]
        budget.value_of = partial(_with_ideal, goal, known, found_before, ideal[place + 1 :])
        asked = [*fixed]
        if last is not None:
            better: Comparison = "<" if goal.sense == "minimize" else ">"
            asked.append(Linear((variable,), better, last[variable]))
        part = Objective(goal.sense, (Variable(variable),))
        with closing(_single(solve, _beside(posed, asked, part), budget)) as found:
            for solution in found:
                last = solution
                yield solution
        if last is None:
            return
        budget.bound(last[variable])
        fixed.append(Linear((variable,), "=", last[variable]))


def _ideal(goal: Objective, domain: Domain) -> int:
    """The best value of a domain; of an empty one any."""
    if not domain:
        return 0
    return domain.min if goal.sense == "minimize" else domain.max


def _with_ideal(
    goal: Objective, known: list[int], found: list[int], ideal: list[int], value: int
) -> tuple[int, ...]:
    """The bound of all values from that of one: those before it are known, the rest ideal.

    What was found before stays: a solver is asked for better ones alone, and there may be none.
    """
    values = [value, *found]
    return (*known, min(values) if goal.sense == "minimize" else max(values), *ideal)


def _beside(problem: Problem, constraints: list[Constraint], goal: Objective) -> Problem:
    """The problem with more constraints, and another objective."""
    return Problem(
        problem.domains, [*problem.constraints, *constraints], problem.names, objective=goal
    )
