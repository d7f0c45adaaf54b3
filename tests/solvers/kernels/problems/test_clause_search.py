"""The compiled search that learns: all models, what it learns, and where it stops."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from statistics import mean
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.encodings.clauses.clauses import CNF, Clause
from accord.puzzles.classics.squares import n_queens
from learnt_clauses import Model, learnt, models
from optional import library

library("numba")
if TYPE_CHECKING:
    from accord.solvers.kernels.problems import clause_search, posting, state
else:
    clause_search = library("accord.solvers.kernels.problems.clause_search")
    posting = library("accord.solvers.kernels.problems.posting")
    state = library("accord.solvers.kernels.problems.state")

MOST = 9  # variables whose assignments are all tried

literals = st.integers(1, MOST).flatmap(lambda x: st.sampled_from([x, -x]))
several = st.lists(literals, min_size=1, max_size=4, unique_by=abs)
clauses = st.lists(several.map(tuple), min_size=0, max_size=30)
groups = st.lists(st.lists(literals, min_size=2, max_size=4, unique_by=abs), max_size=3)
weights = st.lists(st.integers(-4, 4).filter(bool), min_size=3, max_size=3)


def ladder(first: int, length: int) -> list[Clause]:
    """The clauses of the literals x <= v of one number."""
    return [(-each, each + 1) for each in range(first, first + length - 1)]


NUMBERS = [  # values and literals
    ((0, 1, 2), range(1, 3)),
    ((0, 1), range(3, 4)),
    ((-1, 0, 1, 4, 5, 7), range(4, 9)),
]
LADDERS = [clause for _, at_most in NUMBERS for clause in ladder(at_most[0], len(at_most))]


@st.composite
def questions(draw: Callable[..., list]) -> "posting.Posted":  # type: ignore[type-arg]
    """Clauses, groups, sums and all-differents over a few variables; not all bounds are named."""
    rights = draw(st.lists(st.integers(-12, 20), max_size=2))
    return posting.Posted(
        CNF(MOST, [*draw(st.sampled_from([LADDERS, []])), *draw(clauses)], []),
        [posting.BoundedNumber(values, at_most) for values, at_most in NUMBERS],
        [posting.BoundedSum(draw(weights), range(3), right) for right in rights],
        draw(groups),
        draw(st.lists(st.sampled_from([(0, 1), (0, 2), (1, 2), (0, 1, 2)]), max_size=2)),
    )


def models_by_trying(posted: "posting.Posted") -> set[Model]:
    """All models, each assignment tried."""
    return {
        model for model in product(*((-x, x) for x in range(1, MOST + 1))) if holds(posted, model)
    }


def holds(posted: "posting.Posted", model: Model) -> bool:
    true = {*model}
    values = [
        next(
            (v for v, x in zip(number.values, number.at_most, strict=False) if x in true),
            number.values[-1],
        )
        for number in posted.numbers
    ]
    return (
        all(true.intersection(clause) for clause in (*LADDERS, *posted.formula.clauses))
        and all(len(true.intersection(group)) < 2 for group in posted.groups)
        and all(
            sum(w * values[at] for w, at in zip(each.weights, each.numbers, strict=True))
            <= each.right
            for each in posted.sums
        )
        and all(len({values[at] for at in scope}) == len(scope) for scope in posted.different)
    )


@settings(max_examples=300)
@given(questions(), st.sampled_from([1, 3, 1000]))
def test_each_model_comes_once_in_slices_of_any_length(
    posted: "posting.Posted", patience: int
) -> None:
    found = [*models(clause_search.ClauseSearch(posted), patience)]
    assert len(found) == len({*found})
    assert {*found} == models_by_trying(posted)


def test_what_is_learnt_before_the_first_model_holds_of_all_models() -> None:
    number = 0

    @settings(max_examples=300)
    @given(questions())
    def holds(posted: "posting.Posted") -> None:
        nonlocal number
        search = clause_search.ClauseSearch(posted)
        every = models_by_trying(posted)
        while not search.exhausted and not search.run(1):
            for clause in learnt(search):
                assert all({*model}.intersection(clause) for model in every)
                number += bool(every)

    holds()
    assert number > 20  # clauses of problems that have models


def pigeons(number: int) -> "posting.Posted":
    """So many pigeons in one hole less, each pair of pigeons apart in each hole."""
    holes = range(number - 1)
    places = [[pigeon * (number - 1) + hole + 1 for hole in holes] for pigeon in range(number)]
    apart = [(-a[hole], -b[hole]) for a, b in combinations(places, 2) for hole in holes]
    return posting.Posted(CNF(number * (number - 1), [*map(tuple, places), *apart], []))


@pytest.mark.parametrize("room", [10, 100_000], ids=["forgetting", "keeping everything"])
def test_pigeons_do_not_fit_whatever_is_forgotten(room: int) -> None:
    search = clause_search.ClauseSearch(pigeons(8))
    search.state.numbers[state.ROOM] = room
    assert [*models(search)] == []
    conflicts, kept = search.counters["conflicts"], search.state.numbers[state.LEARNT]
    assert conflicts > 1000
    assert (kept < 0.75 * conflicts) == (room == 10)


def sizes_learnt(search: "clause_search.ClauseSearch") -> Counter[int]:
    """How many clauses of which sizes were learnt and are kept."""
    arena, numbers, found = search.state.arena, search.state.numbers, list[int]()
    place = int(numbers[state.GIVEN])
    while place < numbers[state.USED]:
        found.append(int(arena[place]))
        place += state.HEADER + found[-1]
    return Counter(found)


def test_long_clauses_are_forgotten_first() -> None:
    search = clause_search.ClauseSearch(pigeons(8))
    search.state.numbers[state.ROOM] = 10
    gone, left = Counter[int](), Counter[int]()
    while not search.exhausted:
        before = sizes_learnt(search)
        search.run(1)
        if (after := sizes_learnt(search)).total() < before.total():
            gone, left = gone + (before - after), left + after
    assert gone.total() > 500
    assert mean(gone.elements()) > 1.3 * mean(left.elements())


def test_first_guesses_that_values_are_taken_save_conflicts() -> None:
    posted = posting.post(n_queens(24))

    def conflicts(first: "posting.Posted") -> int:
        search = clause_search.ClauseSearch(first)
        while not search.run(100_000):
            assert not search.exhausted
        return search.counters["conflicts"]

    assert len(posted.likely) == 24 * 24
    assert conflicts(posted) < conflicts(posted._replace(likely=())) / 2


def test_arrays_grow_with_what_is_learnt_and_forbidden() -> None:
    number = 12
    posted = posting.Posted(CNF(number, [(1, 2, 3)], []))
    search = clause_search.ClauseSearch(posted)
    before = search.state.arena.size, search.state.pool.size
    assert len({*models(search)}) == 2**number - 2 ** (number - 3)
    assert search.state.arena.size > before[0]
    assert search.state.pool.size > before[1]


@pytest.mark.parametrize("clauses", [[(1,), (-1,)], [(1,), (-1, 2), (-2,)]], ids=str)
def test_what_contradicts_itself_without_a_guess_has_no_model(clauses: Sequence[Clause]) -> None:
    search = clause_search.ClauseSearch(posting.Posted(CNF(2, [*clauses], [])))
    assert [*models(search)] == []
    assert search.counters["decisions"] == 0
    assert not search.run(1)
