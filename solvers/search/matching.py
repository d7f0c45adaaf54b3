"""Maximum bipartite matching by augmenting paths: as many cells as possible get a value each.

A cell without a value looks for one that is free, or that its holder can exchange for another,
and so on: an augmenting path.  When no cell finds such a path the matching is maximum: Claude
Berge, "Two theorems in graph theory", Proceedings of the National Academy of Sciences 43, 1957.
Searched for depth first, one cell after the other, this is the method that Harold Kuhn, "The
Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2, 1955, made
known: O(k m) for k cells and m pairs of a cell and a value of its domain.  Hopcroft and Karp's
phases (SIAM Journal on Computing 2, 1973) need O(sqrt(k) m), and three times the code, for the few
dozen cells of a house.

A Hall set says why a value cannot stand in a cell of an AllDifferent: cells that have no more
candidates between them than there are cells need all of these for themselves (Philip Hall, "On
representatives of subsets", Journal of the London Mathematical Society 10, 1935).  By his theorem
there is no other reason.  One cell with one candidate is a naked single that has been taken from
its peers, two are a naked pair, and the cells beside a hidden single are one as well.  To find it,
the other cells are matched with values, without the one in question; the cells that were visited
when no path was found are the set.  Only traces and explanations compute it.
"""

from collections.abc import Mapping, Sequence

from accord.puzzles import Cell, Value, ValueSet


def matching(domains: Mapping[Cell, ValueSet]) -> dict[Value, Cell] | None:
    """A matching: the cell of each used value; None where not every cell can have one."""
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


def hall_set(
    cells: Sequence[Cell], domains: Sequence[ValueSet], cell: Cell, value: Value
) -> tuple[Cell, ...]:
    """Other cells of the constraint that need the value; empty where the cell could have it."""
    return _starved({each: domains[each] - {value} for each in cells if each != cell})


def impossible(cells: Sequence[Cell], domains: Sequence[ValueSet]) -> tuple[Cell, ...]:
    """Cells that have fewer candidates between them than there are cells; empty without such."""
    return _starved({each: domains[each] for each in cells})


def _starved(domains: Mapping[Cell, ValueSet]) -> tuple[Cell, ...]:
    """The first cell that cannot be matched, and those that hold what it could have.

    Cells with few candidates come first, so that they are few.
    """
    domains = dict(sorted(domains.items(), key=lambda item: len(item[1])))
    holder: dict[Value, Cell] = {}
    for cell in domains:
        tried: set[Value] = set()
        if not augment(cell, domains, holder, tried):
            return tuple(sorted({cell, *(holder[each] for each in tried)}))
    return ()
