"""Towards few clues: two givens go and one comes, as long as that leaves one solution.

Thinning ends at 24 or 25 clues in the median at 9x9, and at 21 once in some hundred times; 17 are
the fewest that are possible there (G. McGuire, B. Tugemann and G. Civario, "There is no 16-clue
Sudoku", Experimental Mathematics 23, 2014).  From where it ended one looks among the neighbours:
some ways to take two givens away and to give another cell its value, chosen at random; one that
has one solution has a clue less ({-2+1}, as the collectors of 17-clue puzzles call it).  Where
there is none, the puzzle moves sideways first, by one given for another ({-1+1}), at random.  The
solution stays the same.  All neighbours that are looked at together are asked in one call.

From eight random minimal 9x9 puzzles, in a second each: 20 clues five times and 21 three times with
20 pairs and 100 moves; with 60 pairs and 30 moves 19 once, 20 twice and 21 five times; with 300
pairs and 10 moves 20 twice and 21 six times.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from accord.bench.generation.chance import shuffled
from accord.bench.generation.patterns import membership
from accord.bench.generation.thinning import random_orders, thinned
from accord.puzzles.sudoku.shape import Shape
from accord.solvers.deciding import decided

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from accord.solvers.many import Grids

    Values = NDArray[np.uint8]  # one for each cell

PAIRS = 20  # of givens that are taken away before the puzzle moves sideways
TOGETHER = 10  # of them asked in one call


def fewer_clues(
    shape: Shape,
    givens: "Values",
    solution: "Values",
    clues: int,
    random: Random,
    moves: int,
    watch: Callable[[int], None] = lambda fewest: None,
) -> "Values":
    """The puzzle with so many clues, or as few above that as were reached.

    Args:
        shape: size and rules.
        givens: of a puzzle with exactly one solution.
        solution: that solution.
        clues: as many are wanted.
        random: where chance comes from.
        moves: how often it may move sideways.
        watch: called before each move with the fewest clues so far; may raise to make an end.
    """
    best = givens
    while (fewest := int((best > 0).sum())) > clues:
        watch(fewest)
        sparser = _one_fewer(shape, givens, solution, random)
        if sparser is not None:
            best = givens = _without_spare(shape, sparser, clues, random)
        elif moves > 0:
            moves -= 1
            givens = _sideways(shape, givens, solution, random)
        else:
            break
    return best


def _one_fewer(
    shape: Shape, givens: "Values", solution: "Values", random: Random
) -> "Values | None":
    """A neighbour with one clue less; None where none of those looked at has one solution."""
    pairs = [*combinations(givens.nonzero()[0].tolist(), 2)]
    chosen = [pairs[place] for place in shuffled(range(len(pairs)), random)[:PAIRS]]
    for first in range(0, len(chosen), TOGETHER):
        found = _exchanged(shape, givens, solution, chosen[first : first + TOGETHER])
        if len(found):
            return found[int(random.random() * len(found))]  # type: ignore[no-any-return]
    return None


def _without_spare(shape: Shape, givens: "Values", clues: int, random: Random) -> "Values":
    """The puzzle without what came to be superfluous."""
    order = random_orders([random], len(givens))
    left: Values = thinned(shape, givens[None, :], order, membership(shape.size, "none"), clues)[0]
    return left


def _sideways(shape: Shape, givens: "Values", solution: "Values", random: Random) -> "Values":
    """A neighbour with as many clues, if one of its givens can be exchanged for another."""
    for cell in shuffled(givens.nonzero()[0].tolist(), random):
        found = _exchanged(shape, givens, solution, [(cell,)])
        if len(found):
            return found[int(random.random() * len(found))]  # type: ignore[no-any-return]
    return givens


def _exchanged(
    shape: Shape, givens: "Values", solution: "Values", taken: "Sequence[tuple[int, ...]]"
) -> "Grids":
    """All puzzles with one solution that have another given in place of one of these sets."""
    import numpy as np

    trials = []
    for cells in taken:
        rest = givens.copy()
        rest[list(cells)] = 0
        added = np.flatnonzero(givens == 0)
        puzzles = np.repeat(rest[None, :], len(added), axis=0)
        puzzles[np.arange(len(added)), added] = solution[added]
        trials.append(puzzles)
    together = np.concatenate(trials)
    unique: Grids = together[decided(shape, together).counts == 1]
    return unique
