"""AllDifferent: values that differ pairwise.

The constraint of Latin squares and Sudoku, and the best known of the field: Jean-Charles Régin, "A
filtering algorithm for constraints of difference in CSPs", AAAI 1994.  With `excepted` values, as
XCSP3 has them, any number of variables may take these.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked, repeated
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import Excepted, VariableNumbers


@checked
@dataclass(frozen=True)
class AllDifferent(HasRecord):
    """No two of the variables have the same value, but for excepted values.

    Over as many variables as there are values it also means that every value has a place; over
    fewer it does not.

    >>> from accord.constraints import AllDifferent
    >>> AllDifferent((0, 1, 2)).holds((3, 1, 2)), AllDifferent((0, 1, 2)).holds((3, 1, 3))
    (True, False)
    >>> AllDifferent((0, 1, 2), excepted=(0,)).holds((0, 0, 1))
    True
    """

    kind: ClassVar[str] = "all-different"

    scope: VariableNumbers
    name: str = field(default="", compare=False)  # a label, no part of the meaning
    excepted: Excepted[int] = field(default=(), kw_only=True)  # values that may be repeated

    def __post_init__(self) -> None:
        if self.excepted:
            object.__setattr__(self, "excepted", tuple(sorted(set(self.excepted))))

    @property
    def cells(self) -> tuple[int, ...]:
        """The scope, where it belongs to a puzzle."""
        return self.scope

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        return "" if self.excepted else repeated("scope", self.scope)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values of the scope differ."""
        if self.excepted:
            values = [value for value in values if value not in self.excepted]
        return len(set(values)) == len(values)

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """One sentence for each value that stands more than once."""
        if self.holds(values):
            return
        places: dict[int, list[str]] = {}
        for name, value in zip(names, values, strict=True):
            places.setdefault(value, []).append(name)
        for value, where in places.items():
            if len(where) > 1 and value not in self.excepted:
                yield f"{self.name or 'all-different'} repeats {value} at {', '.join(where)}"


KINDS = {AllDifferent.kind: AllDifferent}
EXAMPLES = {
    AllDifferent.kind: AllDifferent((0, 1, 2)),
    f"{AllDifferent.kind} except": AllDifferent((0, 1, 2), excepted=(1,)),
}
