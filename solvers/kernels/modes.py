"""The two modes in which the general kernel learns, by turns: with many restarts and with few.

Many restarts, when the glue of the clauses grows, are good at proving that there is nothing more;
few of them, and guesses that follow the longest trail that had no conflict, at finding a solution
where there are many (Oh, "Between SAT and UNSAT: the fundamental difference in CDCL SAT", SAT 2015;
Biere and Fleury, "Chasing target phases", POS 2020).  The turns become longer, and are counted in
conflicts, so that a search is the same each time.
"""

from accord.solvers.kernels import state
from accord.solvers.kernels.board import ShapeTables
from accord.solvers.kernels.loading import compiled, lowest
from accord.solvers.kernels.state import SearchState, long

PERIOD = 1000  # conflicts of the first three turns; so many more of each further two
FEWEST = 50  # conflicts between two restarts
WORSE = 1.25  # how many times the usual glue the glue of late has to be for a restart
RARE = 1000  # conflicts between two restarts of the steady mode


@compiled
def first_mode(s: SearchState) -> None:
    """Begin with many restarts."""
    numbers = s.numbers
    numbers[state.STEADY] = numbers[state.TURNS] = numbers[state.FURTHEST] = 0
    numbers[state.SWITCH] = numbers[state.CONFLICTS] + PERIOD
    s.best[:] = 0


@compiled
def count_conflict(s: SearchState) -> None:
    """Keep the trail before the last guess, if it is the longest; go over to the other mode."""
    numbers = s.numbers
    end = s.start[numbers[state.DEPTH] - 1]
    if end > numbers[state.FURTHEST]:
        numbers[state.FURTHEST] = end
        for i in range(end):
            s.best[s.trail[i] >> 1] = (s.trail[i] & 1) ^ 1
    if numbers[state.CONFLICTS] >= numbers[state.SWITCH]:
        numbers[state.TURNS] += 1
        numbers[state.STEADY] ^= 1
        numbers[state.FURTHEST] = 0
        length = PERIOD * ((numbers[state.TURNS] + 1) // 2)
        numbers[state.SWITCH] = numbers[state.CONFLICTS] + length


@compiled
def restart_is_due(s: SearchState) -> bool:
    """Whether the search restarts now, in its present mode."""
    since = long(s.numbers[state.SINCE])
    if s.numbers[state.STEADY]:
        return since >= RARE
    worse: bool = s.rates[state.FAST] > WORSE * s.rates[state.SLOW]
    return since >= FEWEST and worse


@compiled
def followed(b: ShapeTables, s: SearchState, k: int, x: int) -> int:
    """The candidate of mask k that was true on the longest trail; x if there is none."""
    mask = s.masks[k]
    while mask:
        y = b.places[b.offset[k] + lowest(mask)] + b.add[k]
        mask &= mask - 1
        if s.best[y]:
            return long(y)
    return long(x)
