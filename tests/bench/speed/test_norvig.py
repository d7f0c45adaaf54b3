"""The yardstick is right: a wrong one would make everything measured against it look better."""

from random import Random

from accord.bench.make.full_grid import full_grid
from accord.bench.speed import norvig
from accord.puzzles import Grid, Puzzle, shape
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from format_samples import SEARCH, SOLVED

NINE = shape(9)
SEVERAL = "".join("." if value in "123" else value for value in SOLVED)  # which change places


def solutions(text: str, limit: int | None = None) -> list[tuple[int, ...]]:
    return norvig.solve(Grid.parse(text), limit)


def with_givens(seed: int) -> Grid:
    """Some cells of a random grid, every fourth time with one of them changed."""
    random = Random(seed)
    grid = full_grid(NINE, random)
    share = random.uniform(0.3, 0.5)
    givens = [value if random.random() < share else 0 for value in grid]
    if seed % 4 == 0:
        cell = random.choice([cell for cell, given in enumerate(givens) if given])
        givens[cell] = givens[cell] % 9 + 1
    return Grid(givens)


def test_it_finds_all_solutions_up_to_the_limit() -> None:
    every = solutions(SEVERAL)
    assert len(every) == len(set(every)) == count(SEVERAL)
    assert len(every) > 5
    for limit in (1, 2):
        assert solutions(SEVERAL, limit) == every[:limit]


def count(text: str) -> int:
    puzzle = Puzzle(NINE, Grid.parse(text))
    return len(answer(backends()["backtracking-mrv"], puzzle, limit=None).solutions)


def test_it_leaves_the_givens_alone() -> None:
    givens = list(Grid.parse(SEARCH))
    before = givens.copy()
    norvig.solve(givens, 2)
    assert givens == before


def test_it_says_what_a_readable_solver_says() -> None:
    mrv = backends()["backtracking-mrv"]
    numbers = []
    for seed in range(60):
        givens = with_givens(seed)
        expected = answer(mrv, Puzzle(NINE, givens), limit=3).solutions
        found = norvig.solve(givens, 3)
        numbers.append(len(found))
        assert len(found) == len(set(found)) == len(expected)
        assert all(not list(Puzzle(NINE, givens).violations(grid)) for grid in found)
        if len(expected) < 3:
            assert set(found) == set(expected)
    assert {0, 1, 3} <= set(numbers)
