"""The compiled kernel: what it counts, how it is asked, when numba is loaded."""

import os
import subprocess
import sys
from collections import deque
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.batch import Batch
from accord.solvers.answer import answer
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.interface import UNDECIDED
from accord.solvers.registry import backends
from optional import library, slow
from places import shared
from puzzle_facts import puzzle_of

numpy = library("numpy")
library("numba")

from accord.solvers.kernels import nine  # noqa: E402

NINE = shape(9)
KERNEL = backends()["backtracking-kernel"]
EMPTY = Puzzle(NINE, Grid([0] * 81))
# Arto Inkala's of 2010; of the grids, those without some clues have several solutions.
HARD = Puzzle(
    NINE,
    Grid.parse("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
)


def without(puzzle: Puzzle, clues: int, seed: int) -> Puzzle:
    """The puzzle without so many of its clues."""
    given = [cell for cell, value in enumerate(puzzle.givens) if value]
    gone = Random(seed).sample(given, clues)
    return Puzzle(NINE, Grid(0 if c in gone else v for c, v in enumerate(puzzle.givens)))


def everything(puzzle: Puzzle) -> set[Grid]:
    """All solutions."""
    found = answer(KERNEL, puzzle, limit=None)
    assert found.exhausted
    assert len(set(found.solutions)) == len(found.solutions)
    return set(found.grids)


@pytest.mark.parametrize("clues", range(5))
def test_it_finds_the_solutions_that_a_readable_solver_finds(clues: int) -> None:
    puzzle = without(HARD, clues, seed=clues)
    readable = answer(backends()["exact-cover-bits"], puzzle, limit=700)
    if readable.exhausted:
        assert everything(puzzle) == set(readable.solutions)
    else:
        assert len(everything(puzzle)) > 700


def test_candidates_are_respected() -> None:
    puzzle = without(HARD, 3, seed=1)
    solutions = sorted(everything(puzzle))
    assert len(solutions) > 10
    marks = tuple(
        frozenset({a, b}) for a, b in zip(solutions[0], solutions[len(solutions) // 2], strict=True)
    )
    fitting = {g for g in solutions if all(v in m for v, m in zip(g, marks, strict=True))}
    assert len(fitting) >= 2
    assert everything(Puzzle(NINE, puzzle.givens, marks)) == fitting
    none = tuple(mark - {min(mark)} if cell == 40 else mark for cell, mark in enumerate(marks))
    kept = {grid for grid in fitting if grid[40] in none[40]}
    assert everything(Puzzle(NINE, puzzle.givens, none)) == kept


def test_a_search_in_slices_is_the_search_in_one_go() -> None:
    puzzle = without(HARD, 4, seed=4)
    whole, sliced = nine.start(puzzle), nine.start(puzzle)
    grids = numpy.zeros((100_000, 81), numpy.uint8)
    number = nine.resume(whole, grids, 1 << 40)
    assert whole.exhausted
    assert number > 700
    found = []
    while not sliced.exhausted:
        some = numpy.zeros((3, 81), numpy.uint8)
        found += some[: nine.resume(sliced, some, 1)].tolist()
    assert found == grids[:number].tolist()
    assert whole.counters == sliced.counters
    spent = whole.counters
    assert (
        spent["nodes"]
        == 1 + 2 * spent["guesses"]
        == spent["guesses"] + spent["backtracks"] + number
    )


def test_an_empty_board_streams_and_stops_in_time() -> None:
    first = list(islice(KERNEL.solve(EMPTY, Budget()), 1000))
    assert len(set(first)) == 1000
    assert not any(list(EMPTY.violations(grid)) for grid in first)
    budget = Budget(0.05)
    budget.resume()
    with pytest.raises(GaveUpError):
        deque(KERNEL.solve(EMPTY, budget), maxlen=0)
    budget.pause()
    assert budget.total.cpu < 10


def test_arrays_that_are_no_puzzles_are_refused() -> None:
    with pytest.raises(ValueError, match="values up to 10, expected N x 81 with values up to 9"):
        nine.many(NINE, numpy.full((2, 81), 10, numpy.uint8), 2, 1)
    with pytest.raises(ValueError, match=r"\(2, 80\)"):
        nine.many(NINE, numpy.zeros((2, 80), numpy.uint8), 2, 1)


@pytest.mark.parametrize(
    ("limit", "shares"),
    [
        (1, [0.45, 0.4, 0.36, 0.33]),
        (2, [0.45, 0.4, 0.36, 0.33]),
        (None, [0.45, 0.42, 0.4, 0.38]),  # with fewer clues some take ten million guesses
    ],
)
def test_within_a_time_limit_all_is_decided_for_which_the_guesses_suffice(
    limit: int | None, shares: list[float]
) -> None:
    full = Grid.parse(
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    )
    random = Random(7)
    rows = [
        [full[cell] if random.random() < share else 0 for cell in range(81)]
        for share in shares * 20
    ]
    givens = numpy.array([*rows, [1, 1] + [0] * 79], numpy.uint8)
    known = nine.many(NINE, givens, limit, 1)
    for guesses in (0, 1, 3, 1000):
        found = nine.within(NINE, givens, limit, 2, (guesses + 0.5) * nine.GUESS)
        undecided = found.counts == UNDECIDED
        assert undecided.all() or guesses > 0
        assert undecided.any() or guesses > 1
        assert (known.guesses[undecided] >= guesses).all()
        assert not found.solutions[undecided].any()
        assert (found.counts == known.counts)[~undecided].all()
        assert (found.solutions == known.solutions)[~undecided].all()


def test_a_time_limit_of_any_length_ends() -> None:
    found = nine.within(NINE, numpy.zeros((1, 81), numpy.uint8), None, 1, 1e300)
    assert found.counts.tolist() == [UNDECIDED]
    assert nine.PATIENCE <= found.guesses[0] < nine.PATIENCE + nine.DEPTH  # to the end of a branch


def test_other_shapes_are_left_undecided_where_there_is_a_time_limit() -> None:
    batch = Batch(shape(4), numpy.zeros((3, 16), numpy.uint8))
    assert KERNEL.answers(batch, 2, 1, 100.0).counts.tolist() == [UNDECIDED] * 3


def test_it_agrees_with_what_is_known_of_puzzles_that_ship() -> None:
    shipped = [each for name in ("9x9", "seeds") for each in instances_of(name)]
    known = {
        puzzle.givens: each.expected.solution
        for each in shipped
        if (puzzle := puzzle_of(each)).shape == NINE and each.expected and each.expected.count == 1
    }
    assert len(known) > 30
    expect_known(known)


def test_it_agrees_with_what_is_known_of_other_peoples_puzzles() -> None:
    rows = [row for row in shared("puzzles.jsonl") if len(row["puzzle"]) == 81]
    expect_known(
        {Grid.parse(r["puzzle"]): Grid.parse(r["solution"]) for r in rows if r.get("solution")}
    )


def expect_known(known: dict[Any, Any]) -> None:
    """Each of some puzzles has the solution that is known, and no other."""
    found = nine.many(NINE, numpy.array([*known], numpy.uint8), 2, 1)
    assert found.counts.tolist() == [1] * len(known)
    assert found.solutions.tolist() == [list(grid) for grid in known.values()]


def run(code: str, **environment: str) -> list[str]:
    """The words that another Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.split()


TINY = """
from accord.solvers.kernels.loading import entry

@entry("int64(int64)")
def double(number):
    return 2 * number
"""


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(tmp_path: Path) -> None:
    tmp_path.joinpath("tiny.py").write_text(TINY, encoding="utf-8")
    blocked = "from numba.core import caching; caching.CacheImpl._locator_classes = []"
    code = f"{blocked}; import sys; sys.path.insert(0, {str(tmp_path)!r}); import tiny"
    assert run(f"{code}; print(tiny.double(21))") == ["42"]


HITS = "; print(tiny.double(21), sum(tiny.double.stats.cache_hits.values()))"


def test_a_second_process_loads_what_the_first_compiled_unless_sources_changed(
    tmp_path: Path,
) -> None:
    slow()
    tmp_path.joinpath("tiny.py").write_text(TINY, encoding="utf-8")
    tiny = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import tiny{HITS}"
    changed = "from accord.solvers.kernels import loading; loading.stamp = lambda: 'changed'"
    codes = (tiny, tiny, f"{changed}; {tiny}")
    hits = [run(code, NUMBA_CACHE_DIR=str(tmp_path / "cache")) for code in codes]
    assert hits == [["42", "0"], ["42", "1"], ["42", "0"]]


PARTS = """
from accord.solvers.kernels.loading import compiled, general_entry

@compiled
def one(number: int) -> int:
    return number + 1

@compiled
def two(number: int) -> int:
    return number + 2

@general_entry
def both(number: int) -> int:
    return one(number) * two(number)
"""

COUNTED = """
import os, sys
from accord.solvers.compiling import announced

begun = []

def begin():
    begun.append(1)
    if len(begun) == {last}:  # while the function after the first one within is compiled
        print("ended", flush=True)
        os._exit(0)

sys.path.insert(0, {folder!r})
with announced(begin, each=True):
    import parts
    print(parts.both(3), len(begun))
"""


def test_a_process_that_is_ended_while_it_compiles_keeps_what_is_done(tmp_path: Path) -> None:
    slow()
    tmp_path.joinpath("parts.py").write_text(PARTS, encoding="utf-8")
    codes = [COUNTED.format(last=last, folder=str(tmp_path)) for last in (3, -1, -1)]
    said = [run(code, NUMBA_CACHE_DIR=str(tmp_path / "cache")) for code in codes]
    assert said == [["ended"], ["20", "2"], ["20", "0"]]  # `one` is there
