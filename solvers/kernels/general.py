"""Search on bit masks of any shape, compiled, which learns from its conflicts where it has to.

What is left of a puzzle is a bit mask per cell (its values) and one per house and value (the
cells for it).  Both views say "one of these is true" in the same way, so that naked and hidden
singles are one rule: a mask with one bit left.  A candidate made true excludes all others in its
masks; one that is excluded takes a bit from each of its masks.  The literals stand on a trail, and
backtracking puts the bits back.  Locked candidates are looked for before each guess.  Houses of
fewer cells than there are values only exclude.  All that the shape determines is made once.

The search has two gears.  The plain one guesses in the mask with fewest candidates, of equal ones
that with most conflicts (the weights of Boussemart, Hemery, Lecoutre and Sais, "Boosting
systematic search by weighting constraints", ECAI 2004), and flips the last guess at a conflict.  It
decides small boards in microseconds and tells the solutions of loose puzzles as fast as it finds
them.  After 50 conflicts without a solution it gives way to conflict-driven clause learning
(Marques-Silva and Sakallah, "GRASP", IEEE Transactions on Computers 1999): the first unique
implication point's clause, minimised; two watched literals and activities that decay (Moskewicz and
others, "Chaff", DAC 2001; Eén and Sörensson, "An extensible SAT-solver", SAT 2003); clauses kept by
the number of depths in them, their glue, and restarts when it grows (Audemard and Simon,
"Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009); the literals of one depth
replaced by one from which they follow (Fleury and Biere, "Efficient all-UIP learned clause
minimization", SAT 2021).  The rules of the puzzle are no clauses: what made a literal true is a
candidate or a mask, and is spelled out only when a conflict asks for it.

No solution is told twice.  What plain search had excluded when it gave way becomes a nogood for
each guess that was tried both ways (Lecoutre, Sais, Tabary and Vidal, "Nogood recording from
restarts", IJCAI 2007).  The first 100 solutions of the second gear are excluded by a clause over
their guesses; from then on it backtracks past them and never jumps over what it has passed, so
that memory does not grow with the solutions (Gebser, Kaufmann, Neumann and Schaub,
"Conflict-driven answer set enumeration", LPNMR 2007).

CPU seconds to decide uniqueness, set-up included, beside the fastest others:

    board                          here    minisat  cadical  glucose  cp-sat   conflicts here
    ----------------------------   -----   -------  -------  -------  ------   --------------
    16x16, 45 to 62 % blank        0.000   0.007    0.007    0.008    0.003    0
    25x25 easy, 36 % blank         0.001   0.012    0.013    0.022    0.006    0
    25x25 hard, 52 % blank         0.011   0.03     0.05     0.05     0.08     338
    another                        0.08    0.14     0.16     0.16     0.23     2,119
    25x25, 52 % blank (the zoo)    0.24    0.5      0.5      0.7      0.7      6,519
    25x25, 62 %, many solutions    0.005   0.08     0.11     0.08     0.3      21
    25x25 of 270 clues             0.55    0.9      0.7      0.9      1.7      9,871
    25x25 of 274 clues             19      > 45     15       > 45     24       184,706
    36x36, 45 % blank              0.01    0.06     0.08     0.08     0.08     62
    36x36, 48 %, many solutions    0.9     1.1      1.9      1.1      1.1      14,174

The others read the clauses of `reduced`.  Of 14 more generated 25x25 boards with 50 to 60 % blank,
this decided the median one in 0.35 times the time of the fastest of the four, and the worst in 1.1
times; it found one solution in 0.26 times, and at worst in 1.5 times.  36x36 boards with 48 % blank
are beyond what this finds reliably: of three more, it solved two in 4.2 and 1.4 s and gave one up
after 8.  The first took CaDiCaL 3.1 and CP-SAT 4.9.

What decides a hard board is where it guesses.  Conflicts on four boards of 25x25 with 300 to 280
clues and one of 36x36, all generated, and CPU seconds, from before references to arrays were left
uncounted (below):

    the most active candidate, restarts after Luby's sequence times 50      59,765   5.9
    the same, but first false                                       more than 65,882
    the same, every candidate tried once at the root (21 fell)      more than 59,408
    the most active candidate, restarts by glue                             50,971   4.8
    the most active in the masks with fewest, Luby                          28,408   2.9
    activity divided by the mask's size, Luby                               28,306   3.0
    the most active in the masks with fewest, restarts by glue              25,584   3.0
    ... as before, on fewer arrays (no heap)                                25,910   2.3
    ... and the literals of a depth replaced by one                         24,612   2.1

Learning after 50 conflicts instead of 200 takes 14 % fewer of them on 30 boards of 25x25 with 50 to
58 % blank.  On these and three known hard ones nothing else was better beyond chance, by which the
sums vary by a tenth: decay 0.94 to 0.99 (fewer conflicts for one solution, more for two, and from
0.97 on dearer ones); restarts after 10 or 20 conflicts, after 200 or never; 1,000 or 4,000 clauses;
more of them kept for good; guessing the candidate of the mask that was true last (phase saving).
Looking only at the masks with a choice at the root takes the same time.  Guessing in masks of two
and of three alike took a quarter more conflicts on other boards.  Without locked candidates before
each guess, 9x9 jigsaws take twice the guesses (90 for 44) and a fifth more time, the other shapes
as much as with them.  A prototype that never learned did not finish half-empty 25x25 in 30 s.
A conflict takes 45 microseconds at 25x25, half of them propagation.  It took 100 when numba still
counted references to the arrays (see `compiled`).
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit
from numba.extending import intrinsic
from numpy.typing import NDArray

from accord.puzzles.grid import Cell, Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.kernels.loading import kept
from accord.solvers.many import Answers

Bytes = NDArray[np.int8]
Integers = NDArray[np.int32]
Longs = NDArray[np.int64]
Grids = NDArray[np.uint8]  # N x cells, row by row; 0 is a blank
Function = TypeVar("Function", bound=Callable[..., Any])
long = cast(Callable[[Any], int], np.int64)

ENOUGH = 50  # conflicts without a solution before the search begins to learn
NOTHING: Longs = np.zeros(0, np.int64)
NOGOODS = 100  # solutions excluded by a clause each, before backtracking passes them
FEWEST = 50  # conflicts between two restarts
WORSE = 1.25  # how many times the usual glue the glue of late has to be for a restart
DECAY = 0.95  # what a conflict counts after the next one
CLAUSES = 2000  # kept before half of them are forgotten for the first time
MORE = 300  # that are kept after each time
GOOD = 2  # glue of clauses that are never forgotten
FAIR = 6  # glue of those that are not while they are used
MOST = 255  # glue that is told apart
MARGIN = 64  # numbers of the arena beyond the longest clause
SLICE = 256  # puzzles that a thread takes at a time
EACH = 30  # literals that count as one more guess
FOREVER = 1 << 50

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
    ROW,  # of the puzzle
    ENDURE,  # conflicts without a solution that plain search may meet
    EVERY,  # whether all solutions are written
    NUMBERS,
) = range(27)
INCREMENT, FAST, SLOW, RATES = range(4)
FRESH, PLAIN, LEARNING, DONE = range(4)
FOUND, SPENT, FULL, EXHAUSTED = range(4)  # why a search returns
HEADER = 4  # size, glue, and the next clauses that watch the same two literals
NONE, CLAUSE, PLACES, PEER = range(4)  # causes: of guesses, and of what follows


class Board(NamedTuple):
    """What the shape determines.

    A candidate is cell * n + value, values from 0 here; its literals are twice that, and one more
    for "not".  A mask holds the candidates of which one is true: those of a cell, a bit per value,
    and those of a house and a value, a bit per cell.  The masks of cells come first.
    """

    n: int
    cell: Integers  # by candidate
    masks: Longs  # all candidates
    full: Grids  # by mask: whether one must be true; else only no two of them
    offset: Integers  # by mask: candidate = places[offset + bit] + add
    add: Integers  # by mask
    places: Integers
    first: Integers  # cells + 1: where a cell's houses begin in the next two
    house: Integers  # the mask of the house and the lowest value
    bit: Integers  # of the cell in this house
    meets: Longs  # M x 4: masks of two houses' lowest value, bits of their common cells in each


class Search(NamedTuple):
    """What changes."""

    numbers: Longs
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
    clause: Integers  # being learned; from its far end, a stack
    marked: Integers  # candidates that were seen
    stack: Integers  # by depth: -1 when it has been counted
    buffer: Integers  # antecedents
    head: Integers  # by literal: the first clause that watches it
    arena: Integers  # the clauses
    glues: Longs  # clauses of each glue, while some are forgotten


def compiled(function: Function) -> Function:
    """The function in machine code, as part of the entry points that call it.

    It borrows its arrays, and can neither make nor return one: numba would else count references to
    each of them at every call.
    """
    return cast(Function, njit(_nrt=False, error_model="numpy")(function))


def returning(function: Function) -> Function:
    """The same of a function that returns arrays."""
    return cast(Function, njit(error_model="numpy")(function))


def entry(function: Function) -> Function:
    """The function in machine code, kept on disk; it releases the GIL."""
    return cast(Function, kept(function, nogil=True, error_model="numpy"))


def _ones(typing: Any, number: Any) -> Any:
    return number(number), lambda _, builder, __, args: builder.ctpop(args[0])


def _lowest(typing: Any, number: Any) -> Any:
    never_zero = ir.Constant(ir.IntType(1), 1)
    return number(number), lambda _, builder, __, args: builder.cttz(args[0], never_zero)


ones: Callable[[int], int] = intrinsic(_ones)  # bits that are one
lowest: Callable[[int], int] = intrinsic(_lowest)  # the place of the first of them


@compiled
def copy(to: Longs, source: Longs) -> None:
    """Make an array like another of its size."""
    for i in range(source.size):
        to[i] = source[i]


@compiled
def assign(s: Search, literal: int, cause: int, end: int, depth: int) -> None:
    """Make a literal true, the last on the trail."""
    s.value[literal] = 1
    s.value[literal ^ 1] = -1
    s.cause[literal >> 1] = cause
    s.level[literal >> 1] = depth
    s.trail[end] = literal


@compiled
def propagate(b: Board, s: Search) -> bool:
    """Draw all consequences; whether there is a conflict."""
    numbers, masks, value, trail, head, arena = (
        s.numbers,
        s.masks,
        s.value,
        s.trail,
        s.head,
        s.arena,
    )
    n = b.n
    at, end, depth = numbers[AT], numbers[END], numbers[DEPTH]
    begin = at
    clauses = numbers[LEARNED] > 0
    conflict = False
    while at < end and not conflict:
        literal = trail[at]
        at += 1
        x = long(literal >> 1)
        cell = long(b.cell[x])
        v = x - cell * n
        if literal & 1:
            for j in range(b.first[cell] - 1, b.first[cell + 1]):
                if j < b.first[cell]:
                    k = cell
                    left = masks[k] & ~(1 << v)
                else:
                    k = b.house[j] + v
                    left = masks[k] & ~(1 << b.bit[j])
                masks[k] = left
                if left & (left - 1) == 0 and b.full[k]:
                    if left == 0:
                        conflict = True
                    else:
                        y = b.places[b.offset[k] + lowest(left)] + b.add[k]
                        sign = value[2 * y]
                        if sign == 0:
                            assign(s, 2 * y, (k << 2) | PLACES, end, depth)
                            end += 1
                        conflict = sign < 0
                    if conflict:
                        s.weight[k] += 1
                        numbers[CAUSE] = (k << 2) | PLACES
                        break
        else:
            for j in range(b.first[cell] - 1, b.first[cell + 1]):
                if j < b.first[cell]:
                    k = cell
                    rest = masks[k] & ~(1 << v)
                else:
                    k = b.house[j] + v
                    rest = masks[k] & ~(1 << b.bit[j])
                while rest:
                    y = b.places[b.offset[k] + lowest(rest)] + b.add[k]
                    rest &= rest - 1
                    sign = value[2 * y]
                    if sign == 0:
                        assign(s, 2 * y + 1, (x << 2) | PEER, end, depth)
                        end += 1
                    elif sign > 0:
                        s.weight[k] += 1
                        numbers[CAUSE] = (x << 2) | PEER
                        numbers[OTHER] = y
                        conflict = True
                        break
                if conflict:
                    break
        if clauses and not conflict:
            wrong = literal ^ 1
            before = -1
            node = head[wrong]
            while node:
                ref = node >> 1
                slot = node & 1
                following = arena[ref + 2 + slot]
                other = arena[ref + HEADER + 1 - slot]
                sign = value[other]
                moved = False
                if sign <= 0:
                    for i in range(ref + HEADER + 2, ref + HEADER + arena[ref]):
                        candidate = arena[i]
                        if value[candidate] >= 0:
                            arena[i] = wrong
                            arena[ref + HEADER + slot] = candidate
                            arena[ref + 2 + slot] = head[candidate]
                            head[candidate] = node
                            moved = True
                            break
                if moved:
                    if before < 0:
                        head[wrong] = following
                    else:
                        arena[before] = following
                else:
                    before = ref + 2 + slot
                    if sign == 0:
                        assign(s, other, (ref << 2) | CLAUSE, end, depth)
                        end += 1
                    elif sign < 0:
                        numbers[CAUSE] = (ref << 2) | CLAUSE
                        conflict = True
                        break
                node = following
    numbers[AT], numbers[END] = at, end
    numbers[PROPAGATIONS] += at - begin
    return conflict


@compiled
def cancel(b: Board, s: Search, depth: int) -> None:
    """Take back everything beyond this depth."""
    numbers = s.numbers
    if numbers[DEPTH] <= depth:
        return
    stop = s.start[depth]
    at = numbers[AT]
    for i in range(numbers[END] - 1, stop - 1, -1):
        literal = s.trail[i]
        x = long(literal >> 1)
        s.value[literal] = 0
        s.value[literal ^ 1] = 0
        if literal & 1 and i < at:
            cell = long(b.cell[x])
            v = x - cell * b.n
            s.masks[cell] |= 1 << v
            for j in range(b.first[cell], b.first[cell + 1]):
                s.masks[b.house[j] + v] |= 1 << b.bit[j]
    numbers[END] = numbers[AT] = stop
    numbers[DEPTH] = depth


@compiled
def bump(s: Search, x: int) -> None:
    """Count a conflict of this candidate."""
    s.activity[x] += s.rates[INCREMENT]
    if s.activity[x] > 1e100:
        for i in range(s.activity.size):
            s.activity[i] *= 1e-100
        s.rates[INCREMENT] *= 1e-100


@compiled
def antecedents(b: Board, s: Search, cause: int, x: int) -> int:
    """Write the variables that led to x, all but x of its cause, into the buffer; how many."""
    number = 0
    what = cause >> 2
    kind = cause & 3
    if kind == PEER:
        s.buffer[0] = what
        return 1
    if kind == PLACES:
        left = s.root[what]
        while left:
            y = b.places[b.offset[what] + lowest(left)] + b.add[what]
            left &= left - 1
            if y != x:
                s.buffer[number] = y
                number += 1
    elif kind == CLAUSE:
        for i in range(what + HEADER, what + HEADER + s.arena[what]):
            y = s.arena[i] >> 1
            if y != x:
                s.buffer[number] = y
                number += 1
    return number


@compiled
def analyse(b: Board, s: Search) -> int:
    """Learn the first unique implication point's clause; the depth to go back to."""
    numbers, seen, level, clause = s.numbers, s.seen, s.level, s.clause
    depth = numbers[DEPTH]
    cause = numbers[CAUSE]
    size, open_, marks = 1, 0, 0
    i = numbers[END]
    x = long(-1)
    while True:
        if cause & 3 == CLAUSE:
            s.arena[(cause >> 2) + 1] |= 1 << 16
        number = antecedents(b, s, cause, x)
        if x < 0 and cause & 3 == PEER:
            s.buffer[1] = numbers[OTHER]
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
    numbers[SIZE] = kept
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
    numbers[GLUE] = glue
    s.rates[INCREMENT] /= DECAY
    return back


@compiled
def shrink(b: Board, s: Search, size: int) -> int:
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
def point(b: Board, s: Search, first: int, last: int, here: int) -> int:
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
            outside = cause == NONE
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
def not_implied(b: Board, s: Search, x: int, depths: int, marks: int) -> tuple[bool, int]:
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


@compiled
def store(s: Search, size: int, glue: int) -> int:
    """Put the clause into the arena and watch its first two literals; where it is."""
    ref = s.numbers[USED]
    arena = s.arena
    arena[ref] = size
    arena[ref + 1] = glue
    for i in range(size):
        arena[ref + HEADER + i] = s.clause[i]
    for slot in range(2):
        literal = s.clause[slot]
        arena[ref + 2 + slot] = s.head[literal]
        s.head[literal] = (ref << 1) | slot
    s.numbers[USED] = ref + HEADER + size
    s.numbers[LEARNED] += 1
    return long(ref)


@compiled
def forgettable(header: int) -> bool:
    """Whether a clause with this second number may be forgotten: its glue, and if it was used."""
    glue = header & 0xFFFF
    return glue > GOOD and not (header >> 16 and glue <= FAIR)


@compiled
def forget(s: Search) -> None:
    """Forget half of the clauses that may be, those of most glue first, and of these the oldest."""
    numbers, arena = s.numbers, s.arena
    counts = s.glues
    counts[:] = 0
    ref = 1
    while ref < numbers[USED]:
        if forgettable(arena[ref + 1]):
            counts[arena[ref + 1] & 0xFFFF] += 1
        ref += HEADER + arena[ref]
    surplus = counts.sum() // 2
    limit = MOST
    while limit > 0 and counts[limit] <= surplus:
        surplus -= counts[limit]
        limit -= 1
    s.head[:] = 0
    end = numbers[USED]
    numbers[USED], numbers[LEARNED] = 1, 0
    ref = 1
    while ref < end:
        size, glue = arena[ref], arena[ref + 1] & 0xFFFF
        out = False
        if forgettable(arena[ref + 1]):
            out = glue > limit
            if glue == limit and surplus > 0:
                surplus -= 1
                out = True
        caused = -1
        for slot in range(2):
            x = arena[ref + HEADER + slot] >> 1
            if s.value[2 * x] and s.cause[x] == (ref << 2) | CLAUSE:
                caused = x
        if caused >= 0 or not out:
            for i in range(size):
                s.clause[i] = arena[ref + HEADER + i]
            to = store(s, size, glue)
            if caused >= 0:
                s.cause[caused] = (to << 2) | CLAUSE
        ref += HEADER + size


@compiled
def append(s: Search, literal: int, cause: int) -> None:
    """Put a literal on the trail."""
    assign(s, literal, cause, s.numbers[END], s.numbers[DEPTH])
    s.numbers[END] += 1


@compiled
def guess(s: Search, literal: int) -> None:
    """Assume a literal, one deeper."""
    numbers = s.numbers
    numbers[GUESSES] += 1
    s.start[numbers[DEPTH]] = numbers[END]
    numbers[DEPTH] += 1
    append(s, literal, NONE)


@compiled
def smallest(b: Board, s: Search) -> int:
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
def flip(b: Board, s: Search) -> None:
    """The last guess was wrong."""
    numbers = s.numbers
    depth = numbers[DEPTH] - 1
    literal = s.trail[s.start[depth]]
    cancel(b, s, depth)
    append(s, literal ^ 1, NONE)


@compiled
def lock(b: Board, s: Search) -> int:
    """Remove what locked candidates exclude; how many."""
    numbers = s.numbers
    before = numbers[END]
    n = b.n
    for m in range(b.meets.shape[0]):
        one, two, in_one, in_two = b.meets[m, 0], b.meets[m, 1], b.meets[m, 2], b.meets[m, 3]
        for v in range(n):
            if s.masks[one + v] & ~in_one == 0:
                k = two + v
                rest = s.masks[k] & ~in_two
                while rest:
                    y = b.places[b.offset[k] + lowest(rest)] + b.add[k]
                    rest &= rest - 1
                    if s.value[2 * y] == 0:
                        append(s, 2 * y + 1, PLACES)
    return long(numbers[END] - before)


@compiled
def needed(s: Search) -> int:
    """Numbers of the arena that the nogoods of the present branch take."""
    numbers = s.numbers
    total = 0
    for depth in range(1, numbers[DEPTH] + 1):
        last = s.start[depth] if depth < numbers[DEPTH] else numbers[END]
        for i in range(s.start[depth - 1] + 1, last):
            if s.cause[s.trail[i] >> 1] == NONE:
                total += HEADER + depth + 1
    return total


@compiled
def keep_nogoods(s: Search) -> None:
    """Make a clause of each guess of the present branch that was tried both ways."""
    numbers = s.numbers
    for depth in range(1, numbers[DEPTH] + 1):
        last = s.start[depth] if depth < numbers[DEPTH] else numbers[END]
        for i in range(s.start[depth - 1] + 1, last):
            if s.cause[s.trail[i] >> 1] == NONE:
                s.clause[0] = s.trail[i]
                for j in range(depth):
                    s.clause[1 + j] = s.trail[s.start[depth - 1 - j]] ^ 1
                store(s, depth + 1, 0)


@compiled
def turn(b: Board, s: Search) -> None:
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
def liveliest(b: Board, s: Search) -> int:
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
def learn(b: Board, s: Search) -> None:
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
def restart(b: Board, s: Search) -> None:
    """Begin again with what has been learned."""
    numbers = s.numbers
    numbers[RESTARTS] += 1
    numbers[SINCE] = 0
    cancel(b, s, numbers[BOUND])
    if numbers[LEARNED] > numbers[ROOM]:
        forget(s)
        numbers[ROOM] += MORE


@compiled
def search(b: Board, s: Search, patience: int) -> int:
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
def pass_over(b: Board, s: Search) -> None:
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
def begin(b: Board, s: Search, givens: NDArray[np.uint8], allowed: Longs) -> None:
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
def leave(b: Board, s: Search) -> bool:
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
def write(s: Search, grid: NDArray[np.uint8]) -> None:
    """Write the solution on the trail."""
    for cell in range(grid.size):
        grid[cell] = 1 + lowest(s.masks[cell])


@returning
def search_of(
    b: Board,
    numbers: Longs,
    masks: Longs,
    signs: Bytes,
    integers: Integers,
    floats: NDArray[np.float64],
    arena: Integers,
) -> Search:
    """The parts of the arrays that a `Work` holds."""
    m = b.masks.size
    v = signs.size // 4
    return Search(
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


@entry
def answer(
    b: Board,
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


class Work:
    """A search that can be stopped and gone on with.

    Args:
        figure: the shape; its constraints are of AllDifferent.
        puzzles: N x cells givens.
        allowed: by cell a mask of values, for one puzzle; or empty.
        enough: conflicts without a solution after which it begins to learn; -1: from the start.
    """

    def __init__(
        self, figure: Shape, puzzles: Grids, allowed: Longs = NOTHING, enough: int = ENOUGH
    ) -> None:
        self.board, self.puzzles, self.allowed = board(figure), puzzles, allowed
        masks, total = self.board.masks.size, figure.size**3
        self.numbers = np.zeros(NUMBERS, np.int64)
        self.numbers[ENDURE] = enough
        self.masks = np.zeros(3 * masks + MOST + 1, np.int64)
        self.signs = np.zeros(4 * total, np.int8)
        self.integers = np.zeros(11 * total + 4, np.int32)
        self.floats = np.zeros(total + RATES, np.float64)
        self.arena = np.zeros(2 * total + MARGIN, np.int32)

    def run(self, grids: Grids, counts: Longs, guesses: Longs, limit: int, patience: int) -> None:
        """Go on; for the arguments see `answer`."""
        asked = partial(answer, self.board, self.puzzles, self.allowed)
        searching = partial(asked, self.numbers, self.masks, self.signs, self.integers, self.floats)
        while searching(self.arena, grids, counts, guesses, limit, patience) == FULL:
            self.grow()

    @property
    def exhausted(self) -> bool:
        """Whether it is proved that there are no further solutions."""
        return int(self.numbers[PHASE]) == DONE

    @property
    def guesses(self) -> int:
        """Guesses so far."""
        return int(self.numbers[GUESSES])

    @property
    def counters(self) -> dict[str, int]:
        """What has been spent so far, by the names of accord.solvers.budget."""
        places = {"guesses": GUESSES, "conflicts": CONFLICTS, "restarts": RESTARTS}
        places["propagations"] = PROPAGATIONS
        return {name: int(self.numbers[place]) for name, place in places.items()}

    @property
    def clauses(self) -> list[list[tuple[Cell, int, bool]]]:
        """What it has learned: of each clause the cells, values and whether it is the value.

        They follow from the puzzle and from nogoods about the solutions found before.
        """
        n, found, ref = self.board.n, [], 1
        while self.numbers[PHASE] == LEARNING and ref < self.numbers[USED]:
            end = ref + HEADER + int(self.arena[ref])
            literals = self.arena[ref + HEADER : end].tolist()
            found.append([(x // 2 // n, x // 2 % n + 1, x % 2 == 0) for x in literals])
            ref = end
        return found

    def grow(self) -> None:
        """Make the arena larger."""
        size = max(2 * self.arena.size, int(self.numbers[WANTED]))
        larger = np.zeros(size, np.int32)
        larger[: self.arena.size] = self.arena
        self.arena = larger


@lru_cache(maxsize=64)
def board(figure: Shape) -> Board:
    """The tables of a shape."""
    n, cells = figure.size, figure.size**2
    houses = [house.cells for house in figure.constraints if len(house.cells) <= n]
    number = cells + n * len(houses)
    every = (1 << n) - 1
    masks, full = np.full(number, every, np.int64), np.ones(number, np.uint8)
    offset, add = np.zeros(number, np.int32), np.zeros(number, np.int32)
    add[:cells] = np.arange(cells) * n
    places = list(range(n))
    homes: list[list[tuple[int, int]]] = [[] for _ in range(cells)]
    for k, house in zip(range(cells, number, n), houses, strict=True):
        masks[k : k + n] = (1 << len(house)) - 1
        full[k : k + n] = len(house) == n
        offset[k : k + n] = len(places)
        add[k : k + n] = np.arange(n)
        places += [cell * n for cell in house]
        for bit, cell in enumerate(house):
            homes[cell].append((k, bit))
    return Board(
        n=n,
        cell=np.repeat(np.arange(cells, dtype=np.int32), n),
        masks=masks,
        full=full,
        offset=offset,
        add=add,
        places=np.array(places, np.int32),
        first=np.cumsum([0, *map(len, homes)]).astype(np.int32),
        house=np.array([k for home in homes for k, _ in home], np.int32),
        bit=np.array([bit for home in homes for _, bit in home], np.int32),
        meets=_meets(houses, n),
    )


def _meets(houses: list[tuple[Cell, ...]], n: int) -> Longs:
    """Where a house with a place for every value shares two cells or more with another."""
    rows = []
    for (i, one), (j, two) in permutations(enumerate(houses), 2):
        common = set(one) & set(two)
        if len(one) == n and len(common) > 1:
            bits = [sum(1 << house.index(cell) for cell in common) for house in (one, two)]
            rows.append((n * n + i * n, n * n + j * n, *bits))
    return np.array(rows, np.int64).reshape(-1, 4)


def _overfull(figure: Shape) -> bool:
    """Whether more cells than there are values have to differ."""
    return any(len(house.cells) > figure.size for house in figure.constraints)


def start(puzzle: Puzzle, enough: int = ENOUGH) -> Work:
    """A search for the solutions of this puzzle that has not begun."""
    marks = puzzle.candidates or ()
    allowed = np.array([sum(1 << value - 1 for value in mark) for mark in marks], np.int64)
    work = Work(puzzle.shape, np.array([puzzle.givens], np.uint8), allowed, enough)
    work.numbers[EVERY] = 1
    if _overfull(puzzle.shape):
        work.numbers[PHASE] = DONE
    return work


def resume(work: Work, grids: Grids, patience: int) -> int:
    """Go on for about so many guesses and conflicts; how many solutions were written.

    Args:
        work: the search.
        grids: K x cells; its rows are filled with further solutions.
        patience: at least 1.
    """
    counts = np.zeros(1, np.int64)
    work.numbers[ROW] = 0
    work.run(grids, counts, np.zeros(1, np.int64), len(grids), patience)
    return int(counts[0])


def many(figure: Shape, puzzles: Grids, limit: int | None, threads: int) -> Answers:
    """The claims about N puzzles of one shape."""
    puzzles = np.require(puzzles, np.uint8, ["C", "W"])  # compiled for no others
    number = len(puzzles)
    answers = Answers(
        np.zeros_like(puzzles), np.zeros(number, np.int64), np.zeros(number, np.int64)
    )
    if _overfull(figure) or not number:
        return answers
    board(figure)  # once, before the threads
    goal = FOREVER if limit is None else limit
    step = SLICE if threads > 1 else number
    parts = [slice(first, first + step) for first in range(0, number, step)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda part: _answer(figure, puzzles, goal, answers, part), parts))
    return answers


def _answer(figure: Shape, puzzles: Grids, limit: int, answers: Answers, part: slice) -> None:
    """Answer these rows."""
    grids, counts, guesses = answers.solutions[part], answers.counts[part], answers.guesses[part]
    Work(figure, puzzles[part]).run(grids, counts, guesses, limit, FOREVER)


def load() -> None:
    """Compile the entry points, or load them from the disk."""
    figure = shape(1)
    grids = np.zeros((1, 1), np.uint8)
    resume(start(Puzzle(figure, Grid([0]))), grids, 1)
    many(figure, grids, 2, 1)
