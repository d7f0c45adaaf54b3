"""The handwritten solvers: each finds what brute force finds, on every kind of puzzle."""

from itertools import product
from typing import Any

import pytest

from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.solvers.answer import Answer, answer
from accord.solvers.registry import backends
from accord.solvers.search.filters import FILTERS
from accord.solvers.search.orders import ORDERS
from accord.solvers.search.propagators.posts import FilterName
from format_samples import NAKED, PAIRS, SEARCH
from known_puzzles import regular_grid
from optional import slow

SOLVED = "938712645145683927762495813524831769316279584879546231283157496497368152651924378"

POINTS: dict[str, tuple[str, dict[str, Any]]] = {
    f"mrv:{order}+{level}": ("backtracking-mrv", {"order": order, "filter": level})
    for order, level in product(ORDERS, FILTERS)
} | {
    "naive": ("backtracking-naive", {}),
    "first": ("backtracking-first", {}),
    "propagate": ("propagate-search", {}),
}


LOOKING_AHEAD = [name for name in POINTS if not name.endswith("check") and name != "naive"]


def read(text: str, rules: Shape | None = None) -> Puzzle:
    cells = [int(c) if c.isdigit() else 0 for c in text if c != " "]
    return Puzzle(rules or shape(int(len(cells) ** 0.5)), Grid(cells))


def ask(point: str, puzzle: Puzzle, limit: int | None = None, seconds: float = 60.0) -> Answer:
    name, settings = POINTS[point]
    return answer(backends()[name], puzzle, limit=limit, seconds=seconds, **settings)


@pytest.mark.parametrize("point", [*LOOKING_AHEAD, "naive", "mrv:first+check"])
def test_finds_the_solutions_of_a_9x9_under_a_constraint_over_five_cells(point: str) -> None:
    text = "".join("." if value in "123" else value for value in SOLVED)
    extra = AllDifferent((0, 37, 56, 74, 80))
    every = ask("first", read(text)).grids
    expected = {grid for grid in every if extra.holds([grid[cell] for cell in extra.scope])}
    assert (len(expected), len(every)) == (12, 48)
    found = ask(point, read(text, shape(9, extra=[extra])))
    assert (found.exhausted, set(found.solutions)) == (True, expected)
    assert len(found.solutions) == len(expected)


@pytest.mark.one_in(3)
def test_naive_backtracking_tries_914130_values_until_there_can_be_no_other_solution() -> None:
    slow()
    found = answer(backends()["backtracking-naive"], read(SEARCH), limit=None)
    assert found.counters["guesses"] == 914_130
    assert [str(grid) for grid in found.solutions] == [SOLVED]
    assert found.exhausted


def test_naive_backtracking_is_the_plain_check_in_row_order() -> None:
    naive, check, first = (ask(name, read(PAIRS)) for name in ("naive", "mrv:first+check", "first"))
    assert naive.counters["guesses"] == check.counters["guesses"]
    assert naive.counters["backtracks"] == check.counters["backtracks"]
    assert naive.counters["nodes"] == first.counters["nodes"]


@pytest.mark.parametrize(("text", "weakest"), [(PAIRS, "check"), (SEARCH, "forward")])
def test_in_row_order_a_stronger_filter_never_visits_more_nodes(
    text: str, weakest: FilterName
) -> None:
    levels = list(FILTERS)[list(FILTERS).index(weakest) :]
    nodes = [ask(f"mrv:first+{level}", read(text)).counters["nodes"] for level in levels]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > 1000 * nodes[-1]


def test_with_mrv_a_stronger_filter_visits_fewer_nodes_as_a_rule() -> None:
    levels = list(FILTERS)[1:]
    nodes = [ask(f"mrv:mrv+{level}", read(SEARCH)).counters["nodes"] for level in levels]
    assert nodes == [365, 53, 9, 7, 9]  # gac is stronger than pairs, and unlucky


def test_seeds_puzzles_need_what_their_author_says() -> None:
    def guesses(level: str, text: str) -> int:
        return ask(f"mrv:mrv+{level}", read(text)).counters["guesses"]

    assert guesses("hidden", NAKED) == 0
    assert guesses("hidden", PAIRS) > guesses("pairs", PAIRS) == 0
    assert guesses("pairs", SEARCH) > 0


@pytest.mark.parametrize("text", [NAKED, PAIRS, SEARCH])
def test_propagate_search_visits_the_nodes_of_mrv_with_pairs(text: str) -> None:
    one, other = ask("propagate", read(text)), ask("mrv:mrv+pairs", read(text))
    for name in ("nodes", "guesses", "backtracks"):
        assert one.counters[name] == other.counters[name]


def test_random_order_follows_its_seed() -> None:
    def nodes(seed: int) -> int:
        found = answer(
            backends()["backtracking-mrv"],
            read(SEARCH),
            order="random",
            filter="gac",
            seed=seed,
        )
        return found.counters["nodes"]

    assert nodes(1) == nodes(1)
    assert len({nodes(seed) for seed in range(6)}) > 1


@pytest.mark.parametrize("point", POINTS)
def test_keeps_to_its_time_in_a_large_grid(point: str) -> None:
    puzzle = Puzzle(shape(36), Grid([0] * 36**2))
    found = ask(point, puzzle, seconds=0.05)
    assert not found.exhausted
    assert found.seconds.cpu < 10


@pytest.mark.parametrize("point", [f"mrv:first+{level}" for level in FILTERS] + list(POINTS)[-3:])
def test_searches_1296_cells_deep(point: str) -> None:
    marks = tuple(frozenset({value, value % 36 + 1}) for value in regular_grid(6, 6))
    puzzle = Puzzle(shape(36), Grid([0] * 36**2), marks)
    found = ask(point, puzzle, limit=1)
    assert [list(puzzle.violations(grid)) for grid in found.solutions] == [[]]
