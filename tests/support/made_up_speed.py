"""Recorded comparisons of speed whose figures are known, as times were made up."""

from collections.abc import Sequence

from recorded_speed import RecordedSet, RecordedSpeed

from accord.bench.speed.throughput import SpeedLine, SpeedRun

KERNEL, PROGRAM = "backtracking-kernel", "native"
FACTS = {
    "cpu": "a CPU",
    "threads": 2,
    "system": "Linux",
    "python": "CPython 3.13.1",
    "commit": "0123abcdef",
    "packages": {"accord": "1.0", "numba": "0.68"},
}


def line(
    solver: str,
    each: Sequence[float],
    *,
    yardstick: Sequence[float] | None = None,
    puzzles: int = 10,
    copies: int = 1,
    how: str = "array",
    finished: bool = True,
) -> SpeedLine:
    """A line with these seconds for a puzzle, one for each repetition, and the yardstick's."""
    forms, reference = puzzles * copies, dict(enumerate(yardstick or ()))
    runs = [
        SpeedRun(at + 1, puzzles, copies, spent * forms, finished, None, reference.get(at))
        for at, spent in enumerate(each)
    ]
    return SpeedLine("", solver, how, "", runs=runs)


def without_speed(solver: str, outcome: str, reason: str) -> SpeedLine:
    """The line of one that has none."""
    return SpeedLine("easy", solver, "one by one", "", outcome, reason)


def recorded_set(*lines: SpeedLine, size: int = 9, blank: float = 0.5) -> RecordedSet:
    """A set of 10 puzzles, all of which are asked in a repetition."""
    return RecordedSet(f"{size}x{size}, {blank:.0%}", size, 10, 10, blank, lines)


def recorded(*sets: RecordedSet) -> RecordedSpeed:
    """A run of `accord speed`."""
    loads = (0.5, 1.0), (1.25, 1.0)
    return RecordedSpeed(sets, "2026-11-27T13:00:00+00:00", 5, 0.5, 0, FACTS, loads)
