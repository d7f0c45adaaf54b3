"""The clauses in the arena, their watches in the pool, and which clauses are forgotten.

Two literals of a clause are watched (Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff", DAC 2001),
each watch with a blocker, a literal whose truth saves the look at the clause (Sörensson and Eén,
"MiniSat 2.1 and MiniSat++ 1.0", SAT Race 2008).  Clauses of two literals are nothing but watches.
Which learnt clauses are kept is decided by their rank: first their size (Jabbour, Lonlac, Sais and
Salhi, "Revisiting the learned clauses database reduction strategies", arXiv 1402.1956, 2014), then
the number of depths in them, their glue (Audemard and Simon, "Predicting learnt clauses quality in
modern SAT solvers", IJCAI 2009).
"""

from accord.solvers.kernels.board import Integers
from accord.solvers.kernels.loading import compiled, general_entry
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import ClauseState, long, push, unmake

GOOD = 2  # glue of clauses that are never forgotten while they are short
SHORT = 13  # literals of the longest that are
FAIR = 6  # glue of those that are not while they are used
COARSE = 15  # glue, and pairs of literals, from which on clauses of a rank are not told apart
MOST = COARSE << 4 | COARSE  # the last rank


@compiled
def watch(s: ClauseState, literal: int, blocker: int, cause: int) -> bool:
    """Add a watch to those of a literal; False where the pool is full."""
    if s.size[literal] == s.capacity[literal] and not _move(s, literal):
        return False
    place = s.first[literal] + 2 * s.size[literal]
    s.pool[place] = blocker
    s.pool[place + 1] = cause
    s.size[literal] += 1
    return True


@compiled
def _move(s: ClauseState, literal: int) -> bool:
    """Give the watches of a literal twice the room, at the end of the pool."""
    room = long(2 * s.capacity[literal] + 4)
    to = s.numbers[state.POOLED]
    if to + 2 * room > s.pool.size:
        return False
    begin = s.first[literal]
    for i in range(2 * s.size[literal]):
        s.pool[to + i] = s.pool[begin + i]
    s.first[literal] = to
    s.capacity[literal] = room
    s.numbers[state.POOLED] = to + 2 * room
    return True


@general_entry
def repack(s: ClauseState, pool: Integers) -> None:
    """Copy the watches into another pool, each list with half as much room again."""
    to = long(0)
    for literal in range(s.first.size):
        begin, number = s.first[literal], s.size[literal]
        for i in range(2 * number):
            pool[to + i] = s.pool[begin + i]
        s.first[literal] = to
        s.capacity[literal] = number + number // 2
        to += 2 * s.capacity[literal]
    s.numbers[state.POOLED] = to


@compiled
def has_room(s: ClauseState) -> bool:
    """Whether there is room for one more clause, the longest and its watches, and a variable."""
    fits: bool = s.numbers[state.USED] + s.clause.size + state.HEADER <= s.arena.size
    fits = fits and s.numbers[state.SPARE] > 0
    for i in range(min(2, s.numbers[state.SIZE])):
        literal = s.clause[i]
        if s.size[literal] == s.capacity[literal]:
            fits = fits and _move(s, literal)
    return fits


@compiled
def store(s: ClauseState) -> int:
    """Put the clause of two literals or more where it belongs; the cause that it is."""
    numbers, size = s.numbers, s.numbers[state.SIZE]
    one, other = long(s.clause[0]), long(s.clause[1])
    if size == 2:
        watch(s, one, other, state.BINARY)
        watch(s, other, one, state.BINARY)
        return other << 2 | state.BINARY
    place = numbers[state.USED]
    s.arena[place] = size
    s.arena[place + 1] = min(size >> 1, COARSE) << 4 | min(numbers[state.GLUE], COARSE)
    for i in range(size):
        s.arena[place + state.HEADER + i] = s.clause[i]
    cause = long(place << 2 | state.CLAUSE)
    watch(s, one, other, cause)
    watch(s, other, one, cause)
    numbers[state.USED] = place + state.HEADER + size
    numbers[state.LEARNT] += 1
    return cause


@compiled
def forgettable(header: int) -> bool:
    """Whether a clause with this second number may be forgotten: its rank, and if it was used."""
    rank = header & (state.USED_BIT - 1)
    glue = rank & COARSE
    good = glue <= GOOD and rank >> 4 <= SHORT >> 1
    return not good and not (header >= state.USED_BIT and glue <= FAIR)


@compiled
def forget(s: ClauseState) -> None:
    """Forget half of the learnt clauses that may be, those of highest rank first; at depth 0."""
    numbers, arena = s.numbers, s.arena
    counts = s.counted
    counts[: MOST + 1] = 0
    place = numbers[state.GIVEN]
    while place < numbers[state.USED]:
        if forgettable(arena[place + 1]):
            counts[arena[place + 1] & (state.USED_BIT - 1)] += 1
        place += state.HEADER + arena[place]
    surplus = counts[: MOST + 1].sum() // 2
    limit = MOST
    while limit > 0 and counts[limit] <= surplus:
        surplus -= counts[limit]
        limit -= 1
    counts[: MOST + 1] = 0
    _unwatch(s)
    place, to, kept = numbers[state.GIVEN], numbers[state.GIVEN], 0
    while place < numbers[state.USED]:
        size, rank = long(arena[place]), long(arena[place + 1] & (state.USED_BIT - 1))
        out = forgettable(arena[place + 1]) and rank >= limit
        if out and rank == limit:
            if surplus <= 0:
                out = False
            surplus -= 1
        begin = place + state.HEADER
        for i in range(begin, begin + size):
            out = out or s.value[arena[i]] > 0
        place = begin + size
        if not out:
            arena[to] = size
            arena[to + 1] = rank
            for i in range(size):
                arena[to + state.HEADER + i] = arena[begin + i]
            one, other = long(arena[to + state.HEADER]), long(arena[to + state.HEADER + 1])
            cause = long(to << 2 | state.CLAUSE)
            watch(s, one, other, cause)
            watch(s, other, one, cause)
            to += state.HEADER + size
            kept += 1
    numbers[state.USED] = to
    numbers[state.LEARNT] = kept
    _unmake_unnamed(s)


@compiled
def _unmake_unnamed(s: ClauseState) -> None:
    """Take bounds away that were made, and that no clause names any more."""
    numbers, named = s.numbers, s.seen
    place = numbers[state.GIVEN]
    while place < numbers[state.USED]:
        for i in range(place + state.HEADER, place + state.HEADER + s.arena[place]):
            named[s.arena[i] >> 1] = 1
        place += state.HEADER + s.arena[place]
    waiting, numbers[state.WAITING] = numbers[state.WAITING], 0
    for i in range(waiting):
        x = long(s.heap[i])
        s.position[x] = -1
        is_named = x < numbers[state.NAMED] or named[x] or s.size[2 * x] or s.size[2 * x + 1]
        if is_named or s.value[2 * x]:
            push(s, x)
        else:
            unmake(s, x)
    named[:] = 0


@compiled
def _unwatch(s: ClauseState) -> None:
    """Take away all watches of learnt clauses in the arena."""
    given = s.numbers[state.GIVEN]
    for literal in range(s.first.size):
        i = j = s.first[literal]
        for _ in range(s.size[literal]):
            cause = s.pool[i + 1]
            if cause & 3 != state.CLAUSE or cause >> 2 < given:
                s.pool[j], s.pool[j + 1] = s.pool[i], cause
                j += 2
            i += 2
        s.size[literal] = (j - s.first[literal]) >> 1
