"""Count: how many of the variables have one of some values, compared.

    Count((0, 1, 2), ">=", 2, (1, 5))      two or three of x0, x1, x2 are 1 or 5
    Count((0, 1, 2), "=", Variable(3), (7,))

XCSP3's count, which with other arguments is called atLeast, atMost, exactly and among.  A variable
that is listed twice counts twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from accord.puzzles.constraints.constraint import Names, Variable
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.record import Record, integers
from accord.puzzles.phrasing import listed


@dataclass(frozen=True)
class Count(Measure):
    """The number of variables with one of the values compares with a constant or a variable."""

    kind: ClassVar[str] = "count"
    keys: ClassVar[tuple[str, ...]] = ("values",)

    values: tuple[int, ...]  # that are counted

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "values", tuple(sorted(set(self.values))))

    def measured(self, values: Sequence[int]) -> int:
        """How many of these values are counted."""
        return sum(value in self.values for value in values)

    def what(self, names: Sequence[str]) -> str:
        """What is measured, in words."""
        of = listed(self.values, "or") if self.values else "no value"
        return f"how many of {', '.join(names) or 'no variables'} are {of}"

    def record(self, names: Names) -> dict[str, Any]:
        """It in JSON."""
        return {**super().record(names), "values": [*self.values]}

    @classmethod
    def others(cls, record: Record) -> dict[str, Any]:
        """The values."""
        return {"values": integers("values", record["values"])}


KINDS = {Count.kind: Count}
EXAMPLES = {Count.kind: Count((0, 1), "=", Variable(2), (1, 3))}
