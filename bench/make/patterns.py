"""The pattern of givens: which cells are given or blank together.

    symmetry     the pattern stays as it is under                              orbits at 9x9
    ----------   -----------------------------------------------------------   -------------
    none         nothing but itself                                                 81
    rotational   a half turn                                                        41
    diagonal     the reflection that leaves the diagonal from top left              45
    mirror       the reflection that swaps left and right                           45
    full         all eight reflections and rotations of the square                  15

The cells that such a group takes to each other are an orbit: all of them are given, or none.  It is
the pattern that is symmetric; values, boxes and regions need not be.
"""

from functools import lru_cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from accord.puzzles import Cell

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
