"""What a rule of f-puzzles is: a function from an entry and the board to constraints.

A rule of the whole grid, such as antiknight, has no entries and is true or false.  A rule names the
keys that its entries may have: one that is not known may say more than is read.  Keys of LOOKS only
say how an entry is drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from accord.puzzles.classics.boards.board import ORTHOGONAL, pairs
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.formats.fpuzzles.cells import Entry
from accord.puzzles.grid import Cell

LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "angle", "size", "fromConstraint")
Pair = frozenset[Cell]


@dataclass(frozen=True)
class GridFacts:
    """The grid of an entry: what a rule reads besides its own."""

    size: int
    regions: Sequence[int | None]  # of each cell; boxes where no others are said
    box: tuple[int, int] | None  # where the regions are boxes
    dots: frozenset[Pair] = frozenset()  # neighbours with a mark of a difference or a ratio
    extremes: Mapping[str, frozenset[Cell]] = field(default_factory=dict)  # by key

    def beside(self, one: Cell) -> Iterator[Cell]:
        """The cells that share an edge with a cell."""
        for pair in pairs(self.size, self.size, ORTHOGONAL):
            if one in pair:
                yield sum(pair) - one


Read = Callable[[Entry, GridFacts, str], Iterator[Constraint]]  # of an entry, called so
GridRule = Callable[[GridFacts], Iterator[Constraint]]


class Rule(NamedTuple):
    """A rule that has entries."""

    read: Read
    name: str  # what an entry is called
    keys: tuple[str, ...]  # of an entry


def said(operator: str, *operands: Term) -> Operation:
    """An operation over terms."""
    return Operation(operator, operands)


def apart(one: Cell, other: Cell) -> Operation:
    """The term: the distance between the values of two cells."""
    return said("dist", Variable(one), Variable(other))
