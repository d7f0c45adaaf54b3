"""Tables in the compiled search: all that they allow, and why a value is excluded."""

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from accord.encodings.clauses.kinds import integers
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.table import Table
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


def drawn_tables(seed: int) -> Problem:
    """Tables of three columns or four that share variables; some values stand in no tuple."""
    random = Random(seed)
    domains = [random.sample(range(-3, 9), random.choice((1, 2, 3, 4))) for _ in range(5)]
    constraints: list[Constraint] = []
    for _ in range(random.randint(1, 4)):
        scope = tuple(random.sample(range(5), random.choice((3, 3, 4))))
        every = [*product(*(domains[each] for each in scope))]
        kept = [each for each in every if random.random() < random.choice((0.3, 0.6))]
        beside = [tuple(random.randint(-5, 10) for _ in scope) for _ in range(3)]
        constraints.append(Table(scope, (*kept, *random.sample(kept, len(kept) // 8), *beside)))
    if random.random() < 0.3:
        constraints.append(AllDifferent((0, 1, 2)))
    return Problem(domains, constraints)


@pytest.fixture(autouse=True, params=[2, 32], ids=["values as bounds", "values of their own"])
def direct(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integers, "DIRECT", request.param)
    monkeypatch.setattr(posting, "LISTED", 0)


@pytest.fixture
def learning() -> Backend:
    return backends()["backtracking-learning"]


def test_what_tables_allow_is_what_is_found_by_trying(drawn: int, learning: Backend) -> None:
    tables = solutions = 0
    for seed in range(drawn, drawn + 100):
        problem = drawn_tables(seed)
        tables += len(posting.post(problem).tables)
        found = answer(learning, problem, limit=None)
        assert found.exhausted
        assert sorted(found.solutions) == sorted(solutions_by_trying(problem)), seed
        solutions += len(found.solutions)
    assert tables > 150
    assert solutions > 100


def test_each_reason_follows_from_its_table_alone(drawn: int) -> None:
    number = 0
    for seed in range(drawn, drawn + 100):
        problem = drawn_tables(seed)
        posted, written = posting.posted_with_sums(problem, intervals=False)
        facts, search = written.facts(), clause_search.ClauseSearch(posted)
        alone = [
            solutions_by_trying(Problem(problem.domains, [each]))
            for each in problem.constraints
            if isinstance(each, Table)
        ]
        search.state.phase[:] = seed % 2
        for table, clause in reasons(search, range(len(posted.tables))):
            number += 1
            assert all(follows(clause, each, facts) for each in alone[table]), seed
    assert number > 100


@pytest.mark.parametrize(
    ("domains", "tuples", "solutions"),
    [
        ([[1], [2], [3]], [(1, 2, 4), (1, 2, 3)], 1),
        ([[1], [2], [3]], [(1, 2, 4), (0, 2, 3)], 0),
        ([[1, 2], [2], [3]], [(7, 2, 3)], 0),
        ([range(2)] * 7, [*product((0, 1), repeat=7)], 128),
        ([range(2)] * 7, [each for each in product((0, 1), repeat=7) if sum(each) == 3], 35),
    ],
    ids=["all is fixed", "and wrong", "no tuple is possible", "two words", "less than a word"],
)
def test_tuples_at_the_edges_of_masks(
    domains: list[list[int]],
    tuples: list[tuple[int, ...]],
    solutions: int,
    learning: Backend,
) -> None:
    scope = (*range(len(domains)),)
    found = answer(learning, Problem(domains, [Table(scope, (*tuples,))]), limit=None)
    assert (found.exhausted, len(found.solutions)) == (True, solutions)
