"""Up to the largest integers that it takes a solver is right, and beyond them it says so."""

from itertools import pairwise, product

import pytest

from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable, examples
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

POSTING = sorted(name for name, each in backends().items() if each.posts and each.complete)
ENDS = [0, 2**31, 2**62, 2**63, 2**64]
HUGE = [*pairwise(ENDS), *((each - 1, each + 1) for each in ENDS[1:])]


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


@pytest.mark.parametrize("solver", POSTING)
def test_a_domain_beyond_the_integers_of_machines_is_answered_or_refused(solver: str) -> None:
    backend = backends()[solver]
    assert backend.posts is not None
    for low, high in HUGE:
        for ends in ((low, high), (-high, -low)):
            domain, far = range(ends[0], ends[1] + 1), max(ends, key=abs)
            for constraint in (*examples().values(), Linear((0, 1), "=", 2 * far)):
                try:
                    backend.posts.flatten(Problem([domain] * 4, [constraint]))
                except UnsupportedError:
                    continue
            if high - low == 2 and (not backend.missing or REQUIRED):
                only = Problem([domain] * 2, [Linear((0, 1), "=", 2 * far)])
                if not backend.unsupported(only):
                    assert answer(backend, only, limit=1).solutions == ((far, far),)
