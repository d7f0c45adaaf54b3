"""What a conflict teaches: the clause of the first unique implication point.

Marques-Silva and Sakallah, "GRASP", IEEE Transactions on Computers 1999; the clause is minimised by
literals that follow from others of it (Eén and Sörensson, "An extensible SAT-solver", SAT 2003).
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.circuits import explain_circuit
from accord.solvers.kernels.problems.intervals import explain_interval
from accord.solvers.kernels.problems.resources import explain_resource
from accord.solvers.kernels.problems.state import ClauseState, cancel, long, rise
from accord.solvers.kernels.problems.sums import explain_sum
from accord.solvers.kernels.problems.tables import explain_table

DECAY = 0.95  # what a conflict counts after the next one


@compiled
def bump(s: ClauseState, x: int) -> None:
    """Count a conflict of this variable."""
    s.activity[x] += s.rates[state.INCREMENT]
    if s.activity[x] > 1e100:
        for i in range(s.activity.size):
            s.activity[i] *= 1e-100
        s.rates[state.INCREMENT] *= 1e-100
    if s.position[x] >= 0:
        rise(s, x)


@compiled
def antecedents(s: ClauseState, cause: int, x: int) -> int:
    """Write the variables that led to x, -1 for a conflict, into the buffer; how many."""
    what, kind = cause >> 2, cause & 3
    if kind == state.BINARY:
        s.buffer[0] = what >> 1
        if x >= 0:
            return long(1)
        s.buffer[1] = s.numbers[state.OTHER] >> 1
        return long(2)
    if kind == state.SUM:
        if what < s.rights.size:
            return explain_sum(s, what, x)
        if what < s.numbers[state.TABLES]:
            return explain_interval(s, what, x)
        if what < s.queue.size:
            return explain_table(s, what, x)
        if what < s.waits.size:
            return explain_resource(s, what, x)
        return explain_circuit(s, what)
    found = long(0)
    if kind == state.CLAUSE:
        for i in range(what + state.HEADER, what + state.HEADER + s.arena[what]):
            y = s.arena[i] >> 1
            if y != x:
                s.buffer[found] = y
                found += 1
    return found


@compiled
def go_back_to_conflict(s: ClauseState) -> None:
    """Take back guesses that a conflict does not need: a resource may look at a window late."""
    while s.numbers[state.CAUSE] & 3 == state.SUM and s.numbers[state.DEPTH]:
        deepest = long(0)
        for i in range(antecedents(s, s.numbers[state.CAUSE], long(-1))):
            deepest = max(deepest, s.level[s.buffer[i]])
        if deepest == s.numbers[state.DEPTH]:
            return
        cancel(s, long(deepest))


@compiled
def analyse(s: ClauseState) -> int:
    """Learn the clause of a conflict; the depth to go back to."""
    numbers, seen, level, clause = s.numbers, s.seen, s.level, s.clause
    depth = numbers[state.DEPTH]
    cause = numbers[state.CAUSE]
    size, open_, marks = long(1), 0, long(0)
    i = numbers[state.END]
    x = long(-1)
    while True:
        if cause & 3 == state.CLAUSE and cause >> 2 >= numbers[state.GIVEN]:
            s.arena[(cause >> 2) + 1] |= state.USED_BIT
        for j in range(antecedents(s, cause, x)):
            y = long(s.buffer[j])
            if seen[y] or level[y] == 0:
                continue
            seen[y] = 1
            s.marked[marks] = y
            marks += 1
            bump(s, y)
            if level[y] >= depth:
                open_ += 1
            else:
                clause[size] = 2 * y + (s.value[2 * y] > 0)
                size += 1
        i -= 1
        while not seen[s.trail[i] >> 1]:
            i -= 1
        x = long(s.trail[i] >> 1)
        cause = long(s.cause[x])
        open_ -= 1
        if open_ == 0:
            break
    clause[0] = s.trail[i] ^ 1
    size = _minimised(s, size, marks)
    back = _measured(s, size)
    s.rates[state.INCREMENT] /= DECAY
    return back


@compiled
def _minimised(s: ClauseState, size: int, marks: int) -> int:
    """Leave out literals that follow from others; what is left, and nothing seen any more."""
    depths = long(0)
    for i in range(1, size):
        depths |= 1 << (s.level[s.clause[i] >> 1] & 31)
    kept = long(1)
    for i in range(1, size):
        y = long(s.clause[i] >> 1)
        needed = True
        if s.cause[y] != state.NONE:
            needed, marks = _not_implied(s, y, depths, marks)
        if needed:
            s.clause[kept] = s.clause[i]
            kept += 1
    for i in range(marks):
        s.seen[s.marked[i]] = 0
    return kept


@compiled
def _not_implied(s: ClauseState, x: int, depths: int, marks: int) -> tuple[bool, int]:
    """Whether x does not follow from other literals of the clause; and how many are marked."""
    begin = marks
    s.stack[0] = x
    height = long(1)
    while height:
        height -= 1
        y = long(s.stack[height])
        for j in range(antecedents(s, long(s.cause[y]), y)):
            z = long(s.buffer[j])
            if s.seen[z] or s.level[z] == 0:
                continue
            if s.cause[z] == state.NONE or not depths >> (s.level[z] & 31) & 1:
                for i in range(begin, marks):
                    s.seen[s.marked[i]] = 0
                return True, begin
            s.seen[z] = 1
            s.marked[marks] = z
            marks += 1
            s.stack[height] = z
            height += 1
    return False, marks


@compiled
def _measured(s: ClauseState, size: int) -> int:
    """Note size and glue; the second watch is of the deepest other literal, whose depth it is."""
    numbers, back, glue = s.numbers, long(0), 1
    s.kept[s.clause[0] >> 1] = 1
    for i in range(1, size):
        s.kept[s.clause[i] >> 1] = 1
        here = long(s.level[s.clause[i] >> 1])
        if s.counted[here] != numbers[state.CONFLICTS]:
            s.counted[here] = numbers[state.CONFLICTS]
            glue += 1
        if here > back:
            back = here
            s.clause[1], s.clause[i] = s.clause[i], s.clause[1]
    numbers[state.SIZE] = size
    numbers[state.GLUE] = glue
    return back
