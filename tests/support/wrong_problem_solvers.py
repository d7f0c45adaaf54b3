"""Deliberately wrong solvers of problems: each reads one kind of constraint otherwise than it is.

Each tries every assignment, and is wrong in one way only.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.problem import Problem, Solution
from accord.solvers.budget import Budget


def honest(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Every assignment that satisfies all constraints."""
    for values in product(*problem.domains):
        if not any(problem.violations(values)):
            yield values


def misreading(
    read: Callable[[Constraint], Constraint | None],
) -> Callable[[Problem, Budget], Iterator[Solution]]:
    """One that solves the problem with other constraints, where `read` makes others of them."""

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        read_as = [read(each) for each in problem.constraints]
        yield from honest(Problem(problem.domains, [each for each in read_as if each]), budget)

    return solve


def _without_tables(constraint: Constraint) -> Constraint | None:
    return None if isinstance(constraint, Table) else constraint


def _less_or_equal(constraint: Constraint) -> Constraint:
    if isinstance(constraint, Linear) and constraint.operator == "<":
        return replace(constraint, operator="<=")
    return constraint


def _without_stars(constraint: Constraint) -> Constraint:
    if isinstance(constraint, Table):
        return replace(constraint, tuples=tuple(t for t in constraint.tuples if STAR not in t))
    return constraint


def _each_variable_once(constraint: Constraint) -> Constraint:
    if isinstance(constraint, Linear):
        weights = dict(zip(constraint.scope, constraint.coefficients, strict=True))
        return as_read(
            Linear, (*weights,), constraint.operator, constraint.right, (*weights.values(),)
        )
    return constraint


def _in_eight_bits(constraint: Constraint) -> Constraint:
    if isinstance(constraint, Linear):
        wrapped = tuple((weight + 128) % 256 - 128 for weight in constraint.coefficients)
        return replace(constraint, coefficients=wrapped)
    return constraint


def ignores_tables(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from misreading(_without_tables)(problem, budget)


def reads_less_as_at_most(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from misreading(_less_or_equal)(problem, budget)


def drops_stars(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from misreading(_without_stars)(problem, budget)


def forgets_that_a_variable_occurs_twice(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from misreading(_each_variable_once)(problem, budget)


def wraps_large_numbers(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from misreading(_in_eight_bits)(problem, budget)


def repeats_what_a_fresh_variable_tells_apart(
    problem: Problem, budget: Budget
) -> Iterator[Solution]:
    for values in honest(problem, budget):
        yield from [values] * 2  # as if a variable of its own had two values


def leaves_a_variable_out(problem: Problem, budget: Budget) -> Iterator[Solution]:
    for values in honest(problem, budget):
        yield values[:-1]


def yields_fractions(problem: Problem, budget: Budget) -> Iterator[Solution]:
    for values in honest(problem, budget):
        yield tuple(value + 0.5 for value in values)  # type: ignore[misc]


def has_no_solution(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from ()


def ignores_constraints(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from product(*problem.domains)
