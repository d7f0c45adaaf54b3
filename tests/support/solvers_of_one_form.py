"""Deliberately wrong solvers that lose solutions in some forms of a problem only.

Each yields nothing but solutions, so that nothing is wrong with an answer alone: it takes another
form of the problem, of which the number of solutions is related, to find out.
"""

from collections.abc import Callable, Iterator

from accord.puzzles.problem import Problem, Solution
from accord.solvers.budget import Budget
from wrong_problem_solvers import honest


def _where(is_right: Callable[[Problem], bool], problem: Problem) -> Iterator[Solution]:
    if is_right(problem):
        yield from honest(problem, Budget())


def needs_variables_in_alphabetical_order(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from _where(lambda each: [*each.names] == sorted(each.names), problem)


def knows_no_negative_values(problem: Problem, budget: Budget) -> Iterator[Solution]:
    for values in honest(problem, budget):
        if min(values, default=0) >= 0:
            yield values


def takes_two_constraints_at_most(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from _where(lambda each: len(each.constraints) < 3, problem)


def needs_a_constraint(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from _where(lambda each: bool(each.constraints), problem)


def needs_several_values(problem: Problem, budget: Budget) -> Iterator[Solution]:
    def is_right(each: Problem) -> bool:  # whatever stands beside it
        both = zip(each.names, each.domains, strict=True)
        return min(len(domain) for name, domain in both if "~" not in name) > 1

    yield from _where(is_right, problem)


def takes_twenty_variables_at_most(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from _where(lambda each: len(each.domains) <= 20, problem)
