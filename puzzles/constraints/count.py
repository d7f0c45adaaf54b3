"""Count: how many of the variables have one of some values, compared.

    Count((0, 1, 2), ">=", 2, (1, 5))      two or three of x0, x1, x2 are 1 or 5
    Count((0, 1, 2), "=", Variable(3), (7, Variable(4)))

XCSP3's count, which with other arguments is called atLeast, atMost, exactly and among; a value is a
constant or a variable.  A variable that is listed twice counts twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.phrasing import listed


@checked
@dataclass(frozen=True)
class Count(Measure):
    """The number of variables with one of the values compares with a constant or a variable.

    >>> from accord.constraints import Count
    >>> nights = Count((0, 1, 2), "<=", 1, (3,))  # at most one of them is 3
    >>> nights.holds((3, 1, 2)), nights.holds((3, 1, 3))
    (True, False)
    """

    kind: ClassVar[str] = "count"

    values: tuple[int | Variable, ...]  # that are counted

    def __post_init__(self) -> None:
        super().__post_init__()
        among = sorted({each.number for each in self.values if isinstance(each, Variable)})
        values = (*sorted(self.constants), *map(Variable, among))
        object.__setattr__(self, "values", values)
        right = self.scope[len(self.variables) :]
        object.__setattr__(self, "scope", (*self.variables, *among, *right))

    @property
    def constants(self) -> frozenset[int]:
        """The counted values that are constants."""
        return frozenset(each for each in self.values if not isinstance(each, Variable))

    def measured(self, values: Sequence[int]) -> int:
        """The number of variables that have one of the values."""
        number = len(self.variables)
        counted = self.constants.union(values[number:])
        return sum(value in counted for value in values[:number])

    def possible(self) -> range:
        """The possible counts: 0 to the number of variables; only 0 where no value is counted."""
        return range(len(self.variables) + 1 if self.values else 1)

    def what(self, names: Sequence[str]) -> str:
        """The words for the count, as a message says it."""
        number = len(self.variables)
        values = [*map(str, sorted(self.constants)), *names[number:]]
        of = listed(values, "or") if values else "no value"
        return f"how many of {', '.join(names[:number]) or 'no variables'} are {of}"


KINDS = {Count.kind: Count}
EXAMPLES = {
    Count.kind: Count((0, 1), "=", Variable(2), (1, 3)),
    f"{Count.kind} of variables": Count((0, 1, 2), ">=", 2, (1, Variable(3))),
}
