"""A puzzle by a seed: a random full grid, and then as few givens as leave one solution.

The collections that ship are made of these, and so a seed means the same puzzle for ever.  The grid
comes from the search of full_grid.py at every size, the givens that go from thinning.py, in an
order that is drawn after the grid.  Puzzles to order, and a thousand in a second, are made by
drawing.py.

A minimal 25x25 takes more than 100 s with every solver that proves its uniqueness, which is why
beyond 16x16 half of the cells are given unless another number is asked for; 300 clues take 3 s.
A 25x25 windoku is out of reach.
"""

from collections.abc import Iterable
from random import Random

import numpy as np

from accord.bench.make.chance import shuffled
from accord.bench.make.full_grid import full_grid
from accord.bench.make.patterns import membership
from accord.bench.make.thinning import thinned
from accord.puzzles import Cell, Grid, Puzzle, Shape

MINIMAL = 16  # the largest size at which givens are blanked as long as possible by default


def generate(figure: Shape, seed: int, clues: int | None = None) -> Puzzle:
    """A puzzle with exactly one solution, the same for the same seed everywhere.

    Args:
        figure: size and rules.
        seed: 0 or more.
        clues: stop at so many givens.  There are more where none of them can be spared; by
            default that is where it ends, and beyond size 16 at half of the cells.

    Raises:
        ValueError: the seed or the number of clues is out of range.
        NoGridError: no grid obeys the rules.
        UnsupportedError: the shape has constraints that the search cannot post.
    """
    if seed < 0:  # Python's generator takes -1 for 1
        raise ValueError(f"found the seed {seed}, expected 0 or more")
    if clues is None:
        clues = 0 if figure.size <= MINIMAL else (len(figure.cells) + 1) // 2
    if not 0 <= clues <= len(figure.cells):
        raise ValueError(f"found {clues} clues, expected 0..{len(figure.cells)}")
    random = Random(seed)
    grids = np.array([full_grid(figure, random)], np.uint8)
    orders = np.array([shuffled(figure.cells, random)])
    (givens,) = thinned(figure, grids, orders, membership(figure.size, "none"), clues)
    return Puzzle(figure, Grid(givens.tolist()))


def blanked(puzzle: Puzzle, cells: Iterable[Cell]) -> Puzzle:
    """The puzzle without the givens of these cells."""
    gone = set(cells)
    givens = (0 if cell in gone else value for cell, value in enumerate(puzzle.givens))
    return Puzzle(puzzle.shape, Grid(givens), puzzle.candidates)
