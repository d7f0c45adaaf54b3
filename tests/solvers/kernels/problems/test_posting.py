"""Problems as clauses, groups and sums: the solutions stay, whatever becomes a sum."""

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.bench.make.random_problems import random_problem
from accord.encodings.clauses.clauses import decode, nogood
from accord.encodings.clauses.kinds import integers, linear
from accord.encodings.model import UnsupportedError
from accord.puzzles.classics.sequences import golomb_ruler
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.objective import Objective, Sense
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.kernels.problems import posting
from accord.solvers.registry import backends
from brute_force import solutions_by_trying
from optional import library

library("numba")
if TYPE_CHECKING:
    from accord.solvers.kernels.problems import clause_search, state
else:
    clause_search = library("accord.solvers.kernels.problems.clause_search")
    state = library("accord.solvers.kernels.problems.state")


@pytest.fixture
def learning() -> Backend:
    return backends()["backtracking-learning"]


@pytest.mark.parametrize("direct", [2, 32], ids=["bounds made when needed", "bounds made before"])
@pytest.mark.parametrize(
    "kind", ["linear", "expression", "no-overlap", "knapsack", "cumulative", "circuit", ""]
)
def test_solutions_are_the_same_where_every_comparison_is_a_sum(
    kind: str, direct: int, drawn: int, learning: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "most_in_clauses", lambda *_: -1)
    monkeypatch.setattr(integers, "DIRECT", direct)
    sums = 0
    for seed in range(drawn, drawn + 40):
        problem = random_problem(seed, kind)
        try:
            sums += len(posting.post(problem).sums)
        except UnsupportedError:
            continue
        found = answer(learning, problem, limit=None)
        assert found.exhausted
        assert sorted(found.solutions) == sorted(solutions_by_trying(problem)), seed
    assert sums


def test_the_best_of_wide_domains_is_that_found_by_trying(
    drawn: int, learning: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "most_in_clauses", lambda *_: -1)
    for seed in range(drawn, drawn + 40):
        random = Random(seed)
        domains = [range(random.randint(33, 60)), [*random.sample(range(99), 34)], range(3)]
        sums = [
            Linear((0, 1, 2), random.choice(["<=", ">=", "="]), random.randint(0, 200), weights)
            for weights in [tuple(random.sample([-3, -2, 1, 2, 4], 3)) for _ in range(2)]
        ]
        sense: Sense = random.choice(["minimize", "maximize"])
        goal = Objective(sense, (Variable(random.randrange(2)),))
        problem = Problem(domains, sums, objective=goal)
        assert len(posting.post(problem).formula.clauses) < 20
        values = [goal.value(each) for each in solutions_by_trying(problem)]
        found = answer(learning, problem, limit=None)
        assert found.exhausted
        if values:
            assert found.value == (min(values) if sense == "minimize" else max(values)), seed
        assert bool(values) == bool(found.solutions), seed


def test_few_numbers_of_many_values_differ_by_their_bounds(drawn: int, learning: Backend) -> None:
    for seed in range(drawn, drawn + 20):
        random = Random(seed)
        domains = [random.sample(range(40, 80), 33) for _ in range(3)]
        within = [Linear((x,), "<=", 43 + random.randint(0, 3)) for x in range(3)]
        scope = tuple(random.sample(range(3), random.randint(2, 3)))
        problem = Problem(domains, [AllDifferent(scope), *within])
        assert not posting.post(problem).groups
        found = answer(learning, problem, limit=None)
        assert found.exhausted
        assert sorted(found.solutions) == sorted(solutions_by_trying(problem)), seed


@pytest.mark.parametrize("far", [2**60, 2**61 + 5, 2**62 - 60])
def test_values_near_the_end_of_machine_numbers(far: int, learning: Backend) -> None:
    ends = [*range(-far, -far + 20), *range(far, far + 20)]
    apart = Problem([ends, ends], [AllDifferent((0, 1))])
    assert len(answer(learning, apart, limit=None).solutions) == 40 * 39
    element = Element((Variable(0), Variable(1)), 2, Variable(3))
    chosen = Problem([ends, [far, -far, 1 - far], range(2), ends], [element])
    found = answer(learning, chosen, limit=None)
    assert sorted(found.solutions) == sorted(solutions_by_trying(chosen))
    beyond = Problem([[each * 8 for each in ends]], [Linear((0,), "<", 8 * far)])
    with pytest.raises(UnsupportedError, match="expected whole numbers of 64 bits"):
        answer(learning, beyond, limit=1)


def test_a_wide_item_is_the_value_where_the_index_says_so(drawn: int, learning: Backend) -> None:
    for seed in range(drawn, drawn + 20):
        random = Random(seed)
        wide = [random.sample(range(60), 33) for _ in range(2)]
        items = (Variable(0), random.randint(0, 60), Variable(1))[: random.randint(2, 3)]
        element = Element(items, 3, Variable(2), start=1)
        problem = Problem([*wide, random.sample(range(60), 34), range(5)], [element])
        assert posting.post(problem).sums
        found = answer(learning, problem, limit=None)
        assert sorted(found.solutions) == sorted(solutions_by_trying(problem)), seed


def test_a_hundred_thousand_values_take_no_room(learning: Backend) -> None:
    pairs = [Linear((x, x + 1), "<", 0, (1, -1)) for x in range(9)]
    problem = Problem([range(100_000)] * 10, [*pairs, Linear((0, 9), ">", 150_000)])
    search = clause_search.ClauseSearch(posting.post(problem))
    assert search.run(1_000_000)
    assert search.state.phase.size < 500
    assert answer(learning, problem, limit=1).solutions


@pytest.mark.parametrize(
    ("constraint", "sums"),
    [
        (Linear((0, 1), "<=", 500), 1),
        (Linear((0, 1), ">", 500), 1),
        (Linear((0, 1), "=", 500, (2, 3)), 2),
        (Linear((0, 1), "!=", 500), 0),
        (Linear((0, 1), "<=", 5000), 0),
        (Linear((2, 3, 4), "=", 20), 0),
        (Linear((0, 1, 2), "=", 20), 2),
        (Expression(Operation("le", (Variable(0), Variable(1)))), 1),
        (
            Expression(Operation("eq", (Variable(5), Operation("lt", (Variable(0), Variable(1)))))),
            2,
        ),
        (
            Expression(Operation("eq", (Variable(5), Operation("le", (Variable(2), Variable(3)))))),
            0,
        ),
        (
            Expression(
                Operation("eq", (Variable(0), Operation("add", (Variable(1), Variable(2)))))
            ),
            2,
        ),
    ],
    ids=str,
)
def test_what_would_be_many_clauses_is_a_sum(constraint: Linear | Expression, sums: int) -> None:
    domains = [range(400), range(400), *[range(10)] * 3, range(2)]
    assert len(posting.post(Problem(domains, [constraint])).sums) == sums


def test_sums_that_clauses_refuse_are_taken(learning: Backend) -> None:
    weights = (10_007, 20_011, 40_009, 80_021, 160_001, 320_009, 640_007)
    values = (3, 1, 4, 1, 5, 9, 2)
    total = sum(map(int.__mul__, weights, values))
    problem = Problem([range(20_000)] * 7, [Linear((*range(7),), "=", total, weights)])
    only = problem.constraints[0]
    assert isinstance(only, Linear)
    assert not linear.fits(only, Fresh(problem.domains))
    found = answer(learning, problem, limit=1)
    assert not [*problem.violations(found.solutions[0])]


def test_values_of_a_variable_and_places_of_a_value_are_groups() -> None:
    posted = posting.post(Problem([range(3)] * 3, [AllDifferent((0, 1, 2))]))
    assert sorted(map(len, posted.groups)) == [3] * 6
    assert all(len(clause) != 2 for clause in posted.formula.clauses)


def test_a_value_that_is_taken_is_taken_away_without_a_group(learning: Backend) -> None:
    problem = Problem([[1], [1, 2], [0, 2]], [AllDifferent((0, 1, 2))])
    assert answer(learning, problem, limit=None).solutions == ((1, 2, 0),)
    assert answer(learning, Problem([[1], [1]], [AllDifferent((0, 1))]), limit=None).solutions == ()


def test_pigeons_that_are_more_than_holes_are_counted(learning: Backend) -> None:
    crowd = Problem([range(5, 45)] * 41, [AllDifferent((*range(41),))])
    found = answer(learning, crowd, limit=1)
    assert (found.exhausted, found.solutions) == (True, ())
    full = Problem([range(5, 12)] * 7, [AllDifferent((*range(7),))])
    assert len(answer(learning, full, limit=1).solutions) == 1
    spare = Problem([range(2)] * 3, [AllDifferent((0, 1, 2), excepted=(0,))])
    assert len(answer(learning, spare, limit=None).solutions) == 4


def test_more_numbers_than_values_need_no_guess_with_intervals(learning: Backend) -> None:
    crowd = Problem([range(5, 12)] * 8 + [range(20, 24)], [AllDifferent((*range(9),))])
    found = answer(learning, crowd, limit=1, intervals=True)
    assert found.exhausted
    assert found.solutions == ()
    assert found.counters["decisions"] == 0
    assert answer(learning, crowd, limit=1).counters["decisions"] > 100


@pytest.mark.parametrize(
    "scope", [(0, 0, 1), (0, 1, 2, 3)], ids=["a variable twice", "fixed and open"]
)
def test_intervals_change_no_solution(scope: tuple[int, ...], learning: Backend) -> None:
    problem = Problem([range(3), range(4), [2], range(1, 5)], [as_read(AllDifferent, scope)])
    found = answer(learning, problem, limit=None, intervals=True)
    assert sorted(found.solutions) == sorted(solutions_by_trying(problem))
    excepting = Problem([range(3)] * 4, [AllDifferent((0, 1, 2, 3), excepted=(0,))])
    found = answer(learning, excepting, limit=None, intervals=True)
    assert sorted(found.solutions) == sorted(solutions_by_trying(excepting))


def test_facts_hold_of_each_model_and_of_its_solution(
    drawn: int, learning: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = set[int]()  # of the ranges of values
    for most in (-1, 10**6):  # sums, and clauses
        monkeypatch.setattr(posting, "most_in_clauses", lambda *_, most=most: most)
        for seed in {*range(drawn, drawn + 40), 11}:  # which alone has four lengths
            posted, written = posting.posted_with_sums(random_problem(seed), intervals=False)
            search, facts = clause_search.ClauseSearch(posted), written.facts()
            for _ in range(20):
                while not (found := search.run(1000)) and not search.exhausted:
                    pass
                if not found:
                    break
                solution, true = decode(posted.formula, search.model), {*search.model}
                for literal, (variable, least, largest) in facts.items():
                    if variable < len(solution):
                        among = least <= solution[variable] <= largest
                        assert (literal in true) == among, seed
                        lengths.add(largest - least)
                if not (clause := nogood(posted.formula, solution)):
                    break
                search.forbid(clause)
    assert len(lengths) > 2


def test_bounds_that_no_clause_names_any_more_are_unmade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clause_search, "FIRST_ROOM", 20)
    monkeypatch.setattr(posting, "most_in_clauses", lambda *_: -1)
    monkeypatch.setattr(posting, "SPARSE", 0)
    monkeypatch.setattr(posting, "DIRECT", 0)
    monkeypatch.setattr(integers, "DIRECT", 2)
    search = clause_search.ClauseSearch(posting.post(golomb_ruler(8, 33)))
    forgotten = 0
    while not search.exhausted and forgotten < 5:
        before = int(search.state.numbers[state.LEARNT])
        assert not search.run(0)
        s = search.state
        if s.numbers[state.LEARNT] >= before or s.numbers[state.DEPTH]:
            continue
        forgotten += 1
        original, end = s.numbers[state.NAMED], s.numbers[state.USED]
        named, place = {*np.flatnonzero(s.size) >> 1}, int(s.numbers[state.GIVEN])
        while place < end:
            named |= {*s.arena[place + state.HEADER :][: s.arena[place]] >> 1}
            place += state.HEADER + int(s.arena[place])
        made = {*range(original, len(s.owner))} - {*s.spare[: s.numbers[state.SPARE]]}
        assert all(each in named or s.value[2 * each] for each in made)
        for number in range(len(s.latest) // 2):
            chain = [int(s.rim[2 * number + 1])]
            while chain[-1] >= 0:
                chain.append(int(s.link[2 * chain[-1] + 1]))
            steps = [int(s.step[each]) for each in chain[:-1]]
            assert steps == sorted({*steps})
            assert {*chain[:-1]} == {
                int(each) for each in np.flatnonzero(s.owner == number) if each < original
            } | {each for each in made if s.owner[each] == number}
    assert forgotten
