"""The search of the general kernel, in two phases: guesses in order, and learning from conflicts.

Plain search guesses in the mask with fewest candidates, of equal ones that with most conflicts
(the weights of Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting
constraints", ECAI 2004), and flips the last guess at a conflict.  It decides small boards in
microseconds and finds the solutions of loose puzzles quickly.  After 50 conflicts without a
solution the search learns: it guesses the candidate that was in most conflicts lately, and restarts
in one of two modes (modes.py).

No solution is given twice.  The first 100 solutions of the second phase are excluded by a clause
over their guesses; from then on it backtracks past them and never jumps over what it has passed, so
that memory does not grow with the solutions (Gebser, Kaufmann, Neumann and Schaub,
"Conflict-driven answer set enumeration", LPNMR 2007).
"""

import numpy as np
from numpy.typing import NDArray

from accord.solvers.kernels import state
from accord.solvers.kernels.board import Grids, Longs, ShapeTables
from accord.solvers.kernels.clause_store import MOST, forget, keep_nogoods, needed, store
from accord.solvers.kernels.learning import analyse
from accord.solvers.kernels.loading import compiled, general_entry, lowest, ones
from accord.solvers.kernels.modes import (
    count_conflict,
    first_mode,
    followed,
    restart_is_due,
)
from accord.solvers.kernels.propagation import cancel, lock, propagate
from accord.solvers.kernels.state import SearchState, append, copy, long

NOGOODS = 100  # solutions excluded by a clause each, before backtracking passes them
CLAUSES = 2000  # kept before half of them are forgotten for the first time
MORE = 300  # that are kept after each time
MARGIN = 64  # numbers of the arena beyond the longest clause
EACH = 30  # literals that count as one more guess


@compiled
def guess(s: SearchState, literal: int) -> None:
    """Assume a literal as a new decision."""
    numbers = s.numbers
    numbers[state.GUESSES] += 1
    s.start[numbers[state.DEPTH]] = numbers[state.END]
    numbers[state.DEPTH] += 1
    append(s, literal, state.NONE)


@compiled
def smallest(b: ShapeTables, s: SearchState) -> int:
    """A candidate of the mask with fewest, of those the one with most conflicts."""
    best, few, heavy = -1, 99, -1
    for k in range(s.masks.size):
        mask = s.masks[k]
        if mask & (mask - 1) and b.full[k]:
            number = ones(mask)
            if number < few or (number == few and s.weight[k] > heavy):
                best, few, heavy = k, number, s.weight[k]
    return long(b.places[b.offset[best] + lowest(s.masks[best])] + b.add[best])


@compiled
def flip(b: ShapeTables, s: SearchState) -> None:
    """Flip the last guess, which was wrong, and keep it as a consequence."""
    numbers = s.numbers
    depth = numbers[state.DEPTH] - 1
    literal = s.trail[s.start[depth]]
    cancel(b, s, depth)
    append(s, literal ^ 1, state.NONE)


@compiled
def turn(b: ShapeTables, s: SearchState) -> None:
    """Switch from plain search to learning."""
    numbers = s.numbers
    s.head[:] = 0
    s.activity[:] = 0
    s.seen[:] = 0
    s.inside[:] = 0
    s.stack[:] = 0
    s.rates[state.INCREMENT] = 1
    s.rates[state.FAST] = 0
    s.rates[state.SLOW] = 0
    numbers[state.USED] = 1
    if numbers[state.SOLUTIONS]:
        keep_nogoods(s)
    cancel(b, s, 0)
    copy(s.root, s.masks)
    numbers[state.PHASE] = state.LEARNING
    numbers[state.ROOM] = CLAUSES
    numbers[state.TURNED] = numbers[state.CONFLICTS]
    numbers[state.FIXED] = numbers[state.END]
    first_mode(s)


@compiled
def liveliest(b: ShapeTables, s: SearchState) -> int:
    """The candidate with the most recent conflicts among the masks with the fewest candidates.

    In the steady mode, the one in its mask that was true on the longest trail.
    """
    few, best, high, where = 99, -1, -1.0, -1
    for k in range(s.masks.size):
        mask = s.masks[k]
        if mask & (mask - 1) and b.full[k]:
            number = ones(mask)
            if number > few:
                continue
            if number < few:
                few, high = number, -1.0
            while mask:
                y = b.places[b.offset[k] + lowest(mask)] + b.add[k]
                mask &= mask - 1
                if s.activity[y] > high:
                    best, high, where = y, s.activity[y], k
    return followed(b, s, where, best) if s.numbers[state.STEADY] else long(best)


@compiled
def learn(b: ShapeTables, s: SearchState) -> None:
    """Add the clause that this conflict teaches and go back to where it says something."""
    numbers, rates = s.numbers, s.rates
    count_conflict(s)
    back = analyse(b, s)
    glue = numbers[state.GLUE]
    rates[state.FAST] += (glue - rates[state.FAST]) / 32
    rates[state.SLOW] += (glue - rates[state.SLOW]) / min(
        numbers[state.CONFLICTS] - numbers[state.TURNED], 8192
    )
    numbers[state.SINCE] += 1
    cancel(b, s, max(back, numbers[state.BOUND]))
    cause = 0
    if numbers[state.SIZE] > 1:
        cause = (store(s, numbers[state.SIZE], min(glue, MOST)) << 2) | state.CLAUSE
    append(s, s.clause[0], cause)


@compiled
def restart(b: ShapeTables, s: SearchState) -> None:
    """Restart: take back all guesses, and keep the learnt clauses."""
    numbers = s.numbers
    numbers[state.RESTARTS] += 1
    numbers[state.SINCE] = 0
    cancel(b, s, numbers[state.BOUND])
    if numbers[state.LEARNED] > numbers[state.ROOM]:
        forget(s)
        numbers[state.ROOM] += MORE


@compiled
def search(b: ShapeTables, s: SearchState, patience: int) -> int:
    """Go on until the next solution, the end, or for so many guesses and conflicts.

    On large boards these take longer, so that literals count too.
    """
    numbers = s.numbers
    total = s.level.size
    stop = (
        numbers[state.GUESSES]
        + numbers[state.CONFLICTS]
        + numbers[state.PROPAGATIONS] // EACH
        + patience
    )
    while numbers[state.PHASE] != state.DONE:
        if numbers[state.PHASE] == state.PLAIN and numbers[state.ALONE] > numbers[state.ENDURE]:
            numbers[state.WANTED] = needed(s) + total + MARGIN
            if numbers[state.WANTED] > s.arena.size:
                return state.FULL
            turn(b, s)
        if (
            numbers[state.PHASE] == state.LEARNING
            and numbers[state.USED] + total + MARGIN > s.arena.size
        ):
            return state.FULL
        if propagate(b, s):
            numbers[state.CONFLICTS] += 1
            numbers[state.ALONE] += 1
            if numbers[state.DEPTH] == 0:
                numbers[state.PHASE] = state.DONE
            elif (
                numbers[state.PHASE] == state.PLAIN or numbers[state.DEPTH] == numbers[state.BOUND]
            ):
                flip(b, s)
                numbers[state.BOUND] = min(numbers[state.BOUND], numbers[state.DEPTH])
            else:
                learn(b, s)
        elif numbers[state.END] == total:
            numbers[state.SOLUTIONS] += 1
            numbers[state.ALONE] = 0
            return state.FOUND
        elif (numbers[state.PHASE] == state.PLAIN or numbers[state.DEPTH] == 0) and lock(b, s):
            pass
        elif restart_is_due(s):
            restart(b, s)
        elif (
            numbers[state.GUESSES] + numbers[state.CONFLICTS] + numbers[state.PROPAGATIONS] // EACH
            >= stop
        ):
            return state.SPENT
        else:
            if numbers[state.DEPTH] == 0 and numbers[state.END] > numbers[state.FIXED]:
                numbers[state.FIXED] = numbers[state.END]
                copy(s.root, s.masks)
            x = smallest(b, s) if numbers[state.PHASE] == state.PLAIN else liveliest(b, s)
            guess(s, 2 * x)
    return state.EXHAUSTED


@compiled
def pass_over(b: ShapeTables, s: SearchState) -> None:
    """Leave the solution that stands on the trail behind."""
    numbers = s.numbers
    depth = numbers[state.DEPTH]
    if depth == 0:
        numbers[state.PHASE] = state.DONE
    elif numbers[state.PHASE] == state.PLAIN:
        flip(b, s)
    elif numbers[state.BOUND] == 0 and numbers[state.BLOCKED] < NOGOODS:
        numbers[state.BLOCKED] += 1
        for i in range(depth):
            s.clause[i] = s.trail[s.start[depth - 1 - i]] ^ 1
        cancel(b, s, depth - 1)
        cause = 0
        if depth > 1:
            cause = (store(s, depth, 0) << 2) | state.CLAUSE
        append(s, s.clause[0], cause)
    else:
        flip(b, s)
        numbers[state.BOUND] = numbers[state.DEPTH]


@compiled
def begin(b: ShapeTables, s: SearchState, givens: NDArray[np.uint8]) -> None:
    """Forget the puzzle before, and assume this one's domains."""
    n = b.n
    numbers = s.numbers
    numbers[: state.ROW] = 0
    copy(s.masks, b.masks)
    s.value[:] = 0
    s.weight[:] = 0
    numbers[state.PHASE] = state.PLAIN
    every = (1 << n) - 1
    for cell in range(givens.size):
        domain = every
        if s.allowed.size:
            domain = s.allowed[cell]
        if givens[cell]:
            domain &= 1 << (givens[cell] - 1)
        if domain == 0:
            numbers[state.PHASE] = state.DONE
            return
        if domain & (domain - 1) == 0:
            append(s, 2 * (cell * n + lowest(domain)), state.NONE)
        else:
            rest = every & ~domain
            while rest:
                append(s, 2 * (cell * n + lowest(rest)) + 1, state.NONE)
                rest &= rest - 1


@compiled
def leave(b: ShapeTables, s: SearchState) -> bool:
    """Leave the solution on the trail behind, if it is one; False: the arena has no room for it."""
    numbers = s.numbers
    total = s.level.size
    if (
        numbers[state.PHASE] == state.DONE
        or numbers[state.SOLUTIONS] == 0
        or numbers[state.END] < total
    ):
        return True
    if (
        numbers[state.PHASE] == state.LEARNING
        and numbers[state.USED] + total + MARGIN > s.arena.size
    ):
        numbers[state.WANTED] = 2 * s.arena.size
        return False
    pass_over(b, s)
    return True


@compiled
def write(s: SearchState, grid: NDArray[np.uint8]) -> None:
    """Write the solution on the trail."""
    for cell in range(grid.size):
        grid[cell] = 1 + lowest(s.masks[cell])


@general_entry
def answer(
    b: ShapeTables,
    s: SearchState,
    puzzles: Grids,
    grids: Grids,
    counts: Longs,
    guesses: Longs,
    limit: int,
    patience: int,
) -> int:
    """Answer the puzzles, N x cells givens, from number ROW on; why it stopped.

    `grids` takes the first solution of each puzzle, or with EVERY those of a single one, `counts`
    their number and `guesses` what they took.  `limit` are solutions of each, `patience` guesses
    and conflicts.
    """
    numbers = s.numbers
    while numbers[state.ROW] < puzzles.shape[0]:
        i = numbers[state.ROW]
        if numbers[state.PHASE] == state.FRESH:
            begin(b, s, puzzles[i])
        while counts[i] < limit:
            if not leave(b, s):
                return state.FULL
            why = search(b, s, patience)
            if why == state.EXHAUSTED:
                break
            if why != state.FOUND:
                return why
            if numbers[state.EVERY]:
                write(s, grids[counts[i]])
            elif counts[i] == 0:
                write(s, grids[i])
            counts[i] += 1
        guesses[i] = numbers[state.GUESSES]
        numbers[state.ROW] += 1
        if numbers[state.ROW] < puzzles.shape[0]:
            numbers[state.PHASE] = state.FRESH
    return state.FOUND
