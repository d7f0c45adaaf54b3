"""AllDifferentMatrix: the values of each row and of each column of a matrix differ.

    AllDifferentMatrix(((0, 1), (2, 3)))      x0 != x1, x2 != x3, x0 != x2, x1 != x3

A Latin square, where there are as many values as rows and columns.  XCSP3's allDifferent of a
matrix; with excepted values any number of variables may take these.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.arguments import checked, repeated
from accord.puzzles.constraints.constraint import Names, Numbers
from accord.puzzles.constraints.record import (
    Record,
    expect_keys,
    integers,
    lists_of_variables,
    same_length,
)


@checked
@dataclass(frozen=True)
class AllDifferentMatrix:
    """No row and no column has a value twice, but for excepted values."""

    kind: ClassVar[str] = "all-different-matrix"

    rows: tuple[tuple[int, ...], ...]  # all of the same length
    excepted: tuple[int, ...] = ()  # values that may be repeated
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

    def record(self, names: Names) -> dict[str, Any]:
        """It in JSON."""
        excepted = {"except": [*self.excepted]} if self.excepted else {}
        return {"rows": [[names[each] for each in row] for row in self.rows], **excepted}

    @classmethod
    def from_record(cls, record: Record, numbers: Numbers, name: str = "") -> "AllDifferentMatrix":
        """The constraint of a record."""
        expect_keys(record, ["rows"], ["except"])
        return cls(
            lists_of_variables("rows", record["rows"], numbers),
            integers("except", record.get("except", [])),
            name=name,
        )


KINDS = {AllDifferentMatrix.kind: AllDifferentMatrix}
EXAMPLES = {AllDifferentMatrix.kind: AllDifferentMatrix(((0, 1), (2, 3)))}
