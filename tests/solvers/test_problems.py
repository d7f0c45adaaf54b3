"""Every solver that takes problems finds the solutions that trying all assignments finds."""

from functools import cache

import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.model import UnsupportedError
from accord.puzzles.problem import Problem, Solution
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from awkward_problems import AWKWARD
from brute_force import solutions_by_trying

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


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("solver", TAKING)
def test_a_solver_finds_what_trying_everything_finds(
    solver: str, kind: str, drawn: int, pytestconfig: pytest.Config
) -> None:
    backend = backends()[solver]
    number = pytestconfig.option.problems
    answered = 0
    for seed in range(drawn, drawn + number):
        problem, expected = asked(kind, seed)
        try:
            found = answer(backend, problem, limit=None)
            assert (set(found.solutions), found.exhausted) == (expected, True)
            assert len(found.solutions) == len(expected)
            answered += 1
        except UnsupportedError:
            continue
        except Exception as error:
            error.add_note(f"--first-problem={seed} --problems=1 repeats it: {problem}")
            raise
    assert answered > number / 2
