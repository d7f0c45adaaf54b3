"""A timed run: what asking a solver once claims and costs, and the mean cost of repetitions.

A very short run is repeated; the claims and counters are those of the first run, the times are
means over the middle half of all of them.  Peak memory is the kernel's high-water mark of this
process, set back before each question, and that of the largest program that a run has started.

A run of some microseconds differs from the next by a third: it finds the processor's caches cold,
or something interrupts it.  So it is repeated until its time is known well enough.  The time is the
mean of the middle half: a quarter of the runs at either end, quickest and slowest, is left out, and
with it the first run with its cold caches and those that were interrupted.  It is known well enough
when its standard error is PRECISION of it, after LEAST runs and more; after LONGEST seconds or MOST
runs that is given up, and the row says how large the error is.

The standard error is that of a trimmed mean: the root of S / (h (h - 1)), where h runs count and S
is the sum of squared deviations of the winsorized times, in which each one left out is replaced by
its nearest neighbour that counts (Yuen, "The two-sample trimmed t for unequal population
variances", Biometrika 61, 1974).  Of five normal runs it is an eighth too small, of twenty right.
It is looked at after 5, 6, 8, 10, 12 ... runs, each time a fifth more: who looks after every run
stops at the first lucky one.

Measured on 200 puzzles, runs of 25 to 390 us: 6 to 7 runs suffice, and their time is within 4 % of
that of 150 runs for nine in ten.  For the plain mean it takes 7 to 38 runs, most of them to make up
for a single slow one.
"""

import sys
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple, TypeVar

from accord.puzzles.problem import Solution
from accord.solvers.budget import COUNTERS, NO_TIME, Budget, Duration, is_count
from accord.solvers.programs.program import MAXRSS

if sys.platform != "win32":
    import resource

SHORT = 1e-3  # seconds; a run shorter than this is repeated
PRECISION = 0.02  # of the time: its standard error
LEAST = 5  # runs
MOST = 1000
LONGEST = 0.05  # seconds that all runs take together
Timed = TypeVar("Timed")


class TimedRun(NamedTuple):
    """The solutions, reason and times of one run of a solver."""

    grids: tuple[Solution, ...]
    reason: str  # empty: it claims that there are no others
    first_solution_time: float | None
    budget: Budget

    @property
    def claims(self) -> tuple[tuple[Solution, ...], bool]:
        """The claims that can be refuted: sorted solutions, and whether they are all.

        Of a problem with an objective the last solution, and whether nothing is better.
        """
        grids = sorted(self.grids) if self.budget.goal is None else self.grids[-1:]
        return tuple(grids), not self.reason

    @property
    def wall_time(self) -> float:
        """Wall seconds of the run."""
        return self.budget.total.wall


def check_counters(budget: Budget) -> None:
    """Raise an error where a counter is not a whole number of 0 or more.

    Raises:
        ValueError: one is none.
    """
    for name, count in budget.spent.items():
        if name in COUNTERS and not is_count(count):
            raise ValueError(f"spent {name}={count!r}, expected whole numbers, in all 0 to 2^63-1")


def summary(runs: list[TimedRun]) -> dict[str, Any]:
    """The claims and counters of the first run, with mean times of the middle half of them."""
    first, number = runs[0], len(runs)
    return {
        "exhausted": not first.reason,
        "reason": first.reason,
        "counters": {name: n for name, n in first.budget.spent.items() if name in COUNTERS},
        "inner_repetitions": number,
        "time_error": relative_error([run.wall_time for run in runs]) if number > 1 else None,
        **times(runs),
    }


def times(runs: list[TimedRun]) -> dict[str, float]:
    """Mean times of the middle half of some runs, in seconds by column."""
    phases = runs[0].budget.phases
    runs = middle_half(runs, lambda run: run.wall_time)
    total = _mean([run.budget.total for run in runs])
    means = {"wall_time": total.wall, "cpu_time": total.cpu}
    firsts = [run.first_solution_time for run in runs if run.first_solution_time is not None]
    if len(firsts) == len(runs):
        means["first_solution_time"] = sum(firsts) / len(firsts)
    for phase in phases:
        spell = _mean([run.budget.phases.get(phase, NO_TIME) for run in runs])
        means[f"{phase}_time"], means[f"{phase}_cpu_time"] = spell
    return means


def _mean(spells: list[Duration]) -> Duration:
    """The mean wall and CPU time of some runs, in seconds."""
    if len(spells) == 1:
        return spells[0]
    return Duration(*(sum(seconds) / len(spells) for seconds in zip(*spells, strict=True)))


def reset_peak_memory() -> bool:
    """Set the kernel's high-water mark of resident memory back to the present size: in 6 us."""
    try:
        with open("/proc/self/clear_refs", "wb", buffering=0) as file:
            file.write(b"5")
    except OSError:
        return False
    return True


def peak_memory(budget: Budget) -> int:
    """The most resident memory of this process and the largest program it ran, in bytes."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS
    return own + budget.programs_memory


def middle_half(runs: Sequence[Timed], seconds: Callable[[Timed], float]) -> list[Timed]:
    """The runs in order of time, without the fastest and the slowest quarter (rounded down)."""
    left_out = len(runs) // 4
    return sorted(runs, key=seconds)[left_out : len(runs) - left_out]


def relative_error(times: Sequence[float]) -> float:
    """The standard error of the mean of the middle half, divided by that mean.

    Args:
        times: seconds, at least two.
    """
    middle = middle_half(times, float)
    left_out = (len(times) - len(middle)) // 2
    total = sum(middle)
    if not total:  # then none of these has taken any time
        return 0.0
    winsorized = [middle[0]] * left_out + middle + [middle[-1]] * left_out
    centre = sum(winsorized) / len(winsorized)
    squares = sum((each - centre) ** 2 for each in winsorized)
    count = len(middle)
    return sqrt(squares * count / (count - 1)) / total


def is_enough(times: Sequence[float], spent: float) -> bool:
    """Whether a run has been repeated often enough: precise, or at the limit of time or number.

    Args:
        times: seconds of each run.
        spent: their sum.
    """
    if spent >= LONGEST or len(times) >= MOST:
        return True
    return len(times) in _LOOKED_AT and relative_error(times) <= PRECISION


def _looked_at() -> frozenset[int]:
    """The numbers of runs after which the error is computed."""
    numbers = [LEAST]
    while numbers[-1] < MOST:
        numbers.append(-(-numbers[-1] * 6 // 5))
    return frozenset(numbers)


_LOOKED_AT = _looked_at()
