"""The search that is the same for all: nodes are equal where propagation cannot differ."""

from itertools import combinations
from random import Random

import pytest

from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.solvers.budget import Budget
from accord.solvers.registry import backends, select

DECLARED = {name: each.same_search for name, each in backends().items() if each.same_search}
OURS = "backtracking-mrv"


def disequal(random: Random, variables: int) -> list[Constraint]:
    """Disequalities of three of five pairs."""
    pairs = combinations(range(variables), 2)
    return [Linear(pair, "!=", 0, (1, -1)) for pair in pairs if random.random() < 0.6]


def all_different(random: Random, variables: int) -> list[Constraint]:
    """A few that overlap, of two variables or more."""
    sizes = [random.randint(2, variables) for _ in range(random.randint(1, 3))]
    return [AllDifferent(tuple(random.sample(range(variables), size))) for size in sizes]


def problem(seed: int) -> Problem:
    random = Random(seed)
    variables = random.randint(2, 6)
    domains = [random.sample(range(1, 6), random.randint(1, 4)) for _ in range(variables)]
    return Problem(domains, (disequal, all_different)[seed % 2](random, variables))


def counted(name: str, problem: Problem, limit: int | None) -> tuple[int, int]:
    """Solutions and nodes."""
    chosen, budget = select(f"{name}:{DECLARED[name]}"), Budget(limit=limit)
    found = 0
    for _ in chosen.backend.grids(problem, budget, chosen.settings):
        found += 1
        if found == limit:
            break
    return found, budget.spent["nodes"]


@pytest.mark.parametrize("name", sorted({*DECLARED} - {OURS}))
def test_nodes_are_equal_where_propagation_cannot_differ(name: str) -> None:
    sizes = set()
    for seed in range(24):
        for limit in (1, None):
            ours = counted(OURS, problem(seed), limit)
            assert counted(name, problem(seed), limit) == ours, (seed, limit)
            sizes.add(ours)
    assert len(sizes) > 15  # roots that fail, roots that are solutions, and trees


@pytest.mark.parametrize(
    ("variables", "values", "nodes"),
    [
        (1, 3, (2, 5)),  # the root and x = 1; then x != 1, x = 2 and x != 2, which is x = 3
        (3, 3, (3, 11)),  # 6 solutions are the leaves of a binary tree, with 5 nodes above them
        (4, 3, (1, 1)),  # four pigeons in three holes: the root fails
    ],
)
def test_a_node_is_the_root_or_a_branch_failed_or_not(
    variables: int, values: int, nodes: tuple[int, int]
) -> None:
    pigeons = Problem([range(values)] * variables, [AllDifferent(tuple(range(variables)))])
    assert tuple(counted(OURS, pigeons, limit)[1] for limit in (1, None)) == nodes


def test_those_who_have_it_are_these() -> None:
    assert {*DECLARED} == {"backtracking-mrv", "choco", "minizinc"}
