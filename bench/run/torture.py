"""Torture: are the limits held here, on this machine, now?

Each fault (bench/run/faults.py) is asked one question on which it goes wrong, and then,
through the same supervisor, another that it answers correctly.  Held means all of these:

    in time     it was ended within its limit, the grace and 0.2 s, more where cores are contended
    in memory   its peak, as the kernel counts it, was at most a fifth above its limit
    no trace    a second later nothing that it had started is alive
    unharmed    the next question was answered rightly
    named       the outcome is the right one, and its reason says what happened

What a solver starts is known by a word in its environment, which it inherits and cannot lose.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic, sleep
from uuid import uuid4

import psutil

from accord.bench.run.enforcement import enforcement
from accord.bench.run.faults import TRIALS, Trial
from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.watchdog import GRACE
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

MEMORY = 512 * 2**20  # bytes
SLACK = 0.2  # seconds above limit and grace
EXCESS = 1.2  # times the memory limit
AFTERWARDS = 1.0  # seconds after which nothing may be alive
MARK = "ACCORD_TORTURE"

EMPTY = Puzzle(shape(4), Grid([0] * 16))
EASY = Puzzle(shape(4), Grid.parse("1234341221434321"))


@dataclass(frozen=True)
class TrialResult:
    """The result of a trial: whether all went as it has to, and if not, what did not."""

    name: str
    held: bool
    detail: str


def torture() -> Iterator[TrialResult]:
    """The result of each trial, as they are made; some 12 s in all."""
    (tree,) = (each for each in enforcement() if each.limit == "process tree")
    for trial in TRIALS:
        if tree.grade == "unavailable":
            yield TrialResult(trial.name, False, f"unavailable: {tree.means}")
        else:
            yield attempt(trial, SLACK * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


def attempt(trial: Trial, slack: float = SLACK) -> TrialResult:
    """Make one trial.

    Args:
        trial: what is tried.
        slack: seconds above limit and grace in which it must be ended.
    """
    limits = Limits(trial.seconds, MEMORY)
    with marked() as mark, Worker(f"accord.bench.run.faults:{trial.solver}") as worker:
        worker.start()
        began = monotonic()
        report = worker.ask(EMPTY, Terms(limits, 1))
        seconds = monotonic() - began
        alive = traces(mark, worker, began + seconds + AFTERWARDS)
        following = worker.ask(EASY, Terms(limits))
    peak = report.cost.get("peak_memory")
    measured = f"{report.outcome} after {seconds:.2f} s" + (
        f" with at most {peak / 2**20:.0f} MiB" if peak else ""
    )
    reason = f" ({report.reason})" if report.reason else ""
    complaints = [
        *_complaints(trial, report, following),
        *(f"still alive a second later: {name}" for name in alive),
        *(f"alive at the end: {name}" for name in traces(mark, None, monotonic() + AFTERWARDS)),
    ]
    if seconds > (latest := limits.seconds + GRACE + slack):
        complaints.append(f"found {seconds:.2f} s, expected at most {latest:.2f} s")
    return TrialResult(trial.name, not complaints, "; ".join([measured + reason, *complaints]))


def _complaints(trial: Trial, report: Report, following: Report) -> Iterator[str]:
    """Sentences on a fault's report, and the next question's, that are not as expected."""
    peak, most = report.cost.get("peak_memory"), EXCESS * MEMORY
    if peak is not None and peak > most:
        yield f"found a peak of {peak / 2**20:.0f} MiB, expected at most {most / 2**20:.0f}"
    if peak is None and report.outcome == "MEMOUT":
        yield "found no peak of its memory, expected to know it"
    if report.outcome != trial.outcome or trial.reason not in report.reason:
        yield f"expected the outcome {trial.outcome}, named {trial.reason!r}"
    if not (following.outcome == "OK" and following.exhausted and following.grids.valid == 1):
        yield f"the next question: found {following.outcome} ({following.reason}), expected OK"


@contextmanager
def marked() -> Iterator[str]:
    """A word that every process started in the block has in its environment."""
    mark = uuid4().hex
    os.environ[MARK] = mark
    try:
        yield mark
    finally:
        del os.environ[MARK]


def traces(mark: str, worker: Worker | None, deadline: float) -> list[str]:
    """The processes of a run that are alive at the deadline, besides the worker's own.

    Args:
        mark: the word in its environment.
        worker: which may live; None if nothing may.
        deadline: of time.monotonic; sooner, if nothing is alive.
    """
    while True:
        spared = worker.processes if worker else set()
        found = [process for process in psutil.process_iter() if _has(process, mark)]
        alive = [each for each in found if each.pid not in spared]
        if not alive or monotonic() >= deadline:
            return [f"process {each.pid}" for each in alive]
        sleep(0.02)


def _has(process: psutil.Process, mark: str) -> bool:
    with suppress(psutil.Error, OSError):
        alive = process.status() != psutil.STATUS_ZOMBIE
        return alive and process.environ().get(MARK) == mark
    return False
