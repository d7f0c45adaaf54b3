"""What follows: clauses and groups until nothing changes, then arcs, then one sum, and again.

The sum is the one that has waited longest: in a job shop of 10 jobs on 8 machines its proof takes
2.5 times fewer conflicts than where it is the one that came last.  When no sum waits, it is the
turn of a resource, which takes longer.  Whether circuits fall apart is asked at the end.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.circuits import connected, propagate_circuits
from accord.solvers.kernels.problems.intervals import propagate_interval
from accord.solvers.kernels.problems.resources import propagate_resource
from accord.solvers.kernels.problems.state import (
    ClauseState,
    assign,
    enqueue,
    long,
    next_resource,
    next_sum,
)
from accord.solvers.kernels.problems.store import watch
from accord.solvers.kernels.problems.sums import propagate_sum
from accord.solvers.kernels.problems.tables import propagate_table


@compiled
def propagate(s: ClauseState) -> int:
    """Draw all consequences of the trail: QUIET, CONFLICT, or FULL where the pool has to grow."""
    numbers = s.numbers
    while True:
        status = _clauses(s)
        if status != state.QUIET:
            return status
        if s.arc.size:
            propagate_circuits(s)
            if numbers[state.AT] < numbers[state.END]:
                continue
        if numbers[state.SPARE] < numbers[state.MOST_MADE]:
            return long(state.FULL)
        if numbers[state.QUEUED]:
            number = next_sum(s)
            if number < s.rights.size:
                holds = propagate_sum(s, number)
            elif number < numbers[state.TABLES]:
                holds = propagate_interval(s, number)
            else:
                holds = propagate_table(s, number)
        else:
            number = next_resource(s)
            holds = propagate_resource(s, number) if number >= 0 else connected(s)
            if number < 0 and holds:
                return status
        if not holds:
            return long(state.CONFLICT)


@compiled
def _clauses(s: ClauseState) -> int:
    """Propagate clauses and groups alone: QUIET, CONFLICT or FULL."""
    numbers, value, pool, arena = s.numbers, s.value, s.pool, s.arena
    while numbers[state.AT] < numbers[state.END]:
        false = long(s.trail[numbers[state.AT]] ^ 1)
        begin = s.first[false]
        end = begin + 2 * s.size[false]
        i = j = begin
        status = long(state.QUIET)
        while i < end and status == state.QUIET:
            blocker, cause = long(pool[i]), long(pool[i + 1])
            pool[j], pool[j + 1] = blocker, cause
            i += 2
            j += 2
            if value[blocker] > 0:
                continue
            if cause == state.BINARY:
                if value[blocker] < 0:
                    numbers[state.CAUSE] = false << 2 | state.BINARY
                    numbers[state.OTHER] = blocker
                    status = long(state.CONFLICT)
                else:
                    assign(s, blocker, false << 2 | state.BINARY)
                continue
            place = (cause >> 2) + state.HEADER
            if arena[place] == false:
                arena[place], arena[place + 1] = arena[place + 1], false
            other = long(arena[place])
            if value[other] > 0:
                pool[j - 2] = other
                continue
            k, stop = place + 2, place + arena[place - state.HEADER]
            while k < stop and value[arena[k]] < 0:
                k += 1
            if k < stop:
                literal = long(arena[k])
                if watch(s, literal, other, cause):
                    arena[place + 1], arena[k] = literal, false
                    j -= 2
                else:
                    status = long(state.FULL)
            elif value[other] < 0:
                numbers[state.CAUSE] = cause
                status = long(state.CONFLICT)
            else:
                assign(s, other, cause)
        while i < end:
            pool[j], pool[j + 1] = pool[i], pool[i + 1]
            i += 2
            j += 2
        s.size[false] = (j - begin) >> 1
        if status == state.QUIET and not (_loosen(s, false) and _groups(s, false)):
            status = long(state.CONFLICT)
        if status != state.QUIET:
            return status
        for k in range(s.tables_begin[false], s.tables_begin[false + 1]):
            enqueue(s, numbers[state.TABLES] + s.tables_of[k])
        numbers[state.AT] += 1
        numbers[state.PROPAGATIONS] += 1
    return long(state.QUIET)


@compiled
def _loosen(s: ClauseState, false: int) -> bool:
    """Make the next looser bound of a number true; False where it is false.

    Args:
        s: the state.
        false: the negation of a literal that is true, perhaps of a bound.
    """
    x, below = false >> 1, 1 - (false & 1)
    if s.owner[x] < 0:
        return True
    looser = long(2 * s.link[2 * x + 1 - below] + below)
    if looser >= 0 and s.value[looser] == 0:
        assign(s, looser, false << 2 | state.BINARY)
    elif looser >= 0 and s.value[looser] < 0:
        s.numbers[state.CAUSE] = false << 2 | state.BINARY
        s.numbers[state.OTHER] = looser
        return False
    return True


@compiled
def _groups(s: ClauseState, false: int) -> bool:
    """Make the others of each group false; False where one is true.

    Args:
        s: the state.
        false: the negation of a literal that is true.
    """
    true = false ^ 1
    for i in range(s.within[true], s.within[true + 1]):
        group = s.grouped[i]
        for j in range(s.groups[group], s.groups[group + 1]):
            other = long(s.members[j] ^ 1)
            if s.value[other] == 0:
                assign(s, other, false << 2 | state.BINARY)
            elif s.value[other] < 0 and other != false:
                s.numbers[state.CAUSE] = false << 2 | state.BINARY
                s.numbers[state.OTHER] = other
                return False
    return True
