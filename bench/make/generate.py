"""A puzzle by a seed: a random full grid, and then as few givens as leave one solution.

The collections that ship are made of these, and so a seed means the same puzzle for ever.  The grid
comes from the search of full_grid.py at every size, the givens that go from thinning.py, in an
order that is random after the grid.  Puzzles to order, and a thousand in a second, are made by
generated.py, from attempts: such puzzles, made together (filling.py, thinning.py).  Searches for
few clues (fewer.py) and climbs (climbing.py) begin with them; what these make of them are attempts
with other givens and the same solution.

A minimal 25x25 takes more than 100 s with every solver that proves its uniqueness, which is why
beyond 16x16 half of the cells are given unless another number is asked for; 300 clues take 3 s.
A 25x25 windoku is out of reach.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.bench.make.chance import Sources, shuffled
from accord.bench.make.filling import full_grids
from accord.bench.make.full_grid import full_grid
from accord.bench.make.patterns import Membership, Symmetry, membership
from accord.bench.make.thinning import random_orders, thinned
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


Values = NDArray[np.uint8]  # one for each cell; 0 is a blank


class Attempt(NamedTuple):
    """A puzzle with exactly one solution, and the source of its chance."""

    shape: Shape
    symmetry: Symmetry  # of the pattern of givens
    givens: Values
    solution: Values
    random: Random

    @property
    def clues(self) -> int:
        return int((self.givens > 0).sum())

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.shape, Grid(self.givens.tolist()))

    @property
    def orbits(self) -> Membership:
        """The cells that are given or blank together: orbits x cells."""
        return membership(self.shape.size, self.symmetry)


def attempts(
    shape: Shape,
    symmetry: Symmetry,
    sources: Sources,
    clues: int = 0,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[Attempt]:
    """An attempt for each source of chance.

    Args:
        shape: size and rules.
        symmetry: of the pattern of givens.
        sources: where chance comes from.
        clues: how many givens remain, if so many can be spared.
        watch: called before each question; may raise to make an end.

    Raises:
        NoGridError: no grid obeys the rules, or none was found.
    """
    sets = membership(shape.size, symmetry)
    solutions = full_grids(shape, sources, watch)
    givens = thinned(shape, solutions, random_orders(sources, len(sets)), sets, clues, watch)
    for values, solution, random in zip(givens, solutions, sources, strict=True):
        yield Attempt(shape, symmetry, values, solution, random)
