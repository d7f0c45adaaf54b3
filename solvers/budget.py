"""The budget: what a solver may spend on one puzzle, and what it has spent.

The harness owns it and hands it to the solver.  Its clock runs only while the solver works, that
is inside `next()` of its generator, so that whatever the consumer does with a grid costs the
solver nothing.  A solver reports its phase (`enter`), counts what it does (`spend`), and may
read the question's limit and the seconds left; both calls end its run when the time is over.  Only
this file and the harness read clocks.

Of a problem with an objective the question is for the best solution.  A solver may then claim, as
often as it learns more, that no solution is better than a value (`bound`).

What a program has used is known when it has been waited for (`waited_for`).  Its CPU time is in the
clock if that happens while the solver works; that of one which is ended later, when the harness
closes the generator, is added to the last phase.
"""

import sys
from collections import Counter
from collections.abc import Callable
from math import inf, nan
from numbers import Real
from threading import TIMEOUT_MAX
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Literal, NamedTuple

from accord.puzzles.errors import InputError, shown, whole_number

if TYPE_CHECKING:
    from accord.puzzles.objective import Objective, Value
    from accord.puzzles.proposed_search import ProposedSearch
    from accord.solvers.traces.trace import Trace

if sys.platform != "win32":
    from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

Phase = Literal["encode", "search", "decode"]

COUNTERS = (
    *("nodes", "guesses", "backtracks", "propagations", "conflicts", "decisions", "restarts"),
    "dropped",  # solutions of a library that were not new, or no better
)
LARGEST = 2**63 - 1  # the results hold integers of 64 bits
OUT_OF_TIME = "out of time"  # the reason of a solver that its budget stopped


def is_count(number: object) -> bool:
    """Whether an object can be the value of a counter."""
    return type(number) is int and 0 <= number < 1 << 63


class LimitError(InputError, ValueError):
    """A limit that makes no sense, or that cannot be held here."""


def expect_whole(
    what: str,
    number: int | None,
    least: int = 1,
    most: int = LARGEST,
    error: type[InputError] = LimitError,
) -> int | None:
    """A whole number between two others, numpy's as an int; None stays None.

    Raises:
        LimitError, or the other `error`: it is not.
    """
    whole = whole_number(number)
    if number is not None and not (whole is not None and least <= whole <= most):
        raise error(f"found {number!r} {what}, expected {least} to {most}")
    return whole


def expect_limit(limit: int | None) -> int | None:
    """A number of solutions that a question can ask for; None asks for all of them.

    Raises:
        LimitError: it cannot.
    """
    return expect_whole("solutions asked for", limit)


def expect_seconds(what: str, seconds: float) -> float:
    """A limit of time as a float, from a number of whichever type.

    Raises:
        LimitError: it is no finite number above 0.
    """
    is_number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    try:
        number = float(seconds) if is_number else nan
    except OverflowError:
        number = inf
    if not 0 < number < inf:
        found = f"{number:g}" if is_number else repr(seconds)
        raise LimitError(f"found {what} limit of {found} s, expected a finite one above 0")
    return number


def seconds_or_none(seconds: float | None) -> float:
    """The time limit of a call in Python as a float; None and infinity are no limit.

    Raises:
        LimitError: it is no number above 0.
    """
    unlimited = seconds is None or (isinstance(seconds, float) and seconds == inf)
    return inf if unlimited or seconds is None else expect_seconds("a time", seconds)


class GaveUpError(Exception):
    """The solver stopped without a proof: out of time, or out of ideas."""


class Duration(NamedTuple):
    """A length of time: seconds on the clock, and seconds that processors have worked."""

    wall: float  # seconds
    cpu: float  # seconds, all threads of the process, and programs it has waited for

    def __add__(self, other: object) -> "Duration":
        """The sum of two durations."""
        if not isinstance(other, Duration):
            return NotImplemented
        return Duration(self.wall + other.wall, self.cpu + other.cpu)


NO_TIME = Duration(0.0, 0.0)


def now() -> Duration:
    """The clock: seconds since some moment, and CPU seconds, those of ended programs included.

    CPU time is getrusage's, to the microsecond: under RLIMIT_CPU, which a worker has, the
    clock of time.process_time advances in ticks of 4 ms, and most runs would have taken none.
    """
    if sys.platform == "win32":
        return Duration(perf_counter(), process_time())
    wall, own, programs = perf_counter(), getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    spent = own.ru_utime + own.ru_stime + programs.ru_utime + programs.ru_stime
    return Duration(wall, spent)


class Budget:
    """Seconds, solutions and counters of one run.

    Args:
        seconds: how long the solver may work; infinite by default.
        limit: how many solutions the question asks for; None for all of them.
        goal: the objective of the problem, where the question is for the best solution; then there
            is no limit.
    """

    def __init__(
        self, seconds: float = inf, limit: int | None = None, goal: "Objective | None" = None
    ) -> None:
        is_number = isinstance(seconds, Real)
        if not is_number or not seconds >= 0:
            raise LimitError(f"found a time limit of {seconds!r} s, expected 0 or more")
        self.seconds = seconds
        self.limit = expect_limit(limit) if goal is None else None
        self.goal = goal
        self.bounds: list[tuple[float, Value]] = []
        """Seconds of this clock, and a bound; each is tighter than the one before."""
        self.watch_bound: Callable[[float, Value], object] = lambda at, value: None
        self.value_of: Callable[[int], Value] = lambda value: value
        """The value of the objective, from what the solver takes for it: one part of a lex."""
        self.spent: Counter[str] = Counter()  # by the names of COUNTERS
        self.phases: dict[str, Duration] = {}
        self.trace: Trace | None = None  # what the solver writes its steps to
        self.search: tuple[ProposedSearch, ...] = ()  # that the source of the problem proposes
        self.printed = ""  # the last of what its program has written, errors too, as it came
        self.programs_memory = 0  # bytes, resident: the most that one of its programs had
        self._phase: Phase = "search"
        self._since: Duration | None = None  # when the present phase or step began
        self._deadline = inf
        self.total = NO_TIME  # all the time the solver has worked
        self.switches = 0  # how often the clock was started and stopped: by the harness alone

    def resume(self) -> None:
        """Start the clock: the harness is about to let the solver work."""
        self.switches += 1
        self._since = now()
        self._deadline = self._since.wall + self.seconds - self.total.wall

    def pause(self) -> None:
        """Stop the clock: the harness has control again."""
        self.switches += 1
        if self._since is not None:
            self._book(now())
            self._since = None

    def enter(self, phase: Phase) -> None:
        """Begin a phase (encode, search or decode), which lasts until the next call.

        Raises:
            GaveUpError: the time is over; but what was found is decoded all the same.
        """
        running = self._since is not None
        if running:
            self._since = self._book(now())
        self._phase = phase
        if running and phase != "decode":
            self.check_time()

    def _book(self, until: Duration) -> Duration:
        assert self._since is not None
        self._add(until[0] - self._since[0], until[1] - self._since[1])
        return until

    def _add(self, wall: float, cpu: float) -> None:
        known, total = self.phases.get(self._phase, NO_TIME), self.total
        self.phases[self._phase] = Duration(known[0] + wall, known[1] + cpu)
        self.total = Duration(total[0] + wall, total[1] + cpu)

    def bound(self, value: int) -> None:
        """Claim that no solution is better than a value.

        A bound that is no tighter than an earlier one claims nothing new, and is left out.

        Raises:
            TypeError: it is no value of the objective, or the problem has none.
        """
        whole = whole_number(value)
        claimed: Value = value if whole is None else self.value_of(whole)
        if self.goal is None or not self.goal.fits(claimed):
            expected = "a value of the objective" if self.goal else "none without an objective"
            raise TypeError(f"found the bound {shown(value)}, expected {expected}")
        if self.bounds and not self.goal.is_better(self.bounds[-1][1], claimed):
            return
        at = self.total.wall + self._running()
        self.bounds.append((at, claimed))
        self.watch_bound(at, claimed)

    def _running(self) -> float:
        """The wall seconds since the clock was last looked at, where it runs."""
        return perf_counter() - self._since.wall if self._since is not None else 0.0

    def waited_for(self, cpu: float, memory: int) -> None:
        """Add an ended program: its CPU seconds, and its peak of resident memory in bytes.

        While the clock runs it sees the CPU time of such programs by itself.
        """
        self.programs_memory = max(self.programs_memory, memory)
        if self._since is None:
            self._add(0.0, cpu)

    def seconds_left(self) -> float:
        """The seconds left, for a backend that keeps time itself."""
        return max(0.0, self._deadline - perf_counter())

    @property
    def timeout(self) -> float | None:
        """The seconds left, for a call that waits; None where no call can wait so long."""
        seconds = self.seconds_left()
        return seconds if seconds <= TIMEOUT_MAX else None

    def spend(self, **counts: int) -> None:
        """Count, say, nodes=1 or conflicts=250; give up when the time is over."""
        spent = self.spent
        for name, count in counts.items():
            spent[name] += count
        self.check_time()

    def check_time(self) -> None:
        """Give up when the time is over.

        Raises:
            GaveUpError: the solver has worked as long as it may.
        """
        if perf_counter() >= self._deadline:
            raise GaveUpError(OUT_OF_TIME)
