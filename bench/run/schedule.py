"""The schedule: many questions, a few slots, warm workers that wait for the next question.

A slot is a thread that takes the next question when it is free, and an idle worker of the solver
it is for; a new one is started only where none is idle, by the one fork server of its solver.  With
one slot nothing else of accord runs beside a timed run; with more, the runs share the machine's
caches and memory, which is fine for verdicts and noisy for timings.

Where timings matter each run has as many physical cores as its solver works on, one mostly, with
both threads of each where it has two, and no other run uses them meanwhile.  A run that has to wait
for cores is not overtaken, so that one which needs them all gets them.

Questions to a solver that is much faster than the pipes come in batches of some 20 ms: they are
read ahead for that, and the order in which solvers take turns is coarser by as much.  Of large
problems one is read ahead.

The puzzles may come from a person who is still typing, so that reading the next one may take for
ever.  It is read when a slot has nothing else to do, by a thread of its own that nothing waits for:
reports are yielded as they come, and leaving early needs no more puzzles.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Generic, TypeVar

from accord.bench.run.cores import FreeCores, cores_of_slots
from accord.bench.run.cutoff import Cutoff
from accord.bench.run.other_load import OtherLoad
from accord.bench.run.report import Declaration, Report
from accord.bench.run.supervisor import ForkServers, Worker
from accord.bench.run.terms import Question
from accord.bench.run.timed_run import SHORT
from accord.puzzles.problem import Solution

LOOKAHEAD = 64  # jobs that a slot looks at, where solvers are asked one question at a time
READ_AHEAD = 2000  # jobs that are read before they are needed, where timings matter
WAITING = 1000  # reports that are not taken yet
BATCH = 0.02  # seconds that a batch may take
OVERHEAD = 1e-4  # seconds that each of its questions costs besides
GLANCE = 0.2  # seconds between two calls of `is_wanted`
SLOW = 1.0  # seconds that a run is taken to need before there was any
Tag = TypeVar("Tag")


@dataclass(frozen=True, eq=False)
class Job(Generic[Tag]):
    """A question to one solver, with a tag that comes back with the report."""

    question: Question
    solver: Declaration
    tag: Tag
    cutoff: Cutoff = field(default_factory=Cutoff)
    is_large: bool = False  # its problem, which is not to be held in memory long before it is asked

    @property
    def name(self) -> str:
        """The solver's name with its settings."""
        return str(self.solver)


def perform(
    jobs: Iterable[Job[Tag]],
    slots: int = 1,
    *,
    one_worker_each: bool = False,
    timed: bool = False,
    cores: Sequence[tuple[int, ...]] | None = None,
    fork_servers: ForkServers | None = None,
    is_wanted: Callable[[], bool] | None = None,
    see: Callable[[Job[Tag], Solution], object] | None = None,
    until: float = inf,
) -> Generator[tuple[Job[Tag], Report], None, None]:
    """The reports of jobs as they end; jobs begin in order, as slots become free.

    With `one_worker_each` a solver is never asked two questions at a time: a slot passes over jobs
    of solvers that are at work, LOOKAHEAD of them at most.  All its answers then come from one
    process, and a solver that remembers what it should not is found out.

    With `timed` each run keeps to cores of its own, where there are as many, jobs are read ahead,
    and very short ones come in batches.  The CPUs of these cores are `cores`,
    if the caller has chosen them; by default there are as many as slots.  `fork_servers` are those
    that the caller has, and closes.

    Leaving the loop early, by Ctrl-C too, ends every worker; if a second Ctrl-C cuts that short,
    they end with this process.  The loop ends by itself soon after `is_wanted` returns false.

    `see` is called with each grid as it comes, right or wrong, in the thread of its slot.

    `until` is a moment (`time.monotonic`): the loop ends before the first job, in their order, that
    might not be over by then if it took all of its time limit.
    """
    if cores is None:
        cores = cores_of_slots(slots) if timed else [()] * slots
    free = FreeCores(cores)
    schedule = _Schedule(iter(jobs), slots, free, one_worker_each, timed, fork_servers, see, until)
    return schedule.reports(is_wanted)


class _Schedule(Generic[Tag]):
    def __init__(
        self,
        jobs: Iterator[Job[Tag]],
        slots: int,
        cores: FreeCores,
        one_worker_each: bool,
        timed: bool,
        fork_servers: ForkServers | None,
        see: Callable[[Job[Tag], Solution], object] | None = None,
        until: float = inf,
    ) -> None:
        self._jobs = jobs
        self._see = see
        self._until = until
        self._one_worker_each = one_worker_each
        self._wanted = READ_AHEAD if timed else 0
        self._ahead: deque[Job[Tag]] = deque()  # read, and not taken
        self._read_all = False
        self._waiting_slots = 0  # slots without a job
        self._busy: set[str] = set()  # solvers that are not to be asked now
        self._cores = cores
        self._pace: dict[str, float] = {}  # by solver, seconds that its last question took
        self._changed = threading.Condition()  # guards what stands above, never held to read a job
        self._stop = threading.Event()
        self._released = threading.Event()
        self._done: queue.Queue[tuple[Job[Tag], Report] | BaseException | None] = queue.Queue(
            WAITING
        )
        self._idle: dict[tuple[str, bool, tuple[int, ...]], list[Worker]] = {}
        self._workers: list[Worker] = []
        self._loads: dict[tuple[int, ...], OtherLoad] = {}  # by CPUs
        self._has_own = fork_servers is None
        self._fork_servers = fork_servers or ForkServers()
        self._reader = threading.Thread(target=self._read_ahead, name="reader", daemon=True)
        self._slots = [
            threading.Thread(target=self._slot, name=f"slot {number}", daemon=True)
            for number in range(slots)
        ]

    def reports(
        self, is_wanted: Callable[[], bool] | None
    ) -> Generator[tuple[Job[Tag], Report], None, None]:
        for thread in (self._reader, *self._slots):
            thread.start()
        running, failure = len(self._slots), None
        try:
            while running and (is_wanted is None or is_wanted()):
                try:
                    done = self._done.get(timeout=GLANCE if is_wanted else None)
                except queue.Empty:
                    continue
                if isinstance(done, BaseException):
                    failure = failure or done
                elif done is None:
                    running -= 1
                else:
                    yield done
            if failure:  # what could be reported before it was
                raise failure
        finally:
            self._stop.set()
            while running:
                with self._changed:
                    self._changed.notify_all()
                    for worker in self._workers:
                        worker.interrupt()
                with suppress(queue.Empty):
                    running -= self._done.get(timeout=0.1) is None
                    while True:
                        running -= self._done.get_nowait() is None
            for worker in self._workers:
                worker.close()
            if self._has_own:
                self._fork_servers.close()
            self._released.set()
            for slot in self._slots:
                slot.join()

    def _read_ahead(self) -> None:
        """Read jobs ahead whenever a slot lacks one, until there are no more or all stops."""
        while True:
            with self._changed:
                while not self._is_short():
                    if self._stop.is_set() or self._read_all:
                        return
                    self._changed.wait()
            try:
                job = next(self._jobs, None)
            except BaseException as error:  # a malformed puzzle further down the file, for example
                self._fail(error)
                return
            with self._changed:
                if job is None:
                    self._read_all = True
                else:
                    self._ahead.append(job)
                self._changed.notify_all()

    def _is_short(self) -> bool:
        """Whether more jobs are to be read: a slot waits and no job read can begin."""
        if self._stop.is_set() or self._read_all:
            return False
        short = self._waiting_slots and self._possible() is None and len(self._ahead) < LOOKAHEAD
        if self._ahead and self._ahead[-1].is_large:
            return bool(short)
        return bool(short or len(self._ahead) < self._wanted)

    def _possible(self) -> Job[Tag] | None:
        """The first job read that can begin now; None if there is none."""
        return next((job for job in self._ahead if job.name not in self._busy), None)

    def _fail(self, error: BaseException) -> None:
        """Stop reading; the jobs read are still done, and then the error is raised."""
        self._done.put(error)
        with self._changed:
            self._read_all = True
            self._changed.notify_all()

    def _slot(self) -> None:
        try:
            while turn := self._next():
                jobs, cores = turn
                cpus = self._cores.cpus(cores)
                worker = self._take(jobs[0], cpus)
                try:
                    self._ask(worker, jobs)
                finally:
                    self._give_back(worker, jobs[0], cpus, cores)
        except BaseException as error:
            self._fail(error)
        self._done.put(None)
        self._released.wait()  # a worker that this thread started may be at work in another slot

    def _ask(self, worker: Worker, jobs: Sequence[Job[Tag]]) -> None:
        questions, cutoffs = [job.question for job in jobs], [job.cutoff for job in jobs]

        def watch(grid: Solution) -> None:
            if self._see:
                self._see(jobs[0], grid)

        for place, report in worker.ask_all(questions, watch=watch, cutoffs=cutoffs):
            if self._stop.is_set():
                return
            self._pace[worker.solver] = _pace(report)
            self._done.put((jobs[place], report))

    def _next(self) -> tuple[list[Job[Tag]], tuple[int, ...]] | None:
        """The next batch of jobs with its cores, when both are free; None when all are done.

        It is the first one whose solver may be asked, even if it has to wait for its cores.
        """
        with self._changed:
            while not self._stop.is_set():
                job = self._possible()
                if job is not None and not self._fits(job):
                    self._read_all = True
                    self._ahead.clear()
                    self._changed.notify_all()
                    return None
                if job is not None and (cores := self._cores.take(job.solver.cores)):
                    jobs = self._batch(job)
                    if self._one_worker_each:
                        self._busy.add(job.name)
                    self._changed.notify_all()
                    return jobs, cores
                if self._read_all and not self._ahead:
                    break
                self._waiting_slots += 1
                self._changed.notify_all()
                self._changed.wait()  # until a job is read, or a solver or a core is free
                self._waiting_slots -= 1
            return None

    def _fits(self, job: Job[Tag]) -> bool:
        """Whether its whole time limit ends before the schedule has to."""
        return monotonic() + job.question.terms.limits.seconds <= self._until

    def _batch(self, first: Job[Tag]) -> list[Job[Tag]]:
        """This job, and as many more of its solver and terms as take less than BATCH."""
        pace = self._pace.get(first.name, SLOW)
        most = int(BATCH / pace)
        if most <= 1 or self._see:  # a grid is of one question
            self._ahead.remove(first)
            return [first]
        chosen, others = list[Job[Tag]](), list[Job[Tag]]()
        while self._ahead and len(chosen) < most:
            job = self._ahead.popleft()
            terms = job.question.terms
            alike = (job.name, terms) == (first.name, first.question.terms)
            (chosen if alike else others).append(job)
        self._ahead.extendleft(reversed(others))
        return chosen

    def _take(self, job: Job[Tag], cpus: tuple[int, ...]) -> Worker:
        """An idle worker for a job, or a new one."""
        with self._changed:
            cold = job.question.terms.cold
            if idle := self._idle.setdefault((job.name, cold, cpus), []):
                return idle.pop()
            load = self._loads.setdefault(cpus, OtherLoad(cpus)) if cpus else None
            shared = self._fork_servers
            worker = Worker(job.name, cold=cold, fork_servers=shared, core=cpus, load=load)
            self._workers.append(worker)
            return worker

    def _give_back(
        self, worker: Worker, job: Job[Tag], cpus: tuple[int, ...], cores: tuple[int, ...]
    ) -> None:
        with self._changed:
            self._idle[job.name, job.question.terms.cold, cpus].append(worker)
            self._cores.give_back(cores)
            self._busy.discard(worker.solver)
            self._changed.notify_all()


def _pace(report: Report) -> float:
    """Seconds per question of a solver, repetitions included; SLOW for one that is not batched."""
    wall_time = report.cost.get("wall_time", SLOW)
    if wall_time >= SHORT:
        return SLOW
    return float(wall_time * report.cost.get("inner_repetitions", 1)) + OVERHEAD
