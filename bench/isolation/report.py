"""Reports: what came of one question, built from the messages of a worker.

A message is one claim: a grid, the end, or what a repetition claimed otherwise.  Each is checked
against what can come at that point, since a solver can write what it likes to its pipe.  Every grid
is verified as it comes; one that comes after the limit is not evidence and is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from math import inf
from typing import Any

from accord.bench.isolation.messages import ExitReport, Message
from accord.bench.isolation.terms import Question
from accord.bench.judging.judge import KEPT
from accord.bench.measuring.memoisation import MEMOISES
from accord.puzzles.derived.reordering import Reordering
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import expect_puzzle
from accord.puzzles.sudoku.symmetry import Symmetry
from accord.solvers.budget import COUNTERS, OUT_OF_TIME, is_count
from accord.solvers.registry import Selection
from accord.solvers.source import source_of

Claims = tuple[tuple[Solution, ...], bool]  # grids, and whether they are claimed to be all


@dataclass(frozen=True)
class Declaration:
    """What a solver is, as it stands in the rows of the results."""

    name: str
    settings: str  # canonical text
    version: str
    family: str
    engine: str
    model: str
    source: str = ""  # a hash of its code, where it was asked for: solvers/source.py
    cores: int = 1  # that it works on at a time
    places: tuple[str, ...] = field(default=(), compare=False)  # of its code: solvers/source.py

    @classmethod
    def of(cls, chosen: Selection, places: tuple[str, ...] = ()) -> "Declaration":
        """That of a solver which is loaded here."""
        its = chosen.backend
        return cls(
            chosen.name,
            chosen.settings_text,
            chosen.version,
            its.family,
            its.engine,
            its.model,
            cores=its.cores_with(chosen.settings),
            places=places,
        )

    def with_source(self) -> "Declaration":
        """The same with the hash of the solver's code."""
        return replace(self, source=source_of(str(self), self.places))

    def __str__(self) -> str:
        return f"{self.name}:{self.settings}" if self.settings else self.name


class Grids:
    """The grids of one answer: all verified as they come, the first and the faulty ones kept."""

    def __init__(self, puzzle: Problem) -> None:
        self.puzzle = puzzle
        self.count = 0
        self.valid = 0  # different ones that obey the rules
        self.kept: list[Solution] = []
        self._seen: set[bytes] = set()

    def add(self, grid: Solution) -> None:
        """Verify a grid and remember it."""
        text = self.puzzle.text(grid).encode()
        repeated = text in self._seen
        broken = any(self.puzzle.violations(grid))
        self._seen.add(text)
        self.count += 1
        self.valid += not (repeated or broken)
        if self.count <= KEPT:
            self.kept.append(grid)
        elif (repeated or broken) and len(self.kept) < 2 * KEPT:
            self.kept += [grid, grid] if repeated else [grid]  # a repetition must show as one

    def __contains__(self, grid: Solution) -> bool:
        return self.puzzle.text(grid).encode() in self._seen

    @property
    def digest(self) -> str:
        """A hash of the sorted set of all grids: equal for equal sets."""
        return sha256(b"\n".join(sorted(self._seen))).hexdigest()[:16]

    def moved(self, symmetry: Symmetry | Reordering) -> "Grids":
        """Where a symmetry moves them; a grid of 81 cells takes 22 us, and to verify it took 36."""
        if isinstance(symmetry, Symmetry):
            moved = Grids(symmetry.puzzle(expect_puzzle(self.puzzle, "a symmetry")))
        else:
            moved = Grids(symmetry.puzzle(self.puzzle))
        moved.count, moved.valid = self.count, self.valid
        moved.kept = list(map(symmetry.grid, self.kept))
        grids = (symmetry.grid(self.puzzle.parsed(text.decode())) for text in self._seen)
        moved._seen = {moved.puzzle.text(grid).encode() for grid in grids}
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
    flags: tuple[str, ...] = ()  # why its times are not to be trusted, in a word or two
    cost: dict[str, Any] = field(default_factory=dict)  # by column of a run; unknown ones absent
    passed: str | None = None  # what the constraints of a problem went through

    def end(self, outcome: str, reason: str) -> None:
        """Note how it ended, whatever it had answered by then."""
        self.outcome, self.reason = outcome, reason

    def note(self, remark: str) -> None:
        """Add a remark to the reason."""
        self.reason = "; ".join(filter(None, [self.reason, remark]))

    def refuse_times(self, reason: str) -> None:
        """Note that its times cannot be what it reports; what it claims stands."""
        self.end("ERROR", reason)
        self.cost = {name: cost for name, cost in self.cost.items() if "time" not in name}

    def claims_too(self, earlier: "Report") -> None:
        """Hold the solver to what it claimed when it was asked the same question before."""
        for one, other in ((earlier, self), (self, earlier)):
            ruled_out = one.exhausted and any(grid not in one.grids for grid in other.grids.kept)
            self.contradictory = self.contradictory or other.contradictory or ruled_out
        for place, grid in enumerate(earlier.grids.kept):
            if grid not in self.grids or grid in earlier.grids.kept[:place]:
                self.grids.add(grid)
        if self.outcome == "OK":
            self.exhausted = self.exhausted or earlier.exhausted


class ReportBuilder:
    """Turns what a worker sends about one question into a report."""

    def __init__(
        self, question: Question, watch: Callable[[Solution], None], number: int = 0
    ) -> None:
        """Nothing has come yet.

        Args:
            question: what was asked.
            watch: called with each grid.
            number: of the question among those its process was asked, from 0.
        """
        began = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.report = Report(Grids(question.puzzle), started=began)
        self.leaving = False  # the worker ends itself
        self.preparing = False  # the worker does what comes before the clock
        self._solution = question.puzzle.solution
        self._watch = watch
        self._limits = question.terms.limits
        self._number = number
        self._repeating = False
        self._claims: list[Claims] = []  # of repetitions that claimed otherwise

    def receive(self, message: Message) -> bool:
        """Take a message; whether it was the last of this question.

        Raises:
            KeyError, TypeError, ValueError: it is none that can come now.
        """
        if message["of"] != self._number:
            raise ValueError("it is not about the question that was asked")
        if "grid" in message:
            if message["at"] <= self._limits.seconds:
                grid = self._solution(message["grid"])
                self.report.grids.add(grid)
                self._watch(grid)
        elif "preparing" in message:
            self.preparing = bool(message["preparing"])
        elif "repeating" in message and not self._repeating:
            self._repeating = True
            self.report.exhausted = message["exhausted"]
        elif "again" in message:
            again = tuple(map(self._solution, message["again"]))
            self._claims.append((again, message["exhausted"]))
        else:
            self._finish(message)
            self._unite()
            self.leaving = bool(message.get("leaving"))
            return True
        return False

    def _finish(self, message: Message) -> None:
        """Take the last message of a question."""
        report, limits = self.report, self._limits
        kinds = {"unsupported": "UNSUPPORTED", "error": "ERROR", "memory": "MEMOUT"}
        for kind, outcome in kinds.items():
            if kind in message:
                report.end(outcome, str(message[kind]))
                return
        end = dict(message["end"])
        report.exhausted, report.reason = end.pop("exhausted"), end.pop("reason")
        del end["aside"], end["worked"]
        if (passed := end.pop("passed", None)) is not None:
            report.passed = str(passed)
        if end.pop("memoises", False):
            report.flags = (*report.flags, MEMOISES)
            report.note("memoises: it answers a puzzle faster when it has been asked it before")
        report.cost = _counters(end.pop("counters")) | _sizes(end)
        cpu = limits.cpu_seconds
        late = end["wall_time"] > limits.seconds or (cpu and end["cpu_time"] > cpu)
        if (peak := report.cost.get("peak_memory") or 0) > (limits.memory or inf):
            report.end("MEMOUT", f"it used {peak >> 20} MiB of memory")
            report.exhausted = False
        elif late or report.reason == OUT_OF_TIME:
            report.end("TIMEOUT", report.reason or "answered after its limit")
            report.exhausted = False

    def interrupted(self, ended: ExitReport) -> Report:
        """The report of a run whose process has ended before it had answered."""
        report = self.report
        report.end(ended.outcome, ended.explanation)
        if ended.wall_time is not None:
            report.cost.setdefault("wall_time", ended.wall_time)
        for name in ("cpu_time", "peak_memory"):  # of its children, too, which it does not know
            if (used := getattr(ended, name)) is not None:
                report.cost[name] = max(report.cost.get(name) or 0, used)
        self._unite()
        return report

    def note_left(self, names: Sequence[str]) -> None:
        """Add which processes were still there when it had answered."""
        if names:
            self.report.note(f"left behind, and ended: {', '.join(names)}")

    def _unite(self) -> None:
        """Hold a solver to everything it claimed when it was asked the same question repeatedly.

        Different grids do not contradict each other where there are several; one that another
        repetition ruled out does.
        """
        report, claims = self.report, self._claims
        if not claims:
            return
        all_grids = {grid for grids, _ in claims for grid in grids}
        for grids, _ in claims:
            for place, grid in enumerate(grids):
                if grid not in report.grids or grid in grids[:place]:
                    report.grids.add(grid)
        if report.outcome != "TIMEOUT":  # then what came in time is in the report already
            report.exhausted = any(exhausted for _, exhausted in claims)
        report.contradictory = any(
            exhausted and {*grids} != all_grids for grids, exhausted in claims
        )
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
    """Times and memory; the bracket says which are possible.

    Raises:
        ValueError: one is no number.
    """
    for size in measured.values():
        if not (size is None or isinstance(size, int | float)):
            raise ValueError("a time or a memory that is no number")
    return dict(measured)
