"""Naive backtracking: try every value in every blank, and validate the whole grid each time.

The slowest of all, for comparison.  The first blank in row order gets one value after the other,
and after each the whole grid is checked: does any constraint hold a value twice?  Nothing is kept
from one check to the next and nothing is inferred.  (With the refinement that a value is compared
with its peers only, this is backtracking_first.py.)  All values of the domain are tried, so a
puzzle costs n tries for every blank that is reached, and each try up to all 27 houses of a 9x9
grid, until the first broken one: about 7 microseconds.  It always enumerates: the puzzle

    ..8....45....8.9....24.....5....176..1..7..8..795....1.....74....7.6....65....3..

takes 805,500 tries to its only solution and 914,130 until there can be no other.  No puzzle is
refused for being too hard.

It counts:

    nodes          blanks reached, each time they are
    guesses        values tried, whether or not they turn out to break a constraint
    backtracks     values tried that broke one

Other problems are tried in the same way, each constraint as soon as its variables have values:
in_order.py.

A trace has each value that is tried as a decision, and for each wrong one the two cells that
are equal, in the first constraint that was found broken.
"""

from collections.abc import Iterator

from accord.puzzles import Cell, Grid, Value, is_plain
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.search.backtracking_first import BLANK
from accord.solvers.search.fillings import fillings
from accord.solvers.search.in_order import every_value
from accord.solvers.search.network import network
from accord.solvers.search.propagators.posts import MEANING


def solve(puzzle: Problem, budget: Budget) -> Iterator[Solution]:
    """Backtracking that tries every value and validates the whole grid each time."""
    budget.spend(nodes=0, guesses=0, backtracks=0)
    budget.enter("encode")
    if not is_plain(puzzle):
        yield from every_value(puzzle, budget)
        return
    scopes = network(puzzle).scopes
    budget.enter("search")
    grid = [next(iter(domain)) if len(domain) == 1 else BLANK for domain in puzzle.domains]
    trace = budget.trace
    if trace is not None:
        trace.seen(cell for cell, value in enumerate(grid) if value)

    def is_valid() -> bool:
        for cells in scopes:
            values = [grid[cell] for cell in cells if grid[cell]]
            if len(set(values)) < len(values):
                return False
        return True

    def choices(cell: Cell) -> Iterator[Value]:
        budget.spend(nodes=1)
        values = sorted(puzzle.domains[cell])
        for value in values:
            grid[cell] = value
            if trace is not None:
                trace.branched(cell, value, values, "first")
            valid = is_valid()
            budget.spend(guesses=1, backtracks=not valid)
            if valid:
                yield value
            elif trace is not None:
                trace.broken(grid, cell)
            if trace is not None:
                trace.backtrack()

    if all(puzzle.domains) and is_valid():
        yield from fillings(grid, choices, Grid, BLANK)
    elif trace is not None:
        trace.broken(grid)


SOLVERS = {
    "backtracking-naive": Backend(
        solve,
        engine="handwritten",
        model="backtracking-naive",
        family="search",
        traces=True,
        traces_problems=True,
        posts=MEANING,
    )
}
