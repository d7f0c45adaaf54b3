"""AllEqual: the variables have the same value.

XCSP3's allEqual, MiniZinc's all_equal.  It is true of one variable and of none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import Names, Numbers
from accord.puzzles.constraints.record import Record, expect_keys, variables


@checked
@dataclass(frozen=True)
class AllEqual:
    """All variables have the same value."""

    kind: ClassVar[str] = "all-equal"

    scope: tuple[int, ...]
    name: str = field(default="", compare=False, kw_only=True)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values of the scope are equal."""
        return len(set(values)) < 2

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The first variable, and the first that differs from it."""
        for name, value in zip(names, values, strict=True):
            if value != values[0]:
                first = f"{names[0]} = {values[0]}"
                yield f"{self.name or 'all-equal'}: found {first} and {name} = {value}"
                return

    def record(self, names: Names) -> dict[str, Any]:
        """It in JSON."""
        return {"scope": [names[variable] for variable in self.scope]}

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers, name: str = "") -> "AllEqual":
        """The constraint of a record."""
        expect_keys(record, ["scope"])
        return cls(variables("scope", record["scope"], numbers), name=name)


KINDS = {AllEqual.kind: AllEqual}
EXAMPLES = {AllEqual.kind: AllEqual((0, 1, 2))}
