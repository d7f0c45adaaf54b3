"""Receiving: a report is built from the messages of a worker, of which none is trusted.

A message is one claim: a grid, the end, or what a repetition claimed otherwise.  Each is checked
against what can come at that point, key by key and value by value, since a solver can write what it
likes to its pipe.  Which times are possible the bracket says (bench/measuring/bracket.py).  Every
grid is verified as it comes; one that comes after the limit is not evidence and is left out.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import inf
from typing import get_args

from accord.bench.isolation.messages import (
    ANY_TEXT,
    COUNT,
    DURATION,
    MOMENT,
    OBJECT,
    TEXT,
    TIME,
    TRUTH,
    ExitReport,
    Fields,
    Message,
    NonsenseError,
    Permitted,
    expect_fields,
    list_of,
    or_none,
)
from accord.bench.isolation.report import Grids, Report
from accord.bench.isolation.terms import Question
from accord.bench.judging.independence import equal_neighbours
from accord.bench.measuring.memoisation import MEMOISES
from accord.bench.measuring.precision import MOST
from accord.puzzles.problem import Solution
from accord.puzzles.puzzle import Puzzle
from accord.solvers.budget import COUNTERS, OUT_OF_TIME, Phase

WIDEST = 64  # bits of a value that is in no domain
_VALUES = Permitted(
    "a list of whole numbers", lambda value: type(value) is list and {*map(type, value)} <= {int}
)
_OF = {"of": COUNT}  # the number of its question
_LAST = _OF | {"leaving": TRUTH}
_MESSAGES: dict[str, Fields] = {  # by the key that says which it is
    "grid": {"grid": _VALUES, "at": MOMENT} | _OF,
    "preparing": {"preparing": TRUTH} | _OF,
    "repeating": {"repeating": TRUTH, "exhausted": TRUTH} | _OF,
    "again": {"again": list_of(_VALUES), "exhausted": TRUTH} | _OF,
    "unsupported": {"unsupported": TEXT} | _LAST,
    "error": {"error": TEXT} | _LAST,
    "memory": {"memory": TEXT} | _LAST,
    "end": {"end": OBJECT} | _LAST,
}
_TIMES = ("wall_time", "cpu_time", "worked", "aside")
_END: Fields = {  # what each end has
    "exhausted": TRUTH,
    "reason": TEXT,
    "counters": OBJECT,
    "inner_repetitions": Permitted(
        f"a whole number from 1 to {MOST}", lambda value: type(value) is int and 0 < value <= MOST
    ),
    "time_error": or_none(DURATION),
    **dict.fromkeys(_TIMES, TIME),
}
_FURTHER: Fields = {  # what some have
    **dict.fromkeys(("prepare_time", "batch_time", "first_solution_time"), TIME),
    **{f"{phase}_{clock}": TIME for phase in get_args(Phase) for clock in ("time", "cpu_time")},
    "passed": ANY_TEXT,
    "memoises": TRUTH,
    "peak_memory": COUNT,
}
_COUNTERS: Fields = dict.fromkeys(COUNTERS, COUNT)

Claims = tuple[tuple[Solution, ...], bool]  # grids, and whether they are claimed to be all


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
        self.preparing: bool | None = None  # the worker does what comes before the clock; or did
        self.impossible = ""  # why its times cannot be right, in words
        self._puzzle = question.puzzle
        self._watch = watch
        self._limits = question.terms.limits
        self._limit = question.terms.limit
        self._number = number
        self._repeating = False
        self._claims: list[Claims] = []  # of repetitions that claimed otherwise

    def receive(self, message: Message) -> bool:
        """Take a message; whether it was the last of this question.

        Raises:
            NonsenseError: it is none that can come now.
        """
        named = [each for each in _MESSAGES if each in message] or ["end"]
        kind = named[0]
        expect_fields("message", message, _MESSAGES[kind])
        if message["of"] != self._number:
            raise NonsenseError(f"of: found question {message['of']}, expected {self._number}")
        if kind == "grid":
            self._expect_now("grid", not self._repeating)
            grid = self._solution(message["grid"])
            if message["at"] < 0:
                self.impossible = f"reports a grid at {message['at']:g} s, expected 0 or more"
            if message["at"] <= self._limits.seconds:
                self._expect_now("grid", self.report.grids.count != self._limit)
                self.report.grids.add(grid)
                self._watch(grid)
        elif kind == "preparing":
            next_one = {None: True, True: False}.get(self.preparing)
            self._expect_now("preparing", message["preparing"] is next_one)
            self.preparing = message["preparing"]
        elif kind == "repeating":
            self._expect_now("repeating", not self._repeating)
            self._repeating = True
            self.report.exhausted = message["exhausted"]
        elif kind == "again":
            self._expect_now("again", self._repeating and len(self._claims) <= MOST)
            again = tuple(map(self._solution, message["again"]))
            self._claims.append((again, message["exhausted"]))
        else:
            self._finish(message)
            self._unite()
            self.leaving = message["leaving"]
            return True
        return False

    @staticmethod
    def _expect_now(kind: str, can_come: bool) -> None:
        if not can_come:
            raise NonsenseError(f"message: found {kind!r} where it cannot come, expected another")

    def _solution(self, values: list[int]) -> Solution:
        """Values that a solver claims to be a solution: wrong ones are no nonsense, huge ones are.

        Raises:
            NonsenseError: they are too many, or one has more digits than any that could be right.
        """
        puzzle = self._puzzle
        cells = len(puzzle.givens if isinstance(puzzle, Puzzle) else puzzle.domains)
        if len(values) > cells + 1:
            raise NonsenseError(f"grid: found {len(values)} values, expected {cells}")
        if max(max(values, default=0), -min(values, default=0)).bit_length() > WIDEST:
            for value, domain in zip(values, puzzle.domains, strict=False):
                if value.bit_length() > WIDEST and value not in domain:
                    raise NonsenseError(
                        f"grid: found a value of {value.bit_length()} bits, expected at most "
                        f"{WIDEST}, or one of the variable's domain"
                    )
        return puzzle.solution(values)

    def _finish(self, message: Message) -> None:
        """Take the last message of a question.

        Raises:
            NonsenseError: there is something in its end that cannot be.
        """
        report, limits = self.report, self._limits
        kinds = {"unsupported": "UNSUPPORTED", "error": "ERROR", "memory": "MEMOUT"}
        for kind, outcome in kinds.items():
            if kind in message:
                report.end(outcome, message[kind])
                return
        end = dict(message["end"])
        expect_fields("end", end, _END, _FURTHER)
        expect_fields("end: counters", end["counters"], {}, _COUNTERS)
        report.exhausted, report.reason = end.pop("exhausted"), end.pop("reason")
        del end["aside"], end["worked"]
        if (passed := end.pop("passed", None)) is not None:
            report.passed = self._passed(passed)
        if end.pop("memoises", False):
            report.flags = (*report.flags, MEMOISES)
            report.note("memoises: it answers a puzzle faster when it has been asked it before")
        report.cost = end.pop("counters") | end
        cpu = limits.cpu_seconds
        late = end["wall_time"] > limits.seconds or (cpu and end["cpu_time"] > cpu)
        if (peak := report.cost.get("peak_memory") or 0) > (limits.memory or inf):
            report.end("MEMOUT", f"it used {peak >> 20} MiB of memory")
            report.exhausted = False
        elif late or report.reason == OUT_OF_TIME:
            report.end("TIMEOUT", report.reason or "answered after its limit")
            report.exhausted = False

    def _passed(self, text: str) -> str:
        """What the constraints went through, if it says that of each of them.

        Raises:
            NonsenseError: it does not.
        """
        constraints = len(self._puzzle.constraints)
        try:
            said = sum(number for number, _ in equal_neighbours(text))
        except ValueError as error:
            raise NonsenseError(f"end: passed: found {text[:60]!r}, {error}") from None
        if said != constraints:
            raise NonsenseError(f"end: passed: found {said} constraints, expected {constraints}")
        return text

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
