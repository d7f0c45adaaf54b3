"""What a conflict teaches the general kernel: the clause of the first unique implication point.

Marques-Silva and Sakallah, "GRASP", IEEE Transactions on Computers 1999; the clause is minimised by
literals that follow from others of it (Eén and Sörensson, "An extensible SAT-solver", SAT 2003),
and the literals of one depth are replaced by one from which they follow (Fleury and Biere,
"Efficient all-UIP learned clause minimization", SAT 2021).  The rules of the puzzle are no clauses:
the reason of a literal is a candidate or a mask, and is turned into a clause only when a conflict
needs it.
"""

from accord.solvers.kernels import state
from accord.solvers.kernels.board import ShapeTables
from accord.solvers.kernels.loading import compiled, lowest
from accord.solvers.kernels.state import SearchState, long

DECAY = 0.95  # what a conflict counts after the next one


@compiled
def bump(s: SearchState, x: int) -> None:
    """Count a conflict of this candidate."""
    s.activity[x] += s.rates[state.INCREMENT]
    if s.activity[x] > 1e100:
        for i in range(s.activity.size):
            s.activity[i] *= 1e-100
        s.rates[state.INCREMENT] *= 1e-100


@compiled
def antecedents(b: ShapeTables, s: SearchState, cause: int, x: int) -> int:
    """Write the variables that led to x, all but x of its cause, into the buffer; how many."""
    number = 0
    what = cause >> 2
    kind = cause & 3
    if kind == state.PEER:
        s.buffer[0] = what
        return 1
    if kind == state.PLACES:
        left = s.root[what]
        while left:
            y = b.places[b.offset[what] + lowest(left)] + b.add[what]
            left &= left - 1
            if y != x:
                s.buffer[number] = y
                number += 1
    elif kind == state.CLAUSE:
        for i in range(what + state.HEADER, what + state.HEADER + s.arena[what]):
            y = s.arena[i] >> 1
            if y != x:
                s.buffer[number] = y
                number += 1
    return number


@compiled
def analyse(b: ShapeTables, s: SearchState) -> int:
    """Learn the first unique implication point's clause; the depth to go back to."""
    numbers, seen, level, clause = s.numbers, s.seen, s.level, s.clause
    depth = numbers[state.DEPTH]
    cause = numbers[state.CAUSE]
    size, open_, marks = 1, 0, 0
    i = numbers[state.END]
    x = long(-1)
    while True:
        if cause & 3 == state.CLAUSE:
            s.arena[(cause >> 2) + 1] |= 1 << 16
        number = antecedents(b, s, cause, x)
        if x < 0 and cause & 3 == state.PEER:
            s.buffer[1] = numbers[state.OTHER]
            number = 2
        for j in range(number):
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
    seen[x] = 0
    depths = 0
    for i in range(1, size):
        depths |= 1 << (level[clause[i] >> 1] & 31)
    kept = 1
    for i in range(1, size):
        y = clause[i] >> 1
        if s.cause[y] == 0:
            needed = True
        else:
            needed, marks = not_implied(b, s, y, depths, marks)
        if needed:
            clause[kept] = clause[i]
            kept += 1
    for i in range(marks):
        seen[s.marked[i]] = 0
    kept = shrink(b, s, kept)
    numbers[state.SIZE] = kept
    back = 0
    glue = 1
    for i in range(1, kept):
        here = level[clause[i] >> 1]
        if s.stack[here] >= 0:
            s.stack[here] = -1
            glue += 1
        if here > back:
            back = here
            clause[1], clause[i] = clause[i], clause[1]
    for i in range(1, kept):
        s.stack[level[clause[i] >> 1]] = 0
    numbers[state.GLUE] = glue
    s.rates[state.INCREMENT] /= DECAY
    return back


@compiled
def shrink(b: ShapeTables, s: SearchState, size: int) -> int:
    """Replace the literals of each depth by one that implies them, where there is one."""
    level, clause = s.level, s.clause
    for i in range(2, size):
        literal = clause[i]
        here = level[literal >> 1]
        j = i
        while j > 1 and level[clause[j - 1] >> 1] < here:
            clause[j] = clause[j - 1]
            j -= 1
        clause[j] = literal
    kept, first = 1, 1
    while first < size:
        here = level[clause[first] >> 1]
        last = first
        while last < size and level[clause[last] >> 1] == here:
            last += 1
        literal = -1
        if last - first > 1:
            literal = point(b, s, first, last, here)
        if literal >= 0:
            clause[kept] = literal
            kept += 1
        else:
            for i in range(first, last):
                clause[kept] = clause[i]
                kept += 1
        first = last
    return kept


@compiled
def point(b: ShapeTables, s: SearchState, first: int, last: int, here: int) -> int:
    """The literal of this depth from which these of the clause follow; -1 if there is none."""
    inside, level = s.inside, s.level
    far = s.clause.size - 1
    number = 0
    for i in range(first, last):
        x = s.clause[i] >> 1
        inside[x] = 1
        s.clause[far - number] = x
        number += 1
    open_ = number
    literal = -1
    i = s.start[here] - 1
    while True:
        x = long(s.trail[i] >> 1)
        if inside[x]:
            if open_ == 1:
                literal = s.trail[i] ^ 1
                break
            cause = long(s.cause[x])
            outside = cause == state.NONE
            for j in range(antecedents(b, s, cause, x)):
                z = long(s.buffer[j])
                if level[z] == here:
                    if not inside[z]:
                        inside[z] = 1
                        s.clause[far - number] = z
                        number += 1
                        open_ += 1
                elif level[z] and not s.seen[z]:
                    outside = True
                    break
            if outside:
                break
            open_ -= 1
        i -= 1
    for i in range(number):
        inside[s.clause[far - i]] = 0
    return literal


@compiled
def not_implied(
    b: ShapeTables, s: SearchState, x: int, depths: int, marks: int
) -> tuple[bool, int]:
    """Whether x does not follow from the other literals of the clause."""
    stack = s.marked
    begin = marks
    # the stack lies at the far end of `clause`
    far = s.clause.size - 1
    s.clause[far] = x
    height = 1
    while height:
        height -= 1
        y = long(s.clause[far - height])
        number = antecedents(b, s, long(s.cause[y]), y)
        for j in range(number):
            z = long(s.buffer[j])
            if s.seen[z] or s.level[z] == 0:
                continue
            if s.cause[z] == 0 or not depths >> (s.level[z] & 31) & 1:
                for i in range(begin, marks):
                    s.seen[stack[i]] = 0
                return True, begin
            s.seen[z] = 1
            stack[marks] = z
            marks += 1
            s.clause[far - height] = z
            height += 1
    return False, marks
