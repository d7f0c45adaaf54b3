"""The search: guesses by activity, two modes of restarts, and a clause from each conflict.

The next guess is of the variable that was in most conflicts lately (Moskewicz et al., "Chaff", DAC
2001), with the value it had last (Pipatsrisawat and Darwiche, "A lightweight component caching
scheme for satisfiability solvers", SAT 2007).  Restarts are frequent and rare by turns, as in the
general kernel (kernels/modes.py).  A search returns when it has found a solution, has worked as
long as it may, needs larger arrays, or has proved that there is nothing more; and can be resumed.
"""

from accord.solvers.kernels.board import Longs
from accord.solvers.kernels.loading import compiled, general_entry
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.conflicts import analyse, go_back_to_conflict
from accord.solvers.kernels.problems.propagation import propagate
from accord.solvers.kernels.problems.state import (
    ClauseState,
    assign,
    bounding,
    cancel,
    long,
    pop,
    step_of,
)
from accord.solvers.kernels.problems.store import forget, has_room, store

PERIOD = 1000  # conflicts of the first three turns; so many more of each further two
FEWEST = 10  # conflicts between two restarts
RARE = 1000  # conflicts between two restarts of the steady mode
WORSE = 1.2  # how many times the usual glue the glue of late has to be for a restart
LATE, USUAL = 0.03, 1e-4  # what a conflict changes of the glue of late, and of the usual glue
MORE = 300  # further clauses that are kept after each time that some are forgotten


@general_entry
def begin(s: ClauseState, literals: Longs) -> bool:
    """Make literals true that follow from nothing; False where two contradict each other."""
    for i in range(literals.size):
        literal = literals[i]
        if s.value[literal] < 0:
            return False
        if s.value[literal] == 0:
            assign(s, literal, long(state.NONE))
    s.numbers[state.QUEUED] = s.queue.size
    return True


@general_entry
def search(s: ClauseState, patience: int) -> int:
    """Go on for about so many propagations: FOUND, SPENT, GROW or EXHAUSTED."""
    numbers = s.numbers
    until = numbers[state.PROPAGATIONS] + patience
    while True:
        if not has_room(s):
            return long(state.GROW)
        if numbers[state.SIZE]:
            _learn(s)
        status = propagate(s)
        if status == state.FULL:
            return long(state.GROW)
        if status == state.CONFLICT:
            numbers[state.CONFLICTS] += 1
            numbers[state.SINCE] += 1
            go_back_to_conflict(s)
            if numbers[state.DEPTH] == 0:
                return long(state.EXHAUSTED)
            _count(s)
            cancel(s, analyse(s))
            _rate(s)
        elif numbers[state.END] == numbers[state.LIVE] and _open_number(s) < 0:
            return long(state.FOUND)
        elif _restart_is_due(s):
            _restart(s)
        else:
            _guess(s)
        if numbers[state.PROPAGATIONS] >= until:
            return long(state.SPENT)


@general_entry
def exclude(s: ClauseState, size: int) -> bool:
    """Take a clause, false here, that further solutions satisfy; False if there are no further.

    Args:
        s: the state, with the clause, which is not empty.
        size: of the clause.
    """
    clause, level = s.clause, s.level
    for first in range(min(2, size)):
        for i in range(first + 1, size):
            if level[clause[i] >> 1] > level[clause[first] >> 1]:
                clause[first], clause[i] = clause[i], clause[first]
    for i in range(size):
        s.kept[clause[i] >> 1] = 1
    deepest = long(level[clause[0] >> 1])
    if deepest == 0:
        return False
    second = long(level[clause[1] >> 1]) if size > 1 else long(0)
    cancel(s, min(second, deepest - 1))
    s.numbers[state.SIZE] = size
    s.numbers[state.GLUE] = 1
    return True


@compiled
def _learn(s: ClauseState) -> None:
    """Store the clause; its first literal follows, where the others are false."""
    cause = long(state.NONE)
    if s.numbers[state.SIZE] > 1:
        cause = store(s)
    s.numbers[state.SIZE] = 0
    if cause == state.NONE or s.value[s.clause[1]] < 0:
        assign(s, s.clause[0], cause)


@compiled
def _guess(s: ClauseState) -> None:
    """Assume a literal as a new decision; or a number's least value, where all are decided.

    Of tasks on resources this comes before the literals that were in no conflict.
    """
    numbers = s.numbers
    while numbers[state.WAITING] and s.value[2 * s.heap[0]]:
        pop(s)
    x = long(-1)
    if numbers[state.WAITING] == 0 or (s.limits.size and s.activity[s.heap[0]] == 0):
        x = _open_number(s)
    if x >= 0:
        literal = bounding(s, x, long(0), step_of(s, x, long(1), long(s.latest[2 * x + 1])) + 1)
    else:
        x = pop(s)
        literal = 2 * x + long(s.phase[x])
        if numbers[state.STEADY] and s.best[x] >= 0:
            literal = 2 * x + long(s.best[x])
    numbers[state.DECISIONS] += 1
    s.start[numbers[state.DEPTH]] = numbers[state.END]
    numbers[state.DEPTH] += 1
    assign(s, literal, long(state.NONE))


@compiled
def _open_number(s: ClauseState) -> int:
    """The number of least value among those that may have several; -1 where none may."""
    found, value = long(-1), long(0)
    for x in range(s.latest.size >> 1):
        least = step_of(s, long(x), long(1), long(s.latest[2 * x + 1])) + 1
        if least < step_of(s, long(x), long(0), long(s.latest[2 * x])) and (
            found < 0 or s.values[least] < value
        ):
            found, value = long(x), s.values[least]
    return found


@compiled
def _count(s: ClauseState) -> None:
    """Keep the trail before the last guess, if it is the longest; go over to the other mode."""
    numbers = s.numbers
    end = long(s.start[numbers[state.DEPTH] - 1])
    if end > numbers[state.FURTHEST]:
        numbers[state.FURTHEST] = end
        for i in range(end):
            s.best[s.trail[i] >> 1] = s.trail[i] & 1
    if numbers[state.CONFLICTS] >= numbers[state.SWITCH]:
        numbers[state.TURNS] += 1
        numbers[state.STEADY] ^= 1
        numbers[state.FURTHEST] = 0
        length = PERIOD * ((numbers[state.TURNS] + 1) // 2)
        numbers[state.SWITCH] = numbers[state.CONFLICTS] + length


@compiled
def _rate(s: ClauseState) -> None:
    """Count the glue of the clause just learnt."""
    glue, conflicts = s.numbers[state.GLUE], s.numbers[state.CONFLICTS]
    s.rates[state.FAST] += (glue - s.rates[state.FAST]) * max(LATE, 1 / conflicts)
    s.rates[state.SLOW] += (glue - s.rates[state.SLOW]) * max(USUAL, 1 / conflicts)


@compiled
def _restart_is_due(s: ClauseState) -> bool:
    """Whether the search restarts now, in its present mode."""
    since = s.numbers[state.SINCE]
    if s.numbers[state.STEADY]:
        return bool(since >= RARE)
    return bool(since >= FEWEST and s.rates[state.FAST] > WORSE * s.rates[state.SLOW])


@compiled
def _restart(s: ClauseState) -> None:
    """Take all guesses back, and forget clauses where there are too many."""
    numbers = s.numbers
    numbers[state.SINCE] = 0
    numbers[state.RESTARTS] += 1
    cancel(s, 0)
    if numbers[state.LEARNT] >= numbers[state.ROOM]:
        forget(s)
        numbers[state.ROOM] = max(numbers[state.ROOM], numbers[state.LEARNT]) + MORE
