"""The harness's own overhead, measured with a solver that does nothing.

    timed     what the clock says of a run in which nothing is done: every time contains it
    alone     what a question costs besides that, asked by itself: pipes, pickles, the guardian
    batched   the same in a batch, as very fast solvers are asked
    inside    the part of `batched` that passes in the worker, between two runs

It is measured anew for every campaign, on its machine and at its time; each figure is a median.
"""

from collections.abc import Iterator
from statistics import median
from time import perf_counter

from accord.bench.limits import TEN_SECONDS
from accord.bench.supervisor import Worker
from accord.bench.worker import Question
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.shape import shape
from accord.solvers.budget import Budget

ALONE = 30  # questions
BATCHES, IN_EACH = 5, 400
PUZZLE = Puzzle(shape(9), Grid([0] * 81))


def nothing(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """A solver that does nothing, and so claims that there is no solution."""
    return
    yield


def overhead() -> dict[str, float]:
    """Seconds per run: timed, alone, batched, inside."""
    question = Question(PUZZLE, 1, TEN_SECONDS, once=True)
    timed: list[float] = []
    alone: list[float] = []
    batched: list[float] = []
    inside: list[float] = []
    with Worker("accord.bench.overhead:nothing") as worker:
        for _ in range(1 + ALONE):
            began = perf_counter()
            ((_, report),) = worker.ask_all([question])
            timed.append(report.cost["wall_time"])
            alone.append(perf_counter() - began - timed[-1])
        for _ in range(1 + BATCHES):
            began = perf_counter()
            reports = [report for _, report in worker.ask_all([question] * IN_EACH)]
            elapsed = perf_counter() - began
            spent = sum(report.cost["wall_time"] for report in reports)
            batched.append((elapsed - spent) / IN_EACH)
            inside.append((reports[-1].cost["batch_time"] - spent) / IN_EACH)
    measured = {"timed": timed, "alone": alone, "batched": batched, "inside": inside}
    return {name: median(times[1:]) for name, times in measured.items()}  # the first is slower
