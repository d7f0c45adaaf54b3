"""Precedence: values occur for the first time in a given order.

    Precedence((0, 1, 2), (5, 7))      who has 7 stands behind one that has 5

XCSP3's precedence and MiniZinc's value_precede_chain: a value may stand only behind the one that is
listed before it.  Values that are not listed are free; `covered`, all of them occur.  It breaks the
symmetry of values that may be exchanged: Yat Chiu Law and Jimmy Lee, "Global constraints for
integer and set value precedence", CP 2004.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, too_few
from accord.puzzles.constraints.record import HasRecord, different
from accord.puzzles.fields import LeftOut, VariableNumbers


@checked
@dataclass(frozen=True)
class Precedence(HasRecord):
    """Each value stands only behind the one that is listed before it.

    >>> from accord.constraints import Precedence
    >>> colours = Precedence((0, 1, 2), (1, 2))  # 2 only behind a 1
    >>> colours.holds((1, 2, 2)), colours.holds((2, 1, 2))
    (True, False)
    """

    kind: ClassVar[str] = "precedence"

    scope: VariableNumbers
    values: tuple[int, ...]  # all different
    covered: LeftOut[bool] = False  # each of them occurs
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        different("values", self.values)

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if self.covered and len(self.values) > len({*self.scope}):
            return f"values: found {len(self.values)}, expected no more than variables"
        return too_few("values", self.values, 1, "value")

    def holds(self, values: Sequence[int]) -> bool:
        """Whether they occur in this order."""
        return next(self._broken(values), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """A value that stands before another, or nowhere."""
        for value, before in self._broken(values):
            label = self.name or "precedence"
            if before is None:
                yield f"{label}: found no {value}, expected one"
            else:
                where = f"{value} at {names[[*values].index(value)]}"
                yield f"{label}: found {where}, expected {before} before it"

    def _broken(self, values: Sequence[int]) -> Iterator[tuple[int, int | None]]:
        """Values that have no other before them, and that; values that are missing, and None."""
        first = {value: place for place, value in reversed([*enumerate(values)])}
        for before, value in pairwise(self.values):
            if value in first and first.get(before, len(values)) > first[value]:
                yield value, before
        for value in self.values if self.covered else ():
            if value not in first:
                yield value, None


KINDS = {Precedence.kind: Precedence}
EXAMPLES = {
    Precedence.kind: Precedence((0, 1, 2), (1, 2, 3)),
    f"{Precedence.kind} covered": Precedence((0, 1, 2), (1, 2), covered=True),
}
