"""Circuits: no chain of arcs closes too early, and every node can be reached.

An arc is a literal: the successor of this node is that one.  That a node has one successor, and is
the successor of one, say groups and clauses.  What else follows is that of K. Francis and P.
Stuckey, "Explaining circuit propagation", Constraints 19, 2014:

    chain   An arc that becomes true is part of a chain of true ones.  The arc from its last node to
            its first is false, unless the chain has all nodes.  The reason is the chain.  One that
            is closed too early is left to the cut.
    cut     A node that the first cannot reach by arcs that may be true, or that cannot reach it, is
            a conflict.  The reason is that arcs are false: those out of what can be reached.

Nothing is undone: an arc is part of a chain while it is true and is the last that was seen at both
of its nodes.  Neither is a chain written down.  Its arcs stay true as long as what follows from
them, so that it is found again when the reason is asked for.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import ClauseState, assign, long


@compiled
def propagate_circuits(s: ClauseState) -> None:
    """Draw the conclusions of arcs that are true since this was last called.

    Args:
        s: the state, in which clauses and groups have nothing to say: of the arcs that leave a
            node, or enter it, one at most is true.
    """
    numbers = s.numbers
    while numbers[state.FOLLOWED] < numbers[state.AT]:
        literal = s.trail[numbers[state.FOLLOWED]]
        for i in range(s.arcs_begin[literal], s.arcs_begin[literal + 1]):
            _join(s, long(s.arcs_of[i]))
        numbers[state.FOLLOWED] += 1


@compiled
def _join(s: ClauseState, arc: int) -> None:
    """Forbid to close the chain that an arc is part of, unless it is closed."""
    first, last = long(s.tail[arc]), long(s.head[arc])
    s.onward[first] = s.backward[last] = arc
    circuit, arcs = s.circuit[first], 1
    nodes = s.nodes[circuit + 1] - s.nodes[circuit]
    after = _of_chain(s, s.onward[last])
    while after >= 0 and last != first:
        last = long(s.head[after])
        after = _of_chain(s, s.onward[last])
        arcs += 1
    if last == first:
        return
    before = _of_chain(s, s.backward[first])
    while before >= 0:
        first = long(s.tail[before])
        before = _of_chain(s, s.backward[first])
        arcs += 1
    if arcs + 1 < nodes:
        for closing in range(s.leaving[last], s.leaving[last + 1]):
            literal = long(s.arc[closing])
            if s.head[closing] == first and s.value[literal] == 0:
                assign(s, literal ^ 1, (s.sums.size + closing) << 2 | state.SUM)


@compiled
def _of_chain(s: ClauseState, arc: int) -> int:
    """An arc that is part of a chain; else -1."""
    if arc < 0 or s.value[s.arc[arc]] <= 0:
        return long(-1)
    both = s.onward[s.tail[arc]] == arc and s.backward[s.head[arc]] == arc
    return long(arc if both else -1)


@compiled
def connected(s: ClauseState) -> bool:
    """Whether the first node of each circuit can reach all others of it, and be reached by them."""
    for circuit in range(s.nodes.size - 1):
        begin, end = long(s.nodes[circuit]), long(s.nodes[circuit + 1])
        for against in range(2):  # the direction of arcs
            if not _reach(s, begin, end, against):
                _cut(s, begin, end, against)
                s.numbers[state.CAUSE] = (s.sums.size - 1) << 2 | state.SUM
                return False
    return True


@compiled
def _reach(s: ClauseState, begin: int, end: int, against: int) -> bool:
    """Whether all of these nodes are reached from the first of them."""
    for node in range(begin, end):
        s.reached[node] = 0
    s.reached[begin] = 1
    s.visits[0] = begin
    found, height = begin + 1, long(1)
    while height and found < end:
        height -= 1
        node = long(s.visits[height])
        starts = s.entering if against else s.leaving
        for i in range(starts[node], starts[node + 1]):
            arc = long(s.entered[i]) if against else long(i)
            to = long(s.tail[arc]) if against else long(s.head[arc])
            if not s.reached[to] and s.value[s.arc[arc]] >= 0:
                s.reached[to] = 1
                s.visits[height] = to
                height += 1
                found += 1
    return bool(found == end)


@compiled
def _cut(s: ClauseState, begin: int, end: int, against: int) -> None:
    """Write the variables of arcs between nodes that are reached and others into the buffer."""
    found = long(0)
    for arc in range(s.leaving[begin], s.leaving[end]):
        if s.reached[s.tail[arc]] != against and s.reached[s.head[arc]] == against:
            s.buffer[found] = s.arc[arc] >> 1
            found += 1
    s.numbers[state.CUT] = found


@compiled
def explain_circuit(s: ClauseState, number: int) -> int:
    """Write the variables of the arcs that led to a literal into the buffer; how many.

    Args:
        s: the state; the trail is as it was, perhaps longer.
        number: of the arc that would close a chain; one less than that of the first stands for the
            cut that is in the buffer.
    """
    closing, found = number - s.sums.size, long(0)
    if closing < 0:
        return long(s.numbers[state.CUT])
    node = long(s.head[closing])
    while node != s.tail[closing]:
        arc = long(s.onward[node])
        if s.level[s.arc[arc] >> 1] > 0:  # one literal may say all that hold without a guess
            s.buffer[found] = s.arc[arc] >> 1
            found += 1
        node = long(s.head[arc])
    return found
