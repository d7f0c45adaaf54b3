"""The supervisor: keeps one solver in a process of its own, and its clock from outside.

pycosat and compiled python-constraint hear no signal while they search, CP-SAT and Z3 swallow
Ctrl-C, and a thread cannot stop a library that holds the interpreter's lock.  So a limit is kept
by another process: the solver runs in a worker (bench/worker.py) in a process group of its own;
the backend gets the limit as its deadline, and the group is killed a grace after it.  A worker
answers many questions one after the other, so that start-up and imports are paid once and are in
no timing; after a kill or a crash the next question gets a fresh one.

A run that ends after its limit is a TIMEOUT, whatever it says then; the grids it yielded in time
remain evidence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import Any

from accord.bench.judge import KEPT
from accord.bench.limits import Limits
from accord.bench.process import DiedError, Process, SilentError
from accord.bench.worker import Question
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.budget import COUNTERS, OUT_OF_TIME, is_count

GRACE = 1.0  # seconds a worker may overrun its limit before its process group is killed
LONG = 1e9  # seconds: no limit
START_UP = 60.0  # seconds a worker may take to import its library, or to accept a question


Claims = tuple[tuple[Grid, ...], bool]  # grids, and whether they are said to be all


class CannotStartError(Exception):
    """The worker could not load its solver; says why."""


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


@dataclass
class Report:
    """What came of one question."""

    grids: Grids
    outcome: str = "OK"
    reason: str = ""
    exhausted: bool = False
    contradictory: bool = False  # asked again, it had a grid that it had ruled out
    limits: str = "enforced"  # or best-effort
    cost: dict[str, Any] = field(default_factory=dict)  # by column of a run; unknown ones absent


class Worker:
    """A solver in a process of its own.

    The kernel ends it when the thread that started it ends: see bench/worker.py.
    """

    def __init__(self, solver: str) -> None:
        self.solver = solver
        self._process: Process | None = None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def interrupt(self) -> None:
        """Kill the process from another thread; the thread that waits for it sees it die."""
        if (process := self._process) is not None:
            process.kill_group()

    def start(self) -> Declaration:
        """Have a process that is ready for a question, and say what its solver is.

        Raises:
            CannotStartError: it could not load the solver, or took longer than START_UP seconds.
        """
        if self._process is None:
            self._process = process = Process("accord.bench.worker", self.solver)
            try:
                message = process.receive(monotonic() + START_UP)
                self.declaration = Declaration(**message["ready"])
            except SilentError:
                self.close()
                raise CannotStartError(f"not ready after {START_UP:g} s") from None
            except DiedError:
                raise CannotStartError(self._autopsy()[1]) from None
            except (KeyError, TypeError):
                self.close()
                if "missing" in message:
                    raise CannotRunError(str(message["missing"])) from None
                raise CannotStartError(str(message.get("failed", message))) from None
        return self.declaration

    def ask(
        self,
        puzzle: Puzzle,
        limit: int | None,
        limits: Limits,
        watch: Callable[[Grid], None] = lambda grid: None,
    ) -> Report:
        """What the solver claims; comes back within the limit and the grace, whatever it does.

        Args:
            puzzle: what is asked.
            limit: solutions asked for; None for all.
            limits: what it may use.
            watch: told of each grid as it comes, right or wrong.
        """
        report = Report(Grids(puzzle))
        seconds = limits.seconds
        claims: list[Claims] = []  # of repetitions that claimed otherwise
        began = monotonic()
        started = repeating = False
        deadline = began + START_UP
        try:
            self.start()
            process = self._process
            assert process is not None
            process.send(Question(puzzle, limit, seconds), deadline)
            while True:
                message = process.receive(deadline)
                if not started and "start" not in message and "unsupported" not in message:
                    raise ValueError("an answer before it started")
                if "grid" in message:
                    if message["at"] <= seconds:
                        grid = Grid(message["grid"])
                        report.grids.add(grid)
                        watch(grid)
                elif "start" in message and not started:
                    started, began = True, monotonic()
                    deadline = began + seconds + GRACE
                elif "repeating" in message and not repeating:
                    repeating = True
                    report.exhausted = message["exhausted"]
                    deadline = monotonic() + seconds + GRACE
                elif "again" in message:
                    claims.append((tuple(map(Grid, message["again"])), message["exhausted"]))
                else:
                    _finish(report, seconds, message)
                    break
        except CannotStartError as error:
            report.outcome, report.reason = "ERROR", f"cannot start: {error}"
        except SilentError:
            self.close()
            report.outcome, report.reason = "TIMEOUT", "ended from outside: it overran its limit"
            if not started:
                report.outcome, report.reason = "ERROR", "did not accept the question"
        except (DiedError, KeyError, TypeError, ValueError):
            report.outcome, report.reason = self._autopsy()
        if started and report.outcome != "UNSUPPORTED":
            report.cost.setdefault("wall_time", monotonic() - began)
        if claims:
            _unite(report, claims)
        report.reason = _legible(report.reason)
        return report

    def _autopsy(self) -> tuple[str, str]:
        process, self._process = self._process, None
        assert process is not None
        return process.autopsy()


def _finish(report: Report, seconds: float, message: dict[str, Any]) -> None:
    """What a worker said as its last word."""
    for kind, outcome in (("unsupported", "UNSUPPORTED"), ("error", "ERROR"), ("memory", "MEMOUT")):
        if kind in message:
            report.outcome, report.reason = outcome, str(message[kind])
            return
    end = dict(message["end"])
    report.exhausted, report.reason = end.pop("exhausted"), end.pop("reason")
    report.cost = _counters(end.pop("counters")) | _sizes(end)
    if end["wall_time"] > seconds or report.reason == OUT_OF_TIME:
        report.outcome, report.exhausted = "TIMEOUT", False
        report.reason = report.reason or "answered after its limit"


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


def _unite(report: Report, claims: list[Claims]) -> None:
    """Hold a solver to everything it said when it was asked the same question repeatedly.

    Different grids are no lie where there are several; a grid that another repetition ruled out is.
    """
    grids = {grid for said, _ in claims for grid in said}
    for said, _ in claims:
        for place, grid in enumerate(said):
            if grid not in report.grids or grid in said[:place]:
                report.grids.add(grid)
    if report.outcome != "TIMEOUT":  # then what it said in time is in the report already
        report.exhausted = any(exhausted for _, exhausted in claims)
    report.contradictory = any(exhausted and {*said} != grids for said, exhausted in claims)
    report.reason = report.reason or "answered otherwise when it was asked again"
