"""Propagate, then search, on states that never change.

A state is what is known about the grid.  Three rules in order of difficulty, naked single, hidden
single and naked pair, each turn a state into a narrower one; whenever one succeeds the reasoning
starts again from the simplest, as a person would; where none does, the cell with the smallest
domain is tried with each of its values, and each of these states is reasoned about in turn.  A
rule draws all the conclusions it can from one state before the next state is made.

The states persist: tuples and frozensets, shared and never undone, so that every state on the way
could be kept and shown (the purely functional style: Chris Okasaki, "Purely Functional Data
Structures", Cambridge University Press 1998).  What that costs: docs/solvers/search.md.

It counts:

    nodes          states reasoned about: the puzzle, and each value tried
    guesses        values tried, each in a cell with at least two left
    backtracks     nodes given up because of a conflict
    propagations   naked singles taken from their peers; and for the other rules, constraints
                   looked at
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from accord.puzzles import Cell, Grid, Puzzle, ValueSet
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget
from accord.solvers.search.filters import take_from_peers
from accord.solvers.search.network import ConflictError, Network, network
from accord.solvers.search.rules import Rule, hidden_singles, naked_pairs


class State(NamedTuple):
    """The domains of a grid, and the cells that are decided."""

    domains: tuple[ValueSet, ...]
    solved: frozenset[Cell] = frozenset()  # cells whose one value their peers have lost

    def assigned(self, cell: Cell, domain: ValueSet) -> "State":
        """The state in which this cell has this domain."""
        domains = (*self.domains[:cell], domain, *self.domains[cell + 1 :])
        return self._replace(domains=domains)


# A state narrowed by one rule; the very same state when the rule has nothing to say.
Reasoning = Callable[[Network, State, Budget], State]


def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Naked singles, hidden singles and naked pairs, then search on the smallest domain."""
    budget.spend(nodes=0, guesses=0, backtracks=0, propagations=0)
    budget.enter("encode")
    net = network(puzzle)
    budget.enter("search")
    if not all(puzzle.domains):
        if budget.trace is not None:
            budget.trace.contradiction()
        return
    stack = [reasoned(net, State(puzzle.domains), budget)]
    while stack:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
        elif len(state.solved) < len(state.domains):
            stack.append(children(net, state, budget))
        else:
            yield Grid(value for (value,) in state.domains)


def children(net: Network, state: State, budget: Budget) -> Iterator[State]:
    """For each value of the smallest undecided domain the state it leads to, if there is one."""
    undecided = [cell for cell in range(len(state.domains)) if cell not in state.solved]
    cell = min(undecided, key=lambda cell: len(state.domains[cell]))
    values = sorted(state.domains[cell])
    for value in values:
        budget.spend(guesses=1)
        if budget.trace is not None:
            budget.trace.branched(cell, value, values, "mrv")
        yield from reasoned(net, state.assigned(cell, frozenset({value})), budget)
        if budget.trace is not None:
            budget.trace.backtrack()


def reasoned(net: Network, state: State, budget: Budget) -> Iterator[State]:
    """The state about which no rule has anything left to say; nothing if there is a conflict."""
    budget.spend(nodes=1)
    try:
        rules = iter(RULES)
        while rule := next(rules, None):
            narrower = rule(net, state, budget)
            if narrower is not state:
                state, rules = narrower, iter(RULES)
    except ConflictError as conflict:
        budget.spend(backtracks=1)
        if budget.trace is not None:
            budget.trace.conflict_in(conflict.constraint)
    else:
        yield state


def naked_singles(net: Network, state: State, budget: Budget) -> State:
    """The state after each newly decided cell has taken its value from its peers."""
    single = {cell for cell, domain in enumerate(state.domains) if len(domain) == 1}
    domains = list(state.domains)
    for cell in single - state.solved:
        budget.spend(propagations=1)
        take_from_peers(net, domains, cell, budget)
    return State(tuple(domains), frozenset(single)) if single > state.solved else state


def everywhere(net: Network, state: State, budget: Budget, *, rule: Rule) -> State:
    """The state after a rule was applied to each constraint."""
    domains = list(state.domains)
    for number, cells in enumerate(net.scopes):
        if state.solved.issuperset(cells):
            continue
        budget.spend(propagations=1)
        for cell, kept in rule(cells, state.domains):
            if budget.trace is not None:
                budget.trace.narrowed(number, cell, kept)
            domains[cell] &= kept
            if not domains[cell]:
                raise ConflictError(number)
    narrower = tuple(domains)
    return state if narrower == state.domains else state._replace(domains=narrower)


RULES: tuple[Reasoning, ...] = (
    naked_singles,
    partial(everywhere, rule=hidden_singles),
    partial(everywhere, rule=naked_pairs),
)

SOLVERS = {
    "propagate-search": Backend(
        solve, engine="handwritten", model="propagate-search", family="search", traces=True
    )
}
