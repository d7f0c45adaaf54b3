"""A decomposition means what `holds` means: one extension for each solution, none for others."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import prod

import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh, decompose
from accord.puzzles.constraints.decompositions.expression import largest
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem, Solution
from brute_force import solutions_by_trying

MOST = 50_000  # assignments of the fresh variables
SEEDS = range(60)


def satisfying(domains: Sequence[Collection[int]], parts: list[Constraint]) -> Iterator[Solution]:
    """All assignments that do; a part is tried as soon as its variables have values."""
    due = [
        [each for each in parts if max(each.scope, default=-1) == v - 1]
        for v in range(len(domains) + 1)
    ]

    def extended(values: Solution) -> Iterator[Solution]:
        if not all(each.holds([values[v] for v in each.scope]) for each in due[len(values)]):
            return
        if len(values) == len(domains):
            yield values
            return
        for value in domains[len(values)]:
            yield from extended((*values, value))

    return extended(())


def extensions(alone: Problem) -> Counter[Solution] | None:
    """How many extensions each assignment has; None where there are too many to try."""
    own, fresh = len(alone.domains), Fresh(alone.domains)
    parts = [part for each in alone.constraints for part in decompose(each, fresh)]
    if prod(map(len, fresh.domains[own:])) > MOST:
        return None
    return Counter(values[:own] for values in satisfying(fresh.domains, parts))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", KINDS)
def test_each_solution_has_one_extension_and_nothing_else_has_any(kind: str) -> None:
    tried = 0
    for seed in SEEDS:
        problem = random_problem(seed, kind)
        alone = Problem(problem.domains, problem.constraints[:1])
        if (found := extensions(alone)) is not None:
            assert found == dict.fromkeys(solutions_by_trying(alone), 1), (seed, alone)
            tried += 1
    assert tried > 0.9 * len(SEEDS)


@pytest.mark.parametrize("operator", ["or", "and", "imp", "xor", "iff", "not", "le", "eq"])
def test_what_is_a_truth_value_has_no_other_value(operator: str) -> None:
    operands = (Variable(0),) if operator == "not" else (Variable(0), Variable(1))
    said = Expression(Operation("eq", (Variable(2), Operation(operator, operands))))
    alone = Problem([(0, 1), (0, 1), (-1, 0, 1, 2)], [said])
    assert extensions(alone) == dict.fromkeys(solutions_by_trying(alone), 1)


@pytest.mark.parametrize("operator", ["add", "mul"])
def test_the_bounds_of_many_operands_are_found_two_at_a_time(operator: str) -> None:
    fresh = Fresh([range(-1, 2)] * 60)
    term = Operation(operator, tuple(map(Variable, range(60))))
    assert largest(term, fresh) == (60 if operator == "add" else 1)
