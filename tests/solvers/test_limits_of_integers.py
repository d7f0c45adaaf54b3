"""Up to the largest integers that it takes a solver is right, and beyond them it says so."""

from itertools import product

import pytest

from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from optional import REQUIRED

X, Y, Z = map(Variable, range(3))
LIMITED = sorted(
    name for name, each in backends().items() if each.posts is not None and each.posts.values
)


def largest_of(solver: str) -> int:
    posts = backends()[solver].posts
    assert posts is not None
    assert posts.values
    return posts.values[-1]


def about(most: int) -> list[Problem]:
    """Problems with numbers as large as this in domains, sums, products and quotients."""
    half, rest = most // 2, most - most // 2
    root = int(most**0.5)
    said: list[tuple[list[list[int]], Constraint]] = [
        ([[0, most], [most, 0, -most]], AllDifferent((0, 1))),
        ([[half, -half, 3], [rest, -rest, 7]], Linear((0, 1), "=", most)),
        ([[half, -half, 3], [rest, -rest, 7]], Linear((0, 1), "<", 5 - most)),
        ([[0, 1], [0, 1]], Linear((0, 1), ">=", half, (half, rest))),
        ([[0, 1], [most, 7, -1]], Element((most, -1, 5), 0, Y)),
        ([[-most, 5], [most, 7]], Expression(("eq", Y, ("abs", X)))),  # type: ignore[arg-type]
        (
            [[-root, 2, root], [-root, 3, root], [6, root**2, -(root**2)]],
            Expression(("eq", Z, ("mul", X, Y))),  # type: ignore[arg-type]
        ),
        (
            [[-most, 5], [most, 7, -1], [most, -1, 0]],
            Expression(("eq", Z, ("div", X, Y))),  # type: ignore[arg-type]
        ),
    ]
    return [Problem(domains, [constraint]) for domains, constraint in said]


@pytest.mark.parametrize("solver", LIMITED)
def test_a_solver_is_right_up_to_its_largest_integer_and_refuses_larger_ones(solver: str) -> None:
    backend = backends()[solver]
    if backend.missing and not REQUIRED:
        pytest.skip(backend.missing)
    assert not backend.missing
    most, answered = largest_of(solver), 0
    for problem in about(most):
        try:
            found = answer(backend, problem, limit=None)
        except UnsupportedError:
            continue
        every = {each for each in product(*problem.domains) if not any(problem.violations(each))}
        assert (set(found.solutions), found.exhausted) == (every, True), problem.constraints
        answered += 1
    assert answered > 4
    with pytest.raises(UnsupportedError, match=f"x0 has the values 0, {most + 1}; it takes"):
        answer(backend, Problem([[0, most + 1]]))
