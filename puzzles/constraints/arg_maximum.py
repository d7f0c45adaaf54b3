"""ArgMaximum and ArgMinimum: where the largest and the smallest of some values stands.

    ArgMaximum((0, 1, 2), 3)       x3 = 0, 1 or 2, and x0, x1 or x2 is the largest

Where it stands more than once, `rank` says which: as in XCSP3 any of them, the first or the last.
MiniZinc's arg_max is the first.  An index outside the list is false, and nothing is refused, as it
has no maximum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumber, VariableNumbers
from accord.puzzles.phrasing import listed

Rank = Literal["any", "first", "last"]
RANKS: tuple[Rank, ...] = ("any", "first", "last")


@dataclass(frozen=True)
class _ArgExtreme(HasRecord):
    """The common base of ArgMaximum and ArgMinimum."""

    kind: ClassVar[str]
    extreme: ClassVar[Literal["maximum", "minimum"]]

    variables: VariableNumbers
    index: VariableNumber
    start: int = 0  # the index of the first one
    rank: Rank = "any"
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, then the index."""

    def __post_init__(self) -> None:
        if not self.variables:
            raise MalformedConstraintError(f"{self.kind}: found no variable, expected one or more")
        object.__setattr__(self, "scope", (*self.variables, self.index))

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the index is one of those of the extreme."""
        return values[-1] in self._indices(values)

    def _indices(self, values: Sequence[int]) -> list[int]:
        *own, _ = values
        best = max(own) if self.extreme == "maximum" else min(own)
        found = [at for at, value in enumerate(own, self.start) if value == best]
        return {"any": found, "first": found[:1], "last": found[-1:]}[self.rank]

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The index, and where the extreme stands."""
        if not self.holds(values):
            label = f"{self.name}: " if self.name else ""
            where = listed([str(at) for at in self._indices(values)], "or")
            rank = "" if self.rank == "any" else f"{self.rank} "
            what = f"the index of the {rank}{self.extreme} of {', '.join(names[:-1])}"
            yield f"{label}{what}: found {names[-1]} = {values[-1]}, expected {where}"


@checked
@dataclass(frozen=True)
class ArgMaximum(_ArgExtreme):
    """The index is that of a largest value.

    >>> from accord.constraints import ArgMaximum
    >>> winner = ArgMaximum((0, 1, 2), index=3, start=1)  # of the scores 5, 9, 7 the second
    >>> winner.holds((5, 9, 7, 2)), winner.holds((5, 9, 7, 3))
    (True, False)
    """

    kind: ClassVar[str] = "arg-maximum"
    extreme: ClassVar[Literal["maximum", "minimum"]] = "maximum"


@checked
@dataclass(frozen=True)
class ArgMinimum(_ArgExtreme):
    """The index is that of a smallest value.

    >>> from accord.constraints import ArgMinimum
    >>> cheapest = ArgMinimum((0, 1, 2), index=3, start=1)  # of the prices 5, 9, 7 the first
    >>> cheapest.holds((5, 9, 7, 1)), cheapest.holds((5, 9, 7, 2))
    (True, False)
    """

    kind: ClassVar[str] = "arg-minimum"
    extreme: ClassVar[Literal["maximum", "minimum"]] = "minimum"


KINDS = {ArgMaximum.kind: ArgMaximum, ArgMinimum.kind: ArgMinimum}
EXAMPLES = {
    ArgMaximum.kind: ArgMaximum((0, 1), 2, 1),
    f"{ArgMaximum.kind} first": ArgMaximum((0, 1), 2, 1, "first"),
    ArgMinimum.kind: ArgMinimum((0, 1), 2, 1),
    f"{ArgMinimum.kind} last": ArgMinimum((0, 1), 2, 1, "last"),
}
