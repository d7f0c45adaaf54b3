"""Backtracking that reasons before it guesses: the reference that other solvers are measured by.

After each assignment it concludes what it can (a filter), then branches on one undecided cell (an
order), value by value, on a copy of the domains.  By default it propagates naked singles to a
fixed point and takes the cell with the minimum of remaining values (MRV): MAC with first-fail.

    filter        check, forward, singles, hidden, pairs, gac                filters.py
    order         first, mrv, mrv-degree, dom-wdeg, random                   orders.py

With the filter `check` domains never shrink, so that the order `mrv` knows only the puzzle's own
domains.  `seed` is the seed of the order `random` and changes nothing elsewhere.

The search keeps a stack of iterators in place of recursion: the k-th makes the children of a node
at depth k, one at a time and on demand: a 36x36 grid needs at most 1,296 lists of domains at once.

It counts, with MiniZinc's names where it has one:

    nodes          assignments filtered, and the filtering of the puzzle itself; like Gecode,
                   it counts the ones that fail
    guesses        nodes made by giving a cell one of at least two values left to it; the last of
                   these values is counted too, though all others may have failed by then
    backtracks     nodes given up because of a conflict (MiniZinc's failures)
    propagations   see filters.py
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from accord.puzzles import Cell, Grid
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, Puzzle
from accord.solvers.search.filters import FILTERS, Filter
from accord.solvers.search.network import ConflictError, Domains, Network, network
from accord.solvers.search.orders import ORDERS, Experience, Order
from accord.solvers.traces.trace import Trace


class Node(NamedTuple):
    """A place in the search tree, filtered and without conflict."""

    domains: Domains
    undecided: list[Cell]  # cells whose values the filter has not seen, row by row


@dataclass(frozen=True)
class Search:
    """What stays the same over the whole tree."""

    network: Network
    order: Order
    order_name: str
    filter: Filter
    experience: Experience
    budget: Budget
    trace: Trace | None

    def solutions(self, root: Node) -> Iterator[Grid]:
        """Every solution below the root, depth first."""
        stack = [self.filtered(root, root.undecided)]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
            elif node.undecided:
                stack.append(self.children(node))
            else:
                yield Grid(value for (value,) in node.domains)

    def children(self, node: Node) -> Iterator[Node]:
        """The node with each value for one of its undecided cells, unless there is a conflict."""
        cell = self.order(self.network, node.domains, node.undecided, self.experience)
        values = sorted(node.domains[cell])
        for value in values:
            self.budget.spend(guesses=len(values) > 1)
            domains = node.domains.copy()
            domains[cell] = frozenset({value})
            if self.trace is not None:
                self.trace.branched(cell, value, values, self.order_name)
            yield from self.filtered(Node(domains, node.undecided), [cell])
            if self.trace is not None and len(values) > 1:
                self.trace.backtrack()

    def filtered(self, node: Node, new: list[Cell]) -> Iterator[Node]:
        """The node after filtering, given its new domains; nothing if there is a conflict."""
        self.budget.spend(nodes=1)
        try:
            decided = set(self.filter(self.network, node.domains, new, self.budget))
        except ConflictError as conflict:
            self.budget.spend(backtracks=1)
            self.experience.weights[conflict.constraint] += 1
            if self.trace is not None:
                self.trace.conflict_in(conflict.constraint)
        else:
            yield Node(node.domains, [cell for cell in node.undecided if cell not in decided])


def solve(
    puzzle: Puzzle,
    budget: Budget,
    *,
    order: Literal["first", "mrv", "mrv-degree", "dom-wdeg", "random"] = "mrv",
    filter: Literal["check", "forward", "singles", "hidden", "pairs", "gac"] = "singles",
    seed: int = 0,
) -> Iterator[Grid]:
    """Backtracking with a choice of filter and variable order; naked singles and MRV by default."""
    budget.spend(nodes=0, guesses=0, backtracks=0, propagations=0)
    budget.enter("encode")
    net = network(puzzle)
    experience = Experience([1] * len(net.scopes), Random(seed))
    budget.enter("search")
    if all(puzzle.domains):
        search = Search(
            net, ORDERS[order], order, FILTERS[filter], experience, budget, budget.trace
        )
        yield from search.solutions(Node(list(puzzle.domains), list(range(len(puzzle.domains)))))
    elif budget.trace is not None:
        budget.trace.broken(puzzle.givens)


SOLVERS = {
    "backtracking-mrv": Backend(
        solve, engine="handwritten", model="backtracking-mrv", family="search", traces=True
    )
}
