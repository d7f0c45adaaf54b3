"""What changes while clauses are searched: the arrays that the compiled functions share.

A variable is 0, 1, ...; its literals are twice that, and one more for "not".  The true literals
stand on a trail, in order, each with its cause:

    NONE      a guess, or what follows from nothing
    BINARY    the other literal of a clause of two, of a pair in a group, or of two bounds
    CLAUSE    the place of a clause in the arena
    SUM       the number of a sum (sums.py), which explains the literal when it is asked; further
              numbers are those of all-differents (intervals.py), then of tables (tables.py), of
              resources (resources.py), and of arcs (circuits.py)

A clause in the arena is its size, its rank, and its literals, of which the first two are watched.
Each literal has a list of watches in the pool: pairs of a blocker, some literal of the clause that
is looked at first, and the cause.  A group is a list of literals of which at most one is true: the
clauses of two that say so are nowhere written.

Variables that say x <= v of one number are linked in order: one that is true makes the next higher
true, one that is false the next lower false.  A bound that has no variable is made when it follows
or is guessed, and unmade with it unless a learnt clause names it (T. Feydy and P. Stuckey, "Lazy
clause generation reengineered", CP 2009).  Numbers that are one at a time stand in one array, by
the places that are named here.
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
    FOLLOWED,  # those of them whose arcs have been followed, where there are circuits
    DEPTH,  # guesses on the trail
    CAUSE,  # of a conflict, as of a literal
    OTHER,  # the literal in conflict, where the cause is BINARY
    SIZE,  # of the clause just learnt or given, 0 where it has its place
    GLUE,  # its depths
    DECISIONS,
    CONFLICTS,
    PROPAGATIONS,
    RESTARTS,
    GIVEN,  # numbers of the arena that hold clauses of the problem
    USED,  # numbers of the arena that hold clauses
    POOLED,  # numbers of the pool that hold watches, or have held them
    LEARNT,  # clauses in the arena that were learnt
    ROOM,  # how many of them it may hold before half of them are forgotten
    SINCE,  # conflicts since the last restart
    STEADY,  # whether restarts are rare
    SWITCH,  # conflicts at which the other mode begins
    TURNS,  # modes that have ended
    FURTHEST,  # literals of the longest trail without a conflict in this mode
    WAITING,  # variables in the heap
    LIVE,  # variables that are there
    SPARE,  # variables that are not: those in `spare`
    MOST_MADE,  # variables that one sum or all-different may make at a time
    NEXT,  # the place in the queue of the sum whose turn is next
    QUEUED,  # sums that wait for their turn
    LOW,  # the interval that has too many numbers, where that is the conflict
    HIGH,
    CUT,  # arcs in the buffer between parts of a circuit, where that is the conflict
    TABLES,  # the number of the first table
    NAMED,  # variables that the problem names: those beyond are made
    NUMBERS,
) = range(34)
INCREMENT, FAST, SLOW, RATES = range(4)
QUIET, CONFLICT, FULL = range(3)  # how propagation ends
FOUND, SPENT, GROW, EXHAUSTED = range(4)  # why a search returns
HEADER = 2  # size and rank
USED_BIT = 1 << 16  # of a rank: the clause was used since some were forgotten
NONE, BINARY, CLAUSE, SUM = range(4)  # kinds of causes


class ClauseState(ArrayTable):
    """The arrays of a search: what changes, and the bounds, sums and circuits."""

    numbers: Longs
    rates: NDArray[np.float64]
    value: Bytes  # by literal: 1 true, -1 false, 0 open
    phase: Bytes  # by variable: 1 where it was false when it last had a value
    best: Bytes  # by variable: its phase on the longest trail without a conflict, or -1
    seen: Bytes  # by variable: met in this conflict
    level: Integers  # by variable: its depth
    cause: Integers  # by variable: what made its literal true, times four, and of what kind
    place: Integers  # by variable: where its literal stands on the trail
    trail: Integers  # the true literals in order
    start: Integers  # by depth: where it begins in the trail
    before: Integers  # by place of the trail: the bound that the literal there has replaced, or -2
    clause: Integers  # being learnt, or given
    marked: Integers  # variables that were seen
    stack: Integers  # variables to look at
    buffer: Integers  # antecedents
    counted: Integers  # by depth: the conflict that has counted it
    activity: NDArray[np.float64]  # by variable: conflicts, late ones most
    heap: Integers  # open variables, the most active first
    position: Integers  # by variable: where it stands in the heap, or -1
    first: Longs  # by literal: where its watches begin in the pool
    size: Integers  # by literal: how many there are
    capacity: Integers  # by literal: for how many there is room
    pool: Integers  # watches
    arena: Integers  # clauses
    within: Integers  # by literal: where its groups begin in the next
    grouped: Integers  # these groups
    groups: Integers  # by group: where it begins in the next
    members: Integers  # literals of which at most one is true
    owner: Integers  # by variable: the number whose bound it says, or -1
    step: Integers  # by variable: x <= this one of the values
    link: Integers  # by variable, twice: that of the number's next lower, next higher bound, or -1
    kept: Bytes  # by variable: whether it stays when it has no value, as clauses name it
    spare: Integers  # variables that may be made
    steps: Integers  # by number, twice: where its values begin and end in the next
    values: Longs  # the values of numbers, in order
    rim: Integers  # by number, twice: the variable of its highest, lowest bound, or -1
    latest: Integers  # by number, twice: the place of the literal that bounds it from above, below
    sums: Integers  # where each sum's terms begin in the next two
    weights: Longs  # by term; of a resource its duration, of an all-different 0
    terms: Integers  # by term: the number
    rights: Longs  # by sum: it is at most this; beyond are all-differents, tables, then resources
    heights: Longs  # by term of a resource: how much of it the task uses
    limits: Longs  # by resource: how much of it there is
    lows: Longs  # by term of an all-different or resource: the least value of its number
    highs: Longs  # the largest; of a resource the largest end
    ordered: Integers  # of each all-different or resource the terms, nearly in the order of `highs`
    low: Longs  # by place of the trail: the interval or window that led to the literal there
    high: Longs
    uses: Integers  # by number, twice: where the sums begin that its upper, lower bound concerns
    using: Integers  # these sums
    queue: Integers  # sums that wait, from NEXT on and on from the beginning; no resources
    waits: Bytes  # by sum: whether it waits
    tables_begin: Integers  # by literal: where the tables that have it begin in the next
    tables_of: Integers  # these tables
    entries: Integers  # by table: where its literals begin in the next two
    entry: Integers  # by literal of a table: x = v
    mask: Integers  # where its mask begins
    masks: Longs  # a bit for each tuple of the table: whether it has this value
    widths: Integers  # by table: numbers of 64 bits of each mask
    left: Longs  # the tuples that are left, when this was last asked
    arcs_begin: Integers  # by literal: where the arcs that it says begin in the next
    arcs_of: Integers  # these arcs
    arc: Integers  # by arc, those that leave a node together: its literal
    tail: Integers  # the node that it leaves
    head: Integers  # the node that it enters
    leaving: Integers  # by node, of all circuits: where its arcs begin in the last three
    entering: Integers  # by node: where the arcs that enter it begin in the next
    entered: Integers  # these arcs
    circuit: Integers  # by node: its circuit
    nodes: Integers  # where each circuit's nodes begin
    reached: Bytes  # by node: whether it was, when this was last asked
    visits: Integers  # by node: room for nodes to go on from
    onward: Integers  # by node: the arc last seen to leave it, or -1
    backward: Integers  # by node: the arc last seen to enter it, or -1


@compiled
def assign(s: ClauseState, literal: int, cause: int) -> None:
    """Make a literal true, the last on the trail."""
    numbers = s.numbers
    x = literal >> 1
    end = numbers[END]
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.cause[x] = cause
    s.level[x] = numbers[DEPTH]
    s.place[x] = end
    s.trail[end] = literal
    numbers[END] = end + 1
    if s.owner[x] >= 0:
        _bound(s, literal, end)


@compiled
def step_of(s: ClauseState, x: int, below: int, place: int) -> int:
    """The step of the literal at a place of the trail that bounds a number from below, or above.

    x <= values[step] is that literal, or false by it.  At -1 it is the domain that bounds: then the
    step is beside those that have a literal.
    """
    if place >= 0:
        return long(s.step[s.trail[place] >> 1])
    return long(s.steps[2 * x + 1 - below]) - 1


@compiled
def inward(s: ClauseState, x: int, below: int) -> int:
    """The variable of a number's next bound that is tighter than the present one; -1: none is."""
    place = s.latest[2 * x + below]
    if place < 0:
        return long(s.rim[2 * x + below])
    return long(s.link[2 * (s.trail[place] >> 1) + below])


@compiled
def bounding(s: ClauseState, x: int, below: int, step: int) -> int:
    """The literal of a bound of a number that is tighter than the present one.

    A literal that is made has to be assigned at once.

    Args:
        s: the state, in which something is spare.
        x: the number.
        below: 1 for its least value, 0 for its largest.
        step: x <= values[step] is what is true, or false.
    """
    place = s.latest[2 * x + below]
    outer, inner = long(s.trail[place] >> 1 if place >= 0 else -1), inward(s, x, below)
    while inner >= 0 and ((s.step[inner] < step) if below else (s.step[inner] > step)):
        outer, inner = inner, long(s.link[2 * inner + below])
    if inner >= 0 and s.step[inner] == step:
        return 2 * inner + below
    s.numbers[SPARE] -= 1
    s.numbers[LIVE] += 1
    made = long(s.spare[s.numbers[SPARE]])
    s.owner[made], s.step[made], s.kept[made] = x, step, 0
    s.activity[made], s.best[made] = 0.0, -1
    s.link[2 * made + below], s.link[2 * made + 1 - below] = inner, outer
    _tie(s, x, below, outer, made)
    _tie(s, x, 1 - below, inner, made)
    return 2 * made + below


@compiled
def _tie(s: ClauseState, x: int, up: int, one: int, other: int) -> None:
    """Note that one bound of a number, or none, is followed by another, upwards or downwards."""
    if one >= 0:
        s.link[2 * one + up] = other
    else:
        s.rim[2 * x + up] = other


@compiled
def unmake(s: ClauseState, made: int) -> None:
    """Take a variable away that bounds a number."""
    x, lower, higher = long(s.owner[made]), long(s.link[2 * made]), long(s.link[2 * made + 1])
    _tie(s, x, 1, lower, higher)
    _tie(s, x, 0, higher, lower)
    s.spare[s.numbers[SPARE]] = made
    s.numbers[SPARE] += 1
    s.numbers[LIVE] -= 1


@compiled
def _bound(s: ClauseState, literal: int, end: int) -> None:
    """Note a literal as the tightest bound of a number, and enqueue the number's sums."""
    x, below = literal >> 1, literal & 1
    which = 2 * s.owner[x] + below
    old = long(s.latest[which])
    s.before[end] = -2
    if old >= 0:
        step = s.step[s.trail[old] >> 1]
        if (step >= s.step[x]) if below else (step <= s.step[x]):
            return
    s.before[end] = old
    s.latest[which] = end
    for i in range(s.uses[which], s.uses[which + 1]):
        c = s.using[i]
        enqueue(s, long(c))


@compiled
def enqueue(s: ClauseState, number: int) -> None:
    """Note that a sum, an all-different, a table or a resource waits for its turn."""
    if not s.waits[number]:
        s.waits[number] = 1
        if number < s.queue.size:
            s.queue[(s.numbers[NEXT] + s.numbers[QUEUED]) % s.queue.size] = number
            s.numbers[QUEUED] += 1


@compiled
def next_sum(s: ClauseState) -> int:
    """Take the sum out of the queue that has waited longest."""
    number = long(s.queue[s.numbers[NEXT]])
    s.numbers[NEXT] = (s.numbers[NEXT] + 1) % s.queue.size
    s.numbers[QUEUED] -= 1
    s.waits[number] = 0
    return number


@compiled
def next_resource(s: ClauseState) -> int:
    """Take a resource that waits; -1 where none does."""
    for number in range(s.queue.size, s.waits.size):
        if s.waits[number]:
            s.waits[number] = 0
            return long(number)
    return long(-1)


@compiled
def cancel(s: ClauseState, depth: int) -> None:
    """Take back all guesses but so many, and what has followed from them."""
    numbers = s.numbers
    if numbers[DEPTH] <= depth:
        return
    begin = s.start[depth]
    for i in range(numbers[END] - 1, begin - 1, -1):
        literal = long(s.trail[i])
        x = literal >> 1
        s.value[literal] = s.value[literal ^ 1] = 0
        s.phase[x] = literal & 1
        if s.owner[x] >= 0 and s.before[i] != -2:
            s.latest[2 * s.owner[x] + (literal & 1)] = s.before[i]
        if not s.kept[x]:
            unmake(s, x)
        elif s.position[x] < 0:
            push(s, x)
    numbers[END] = numbers[AT] = begin
    numbers[FOLLOWED] = min(numbers[FOLLOWED], begin)
    numbers[DEPTH] = depth
    while numbers[QUEUED]:
        next_sum(s)
    for number in range(s.queue.size, s.waits.size):
        s.waits[number] = 0


@compiled
def push(s: ClauseState, x: int) -> None:
    """Put a variable into the heap."""
    s.heap[s.numbers[WAITING]] = x
    s.position[x] = s.numbers[WAITING]
    s.numbers[WAITING] += 1
    rise(s, x)


@compiled
def rise(s: ClauseState, x: int) -> None:
    """Move a variable in the heap as far up as its activity says."""
    i = long(s.position[x])
    while i > 0:
        above = (i - 1) >> 1
        y = s.heap[above]
        if s.activity[y] >= s.activity[x]:
            break
        s.heap[i] = y
        s.position[y] = i
        i = above
    s.heap[i] = x
    s.position[x] = i


@compiled
def pop(s: ClauseState) -> int:
    """Take the most active variable out of the heap."""
    top = long(s.heap[0])
    s.position[top] = -1
    s.numbers[WAITING] -= 1
    n = s.numbers[WAITING]
    if n == 0:
        return top
    x = s.heap[n]
    i = long(0)
    while True:
        j = 2 * i + 1
        if j >= n:
            break
        if j + 1 < n and s.activity[s.heap[j + 1]] > s.activity[s.heap[j]]:
            j += 1
        y = s.heap[j]
        if s.activity[y] <= s.activity[x]:
            break
        s.heap[i] = y
        s.position[y] = i
        i = j
    s.heap[i] = x
    s.position[x] = i
    return top
