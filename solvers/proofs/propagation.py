"""Unit propagation with two watched literals, over numbers alone: what elaborating a proof needs.

The functions are leaves: none calls another, so that each runs as it stands, over lists, or
compiled by numba, over arrays of 32 bits (`COMPILED` is the same code).  A literal x is the number
2 x here, and its negation 2 x + 1.  Clauses are numbered from 1, those of the formula first.

The watched literals of a clause are its first two (Moskewicz et al., "Chaff", DAC 2001).  The
clauses that watch a literal are a linked list: `head` is its beginning, `after` goes on; a link is
twice the clause, plus 1 for the second literal, and 0 ends the list.  The newest clauses come
first.

Nothing is ever assigned twice at level 0, and going back from there undoes it in reverse: at every
point where nothing is left to propagate, the watched literals are right for the clauses that were
there then.  Clauses from `limit` on are unlinked when they are met: they are not needed again.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from accord.solvers.compiling import load_numba

LENGTH, READ = 0, 1  # of the trail: its literals, and how many of them have been propagated


class Trail(NamedTuple):
    """Clauses and what follows from them.  Each field is a list or an array of integers."""

    literals: Any  # of all clauses, one after the other; the first two of a clause are watched
    start: Any  # for each clause: where its literals begin
    end: Any  # and where they end
    after: Any  # for each link the next
    head: Any  # for each literal the first link
    true: Any  # for each literal: 1 if it is
    reason: Any  # for each variable the clause that assigned it, or 0
    place: Any  # for each variable: where it stands on the trail
    trail: Any  # the literals that are true, in their order
    needed: Any  # for each clause: 1 if it is better than one that is not
    seen: Any  # for each variable: 1 while a conflict is explained
    hints: Any  # the last explanation
    numbers: Any  # LENGTH, READ


class Functions(NamedTuple):
    """The functions of this module, as they stand or compiled."""

    attach: Callable[[Trail, int, int, int], int]
    propagate: Callable[[Trail, int], int]
    explain: Callable[[Trail, int, int], int]
    undo: Callable[[Trail, int], None]


def attach(s: Trail, first: int, beyond: int, formula: int) -> int:
    """Watch two literals of each clause, up to one that has only one or none left.

    A clause that is true is left out, of one beyond the formula the false literals, too.

    Args:
        s: clauses and what is true.
        first: the first clause.
        beyond: the clause after the last.
        formula: how many clauses the formula has.

    Returns:
        The clause that has one literal left, its first; or none, where that one is false, too; or
        `beyond`.
    """
    literals, true = s.literals, s.true
    for clause in range(first, beyond):
        start = s.start[clause]
        kept, satisfied = start, False
        for i in range(start, s.end[clause]):
            literal = literals[i]
            satisfied = satisfied or true[literal] == 1
            if not true[literal ^ 1]:
                literals[i] = literals[kept]
                literals[kept] = literal
                kept += 1
        if satisfied:
            s.end[clause] = start
            continue
        if clause > formula:
            s.end[clause] = kept
        if kept - start < 2:
            return clause
        for slot in range(2):
            literal = literals[start + slot]
            s.after[2 * clause + slot] = s.head[literal]
            s.head[literal] = 2 * clause + slot
    return beyond


def propagate(s: Trail, limit: int) -> int:
    """Make true what follows from the clauses below `limit`; a clause that is false, or 0."""
    literals, head, after, true, trail = s.literals, s.head, s.after, s.true, s.trail
    length, read = s.numbers[LENGTH], s.numbers[READ]
    conflict, read_first = 0, read
    while read < length and conflict == 0:
        preferred = read_first < length
        if preferred:
            false = trail[read_first] ^ 1
            read_first += 1
        else:
            false = trail[read] ^ 1
            read += 1
        before, link = 0, head[false]
        while link != 0:
            following = after[link]
            clause = link >> 1
            if preferred and not s.needed[clause]:
                before = link
                link = following
                continue
            start, slot = s.start[clause], link & 1
            other = literals[start + 1 - slot]
            leaves = clause >= limit
            if not leaves and not true[other]:
                for i in range(start + 2, s.end[clause]):
                    literal = literals[i]
                    if not true[literal ^ 1]:
                        literals[start + slot] = literal
                        literals[i] = false
                        after[link] = head[literal]
                        head[literal] = link
                        leaves = True
                        break
                if not leaves:
                    if true[other ^ 1]:
                        conflict = clause
                        break
                    true[other] = 1
                    s.reason[other >> 1] = clause
                    s.place[other >> 1] = length
                    trail[length] = other
                    length += 1
            if not leaves:
                before = link
            elif before != 0:
                after[before] = following
            else:
                head[false] = following
            link = following
    s.numbers[LENGTH], s.numbers[READ] = length, read
    return int(conflict)


def explain(s: Trail, conflict: int, base: int) -> int:
    """Find from which clauses a conflict follows, and undo what stands from `base` on the trail.

    Args:
        s: clauses and what is true.
        conflict: a false clause.
        base: where the assumptions begin.

    Returns:
        How many hints there are: the conflict, clauses back to the assumptions, and between them
        -x for each variable that was assigned before.
    """
    seen, hints = s.seen, s.hints
    hints[0] = clause = conflict
    count, at = 1, s.numbers[LENGTH]
    while clause != 0:
        for i in range(s.start[clause], s.end[clause]):
            variable = s.literals[i] >> 1
            if not seen[variable]:
                seen[variable] = 1
                if s.place[variable] < base:
                    hints[count] = -variable
                    count += 1
        clause = 0
        while at > base and clause == 0:
            at -= 1
            literal = s.trail[at]
            s.true[literal] = 0
            if seen[literal >> 1]:
                clause = s.reason[literal >> 1]
                if clause != 0:
                    hints[count] = clause
                    count += 1
    for i in range(base, s.numbers[LENGTH]):
        seen[s.trail[i] >> 1] = 0
    for i in range(count):
        if hints[i] < 0:
            seen[-hints[i]] = 0
    s.numbers[LENGTH] = s.numbers[READ] = base
    return count


def undo(s: Trail, length: int) -> None:
    """Take back what stands on the trail beyond a length."""
    for i in range(length, s.numbers[LENGTH]):
        s.true[s.trail[i]] = 0
    s.numbers[LENGTH] = s.numbers[READ] = length


PLAIN = Functions(attach, propagate, explain, undo)


@cache
def compiled() -> Functions:
    """The functions in machine code, kept on disk where there is a folder for it.

    Raises:
        ImportError: numba is not installed.
    """
    njit = load_numba().njit
    kept = []
    for function in PLAIN:
        dispatcher = njit(nogil=True, error_model="numpy")(function)
        try:
            dispatcher.enable_caching()
        except RuntimeError as error:  # each process compiles it anew
            if "cannot cache" not in str(error):
                raise
        kept.append(dispatcher)
    return Functions(*kept)


def in_lists(clauses: Sequence[Sequence[int]], variables: int) -> Trail:
    """The clauses, none attached, for the functions as they stand."""
    literals = [2 * abs(x) + (x < 0) for clause in clauses for x in clause]
    ends = list(accumulate(map(len, clauses), initial=0))
    sizes = _sizes(len(clauses), variables)
    return Trail(literals, [0, *ends[:-1]], [0, *ends[1:]], *([0] * size for size in sizes))


def in_arrays(clauses: Sequence[Sequence[int]], variables: int) -> Trail:
    """A trail over these clauses in arrays, for the compiled functions."""
    import numpy as np

    lengths = np.fromiter(map(len, clauses), np.int32, len(clauses))
    signed = np.fromiter(_flat(clauses), np.int32, int(lengths.sum()))
    ends = np.concatenate([np.zeros(2, np.int32), np.cumsum(lengths, dtype=np.int32)])
    sizes = _sizes(len(clauses), variables)
    numbers = (np.zeros(size, np.int32) for size in sizes)
    return Trail(2 * np.abs(signed) + (signed < 0), ends[:-1].copy(), ends[1:].copy(), *numbers)


def _flat(clauses: Iterable[Sequence[int]]) -> Iterable[int]:
    from itertools import chain

    return chain.from_iterable(clauses)


def _sizes(clauses: int, variables: int) -> tuple[int, ...]:
    """The lengths of the trail's arrays after the first three."""
    each = variables + 1
    return 2 * clauses + 2, 2 * each, 2 * each, each, each, each, clauses + 1, each, each, 2
