"""The search of the general kernel, in two gears: guesses in order, and learning from conflicts.

The plain gear guesses in the mask with fewest candidates, of equal ones that with most conflicts
(the weights of Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting
constraints", ECAI 2004), and flips the last guess at a conflict.  It decides small boards in
microseconds and finds the solutions of loose puzzles quickly.  After 50 conflicts without a
solution it gives way to learning, which guesses the candidate that was in most conflicts lately,
and restarts when the glue of its clauses grows.

No solution is given twice.  The first 100 solutions of the second gear are excluded by a clause
over their guesses; from then on it backtracks past them and never jumps over what it has passed, so
that memory does not grow with the solutions (Gebser, Kaufmann, Neumann and Schaub,
"Conflict-driven answer set enumeration", LPNMR 2007).
"""

import numpy as np
from numpy.typing import NDArray

from accord.solvers.kernels.board import Bytes, Grids, Integers, Longs, ShapeTables
from accord.solvers.kernels.clause_store import MOST, forget, keep_nogoods, needed, store
from accord.solvers.kernels.learning import analyse
from accord.solvers.kernels.loading import compiled, general_entry, lowest, ones, returning
from accord.solvers.kernels.propagation import cancel, lock, propagate
from accord.solvers.kernels.state import (
    ALONE,
    BLOCKED,
    BOUND,
    CLAUSE,
    CONFLICTS,
    DEPTH,
    DONE,
    END,
    ENDURE,
    EVERY,
    EXHAUSTED,
    FAST,
    FIXED,
    FOUND,
    FRESH,
    FULL,
    GLUE,
    GUESSES,
    INCREMENT,
    LEARNED,
    LEARNING,
    NONE,
    PHASE,
    PLAIN,
    PROPAGATIONS,
    RATES,
    RESTARTS,
    ROOM,
    ROW,
    SINCE,
    SIZE,
    SLOW,
    SOLUTIONS,
    SPENT,
    TURNED,
    USED,
    WANTED,
    SearchState,
    append,
    copy,
    long,
)

NOGOODS = 100  # solutions excluded by a clause each, before backtracking passes them
FEWEST = 50  # conflicts between two restarts
WORSE = 1.25  # how many times the usual glue the glue of late has to be for a restart
CLAUSES = 2000  # kept before half of them are forgotten for the first time
MORE = 300  # that are kept after each time
MARGIN = 64  # numbers of the arena beyond the longest clause
EACH = 30  # literals that count as one more guess


@compiled
def guess(s: SearchState, literal: int) -> None:
    """Assume a literal, one deeper."""
    numbers = s.numbers
    numbers[GUESSES] += 1
    s.start[numbers[DEPTH]] = numbers[END]
    numbers[DEPTH] += 1
    append(s, literal, NONE)


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
    """The last guess was wrong."""
    numbers = s.numbers
    depth = numbers[DEPTH] - 1
    literal = s.trail[s.start[depth]]
    cancel(b, s, depth)
    append(s, literal ^ 1, NONE)


@compiled
def turn(b: ShapeTables, s: SearchState) -> None:
    """From plain search to learning."""
    numbers = s.numbers
    s.head[:] = 0
    s.activity[:] = 0
    s.seen[:] = 0
    s.inside[:] = 0
    s.stack[:] = 0
    s.rates[INCREMENT] = 1
    s.rates[FAST] = 0
    s.rates[SLOW] = 0
    numbers[USED] = 1
    if numbers[SOLUTIONS]:
        keep_nogoods(s)
    cancel(b, s, 0)
    copy(s.root, s.masks)
    numbers[PHASE] = LEARNING
    numbers[ROOM] = CLAUSES
    numbers[TURNED] = numbers[CONFLICTS]
    numbers[FIXED] = numbers[END]


@compiled
def liveliest(b: ShapeTables, s: SearchState) -> int:
    """Of the candidates in the masks with fewest, the one with most conflicts lately."""
    few, best, high = 99, -1, -1.0
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
                    best, high = y, s.activity[y]
    return long(best)


@compiled
def learn(b: ShapeTables, s: SearchState) -> None:
    """Add the clause that this conflict teaches and go back to where it says something."""
    numbers, rates = s.numbers, s.rates
    back = analyse(b, s)
    glue = numbers[GLUE]
    rates[FAST] += (glue - rates[FAST]) / 32
    rates[SLOW] += (glue - rates[SLOW]) / min(numbers[CONFLICTS] - numbers[TURNED], 8192)
    numbers[SINCE] += 1
    cancel(b, s, max(back, numbers[BOUND]))
    cause = 0
    if numbers[SIZE] > 1:
        cause = (store(s, numbers[SIZE], min(glue, MOST)) << 2) | CLAUSE
    append(s, s.clause[0], cause)


@compiled
def restart(b: ShapeTables, s: SearchState) -> None:
    """Begin again with what has been learned."""
    numbers = s.numbers
    numbers[RESTARTS] += 1
    numbers[SINCE] = 0
    cancel(b, s, numbers[BOUND])
    if numbers[LEARNED] > numbers[ROOM]:
        forget(s)
        numbers[ROOM] += MORE


@compiled
def search(b: ShapeTables, s: SearchState, patience: int) -> int:
    """Go on until the next solution, the end, or for so many guesses and conflicts.

    On large boards these take longer, so that literals count too.
    """
    numbers = s.numbers
    total = s.level.size
    stop = numbers[GUESSES] + numbers[CONFLICTS] + numbers[PROPAGATIONS] // EACH + patience
    while numbers[PHASE] != DONE:
        if numbers[PHASE] == PLAIN and numbers[ALONE] > numbers[ENDURE]:
            numbers[WANTED] = needed(s) + total + MARGIN
            if numbers[WANTED] > s.arena.size:
                return FULL
            turn(b, s)
        if numbers[PHASE] == LEARNING and numbers[USED] + total + MARGIN > s.arena.size:
            return FULL
        if propagate(b, s):
            numbers[CONFLICTS] += 1
            numbers[ALONE] += 1
            if numbers[DEPTH] == 0:
                numbers[PHASE] = DONE
            elif numbers[PHASE] == PLAIN or numbers[DEPTH] == numbers[BOUND]:
                flip(b, s)
                numbers[BOUND] = min(numbers[BOUND], numbers[DEPTH])
            else:
                learn(b, s)
        elif numbers[END] == total:
            numbers[SOLUTIONS] += 1
            numbers[ALONE] = 0
            return FOUND
        elif (numbers[PHASE] == PLAIN or numbers[DEPTH] == 0) and lock(b, s):
            pass
        elif numbers[SINCE] >= FEWEST and s.rates[FAST] > WORSE * s.rates[SLOW]:
            restart(b, s)
        elif numbers[GUESSES] + numbers[CONFLICTS] + numbers[PROPAGATIONS] // EACH >= stop:
            return SPENT
        else:
            if numbers[DEPTH] == 0 and numbers[END] > numbers[FIXED]:
                numbers[FIXED] = numbers[END]
                copy(s.root, s.masks)
            x = smallest(b, s) if numbers[PHASE] == PLAIN else liveliest(b, s)
            guess(s, 2 * x)
    return EXHAUSTED


@compiled
def pass_over(b: ShapeTables, s: SearchState) -> None:
    """Leave the solution that stands on the trail behind."""
    numbers = s.numbers
    depth = numbers[DEPTH]
    if depth == 0:
        numbers[PHASE] = DONE
    elif numbers[PHASE] == PLAIN:
        flip(b, s)
    elif numbers[BOUND] == 0 and numbers[BLOCKED] < NOGOODS:
        numbers[BLOCKED] += 1
        for i in range(depth):
            s.clause[i] = s.trail[s.start[depth - 1 - i]] ^ 1
        cancel(b, s, depth - 1)
        cause = 0
        if depth > 1:
            cause = (store(s, depth, 0) << 2) | CLAUSE
        append(s, s.clause[0], cause)
    else:
        flip(b, s)
        numbers[BOUND] = numbers[DEPTH]


@compiled
def begin(b: ShapeTables, s: SearchState, givens: NDArray[np.uint8], allowed: Longs) -> None:
    """Forget the puzzle before, and assume this one's domains."""
    n = b.n
    numbers = s.numbers
    numbers[:ROW] = 0
    copy(s.masks, b.masks)
    s.value[:] = 0
    s.weight[:] = 0
    numbers[PHASE] = PLAIN
    every = (1 << n) - 1
    for cell in range(givens.size):
        domain = every
        if allowed.size:
            domain = allowed[cell]
        if givens[cell]:
            domain &= 1 << (givens[cell] - 1)
        if domain == 0:
            numbers[PHASE] = DONE
            return
        if domain & (domain - 1) == 0:
            append(s, 2 * (cell * n + lowest(domain)), NONE)
        else:
            rest = every & ~domain
            while rest:
                append(s, 2 * (cell * n + lowest(rest)) + 1, NONE)
                rest &= rest - 1


@compiled
def leave(b: ShapeTables, s: SearchState) -> bool:
    """Leave the solution on the trail behind, if it is one; False: the arena has no room for it."""
    numbers = s.numbers
    total = s.level.size
    if numbers[PHASE] == DONE or numbers[SOLUTIONS] == 0 or numbers[END] < total:
        return True
    if numbers[PHASE] == LEARNING and numbers[USED] + total + MARGIN > s.arena.size:
        numbers[WANTED] = 2 * s.arena.size
        return False
    pass_over(b, s)
    return True


@compiled
def write(s: SearchState, grid: NDArray[np.uint8]) -> None:
    """Write the solution on the trail."""
    for cell in range(grid.size):
        grid[cell] = 1 + lowest(s.masks[cell])


@returning
def search_of(
    b: ShapeTables,
    numbers: Longs,
    masks: Longs,
    signs: Bytes,
    integers: Integers,
    floats: NDArray[np.float64],
    arena: Integers,
) -> SearchState:
    """The parts of the arrays that a `Work` holds."""
    m = b.masks.size
    v = signs.size // 4
    return SearchState(
        numbers=numbers,
        masks=masks[:m],
        root=masks[m : 2 * m],
        value=signs[: 2 * v],
        trail=integers[:v],
        start=integers[v : 2 * v],
        level=integers[2 * v : 3 * v],
        cause=integers[3 * v : 4 * v],
        weight=masks[2 * m : 3 * m],
        activity=floats[:v],
        rates=floats[v : v + RATES],
        seen=signs[2 * v : 3 * v],
        inside=signs[3 * v : 4 * v],
        clause=integers[4 * v : 6 * v + 2],
        marked=integers[6 * v + 2 : 7 * v + 2],
        stack=integers[7 * v + 2 : 8 * v + 3],
        buffer=integers[8 * v + 3 : 9 * v + 4],
        head=integers[9 * v + 4 : 11 * v + 4],
        arena=arena,
        glues=masks[3 * m :],
    )


@general_entry
def answer(
    b: ShapeTables,
    puzzles: Grids,
    allowed: Longs,
    numbers: Longs,
    masks: Longs,
    signs: Bytes,
    integers: Integers,
    floats: NDArray[np.float64],
    arena: Integers,
    grids: Grids,
    counts: Longs,
    guesses: Longs,
    limit: int,
    patience: int,
) -> int:
    """Answer the puzzles, N x cells givens, from number ROW on; why it stopped.

    `allowed` has a mask of values by cell, for a single puzzle, or is empty.  `grids` takes the
    first solution of each puzzle, or with EVERY those of a single one, `counts` their number and
    `guesses` what they took.  `limit` are solutions of each, `patience` guesses and conflicts.
    """
    s = search_of(b, numbers, masks, signs, integers, floats, arena)
    while numbers[ROW] < puzzles.shape[0]:
        i = numbers[ROW]
        if numbers[PHASE] == FRESH:
            begin(b, s, puzzles[i], allowed)
        while counts[i] < limit:
            if not leave(b, s):
                return FULL
            why = search(b, s, patience)
            if why == EXHAUSTED:
                break
            if why != FOUND:
                return why
            if numbers[EVERY]:
                write(s, grids[counts[i]])
            elif counts[i] == 0:
                write(s, grids[i])
            counts[i] += 1
        guesses[i] = numbers[GUESSES]
        numbers[ROW] += 1
        if numbers[ROW] < puzzles.shape[0]:
            numbers[PHASE] = FRESH
    return FOUND
