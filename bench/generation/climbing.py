"""Climbing towards puzzles that need many guesses.

Hard puzzles are rare among random ones, but they have hard neighbours.  A step makes some variants
of the puzzle: a few blank cells (orbits, under a symmetry) get their values back, and then givens
go, in random order, the new ones last, until none can be spared.  A variant takes the puzzle's
place if it needs as many guesses or more.  All variants have the same solution: there are so many
minimal puzzles to a grid that leaving it is not necessary.  Guesses are those of rating.py, in a
few isomorphs each, and so the same on every machine.

Guesses in the mean after 60 steps and after 300, from four random minimal 9x9 puzzles, which need
less than ten; a step takes 30 ms of CPU time:

    cells that come back, at most       2                     3                     4
    -----------------------------   -------------------   -------------------   -----------------
    60 steps                          71, 45, 23, 31       180, 106, 37, 121
    300 steps                        382, 93, 27, 40       213, 138, 78, 121    256, 113, 191, 71

So a climb ends on the top it happens to be near; who wants the hardest climbs often.  ascent.py
counts in more isomorphs, which takes twice as long and is not taken in by lucky ones.
"""

from collections.abc import Iterator
from math import inf
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from accord.bench.generation.rating import guesses
from accord.bench.generation.thinning import thinned
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from accord.bench.generation.thinning import Membership
    from accord.solvers.many import Grids

    Values = NDArray[np.uint8]  # one for each cell

VARIANTS = 8  # made in each step
MOST_BACK = 4  # orbits that get their values back, at most
FORMS = 3  # isomorphs in which a variant's guesses are counted


class Climb(NamedTuple):
    """Where a climb has come to."""

    givens: "Values"  # cells
    guesses: int  # in all forms together


def walk(
    shape: Shape,
    givens: "Values",
    solution: "Values",
    membership: "Membership",
    random: Random,
    steps: int,
    floor: float = inf,
) -> Iterator[Climb]:
    """The puzzles that one comes by in so many steps, the first one included.

    Args:
        shape: size and rules.
        givens: of a puzzle with exactly one solution, one value per cell.
        solution: that solution.
        membership: which cells are given or blank together.
        random: where chance comes from.
        steps: how many are made.
        floor: guesses in all forms together with which a puzzle is hard enough, though the one
            before it may be harder; by default the way never leads down.
    """
    now = Climb(givens, _total(shape, givens))
    yield now
    for _ in range(steps):
        for variant in variants(shape, now.givens, solution, membership, random):
            if (variant != now.givens).any():
                least = min(now.guesses, floor)
                total = _total(shape, variant, least)
                if total >= least:
                    now = Climb(variant, total)
                    yield now


def variants(
    shape: Shape,
    givens: "Values",
    solution: "Values",
    membership: "Membership",
    random: Random,
) -> "Grids":
    """Neighbours of a puzzle: VARIANTS x cells."""
    import numpy as np

    given = membership @ (givens > 0)
    fuller, orders = [], []
    for _ in range(VARIANTS):
        back = 1 + int(random.random() * MOST_BACK)
        chance = np.array([random.random() for _ in given])
        added = np.argsort(chance + given, kind="stable")[:back]
        cells = membership[added].any(axis=0)
        fuller.append(np.where(cells, solution, givens))
        late = np.where(given, 0, 2)
        late[added] = 1
        orders.append(np.argsort(chance + late, kind="stable"))
    return thinned(shape, np.array(fuller, np.uint8), np.array(orders), membership)


def _total(shape: Shape, givens: "Values", least: float = 0) -> int:
    """The guesses in all forms together; 0 once it is clear that they are far from the least."""
    puzzle = Puzzle(shape, Grid(givens.tolist()))
    total = 0
    for form in range(1, FORMS + 1):
        total += guesses(puzzle, form)
        if 2 * total * FORMS < least * form:
            return 0
    return total
