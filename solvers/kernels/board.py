"""What the shape of a board determines for the general kernel, as tables of integers.

What is left of a puzzle is a bit mask per cell (its values) and one per house and value (the cells
for it).  In both, exactly one of the bits is right, so that naked and hidden singles are one rule:
a mask with one bit left.  Houses of fewer cells than there are values only exclude.  The tables are
made once for each shape.
"""

from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from accord.encodings.scopes import scopes
from accord.puzzles.grid import Cell
from accord.puzzles.sudoku.shape import Shape
from accord.solvers.kernels.array_table import ArrayTable

Bytes = NDArray[np.int8]
Integers = NDArray[np.int32]
Longs = NDArray[np.int64]
Grids = NDArray[np.uint8]  # N x cells, row by row; 0 is a blank


class ShapeTables(ArrayTable):
    """The arrays that a shape determines, as the compiled code takes them.

    A candidate is cell * n + value, values from 0 here; its literals are twice that, and one more
    for "not".  A mask holds the candidates of which one is true: those of a cell, a bit per value,
    and those of a house and a value, a bit per cell.  The masks of cells come first.
    """

    n: int
    cell: Integers  # by candidate
    masks: Longs  # all candidates
    full: Grids  # by mask: whether one must be true; else only no two of them
    offset: Integers  # by mask: candidate = places[offset + bit] + add
    add: Integers  # by mask
    places: Integers
    first: Integers  # cells + 1: where a cell's houses begin in the next two
    house: Integers  # the mask of the house and the lowest value
    bit: Integers  # of the cell in this house
    meets: Longs  # four each: masks of two houses' lowest value, bits of their common cells in each


@lru_cache(maxsize=64)
def board(figure: Shape) -> ShapeTables:
    """The `ShapeTables` of a shape, cached."""
    n, cells = figure.size, figure.size**2
    houses = [cells for cells in scopes(figure) if len(cells) <= n]
    number = cells + n * len(houses)
    every = (1 << n) - 1
    masks, full = np.full(number, every, np.int64), np.ones(number, np.uint8)
    offset, add = np.zeros(number, np.int32), np.zeros(number, np.int32)
    add[:cells] = np.arange(cells) * n
    places = list(range(n))
    homes: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
    for k, house in zip(range(cells, number, n), houses, strict=True):
        masks[k : k + n] = (1 << len(house)) - 1
        full[k : k + n] = len(house) == n
        offset[k : k + n] = len(places)
        add[k : k + n] = np.arange(n)
        places += [cell * n for cell in house]
        for bit, cell in enumerate(house):
            homes[cell].append((k, bit))
    return ShapeTables(
        n=n,
        cell=np.repeat(np.arange(cells, dtype=np.int32), n),
        masks=masks,
        full=full,
        offset=offset,
        add=add,
        places=np.array(places, np.int32),
        first=np.cumsum([0, *map(len, homes)], dtype=np.int32),
        house=np.array([k for home in homes for k, _ in home], np.int32),
        bit=np.array([bit for home in homes for _, bit in home], np.int32),
        meets=_meets(houses, n),
    )


def _meets(houses: list[tuple[Cell, ...]], n: int) -> Longs:
    """The intersections of two cells or more between a full house and another house."""
    rows: list[int] = []
    for (i, one), (j, two) in permutations(enumerate(houses), 2):
        common = set(one) & set(two)
        if len(one) == n and len(common) > 1:
            bits = [sum(1 << house.index(cell) for cell in common) for house in (one, two)]
            rows += [n * n + i * n, n * n + j * n, *bits]
    return np.array(rows, np.int64)


@lru_cache(maxsize=64)
def overfull(figure: Shape) -> bool:
    """Whether a shape has a scope of more cells than there are values."""
    return any(len(cells) > figure.size for cells in scopes(figure))
