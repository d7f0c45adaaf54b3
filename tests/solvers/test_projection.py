"""Of a problem that hides variables every solver yields each solution once, by the shown values."""

from collections.abc import Iterator
from functools import cache

import pytest

from accord.constraints import (
    AllDifferent,
    Constraint,
    Element,
    Expression,
    Linear,
    Operation,
    Variable,
)
from accord.encodings.model import UnsupportedError
from accord.puzzles.constraints.terms import Term
from accord.puzzles.problem import Problem, Solution
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget
from accord.solvers.projection import are_determined
from accord.solvers.registry import backends, usable
from accord.solvers.traces.record import record
from brute_force import solutions_by_trying
from hiding_problems import hiding, projections

TAKING = sorted(
    name for name, each in backends().items() if (each.posts or each.problems) and each.complete
)


@cache
def asked(seed: int) -> tuple[Problem, set[Solution]]:
    problem = hiding(seed)
    return problem, projections(problem)


@pytest.mark.parametrize("solver", TAKING)
def test_a_solver_counts_what_trying_everything_counts(
    solver: str, drawn: int, pytestconfig: pytest.Config
) -> None:
    backend, number, answered = backends()[solver], pytestconfig.option.problems // 2, 0
    for seed in range(drawn, drawn + number):
        problem, expected = asked(seed)
        limit = (None, None, 1, 2)[seed % 4]
        try:
            found = answer(backend, problem, limit=limit)
            assert not any(any(problem.violations(each)) for each in found.solutions)
            shown = [*map(problem.projected, found.solutions)]
            assert len({*shown}) == len(shown) == min(len(expected), limit or len(expected))
            assert {*shown} <= expected
            assert found.exhausted == (limit is None or len(expected) < limit)
            answered += 1
        except UnsupportedError:
            continue
        except Exception as error:
            error.add_note(f"hiding({seed}) repeats it: {problem.to_json()}")
            raise
    assert answered > number / 2


@pytest.mark.parametrize("solver", TAKING)
def test_what_is_hidden_is_not_enumerated(solver: str) -> None:
    """2**40 assignments of what is hidden; two of what is shown."""
    hidden = range(2, 42)
    problem = Problem(
        [range(2)] * 42, [AllDifferent((0, 1)), Linear((*hidden, 0), ">=", 1)], shown=[0, 1]
    )
    found = answer(backends()[solver], problem, limit=None)
    assert sorted(map(problem.projected, found.solutions)) == [(0, 1), (1, 0)]
    assert found.exhausted


def test_all_that_is_asked_is_in_the_costs_together() -> None:
    problem = Problem([range(3)] * 4, [AllDifferent((0, 1, 2))], shown=[0, 1])
    asked: list[tuple[int, int | None]] = []

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        asked.append((len(problem.constraints), budget.limit))
        for number, values in enumerate(sorted(solutions_by_trying(problem)), 1):
            budget.spent["nodes"] = number  # it is set, and not added to
            budget.spend(guesses=1)
            yield values

    backend = Backend(solve, "stub", "stub", "other", problems=True)
    found = answer(backend, problem, limit=None)
    assert (len(found.solutions), found.exhausted) == (6, True)
    constraints, limits = zip(*asked, strict=True)
    assert constraints == (1, 2, 3, 4, 5, 7)  # with what is forbidden
    assert limits == (1, 1, 2, 3, 4, 6)
    assert found.counters == {"nodes": 1 + 1 + 2 + 3 + 4, "guesses": 1 + 1 + 2 + 3 + 4}
    asked.clear()
    assert len(answer(backend, problem, limit=2).solutions) == len(asked) == 2


def test_hidden_variables_are_determined_only_where_they_are(drawn: int) -> None:
    determined = 0
    for seed in (*range(300), *range(drawn, drawn + 100)):
        problem = hiding(seed, ("linear", "element", "expression", "")[seed % 4])
        if are_determined(problem):
            determined += len(problem.shown) < len(problem.domains)
            assert len(projections(problem)) == len(solutions_by_trying(problem)), seed
    assert determined > 20


def equal(*sides: Term) -> Expression:
    return Expression(Operation("eq", sides))


@pytest.mark.parametrize(
    ("constraint", "are"),
    [
        (Linear((0, 1), "=", 2, (1, 2)), True),
        (Linear((0, 1), "<=", 2), False),
        (Linear((0, 1, 1), "=", 2, (1, 1, -1)), False),
        (Element((2, 1, 0), 0, Variable(1)), True),
        (Element((2, 1, 0), 1, Variable(0)), False),
        (equal(Variable(1), Operation("mul", (Variable(0), 2))), True),
        (equal(Variable(1), Operation("mul", (Variable(1), Variable(0)))), False),
        (equal(Operation("neg", (Variable(1),)), Variable(0)), False),
    ],
)
def test_what_determines_a_variable(constraint: Constraint, are: bool) -> None:
    assert are_determined(Problem([range(3)] * 2, [constraint], shown=[0])) is are


def test_a_trace_is_of_one_search() -> None:
    problem = Problem([range(2)] * 2, [Linear((0, 1), ">=", 1)], shown=[0])
    chosen = usable("backtracking-mrv")
    assert record(chosen, problem, limit=1).end.status == "SAT"
    with pytest.raises(UnsupportedError, match="found a trace of several solutions"):
        record(chosen, problem, limit=2)


def stub(*answers: list[Solution]) -> Backend:
    """A solver that answers each time it is asked with the next of these lists."""
    left = iter(answers)

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        assert problem.shows_all
        yield from next(left)

    return Backend(solve, "stub", "stub", "other", problems=True)


FREE = Problem([range(2)] * 2, [], shown=[0])


def test_a_solver_that_yields_what_is_forbidden_proves_nothing() -> None:
    found = answer(stub([(0, 0)], [(0, 1)], []), FREE, limit=None)
    assert (found.solutions, found.exhausted) == (((0, 0),), False)
    assert "forbidden" in found.reason
    found = answer(stub([(0, 0)], [(0,)], []), FREE, limit=None)
    assert (found.solutions, found.exhausted) == (((0, 0), (0,)), False)
    found = answer(stub([(0, 0)], []), FREE, limit=None)
    assert (found.solutions, found.exhausted) == (((0, 0),), True)


def test_what_is_wrong_is_not_left_out() -> None:
    problem = Problem([range(3)] * 2, [Linear((0, 1), "<=", 1)], shown=[0])

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        yield from [(0, 0), (0, 2), (0, 1)]

    backend = Backend(solve, "stub", "stub", "other", problems=True, projects=True)
    assert answer(backend, problem, limit=None).solutions == ((0, 0), (0, 2))


def test_one_that_enumerates_all_variables_repeats_only_what_is_wholly_alike() -> None:
    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        yield from [(0, 0), (0, 1), (0, 1), (1, 0), (0, 0)]

    backend = Backend(solve, "stub", "stub", "other", problems=True, projects=True)
    found = answer(backend, FREE, limit=None)
    assert found.solutions == ((0, 0), (0, 1), (0, 1), (1, 0), (0, 0), (0, 0))
