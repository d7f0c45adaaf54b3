"""Every solver that takes problems finds the solutions that trying all assignments finds."""

from functools import cache

import pytest

from accord.bench.generation.random_problems import KINDS, random_problem, solutions_by_trying
from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.problem import Problem, Solution
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.registry import backends
from optional import REQUIRED

TAKING = sorted(name for name, each in backends().items() if each.posts or each.problems)
AWKWARD: dict[str, tuple[Problem, set[Solution]]] = {
    "no variables": (Problem([]), {()}),
    "no variables, and a false sum": (Problem([], [Linear((), "=", 1)]), set()),
    "no variables, and a true sum": (Problem([], [Linear((), "<", 1)]), {()}),
    "no constraints": (Problem([[40], [-3, 7]]), {(40, -3), (40, 7)}),
    "a variable without values": (Problem([[1, 2], []]), set()),
    "an element of nothing": (Problem([[0, 1]], [Element((), 0, 0)]), set()),
    "a table of nothing": (Problem([[0, 1]], [Table((0,), ())]), set()),
    "nothing is forbidden": (Problem([[5]], [Table((0,), (), forbidden=True)]), {(5,)}),
    "the empty tuple is allowed": (Problem([[5]], [Table((), ((),))]), {(5,)}),
    "the empty tuple is forbidden": (Problem([[5]], [Table((), ((),), forbidden=True)]), set()),
    "a variable that differs from itself": (Problem([[1, 2]], [AllDifferent((0, 0))]), set()),
    "a sum that one variable cannot be": (
        Problem([[3], [0, 1]], [Linear((0,), "=", 0, (2,)), Linear((0, 1), "<=", 2, (2, 1))]),
        set(),
    ),
    "a sum in a gap": (
        Problem([[1, 10], [1]], [Linear((0, 1), "=", 5), Linear((0, 1), ">=", 1)]),
        set(),
    ),
    "many values": (
        Problem([range(-150, 151)] * 2, [Linear((0, 1), "=", 299), Linear((0,), "<", 150)]),
        {(149, 150)},
    ),
    "large values": (
        Problem([[10**6, 10**6 + 3], [-(10**6), 0]], [Linear((0, 1), "=", 3)]),
        {(10**6 + 3, -(10**6))},
    ),
}


def taking(solver: str) -> Backend:
    backend = backends()[solver]
    if backend.missing and not REQUIRED:
        pytest.skip(backend.missing)
    assert not backend.missing
    return backend


@cache
def asked(kind: str, seed: int) -> tuple[Problem, set[Solution]]:
    problem = random_problem(seed, kind)
    return problem, solutions_by_trying(problem)


@pytest.mark.parametrize("solver", TAKING)
def test_awkward_problems_are_answered_or_refused_by_name(solver: str) -> None:
    backend = taking(solver)
    for case, (problem, expected) in AWKWARD.items():
        if case in ("many values", "large values") and backend.unsupported(problem):
            continue
        found = answer(backend, problem, limit=None)
        assert (set(found.solutions), found.exhausted) == (expected, True), case
        assert len(found.solutions) == len(expected), case


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("solver", TAKING)
def test_a_solver_finds_what_trying_everything_finds(
    solver: str, kind: str, pytestconfig: pytest.Config
) -> None:
    backend = taking(solver)
    first, number = pytestconfig.option.first_problem, pytestconfig.option.problems
    answered = 0
    for seed in range(first, first + number):
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
