"""Naive backtracking: try every value in every blank, and validate the whole grid each time.

The slowest of all, for comparison.  The first blank in row order gets one value after the other,
and after each the whole grid is checked: does any constraint hold a value twice?  Nothing is kept
from one check to the next and nothing is inferred.  (With the refinement that a value is compared
with its peers only, this is backtracking_first.py.)  All values of the domain are tried, so a
puzzle costs n tries for every blank that is reached, and each try up to all 27 houses of a 9x9
grid, until the first broken one.  It always enumerates: the puzzle

    ..8....45....8.9....24.....5....176..1..7..8..795....1.....74....7.6....65....3..

takes 805,500 tries to its only solution and 914,130 until there can be no other.  No puzzle is
refused for being too hard.

It counts:

    nodes          blanks reached, each time they are
    guesses        values tried, whether or not they turn out to break a constraint
    backtracks     values tried that broke one

Each constraint of another kind is looked at as soon as its variables have values: in_order.py.

A trace has each value that is tried as a decision, and for each wrong one the first constraint that
was found broken.
"""

from collections.abc import Iterator

from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.search.in_order import every_value
from accord.solvers.search.propagators.posts import MEANING


def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Backtracking that tries every value and validates the whole grid each time."""
    budget.enter("encode")
    yield from every_value(problem, budget)


SOLVERS = {
    "backtracking-naive": Backend(
        solve,
        engine="handwritten",
        model="backtracking-naive",
        family="search",
        traces=True,
        traces_problems=True,
        posts=MEANING,
        optimizes="objective",
    )
}
