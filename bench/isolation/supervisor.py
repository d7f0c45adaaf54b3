"""The supervisor: keeps one solver in a process of its own, and its limits from outside.

pycosat and compiled python-constraint hear no signal while they search, CP-SAT and Z3 swallow
Ctrl-C, and a thread cannot stop a library that holds the interpreter's lock.  So a limit is kept
by another process: the solver runs in a worker (bench/isolation/worker.py), the backend gets the
limit as its deadline, and a watchdog (bench/isolation/watchdog.py) ends what overruns it.  A worker
answers many questions one after the other, so that start-up and imports are paid once and are in no
timing; after a kill or a crash the next question gets a fresh one from the solver's fork server
(bench/isolation/fork_server.py), and after some thousand questions, too, as some libraries leak.

Questions to a very fast solver come in batches, since a question and its answer through the pipes
take some hundred microseconds; each run of a batch is held to its limits by itself, and one that
is killed costs the others nothing.

A run that ends after its limit is a TIMEOUT, whatever it says then; the grids it yielded in time
remain evidence.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from math import inf
from time import monotonic
from typing import Any

from accord.bench.isolation.enforcement import grade
from accord.bench.isolation.heartbeat import LONGEST_PREPARATION
from accord.bench.isolation.limits import Limits
from accord.bench.isolation.watchdog import GRACE
from accord.bench.isolation.worker import Question
from accord.bench.isolation.worker_process import (
    CLEARANCE,
    DiedError,
    ForkServerProcess,
    Message,
    NonsenseError,
    SilentError,
    WorkerProcess,
)
from accord.bench.judging.judge import KEPT
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.symmetry import Symmetry
from accord.solvers.budget import COUNTERS, OUT_OF_TIME, is_count

LONG = 1e9  # seconds: no limit
RETIREMENT = 2000  # questions that one process is asked
START_UP = 60.0  # seconds a worker may take to import its library, or to accept a question


Claims = tuple[tuple[Grid, ...], bool]  # grids, and whether they are said to be all


class CannotStartError(Exception):
    """The worker could not load its solver; says why."""


class WasKilledError(CannotStartError):
    """Somebody else killed it while it started."""


class CannotRunError(CannotStartError):
    """The solver is there, but what it needs is not installed."""


@dataclass(frozen=True)
class Declaration:
    """What a solver is, as the rows of the results say it."""

    name: str
    settings: str  # canonical text
    version: str
    family: str
    engine: str
    model: str

    def __str__(self) -> str:
        return f"{self.name}:{self.settings}" if self.settings else self.name


class Grids:
    """The grids of one answer: all verified as they come, the first and the faulty ones kept."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.count = 0
        self.valid = 0  # different ones that obey the rules
        self.kept: list[Grid] = []
        self._seen: set[bytes] = set()

    def add(self, grid: Grid) -> None:
        """Verify a grid and remember it."""
        text = str(grid).encode()
        repeated = text in self._seen
        broken = any(self.puzzle.violations(grid))
        self._seen.add(text)
        self.count += 1
        self.valid += not (repeated or broken)
        if self.count <= KEPT:
            self.kept.append(grid)
        elif (repeated or broken) and len(self.kept) < 2 * KEPT:
            self.kept += [grid, grid] if repeated else [grid]  # a repetition must show as one

    def __contains__(self, grid: Grid) -> bool:
        return str(grid).encode() in self._seen

    @property
    def digest(self) -> str:
        """A hash of the sorted set of all grids: equal for equal sets."""
        return sha256(b"\n".join(sorted(self._seen))).hexdigest()[:16]

    def moved(self, symmetry: Symmetry) -> "Grids":
        """Where a symmetry moves them; a grid of 81 cells takes 22 us, and to verify it took 36."""
        moved = Grids(symmetry.puzzle(self.puzzle))
        moved.count, moved.valid = self.count, self.valid
        moved.kept = list(map(symmetry.grid, self.kept))
        grids = (symmetry.grid(Grid.parse(text.decode())) for text in self._seen)
        moved._seen = {str(grid).encode() for grid in grids}
        return moved


@dataclass
class Report:
    """What came of one question."""

    grids: Grids
    outcome: str = "OK"
    reason: str = ""
    started: str = ""  # UTC, ISO 8601
    exhausted: bool = False
    contradictory: bool = False  # asked again, it had a grid that it had ruled out
    limits: str = "enforced"  # or best-effort
    cost: dict[str, Any] = field(default_factory=dict)  # by column of a run; unknown ones absent

    def end(self, outcome: str, reason: str) -> None:
        """Say how it ended, whatever it had answered by then."""
        self.outcome, self.reason = outcome, reason


class ForkServers:
    """One fork server for each solver, shared by its workers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._started: dict[tuple[str, bool], ForkServerProcess] = {}

    def of(self, solver: str, *, cold: bool) -> ForkServerProcess:
        """The fork server of this solver; a new one at first, and where it has ended."""
        with self._lock:
            fork_server = self._started.get((solver, cold))
            if fork_server is None or not fork_server.is_there:
                if fork_server is not None:
                    fork_server.close()
                fork_server = self._started[solver, cold] = ForkServerProcess(solver, cold=cold)
            return fork_server

    @property
    def processes(self) -> list[int]:
        """Their numbers."""
        with self._lock:
            return [fork_server.process for fork_server in self._started.values()]

    def close(self) -> None:
        """End them all."""
        with self._lock:
            while self._started:
                self._started.popitem()[1].close()


class Worker:
    """A solver in a process of its own.

    The kernel ends it when the thread that started its fork server ends.
    """

    def __init__(
        self,
        solver: str,
        *,
        cold: bool = False,
        fork_servers: ForkServers | None = None,
        core: Sequence[int] = (),
    ) -> None:
        """Nothing is started yet.

        Args:
            solver: as people write it.
            cold: each question is the first that its process is asked.
            fork_servers: those of other workers; by default it has its own.
            core: the CPUs it may run on; by default all.
        """
        self.solver = solver
        self._cold = cold
        self._fork_servers = fork_servers or ForkServers()
        self._has_own = fork_servers is None
        self._core = tuple(core)
        self._process: WorkerProcess | None = None
        self._answered = 0  # by this process
        self._start_up: float | None = None  # seconds, of the solver's program

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, and the fork server if it is its own."""
        self._drop()
        if self._has_own:
            self._fork_servers.close()

    def _drop(self) -> None:
        """End the process; the next question starts another."""
        process, self._process, self._answered = self._process, None, 0
        if process is not None:
            process.close()

    @property
    def processes(self) -> set[int]:
        """The numbers of the harness's own processes: fork server, watchdog and worker."""
        own = self._process.processes if self._process is not None else []
        return {*own, *self._fork_servers.processes}

    def interrupt(self) -> None:
        """Kill the process from another thread; the thread that waits for it sees it die."""
        if (process := self._process) is not None:
            process.interrupt()

    def start(self) -> Declaration:
        """Have a process that is ready for a question, and say what its solver is.

        Raises:
            CannotStartError: it could not load the solver, or took longer than START_UP seconds.
        """
        if self._process is None:
            deadline = monotonic() + START_UP
            try:
                fork_server = self._fork_servers.of(self.solver, cold=self._cold)
                message = fork_server.ready(deadline)
                self.declaration = _declaration(message)
                self._start_up = message["start_up"]
                self._process = fork_server.start(self._core)
                message = self._process.receive(deadline)
            except SilentError:
                self.close()
                raise CannotStartError(f"not ready after {START_UP:g} s") from None
            except (DiedError, NonsenseError):
                ended = fork_server.exit_report() if self._process is None else self._exit_report()
                self.close()
                kind = WasKilledError if ended["outcome"] == "KILLED" else CannotStartError
                raise kind(ended["reason"]) from None
            if "ready" not in message:
                self.close()
                raise CannotStartError(str(message.get("failed", message)))
        return self.declaration

    def ask(
        self,
        puzzle: Puzzle,
        limit: int | None,
        limits: Limits,
        watch: Callable[[Grid], None] = lambda grid: None,
    ) -> Report:
        """What the solver claims; comes back within the limits and the grace, whatever it does.

        Args:
            puzzle: what is asked.
            limit: solutions asked for; None for all.
            limits: what it may use.
            watch: told of each grid as it comes, right or wrong.
        """
        question = Question(puzzle, limit, limits, self._cold)
        ((_, report),) = self.ask_all([question], watch)
        return report

    def ask_all(
        self, questions: Sequence[Question], watch: Callable[[Grid], None] = lambda grid: None
    ) -> Iterator[tuple[int, Report]]:
        """What the solver claims of each of these, with its place among them.

        Where a process ends before it has told all its answers, the others are asked again.  So is,
        once, a question whose process was killed by somebody else: that says nothing of the solver.

        Args:
            questions: with the same limits.
            watch: told of each grid as it comes, right or wrong.
        """
        held = "enforced" if grade(questions[0].limits) == "enforced" else "best-effort"
        left = list(range(len(questions)))
        killed = set()
        while left:
            asked = left[:1] if self._cold else left[:]
            for place, report in self._batch([questions[place] for place in asked], watch):
                if report.outcome == "KILLED" and asked[place] not in killed:
                    killed.add(asked[place])
                    continue
                if self._start_up is not None:
                    report.cost["startup_time"] = self._start_up
                report.reason = _legible(report.reason)
                report.limits = held
                left.remove(asked[place])
                yield asked[place], report
            if self._cold or self._answered >= RETIREMENT:
                self._drop()

    def _batch(
        self, questions: Sequence[Question], watch: Callable[[Grid], None]
    ) -> Iterator[tuple[int, Report]]:
        """The reports up to the first run that ends the process, and that one."""
        limits = questions[0].limits
        builder = ReportBuilder(questions[0], watch, self._answered)
        place = 0
        try:
            self.start()
            process = self._process
            assert process is not None
            process.watch(limits)
            process.send(tuple(questions), monotonic() + START_UP)
            for place, question in enumerate(questions):
                builder = ReportBuilder(question, watch, self._answered)
                while not builder.hear(process.receive(monotonic() + _last_resort(limits))):
                    pass
                if builder.leaving:
                    raise DiedError
                self._answered += 1
                if place == len(questions) - 1:
                    left, gone = process.sweep(monotonic() + CLEARANCE)
                    builder.note_left(left)
                    if gone:
                        self._drop()
                yield place, builder.report
        except CannotStartError as error:
            outcome = "KILLED" if isinstance(error, WasKilledError) else "ERROR"
            builder.report.end(outcome, f"cannot start: {error}")
            yield place, builder.report
        except SilentError:
            self._drop()
            builder.report.end("TIMEOUT", "it overran its limit, and nobody ended it")
            yield place, builder.report
        except DiedError:
            yield self._blamed(place, questions, builder, self._exit_report())
        except (NonsenseError, KeyError, TypeError, ValueError):
            yield self._blamed(place, questions, builder, self._exit_report(patience=0.0))

    def _blamed(
        self, place: int, questions: Sequence[Question], builder: "ReportBuilder", ended: Message
    ) -> tuple[int, Report]:
        """The run that was going on when the process ended, if need be after untold answers."""
        if place < ended["place"] < len(questions):
            place = ended["place"]
            builder = ReportBuilder(questions[place], builder.watch)
        builder.report.end(ended["outcome"], ended["reason"])
        cost = builder.report.cost
        if ended["wall_time"] is not None:
            cost.setdefault("wall_time", ended["wall_time"])
        for used in ("cpu_time", "peak_memory"):  # of its children, too, which it does not know
            if ended[used] is not None:
                cost[used] = max(cost.get(used) or 0, ended[used])
        builder.unite()
        return place, builder.report

    def _exit_report(self, patience: float = 0.5) -> Message:
        process, self._process, self._answered = self._process, None, 0
        assert process is not None
        return process.exit_report(patience)


def _last_resort(limits: Limits) -> float:
    """Seconds after which a watchdog must have said something, or is not there."""
    return LONGEST_PREPARATION + 3 * (limits.seconds + GRACE) + CLEARANCE


def _declaration(message: Message) -> Declaration:
    """What a fork server said its solver is.

    Raises:
        CannotRunError: what it needs is not installed.
        CannotStartError: it cannot be loaded.
    """
    if "missing" in message:
        raise CannotRunError(str(message["missing"]))
    if "failed" in message:
        raise CannotStartError(str(message["failed"]))
    return Declaration(**message["ready"])


class ReportBuilder:
    """Turns what a worker says about one question into a report."""

    def __init__(self, question: Question, watch: Callable[[Grid], None], number: int = 0) -> None:
        """Nothing is heard yet.

        Args:
            question: what was asked.
            watch: told of each grid.
            number: of the question among those its process was asked, from 0.
        """
        began = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.report = Report(Grids(question.puzzle), started=began)
        self.watch = watch
        self.leaving = False  # the worker ends itself
        self._seconds = question.limits.seconds
        self._cpu_seconds = question.limits.cpu_seconds
        self._memory = question.limits.memory
        self._number = number
        self._repeating = False
        self._claims: list[Claims] = []  # of repetitions that claimed otherwise

    def hear(self, message: Message) -> bool:
        """Take a message; whether it was the last of this question.

        Raises:
            KeyError, TypeError, ValueError: it is none that can come now.
        """
        if message["of"] != self._number:
            raise ValueError("it does not speak of the question that it was asked")
        if "grid" in message:
            if message["at"] <= self._seconds:
                grid = Grid(message["grid"])
                self.report.grids.add(grid)
                self.watch(grid)
        elif "repeating" in message and not self._repeating:
            self._repeating = True
            self.report.exhausted = message["exhausted"]
        elif "again" in message:
            self._claims.append((tuple(map(Grid, message["again"])), message["exhausted"]))
        else:
            self._finish(message)
            self.unite()
            self.leaving = bool(message.get("leaving"))
            return True
        return False

    def _finish(self, message: Message) -> None:
        """Take a last word."""
        report = self.report
        kinds = {"unsupported": "UNSUPPORTED", "error": "ERROR", "memory": "MEMOUT"}
        for kind, outcome in kinds.items():
            if kind in message:
                report.outcome, report.reason = outcome, str(message[kind])
                return
        end = dict(message["end"])
        report.exhausted, report.reason = end.pop("exhausted"), end.pop("reason")
        report.cost = _counters(end.pop("counters")) | _sizes(end)
        if (peak := report.cost.get("peak_memory") or 0) > (self._memory or inf):
            report.outcome, report.exhausted = "MEMOUT", False
            report.reason = f"it used {peak >> 20} MiB of memory"
            return
        cpu = self._cpu_seconds
        late = end["wall_time"] > self._seconds or (cpu and end["cpu_time"] > cpu)
        if late or report.reason == OUT_OF_TIME:
            report.outcome, report.exhausted = "TIMEOUT", False
            report.reason = report.reason or "answered after its limit"

    def note_left(self, names: Sequence[str]) -> None:
        """Say which processes were still there when it had answered."""
        if names:
            said = f"left behind, and ended: {', '.join(names)}"
            self.report.reason = "; ".join(filter(None, [self.report.reason, said]))

    def unite(self) -> None:
        """Hold a solver to everything it said when it was asked the same question repeatedly.

        Different grids are no lie where there are several; one that another repetition ruled out
        is.
        """
        report, claims = self.report, self._claims
        if not claims:
            return
        grids = {grid for said, _ in claims for grid in said}
        for said, _ in claims:
            for place, grid in enumerate(said):
                if grid not in report.grids or grid in said[:place]:
                    report.grids.add(grid)
        if report.outcome != "TIMEOUT":  # then what it said in time is in the report already
            report.exhausted = any(exhausted for _, exhausted in claims)
        report.contradictory = any(exhausted and {*said} != grids for said, exhausted in claims)
        report.reason = report.reason or "answered otherwise when it was asked again"


def _counters(counters: Mapping[str, Any]) -> dict[str, int]:
    """The counters that have a column.

    Raises:
        ValueError: a value is no count.
    """
    if not all(map(is_count, counters.values())):
        raise ValueError("a counter that is no number of things")
    return {name: count for name, count in counters.items() if name in COUNTERS}


def _sizes(measured: Mapping[str, Any]) -> dict[str, Any]:
    """Times and memory.

    Raises:
        ValueError: one is no size.
    """
    for size in measured.values():
        if not (size is None or (isinstance(size, int | float) and 0 <= size < 1 << 63)):
            raise ValueError("a time or a memory that is no size")
    return dict(measured)


def _legible(text: str) -> str:
    """One line without control characters: a solver's words must not look like ours."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
