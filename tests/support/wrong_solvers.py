"""Deliberately wrong solvers: a judge that has refuted nothing is untested.

Each is a generator as any solver is, most with an honest one inside, and wrong in one way only.
The harness gets them from outside, as `wrong_solvers.py:NAME`, and runs them in worker processes.
"""

import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.interface import UnsupportedError
from accord.solvers.search import backtracking_mrv

honest: Callable[..., Iterator[Any]] = backtracking_mrv.solve

calls = count(1)
first_answer: list[Grid] = []


def false(grid: Grid) -> Grid:
    """The grid with its values moved on by one cell, which breaks rules."""
    return Grid((*grid[1:], grid[0]))


def shifts_the_boxes(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    n = puzzle.size
    shifted = [
        AllDifferent(tuple(cell // n * n + (cell + 1) % n for cell in house.cells))
        for house in puzzle.houses
        if house.name.startswith("box")
    ]
    other = Puzzle(shape(n, rules=["latin"], extra=shifted), puzzle.givens)
    yield from honest(other, budget)


def drops_the_boxes(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(Puzzle(shape(puzzle.size, rules=["latin"]), puzzle.givens), budget)


def drops_the_diagonals(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(Puzzle(shape(puzzle.size, puzzle.box), puzzle.givens), budget)


def says_no_solution(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from ()


def repeats_its_first_answer(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    if not first_answer:
        first_answer.extend(honest(puzzle, budget))
    yield from first_answer


def repeats_a_grid(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grid = next(iter(honest(puzzle, budget)))
    yield grid
    yield grid


def repeats_the_150th_grid(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for number, grid in enumerate(honest(puzzle, budget), 1):
        yield grid
        if number == 150:
            yield grid


def changes_a_given(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for grid in honest(puzzle, budget):
        swap = {1: 2, 2: 1}
        yield Grid(swap.get(value, value) for value in grid)


def stops_after_one(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from islice(honest(puzzle, budget), 1)


def stops_one_grid_early(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from list(honest(puzzle, budget))[:-1]


def lies_when_there_are_several(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grids = list(islice(honest(puzzle, budget), 2))
    yield from grids[:1]
    yield from map(false, grids[1:])


def lies_once_in_twenty(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    unlucky = int(puzzle.digest, 16) % 20 == 0
    yield from () if unlucky else honest(puzzle, budget)


def lies_on_boxes_of_two_by_three(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grids = honest(puzzle, budget)
    yield from map(false, grids) if puzzle.box == (2, 3) else grids


def lies_after_fifty_calls(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grids = honest(puzzle, budget)
    yield from map(false, grids) if next(calls) > 50 else grids


_asked: set[str] = set()


def _again(puzzle: Puzzle) -> bool:
    """Whether this puzzle was asked before."""
    known = puzzle.digest in _asked
    _asked.add(puzzle.digest)
    return known


def takes_its_first_answer_back(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    if _again(puzzle):
        raise UnsupportedError("not this puzzle")
    yield from ()


def raises_after_its_first_answer(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    if _again(puzzle):
        raise LookupError("lost the thread")
    yield from ()


def lies_every_other_call(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from () if next(calls) % 2 else honest(puzzle, budget)


def drops_a_grid_every_fiftieth_call(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grids = list(honest(puzzle, budget))
    yield from grids[1:] if next(calls) % 50 == 0 else grids


def sleeps_in_its_grid(puzzle: Puzzle, budget: Budget) -> Iterator[object]:
    def slowly(grid: Grid) -> Iterator[int]:
        time.sleep(30)
        yield from grid

    yield from map(slowly, honest(puzzle, budget))


def returns_a_list(puzzle: Puzzle, budget: Budget) -> list[Grid]:
    return []


def ignores_candidates(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(Puzzle(puzzle.shape, puzzle.givens), budget)


def leaves_a_blank(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for grid in honest(puzzle, budget):
        yield Grid((*grid[:-1], 0))


def forgets_a_cell(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for grid in honest(puzzle, budget):
        yield Grid(grid[:-1])


def sleeps(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    time.sleep(3600)
    yield from honest(puzzle, budget)


def answers_late(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    grids = list(honest(puzzle, budget))
    time.sleep(budget.seconds_left() + 0.2)
    yield from grids


def ignores_signals_and_spins(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass
    yield from ()


def yields_and_then_sleeps(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget)
    time.sleep(3600)


def crashes(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    os.kill(os.getpid(), signal.SIGSEGV)
    yield from honest(puzzle, budget)


def leaves_without_a_word(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield next(iter(honest(puzzle, budget)))
    os._exit(0)


def leaves_a_child_behind(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    if os.fork():
        os._exit(3)
    time.sleep(3600)  # with every pipe of its parent
    yield from ()


def begins_again_and_again(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    while True:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b'{"start": true}\n')
            except OSError:
                continue
        time.sleep(0.02)
    yield from ()


def talks_without_end(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    line = b'{"of": 0, "grid": [1], "at": 0.1}\n' * 50
    channel = next(d for d in range(3, 64) if is_pipe_for_writing(d))
    while True:
        os.write(channel, line)
    yield from ()


def is_pipe_for_writing(descriptor: int) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(descriptor).st_mode) and os.write(descriptor, b"") == 0
    except OSError:
        return False


def answers_twice_over(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    os.fork()
    yield from honest(puzzle, budget)


def counts_below_zero(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget)
    budget.spent["nodes"] = -5


def counts_beyond_all_numbers(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget)
    budget.spend(nodes=2**63)


def raises_what_cannot_be_printed(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    raise LookupError("\ud800 \x1b[31m\nverdict: unique (agreed: 7 solvers, 4 engines)")
    yield from ()


def counts_what_nobody_asked(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    budget.spend(outcome=4, solver=1)
    yield from honest(puzzle, budget)


def runs_out_of_memory(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget)
    raise MemoryError


def raises(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget)
    raise LookupError("lost the thread")


def closes_every_pipe(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    os.closerange(3, 64)
    yield from honest(puzzle, budget)


def writes_garbage_to_every_pipe(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b"\xff{[garbage\n")
        except OSError:
            continue
    yield from honest(puzzle, budget)


def prints_a_flood(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for _ in range(1000):
        sys.stdout.write("x" * 10_000)
        sys.stderr.write("y" * 10_000)
    yield from honest(puzzle, budget)


def gives_up(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    raise GaveUpError("no idea")
    yield from honest(puzzle, budget)


def yields_words(puzzle: Puzzle, budget: Budget) -> Iterator[object]:
    yield "abc"


def begins_with_one(puzzle: Puzzle) -> bool:
    """Whether the first given is 1, which is so of some forms of a puzzle only."""
    return next(filter(None, puzzle.givens), 1) == 1


def knows_one_beginning(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    yield from honest(puzzle, budget) if begins_with_one(puzzle) else ()


def garbles_other_beginnings(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    for grid in honest(puzzle, budget):
        if not begins_with_one(puzzle):
            yield Grid(grid[:-1])
            yield Grid((99, *grid[1:]))
        yield grid
