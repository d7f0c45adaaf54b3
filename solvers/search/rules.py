"""Three rules of inference about one AllDifferent constraint, from weakest to strongest.

A rule looks at the domains of the constraint's cells and yields what it concludes: pairs of a
cell and the values it may keep.  It changes nothing itself, so that a search may apply the
conclusions in place or on a copy.  A rule that finds the constraint broken keeps nothing.

    rule            if                                        then                         cost
    -------------   ---------------------------------------   --------------------------   -----
    hidden single   a value has only one cell left            the cell keeps only it       O(kd)
    naked pair      two cells have the same two values left   the others lose both         O(k)
    matching        no way to place all cells has cell = v    the cell loses v             O(km)

(k cells with up to d values, m pairs of a cell and a value.)  Hidden singles hold only where the
cells have no more values left than there are cells: otherwise a value need not have a place.  The
simplest rule of all, the naked single (a cell with one value left; its peers lose it), is a matter
of a cell and its peers and stands in filters.py.  The names are those of people who solve Sudoku by
hand; in constraint programming naked singles and pairs are Hall sets of one and two cells: Philip
Hall, "On representatives of subsets", Journal of the London Mathematical Society 10, 1935.  Larger
ones have no rule here: matching finds them all.

`supported_values` is Régin's filter, generalized arc consistency (GAC) of AllDifferent: it removes
every value that no solution of the constraint uses, and no other (Jean-Charles Régin, "A filtering
algorithm for constraints of difference in CSPs", AAAI 1994).  Take any matching that gives each
cell a value.  By Berge's theorem another matching gives the cell x the value v exactly when x can
take v from its holder y, y takes another cell's value, and so on, until a cell takes x's old value
(a cycle) or a value that is not used (a path).  So draw an arrow from x to y where x could take the
value of y, from x to an extra node FREE where x could take an unused value, and from FREE to every
cell, since whatever a cell leaves is free; now paths are cycles too.  The value of y is possible
for x exactly when x and y lie on a cycle, which is to say in one strongly connected component
(SCC): Robert Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1,
1972.  (Régin's value graph has nodes for cells and for values; here each value is contracted into
its holder, which halves the graph.)  The matching costs O(km), the components O(m); both are
computed from nothing each time, where Régin repairs the previous matching.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from accord.puzzles import Cell, ValueSet
from accord.solvers.search.matching import matching

NOTHING: ValueSet = frozenset()

# Called with the cells of a constraint and the domains of all cells.
Rule = Callable[[Sequence[Cell], Sequence[ValueSet]], Iterator[tuple[Cell, ValueSet]]]


def hidden_singles(
    cells: Sequence[Cell], domains: Sequence[ValueSet]
) -> Iterator[tuple[Cell, ValueSet]]:
    """Each cell that is the only place of a value keeps that value."""
    once: set[int] = set()
    twice: set[int] = set()
    for cell in cells:
        twice |= once & domains[cell]
        once |= domains[cell]
    if len(once) > len(cells):  # not every value has to have a place
        return
    if len(once) < len(cells):  # too few values
        yield cells[0], NOTHING
        return
    lonely = once - twice
    for cell in cells:
        if len(domains[cell]) > 1 and (kept := domains[cell] & lonely):
            yield cell, kept if len(kept) == 1 else NOTHING


def naked_pairs(
    cells: Sequence[Cell], domains: Sequence[ValueSet]
) -> Iterator[tuple[Cell, ValueSet]]:
    """Where two cells share their last two values, every other cell loses both."""
    twins: dict[ValueSet, list[Cell]] = {}
    for cell in cells:
        if len(domains[cell]) == 2:
            twins.setdefault(domains[cell], []).append(cell)
    for pair, places in twins.items():
        if len(places) > 1:  # a third cell with the same pair loses it too, and is left empty
            for cell in cells:
                if cell not in places[:2] and domains[cell] & pair:
                    yield cell, domains[cell] - pair


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
