"""The schedule: many questions, a few slots, warm workers that wait for the next question.

A slot is a thread that takes the next question when it is free, and an idle worker of the solver
it is for; a new one is started only where none is idle.  With one slot nothing else of ours runs
beside a timed run; with more, the runs share the machine's caches and memory, which is fine for
verdicts and noisy for timings.

The questions may come from somebody who is still typing them, so that asking for the next one may
take for ever.  It is asked for when a slot has nothing else to do, and by a thread of its own that
nobody waits for: reports come as they come, and leaving needs no more questions.
"""

import queue
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

import psutil

from accord.bench.limits import Limits
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
    limits: Limits
    tag: Tag
    cold: bool = False  # asked first of all in a fresh process, its preparation in the times
    once: bool = False  # however short, it is not repeated for the sake of its times


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
        self._ahead: deque[Job[Tag]] = deque()  # read, and not taken
        self._read_all = False
        self._hungry = 0  # slots without a job
        self._busy: set[str] = set()  # solvers that are not to be asked now
        self._changed = threading.Condition()  # guards what stands above, never held to read a job
        self._stop = threading.Event()
        self._released = threading.Event()
        self._done: queue.Queue[tuple[Job[Tag], Report] | _Failure | None] = queue.Queue()
        self._idle: dict[str, list[Worker]] = {}
        self._workers: list[Worker] = []
        self._reader = threading.Thread(target=self._read, name="reader", daemon=True)
        self._slots = [
            threading.Thread(target=self._slot, name=f"slot {number}", daemon=True)
            for number in range(slots)
        ]

    def reports(self) -> Generator[tuple[Job[Tag], Report], None, None]:
        for thread in (self._reader, *self._slots):
            thread.start()
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
                with self._changed:
                    self._changed.notify_all()
                    for worker in self._workers:
                        worker.interrupt()
                with suppress(queue.Empty):
                    running -= self._done.get(timeout=0.1) is None
            for worker in self._workers:
                worker.close()
            self._released.set()
            for slot in self._slots:
                slot.join()

    def _read(self) -> None:
        """Read a job whenever a slot can have none, until there are no more or nobody cares."""
        while True:
            with self._changed:
                while not self._is_short():
                    if self._stop.is_set() or self._read_all:
                        return
                    self._changed.wait()
            try:
                job = next(self._jobs, None)
            except BaseException as error:  # a malformed puzzle further down the file, say
                self._fail(error)
                return
            with self._changed:
                if job is None:
                    self._read_all = True
                else:
                    self._ahead.append(job)
                self._changed.notify_all()

    def _is_short(self) -> bool:
        """Whether a slot waits, and no job that was read can be done now."""
        over = self._stop.is_set() or self._read_all
        short = self._hungry and self._possible() is None and len(self._ahead) < LOOKAHEAD
        return bool(short and not over)

    def _possible(self) -> Job[Tag] | None:
        """The first job that was read and may be done now."""
        return next((job for job in self._ahead if job.solver not in self._busy), None)

    def _fail(self, error: BaseException) -> None:
        """Read no more; what was read is still done, and then the error is raised."""
        self._done.put(_Failure(error))
        with self._changed:
            self._read_all = True
            self._changed.notify_all()

    def _slot(self) -> None:
        try:
            while (job := self._next()) is not None:
                worker = self._take(job.solver)
                try:
                    report = worker.ask(job.puzzle, job.limit, job.limits)
                finally:
                    self._give_back(worker)
                if not self._stop.is_set():
                    self._done.put((job, report))
        except BaseException as error:
            self._fail(error)
        self._done.put(None)
        self._released.wait()  # a worker that this thread started may be at work in another slot

    def _next(self) -> Job[Tag] | None:
        """The next job that may be done; waits for one."""
        with self._changed:
            while not self._stop.is_set():
                if (job := self._possible()) is not None:
                    self._ahead.remove(job)
                    if self._one_worker_each:
                        self._busy.add(job.solver)
                    return job
                if self._read_all and not self._ahead:
                    break
                self._hungry += 1
                self._changed.notify_all()
                self._changed.wait()  # until a job is read, or a solver is free
                self._hungry -= 1
            return None

    def _take(self, solver: str) -> Worker:
        """A worker that is idle, or a new one."""
        with self._changed:
            if idle := self._idle.setdefault(solver, []):
                return idle.pop()
            self._workers.append(Worker(solver))
            return self._workers[-1]

    def _give_back(self, worker: Worker) -> None:
        with self._changed:
            self._idle[worker.solver].append(worker)
            self._busy.discard(worker.solver)
            self._changed.notify_all()
