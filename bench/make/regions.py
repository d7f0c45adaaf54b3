"""Regions for a jigsaw: n connected regions of n cells each, drawn at random from a seed.

They start as boxes, or as rows where no box divides the size, and then trade cells: two regions
that touch exchange one cell each, if both stay in one piece.  As in bench/make/generate.py,
only `random()` is used of Python's generator, so that a seed means the same regions everywhere.
"""

from collections.abc import Iterator, Sequence
from random import Random

from accord.puzzles import Cell
from accord.puzzles.sudoku.shape import boxes, default_box

TRADES = 40  # attempts per cell; few of them meet two regions that touch


def jigsaw(size: int, seed: int) -> tuple[int, ...]:
    """For each cell the number of its region.

    Args:
        size: the number of rows, of regions and of cells in each.
        seed: 0 or more.
    """
    random = Random(seed)
    regions = list(boxes(size, default_box(size) or (1, size)))
    for _ in range(TRADES * len(regions)):
        one, other = (int(random.random() * len(regions)) for _ in range(2))
        _trade(regions, one, other, size)
    return tuple(regions)


def _trade(regions: list[int], one: Cell, other: Cell, size: int) -> None:
    """Let two cells change regions, if each touches the other's and both stay connected."""
    before = regions[one], regions[other]
    if before[0] == before[1]:
        return
    regions[one], regions[other] = regions[other], regions[one]
    if not all(is_connected(regions, region, size) for region in before):
        regions[one], regions[other] = before


def is_connected(regions: Sequence[int], region: int, size: int) -> bool:
    """Whether one can walk through the region from any of its cells to any other."""
    rest = {cell for cell, its in enumerate(regions) if its == region}
    reached = [rest.pop()]
    for cell in reached:  # which grows meanwhile
        found = rest.intersection(neighbours(cell, size))
        rest -= found
        reached += sorted(found)
    return not rest


def neighbours(cell: Cell, size: int) -> Iterator[Cell]:
    """The cells beside, above and below."""
    row, column = divmod(cell, size)
    if row:
        yield cell - size
    if row < size - 1:
        yield cell + size
    if column:
        yield cell - 1
    if column < size - 1:
        yield cell + 1
