"""Filters: what a search concludes from an assignment before it makes the next.

After x = v a filter takes from the domains what can no longer be, in place, and raises
ConflictError with the number of the constraint at fault where a domain is left empty (of several
that forbid two variables the same value, the first).  Each filter leaves no more values than the
one above it: fewer nodes, and more work for each (measured: docs/solvers/search.md).

    filter     concludes                                              runs again after
    --------   ----------------------------------------------------   -------------------------
    check      nothing; looks whether a constraint is broken          the assignment
    forward    what the constraints of the variable say of one last   the assignment
               open variable; of all-different, of every variable
    singles    as forward, for every variable with one value left;    each domain that changes;
               and what kinds with a propagator of their own say      all-different: each decided
    hidden     as singles, and hidden singles                         each domain that changes
    pairs      as hidden, and naked pairs                             each domain that changes
    gac        every value of all-different without support           each domain that changes

`check` is backtracking as Solomon Golomb and Leonard Baumert described it ("Backtrack
programming", Journal of the ACM 12, 1965).  `forward` is forward checking: Robert Haralick and
Gordon Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
Artificial Intelligence 14, 1980.  `singles` maintains arc consistency of x != y (MAC): Daniel
Sabin and Eugene Freuder, "Contradicting conventional wisdom in constraint satisfaction", ECAI
1994.  `gac` is Régin's (rules.py).  The last four run to a fixed point: each level of propagators
(network.py) has a queue of the constraints that have a variable whose domain has changed (AC-3:
Alan Mackworth, "Consistency in networks of relations", Artificial Intelligence 8, 1977), and the
cheapest level that has anything to say goes first.

A filter counts its `propagations` (MiniZinc's word: runs of a propagator): one for each decided
variable that is compared with those that must differ, or taken from them, and one for each run of a
propagator.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence

from accord.solvers.interface import Budget
from accord.solvers.search.network import ConflictError, Domains, Network, PropagatorLevel
from accord.solvers.search.propagators.posts import FilterName

# Called with a network, the domains, the variables whose domains are new, and the budget.  Returns
# the decided variables among those that were new or became it.
Filter = Callable[[Network, Domains, Sequence[int], Budget], list[int]]
Queue = OrderedDict[int, None]  # constraints that wait, the first to come first


def check(network: Network, domains: Domains, new: Sequence[int], budget: Budget) -> list[int]:
    """Raise ConflictError where a decided variable equals a peer; check other constraints once."""
    decided = [variable for variable in new if len(domains[variable]) == 1]
    if budget.trace is not None:
        budget.trace.seen(decided)
    for variable in decided:
        budget.spend(propagations=1)
        for other in network.different[variable]:
            if domains[other] == domains[variable] and other != variable:
                raise ConflictError(network.shared(variable, other))
    _run_once(network, domains, decided, budget)
    return decided


def forward(network: Network, domains: Domains, new: Sequence[int], budget: Budget) -> list[int]:
    """Remove decided values from variables that must differ; run other constraints once."""
    decided = [variable for variable in new if len(domains[variable]) == 1]
    for variable in decided:
        budget.spend(propagations=1)
        take_from_peers(network, domains, variable, budget)
    _run_once(network, domains, decided, budget)
    return decided


def _run_once(network: Network, domains: Domains, decided: Sequence[int], budget: Budget) -> None:
    """Run each propagator that looks at one of these variables."""
    for level in network.levels:
        for number in dict.fromkeys(k for each in decided for k in level.constraints_of[each]):
            run_propagator(level, number, domains, budget)


def take_from_peers(network: Network, domains: Domains, variable: int, budget: Budget) -> list[int]:
    """Remove a decided variable's value from all that must differ; return those that had it."""
    (value,) = own = domains[variable]
    peers = network.different[variable]
    narrowed = [peer for peer in peers if value in domains[peer] and peer != variable]
    if budget.trace is not None:
        budget.trace.taken(variable, narrowed)
    for peer in narrowed:
        domains[peer] -= own
        if not domains[peer]:
            raise ConflictError(network.shared(variable, peer))
    return narrowed


def fixed_point(
    network: Network, domains: Domains, new: Sequence[int], budget: Budget
) -> list[int]:
    """Apply naked singles and then the propagators, cheapest first, until nothing changes."""
    decided: list[int] = []
    queues = [Queue() for _ in network.levels]
    while new:
        singles, changed = naked_singles(network, domains, new, budget)
        decided += singles
        for level, queue in zip(network.levels, queues, strict=True):
            queue.update(
                (number, None) for each in changed for number in level.constraints_of[each]
            )
        new = infer(network, domains, queues, budget)
    return decided


def naked_singles(
    network: Network, domains: Domains, new: Sequence[int], budget: Budget
) -> tuple[list[int], list[int]]:
    """Take every last value from the peers until none is new; the decided and changed variables."""
    decided = [variable for variable in new if len(domains[variable]) == 1]
    changed = list(new)
    for variable in decided:  # which grows meanwhile
        budget.spend(propagations=1)
        narrowed = take_from_peers(network, domains, variable, budget)
        decided += [peer for peer in narrowed if len(domains[peer]) == 1]
        changed += narrowed
    return decided, changed


def infer(network: Network, domains: Domains, queues: list[Queue], budget: Budget) -> list[int]:
    """Run propagators, cheapest level first, until one narrows domains; return their variables."""
    for level, queue in zip(network.levels, queues, strict=True):
        while queue:
            number, _ = queue.popitem(last=False)
            if narrowed := run_propagator(level, number, domains, budget):
                return narrowed
    return []


def run_propagator(
    level: PropagatorLevel, number: int, domains: Domains, budget: Budget
) -> list[int]:
    """Take from the domains what a constraint's propagator does; the variables that lost values."""
    budget.spend(propagations=1)
    propagator = level.propagators[number]
    narrowed = []
    conclusions = propagator(domains)
    if budget.trace is not None:
        budget.trace.propagated(number, propagator, domains, conclusions)
    for variable, kept in conclusions:
        domains[variable] &= kept
        if not domains[variable]:
            raise ConflictError(number)
        narrowed.append(variable)
    return narrowed


def propagate(network: Network, domains: Domains, new: Sequence[int], budget: Budget) -> list[int]:
    """Conclude what the network's filter does from new domains; return the decided variables.

    Raises:
        ConflictError: a domain was left empty, or a constraint is broken.
    """
    return FILTERS[network.filter](network, domains, new, budget)


FILTERS: dict[FilterName, Filter] = {
    "check": check, "forward": forward,
    "singles": fixed_point, "hidden": fixed_point, "pairs": fixed_point, "gac": fixed_point,
}  # fmt: skip
