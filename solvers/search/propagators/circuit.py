"""No subtour: forward checking of the successors, and no chain of decided ones closes too early.

A chain of nodes with decided successors ends at an open one, which may lead back to its begin only
if that makes the whole circuit: of all nodes, or with loops if every other node may be one, and the
size fits (Yves Caseau and François Laburthe, "Solving small TSPs with constraints", ICLP 1997).  A
run costs O(values of all variables).  Dominators and strong components see more (Jean-Guillaume
Fages, "Exploitation de structures de graphe en programmation par contraintes", 2014).
"""

from collections.abc import Iterator, Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Variable
from accord.solvers.search.propagators.all_different import all_different
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
    never,
)


def no_subtour(constraint: Circuit) -> Propagator:
    """The propagator of a circuit."""
    nodes, own = constraint.nodes, constraint.variables
    if len({*own}) < max(2, len(own)):
        return never(constraint) if constraint.scope else lambda domains: []
    node_set = frozenset(nodes)

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept = {}
        for node, variable in zip(nodes, own, strict=True):
            loop = frozenset() if constraint.loops else frozenset({node})
            kept[variable] = (domains[variable] & node_set) - loop
        return narrower(kept.items(), domains)

    def close_none(domains: Sequence[ValueSet]) -> list[Kept]:
        after = dict(zip(nodes, (domains[each] for each in own), strict=True))
        kept = []
        for begin, end, chain in _chains(after):
            if not _may_close(constraint, chain, after, domains):
                kept.append((own[end - constraint.start], after[end] - {begin}))
            elif begin == end:
                kept += [
                    (own[x - constraint.start], after[x] & {x}) for x in nodes if x not in chain
                ]
        return narrower(kept, domains)

    forward = all_different(AllDifferent(own), "forward")
    return in_turn(propagate, forward, close_none, last_open(constraint))


def _chains(after: dict[int, ValueSet]) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Begin, last node and nodes of each chain of decided successors; a circuit ends at its begin.

    No two nodes have the same decided successor.
    """
    decided = {
        node: successor
        for node, values in after.items()
        if len(values) == 1
        for successor in values
        if successor != node
    }
    left = {*decided}
    for begin in (*(decided.keys() - {*decided.values()}), *decided):
        if begin not in left:
            continue
        chain, node = [begin], decided[begin]
        while node in decided and node != begin:
            chain.append(node)
            node = decided[node]
        left.difference_update(chain)
        yield begin, node, frozenset((*chain, node))


def _may_close(
    constraint: Circuit,
    chain: frozenset[int],
    after: dict[int, ValueSet],
    domains: Sequence[ValueSet],
) -> bool:
    """Whether a circuit of these nodes alone could be all that is asked for."""
    size = constraint.size
    sizes = domains[size.number] if isinstance(size, Variable) else {size}
    fits = size is None or len(chain) in sizes
    return fits and all(node in values for node, values in after.items() if node not in chain)


PROPAGATES = {Circuit: no_subtour}
