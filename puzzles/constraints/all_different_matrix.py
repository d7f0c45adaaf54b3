"""AllDifferentMatrix: the values of each row and of each column of a matrix differ.

    AllDifferentMatrix(((0, 1), (2, 3)))      x0 != x1, x2 != x3, x0 != x2, x1 != x3

A Latin square, where there are as many values as rows and columns.  XCSP3's allDifferent of a
matrix; with excepted values any number of variables may take these.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import ClassVar

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.arguments import checked, repeated
from accord.puzzles.constraints.record import HasRecord, same_length
from accord.puzzles.fields import Excepted, VariableNumbers


@checked
@dataclass(frozen=True)
class AllDifferentMatrix(HasRecord):
    """No row and no column has a value twice, but for excepted values.

    >>> from accord.constraints import AllDifferentMatrix
    >>> square = AllDifferentMatrix(((0, 1), (2, 3)))
    >>> square.holds((1, 2, 2, 1)), square.holds((1, 2, 1, 2))
    (True, False)
    """

    kind: ClassVar[str] = "all-different-matrix"

    rows: tuple[VariableNumbers, ...]  # all of the same length
    excepted: Excepted[int] = ()  # values that may be repeated
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, row by row."""

    def __post_init__(self) -> None:
        same_length("rows", self.rows)
        object.__setattr__(self, "excepted", tuple(sorted({*self.excepted})))
        object.__setattr__(self, "scope", tuple(chain.from_iterable(self.rows)))

    def lines(self) -> Iterator[AllDifferent]:
        """The rows, then the columns."""
        label = self.name or self.kind
        for what, lines in (("row", self.rows), ("column", zip(*self.rows, strict=True))):
            for number, line in enumerate(lines, 1):
                yield AllDifferent(
                    tuple(line), f"{label}, {what} {number},", excepted=self.excepted
                )

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        lines = () if self.excepted else self.lines()
        return next(filter(None, (repeated("rows", line.scope) for line in lines)), "")

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the values of each line differ."""
        of = dict(zip(self.scope, values, strict=True))
        return all(line.holds([of[each] for each in line.scope]) for line in self.lines())

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """One sentence for each value that a line has more than once."""
        of = dict(zip(self.scope, values, strict=True))
        called = dict(zip(self.scope, names, strict=True))
        for line in self.lines():
            own = [called[each] for each in line.scope]
            yield from line.violations([of[each] for each in line.scope], own)


KINDS = {AllDifferentMatrix.kind: AllDifferentMatrix}
EXAMPLES = {AllDifferentMatrix.kind: AllDifferentMatrix(((0, 1), (2, 3)))}
