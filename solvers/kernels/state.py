"""What changes while the general kernel searches: the arrays that its functions share.

The literals stand on a trail; taking them back puts their bits back into the masks.  Numbers that
are one at a time (where the trail ends, how many conflicts there were) stand in one array, by the
places that are named here.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from accord.solvers.kernels.array_table import ArrayTable
from accord.solvers.kernels.board import Bytes, Integers, Longs
from accord.solvers.kernels.loading import compiled

long = cast(Callable[[Any], int], np.int64)

# Places in the array of numbers.
(
    AT,  # literals of the trail whose consequences have been drawn
    END,  # literals of the trail
    DEPTH,  # guesses on the trail
    BOUND,  # up to this depth, backtracking goes guess by guess
    PHASE,  # FRESH, PLAIN, LEARNING or DONE
    CAUSE,  # of a conflict, as of a literal
    OTHER,  # the candidate in conflict with that of CAUSE
    GUESSES,
    CONFLICTS,
    PROPAGATIONS,
    RESTARTS,
    SOLUTIONS,
    ALONE,  # conflicts since the last solution, or since the start
    TURNED,  # conflicts before learning
    BLOCKED,  # solutions excluded by a clause
    USED,  # numbers of the arena
    WANTED,  # numbers that it must have at least
    LEARNED,  # clauses in it
    ROOM,  # clauses that it may hold before half of them are forgotten
    SINCE,  # conflicts since the last restart
    FIXED,  # literals on the trail when the root was last looked at
    SIZE,  # of the clause just learned
    GLUE,  # its depths
    STEADY,  # whether restarts are rare
    SWITCH,  # conflicts at which the other mode begins
    TURNS,  # modes that have ended
    FURTHEST,  # literals of the longest trail without a conflict in this mode
    ROW,  # of the puzzle
    ENDURE,  # conflicts without a solution that plain search may meet
    EVERY,  # whether all solutions are written
    NUMBERS,
) = range(31)
INCREMENT, FAST, SLOW, RATES = range(4)
FRESH, PLAIN, LEARNING, DONE = range(4)
FOUND, SPENT, FULL, EXHAUSTED = range(4)  # why a search returns
HEADER = 4  # size, glue, and the next clauses that watch the same two literals
NONE, CLAUSE, PLACES, PEER = range(4)  # causes: of guesses, and of what follows


class SearchState(ArrayTable):
    """The arrays of a search that change."""

    numbers: Longs
    allowed: Longs  # by cell a mask of values, for a single puzzle; or empty
    masks: Longs  # candidates not excluded yet
    root: Longs  # the same at depth 0
    value: Bytes  # by literal: 1 true, -1 false, 0 open
    trail: Integers  # the true literals in order
    start: Integers  # by depth: where it begins in the trail
    level: Integers  # by candidate: its depth
    cause: Integers  # by candidate: what made its literal true, times four, and of what kind
    weight: Longs  # by mask: conflicts
    activity: NDArray[np.float64]  # by candidate: conflicts, late ones most
    rates: NDArray[np.float64]
    seen: Bytes  # by candidate: met in this conflict
    inside: Bytes  # by candidate: of the depth that is being shrunk
    best: Bytes  # by candidate: whether it was true on the longest trail without a conflict
    clause: Integers  # being learned; from its far end, a stack
    marked: Integers  # candidates that were seen
    stack: Integers  # by depth: -1 when it has been counted
    buffer: Integers  # antecedents
    head: Integers  # by literal: the first clause that watches it
    arena: Integers  # the clauses
    glues: Longs  # clauses of each glue, while some are forgotten


@compiled
def copy(to: Longs, source: Longs) -> None:
    """Make an array like another of its size."""
    for i in range(source.size):
        to[i] = source[i]


@compiled
def assign(s: SearchState, literal: int, cause: int, end: int, depth: int) -> None:
    """Make a literal true, the last on the trail."""
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.cause[literal >> 1] = cause
    s.level[literal >> 1] = depth
    s.trail[end] = literal


@compiled
def append(s: SearchState, literal: int, cause: int) -> None:
    """Put a literal on the trail."""
    assign(s, literal, cause, s.numbers[END], s.numbers[DEPTH])
    s.numbers[END] += 1
