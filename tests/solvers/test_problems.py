"""Every solver that takes problems finds the solutions that trying all assignments finds."""

from functools import cache
from random import Random

import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.model import UnsupportedError
from accord.puzzles.problem import Problem, Solution
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.interface import Settings
from accord.solvers.registry import backends
from awkward_problems import AWKWARD
from brute_force import solutions_by_trying
from random_settings import random_settings

TAKING = sorted(
    name
    for name, each in backends().items()
    if (each.posts or each.problems) and each.complete  # others: programs/test_instances.py
)


@cache
def asked(kind: str, seed: int) -> tuple[Problem, set[Solution]]:
    problem = random_problem(seed, kind)
    return problem, solutions_by_trying(problem)


@pytest.mark.parametrize("solver", TAKING)
def test_awkward_problems_are_answered_or_refused_by_name(solver: str) -> None:
    backend = backends()[solver]
    for case, (problem, expected) in AWKWARD.items():
        if case in ("many values", "large values") and backend.unsupported(problem):
            continue
        found = answer(backend, problem, limit=None)
        assert (set(found.solutions), found.exhausted) == (expected, True), case
        assert len(found.solutions) == len(expected), case


def is_answered(backend: Backend, kind: str, seed: int, settings: Settings) -> bool:
    """Whether a problem is answered, and not refused by name; expects what trying finds."""
    problem, expected = asked(kind, seed)
    try:
        found = answer(backend, problem, limit=None, **settings)
        assert (set(found.solutions), found.exhausted) == (expected, True)
        assert len(found.solutions) == len(expected)
    except UnsupportedError:
        return False
    except Exception as error:
        error.add_note(f"--first-problem={seed} --problems=1 repeats it: {settings} {problem}")
        raise
    return True


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("solver", TAKING)
def test_a_solver_finds_what_trying_everything_finds(
    solver: str, kind: str, drawn: int, pytestconfig: pytest.Config
) -> None:
    number = pytestconfig.option.problems
    seeds = range(drawn, drawn + number)
    assert sum(is_answered(backends()[solver], kind, seed, {}) for seed in seeds) > number / 2


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("solver", TAKING)
def test_it_does_so_with_any_settings(
    solver: str, kind: str, drawn: int, pytestconfig: pytest.Config
) -> None:
    number = max(1, pytestconfig.option.problems // 4)
    for seed in range(drawn, drawn + number):
        settings = random_settings(Random(seed), backends()[solver])
        backend = backends()[solver].chosen_by(settings)
        if not backend.missing:  # a program of MiniZinc
            is_answered(backend, kind, seed, settings)
