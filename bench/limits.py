"""Limits: what a run may use before it is ended from outside.

Wall time, CPU time and memory count for all processes that a solver has started, together.  Memory
is resident memory: what a library reserves and does not touch costs nobody anything.
"""

from dataclasses import dataclass
from math import isfinite

SMALLEST_MEMORY = 64 * 2**20  # bytes; an interpreter with its library has to fit


class LimitError(ValueError):
    """A limit that makes no sense, or that cannot be held here."""


@dataclass(frozen=True)
class Limits:
    """What one run may use; None for as much as it likes."""

    seconds: float  # wall
    memory: int | None = None  # bytes, resident
    cpu_seconds: float | None = None
    best_effort: bool = False  # go on where the system cannot enforce one of them

    def __post_init__(self) -> None:
        times = {"time": self.seconds, "CPU time": self.cpu_seconds}
        for what, seconds in times.items():
            if seconds is not None and (not isfinite(seconds) or seconds <= 0):
                raise LimitError(
                    f"found a {what} limit of {seconds:g} s, expected a finite one above 0"
                )
        if self.memory is not None and self.memory < SMALLEST_MEMORY:
            raise LimitError(
                f"found a memory limit of {self.memory} bytes, expected at least "
                f"{SMALLEST_MEMORY >> 20}M"
            )


TEN_SECONDS = Limits(10.0)  # where nobody says otherwise
