"""Tables: the tuples that are left, as bits, and the values that none of them has.

A tuple is left while none of its values is excluded.  A value that stands in no tuple that is left
is excluded, and a table without any is a conflict.  For each literal x = v a mask has a bit for
each tuple with this value, as in compact tables (J. Demeulenaere, R. Hartert, C. Lecoutre, G.
Perez, L. Perron, J.-C. Régin and P. Schaus, "Compact-Table", CP 2016); which tuples are left is
computed anew each time, so that nothing has to be undone.  The reason for an excluded value is that
each of its tuples has some value that was excluded before: those without a guess are named first.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import ClauseState, assign, long
from accord.solvers.kernels.problems.sums import NOWHERE


@compiled
def propagate_table(s: ClauseState, number: int) -> bool:
    """Exclude values that no tuple has which is left; False where no tuple is left."""
    table = number - s.numbers[state.TABLES]
    width, cause = s.widths[table], number << 2 | state.SUM
    for word in range(width):
        s.left[word] = -1
    for i in range(s.entries[table], s.entries[table + 1]):
        if s.value[s.entry[i]] < 0:
            for word in range(width):
                s.left[word] &= ~s.masks[s.mask[i] + word]
    if not _meets(s, long(-1), width):
        s.numbers[state.CAUSE] = cause
        return False
    for i in range(s.entries[table], s.entries[table + 1]):
        if s.value[s.entry[i]] == 0 and not _meets(s, long(s.mask[i]), width):
            assign(s, long(s.entry[i] ^ 1), cause)
    return True


@compiled
def _meets(s: ClauseState, mask: int, width: int) -> bool:
    """Whether some tuple that is left is in a mask; or whether any is, where there is none: -1."""
    met = long(0)
    for word in range(width):
        met |= s.left[word] & (s.masks[mask + word] if mask >= 0 else -1)
        if met:
            break
    return met != 0


@compiled
def explain_table(s: ClauseState, number: int, x: int) -> int:
    """Write the variables of the values whose exclusion led to x into the buffer; how many.

    Args:
        s: the state; the trail is as it was, perhaps longer.
        number: of the table.
        x: the variable that it has decided; -1 where it could not hold.
    """
    table = number - s.numbers[state.TABLES]
    begin, end, width = s.entries[table], s.entries[table + 1], s.widths[table]
    until = long(NOWHERE)
    for word in range(width):  # the tuples that are to be accounted for
        s.left[word] = -1
    if x >= 0:
        until = long(s.place[x])
        for i in range(begin, end):
            if s.entry[i] == s.trail[until] ^ 1:
                for word in range(width):
                    s.left[word] = s.masks[s.mask[i] + word]
    found = long(0)
    for guessed in range(2):
        for i in range(begin, end):
            y, mask = s.entry[i] >> 1, long(s.mask[i])
            excluded = s.value[s.entry[i]] < 0 and s.place[y] < until
            if excluded and (s.level[y] > 0) == guessed and _meets(s, mask, width):
                s.buffer[found] = y
                found += 1
                for word in range(width):
                    s.left[word] &= ~s.masks[mask + word]
    return found
