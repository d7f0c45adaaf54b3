"""The check of clocks: the supervisor's own around a batch, held against the reported times.

A worker times its solver in the solver's own process, where a library can stop or replace clocks
(those that freeze time for tests do).  The supervisor's clock contains pipes and waiting besides,
so it says less about a short run, and it cannot be replaced.  What contradicts it is impossible:

    a time that is negative or not finite
    a part of a run's time that is longer than the run, and 10 % and 1 ms
    a grid or a bound that came before the one before it, or a second later than the run says
    CPU time above that of all CPUs the worker may use meanwhile, and 10 % and 1 ms
    times of a batch that are longer than the batch took
    a time above 0 that is shorter than a clock can show, as the mean of all repetitions
    an error of that mean which no times have
    more nodes, or whatever is counted, than 10^11 a second
    more memory than twice that of the machine: the peaks of a worker and of a program, together

A batch that took much longer than its worker can account for is doubtful: it may have waited for a
busy machine.  It is asked again once; if that is doubtful, too, the row says so, and where more
than half of the time and more than a second are missing, it is an error.

So is a batch asked again in which the supervisor stood still for a second: it was stopped, and with
it perhaps the worker, whose clock ran on (a container that was paused, a batch system that made
room for others).

The kernel counts the CPU time of the worker's first thread, whatever its clocks show, and waiting
adds nothing to it.  A batch that used more than it accounts for is doubtful, too: on a busy machine
the same work takes more of it.  Where a run took no time at all, the rows of its batch are flagged
without asking again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from time import monotonic
from typing import Any

import psutil

from accord.bench.run.timed_run import MOST

DOUBTFUL = "clock doubtful"
SPARE = 1e-3  # seconds, and
SHARE = 0.1  # of a time, by which clocks may differ
WAITING = 0.25  # seconds, and
WAITED = 0.5  # times what is accounted for: that a batch may wait for a busy machine
MISSING = 1.0  # seconds that are missing, and as much as is accounted for: an error
PARTS = {  # of the time of a run, by the column of that
    "wall_time": ("first_solution_time", "encode_time", "search_time", "decode_time"),
    "cpu_time": ("encode_cpu_time", "search_cpu_time", "decode_cpu_time"),
}
SHORTEST = 1e-9 / MOST  # seconds; clocks count nanoseconds
FASTEST = 1e11  # nodes a second
MEMORY = 2 * psutil.virtual_memory().total  # bytes
_WORDS = {"worked": "time of all its runs", "aside": "time of its other work"}  # others are columns
READING = 2e-4  # seconds of CPU time in which a worker reads a question, and
PASSING = 2e-2  # a batch


@dataclass
class ClockCheck:
    """The supervisor's clock around a batch of questions, from before it is sent."""

    cpus: int  # that the worker may use

    def __post_init__(self) -> None:
        """Begin with nothing accounted for."""
        self.begin()
        self._own = 0.0  # seconds in which the supervisor handled messages
        self._accounted = 0.0  # seconds that the worker has accounted for
        self._complete = True  # it has accounted for every question
        self._questions = 0  # for which it has accounted
        self._timeless = False  # a run took no time
        self.unreported = ""  # why its clock cannot be right, in words
        self.stood_still = 0.0  # seconds in which the supervisor was stopped
        self.missing = 0.0  # seconds for which nothing accounts; 0 where a busy machine explains it

    def begin(self, spent: float | None = None) -> None:
        """Start the clock: the worker is ready, and the batch is going to be sent.

        Args:
            spent: CPU seconds of its first thread until now, if they are known.
        """
        self._began, self._spent = monotonic(), spent

    def handled(self, seconds: float) -> None:
        """Add seconds in which the supervisor worked and the worker may have waited for it."""
        self._own += seconds

    def contradiction(self, times: Mapping[str, Any] | None) -> str:
        """A sentence on why the next question's times are impossible; empty where they are not.

        Args:
            times: those of the message `end`; None where the question had no such end.
        """
        if times is None:
            self._complete = False
            return ""
        if wrong := _impossible(times, self.cpus) or self._account(_accounted(times)):
            return wrong
        self._questions += 1
        self._timeless = self._timeless or not times["wall_time"]
        return ""

    def contradiction_behind(self, times: Mapping[str, Any], seconds: float) -> str:
        """As `contradiction`, for what a worker reports behind the times of a question.

        Args:
            times: those of the question, as they have been corrected.
            seconds: that the worker has worked besides.
        """
        return _impossible(times, self.cpus) or self._account(seconds)

    def _account(self, seconds: float) -> str:
        """Count seconds the worker accounts for; a sentence if they exceed the time that passed."""
        accounted, took = self._accounted + seconds, monotonic() - self._began
        if accounted > took * (1 + SHARE) + SPARE:
            self._complete = False  # and the next ones are held to what is left
            return f"reports {accounted:.3g} s of work in {took:.3g} s"
        self._accounted = accounted
        return ""

    def end(self, spent: float | None = None) -> None:
        """Read the clock: the batch, or a part of it, has been answered; the latest call counts.

        Args:
            spent: CPU seconds of the worker's first thread until now, if they are known.
        """
        worked = spent - self._spent if spent and self._spent else 0.0
        possible = self._accounted * (1 + SHARE) + PASSING + READING * self._questions
        if self._timeless:
            self.unreported = "it reports a wall_time of 0 s"
        elif self._complete and worked > possible:
            reported = f"reports {self._accounted:.3g} s"
            self.unreported = f"it used {worked:.3g} s of CPU time and {reported}"
        missing = monotonic() - self._began - self._own - self._accounted
        doubtful = self._complete and missing > WAITING + WAITED * self._accounted
        self.missing = missing if doubtful else 0.0

    @property
    def is_to_be_repeated(self) -> bool:
        """Whether the batch took, or used, so much more than reported that it is asked again."""
        return bool(self.missing or self.stood_still or self.unreported) and not self._timeless

    @property
    def doubt(self) -> str:
        """Why the batch's times are doubtful, in words; empty where they are not."""
        took = f"it took {self.missing:.3g} s more than it reports" if self.missing else ""
        stood = f"accord was stopped for {self.stood_still:.3g} s" if self.stood_still else ""
        doubt = "; ".join(filter(None, (took, stood, self.unreported)))
        return f"{DOUBTFUL}: {doubt}" if doubt else ""

    @property
    def is_error(self) -> bool:
        """Whether more time is missing than a busy machine explains."""
        return self.missing > max(MISSING, self._accounted)


def _impossible(times: Mapping[str, Any], cpus: int) -> str:
    for name, value in times.items():
        if isinstance(value, int | float) and not 0 <= value < 1 << 63:
            return f"reports {_named(name)} of {value:g} s, expected 0 or more, below 2^63"
        if name.endswith(("_time", *_WORDS)) and 0 < value < SHORTEST:
            return f"reports {_named(name)} of {value:g} s, expected 0 or at least {SHORTEST:g} s"
    for whole, parts in PARTS.items():
        for name in parts:
            if times.get(name, 0.0) > times[whole] * (1 + SHARE) + SPARE:
                return f"reports {_named(name)} of {times[name]:.3g} s in {times[whole]:.3g} s"
    wall, cpu = times["wall_time"], times["cpu_time"]
    meanwhile = wall + times["aside"] / max(1, times["inner_repetitions"])  # programs may go on
    if cpu > cpus * meanwhile * (1 + SHARE) + SPARE:
        return f"reports {cpu:.3g} s of CPU time in {wall:.3g} s on {cpus} CPUs"
    return _impossible_counts(times)


def _impossible_counts(figures: Mapping[str, Any]) -> str:
    most = FASTEST * (figures["worked"] + SPARE)
    for name, count in figures.get("counters", {}).items():
        if count > most:
            return f"reports {count} {name}, expected at most {most:.3g} in its time"
    if (peak := figures.get("peak_memory", 0)) > MEMORY:
        return (
            f"reports {peak >> 20} MiB of memory, expected at most {MEMORY >> 20} MiB, twice that "
            "of the machine"
        )
    error, largest = figures.get("time_error"), sqrt(figures["inner_repetitions"] / 2)
    if error is not None and error > largest:  # one repetition took all the time
        return f"reports a time_error of {error:g}, expected at most {largest:.3g}"
    return ""


def _named(time: str) -> str:
    """A time in words, with its article."""
    words = _WORDS.get(time, time)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _accounted(times: Mapping[str, Any]) -> float:
    """Seconds that a worker accounts for: the runs, what it prepared, and its own work."""
    seconds: float = times["worked"] + (times.get("prepare_time") or 0.0) + times["aside"]
    return seconds
