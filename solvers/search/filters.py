"""Filters: what a search concludes from an assignment before it makes the next.

After cell = value a filter takes from the domains what can no longer be, in place, and raises
ConflictError with the number of the constraint at fault where a domain is left empty (of several
that forbid two cells the same value, the first).  Each filter leaves no more values than the one
above it: fewer nodes, and more work for each (measured: docs/solvers/search.md).

    filter     concludes                                          runs again after
    --------   ------------------------------------------------   -----------------------
    check      nothing; looks whether two equal values meet       the assignment
    forward    the peers of the assigned cell lose its value      the assignment
    singles    as forward, for every cell with one value left     each cell down to one value
    hidden     as singles, and hidden singles                     each domain that changes
    pairs      as hidden, and naked pairs                         each domain that changes
    gac        every value without support in its constraint      each domain that changes

`check` is backtracking as Solomon Golomb and Leonard Baumert described it ("Backtrack
programming", Journal of the ACM 12, 1965).  `forward` is forward checking: Robert Haralick and
Gordon Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
Artificial Intelligence 14, 1980.  `singles` maintains arc consistency of x != y (MAC): Daniel
Sabin and Eugene Freuder, "Contradicting conventional wisdom in constraint satisfaction", ECAI
1994.  `gac` is Régin's, see gac.py.  The last four run to a fixed point.

A filter counts its `propagations` (MiniZinc's word: runs of a propagator): one for each cell that
is compared with its peers or taken from them, one for each constraint that a rule looks at.
"""

from collections.abc import Callable, Sequence
from functools import partial

from accord.puzzles import Cell
from accord.solvers.interface import Budget
from accord.solvers.search.gac import supported_values
from accord.solvers.search.network import ConflictError, Domains, Network
from accord.solvers.search.rules import Rule, hidden_singles, naked_pairs

# Called with a network, the domains, the cells whose domains are new, and the budget.  Returns
# the decided cells: those whose one value has been checked against, or taken from, their peers.
Filter = Callable[[Network, Domains, Sequence[Cell], Budget], list[Cell]]


def check(network: Network, domains: Domains, new: Sequence[Cell], budget: Budget) -> list[Cell]:
    """Compare each new value with the values of its peers."""
    decided = [cell for cell in new if len(domains[cell]) == 1]
    if budget.trace is not None:
        budget.trace.seen(decided)
    for cell in decided:
        budget.spend(propagations=1)
        for peer in network.peers[cell]:
            if domains[peer] == domains[cell]:
                raise ConflictError(network.shared(cell, peer))
    return decided


def forward(network: Network, domains: Domains, new: Sequence[Cell], budget: Budget) -> list[Cell]:
    """Take each new value from its peers, and leave it at that."""
    decided = [cell for cell in new if len(domains[cell]) == 1]
    for cell in decided:
        budget.spend(propagations=1)
        take_from_peers(network, domains, cell, budget)
    return decided


def take_from_peers(network: Network, domains: Domains, cell: Cell, budget: Budget) -> list[Cell]:
    """Take the one value of the cell from its peers; the peers that had it."""
    (value,) = own = domains[cell]
    narrowed = [peer for peer in network.peers[cell] if value in domains[peer]]
    if budget.trace is not None:
        budget.trace.taken(cell, narrowed)
    for peer in narrowed:
        domains[peer] -= own
        if not domains[peer]:
            raise ConflictError(network.shared(cell, peer))
    return narrowed


def fixed_point(
    network: Network,
    domains: Domains,
    new: Sequence[Cell],
    budget: Budget,
    *,
    rules: tuple[Rule, ...],
) -> list[Cell]:
    """Apply naked singles and then the rules, simplest first, until nothing changes."""
    decided: list[Cell] = []
    stale: list[set[int]] = [set() for _ in rules]  # for each rule the constraints to look at
    while new:
        singles, changed = naked_singles(network, domains, new, budget)
        decided += singles
        for waiting in stale:
            waiting.update(number for cell in changed for number in network.constraints_of[cell])
        new = infer(network, domains, rules, stale, budget)
    return decided


def naked_singles(
    network: Network, domains: Domains, new: Sequence[Cell], budget: Budget
) -> tuple[list[Cell], list[Cell]]:
    """Take every last value from the peers, until none is new; the cells decided and changed."""
    decided = [cell for cell in new if len(domains[cell]) == 1]
    changed = list(new)
    for cell in decided:  # which grows meanwhile
        budget.spend(propagations=1)
        narrowed = take_from_peers(network, domains, cell, budget)
        decided += [peer for peer in narrowed if len(domains[peer]) == 1]
        changed += narrowed
    return decided, changed


def infer(
    network: Network,
    domains: Domains,
    rules: tuple[Rule, ...],
    stale: list[set[int]],
    budget: Budget,
) -> list[Cell]:
    """Let the simplest rule that concludes anything narrow the domains; the cells narrowed."""
    for rule, waiting in zip(rules, stale, strict=True):
        while waiting:
            number = waiting.pop()
            budget.spend(propagations=1)
            narrowed = set()
            for cell, kept in tuple(rule(network.scopes[number], network.size, domains)):
                if not domains[cell] <= kept:
                    if budget.trace is not None:
                        budget.trace.narrowed(number, cell, kept)
                    domains[cell] &= kept
                    narrowed.add(cell)
                if not domains[cell]:
                    raise ConflictError(number)
            if narrowed:
                return sorted(narrowed)
    return []


FILTERS: dict[str, Filter] = {
    "check": check,
    "forward": forward,
    "singles": partial(fixed_point, rules=()),
    "hidden": partial(fixed_point, rules=(hidden_singles,)),
    "pairs": partial(fixed_point, rules=(hidden_singles, naked_pairs)),
    "gac": partial(fixed_point, rules=(supported_values,)),
}
