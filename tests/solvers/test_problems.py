"""Every solver that takes problems finds the solutions that trying all assignments finds."""

from functools import cache

import pytest

from accord.bench.generation.random_problems import KINDS, random_problem, solutions_by_trying
from accord.encodings.model import UnsupportedError
from accord.puzzles.problem import Problem, Solution
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from optional import REQUIRED

TAKING = sorted(name for name, each in backends().items() if each.posts or each.problems)
SEEDS = range(24)


@cache
def asked(kind: str, seed: int) -> tuple[Problem, set[Solution]]:
    problem = random_problem(seed, kind)
    return problem, solutions_by_trying(problem)


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("solver", TAKING)
def test_a_solver_finds_what_trying_everything_finds(solver: str, kind: str) -> None:
    backend = backends()[solver]
    if backend.missing and not REQUIRED:
        pytest.skip(backend.missing)
    assert not backend.missing
    answered = 0
    for seed in SEEDS:
        problem, expected = asked(kind, seed)
        try:
            found = answer(backend, problem, limit=None)
        except UnsupportedError:
            continue
        assert (set(found.solutions), found.exhausted) == (expected, True), (seed, problem)
        assert len(found.solutions) == len(expected)
        answered += 1
    assert answered > len(SEEDS) / 2
