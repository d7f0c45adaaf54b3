"""Régin's filter: generalized arc consistency (GAC) of AllDifferent.

It removes every value that no solution of the constraint uses, and no other: Jean-Charles Régin,
"A filtering algorithm for constraints of difference in CSPs", AAAI 1994.

Take any matching that gives each cell a value.  By Berge's theorem another matching gives the
cell x the value v exactly when x can take v from its holder y, y takes another cell's value, and
so on, until a cell takes x's old value (a cycle) or a value that is not used (a path).  So draw an
arrow from x to y where x could take the value of y, from x to an extra node FREE where x could
take an unused value, and from FREE to every cell, since whatever a cell leaves is free; now
paths are cycles too.  The value of y is possible for x exactly when x and y lie on a cycle, which
is to say in one strongly connected component (SCC): Robert Tarjan, "Depth-first search and linear
graph algorithms", SIAM Journal on Computing 1, 1972.  (Régin's value graph has nodes for cells and
for values; here each value is contracted into its holder, which halves the graph.)

Costs O(k m) for the matching and O(m) for the components: k cells, m pairs of a cell and a value
of its domain.  Both are computed from nothing each time; Régin repairs the previous matching.
"""

from collections.abc import Iterator, Mapping, Sequence

from accord.puzzles import Cell, ValueSet
from accord.solvers.search.matching import matching
from accord.solvers.search.rules import NOTHING

Node = int  # a cell, or FREE
FREE: Node = -1


def supported_values(
    cells: Sequence[Cell], domains: Sequence[ValueSet]
) -> Iterator[tuple[Cell, ValueSet]]:
    """Each cell keeps the values that some solution of the constraint gives it."""
    own = {cell: domains[cell] for cell in cells}
    holder = matching(own)
    if holder is None:
        yield cells[0], NOTHING
        return
    arrows: dict[Node, set[Node]] = {
        cell: {holder.get(value, FREE) for value in domain} for cell, domain in own.items()
    }
    arrows[FREE] = set(cells)
    component = components(arrows)
    for cell, domain in own.items():
        kept = frozenset(v for v in domain if component[holder.get(v, FREE)] == component[cell])
        if len(kept) < len(domain):
            yield cell, kept


def components(arrows: Mapping[Node, set[Node]]) -> dict[Node, int]:
    """For each node a number that says its strongly connected component.

    Tarjan's algorithm: number the nodes in the order a depth-first search enters them, and note
    for each the smallest number it can get back to.  A node that gets back no further than to
    itself closes a component, which is everything entered since and not yet in another.  The
    recursion is no deeper than there are nodes.
    """
    entered: dict[Node, int] = {}
    open_nodes: list[Node] = []
    component: dict[Node, int] = {}

    def visit(node: Node) -> int:
        lowest = entered[node] = len(entered)
        open_nodes.append(node)
        for target in arrows[node]:
            if target not in entered:
                lowest = min(lowest, visit(target))
            elif target not in component:
                lowest = min(lowest, entered[target])
        if lowest == entered[node]:
            while node not in component:
                component[open_nodes.pop()] = entered[node]
        return lowest

    for node in arrows:
        if node not in entered:
            visit(node)
    return component
