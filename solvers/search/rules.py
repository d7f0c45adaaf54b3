"""Three rules of inference about one AllDifferent constraint, from weakest to strongest.

A rule looks at the domains of the constraint's cells and yields what it concludes: pairs of a
cell and the values it may keep.  It changes nothing itself, so that a search may apply the
conclusions in place or on a copy.  A rule that finds the constraint broken keeps nothing.

    rule            if                                        then                         cost
    -------------   ---------------------------------------   --------------------------   -----
    hidden single   a value has only one cell left            the cell keeps only it       O(kd)
    naked pair      two cells have the same two values left   the others lose both         O(k)
    matching        no way to place all cells has cell = v    the cell loses v             gac.py

(k cells with up to d values.)  Hidden singles hold only where the cells have no more values left
than there are cells: otherwise a value need not have a place.  The simplest rule of all, the naked
single (a cell with one value left; its peers lose it), is a matter of a cell and its peers and
stands in filters.py.  The names are those of people who solve Sudoku by hand; in constraint
programming naked singles and pairs are Hall sets of one and two cells: Philip Hall, "On
representatives of subsets", Journal of the London Mathematical Society 10, 1935.  Larger ones have
no rule here: matching finds them all.
"""

from collections.abc import Callable, Iterator, Sequence

from accord.puzzles import Cell, ValueSet

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
