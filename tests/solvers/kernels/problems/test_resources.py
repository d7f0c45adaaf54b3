"""Tasks on resources in the compiled search: all schedules, and why a task begins no earlier."""

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from accord.encodings.clauses.kinds import integers
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.registry import backends
from brute_force import solutions_by_trying
from learnt_clauses import follows, reasons
from optional import library

library("numba")
if TYPE_CHECKING:
    from accord.solvers.kernels.problems import clause_search, posting
else:
    clause_search = library("accord.solvers.kernels.problems.clause_search")
    posting = library("accord.solvers.kernels.problems.posting")


def drawn_tasks(seed: int) -> Problem:
    """Tasks that share one resource or two, and perhaps wait for one another."""
    random = Random(seed)
    number = random.choice((2, 3, 3, 3, 4))
    own = (*range(number),)
    domains = [random.sample(range(-2, 9), random.randint(3, 7)) for _ in own]
    constraints: list[Constraint] = []
    for _ in range(random.randint(1, 2)):
        durations, heights = (tuple(random.randint(1, 4) for _ in own) for _ in range(2))
        limit = random.randint(max(heights), 6)
        constraints.append(
            NoOverlap(own, durations)
            if random.random() < 0.3
            else Cumulative(own, durations, heights, limit)
        )
    if random.random() < 0.5:
        constraints.append(Linear((0, 1), "<=", random.randint(-4, 2), (1, -1)))
    return Problem(domains, constraints)


@pytest.fixture
def learning() -> Backend:
    return backends()["backtracking-learning"]


@pytest.fixture(params=[2, 32], ids=["bounds made when needed", "bounds made before"])
def direct(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integers, "DIRECT", request.param)


@pytest.mark.usefixtures("direct")
def test_schedules_are_those_found_by_trying(drawn: int, learning: Backend) -> None:
    resources = 0
    for seed in range(drawn, drawn + 120):
        problem = drawn_tasks(seed)
        resources += len(posting.post(problem).resources)
        found = answer(learning, problem, limit=None)
        assert found.exhausted
        assert sorted(found.solutions) == sorted(solutions_by_trying(problem)), seed
    assert resources > 50


@pytest.mark.usefixtures("direct")
def test_each_reason_follows_from_its_resource_alone(drawn: int) -> None:
    number = 0
    for seed in range(drawn, drawn + 120):
        problem = drawn_tasks(seed)
        posted, written = posting.posted_with_sums(problem, intervals=False)
        facts, search = written.facts(), clause_search.ClauseSearch(posted)
        alone = [
            solutions_by_trying(Problem(problem.domains, [each]))
            for each in problem.constraints
            if not isinstance(each, Linear)
        ]
        if len(alone) > len(posted.resources):
            continue
        search.state.phase[:] = seed % 2
        first = len(search.state.queue)
        for resource, clause in reasons(search, range(first, first + len(posted.resources))):
            number += 1
            assert all(follows(clause, each, facts) for each in alone[resource]), seed
    assert number > 50


WITHOUT_GUESS: dict[str, tuple[list[Any], Constraint]] = {
    "more work than time": ([range(12)] * 5, NoOverlap((*range(5),), (3, 3, 3, 3, 3))),
    "more energy than time": (
        [range(5)] * 4,
        Cumulative((*range(4),), (3, 3, 3, 3), (2, 2, 2, 2), 3),
    ),
    "work that comes first": ([range(5)] * 3 + [range(6)], NoOverlap((0, 1, 2, 3), (2, 2, 2, 3))),
    "energy that comes first": (
        [range(4)] * 6 + [range(6)],
        Cumulative((*range(7),), (3,) * 7, (1,) * 7, 3),
    ),
    "one that runs long": ([[0], range(99)], Cumulative((0, 1), (99, 2), (2, 3), 4)),
    "one that runs in the middle": (
        [[3, 4, 5], range(2, 6)],
        Cumulative((0, 1), (4, 4), (1, 1), 1),
    ),
}


@pytest.mark.parametrize("name", WITHOUT_GUESS)
def test_what_does_not_fit_is_seen_without_a_guess(name: str, learning: Backend) -> None:
    domains, constraint = WITHOUT_GUESS[name]
    found = answer(learning, Problem(domains, [constraint]), limit=1)
    assert found.exhausted
    assert found.solutions == ()
    assert found.counters["decisions"] == 0


@pytest.mark.parametrize(
    ("constraint", "resources"),
    [
        (NoOverlap((0, 1), (2, 3)), 1),
        (NoOverlap((0, 1, 2), (2, 0, 3)), 1),
        (NoOverlap((0, 1, 2), (2, 0, 3), zero_ignored=False), 0),
        (NoOverlap((0, 1), (2, Variable(2))), 0),
        (as_read(NoOverlap, (), ()), 0),
        (as_read(NoOverlap, (0, 0), (2, 3)), 0),
        (Cumulative((0, 1, 2), (2, 0, 3), (1, 1, 0), 1), 1),
        (as_read(Cumulative, (0, 1), (2, 3), (1, 2), 1), 0),
        (Cumulative((0, 1), (2, 3), (1, 2), Variable(2)), 0),
    ],
    ids=str,
)
def test_tasks_of_constant_length_are_a_resource(
    constraint: Constraint, resources: int, learning: Backend
) -> None:
    problem = Problem([range(6)] * 3, [constraint])
    assert len(posting.post(problem).resources) == resources
    found = answer(learning, problem, limit=None)
    assert sorted(found.solutions) == sorted(solutions_by_trying(problem))


def test_a_conflict_that_is_seen_late_takes_back_what_it_does_not_need() -> None:
    domains, constraint = WITHOUT_GUESS["more energy than time"]
    search = clause_search.ClauseSearch(posting.post(Problem(domains, [constraint])))
    search.state.waits[len(search.state.queue) :] = 0  # as if no window had been looked at
    while not search.exhausted:
        assert not search.run(1000)
    assert search.counters["decisions"] > 0
    assert search.counters["conflicts"] == 1
