"""The schedule: many questions, a few slots, warm workers that wait for the next question.

A slot is a thread that takes the next question when it is free, and an idle worker of the solver
it is for; a new one is started only where none is idle.  With one slot nothing else of ours runs
beside a timed run; with more, the runs share the machine's caches and memory, which is fine for
verdicts and noisy for timings.
"""

import queue
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

import psutil

from accord.bench.supervisor import Report, Worker
from accord.puzzles.puzzle import Puzzle

LOOKAHEAD = 64  # jobs that a slot looks at, where solvers are asked one question at a time
Tag = TypeVar("Tag")


@dataclass(frozen=True, eq=False)
class Job(Generic[Tag]):
    """One question to one solver; the tag comes back with the report."""

    puzzle: Puzzle
    solver: str
    limit: int | None
    seconds: float
    tag: Tag


@dataclass(frozen=True)
class _Failure:
    error: BaseException


def cores() -> int:
    """The physical cores this process may use, at least one."""
    allowed = len(psutil.Process().cpu_affinity()) if hasattr(psutil.Process, "cpu_affinity") else 1
    return max(1, min(psutil.cpu_count(logical=False) or 1, allowed))


def perform(
    jobs: Iterable[Job[Tag]], slots: int = 1, *, one_worker_each: bool = False
) -> Generator[tuple[Job[Tag], Report], None, None]:
    """The reports as they come; jobs are taken in order, and only as slots become free.

    With `one_worker_each` a solver is never asked two questions at a time: a slot passes over jobs
    of solvers that are at work, LOOKAHEAD of them at most.  All its answers then come from one
    process, and a solver that remembers what it should not is found out.

    Leaving the loop early, by Ctrl-C too, ends every worker; if a second Ctrl-C cuts that short,
    they end with this process.
    """
    return _Schedule(iter(jobs), slots, one_worker_each).reports()


class _Schedule(Generic[Tag]):
    def __init__(self, jobs: Iterator[Job[Tag]], slots: int, one_worker_each: bool) -> None:
        self._jobs = jobs
        self._one_worker_each = one_worker_each
        self._ahead: deque[Job[Tag]] = deque()  # taken, and passed over
        self._busy: set[str] = set()  # solvers that are not to be asked now
        self._lock = threading.Condition()
        self._stop = threading.Event()
        self._released = threading.Event()
        self._done: queue.Queue[tuple[Job[Tag], Report] | _Failure | None] = queue.Queue()
        self._idle: dict[str, list[Worker]] = {}
        self._workers: list[Worker] = []
        self._slots = [
            threading.Thread(target=self._slot, name=f"slot {number}", daemon=True)
            for number in range(slots)
        ]

    def reports(self) -> Generator[tuple[Job[Tag], Report], None, None]:
        for slot in self._slots:
            slot.start()
        running, failure = len(self._slots), None
        try:
            while running:
                done = self._done.get()
                if isinstance(done, _Failure):
                    failure = failure or done
                elif done is None:
                    running -= 1
                else:
                    yield done
            if failure:  # what could be reported before it was
                raise failure.error
        finally:
            self._stop.set()
            while running:
                with self._lock:
                    self._lock.notify_all()
                    for worker in self._workers:
                        worker.interrupt()
                with suppress(queue.Empty):
                    running -= self._done.get(timeout=0.1) is None
            for worker in self._workers:
                worker.close()
            self._released.set()
            for slot in self._slots:
                slot.join()

    def _slot(self) -> None:
        try:
            while (job := self._next()) is not None:
                worker = self._take(job.solver)
                try:
                    report = worker.ask(job.puzzle, job.limit, job.seconds)
                finally:
                    self._give_back(worker)
                if not self._stop.is_set():
                    self._done.put((job, report))
        except BaseException as error:  # a malformed puzzle further down the file, say
            self._jobs = iter(())  # no others; those before it are still done
            self._done.put(_Failure(error))
        self._done.put(None)
        self._released.wait()  # a worker that this thread started may be at work in another slot

    def _next(self) -> Job[Tag] | None:
        with self._lock:
            while not self._stop.is_set():
                for job in self._upcoming():
                    if job.solver not in self._busy:
                        self._ahead.remove(job)
                        if self._one_worker_each:
                            self._busy.add(job.solver)
                        return job
                if not self._ahead:
                    break
                self._lock.wait()  # until a solver is free
            return None

    def _upcoming(self) -> Iterator[Job[Tag]]:
        """The next jobs, those that were passed over first."""
        yield from tuple(self._ahead)
        while len(self._ahead) < LOOKAHEAD and (job := next(self._jobs, None)) is not None:
            self._ahead.append(job)
            yield job

    def _take(self, solver: str) -> Worker:
        """A worker that is idle, or a new one."""
        with self._lock:
            if idle := self._idle.setdefault(solver, []):
                return idle.pop()
            self._workers.append(Worker(solver))
            return self._workers[-1]

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            self._idle[worker.solver].append(worker)
            self._busy.discard(worker.solver)
            self._lock.notify_all()
