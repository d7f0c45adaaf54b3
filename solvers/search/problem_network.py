"""The constraint network of any problem, and the filters that work on it.

As in network.py constraints are numbered and domains stand apart, one frozenset of values for each
variable; here a constraint is of any kind and brings its propagator (propagators/).  A filter has
the form of those in filters.py:

    check, forward                   each constraint of a new value is run once
    singles, hidden, pairs, gac      constraints are run until no domain changes: a queue of
                                     those that have a variable whose domain has (AC-3: Alan
                                     Mackworth, "Consistency in networks of relations",
                                     Artificial Intelligence 8, 1977)

A filter counts its `propagations`: runs of a propagator.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint
from accord.solvers.interface import Budget
from accord.solvers.search.network import ConflictError, Domains
from accord.solvers.search.propagators.posts import PROPAGATORS, FilterName, propagator
from accord.solvers.search.propagators.propagator import Propagator


@dataclass(frozen=True)
class ProblemNetwork:
    """Constraints over at least one variable each, numbered from 0, and their propagators."""

    scopes: tuple[tuple[int, ...], ...]  # for each constraint its variables
    constraints_of: tuple[tuple[int, ...], ...]  # for each variable the constraints that name it
    propagators: tuple[Propagator, ...]  # for each constraint
    numbers: tuple[int, ...]  # for each constraint its number in the problem

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For each variable those it shares a constraint with."""
        together = [
            frozenset().union(*(self.scopes[number] for number in numbers))
            for numbers in self.constraints_of
        ]
        return tuple(peers - {variable} for variable, peers in enumerate(together))


def problem_network(problem: Problem, filter: FilterName) -> ProblemNetwork:
    """The network of a problem's constraints, with the propagators of a filter.

    Raises:
        UnsupportedError: a domain is too large, or a kind unknown.
    """
    flat = PROPAGATORS.flatten(problem).constraints  # those of the problem: each kind is posted
    numbers = tuple(number for number, constraint in enumerate(flat) if constraint.scope)
    constraints = [flat[number] for number in numbers]
    constraints_of: list[dict[int, None]] = [{} for _ in problem.domains]
    for number, constraint in enumerate(constraints):
        for variable in constraint.scope:
            constraints_of[variable][number] = None
    return ProblemNetwork(
        tuple(constraint.scope for constraint in constraints),
        tuple(map(tuple, constraints_of)),
        tuple(propagator(filter, constraint) for constraint in constraints),
        numbers,
    )


def can_hold(problem: Problem) -> bool:
    """Whether no domain is empty, and no constraint without variables false."""
    empty: list[Constraint] = [each for each in problem.constraints if not each.scope]
    return all(problem.domains) and all(each.holds(()) for each in empty)


# Called as those of filters.py: Filter.
ProblemFilter = Callable[[ProblemNetwork, Domains, Sequence[int], Budget], list[int]]


def once(
    network: ProblemNetwork, domains: Domains, new: Sequence[int], budget: Budget
) -> list[int]:
    """Run each constraint of a new value once; the variables with a new value."""
    decided = [variable for variable in new if len(domains[variable]) == 1]
    for number in dict.fromkeys(
        k for variable in decided for k in network.constraints_of[variable]
    ):
        _run(network, domains, number, budget)
    return decided


def fixed_point(
    network: ProblemNetwork, domains: Domains, new: Sequence[int], budget: Budget
) -> list[int]:
    """Run the constraints until no domain changes; the variables with one value of these."""
    seen = dict.fromkeys(new)
    waiting = dict.fromkeys(k for variable in new for k in network.constraints_of[variable])
    queue = deque(waiting)
    while queue:
        del waiting[number := queue.popleft()]
        for variable in _run(network, domains, number, budget):
            seen[variable] = None
            for other in network.constraints_of[variable]:
                if other not in waiting:
                    waiting[other] = None
                    queue.append(other)
    return [variable for variable in seen if len(domains[variable]) == 1]


def _run(network: ProblemNetwork, domains: Domains, number: int, budget: Budget) -> list[int]:
    """Take from the domains what the constraint does; the variables that lost values."""
    budget.spend(propagations=1)
    narrowed = []
    conclusions = network.propagators[number](domains)
    if budget.trace is not None:
        budget.trace.propagated(
            network.numbers[number], network.propagators[number], domains, conclusions
        )
    for variable, kept in conclusions:
        domains[variable] &= kept
        if not domains[variable]:
            raise ConflictError(number)
        narrowed.append(variable)
    return narrowed


PROBLEM_FILTERS: dict[str, ProblemFilter] = {
    "check": once, "forward": once,
    "singles": fixed_point, "hidden": fixed_point, "pairs": fixed_point, "gac": fixed_point,
}  # fmt: skip
