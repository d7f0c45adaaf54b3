"""Reports: what came of one question, built from the messages of a worker, none of them trusted.

A message is one claim: a grid, the end, or what a repetition claimed otherwise.  Each is checked
against what can come at that point, key by key and value by value, since a solver can write what it
likes to its pipe.  Which times are possible stands in bench/run/clock_check.py.  Every
grid is verified as it comes; one that comes after the limit is not evidence and is left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import inf
from time import monotonic
from typing import Any, cast, get_args

from accord.bench.judge.claim import Claim, Grids, add_moment
from accord.bench.judge.independence import equal_neighbours
from accord.bench.run.memoisation import MEMOISES
from accord.bench.run.messages import (
    ANY,
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
from accord.bench.run.terms import Question, Terms
from accord.bench.run.timed_run import MOST
from accord.puzzles.constraints.constraint import TooLargeError
from accord.puzzles.objective import Value
from accord.puzzles.optimization import with_value
from accord.puzzles.problem import Solution
from accord.solvers.budget import COUNTERS, OUT_OF_TIME, Phase
from accord.solvers.registry import Selection
from accord.solvers.settings import settings_of
from accord.solvers.source import source_of


@dataclass(frozen=True)
class Declaration:
    """A solver's name, settings, version, engine and model, as in the rows of results."""

    name: str
    settings: str  # canonical text
    version: str
    family: str
    engine: str
    model: str
    source: str = ""  # a hash of its code, where it was asked for: solvers/source.py
    cores: int = 1  # that it works on at a time
    places: tuple[str, ...] = field(default=(), compare=False)  # of its code: solvers/source.py
    accepts: tuple[str, ...] = field(default=(), compare=False)  # the names of its settings

    @classmethod
    def of(cls, chosen: Selection, places: tuple[str, ...] = ()) -> "Declaration":
        """The declaration of a solver that is loaded in this process."""
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
            accepts=tuple(settings_of(its.solve)),
        )

    def with_source(self) -> "Declaration":
        """A copy of this declaration with the hash of the solver's code."""
        return replace(self, source=source_of(str(self), self.places))

    def __str__(self) -> str:
        return f"{self.name}:{self.settings}" if self.settings else self.name


@dataclass
class Report:
    """The result of one question: claims, outcome, reason and costs."""

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
    cut: float | None = None  # seconds, of a TIMEOUT that was not waited for any longer
    bounds: list[tuple[float, Value]] = field(default_factory=list)
    """Seconds of the run's clock, and a bound of the objective; each is tighter than the last."""

    @property
    def counters(self) -> dict[str, int]:
        """The counters of the search that are known, by name."""
        return {name: self.cost[name] for name in COUNTERS if self.cost.get(name) is not None}

    @property
    def phases(self) -> dict[str, dict[str, float | None]]:
        """Wall and CPU seconds of each phase of the run that is known."""
        return {
            phase: {"wall": wall, "cpu": self.cost.get(f"{phase}_cpu_time")}
            for phase in get_args(Phase)
            if (wall := self.cost.get(f"{phase}_time")) is not None
        }

    def end(self, outcome: str, reason: str) -> None:
        """Enter the outcome and reason of the end, whatever was answered before."""
        self.outcome, self.reason = outcome, reason

    def note(self, remark: str) -> None:
        """Add a remark to the reason."""
        self.reason = "; ".join(filter(None, [self.reason, remark]))

    def refuse_figures(self, reason: str) -> None:
        """Remove times and counts that cannot be true, with the reason; the claims stay."""
        self.end("ERROR", reason)
        self.cost = {}

    @property
    def bound(self) -> Value | None:
        """The tightest bound that the solver has claimed."""
        return self.bounds[-1][1] if self.bounds else None

    def claims_too(self, earlier: "Report") -> None:
        """Add the claims of an earlier report on the same question to this one."""
        if (goal := self.grids.problem.goal) is not None:
            self.contradictory = earlier.contradictory or self.contradictory
            claimed = [each.grids.claimed["solutions"] for each in (earlier, self)]
            unite_best(self, [*zip(claimed, (earlier.exhausted, self.exhausted), strict=True)])
            self.exhausted = self.exhausted or (self.outcome == "OK" and earlier.exhausted)
            bound = earlier.bound
            if bound is not None and (self.bound is None or goal.is_better(self.bound, bound)):
                self.bounds = earlier.bounds
            return
        for one, other in ((earlier, self), (self, earlier)):
            ruled_out = one.exhausted and any(grid not in one.grids for grid in other.grids.kept)
            self.contradictory = self.contradictory or other.contradictory or ruled_out
        for place, grid in enumerate(earlier.grids.kept):
            if grid not in self.grids or grid in earlier.grids.kept[:place]:
                self.grids.add(grid)
        if self.outcome == "OK":
            self.exhausted = self.exhausted or earlier.exhausted


@dataclass(frozen=True, kw_only=True)
class ReportedClaim(Claim):
    """The claim of a solver that ran in a process of its own, with its report."""

    solver: Declaration
    terms: Terms
    report: Report

    @classmethod
    def of(cls, solver: Declaration, terms: Terms, report: Report) -> "ReportedClaim":
        """The claim in a report of a solver that was asked on these terms.

        The terms of one that was not waited for have the limit that it really had.
        """
        if report.cut is not None:
            terms = replace(terms, limits=replace(terms.limits, seconds=report.cut))
        limit = terms.limit_on(report.grids.problem)
        return cls(
            str(solver),
            solver.engine,
            solver.model,
            limit,
            exhausted=report.exhausted,
            contradictory=report.contradictory,
            outcome=report.outcome,
            passed=report.passed,
            bound=report.bound,
            solver=solver,
            terms=terms,
            report=report,
            **report.grids.claimed,
        )


def unite_best(report: Report, claims: Sequence["Claims"]) -> None:
    """Hold a solver to the best that it found when it was asked repeatedly.

    Different solutions do not contradict each other, as they may be equally good; a better one does
    where a repetition claimed that there is none.
    """
    grids, goal = report.grids, report.grids.problem.goal
    assert goal is not None
    bests = list[Value | None]()  # of each claim
    for found, _ in claims:
        valid = [each for each in found if not any(grids.problem.violations(each))]
        bests.append(goal.best(map(goal.value, valid)))
        for grid in found:
            best = grids.value
            is_news = grid not in valid or best is None or goal.is_better(goal.value(grid), best)
            if is_news and grid not in grids:
                grids.add(grid)
    report.contradictory = report.contradictory or any(
        exhausted and best != grids.value
        for best, (_, exhausted) in zip(bests, claims, strict=True)
    )


CATCHING_UP = 1.0  # seconds that a message may take from the worker on a busy machine
WIDEST = 64  # bits of a value that is in no domain
_VALUES = Permitted(
    "a list of whole numbers", lambda value: type(value) is list and {*map(type, value)} <= {int}
)
_OF_QUESTION = {"of": COUNT}  # its number
_OF_LAST_MESSAGE = _OF_QUESTION | {"leaving": TRUTH}
_MESSAGES: dict[str, Fields] = {  # by the key that says which it is
    "grid": {"grid": _VALUES, "at": MOMENT} | _OF_QUESTION,
    "bound": {"bound": ANY, "at": MOMENT} | _OF_QUESTION,
    "preparing": {"preparing": TRUTH} | _OF_QUESTION,
    "repeating": {"repeating": TRUTH, "exhausted": TRUTH} | _OF_QUESTION,
    "again": {"again": list_of(_VALUES), "exhausted": TRUTH} | _OF_QUESTION,
    "unsupported": {"unsupported": TEXT} | _OF_LAST_MESSAGE,
    "error": {"error": TEXT} | _OF_LAST_MESSAGE,
    "memory": {"memory": TEXT} | _OF_LAST_MESSAGE,
    "end": {"end": OBJECT} | _OF_LAST_MESSAGE,
    "probed": {"probed": OBJECT} | _OF_LAST_MESSAGE,
}
_OF_RUNS = ("wall_time", "cpu_time")
_TIMES = (*_OF_RUNS, "worked", "aside")
_PARTS: Fields = {
    f"{phase}_{clock}": TIME for phase in get_args(Phase) for clock in ("time", "cpu_time")
} | {"first_solution_time": TIME}
_IN_EACH_END: Fields = {
    "exhausted": TRUTH,
    "reason": TEXT,
    "counters": OBJECT,
    "inner_repetitions": Permitted(
        f"a whole number from 1 to {MOST}", lambda value: type(value) is int and 0 < value <= MOST
    ),
    "time_error": or_none(DURATION),
    **dict.fromkeys(_TIMES, TIME),
}
_IN_SOME_ENDS: Fields = {
    **dict.fromkeys(("prepare_time", "batch_time"), TIME),
    **_PARTS,
    "passed": ANY_TEXT,
    "memoises": TRUTH,
    "probing": TRUTH,
    "peak_memory": COUNT,
}
_PROBED: Fields = {
    "first": OBJECT,
    "memoises": TRUTH,
    **dict.fromkeys(("worked", "aside"), DURATION),
}
_COUNTERS: Fields = dict.fromkeys(COUNTERS, COUNT)

Claims = tuple[tuple[Solution, ...], bool]  # grids, and whether they are claimed to be all


class ReportBuilder:
    """A builder of one question's report from the messages of its worker."""

    def __init__(
        self, question: Question, watch: Callable[[Solution], None], number: int = 0
    ) -> None:
        """Begin with no message received.

        Args:
            question: what was asked.
            watch: called with each grid.
            number: of the question among those its process was asked, from 0.
        """
        began = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.report = Report(Grids(question.problem), started=began)
        self.leaving = False  # the worker ends itself
        self.preparing: bool | None = None  # the worker does what comes before the clock; or did
        self.began = monotonic()  # the run, as far as is known here
        self.impossible = ""  # why its times cannot be right, in words
        self.answered = False  # its last message has come, and said that the worker stays
        self.probing = False  # the worker asks the solver isomorphs, behind its answer
        self._probed = False  # isomorphs are or were asked
        self.end: dict[str, Any] = {}  # what the last message said of the cost
        self._puzzle = question.problem
        self._watch = watch
        self._limits = question.terms.limits
        self._limit = question.terms.limit_on(question.problem)
        self._number = number
        self._repeating = False
        self._claims: list[Claims] = []  # of repetitions that claimed otherwise
        self._begun = False  # something has come
        self._at = 0.0  # seconds of the run's clock at the last claim
        self._behind = 0.0  # seconds by which that clock was behind the supervisor's, at most
        self.handling = 0.0  # seconds in which the supervisor handled messages

    @property
    def _time_limit(self) -> float:
        """The seconds that the run has: what comes later is no claim, as it was told to end."""
        return self._limits.seconds if self.report.cut is None else self.report.cut

    @property
    def is_behind_others(self) -> bool:
        """Whether the process has answered other questions, and not begun this one."""
        return self._number > 0 and not self._begun

    def receive(self, message: Message) -> bool:
        """Take a message; whether it was the last one of this question.

        Raises:
            NonsenseError: it is none that can come now.
        """
        self._begun = True
        named = [each for each in _MESSAGES if each in message] or ["end"]
        kind = named[0]
        expect_fields("message", message, _MESSAGES[kind])
        if message["of"] != self._number:
            raise NonsenseError(f"of: found question {message['of']}, expected {self._number}")
        self._expect_now(kind, (kind == "probed") is self.probing)
        if kind == "grid":
            self._expect_now("grid", not self._repeating)
            grid = self._solution(message["grid"])
            self._stamp(kind, message["at"])
            if message["at"] <= self._time_limit:
                self._expect_now("grid", self.report.grids.count != self._limit)
                self.report.grids.add(grid, message["at"])
                self._watch(grid)
        elif kind == "bound":
            self._expect_now("bound", self._puzzle.goal is not None and not self._repeating)
            value = self._value(message["bound"])
            self._stamp(kind, message["at"])
            if message["at"] <= self._time_limit:
                self._add_bound(message["at"], value)
        elif kind == "preparing":
            next_one = {None: True, True: False}.get(self.preparing)
            self._expect_now("preparing", message["preparing"] is next_one)
            self.preparing, self.began = message["preparing"], monotonic()
        elif kind == "repeating":
            self._expect_now("repeating", not self._repeating)
            self._repeating = True
            self.report.exhausted = message["exhausted"]
        elif kind == "again":
            self._expect_now("again", self._repeating and len(self._claims) <= MOST)
            again = tuple(map(self._solution, message["again"]))
            self._claims.append((again, message["exhausted"]))
        elif kind == "probed":
            self._correct(message["probed"])
            self.leaving, self.probing = message["leaving"], False
        else:
            self._finish(message)
            self._unite()
            self.leaving = message["leaving"]
            self.answered = not self.leaving
            self.probing = self._probed = self.answered and self.end.get("probing", False)
        return (self.answered or self.leaving) and not self.probing

    def _stamp(self, kind: str, at: float) -> None:
        """Take the seconds of the run's clock at which a grid or a bound is said to have come."""
        if at < self._at:
            self.impossible = f"reports a {kind} at {at:g} s, expected {self._at:g} or more"
        self._at = max(self._at, at)
        self._behind = max(self._behind, monotonic() - self.began - at)

    def _stamped_early(self, wall: float) -> str:
        """A sentence, if a claim is said to have come earlier than it can have; empty if none is.

        A run's clock stands still now and then, as while a grid is sent, and never catches up.

        Args:
            wall: seconds of that clock at its end, which is now.
        """
        early = self._behind - (monotonic() - self.began - wall + self.handling)
        said = f"reports a grid or a bound {early:.3g} s earlier than it came"
        return said if early > CATCHING_UP else ""

    @staticmethod
    def _expect_now(kind: str, can_come: bool) -> None:
        if not can_come:
            raise NonsenseError(f"message: found {kind!r} where it cannot come, expected another")

    def _solution(self, values: list[int]) -> Solution:
        """Values claimed as a solution; wrong ones pass, malformed or huge ones do not.

        Raises:
            NonsenseError: they are too many, or one has more digits than any that could be right.
        """
        puzzle = self._puzzle
        cells = len(puzzle.domains)
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

    def _value(self, found: Any) -> Value:
        """A value of the objective that is claimed as a bound.

        Raises:
            NonsenseError: it is none.
        """
        value = tuple(found) if type(found) is list else found
        goal = self._puzzle.goal
        assert goal is not None
        if not goal.fits(value):
            raise NonsenseError(f"bound: found {found!r:.60}, expected a value of the objective")
        return cast("Value", value)

    def _add_bound(self, at: float, value: Value) -> None:
        """Enter a bound, if it is tighter than those before."""
        bounds, goal = self.report.bounds, self._puzzle.goal
        assert goal is not None
        if bounds and not goal.is_better(bounds[-1][1], value):
            return
        add_moment(bounds, at, value)

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
        expect_fields("end", end, _IN_EACH_END, _IN_SOME_ENDS)
        expect_fields("end: counters", end["counters"], {}, _COUNTERS)
        self.end = {**end}
        if (passed := end.pop("passed", None)) is not None:
            report.passed = self._passed(passed)  # checked last: what follows takes it all
        report.exhausted, report.reason = end.pop("exhausted"), end.pop("reason")
        self.impossible = self.impossible or self._stamped_early(end["wall_time"])
        del end["aside"], end["worked"]
        end.pop("probing", None)
        if end.pop("memoises", False):
            self._note_memoising()
        report.cost = end.pop("counters") | end
        cpu = limits.cpu_seconds
        late = end["wall_time"] > self._time_limit or (cpu and end["cpu_time"] > cpu)
        if (peak := report.cost.get("peak_memory") or 0) > (limits.memory or inf):
            report.end("MEMOUT", f"it used {peak >> 20} MiB of memory")
            report.exhausted = False
        elif late or report.reason == OUT_OF_TIME:
            report.end("TIMEOUT", report.reason or "answered after its limit")
            report.exhausted = False

    def _correct(self, probed: Message) -> None:
        """Replace times by those that isomorphs have shown to be without remembered answers.

        Raises:
            NonsenseError: there is something in it that cannot be.
        """
        expect_fields("probed", probed, _PROBED)
        if first := probed["first"]:
            expect_fields("probed: first", first, dict.fromkeys(_OF_RUNS, TIME), _PARTS)
        if first and self.report.cost:  # or they were refused
            corrected = first | {"inner_repetitions": 1, "time_error": None}
            self.end |= corrected
            self.report.cost |= corrected
        if probed["memoises"] and MEMOISES not in self.report.flags:
            self._note_memoising()

    def _note_memoising(self) -> None:
        self.report.flags = (*self.report.flags, MEMOISES)
        self.report.note("memoises: it answers a puzzle faster when it has been asked it before")

    def _passed(self, text: str) -> str:
        """What the constraints went through, if it says that of each of them.

        Raises:
            NonsenseError: it does not.
        """
        try:
            asked = with_value(self._puzzle) if self._puzzle.goal else self._puzzle
        except TooLargeError as error:
            raise NonsenseError(f"end: passed: found {text[:60]!r}, but {error}") from None
        is_lex = asked.goal is not None and asked.goal.measure == "lex"
        constraints = len(asked.constraints) + is_lex
        try:
            said = sum(number for number, _ in equal_neighbours(text))
        except ValueError as error:
            raise NonsenseError(f"end: passed: found {text[:60]!r}, {error}") from None
        forbids = said == constraints + 1 and not self._puzzle.shows_all
        if said != constraints and not forbids:
            raise NonsenseError(f"end: passed: found {said} constraints, expected {constraints}")
        return text

    def cut(self, seconds: float) -> float | None:
        """The seconds that the run gets if it is to end after so many; None if that is no change.

        It had more by now where it has gone on for longer.
        """
        had = max(seconds, monotonic() - self.began)
        if had >= self._limits.seconds:
            return None
        self.report.cut = had
        return had

    def interrupted(self, ended: ExitReport) -> Report:
        """The report of a run whose process ended before its last message.

        Where it had answered by then, how the process ended says nothing of the run.
        """
        report = self.report
        if self.answered and (self._probed or not ended.overrun):
            when = "asked another form of the puzzle" if self._probed else "when it had answered"
            report.note(f"{when}: {ended.explanation}")
            return report
        report.end(ended.outcome, ended.explanation)
        if ended.wall_time is not None:
            report.cost.setdefault("wall_time", ended.wall_time)
        for name in ("cpu_time", "peak_memory"):  # of its children, too, which it does not know
            if (used := getattr(ended, name)) is not None:
                report.cost[name] = max(report.cost.get(name) or 0, used)
        self._unite()
        early = self._stamped_early(report.cost.get("wall_time") or 0.0)
        if wrong := self.impossible or early:
            report.refuse_figures(f"impossible: it {wrong}")
        return report

    def note_left(self, names: Sequence[str]) -> None:
        """Add the processes that were still there after the answer to the reason."""
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
        if self._puzzle.goal is None:
            self._unite_all()
        else:
            unite_best(report, claims)
        if report.outcome != "TIMEOUT":  # then what came in time is in the report already
            report.exhausted = any(exhausted for _, exhausted in claims)
        report.reason = report.reason or "answered otherwise when it was asked again"

    def _unite_all(self) -> None:
        """Add the solutions of repetitions, where several are asked for."""
        report, claims = self.report, self._claims
        projected = report.grids.problem.projected
        all_grids = {projected(grid) for grids, _ in claims for grid in grids}
        for grids, _ in claims:
            for place, grid in enumerate(grids):
                if grid not in report.grids or grid in grids[:place]:
                    report.grids.add(grid)
        report.contradictory = any(
            exhausted and {*map(projected, grids)} != all_grids for grids, exhausted in claims
        )
