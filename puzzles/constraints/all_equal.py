"""AllEqual: the variables have the same value.

XCSP3's allEqual, MiniZinc's all_equal.  It is true of one variable and of none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumbers


@checked
@dataclass(frozen=True)
class AllEqual(HasRecord):
    """All variables have the same value.

    >>> from accord.constraints import AllEqual
    >>> AllEqual((0, 1, 2)).holds((4, 4, 4)), AllEqual((0, 1, 2)).holds((4, 4, 5))
    (True, False)
    """

    kind: ClassVar[str] = "all-equal"

    scope: VariableNumbers
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


KINDS = {AllEqual.kind: AllEqual}
EXAMPLES = {AllEqual.kind: AllEqual((0, 1, 2))}
