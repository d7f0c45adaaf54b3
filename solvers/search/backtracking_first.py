"""Backtracking over the cells in row order, with the values that their peers leave.

The program everybody writes first: go to the first empty cell, try each value that none of its
peers holds, go on to the next, and come back when no value is left: Solomon Golomb and Leonard
Baumert, "Backtrack programming", Journal of the ACM 12, 1965.  It looks only back, never ahead: a
cell that has run out of values is noticed when its turn comes.  One grid is filled and emptied
again in place.  A step costs one look at the peers of a cell; how many steps there are depends on
where the clues stand as much as on the puzzle.

It counts:

    nodes          cells visited on the way forward
    guesses        values written into a cell that had at least two to choose from
    backtracks     visits that found no value left

Of problems that are no puzzle of all-different sets it tries, variable by variable, the values that
break no constraint: in_order.py.

A trace shows what a cell loses to its peers when the cell is visited, because the search does not
look before.
"""

from collections.abc import Iterator

from accord.puzzles import Cell, Grid, Value, is_plain
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.search.fillings import fillings
from accord.solvers.search.in_order import values_that_fit
from accord.solvers.search.network import network
from accord.solvers.search.propagators.posts import MEANING

BLANK: Value = 0


def solve(puzzle: Problem, budget: Budget) -> Iterator[Solution]:
    """Backtracking on the first empty cell, with the values its peers leave."""
    budget.spend(nodes=0, guesses=0, backtracks=0)
    budget.enter("encode")
    if not is_plain(puzzle):
        yield from values_that_fit(puzzle, budget)
        return
    peers = network(puzzle).peers
    budget.enter("search")
    grid = [next(iter(domain)) if len(domain) == 1 else BLANK for domain in puzzle.domains]
    trace = budget.trace
    if trace is not None:
        trace.seen(cell for cell, value in enumerate(grid) if value)

    def held_by_peers(cell: Cell) -> set[Value]:
        return {grid[peer] for peer in peers[cell]}

    def choices(cell: Cell) -> Iterator[Value]:
        values = sorted(puzzle.domains[cell] - held_by_peers(cell))
        budget.spend(nodes=1, backtracks=not values)
        if trace is not None:
            trace.visited(cell, [peer for peer in sorted(peers[cell]) if grid[peer]])
        for value in values:
            budget.spend(guesses=len(values) > 1)
            if trace is not None:
                trace.branched(cell, value, values, "first")
            yield value
            if trace is not None and len(values) > 1:
                trace.backtrack()

    clash = any(value and value in held_by_peers(cell) for cell, value in enumerate(grid))
    if all(puzzle.domains) and not clash:
        yield from fillings(grid, choices, Grid, BLANK)
    elif trace is not None:
        trace.broken(grid)


SOLVERS = {
    "backtracking-first": Backend(
        solve,
        engine="handwritten",
        model="backtracking-first",
        family="search",
        traces=True,
        traces_problems=True,
        posts=MEANING,
    )
}
