"""An attempt at a puzzle: a random full grid, from which givens went until none can be spared.

It is where searches for few clues (fewer.py) and climbs (climbing.py) begin; what they make of it
are attempts with other givens and the same solution.  Attempts at many puzzles are made together
(filling.py, thinning.py).
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.bench.make.chance import Sources
from accord.bench.make.filling import full_grids
from accord.bench.make.patterns import Membership, Symmetry, membership
from accord.bench.make.thinning import random_orders, thinned
from accord.puzzles import Grid, Puzzle, Shape

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
        """Which cells are given or blank together."""
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
