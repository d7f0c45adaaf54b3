"""Cardinality: how often each of some values is taken.

    Cardinality((0, 1, 2), (1, 2), (2, Variable(3)))       two are 1, and x3 of them are 2
    Cardinality((0, 1, 2), (1, 2), ((0, 1), 1), True)      at most one 1, one 2, and nothing else

Each value occurs as often as a constant says, a variable, or an interval with both its ends.
Other values are free, unless it is closed.  XCSP3's cardinality, the global cardinality constraint
of Jean-Charles Régin, "Generalized arc consistency for global cardinality constraint", AAAI 1996.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import all_always_true, any_always_false, checked, too_few
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.record import HasRecord, different, wrong
from accord.puzzles.fields import LeftOut, VariableNumbers
from accord.puzzles.phrasing import listed

Interval = tuple[int, int]  # the least and the greatest number
Occurrences = int | Variable | Interval


@checked
@dataclass(frozen=True)
class Cardinality(HasRecord):
    """Each value is taken as often as is said.

    >>> from accord.constraints import Cardinality
    >>> shifts = Cardinality((0, 1, 2), values=(1, 2), occurrences=(1, (0, 2)))
    >>> shifts.holds((2, 1, 2)), shifts.holds((1, 1, 2))  # 1 once, 2 at most twice
    (True, False)
    """

    kind: ClassVar[str] = "cardinality"

    variables: VariableNumbers
    values: tuple[int, ...]  # all different
    occurrences: tuple[Occurrences, ...]  # one for each value
    closed: LeftOut[bool] = False  # no other value is taken
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables that take values, then those among the occurrences."""

    def __post_init__(self) -> None:
        different("values", self.values)
        if len(self.occurrences) != len(self.values):
            raise MalformedConstraintError(
                f"occurrences: found {len(self.occurrences)}, expected {len(self.values)}, "
                "one for each value"
            )
        for each in self.occurrences:
            if isinstance(each, tuple) and each[0] > each[1]:
                raise wrong("occurrences", [*each], "the least number, then the greatest")
        among = [each.number for each in self.occurrences if isinstance(each, Variable)]
        object.__setattr__(self, "scope", (*self.variables, *among))

    def counts(self) -> Iterator[Count]:
        """One or two Counts for each value that say the same, but for `closed`."""
        for value, times in zip(self.values, self.occurrences, strict=True):
            if isinstance(times, tuple):
                yield Count(self.variables, ">=", times[0], (value,), name=self.name)
                yield Count(self.variables, "<=", times[1], (value,), name=self.name)
            else:
                yield Count(self.variables, "=", times, (value,), name=self.name)

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        counts = [*self.counts()]
        found = any_always_false(counts) or ("" if self.closed else all_always_true(counts))
        found = found.replace("right:", "occurrences:")
        return found or ("" if self.values else too_few("values", self.values, 1, "value"))

    def holds(self, values: Sequence[int]) -> bool:
        """Whether each value is taken so often."""
        return next(self._broken(values, [""] * len(values)), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The values that are not, and those that should not be there."""
        yield from self._broken(values, names)

    def _broken(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        number = len(self.variables)
        own, label = values[:number], f"{self.name}: " if self.name else ""
        numbers = dict(zip(self.scope[number:], values[number:], strict=True))
        among = dict(zip(self.scope[number:], names[number:], strict=True))
        for value, times in zip(self.values, self.occurrences, strict=True):
            found = sum(each == value for each in own)
            low, high = times if isinstance(times, tuple) else (times, times)
            least = numbers[low.number] if isinstance(low, Variable) else low
            most = numbers[high.number] if isinstance(high, Variable) else high
            if least <= found <= most:
                continue
            where = f"the value {value} at {', '.join(names[:number]) or 'no variables'}"
            expected = f"{least}" if least == most else f"{least} to {most}"
            whose = f", the value of {among[low.number]}" if isinstance(low, Variable) else ""
            yield f"{label}{where}: found {found}, expected {expected} of it{whose}"
        for value, name in zip(own, names, strict=False):
            if self.closed and value not in self.values:
                allowed = listed(self.values, "or") if self.values else "no value"
                yield f"{label}found {name} = {value}, expected {allowed}"


KINDS = {Cardinality.kind: Cardinality}
EXAMPLES = {
    Cardinality.kind: Cardinality((0, 1, 2), (1, 2), (1, (0, 1))),
    f"{Cardinality.kind} of variables": Cardinality((0, 1, 2), (1, 2), (1, Variable(3))),
    f"{Cardinality.kind} closed": Cardinality((0, 1, 2), (1, 2), (1, (0, 2)), True),
}
