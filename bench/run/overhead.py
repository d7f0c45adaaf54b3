"""The harness's own overhead, measured with a solver that does nothing.

    timed     the measured time of a run in which nothing is done: every time contains it
    alone     what a question costs besides that, asked by itself: pipes, pickles, the watchdog
    batched   the same in a batch, as very fast solvers are asked
    inside    the part of `batched` that passes in the worker, between two runs

It is measured anew for every campaign, on its machine and at its time; each figure is a median.
Each question is about another puzzle, as in a campaign: of a puzzle that is asked again, the worker
also finds out whether its answer was remembered, at several times the cost of the rest.
"""

from collections.abc import Iterator
from itertools import islice, product
from statistics import median
from time import perf_counter
from typing import NamedTuple

from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Question, Terms
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.budget import Budget

ALONE = 30  # questions
BATCHES, IN_EACH = 5, 100


def nothing(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """A solver that does nothing, and so claims that there is no solution."""
    return
    yield


def overhead() -> dict[str, float]:
    """Seconds per run: timed, alone, batched, inside; nothing if it was disturbed."""
    questions = _questions()
    with Worker("accord.bench.run.overhead:nothing") as worker:
        one = [_measured(worker, [next(questions)]) for _ in range(1 + ALONE)]
        many = [_measured(worker, [*islice(questions, IN_EACH)]) for _ in range(1 + BATCHES)]
    if None in one or None in many:
        return {}
    alone, batched = (list(filter(None, found))[1:] for found in (one, many))  # warm
    return {
        "timed": median(each.timed for each in alone),
        "alone": median(each.outside for each in alone),
        "batched": median(each.outside for each in batched),
        "inside": median(each.inside for each in batched),
    }


class BatchCosts(NamedTuple):
    """The overhead of a run that is asked in a batch, in seconds."""

    timed: float
    outside: float  # of the clock
    inside: float  # the part of that in the worker


def _questions() -> Iterator[Question]:
    """729 questions: each value in each cell, and nothing else given."""
    for cell, value in product(range(81), range(1, 10)):
        givens = [0] * 81
        givens[cell] = value
        yield Question(Puzzle(shape(9), Grid(givens)), Terms(limit=1, once=True))


def _measured(worker: Worker, questions: list[Question]) -> BatchCosts | None:
    began = perf_counter()
    reports = [report for _, report in worker.ask_all(questions)]
    elapsed, number = perf_counter() - began, len(questions)
    if any(report.outcome != "OK" for report in reports):
        return None
    timed = sum(report.cost["wall_time"] for report in reports)
    inside = reports[-1].cost["batch_time"] - timed
    return BatchCosts(timed / number, (elapsed - timed) / number, inside / number)
