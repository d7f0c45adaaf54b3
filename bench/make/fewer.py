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

import numpy as np

from accord.bench.make.chance import shuffled
from accord.bench.make.generate import Attempt
from accord.bench.make.thinning import random_orders, thinned
from accord.puzzles import Cell
from accord.solvers.deciding import decided

PAIRS = 20  # of givens that are taken away before the puzzle moves sideways
TOGETHER = 10  # of them asked in one call


def fewer_clues(
    attempt: Attempt, clues: int, moves: int, watch: Callable[[int], None] = lambda fewest: None
) -> Attempt:
    """The puzzle with so many clues, or as few above that as were reached.

    Args:
        attempt: where the search begins; its pattern needs no symmetry.
        clues: as many are wanted.
        moves: how often it may move sideways.
        watch: called before each move with the fewest clues so far; may raise to make an end.
    """
    best = attempt
    while best.clues > clues:
        watch(best.clues)
        if sparser := _one_fewer(attempt):
            best = attempt = _without_spare(sparser, clues)
        elif moves > 0:
            moves -= 1
            attempt = _sideways(attempt)
        else:
            break
    return best


def _given(attempt: Attempt) -> list[Cell]:
    return np.flatnonzero(attempt.givens).tolist()


def _one_fewer(attempt: Attempt) -> Attempt | None:
    """A neighbour with one clue less; None where none of those looked at has one solution."""
    chosen = shuffled(combinations(_given(attempt), 2), attempt.random)[:PAIRS]
    parts = (chosen[first : first + TOGETHER] for first in range(0, len(chosen), TOGETHER))
    return next(filter(None, (_exchanged(attempt, part) for part in parts)), None)


def _without_spare(attempt: Attempt, clues: int) -> Attempt:
    """The puzzle without what came to be superfluous."""
    order = random_orders([attempt.random], len(attempt.givens))
    left = thinned(attempt.shape, attempt.givens[None, :], order, attempt.orbits, clues)
    return attempt._replace(givens=left[0])


def _sideways(attempt: Attempt) -> Attempt:
    """A neighbour with as many clues, if one of its givens can be exchanged for another."""
    cells = shuffled(_given(attempt), attempt.random)
    return next(filter(None, (_exchanged(attempt, [(cell,)]) for cell in cells)), attempt)


def _exchanged(attempt: Attempt, taken: Sequence[tuple[Cell, ...]]) -> Attempt | None:
    """A puzzle at random that has another given in place of one of these sets; None for none."""
    trials = []
    for cells in taken:
        rest = attempt.givens.copy()
        rest[list(cells)] = 0
        added = np.flatnonzero(attempt.givens == 0)
        puzzles = np.repeat(rest[None, :], len(added), axis=0)
        puzzles[np.arange(len(added)), added] = attempt.solution[added]
        trials.append(puzzles)
    together = np.concatenate(trials)
    unique = together[decided(attempt.shape, together).counts == 1]
    if not len(unique):
        return None
    return attempt._replace(givens=unique[int(attempt.random.random() * len(unique))])
