"""Circuits: no chain of arcs that are true closes before it has all nodes.

An arc is a literal: the successor of this node is that one.  When it becomes true, the chain that
it is part of is followed to both ends, and the arc from its last node to its first is false unless
the chain has all nodes (check and prevent: K. Francis and P. Stuckey, "Explaining circuit
propagation", Constraints 19, 2014; Y. Caseau and F. Laburthe, "Solving small TSPs with
constraints", ICLP 1997).  The reason is the arcs of the chain.  It is found again when it is asked
for, as these arcs stay true as long as what follows from them.  That a node has one successor, and
is the successor of one, say groups and clauses.

Nothing is undone: an arc counts while it is true and is the last that was seen at both nodes.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import ClauseState, assign, long


@compiled
def follow(s: ClauseState) -> bool:
    """Draw the conclusions of arcs that are true since; False where one closes too early."""
    numbers = s.numbers
    while numbers[state.FOLLOWED] < numbers[state.AT]:
        literal = s.trail[numbers[state.FOLLOWED]]
        for i in range(s.saying[literal], s.saying[literal + 1]):
            if not _follow(s, long(s.said[i])):
                return False
        numbers[state.FOLLOWED] += 1
    return True


@compiled
def _follow(s: ClauseState, arc: int) -> bool:
    first, last, nodes = long(s.tail[arc]), long(s.head[arc]), s.around[s.tail[arc]]
    s.onward[first] = s.backward[last] = arc
    length = 2
    after = _true(s, s.onward[last])
    while after >= 0 and last != first:
        last = long(s.head[after])
        length += 1
        after = _true(s, s.onward[last])
    if last == first:
        s.numbers[state.CAUSE] = _cause(s, arc)
        return bool(length > nodes)
    before = _true(s, s.backward[first])
    while before >= 0:
        first = long(s.tail[before])
        length += 1
        before = _true(s, s.backward[first])
    if length < nodes:
        for closing in range(s.leaving[last], s.leaving[last + 1]):
            if s.head[closing] == first and s.value[s.arc[closing]] == 0:
                assign(s, long(s.arc[closing] ^ 1), _cause(s, closing))
    return True


@compiled
def _true(s: ClauseState, arc: int) -> int:
    """An arc that is true and was last seen at both of its nodes; else -1."""
    if arc < 0 or s.value[s.arc[arc]] <= 0:
        return long(-1)
    both = s.onward[s.tail[arc]] == arc and s.backward[s.head[arc]] == arc
    return long(arc if both else -1)


@compiled
def _cause(s: ClauseState, arc: int) -> int:
    """The cause that stands for the circuit that an arc would close."""
    return long(s.sums.size - 1 + arc) << 2 | state.SUM


@compiled
def explain_arc(s: ClauseState, number: int, x: int) -> int:
    """Write the variables of the chain that led to x into the buffer; how many.

    Args:
        s: the state; the trail is as it was, perhaps longer.
        number: of the arc that would close the chain, after those of sums and all-differents.
        x: its variable; -1 where it is true as well.
    """
    closing = number - (s.sums.size - 1)
    found = long(0)
    if x < 0:
        s.buffer[found] = s.arc[closing] >> 1
        found += 1
    node = long(s.head[closing])
    while node != s.tail[closing]:
        arc = long(s.onward[node])
        if s.level[s.arc[arc] >> 1] > 0:  # what holds without a guess may be said by one literal
            s.buffer[found] = s.arc[arc] >> 1
            found += 1
        node = long(s.head[arc])
    return found
