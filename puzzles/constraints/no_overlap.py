"""NoOverlap and NoOverlap2D: tasks one after the other, rectangles side by side.

    NoOverlap((0, 1, 2), (3, 2, 4))                    x0 + 3 <= x1 or x1 + 2 <= x0, and so on
    NoOverlap((0, 1), (Variable(2), 4))                x2 is how long the first task takes
    NoOverlap2D(((0, 1), (2, 3)), ((2, 1), (1, 1)))    rectangles at (x0, x1) and (x2, x3)

A task, or a rectangle, of which a length is zero is ignored; with `zero_ignored=False` it lies
inside of no other.  A negative length is refused, or false where it is the value of a variable.
XCSP3's noOverlap; MiniZinc's disjunctive and diffn.  Jacques Carlier, "The one-machine sequencing
problem", European Journal of Operational Research 11, 1982; Nicolas Beldiceanu and Evelyne
Contejean, "Introducing global constraints in CHIP", Mathematical and Computer Modelling 20, 1994.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.fields import VariableNumber, VariableNumbers

Length = int | Variable


@dataclass(frozen=True)
class Box:
    """A box: an origin and a length in each dimension."""

    origins: VariableNumbers  # variables
    lengths: tuple[Length, ...]


def expect_lengths(key: str, lengths: Sequence[Length], number: int) -> None:
    """Refuse another number of lengths, and negative ones."""
    if len(lengths) != number:
        raise MalformedConstraintError(
            f"{key}: found {len(lengths)}, expected {number}, one for each origin"
        )
    least = min((each for each in lengths if isinstance(each, int)), default=0)
    if least < 0:
        raise MalformedConstraintError(f"{key}: found {least}, expected none below 0")


def variables_of(terms: Sequence[int | Variable]) -> list[int]:
    """The variables among constants and variables."""
    return [each.number for each in terms if isinstance(each, Variable)]


def with_values(
    terms: Sequence[int | Variable], scope: Sequence[int], values: Sequence[int]
) -> list[int]:
    """The values of constants and variables; `values` are those of the scope, in its order."""
    known = dict(zip(scope, values, strict=True))
    return [known[each.number] if isinstance(each, Variable) else each for each in terms]


def negative(label: str, what: str, values: Sequence[int]) -> Iterator[str]:
    """A complaint about each negative length."""
    for place, value in enumerate(values):
        if value < 0:
            yield f"{label}: found {what} {place} = {value}, expected none below 0"


@checked
@dataclass(frozen=True)
class NoOverlap(HasRecord):
    """No two tasks run at the same time.

    >>> from accord.constraints import NoOverlap
    >>> machine = NoOverlap((0, 1), lengths=(3, 2))
    >>> machine.holds((0, 3)), machine.holds((0, 2))  # begins
    (True, False)
    """

    kind: ClassVar[str] = "no-overlap"

    origins: VariableNumbers  # variables: when each task begins
    lengths: tuple[Length, ...]  # how long each takes
    zero_ignored: bool = True  # whether a task of length 0 may lie inside of another
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The origins, then the variables among the lengths."""

    def __post_init__(self) -> None:
        expect_lengths("lengths", self.lengths, len(self.origins))
        object.__setattr__(self, "scope", (*self.origins, *variables_of(self.lengths)))

    def boxes(self) -> tuple[Box, ...]:
        """The tasks, as boxes of one dimension."""
        return tuple(
            Box((origin,), (length,))
            for origin, length in zip(self.origins, self.lengths, strict=True)
        )

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        return _slip(self)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether no two tasks overlap."""
        return next(_broken(self, values), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Negative lengths; else the tasks that overlap."""
        yield from _broken(self, values)


@checked
@dataclass(frozen=True)
class NoOverlap2D(HasRecord):
    """No two rectangles share a part of the plane.

    >>> from accord.constraints import NoOverlap2D
    >>> boxes = NoOverlap2D(((0, 1), (2, 3)), lengths=((2, 2), (1, 1)))  # x, y; width, height
    >>> boxes.holds((0, 0, 2, 0)), boxes.holds((0, 0, 1, 1))
    (True, False)
    """

    kind: ClassVar[str] = "no-overlap-2d"

    origins: tuple[tuple[VariableNumber, VariableNumber], ...]  # the lower left corner of each
    lengths: tuple[tuple[Length, Length], ...]  # its width and height
    zero_ignored: bool = True  # whether one with a length of 0 may lie inside of another
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The origins, rectangle by rectangle, then the variables among the lengths."""

    def __post_init__(self) -> None:
        lengths = [*chain.from_iterable(self.lengths)]
        expect_lengths("lengths", lengths, 2 * len(self.origins))
        scope = (*chain.from_iterable(self.origins), *variables_of(lengths))
        object.__setattr__(self, "scope", scope)

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        return _slip(self)

    def boxes(self) -> tuple[Box, ...]:
        """The rectangles."""
        return tuple(map(Box, self.origins, self.lengths))

    def holds(self, values: Sequence[int]) -> bool:
        """Whether no two rectangles overlap."""
        return next(_broken(self, values), None) is None

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Negative lengths; else the rectangles that overlap."""
        yield from _broken(self, values)


def _slip(constraint: NoOverlap | NoOverlap2D) -> str:
    boxes = constraint.boxes()
    if any(isinstance(each, Variable) for box in boxes for each in box.lengths):
        return ""
    long = [box.origins for box in boxes if all(box.lengths)]
    for each in long:
        if long.count(each) > 1:
            return f"origins: found {', '.join(map(str, each))} twice, expected different ones"
    return ""


def _broken(constraint: NoOverlap | NoOverlap2D, values: Sequence[int]) -> Iterator[str]:
    label, boxes = constraint.name or constraint.kind, constraint.boxes()
    known = dict(zip(constraint.scope, values, strict=True))
    intervals = [  # of each box, in each dimension
        [
            (known[origin], known[length.number] if isinstance(length, Variable) else length)
            for origin, length in zip(box.origins, box.lengths, strict=True)
        ]
        for box in boxes
    ]
    said = [*negative(label, "length", [length for box in intervals for _, length in box])]
    yield from said
    if said:
        return
    counted = [
        (place, box)
        for place, box in enumerate(intervals)
        if not constraint.zero_ignored or all(length for _, length in box)
    ]
    for (one, box), (other, another) in combinations(counted, 2):
        if all(
            a < b + length and b < a + own
            for (a, own), (b, length) in zip(box, another, strict=True)
        ):
            where = " and ".join(
                " x ".join(f"{low}..{low + length}" for low, length in each)
                for each in (box, another)
            )
            yield f"{label}: {one} and {other} overlap, found {where}, expected them apart"


KINDS = {each.kind: each for each in (NoOverlap, NoOverlap2D)}
EXAMPLES = {
    NoOverlap.kind: NoOverlap((0, 1), (1, 2)),
    f"{NoOverlap.kind} with lengths": NoOverlap((0, 1), (1, Variable(2))),
    NoOverlap2D.kind: NoOverlap2D(((0, 1), (2, 3)), ((1, 2), (1, 1))),
}
