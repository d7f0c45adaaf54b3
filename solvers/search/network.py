"""The constraint network of a problem: which variables constrain which, and what propagates it.

A constraint network is a graph on the variables, with an edge wherever a constraint forbids
something: Ugo Montanari, "Networks of constraints", Information Sciences 7, 1974.  Constraints are
numbered as in the problem.  Those that say only that their variables differ are also kept as
edges, so that a decided value is taken from all variables that must differ from it at once,
whichever constraint says so; what else a constraint concludes is a propagator (propagators/), in
levels from the cheapest to the strongest.

It contains no domains and is shared by all puzzles of the same sets: it is built once, in 0.4
ms for 9x9 and 15 ms for 36x36, and kept.  Domains stand apart, a list with one frozenset of values
for each variable.  A search copies the list and never undoes anything: the sets are shared, so that
a copy costs 0.14 microseconds for 9x9.  Bit masks in place of frozensets, measured:
docs/solvers/search.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from accord.puzzles import Grid, Problem, Puzzle, Shape, ValueSet
from accord.puzzles.constraints.constraint import Constraint
from accord.solvers.search.propagators.all_different import is_pairwise
from accord.solvers.search.propagators.posts import PROPAGATORS, FilterName, propagators
from accord.solvers.search.propagators.propagator import Propagator

Domains = list[ValueSet]  # one domain per variable


class ConflictError(Exception):
    """A constraint that cannot be satisfied any more."""

    def __init__(self, constraint: int) -> None:
        super().__init__(f"constraint {constraint} cannot be satisfied")
        self.constraint = constraint  # its number in the network


@dataclass(frozen=True)
class PropagatorLevel:
    """Propagators of one strength."""

    propagators: Mapping[int, Propagator]  # by the number of the constraint
    constraints_of: tuple[tuple[int, ...], ...]  # for each variable those of these that name it


@dataclass(frozen=True)
class Network:
    """The constraints of a problem, their variables, and their propagators by level."""

    filter: FilterName  # whose propagators these are
    scopes: tuple[tuple[int, ...], ...]  # for each constraint its variables, each once
    constraints_of: tuple[tuple[int, ...], ...]  # for each variable the constraints that name it
    all_different_of: tuple[tuple[int, ...], ...]  # of these, those that say only that all differ
    different: tuple[tuple[int, ...], ...]
    """For each variable all variables of these constraints, sorted; itself among them."""
    levels: tuple[PropagatorLevel, ...]  # the cheapest first

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For each variable the others that share a constraint with it."""
        return tuple(
            frozenset[int]().union(*(self.scopes[k] for k in numbers)) - {variable}
            for variable, numbers in enumerate(self.constraints_of)
        )

    def shared(self, variable: int, other: int) -> int:
        """The first constraint that says only that all differ and names both."""
        own = self.all_different_of[other]
        return next(k for k in self.all_different_of[variable] if k in own)


def expanded(problem: Problem) -> Domains:
    """The domains as sets, equal ones shared."""
    sets = {domain: frozenset(domain) for domain in {*problem.domains}}
    return [sets[domain] for domain in problem.domains]


def can_hold(problem: Problem) -> bool:
    """Whether no domain is empty, and no constraint without variables false."""
    empty: list[Constraint] = [each for each in problem.constraints if not each.scope]
    return all(problem.domains) and all(each.holds(()) for each in empty)


def network(problem: Problem, filter: FilterName = "singles") -> Network:
    """The network of a problem's constraints, with the propagators of a filter.

    Raises:
        UnsupportedError: a domain is too large, or a kind unknown.
    """
    if isinstance(problem, Puzzle) and not problem.shape.others:  # which may be large, and its own
        return network_of(problem.shape, filter)
    return _built(problem, filter)


@lru_cache(maxsize=64)
def network_of(shape: Shape, filter: FilterName = "singles") -> Network:
    """The network that all puzzles of a shape share; raises like `network`."""
    return _built(Puzzle(shape, Grid([0] * len(shape.cells))), filter)


def _built(problem: Problem, filter: FilterName) -> Network:
    PROPAGATORS.flatten(problem)  # which refuses what is too large, and changes nothing
    constraints, domains, variables = problem.constraints, problem.domains, len(problem.domains)
    scopes = tuple(tuple(dict.fromkeys(constraint.scope)) for constraint in constraints)
    alike = [k for k, each in enumerate(constraints) if is_pairwise(each)]
    all_different_of = _numbers_of(scopes, alike, variables)
    every: list[dict[int, Propagator]] = []
    for number, constraint in enumerate(constraints):
        for level, each in enumerate(
            propagators(filter, constraint, domains) if scopes[number] else ()
        ):
            if level == len(every):
                every.append({})
            every[level][number] = each
    return Network(
        filter,
        scopes,
        _numbers_of(scopes, range(len(scopes)), variables),
        all_different_of,
        tuple(_union([scopes[number] for number in numbers]) for numbers in all_different_of),
        tuple(PropagatorLevel(each, _numbers_of(scopes, each, variables)) for each in every),
    )


def _numbers_of(
    scopes: Sequence[Sequence[int]], numbers: Iterable[int], variables: int
) -> tuple[tuple[int, ...], ...]:
    """For each variable the constraints of these numbers that name it."""
    found: list[list[int]] = [[] for _ in range(variables)]
    for number in numbers:
        for variable in scopes[number]:
            found[variable].append(number)
    return tuple(map(tuple, found))


def _union(scopes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The variables of some scopes, sorted; a single scope as it is, shared by its variables."""
    return scopes[0] if len(scopes) == 1 else tuple(sorted(set[int]().union(*scopes)))
