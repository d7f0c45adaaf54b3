"""Backtracking that reasons before it guesses: the reference that other solvers are measured by.

After each assignment it concludes what it can (a filter), then branches on one undecided cell (an
order), value by value, on a copy of the domains.  By default it propagates naked singles to a
fixed point and takes the cell with the minimum of remaining values (MRV): MAC with first-fail.

    filter        check, forward, singles, hidden, pairs, gac                filters.py
    order         first, mrv, mrv-degree, dom-wdeg, random                   orders.py

The network of a problem says which variables constrain which, and with which propagators:
network.py.

With the filter `check` domains never shrink, so that the order `mrv` knows only the puzzle's own
domains.  `seed` is the seed of the order `random` and changes nothing elsewhere.

With `branching=binary` a node has two children, x = v for the least value v and x != v, as in
Gecode and Choco, whose nodes it then counts the same: docs/how-to/same-search.md.

With `restarts` it begins again at the root after 100 conflicts, then 150, 225 and so on, and keeps
the weights of dom-wdeg, which then choose the first cells, too (Carla Gomes, Bart Selman and Henry
Kautz, "Boosting combinatorial search through randomization", AAAI 1998).  The last run is as long
as it must be, so that all solutions are found; each is yielded once.

With `search=model` it follows the search that a model proposes (search/proposed.py); order and
branching are of the variables that are left then.

Asked for the best solution it tries the best values of the objective first, and cuts off what is no
better than the last solution: branch_and_bound.py.

The search keeps a stack of iterators in place of recursion: the k-th makes the children of a node
at depth k, one at a time and on demand: a 36x36 grid needs at most 1,296 lists of domains at once.

It counts, with MiniZinc's names where it has one:

    nodes          assignments filtered, and the filtering of the puzzle itself; like Gecode,
                   it counts the ones that fail
    guesses        nodes made by giving a cell one of at least two values left to it; the last of
                   these values is counted too, though all others may have failed by then
    backtracks     nodes given up because of a conflict, or cut off (MiniZinc's failures)
    propagations   see filters.py
    restarts       runs that were cut off
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf
from random import Random
from typing import Literal, NamedTuple

from accord.puzzles import Cell, ValueSet
from accord.puzzles.proposed_search import ProposedSearch
from accord.solvers.backend import Backend
from accord.solvers.following import SearchOf, followed
from accord.solvers.interface import Budget, Problem, Solution, UnsupportedError
from accord.solvers.search.branch_and_bound import Incumbent
from accord.solvers.search.filters import propagate
from accord.solvers.search.network import (
    ConflictError,
    Domains,
    Network,
    can_hold,
    expanded,
    network,
)
from accord.solvers.search.orders import ORDERS, Experience, Order
from accord.solvers.search.propagators.posts import PROPAGATORS, FilterName
from accord.solvers.search.proposed import ASSIGN, CHOOSE, DOM_W_DEG, Halves, next_branch
from accord.solvers.traces.trace import Trace

FIRST_RUN = 100  # conflicts before the first restart
GROWTH = 1.5  # of this number from run to run


class CutOffError(Exception):
    """A run has had as many conflicts as it may."""


class Node(NamedTuple):
    """A place in the search tree, filtered and without conflict."""

    domains: Domains
    undecided: list[Cell]  # cells whose values the filter has not seen, row by row


@dataclass(frozen=True)
class Search:
    """The parts of a search that stay the same over the whole tree."""

    network: Network
    order: Order
    order_name: str
    solution: Callable[[Iterable[int]], Solution]  # makes what is yielded of the values
    experience: Experience
    budget: Budget
    trace: Trace | None
    binary: bool = False  # children are x = v and x != v
    incumbent: Incumbent | None = None  # where the best solution is asked for
    proposed: Sequence[ProposedSearch] = ()  # that is followed first

    def solutions(self, root: Node, most: float = inf) -> Iterator[Solution]:
        """Every solution below the root, depth first; or each that is better than the last.

        Raises:
            CutOffError: there were more than `most` conflicts.
        """
        spent = self.budget.spent
        last = spent["backtracks"] + most
        stack = [self.filtered(root, root.undecided)]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                if spent["backtracks"] > last:
                    raise CutOffError
                stack.pop()
            elif node.undecided:
                if self.incumbent is not None and len(stack) == 1:
                    own = node.domains[self.incumbent.variable]
                    self.budget.bound(self.incumbent.best_first(own)[0])
                stack.append(self.children(node))
            else:
                solution = self.solution(value for (value,) in node.domains)
                if self.incumbent is not None:
                    self.incumbent.replace(solution)
                yield solution

    def restarting(self, root: Node) -> Iterator[Solution]:
        """Every solution once, from the root again after ever more conflicts."""
        found: set[Solution] = set()
        for run in count():
            again = root._replace(domains=root.domains.copy())
            try:
                for solution in self.solutions(again, FIRST_RUN * GROWTH**run):
                    if solution not in found:
                        found.add(solution)
                        yield solution
            except CutOffError:
                self.budget.spend(restarts=1)
                if self.trace is not None:
                    self.trace.restart()
            else:
                return

    def children(self, node: Node) -> Iterator[Node]:
        """The node with each value for one of its undecided cells, unless there is a conflict."""
        at = self.network, node.domains, node.undecided, self.experience
        if (branch := next_branch(self.proposed, *at)) is not None:
            yield from self.both(node, *branch)
            return
        cell = self.order(*at)
        values = sorted(node.domains[cell])
        if self.incumbent is not None and cell == self.incumbent.variable:
            values = self.incumbent.best_first(values)
        if self.binary and len(values) > 1:
            yield from self.both(node, cell, (values[:1], values[1:]))
            return
        for value in values:
            self.budget.spend(guesses=len(values) > 1)
            domains = node.domains.copy()
            domains[cell] = frozenset({value})
            if self.trace is not None:
                self.trace.branched(cell, value, values, self.order_name)
            yield from self.filtered(Node(domains, node.undecided), [cell])
            if self.trace is not None and len(values) > 1:
                self.trace.backtrack()

    def both(self, node: Node, cell: Cell, halves: Halves) -> Iterator[Node]:
        """The node where the cell has one of the first values, and where it has another.

        Raises:
            UnsupportedError: it is to be traced, and there are several on both sides.
        """
        value, values = min(halves, key=len)[0], [*halves[0], *halves[1]]
        if self.trace is not None and min(map(len, halves)) > 1:
            raise UnsupportedError("found a trace of halves, expected one of value by value")
        for kept in halves:
            holds = kept == [value]
            self.budget.spend(guesses=1)
            domains = node.domains.copy()
            domains[cell] = frozenset(kept)
            if self.trace is not None:
                self.trace.branched(cell, value, values, self.order_name, holds)
            yield from self.filtered(Node(domains, node.undecided), [cell])
            if self.trace is not None:
                self.trace.backtrack()

    def filtered(self, node: Node, new: list[Cell]) -> Iterator[Node]:
        """The node after filtering, given its new domains; nothing if there is a conflict."""
        self.budget.spend(nodes=1)
        if self.incumbent is not None:
            own = node.domains[variable := self.incumbent.variable]
            node.domains[variable] = kept = self.incumbent.cut(own)
            if not kept:
                self.budget.spend(backtracks=1)
                return
            if len(kept) < len(own) and variable not in new:
                new = [*new, variable]
        try:
            decided = set(propagate(self.network, node.domains, new, self.budget))
        except ConflictError as conflict:
            self.budget.spend(backtracks=1)
            self.experience.weights[conflict.constraint] += 1
            if self.trace is not None:
                self.trace.conflict_in(conflict.constraint)
        else:
            yield Node(node.domains, [cell for cell in node.undecided if cell not in decided])


def solve(
    problem: Problem,
    budget: Budget,
    *,
    order: Literal["first", "mrv", "mrv-degree", "dom-wdeg", "random"] = "mrv",
    filter: FilterName = "singles",
    restarts: bool = False,
    branching: Literal["values", "binary"] = "values",
    search: SearchOf = "own",
    seed: int = 0,
) -> Iterator[Solution]:
    """Backtracking with a choice of filter and variable order; naked singles and MRV by default."""
    budget.spend(nodes=0, guesses=0, backtracks=0, propagations=0)
    budget.enter("encode")
    proposed = followed(budget, (*CHOOSE, DOM_W_DEG), ASSIGN) if search == "model" else ()
    net, domains = network(problem, filter), expanded(problem)
    experience = Experience([1] * len(net.scopes), Random(seed))
    budget.enter("search")
    if can_hold(problem):
        tree = Search(
            net,
            ORDERS[order],
            order,
            problem.solution,
            experience,
            budget,
            budget.trace,
            branching == "binary",
            Incumbent(problem, budget.trace) if problem.goal is not None else None,
            proposed,
        )
        root = Node(domains, list(range(len(domains))))
        yield from tree.restarting(root) if restarts else tree.solutions(root)
    elif budget.trace is not None:
        budget.trace.contradiction()


class Propagated(NamedTuple):
    """The fixed point of a filter at the root."""

    domains: tuple[ValueSet, ...]  # of each variable; all are empty after a conflict
    solved: bool  # every variable is decided, and its value propagated


def propagated(problem: Problem, filter: FilterName) -> Propagated:
    """Run a filter at the root of the search."""
    net, domains, possible = network(problem, filter), expanded(problem), can_hold(problem)
    try:
        decided = propagate(net, domains, range(len(domains)), Budget()) if possible else []
    except ConflictError:
        possible = False
    if not possible:
        return Propagated((frozenset(),) * len(domains), False)
    return Propagated(tuple(domains), len({*decided}) == len(domains))


SOLVERS = {
    "backtracking-mrv": Backend(
        solve,
        engine="handwritten",
        model="backtracking-mrv",
        family="search",
        traces=True,
        traces_problems=True,
        posts=PROPAGATORS,
        optimizes="variable",
        same_search="branching=binary,filter=gac,order=first",
    )
}
