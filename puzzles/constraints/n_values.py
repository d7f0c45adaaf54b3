"""NValues: how many different values the variables have, compared.

    NValues((0, 1, 2), "<=", 2)                      at most two different values
    NValues((0, 1, 2), "=", Variable(3), (0,))       0 is not counted

XCSP3's nValues, with its exceptions; MiniZinc's nvalue.  Of no variables there are 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.fields import Excepted
from accord.puzzles.phrasing import listed


@checked
@dataclass(frozen=True)
class NValues(Measure):
    """The number of different values compares with a constant or a variable.

    >>> from accord.constraints import NValues
    >>> NValues((0, 1, 2), "<=", 2).holds((5, 7, 5)), NValues((0, 1, 2), "<=", 2).holds((5, 7, 6))
    (True, False)
    """

    kind: ClassVar[str] = "n-values"

    excepted: Excepted[int] = ()  # values that are not counted

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "excepted", tuple(sorted(set(self.excepted))))

    def measured(self, values: Sequence[int]) -> int:
        """The number of different values."""
        return len({*values} - {*self.excepted})

    def possible(self) -> range:
        """The possible numbers of values; 0 only without variables or with excepted values."""
        return range(0 if self.excepted or not self.variables else 1, len({*self.variables}) + 1)

    def what(self, names: Sequence[str]) -> str:
        """The words for the number of values, as a message says it."""
        without = f" but {listed(self.excepted)}" if self.excepted else ""
        return f"how many different values{without} {', '.join(names) or 'no variables'} have"


KINDS = {NValues.kind: NValues}
EXAMPLES = {
    NValues.kind: NValues((0, 1, 2), "=", 2),
    f"{NValues.kind} except": NValues((0, 1, 2), "=", 1, (3,)),
}
