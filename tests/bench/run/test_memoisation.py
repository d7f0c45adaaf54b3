"""A solver that remembers answers is found out; one that warms up is not, nor is any that ships."""

import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from accord.bench.run.memoisation import ENOUGH, MEMOISES
from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.timed_run import SHORT
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.registry import backends
from tried_again import OverrunError, tried_again

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
LIMITS = Limits(60.0)
FULL = Grid.parse("1234341221434321")
MANY = [  # each has one solution
    Puzzle(shape(4), Grid(0 if cell in blanks else value for cell, value in enumerate(FULL)))
    for blanks in sorted(combinations(range(16), 2), key=lambda blanks: blanks[1] - blanks[0])
]
PUZZLES = MANY[:15]  # two blanks in a row
SOLVER = """
import time
from functools import lru_cache
from accord.solvers.search.backtracking_mrv import solve as honest

@lru_cache
def remembered(givens, shape):
    time.sleep({seconds})

warm = 0

def memoises(puzzle, budget):
    remembered(puzzle.givens, puzzle.shape)
    yield from honest(puzzle, budget)

def knows(puzzle, budget):
    if puzzle.digest not in {known}:
        raise KeyError(puzzle.digest)
    yield from memoises(puzzle, budget)

def does_nothing(puzzle, budget):
    yield from ()

def warms_up(puzzle, budget):
    global warm
    warm += 1
    if warm < 4:
        time.sleep(0.002)
    yield from honest(puzzle, budget)
"""


def reports(
    solver: str, terms: Terms, rounds: int = 1, puzzles: Sequence[Puzzle] = PUZZLES
) -> list[Report]:
    """What comes of all puzzles, so many times in one process."""
    with Worker(solver) as worker:
        return [worker.ask(puzzle, terms) for _ in range(rounds) for puzzle in puzzles]


def written(folder: Path, seconds: float) -> str:
    file = folder / "remembers.py"
    file.write_text(SOLVER.format(seconds=seconds, known={each.digest for each in MANY}))
    return str(file)


@pytest.mark.parametrize(
    ("seconds", "rounds"),
    [
        (3e-4, 1),  # so short that it is repeated at once
        (5e-3, 3),  # longer, and asked again by a campaign
    ],
)
@pytest.mark.parametrize("name", ["memoises", "knows"])
@tried_again
def test_of_a_solver_that_remembers_the_first_times_count(
    tmp_path: Path, seconds: float, rounds: int, name: str
) -> None:
    solver = f"{written(tmp_path, seconds)}:{name}"
    puzzles = MANY if rounds == 1 else PUZZLES  # some runs are too long there on a busy machine
    found = reports(solver, Terms(LIMITS), rounds, puzzles)
    assert {report.outcome for report in found} == {"OK"}
    counted = [report.cost["wall_time"] for report in found[1:]]
    counted = [time for time in counted if time < SHORT] if rounds == 1 else counted[len(puzzles) :]
    if sum(time >= seconds for time in counted) < 0.5 * min(len(counted), len(puzzles)):
        raise OverrunError(f"later runs as slow as the first: {counted}")
    assert found[-1].flags == (MEMOISES,)
    assert not any(report.flags for report in found[: ENOUGH - 1])


def test_one_that_warms_up_is_not_flagged_and_its_mean_counts(tmp_path: Path) -> None:
    found = reports(f"{written(tmp_path, 0)}:warms_up", Terms(LIMITS))
    assert not any(report.flags for report in found)
    warm = [report.cost for report in found[3:]]
    repeated = [cost for cost in warm if cost["inner_repetitions"] > 1]
    assert repeated  # but for one that a busy machine held up for so long that it is not repeated
    assert all(cost["wall_time"] >= SHORT for cost in warm if cost not in repeated)


def test_one_that_is_too_fast_to_tell_is_not_flagged(tmp_path: Path) -> None:
    found = reports(f"{written(tmp_path, 0)}:does_nothing", Terms(LIMITS), rounds=3)
    assert not any(report.flags for report in found)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("solver", sorted(backends()))
@tried_again
def test_no_solver_that_ships_is_flagged(solver: str) -> None:
    found = reports(solver, Terms(LIMITS), rounds=2, puzzles=MANY[: ENOUGH + 1])
    if any(report.flags for report in found):
        raise OverrunError(f"flagged: {[report.cost['wall_time'] for report in found]}")
