"""Projection: a solver is asked for solutions that differ in the shown variables.

Of a problem that hides some of its variables (`Problem.shown`), solutions with the same shown
values are one.  An enumeration of all variables would yield such a solution once for each way to
choose the hidden values, 2**40 times where 40 of them are 0 or 1.  So a solver is asked for one
solution, then for as many as are known with other shown values, which constraints say, and so on,
each time from the beginning: what it spends adds up.  A backend that forbids its solutions itself
does the same within one search (`Backend.projects`), over the shown variables alone.

Where the hidden variables have one value at most once the shown ones have theirs, an enumeration
repeats nothing (`are_determined`).
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
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

MOST_AT_ONCE = 100  # solutions of one question: these may all have the same shown values


def batch_by_batch(
    solve: Callable[[Problem], Iterator[Any]], problem: Problem, budget: Budget
) -> Iterator[Any]:
    """The solutions of a solver, asked again without those that are known until there are none.

    Some may differ in hidden variables alone: `ask` leaves these out.

    Args:
        solve: asks it; its claims are those of every solver.
        problem: hides some of its variables.
        budget: of all that is asked.

    Raises:
        GaveUpError: it gave up, or yields what it was not to yield.
    """
    found: dict[Solution, None] = {}  # by shown values
    while True:
        number, new = max(1, min(len(found), MOST_AT_ONCE)), list[Solution]()
        asked = forbidding(problem, found)
        with closing(_first(number, partial(solve, asked), budget)) as batch:
            for values in batch:
                yield values
                shown = problem.projected(problem.solution(values))
                if len(values) != len(problem.domains) or shown in found:
                    raise GaveUpError("it yielded what was forbidden, or what is no solution")
                new.append(shown)
        found |= dict.fromkeys(new)
        if len(new) < number or not problem.shown:
            return


def _first(
    number: int, solve: Callable[[], Iterator[Any]], budget: Budget
) -> Generator[Any, None, None]:
    """The first solutions of a solver; fewer only if it claims that there are no more."""
    limit, spent = budget.limit, Counter(budget.spent)
    budget.spent.clear()  # some solvers set their counters and do not add to them
    stream: Iterator[Any] | None = None
    try:
        for _ in range(number):
            budget.limit = number
            try:
                stream = as_iterator(solve()) if stream is None else stream
                values = next(stream)
            except StopIteration:
                return
            finally:
                budget.limit = limit
            yield values
    finally:
        if isinstance(stream, Generator):
            stream.close()
        budget.spent.update(spent)


def with_one_forbidden(problem: Problem) -> Problem:
    """The problem of a second question, if each variable has its least value in the first answer.

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
            known.update([*defined_by(each, known)])
        if len(known) in (before, len(problem.domains)):
            break
    return len(known) == len(problem.domains)


def defined_by(constraint: Constraint, known: set[int]) -> Iterator[int]:
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
