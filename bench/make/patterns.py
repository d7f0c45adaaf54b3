"""The pattern of a puzzle: which cells are given together, and which are a region of a jigsaw.

    symmetry     the pattern of givens stays as it is under                    orbits at 9x9
    ----------   -----------------------------------------------------------   -------------
    none         nothing but itself                                                 81
    rotational   a half turn                                                        41
    diagonal     the reflection that leaves the diagonal from top left              45
    mirror       the reflection that swaps left and right                           45
    full         all eight reflections and rotations of the square                  15

The cells that such a group takes to each other are an orbit: all of them are given, or none.  It is
the pattern that is symmetric; values, boxes and regions need not be.

Regions for a jigsaw are drawn at random from a seed: n connected ones of n cells each.  They start
as boxes, or as rows where no box divides the size, and then trade cells: two regions that touch
exchange one cell each, if both stay in one piece.  As in bench/make/generate.py, only `random()` is
used of Python's generator, so that a seed means the same regions everywhere.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from accord.puzzles import Cell
from accord.puzzles.sudoku.shape import boxes, default_box

Symmetry = Literal["none", "rotational", "diagonal", "mirror", "full"]
Membership = NDArray[np.bool_]  # orbits x cells
SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)


@lru_cache(256)
def orbits(size: int, symmetry: Symmetry) -> tuple[tuple[Cell, ...], ...]:
    """The cells that are given or blank together, each set in ascending order.

    Raises:
        ValueError: there is no such symmetry.
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"found the symmetry {symmetry!r}, expected {', '.join(SYMMETRIES)}")
    places = [(row, column) for row in range(size) for column in range(size)]
    found = {_orbit(row, column, size, symmetry): None for row, column in places}
    return tuple(tuple(row * size + column for row, column in orbit) for orbit in found)


def _orbit(row: int, column: int, size: int, symmetry: Symmetry) -> tuple[tuple[int, int], ...]:
    below, right = size - 1 - row, size - 1 - column
    images = {
        "none": [],
        "rotational": [(below, right)],
        "diagonal": [(column, row)],
        "mirror": [(row, right)],
        "full": [(r, c) for r in (row, below) for c in (column, right)]
        + [(c, r) for r in (row, below) for c in (column, right)],
    }
    return tuple(sorted({(row, column), *images[symmetry]}))


@lru_cache(256)
def membership(size: int, symmetry: Symmetry) -> Membership:
    """The cells of each orbit: orbits x cells, true where a cell is in it."""
    sets = orbits(size, symmetry)
    matrix = np.zeros((len(sets), size * size), np.bool_)
    for number, cells in enumerate(sets):
        matrix[number, list(cells)] = True
    return matrix


@lru_cache(256)
def possible_clues(size: int, symmetry: Symmetry) -> frozenset[int]:
    """The numbers of clues that a pattern with this symmetry can have."""
    sums = 1  # bit k: some orbits have k cells together
    for cells in orbits(size, symmetry):
        sums |= sums << len(cells)
    return frozenset(clues for clues in range(size * size + 1) if sums >> clues & 1)


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
