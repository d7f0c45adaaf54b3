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
from typing import Any, ClassVar

from accord.puzzles.constraints.arguments import checked, too_few
from accord.puzzles.constraints.constraint import Names, Numbers
from accord.puzzles.constraints.record import (
    Record,
    boolean,
    different,
    expect_keys,
    integers,
    variables,
)


@checked
@dataclass(frozen=True)
class Precedence:
    """Each value stands only behind the one that is listed before it."""

    kind: ClassVar[str] = "precedence"

    scope: tuple[int, ...]
    values: tuple[int, ...]  # all different
    covered: bool = False  # each of them occurs
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

    def record(self, names: Names) -> dict[str, Any]:
        """It in JSON."""
        scope = [names[variable] for variable in self.scope]
        covered = {"covered": True} if self.covered else {}
        return {"scope": scope, "values": [*self.values], **covered}

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers, name: str = "") -> "Precedence":
        """The constraint of a record."""
        expect_keys(record, ["scope", "values"], ["covered"])
        return cls(
            variables("scope", record["scope"], numbers),
            integers("values", record["values"]),
            boolean("covered", record.get("covered", False)),
            name=name,
        )


KINDS = {Precedence.kind: Precedence}
EXAMPLES = {
    Precedence.kind: Precedence((0, 1, 2), (1, 2, 3)),
    f"{Precedence.kind} covered": Precedence((0, 1, 2), (1, 2), covered=True),
}
