"""Maximum and Minimum: the largest and the smallest of some values, compared.

    Maximum((0, 1, 2), "=", Variable(3))      the largest of x0, x1, x2 is x3
    Minimum((0, 1), ">", 4)                   the smallest of x0 and x1 is above 4

XCSP3's maximum and minimum, with its condition.  Nothing has no maximum, and is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.measure import Measure


class _Extreme(Measure):
    """The common base of Maximum and Minimum."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.variables:
            raise MalformedConstraintError(f"{self.kind}: found no variable, expected one or more")

    def what(self, names: Sequence[str]) -> str:
        """The words for the extreme, as a message says it."""
        return f"{self.kind} of {', '.join(names)}"


@checked
@dataclass(frozen=True)
class Maximum(_Extreme):
    """The largest value compares with a constant or a variable.

    >>> from accord.constraints import Maximum, Variable
    >>> end = Maximum((0, 1), "=", Variable(2))
    >>> end.holds((3, 5, 5)), end.holds((3, 5, 3))
    (True, False)
    """

    kind: ClassVar[str] = "maximum"

    def measured(self, values: Sequence[int]) -> int:
        """The largest."""
        return max(values)


@checked
@dataclass(frozen=True)
class Minimum(_Extreme):
    """The smallest value compares with a constant or a variable.

    >>> from accord.constraints import Minimum
    >>> begin = Minimum((0, 1), ">=", 2)
    >>> begin.holds((3, 2)), begin.holds((3, 1))
    (True, False)
    """

    kind: ClassVar[str] = "minimum"

    def measured(self, values: Sequence[int]) -> int:
        """The smallest."""
        return min(values)


KINDS = {Maximum.kind: Maximum, Minimum.kind: Minimum}
EXAMPLES = {
    Maximum.kind: Maximum((0, 1), "=", 2),
    f"{Minimum.kind} at most": Minimum((0, 1), "<=", 2),
    Minimum.kind: Minimum((0, 1), "=", Variable(2)),
}
