"""Projection: a solver is asked for solutions that differ in the shown variables.

Of a problem that hides some of its variables (`Problem.shown`), solutions with the same shown
values are one.  An enumeration of all variables would yield such a solution once for each way to
choose the hidden values, 2**40 times where 40 of them are 0 or 1.  So a solver is asked for one
solution, then for one with other shown values, which a constraint says, and so on, each time from
the beginning: what it spends adds up.  A backend that forbids its solutions itself does the same
within one search (`Backend.projects`), over the shown variables alone.

Where the hidden variables have one value at most once the shown ones have theirs, an enumeration
repeats nothing (`are_determined`).
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from itertools import chain
from typing import Any

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import variables_of
from accord.puzzles.derived_problems import forbidding
from accord.puzzles.problem import Problem, Solution
from accord.solvers.interface import Budget, GaveUpError, as_iterator


def one_by_one(
    solve: Callable[[Problem], Iterator[Any]], problem: Problem, budget: Budget
) -> Iterator[Any]:
    """The solutions of a solver that is asked for one at a time, until there are no others.

    Args:
        solve: asks it; its claims are those of every solver.
        problem: hides some of its variables.
        budget: of all that is asked.

    Raises:
        GaveUpError: it gave up, or yields what it was not to yield.
    """
    found: dict[Solution, None] = {}  # by shown values
    while (values := _first(solve, forbidding(problem, found), budget)) is not None:
        yield values[0]
        shown = problem.projected(problem.solution(values[0]))
        if len(values[0]) != len(problem.domains) or shown in found:
            raise GaveUpError("it yielded what had been forbidden, or values that are no solution")
        if not shown:
            return
        found[shown] = None


def _first(
    solve: Callable[[Problem], Iterator[Any]], problem: Problem, budget: Budget
) -> tuple[Any] | None:
    """What the solver yields first; None where it claims that there is nothing."""
    limit, spent = budget.limit, Counter(budget.spent)
    budget.limit = 1
    budget.spent.clear()  # some solvers set their counters and do not add to them
    stream: Iterator[Any] | None = None
    try:
        stream = as_iterator(solve(problem))
        for values in stream:
            return (values,)
        return None
    finally:
        if isinstance(stream, Generator):
            stream.close()
        budget.limit = limit
        budget.spent.update(spent)


def with_one_forbidden(problem: Problem) -> Problem:
    """The problem of a second question of `one_by_one`, if each variable has its least value.

    It shows what else the solver has to be able to post.
    """
    if not (problem.shown and all(problem.domains)):
        return problem
    return forbidding(problem, [problem.projected(tuple(map(min, problem.domains)))])


DEFINING = (Linear, Element, Expression)
ROUNDS = 10  # of reading the constraints in their order


def are_determined(problem: Problem) -> bool:
    """Whether constraints define every hidden variable by shown ones; may miss that they do."""
    known = {*problem.shown, *(x for x, domain in enumerate(problem.domains) if len(domain) < 2)}
    defining = [each for each in problem.constraints if isinstance(each, DEFINING)]
    for _ in range(ROUNDS):
        before = len(known)
        for each in defining:
            known.update([*_defined(each, known)])
        if len(known) in (before, len(problem.domains)):
            break
    return len(known) == len(problem.domains)


def _defined(constraint: Constraint, known: set[int]) -> Iterator[int]:
    """The variable that has one value at most once the known ones have theirs."""
    if isinstance(constraint, Linear) and constraint.operator == "=":
        unknown = [variable for variable in constraint.weights if variable not in known]
        yield from unknown if len(unknown) == 1 else ()
    elif isinstance(constraint, Element) and isinstance(constraint.value, Variable):
        value = constraint.value.number
        if constraint.scope.count(value) == 1 and {*constraint.scope} - known <= {value}:
            yield value
    elif isinstance(constraint, Expression) and constraint.term.operator == "eq":
        operands = constraint.term.operands
        for place, side in enumerate(operands):
            others = chain.from_iterable(
                map(variables_of, operands[:place] + operands[place + 1 :])
            )
            if isinstance(side, Variable) and known.issuperset(others):
                yield side.number
