"""A search on several threads: its answers are those of one, and no thread is left behind."""

import threading
from collections import Counter
from collections.abc import Generator
from itertools import islice
from math import inf
from random import Random
from signal import SIGINT, default_int_handler, raise_signal, signal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.bench.make.generate import blanked
from accord.puzzles import Grid, Puzzle, shape
from accord.solvers.answer import answer
from accord.solvers.budget import OUT_OF_TIME, Budget
from accord.solvers.registry import backends
from command_line import started
from optional import library

numpy = library("numpy")
library("numba")

from accord.solvers.kernels import general, nine  # noqa: E402
from accord.solvers.kernels.team import Team  # noqa: E402

KERNEL = backends()["backtracking-kernel"]
SHAPES = {
    "9x9": (nine, shape(9), 0.68),
    "6x6": (general, shape(6), 0.8),
    "latin 5x5": (general, shape(5, rules=["latin"]), 0.9),
    "diagonals 9x9": (general, shape(9, rules=["diagonals"]), 0.75),
    "10x10": (general, shape(10, (2, 5)), 0.65),
}
EMPTY = {size: Puzzle(shape(size), Grid([0] * size**2)) for size in (9, 16)}


def solutions(kernel: Any, work: Any, threads: int, patience: int, room: int) -> list[Grid]:
    """All solutions of a search that has begun, as a team finds them."""
    cells = work.puzzles.shape[1] if kernel is general else 81
    team = Team(kernel, work, threads, patience, (room, cells))
    found, counted = list[Grid](), Counter[str]()
    try:
        while not team.exhausted:
            grids, spent = team.search()
            found += [Grid(row) for rows in grids for row in rows.tolist()]
            counted.update(spent)
    finally:
        team.end()
    assert min(counted.values()) >= 0
    return found


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([*SHAPES]),
    st.integers(0, 1 << 32),
    st.integers(2, 4),
    st.sampled_from([1, 7, 100]),
    st.sampled_from([1, 50]),
    st.sampled_from([-1, 2, general.ENOUGH]),
    st.booleans(),
)
def test_its_solutions_are_those_of_a_readable_solver(
    name: str, seed: int, threads: int, patience: int, room: int, enough: int, wrong: bool
) -> None:
    (kernel, figure, most), random = SHAPES[name], Random(seed)
    cells = shuffled(figure.cells, random)
    puzzle = blanked(Puzzle(figure, full_grid(figure, random)), cells[: int(len(cells) * most)])
    if wrong:  # a given that need not be that of any solution
        givens = [*puzzle.givens]
        givens[cells[-1]] = 1 + givens[cells[-1]] % figure.size
        puzzle = Puzzle(figure, Grid(givens))
    right = answer(backends()["exact-cover-bits"], puzzle, limit=500, seconds=inf)
    if not right.exhausted:
        return
    work = kernel.start(puzzle, enough) if kernel is general else kernel.start(puzzle)
    found = solutions(kernel, work, threads, patience, room)
    assert len(set(found)) == len(found)
    assert set(found) == set(right.grids)


@pytest.mark.parametrize("threads", [2, 3, 4])
def test_a_9x9_search_counts_the_same_on_any_number_of_threads(threads: int) -> None:
    random = Random(3)
    puzzle = blanked(
        Puzzle(shape(9), full_grid(shape(9), random)), shuffled(range(81), random)[:56]
    )
    one = answer(KERNEL, puzzle, limit=None)
    several = answer(KERNEL, puzzle, limit=None, threads=threads)
    assert len(one.solutions) > 2000
    assert several.exhausted
    assert len(several.solutions) == len(one.solutions)
    assert set(several.solutions) == set(one.solutions)
    assert several.counters == one.counters


@pytest.mark.parametrize("size", EMPTY)
@pytest.mark.parametrize("limit", [1, 2, 2500])
def test_a_limit_is_kept(size: int, limit: int) -> None:
    found = answer(KERNEL, EMPTY[size], limit=limit, threads=3)
    assert len(set(found.solutions)) == len(found.solutions) == limit
    assert not any(list(EMPTY[size].violations(grid)) for grid in found.grids)
    assert not found.exhausted


@pytest.mark.parametrize("size", EMPTY)
def test_out_of_time_it_claims_nothing_and_leaves_no_thread(size: int) -> None:
    before = threading.active_count()
    found = answer(KERNEL, EMPTY[size], limit=None, seconds=0.2, threads=3)
    assert (found.exhausted, found.reason) == (False, OUT_OF_TIME)
    assert found.solutions
    assert threading.active_count() == before


def opened(size: int) -> tuple[Generator[Grid, None, None], int]:
    """A search that runs on three threads, and how many threads there were before."""
    before = threading.active_count()
    stream: Any = KERNEL.solve(EMPTY[size], Budget(), threads=3)
    assert len({*islice(stream, 1000)}) == 1000
    assert threading.active_count() == before + 3
    return stream, before


@pytest.mark.parametrize("size", EMPTY)
def test_closed_in_the_middle_it_leaves_no_thread(size: int) -> None:
    stream, before = opened(size)
    stream.close()
    assert threading.active_count() == before


def test_between_two_solutions_no_thread_works(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, resume = set[int](), nine.resume

    def watched(*arguments: Any) -> int:
        inside.add(threading.get_ident())
        try:
            return resume(*arguments)
        finally:
            inside.discard(threading.get_ident())

    monkeypatch.setattr(nine, "resume", watched)
    stream, _ = opened(9)
    for _ in islice(stream, 50_000):
        assert not inside
    stream.close()


def test_an_interrupt_ends_all_threads() -> None:
    before, kept = threading.active_count(), signal(SIGINT, default_int_handler)

    class Interrupted(Budget):
        """Sends the signal of Ctrl-C in the middle of the search."""

        def spend(self, **counts: int) -> None:
            super().spend(**counts)
            if threading.active_count() > before:
                raise_signal(SIGINT)

    try:
        with pytest.raises(KeyboardInterrupt):
            list(KERNEL.solve(EMPTY[16], Interrupted(), threads=3))
    finally:
        signal(SIGINT, kept)
    assert threading.active_count() == before


def test_ctrl_c_ends_the_command() -> None:
    general.load()  # or the command says that it compiles
    words = ("solve", "." * 256, "-n", "all", "-s", "backtracking-kernel:threads=2")
    with started(*words, text=True) as child:
        assert child.stdout.readline()  # the first solution of many
        child.send_signal(SIGINT)
        _, said = child.communicate(timeout=600)
    assert (child.returncode, said.strip()) == (130, "accord: interrupted")


def test_what_ends_a_thread_is_raised_where_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    before = threading.active_count()

    def without_memory(*_: object) -> int:
        raise MemoryError("no room")

    work = general.start(EMPTY[16])
    monkeypatch.setattr(general, "resume", without_memory)
    with pytest.raises(MemoryError, match="no room"):
        solutions(general, work, 2, 10, 1)
    assert threading.active_count() == before


def test_a_search_of_one_slice_needs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Team, "search", lambda _: pytest.fail("a team was asked"))
    givens = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    found = answer(KERNEL, Puzzle(shape(9), Grid.parse(givens)), limit=2, threads=4)
    assert found.exhausted
    assert len(found.solutions) == 1


def test_its_cores_are_its_threads() -> None:
    assert [KERNEL.cores_with(chosen) for chosen in ({}, {"threads": 3})] == [1, 3]
