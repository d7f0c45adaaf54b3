"""The handwritten searches on problems: known counts and sizes of trees, and what is refused."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

import accord
from accord import classics
from accord.bench.make.random_problems import random_problem
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem
from accord.solvers.answer import Answer, answer
from accord.solvers.budget import Budget
from accord.solvers.registry import backends
from accord.solvers.search.backtracking_mrv import propagated
from accord.solvers.search.filters import FILTERS, propagate
from accord.solvers.search.network import expanded, network
from accord.solvers.search.orders import ORDERS
from accord.solvers.search.propagators.posts import FilterName
from accord.solvers.settings import SettingError
from brute_force import brute_force, solutions_by_trying

POINTS: dict[str, tuple[str, dict[str, Any]]] = {
    f"mrv:{order}+{level}": ("backtracking-mrv", {"order": order, "filter": level})
    for order, level in product(ORDERS, FILTERS)
} | {"naive": ("backtracking-naive", {}), "first": ("backtracking-first", {})}
PIGEONS = Problem([{1, 2}] * 3, [AllDifferent((0, 1, 2))])


def ask(point: str, problem: Problem, limit: int | None = None) -> Answer:
    name, settings = POINTS[point]
    return answer(backends()[name], problem, limit=limit, **settings)


@pytest.mark.parametrize("point", POINTS)
def test_every_order_and_filter_finds_what_trying_everything_finds(
    point: str, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(60):
        problem = random_problem(seed)
        found = ask(point, problem)
        assert (set(found.solutions), found.exhausted) == (solutions_by_trying(problem), True), seed
        assert len(set(found.solutions)) == len(found.solutions)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("level", [level for level in FILTERS if level not in ("check", "forward")])
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_solutions_of_classics_are_as_many_as_is_known(name: str, level: str) -> None:
    example = EXAMPLES[name]
    found = ask(f"mrv:dom-wdeg+{level}", example.problem())
    assert (len(set(found.solutions)), found.exhausted) == (example.solutions, True)


def test_the_bounds_of_send_more_money_are_those_of_the_textbook() -> None:
    problem = classics.cryptarithm("SEND + MORE = MONEY")
    domains = expanded(problem)
    propagate(network(problem, "singles"), domains, range(8), Budget())
    rest = range(2, 9)  # Schulte and Smolka, "Finite domain constraint programming in Oz", 2.2
    expected = [{9}, range(4, 8), range(5, 9), rest, {1}, {0}, rest, rest]
    assert [*map(sorted, domains)] == [*map(sorted, expected)]
    assert ask("mrv:mrv+singles", problem).solutions == ((9, 5, 6, 7, 1, 0, 8, 2),)


def test_eight_queens_take_as_many_steps_as_is_known() -> None:
    """The tree has 2,057 nodes, the root and the boards among them; 15,720 squares are tried."""
    steps = {"nodes": 2057 - 92, "guesses": 15_720, "backtracks": 15_720 - 2056}
    naive, first, check = (
        ask(name, classics.n_queens(8)) for name in ("naive", "first", "mrv:first+check")
    )
    assert [len(found.solutions) for found in (naive, first, check)] == [92, 92, 92]
    assert naive.counters == steps
    assert first.counters["nodes"] == steps["nodes"]
    for name in ("guesses", "backtracks"):
        assert check.counters[name] == steps[name]


@pytest.mark.parametrize("order", ["dom-wdeg", "random"])
def test_restarts_find_every_solution_once(
    order: str, some: Callable[[int], Sequence[int]]
) -> None:
    mrv = backends()["backtracking-mrv"]
    settings: dict[str, Any] = {"order": order, "filter": "forward", "restarts": True}
    found = answer(mrv, classics.n_queens(8), limit=None, **settings)
    assert (len(found.solutions), len(set(found.solutions)), found.exhausted) == (92, 92, True)
    assert found.counters["restarts"] > 1
    for seed in some(40):
        problem = random_problem(seed)
        assert {*answer(mrv, problem, limit=None, **settings).solutions} == solutions_by_trying(
            problem
        )


@pytest.mark.parametrize("point", POINTS)
def test_a_puzzle_with_a_cage_has_grids(point: str) -> None:
    cages = [Linear((0, 1, 4), "=", 7), Linear((10, 11), "<", Variable(15))]
    puzzle = Puzzle(shape(4, extra=cages), Grid([0] * 16))
    found = ask(point, puzzle)
    assert set(found.solutions) == brute_force(puzzle)
    assert all(type(grid) is Grid for grid in found.solutions)
    assert len(found.solutions) > 1


@pytest.mark.parametrize("solver", ["backtracking-naive", "backtracking-first", "backtracking-mrv"])
def test_domains_that_are_too_large_are_refused_by_name(solver: str) -> None:
    backend = backends()[solver]
    largest = Problem([range(100_000), [3]], [Linear((0,), "=", Variable(1))], ["a", "b"])
    assert answer(backend, largest).solutions == ((3, 3),)
    larger = Problem([[3], range(100_001)], names=["a", "b"])
    assert backend.unsupported(larger) == "b has 100,001 values; it takes at most 100,000"


def test_searches_3000_variables_deep() -> None:
    chain = [Linear((a,), "!=", Variable(a + 1)) for a in range(2999)]
    problem = Problem([(-1, 1)] * 3000, chain)
    for point in ("first", "mrv:mrv+singles", "mrv:mrv+forward"):
        (found,) = ask(point, problem, limit=1).solutions
        assert found == (-1, 1) * 1500


@pytest.mark.parametrize("level", FILTERS)
def test_no_solution_is_lost_and_what_is_solved_needs_no_search(
    level: FilterName, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(200):
        problem = random_problem(seed)
        left, solved = propagated(problem, level)
        solutions = solutions_by_trying(problem)
        assert all(each in own for one in solutions for each, own in zip(one, left, strict=True))
        assert all(left) or not any(left)
        if solved:
            assert {tuple(min(each) for each in left)} == solutions


def test_only_the_whole_constraint_sees_three_pigeons_in_two_holes() -> None:
    assert accord.propagated(PIGEONS) == (frozenset(),) * 3
    assert accord.propagated(PIGEONS, "singles") == (frozenset({1, 2}),) * 3
    assert accord.propagated(accord.decomposed(PIGEONS, AllDifferent)) == (frozenset({1, 2}),) * 3
    assert accord.propagated(Problem([[], [1]])) == (frozenset(),) * 2
    with pytest.raises(SettingError, match="filter: found 'arc', expected gac"):
        accord.propagated(PIGEONS, "arc")  # type: ignore[arg-type]
