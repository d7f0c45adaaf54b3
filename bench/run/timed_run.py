"""A timed run: what asking a solver once claims and costs, and the mean cost of repetitions.

A very short run is repeated; the claims and counters are those of the first run, the times are
means over the middle half of all of them (bench/run/precision.py).  Peak memory is the
kernel's high-water mark of this process, set back before each question, and that of the largest
program that a run has started.
"""

import sys
from typing import Any, NamedTuple

from accord.bench.run.precision import middle_half, relative_error
from accord.puzzles.problem import Solution
from accord.solvers.budget import COUNTERS, NO_TIME, Budget, Duration, is_count
from accord.solvers.programs.program import MAXRSS

if sys.platform != "win32":
    import resource


class TimedRun(NamedTuple):
    """The solutions, reason and times of one run of a solver."""

    grids: tuple[Solution, ...]
    reason: str  # empty: it claims that there are no others
    first_solution_time: float | None
    budget: Budget

    @property
    def claims(self) -> tuple[tuple[Solution, ...], bool]:
        """The claims that can be refuted: sorted solutions, and whether they are all."""
        return tuple(sorted(self.grids)), not self.reason

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
