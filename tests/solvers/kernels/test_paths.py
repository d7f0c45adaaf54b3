"""A search that is split: both halves together have what it had, and neither what the other has."""

from random import Random

import pytest

from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.bench.make.generate import blanked
from accord.puzzles import Grid, Puzzle, shape
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from optional import library

numpy = library("numpy")
library("numba")

from accord.solvers.kernels import general, nine  # noqa: E402


def loose(size: int, blanks: int, seed: int) -> Puzzle:
    """A puzzle with many solutions."""
    random, figure = Random(seed), shape(size)
    grid = full_grid(figure, random)
    return blanked(Puzzle(figure, grid), shuffled(figure.cells, random)[:blanks])


@pytest.mark.parametrize("enough", [-1, 5, general.ENOUGH])
@pytest.mark.parametrize("before", [0, 1, 30, 150])  # solutions, some of them excluded by clauses
def test_the_halves_of_a_general_search_share_its_solutions(enough: int, before: int) -> None:
    puzzle = loose(6, 28, seed=5)
    right = set(answer(backends()["exact-cover-bits"], puzzle, limit=None).grids)
    assert len(right) > 200
    work = general.start(puzzle, enough)
    grids = numpy.zeros((len(right) + 1, 36), numpy.uint8)
    found = [Grid(row) for row in grids[: general.resume(work, grids[:before], 1 << 40)].tolist()]
    todo, halves = [work], 0
    while todo and len(found) <= len(right):  # without an end, where halves overlap
        work = todo.pop()
        if not work.exhausted:
            found += map(Grid, grids[: general.resume(work, grids[:1], 1)].tolist())
            rest = general.split(work)
            halves += rest is not None
            todo += [work] if rest is None else [work, rest]
    assert halves > 50
    assert len(found) == len(right)
    assert set(found) == right


def test_before_a_guess_and_after_the_end_there_is_nothing_to_split() -> None:
    work = general.start(loose(4, 0, seed=1))
    assert general.split(work) is None
    general.resume(work, numpy.zeros((2, 16), numpy.uint8), 100)
    assert work.exhausted
    assert general.split(work) is None
    board = nine.start(loose(9, 60, seed=1))
    assert nine.split(board) is None  # the only board that there is


def test_the_oldest_board_of_the_9x9_kernel_is_given_away() -> None:
    work = nine.start(loose(9, 60, seed=1))
    nine.resume(work, numpy.zeros((1, 81), numpy.uint8), 5)
    boards = work.rows[: work.numbers[0]].copy()
    assert len(boards) > 2
    rest = nine.split(work)
    assert rest is not None
    assert rest.rows[: rest.numbers[0]].tolist() == boards[:1].tolist()
    assert work.rows[: work.numbers[0]].tolist() == boards[1:].tolist()
    assert set(rest.counters.values()) == {0}
