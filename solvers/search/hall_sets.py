"""Hall sets: why a value cannot stand in a cell of an AllDifferent constraint.

Cells that have no more candidates between them than there are cells need all of these for
themselves: Philip Hall, "On representatives of subsets", Journal of the London Mathematical Society
10, 1935.  By his theorem there is no other reason: wherever a value has no support in the
constraint, some of its other cells are such a set.  One cell with one candidate is a naked single
that has been taken from its peers, two are a naked pair, and the cells beside a hidden single are
one as well.

It is found as matchings are (solvers/search/matching.py): the other cells are matched with values,
without the one in question; the cells that were visited when no path was found are the set.  That
costs O(k m) for k cells with m candidates between them; only traces and explanations compute it.
"""

from collections.abc import Mapping, Sequence

from accord.puzzles import Cell, Value, ValueSet
from accord.solvers.search.matching import augment


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
