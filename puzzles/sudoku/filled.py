"""Whether every house of a grid holds every value: 2.5 us for 81 cells, house by house takes 7.

All houses are looked at together, in a long integer.  Let the first cells of all of them stand in a
row of bytes, then the second ones, and so on: n layers.  As a table for `bytes.translate` the grid
turns these cells into their values, and a second table turns each value but n into a bit; eight
values make a byte, so that size 9 takes one such table and size 16 two.  The exclusive or
of the layers has every bit if and only if the house holds every value: n - 1 values stand there an
odd number of times, at least once, so that one cell is left, and were it not n, some bit would be
missing.  (With `or` in its place n takes a bit too, a table more at size 9: 0.7 us.)

A cell's number has to be a byte, so that this goes up to size 16, and every AllDifferent has to be
over as many cells as there are values.  Of other shapes nothing is said here: Shape.differ takes
them all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Value
from accord.puzzles.sudoku.shape import Shape

CODES = 256  # values of a byte


@dataclass(frozen=True)
class Layers:
    """The houses of a shape, cell by cell."""

    cells: bytes  # the first of each house, the second of each house ...
    blanks: bytes  # make a table of a grid
    values: bytes  # 1..n
    bits: tuple[tuple[bytes, int], ...]  # a table, and what it makes of full houses
    folds: tuple[tuple[int, ...], ...]  # shifts, in bits: by 1 and 2 layers, then by 3 and 6 of 9

    def filled(self, grid: Sequence[Value]) -> bool:
        """Whether each house has each value."""
        try:
            found = bytes(grid)
        except (TypeError, ValueError):  # what is in no byte is no value
            return False
        if found.translate(None, self.values):
            return False
        found = self.cells.translate(found + self.blanks)
        for table, every in self.bits:
            seen = int.from_bytes(found.translate(table), "little")
            for shifts in self.folds:
                layers = seen
                for shift in shifts:
                    seen ^= layers >> shift
            if seen & every != every:
                return False
        return True


@lru_cache(maxsize=64)
def layers(shape: Shape) -> Layers | None:
    """The layers of a shape; None where they do not say everything about its AllDifferents."""
    size, number = shape.size, len(shape.cells)
    houses = [each.cells for each in shape.constraints if type(each) is AllDifferent]
    if number > CODES or any(len(cells) != size for cells in houses):
        return None
    bits = []
    for first in range(1, size, 8):
        values = range(first, min(first + 8, size))
        table = bytes(1 << code - first if code in values else 0 for code in range(CODES))
        full = bytes([(1 << len(values)) - 1]) * len(houses)
        bits.append((table, int.from_bytes(full, "little")))
    return Layers(
        bytes(chain.from_iterable(zip(*houses, strict=True))),
        bytes(CODES - number),
        bytes(range(1, size + 1)),
        tuple(bits),
        tuple(_folds(size, 8 * len(houses))),
    )


def _folds(number: int, width: int) -> Iterator[tuple[int, ...]]:
    """What to shift so many layers by to put them all together, prime by prime."""
    stride, prime = width, 2
    while number > 1:
        while number % prime:
            prime += 1
        yield tuple(range(stride, stride * prime, stride))
        stride, number = stride * prime, number // prime


def filled(shape: Shape, grid: Sequence[Value]) -> bool:
    """Whether a grid with a value for each cell surely obeys every AllDifferent of the shape."""
    known = layers(shape)
    return known is not None and known.filled(grid)
