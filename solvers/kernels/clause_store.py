"""The clauses that the general kernel has learnt, in one array, and which of them are forgotten.

Clauses are kept by the number of depths in them, their glue (Audemard and Simon, "Predicting learnt
clauses quality in modern SAT solvers", IJCAI 2009).  What plain search had excluded when it gave
way becomes a nogood for each guess that was tried both ways (Lecoutre, Sais, Tabary and Vidal,
"Nogood recording from restarts", IJCAI 2007).
"""

from accord.solvers.kernels import state
from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.state import SearchState, long

GOOD = 2  # glue of clauses that are never forgotten
FAIR = 6  # glue of those that are not while they are used
MOST = 255  # glue that is counted


@compiled
def store(s: SearchState, size: int, glue: int) -> int:
    """Put the clause into the arena and watch its first two literals; where it is."""
    ref = s.numbers[state.USED]
    arena = s.arena
    arena[ref] = size
    arena[ref + 1] = glue
    for i in range(size):
        arena[ref + state.HEADER + i] = s.clause[i]
    for slot in range(2):
        literal = s.clause[slot]
        arena[ref + 2 + slot] = s.head[literal]
        s.head[literal] = (ref << 1) | slot
    s.numbers[state.USED] = ref + state.HEADER + size
    s.numbers[state.LEARNED] += 1
    return long(ref)


@compiled
def forgettable(header: int) -> bool:
    """Whether a clause with this second number may be forgotten: its glue, and if it was used."""
    glue = header & 0xFFFF
    return glue > GOOD and not (header >> 16 and glue <= FAIR)


@compiled
def forget(s: SearchState) -> None:
    """Forget half of the clauses that may be, those of most glue first, and of these the oldest."""
    numbers, arena = s.numbers, s.arena
    counts = s.glues
    counts[:] = 0
    ref = 1
    while ref < numbers[state.USED]:
        if forgettable(arena[ref + 1]):
            counts[arena[ref + 1] & 0xFFFF] += 1
        ref += state.HEADER + arena[ref]
    surplus = counts.sum() // 2
    limit = MOST
    while limit > 0 and counts[limit] <= surplus:
        surplus -= counts[limit]
        limit -= 1
    s.head[:] = 0
    end = numbers[state.USED]
    numbers[state.USED], numbers[state.LEARNED] = 1, 0
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
            x = arena[ref + state.HEADER + slot] >> 1
            if s.value[2 * x] and s.cause[x] == (ref << 2) | state.CLAUSE:
                caused = x
        if caused >= 0 or not out:
            for i in range(size):
                s.clause[i] = arena[ref + state.HEADER + i]
            to = store(s, size, glue)
            if caused >= 0:
                s.cause[caused] = (to << 2) | state.CLAUSE
        ref += state.HEADER + size


@compiled
def needed(s: SearchState) -> int:
    """The room in the arena, in numbers, that the nogoods of the present branch take."""
    numbers = s.numbers
    total = 0
    for depth in range(1, numbers[state.DEPTH] + 1):
        last = s.start[depth] if depth < numbers[state.DEPTH] else numbers[state.END]
        for i in range(s.start[depth - 1] + 1, last):
            if s.cause[s.trail[i] >> 1] == state.NONE:
                total += state.HEADER + depth + 1
    return total


@compiled
def keep_nogoods(s: SearchState) -> None:
    """Make a clause of each guess of the present branch that was tried both ways."""
    numbers = s.numbers
    for depth in range(1, numbers[state.DEPTH] + 1):
        last = s.start[depth] if depth < numbers[state.DEPTH] else numbers[state.END]
        for i in range(s.start[depth - 1] + 1, last):
            if s.cause[s.trail[i] >> 1] == state.NONE:
                s.clause[0] = s.trail[i]
                for j in range(depth):
                    s.clause[1 + j] = s.trail[s.start[depth - 1 - j]] ^ 1
                store(s, depth + 1, 0)
