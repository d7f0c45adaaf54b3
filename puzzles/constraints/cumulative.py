"""Cumulative: tasks share a resource, of which at no time more is used than there is.

    Cumulative((0, 1, 2), (3, 2, 4), (1, 2, 1), 2)       begin, duration, height of each; the limit
    Cumulative((0, 1), (Variable(2), 4), (1, 1), Variable(3))

A task runs from its origin until before origin + duration; one of duration zero uses nothing.
Negative durations and heights are refused, or false where they are values of variables; so is a
negative limit, as what uses nothing uses more.  XCSP3's and MiniZinc's cumulative.  Abderrahmane
Aggoun and Nicolas Beldiceanu, "Extending CHIP in order to solve complex scheduling and placement
problems", Mathematical and Computer Modelling 17, 1993.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, outside
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.no_overlap import (
    Length,
    expect_lengths,
    negative,
    variables_of,
    with_values,
)
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumbers


@checked
@dataclass(frozen=True)
class Cumulative(HasRecord):
    """At each time, the heights of the tasks that run are together within the limit.

    >>> from accord.constraints import Cumulative
    >>> crew = Cumulative((0, 1, 2), durations=(3, 2, 2), heights=(2, 1, 2), limit=3)
    >>> crew.holds((0, 0, 3)), crew.holds((0, 1, 2))  # begins
    (True, False)
    >>> list(crew.violations((0, 1, 2), ("a", "b", "c")))
    ['cumulative: found 5 used at 2, expected at most 3']
    """

    kind: ClassVar[str] = "cumulative"

    origins: VariableNumbers  # variables: when each task begins
    durations: tuple[Length, ...]
    heights: tuple[Length, ...]  # what each task uses while it runs
    limit: int | Variable
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The origins, then the variables among durations, heights and the limit."""

    def __post_init__(self) -> None:
        expect_lengths("durations", self.durations, len(self.origins))
        expect_lengths("heights", self.heights, len(self.origins))
        if isinstance(self.limit, int) and self.limit < 0:
            raise MalformedConstraintError(f"limit: found {self.limit}, expected none below 0")
        object.__setattr__(self, "scope", (*self.origins, *variables_of(self._terms())))

    def tasks(self) -> list[tuple[int, Length, Length]]:
        """Origin, duration and height of each task that may use something."""
        every = zip(self.origins, self.durations, self.heights, strict=True)
        return [task for task in every if 0 not in task[1:]]

    def _terms(self) -> tuple[Length, ...]:
        return *self.durations, *self.heights, self.limit

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if not isinstance(self.limit, int):
            return ""
        known = [(a, b) for _, a, b in self.tasks() if isinstance(a, int) and isinstance(b, int)]
        if not self.tasks() and all(isinstance(each, int) for each in self._terms()):
            return "heights: found no task that uses anything, expected one or more"
        return outside("heights", max((height for _, height in known), default=0), 0, self.limit)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the limit is kept."""
        return next(self.violations(values, ()), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Negative numbers; else the times at which a task begins and too much is used."""
        label, number = self.name or self.kind, len(self.origins)
        known = with_values(self._terms(), self.scope, values)
        durations, heights, limit = known[:number], known[number : 2 * number], known[-1]
        said = [
            *negative(label, "duration", durations),
            *negative(label, "height", heights),
            *negative(label, "limit", [limit]),
        ]
        yield from said
        if said:
            return
        tasks = [*zip(values[:number], durations, heights, strict=True)]
        for time in sorted({origin for origin, duration, _ in tasks if duration}):
            used = sum(height for low, long, height in tasks if low <= time < low + long)
            if used > limit:
                yield f"{label}: found {used} used at {time}, expected at most {limit}"


KINDS = {Cumulative.kind: Cumulative}
EXAMPLES = {
    Cumulative.kind: Cumulative((0, 1, 2), (1, 2, 1), (1, 1, 1), 2),
    f"{Cumulative.kind} of variables": Cumulative((0, 1), (1, Variable(2)), (1, 2), Variable(3)),
}
