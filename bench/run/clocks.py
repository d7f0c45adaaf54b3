"""The clocks that accord reads: what they promise, and what they do.

What a system claims of a clock is often finer than the clock: Linux calls each of them exact to a
nanosecond.  So the smallest step is measured, from one reading to the first that differs, and what
a reading costs; a step cannot be seen that is shorter than this.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from timeit import repeat
from typing import Literal

Name = Literal["perf_counter", "process_time"]

ENOUGH = 0.02  # seconds that may be spent on the steps of one clock, a step being finished always
STEPS = 50
READINGS = 1000  # in a row, to see what one costs
BEST_OF = 5
CLOCKS: tuple[Name, ...] = ("perf_counter", "process_time")  # for wall time and CPU time


@dataclass(frozen=True)
class Clock:
    """One of Python's clocks, as documented and as measured; times in seconds."""

    name: Name
    implementation: str
    claimed: float  # resolution
    step: float  # the smallest that was seen
    cost: float  # of a reading
    adjustable: bool  # it can be set


def clocks() -> tuple[Clock, ...]:
    """Python's clocks, each measured in a few hundredths of a second."""
    return tuple(_measured(name) for name in CLOCKS)


def _measured(name: Name) -> Clock:
    read: Callable[[], float] = getattr(time, name)
    info = time.get_clock_info(name)
    step = smallest_step(read)
    cost = min(repeat(read, number=READINGS, repeat=BEST_OF)) / READINGS
    return Clock(name, info.implementation, info.resolution, step, cost, info.adjustable)


def smallest_step(read: Callable[[], float]) -> float:
    """The smallest difference of two readings of a clock, in seconds."""
    smallest, end = inf, time.perf_counter() + ENOUGH
    for _ in range(STEPS):
        began = now = read()
        while now == began:
            now = read()
        smallest = min(smallest, now - began)
        if time.perf_counter() > end:
            break
    return smallest
