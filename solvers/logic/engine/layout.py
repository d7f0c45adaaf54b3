"""The layout of a board: its houses as sets of cells, each set one integer with a bit per cell.

A person looks at lines (rows and columns) and at boxes; whatever else is a house, a region, a
window or a diagonal, is counted as a box here, because the same things are true of it.  With a bit
per cell, "stands only in", "is seen by" and "is shared by" are single operations on integers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import and_, itemgetter, or_

from accord.encodings.model import UnsupportedError
from accord.puzzles import AllDifferent, Cell, Shape, Value, cell_name
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.phrasing import listed

Cells = int  # a set of cells: bit c stands for cell c
Values = int  # a set of values: bit v stands for value v
Rule = Linear | Ordered  # what techniques know besides houses and other sets that differ


def members(mask: int) -> Iterator[int]:
    """The elements of a set of cells or values, in order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@lru_cache(maxsize=1 << 16)
def values_of(mask: Values) -> tuple[Value, ...]:
    """The elements of a set of values; remembered, because there are few such sets."""
    return tuple(members(mask))


@lru_cache(maxsize=1 << 16)
def set_of(mask: Values) -> frozenset[Value]:
    """The elements of a set of values as a frozenset; cached."""
    return frozenset(members(mask))


def mask_of(elements: Iterable[int]) -> int:
    """The set of these elements."""
    mask = 0
    for element in elements:
        mask |= 1 << element
    return mask


def union(masks: Iterable[int]) -> int:
    """The union of bit sets."""
    return reduce(or_, masks, 0)


@dataclass(frozen=True)
class House:
    """A set of n cells that holds each value once."""

    index: int  # its place in `Layout.houses`
    name: str  # "row 3", "box 7"
    cells: tuple[Cell, ...]
    mask: Cells

    @property
    def kind(self) -> str:
        """The kind of the house: row, column, box, region, window or diagonal."""
        return self.name.split()[0]

    @property
    def number(self) -> str:
        """The number of a house among those of its kind, from top left."""
        return self.name.partition(" ")[2]

    @cached_property
    def pick(self) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """A function that takes from a board's values, or marks, those of these cells."""
        return itemgetter(*self.cells) if len(self.cells) > 1 else tuple


@dataclass(frozen=True)
class Layout:
    """The houses of a shape and who sees whom; made by `layout`, one for each shape."""

    shape: Shape

    @property
    def size(self) -> int:
        """The number of values, and of cells in a house."""
        return self.shape.size

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """Rows, then columns, then boxes and what counts as such."""
        return tuple(
            House(index, house.name, house.cells, mask_of(house.cells))
            for index, house in enumerate(self.shape.houses)
        )

    @cached_property
    def masks(self) -> tuple[Cells, ...]:
        """For each house its cells."""
        return tuple(house.mask for house in self.houses)

    @cached_property
    def rows(self) -> tuple[House, ...]:
        """The rows, from the top."""
        return self.houses[: self.size]

    @cached_property
    def columns(self) -> tuple[House, ...]:
        """The columns, from the left."""
        return self.houses[self.size : 2 * self.size]

    @property
    def lines(self) -> tuple[House, ...]:
        """The rows, then the columns."""
        return self.houses[: 2 * self.size]

    @cached_property
    def boxes(self) -> tuple[House, ...]:
        """Every house that is no row and no column."""
        return self.houses[2 * self.size :]

    @cached_property
    def peers(self) -> tuple[Cells, ...]:
        """For each cell, the cells that must differ from it."""
        every = [0] * len(self.shape.cells)
        for each in self.shape.constraints:
            for cell in each.scope if isinstance(each, AllDifferent) else ():
                every[cell] |= mask_of(each.scope)
        return tuple(mask & ~(1 << cell) for cell, mask in enumerate(every))

    @cached_property
    def houses_of(self) -> tuple[tuple[House, ...], ...]:
        """For each cell, the houses it stands in."""
        return tuple(
            tuple(house for house in self.houses if house.mask >> cell & 1)
            for cell in self.shape.cells
        )

    @cached_property
    def column_of(self) -> tuple[House, ...]:
        """For each cell, its column."""
        return tuple(self.columns[cell % self.size] for cell in self.shape.cells)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The sums and orders: cages, arrows, thermometers, signs between cells."""
        return tuple(each for each in self.shape.others if isinstance(each, Rule))

    @cached_property
    def plain(self) -> bool:
        """Whether there is nothing but rows, columns and one set of boxes or regions.

        Two cells may swap their values only where no other rule sees it: what assumes a unique
        solution needs such a layout.
        """
        return not self.shape.extra and not self.shape.rules & {"diagonals", "windoku"}

    def seen_by_all(self, cells: Cells) -> Cells:
        """The cells that see every one of these; a cell does not see itself."""
        return reduce(and_, (self.peers[cell] for cell in members(cells)), -1 if cells else 0)

    def shared(self, cells: Cells) -> Iterator[House]:
        """The houses that all of these cells stand in."""
        for house in self.houses:
            if not cells & ~house.mask:
                yield house

    def names(self, cells: Cells | Iterable[Cell]) -> str:
        """Cells as people write them: r1c2, r1c3 and r4c4."""
        chosen = members(cells) if isinstance(cells, int) else cells
        return listed(cell_name(cell, self.size) for cell in chosen)


@lru_cache(maxsize=64)
def layout(shape: Shape) -> Layout:
    """The layout of a shape.

    Raises:
        UnsupportedError: a constraint is no AllDifferent, sum or order; says of which kind it is.
    """
    if others := sorted({each.kind for each in shape.others if not _is_known(each)}):
        raise UnsupportedError(
            f"techniques reason on all-different, sums and orders only, found {listed(others)}; "
            "`accord trace` writes the steps of a solver that takes all kinds"
        )
    return Layout(shape)


def _is_known(constraint: Constraint) -> bool:
    if isinstance(constraint, Ordered):
        return not any(isinstance(length, Variable) for length in constraint.lengths)
    return isinstance(constraint, Linear)


def houses_named(houses: Iterable[House]) -> str:
    """Houses in a row: rows 2 and 7; row 2 and box 4."""
    chosen = list(houses)
    if len(chosen) > 1 and len({house.kind for house in chosen}) == 1:
        plural = {"box": "boxes"}.get(chosen[0].kind, f"{chosen[0].kind}s")
        return f"{plural} {listed(house.number for house in chosen)}"
    return listed(house.name for house in chosen)
