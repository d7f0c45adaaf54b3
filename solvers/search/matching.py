"""Maximum bipartite matching by augmenting paths: as many cells as possible get a value each.

A cell without a value looks for one that is free, or that its holder can exchange for another,
and so on: an augmenting path.  When no cell finds such a path the matching is maximum: Claude
Berge, "Two theorems in graph theory", Proceedings of the National Academy of Sciences 43, 1957.
Searched for depth first, one cell after the other, this is the method that Harold Kuhn, "The
Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2, 1955, made
known: O(k m) for k cells and m pairs of a cell and a value of its domain.  Hopcroft and Karp's
phases (SIAM Journal on Computing 2, 1973) need O(sqrt(k) m), and three times the code, for the few
dozen cells of a house.
"""

from collections.abc import Mapping

from accord.puzzles import Cell, Value, ValueSet


def matching(domains: Mapping[Cell, ValueSet]) -> dict[Value, Cell] | None:
    """For each value used, the cell that holds it; None where not every cell can have a value."""
    holder: dict[Value, Cell] = {}
    for cell in domains:
        if not augment(cell, domains, holder, set()):
            return None
    return holder


def augment(
    cell: Cell, domains: Mapping[Cell, ValueSet], holder: dict[Value, Cell], tried: set[Value]
) -> bool:
    """Give the cell a value, moving others as needed; whether that was possible.

    The recursion is no deeper than there are values.
    """
    for value in domains[cell]:
        if value not in holder:
            holder[value] = cell
            return True
    for value in domains[cell]:
        if value not in tried:
            tried.add(value)
            if augment(holder[value], domains, holder, tried):
                holder[value] = cell
                return True
    return False
