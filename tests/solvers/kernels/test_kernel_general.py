"""The kernel for every shape: its answers, its propagation, what it learns, and where it stops."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.bench.make.generate import blanked
from accord.bench.make.instances.collection import instances_of
from accord.bench.make.patterns import jigsaw
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, ValueSet, shape
from accord.puzzles.constraints.arguments import as_read
from accord.solvers.answer import answer
from accord.solvers.registry import usable
from known_puzzles import regular_grid
from naive_propagation import fixed_point
from optional import library
from places import shared
from puzzle_facts import puzzle_of

library("numba")
if TYPE_CHECKING:
    from accord.solvers.kernels import general as kernel
    from accord.solvers.kernels import search, state
else:
    kernel = library("accord.solvers.kernels.general")
    search = library("accord.solvers.kernels.search")
    state = library("accord.solvers.kernels.state")

np = library("numpy")

SHAPES = {
    "1x1": shape(1),
    "4x4": shape(4),
    "6x6": shape(6, (3, 2)),
    "latin 5x5": shape(5, rules=["latin"]),
    "jigsaw 7x7": shape(7, regions=jigsaw(7, 3)),
    "9x9": shape(9),
    "diagonals 9x9": shape(9, rules=["diagonals"]),
    "windoku 9x9": shape(9, rules=["windoku"]),
    "10x10": shape(10, (2, 5)),
    "extra over fewer cells": shape(6, extra=[AllDifferent((0, 7, 14, 21)), AllDifferent((35, 4))]),
    "extra over none and one": shape(4, extra=[as_read(AllDifferent, ()), AllDifferent((3,))]),
}
FROM_THE_START = -1  # learning


def solved(puzzle: Puzzle, limit: int, patience: int = 10_000, **how: int) -> tuple[Any, Any]:
    """Solutions up to the limit, and the search."""
    work = kernel.start(puzzle, **how)
    grids = np.zeros((limit, len(puzzle.givens)), np.uint8)
    found = 0
    while found < limit and not work.exhausted:
        found += kernel.resume(work, grids[found:], patience)
    return [Grid(grid) for grid in grids[:found].tolist()], work


def expected(puzzle: Puzzle, limit: int | None) -> tuple[Grid, ...]:
    """The same from the solver that is made to be read."""
    found = answer(usable("backtracking-mrv").backend, puzzle, limit=limit, seconds=inf)
    return found.grids


def varied(figure: Shape, seed: int) -> Iterator[Puzzle]:
    """A puzzle with few solutions, one with a wrong given, one with candidates."""
    random = Random(seed)
    grid = full_grid(figure, random)
    order = shuffled(figure.cells, random)
    puzzle = blanked(Puzzle(figure, grid), order[: len(order) * 11 // 20])
    yield puzzle
    givens = list(puzzle.givens)
    givens[order[0]] = 1 + int(random.random() * figure.size)
    yield Puzzle(figure, Grid(givens))
    marks = [
        frozenset({value, *(v for v in range(1, figure.size + 1) if random.random() < 0.25)})
        for value in grid
    ]
    yield Puzzle(figure, Grid([0] * len(grid)), tuple(marks))


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_answered_as_by_plain_search(name: str) -> None:
    for puzzle in (puzzle for seed in range(2) for puzzle in varied(SHAPES[name], seed)):
        right = expected(puzzle, 20)
        for enough in (FROM_THE_START, 3, kernel.ENOUGH):
            grids, work = solved(puzzle, 20, enough=enough)
            assert len(set(grids)) == len(grids) == len(right)
            assert not any(list(puzzle.violations(grid)) for grid in grids)
            assert len(right) == 20 or (work.exhausted and set(grids) == set(right))


def test_hundreds_of_solutions_are_told_once_each() -> None:
    random = Random(5)
    figure = shape(6)
    puzzle = blanked(Puzzle(figure, full_grid(figure, random)), shuffled(figure.cells, random)[:28])
    right = set(expected(puzzle, None))
    assert len(right) > 2 * search.NOGOODS
    for enough in (FROM_THE_START, 0, 20, kernel.ENOUGH):
        for patience in (1, 10_000):
            grids, work = solved(puzzle, len(right) + 1, patience, enough=enough)
            assert work.exhausted
            assert len(grids) == len(right)
            assert set(grids) == right


def test_rare_restarts_tell_every_solution_once() -> None:
    random = Random(5)
    figure = shape(6)
    puzzle = blanked(Puzzle(figure, full_grid(figure, random)), shuffled(figure.cells, random)[:28])
    right = set(expected(puzzle, None))
    work = kernel.start(puzzle, FROM_THE_START)
    grids = np.zeros((len(right) + 1, 36), np.uint8)
    found = 0
    while not work.exhausted:
        found += kernel.resume(work, grids[found:], 1)
        work.state.numbers[state.STEADY] = 1  # as if there had been a thousand conflicts
    assert found == len(right)
    assert {Grid(grid) for grid in grids[:found].tolist()} == right


def test_restarts_become_rare_by_turns() -> None:
    record = next(r for r in shared("large.jsonl") if (r["size"], r["givens"]) == (25, 268))
    work = kernel.start(Puzzle(shape(25), Grid(record["puzzle"])))
    grid = np.zeros((2, 625), np.uint8)
    began = dict[int, list[int]]()  # by mode the conflicts at its restarts
    restarts = found = 0
    modes, ends = list[int](), list[int]()
    while not work.exhausted:
        steady = int(work.state.numbers[state.STEADY])
        if modes[-1:] != [steady]:
            modes.append(steady)
            ends.append(int(work.state.numbers[state.SWITCH]))
        found += kernel.resume(work, grid[found:], 1)
        counters = work.counters
        if counters["restarts"] > restarts and steady == work.state.numbers[state.STEADY]:
            began.setdefault(steady, []).append(counters["conflicts"])
        restarts = counters["restarts"]
        assert 0 <= work.state.numbers[state.FURTHEST] < 25**3
    assert modes[:4] == [0, 1, 0, 1]
    assert np.diff(ends[1:4]).tolist() == [1000, 2000]
    assert len(began[0]) > len(began.get(1, []))
    assert found == 1


def test_learning_after_solutions_tells_none_of_them_again() -> None:
    figure = shape(4)
    work = kernel.start(Puzzle(figure, Grid([0] * 16)))
    grids = np.zeros((400, 16), np.uint8)
    found = kernel.resume(work, grids[:100], 10_000)
    work.state.numbers[state.ALONE] = kernel.ENOUGH + 1  # as if there had been so many conflicts
    found += kernel.resume(work, grids[found:], 10_000)
    assert (found, work.exhausted) == (288, True)
    assert len({tuple(grid) for grid in grids[:found].tolist()}) == 288
    assert work.state.numbers[state.LEARNED] > 0


def test_many_solutions_without_learning_take_no_memory() -> None:
    puzzle = Puzzle(shape(9), Grid([0] * 81))
    work = kernel.start(puzzle)
    before = work.state.arena.size
    grids = np.zeros((20_000, 81), np.uint8)
    assert kernel.resume(work, grids, 10**6) == 20_000
    assert len(np.unique(grids, axis=0)) == 20_000
    assert work.state.arena.size == before


def learned(work: Any) -> Iterator[list[tuple[int, int, bool]]]:
    """Of each clause the cells, values and whether it is the value.

    They follow from the puzzle and from nogoods about the solutions found before.
    """
    n, s, ref = work.board.n, work.state, 1
    while s.numbers[state.PHASE] == state.LEARNING and ref < s.numbers[state.USED]:
        end = ref + state.HEADER + int(s.arena[ref])
        literals = s.arena[ref + state.HEADER : end].tolist()
        yield [(x // 2 // n, x // 2 % n + 1, x % 2 == 0) for x in literals]
        ref = end


@pytest.mark.parametrize(
    ("name", "blanks"), [("6x6", 30), ("jigsaw 7x7", 38), ("latin 7x7", 34), ("diagonals 9x9", 60)]
)
def test_what_is_learned_follows(name: str, blanks: int) -> None:
    random = Random(1)
    figure = {**SHAPES, "latin 7x7": shape(7, rules=["latin"])}[name]
    full = Puzzle(figure, full_grid(figure, random))
    puzzle = blanked(full, shuffled(figure.cells, random)[:blanks])
    grids, work = solved(puzzle, 3000)
    assert work.exhausted
    left = set(grids)
    work = kernel.start(puzzle, FROM_THE_START)
    grid = np.zeros((1, len(puzzle.givens)), np.uint8)
    conflicts = checked = 0
    while not work.exhausted:
        if kernel.resume(work, grid, 1):
            left.remove(Grid(grid[0].tolist()))
        if work.counters["conflicts"] > conflicts:
            conflicts = work.counters["conflicts"]
            for clause in learned(work):
                checked += 1
                for solution in left:
                    assert any((solution[cell] == v) == is_it for cell, v, is_it in clause)
    assert not left
    assert checked >= 10


def consequences(puzzle: Puzzle) -> list[ValueSet]:
    """Naked and hidden singles and locked candidates to the end; empty domains: a conflict."""
    left = fixed_point(puzzle.shape, [set(domain) for domain in puzzle.domains])
    return [frozenset(domain) for domain in left or [set[int]()] * len(puzzle.domains)]


def propagated(puzzle: Puzzle) -> Sequence[ValueSet]:
    """The kernel's domains before its first guess."""
    work = kernel.start(puzzle)
    kernel.resume(work, np.zeros((1, len(puzzle.givens)), np.uint8), 0)
    if work.exhausted:
        return [frozenset()] * len(puzzle.givens)
    values = range(1, puzzle.size + 1)
    masks = work.state.masks[: len(puzzle.givens)].tolist()
    return [frozenset(value for value in values if mask >> value - 1 & 1) for mask in masks]


@settings(max_examples=120)
@given(
    st.sampled_from([name for name in SHAPES if name != "1x1"]),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_propagation_is_the_naive_one(name: str, random: Random, marked: bool) -> None:
    figure, density = SHAPES[name], random.random()
    marks = tuple(
        frozenset(v for v in range(1, figure.size + 1) if random.random() < 0.35 + 0.65 * density)
        for _ in figure.cells
    )
    puzzle = Puzzle(figure, Grid([0] * len(figure.cells)), marks)
    if not marked:  # the givens of a grid
        cells = shuffled(figure.cells, random)[: int((0.2 + 0.8 * density) * len(figure.cells))]
        puzzle = blanked(Puzzle(figure, full_grid(figure, random)), cells)
    assert list(propagated(puzzle)) == consequences(puzzle)


def test_small_steps_come_to_the_same_as_one() -> None:
    random = Random(11)
    figure = shape(12)
    puzzle = blanked(Puzzle(figure, full_grid(figure, random)), shuffled(figure.cells, random)[:95])
    for enough in (FROM_THE_START, 5, kernel.ENOUGH):
        runs = [solved(puzzle, 2000, patience, enough=enough) for patience in (1, 7, 10**6)]
        for one, other in pairwise(runs):
            assert one[0] == other[0]
            assert one[1].counters == other[1].counters


def test_patience_is_kept() -> None:
    figure = shape(25)
    work = kernel.start(Puzzle(figure, Grid([0] * 625)))
    grids = np.zeros((1, 625), np.uint8)
    spent = 0
    for _ in range(20):
        kernel.resume(work, grids, 10)
        now = work.counters["guesses"] + work.counters["conflicts"]
        assert now <= spent + 40
        spent = now


def test_a_board_that_plain_search_does_not_finish_is_decided() -> None:
    random = Random(2026)
    figure = shape(25)
    puzzle = blanked(
        Puzzle(figure, full_grid(figure, random)), shuffled(figure.cells, random)[:335]
    )
    grids, work = solved(puzzle, 2)
    assert grids
    assert not any(list(puzzle.violations(grid)) for grid in grids)
    assert len(set(grids)) == 2 or work.exhausted


def test_a_board_of_size_36_is_solved() -> None:
    figure = shape(36)
    cells = shuffled(figure.cells, Random(0))[: 36 * 36 * 45 // 100]
    puzzle = blanked(Puzzle(figure, regular_grid(6, 6)), cells)
    (grid,), _ = solved(puzzle, 1)
    assert not list(puzzle.violations(grid))


def test_large_boards_that_ship_have_the_solution_that_is_known() -> None:
    shipped = [*instances_of("16x16"), *islice(instances_of("25x25"), 2)]
    for each in shipped:
        grids, work = solved(puzzle_of(each), 2)
        assert each.expected is not None
        assert (grids, work.exhausted) == ([each.expected.solution], True), each.name


def test_large_boards_have_the_solution_that_is_known() -> None:
    for record in shared("large.jsonl"):
        if record["size"] > 16 and record["sat_seconds"] > 2:
            continue
        figure = shape(record["size"], (record["box_rows"], record["box_cols"]))
        grids, work = solved(Puzzle(figure, Grid(record["puzzle"])), 2)
        assert grids == [Grid(record["solution"])]
        assert work.exhausted
