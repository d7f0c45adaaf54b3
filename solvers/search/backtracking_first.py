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

Of constraints of other kinds it tries, variable by variable, the values that break none of them:
in_order.py.

A trace shows what a cell loses to its peers when the cell is visited, because the search does not
look before.
"""

from collections.abc import Iterator

from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.search.in_order import values_that_fit
from accord.solvers.search.propagators.posts import MEANING


def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Backtracking on the first empty cell, with the values its peers leave."""
    budget.enter("encode")
    yield from values_that_fit(problem, budget)


SOLVERS = {
    "backtracking-first": Backend(
        solve,
        engine="handwritten",
        model="backtracking-first",
        family="search",
        traces=True,
        traces_problems=True,
        posts=MEANING,
        optimizes="objective",
    )
}
