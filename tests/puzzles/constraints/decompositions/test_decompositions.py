"""A decomposition means what `holds` means: one extension for each solution, none for others."""

from itertools import product

import pytest

from accord.bench.generation.random_problems import KINDS, random_problem, solutions_by_trying
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import decompose
from accord.puzzles.constraints.decompositions.expression import largest
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem

MOST = 20_000  # assignments of the fresh variables that are tried
SEEDS = range(60)


def extensions(problem: Problem, constraint: Constraint) -> dict[tuple[int, ...], int]:
    """For each assignment of the problem's variables how many extensions satisfy the parts."""
    fresh = Fresh(problem.domains)
    parts = [*decompose(constraint, fresh)]
    own = len(problem.domains)
    number = 1
    for domain in fresh.domains[own:]:
        number *= len(domain)
    if number > MOST:
        pytest.skip(f"{number:,} assignments of fresh variables")
    whole = Problem(fresh.domains, parts)
    found: dict[tuple[int, ...], int] = {}
    for values in product(*fresh.domains):
        if not any(whole.violations(values)):
            found[values[:own]] = found.get(values[:own], 0) + 1
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_solution_has_one_extension_and_nothing_else_has_any(kind: str) -> None:
    tried = 0
    for seed in SEEDS:
        problem = random_problem(seed, kind)
        constraint = problem.constraints[0]
        alone = Problem(problem.domains, [constraint])
        try:
            found = extensions(alone, constraint)
        except pytest.skip.Exception:
            continue
        assert found == dict.fromkeys(solutions_by_trying(alone), 1), (seed, constraint)
        tried += 1
    assert tried > len(SEEDS) / 4


@pytest.mark.parametrize("operator", ["add", "mul"])
def test_the_bounds_of_many_operands_are_found_two_at_a_time(operator: str) -> None:
    fresh = Fresh([range(-1, 2)] * 60)
    term = Operation(operator, tuple(map(Variable, range(60))))
    assert largest(term, fresh) == (60 if operator == "add" else 1)
