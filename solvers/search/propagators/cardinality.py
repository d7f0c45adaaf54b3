"""Generalized arc consistency of Cardinality by flows, where its occurrences are no variables.

A solution is a flow: each variable sends one unit to a value, and each value passes on as many as
may take it.  From one solution another is reached by moves: who has the value a takes b, whereby
others move on, until someone takes a or until a may lose one and the last value gain one.  So draw
an arrow from a to b where some variable with a may take b; from a value that may gain one to an
extra node FREE, and from FREE to values that may lose one.  A variable with a may take b exactly
when both lie in one strongly connected component (Jean-Charles Régin, "Generalized arc consistency
for global cardinality constraint", AAAI 1996).

The first solution comes in two steps: places that have to be filled find variables, then the
variables that are left find places; the second step empties none of the first (Claude-Guy Quimper,
Peter van Beek, Alejandro López-Ortiz, Alexander Golynski and Sayyed Bashir Sadjad, "An efficient
bounds consistency algorithm for the global cardinality constraint", CP 2003).  All values that are
not listed are one node.  A run costs O(variables x values of all variables).

The counts go first, because they are cheap.  An occurrence that is a variable counts as the
interval of its domain, and is bounded by the counts.  Where a variable is counted twice, and for
more than MOST variables or values, there are the counts only: the recursion is as deep as they are
many.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from accord.puzzles import ValueSet
from accord.puzzles.constraints.cardinality import Cardinality, Occurrences
from accord.puzzles.constraints.constraint import Variable
from accord.solvers.search.matching import matching
from accord.solvers.search.propagators.count import count
from accord.solvers.search.propagators.propagator import (
    NOTHING,
    Kept,
    Propagator,
    every,
    in_turn,
    last_open,
    narrower,
)
from accord.solvers.search.rules import FREE, components

Limits = Mapping[int, tuple[int, int]]  # of each value, by its place in the list
MOST = 300  # variables, and values that are listed


def cardinality(constraint: Cardinality) -> Propagator:
    """The propagator of a cardinality."""
    own, values = constraint.variables, frozenset(constraint.values)

    def closed(domains: Sequence[ValueSet]) -> list[Kept]:
        return narrower([(each, values) for each in own], domains)

    steps: list[Propagator] = [closed] if constraint.closed else []
    steps.append(every(constraint, [*constraint.counts()], count))
    if len({*own}) == len(own) and max(len(own), len(values)) <= MOST:
        steps.append(_flow(constraint))
    return in_turn(*steps, last_open(constraint))


def _flow(constraint: Cardinality) -> Propagator:
    own, others = constraint.variables, len(constraint.values)
    node_of = {value: place for place, value in enumerate(constraint.values)}

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        limits = {
            place: _interval(times, domains) for place, times in enumerate(constraint.occurrences)
        }
        limits[others] = 0, len(own)
        nodes = [frozenset(node_of.get(value, others) for value in domains[each]) for each in own]
        if (supported := _supported(nodes, limits)) is None:
            return [(constraint.scope[0], NOTHING)]
        return narrower(
            (
                (
                    variable,
                    frozenset(v for v in domains[variable] if node_of.get(v, others) in kept),
                )
                for variable, kept in zip(own, supported, strict=True)
            ),
            domains,
        )

    return propagate


def _interval(times: Occurrences, domains: Sequence[ValueSet]) -> tuple[int, int]:
    if isinstance(times, Variable):
        return min(domains[times.number]), max(domains[times.number])
    return times if isinstance(times, tuple) else (times, times)


def _supported(nodes: Sequence[ValueSet], limits: Limits) -> list[ValueSet] | None:
    """The values of each variable that some solution has; None without a solution."""
    holders = _filled(nodes, limits)
    if holders is None:
        return None
    missing = {*range(len(nodes))} - {*chain.from_iterable(holders.values())}
    if not all(_place(each, nodes, limits, holders, set()) for each in missing):
        return None
    arrows: dict[int, set[int]] = {FREE: set()}
    for value, (low, high) in limits.items():
        arrows[value] = set().union(*(nodes[each] for each in holders[value]))
        if len(holders[value]) < high:
            arrows[value].add(FREE)
        if len(holders[value]) > low:
            arrows[FREE].add(value)
    component = components(arrows)
    holds = {variable: value for value, variables in holders.items() for variable in variables}
    return [
        frozenset(value for value in own if component[value] == component[holds[variable]])
        for variable, own in enumerate(nodes)
    ]


def _filled(nodes: Sequence[ValueSet], limits: Limits) -> dict[int, set[int]] | None:
    """A set of variables for each value that needs some; None where there are too few."""
    needed = sum(max(low, 0) for low, _ in limits.values())
    if needed > len(nodes) or any(high < 0 for _, high in limits.values()):
        return None
    places = [value for value, (low, _) in limits.items() for _ in range(low)]
    able = {
        value: frozenset(variable for variable, own in enumerate(nodes) if value in own)
        for value in {*places}
    }
    place_of = matching({place: able[value] for place, value in enumerate(places)})
    if place_of is None:
        return None
    holders: dict[int, set[int]] = {value: set() for value in limits}
    for variable, place in place_of.items():
        holders[places[place]].add(variable)
    return holders


def _place(
    variable: int,
    nodes: Sequence[ValueSet],
    limits: Limits,
    holders: Mapping[int, set[int]],
    tried: set[int],
) -> bool:
    """Give a variable a value, moving others as needed; whether that was possible."""
    for value in nodes[variable]:
        if value in tried:
            continue
        tried.add(value)
        if len(holders[value]) < limits[value][1]:
            holders[value].add(variable)
            return True
        for other in [*holders[value]]:
            if _place(other, nodes, limits, holders, tried):
                holders[value].remove(other)
                holders[value].add(variable)
                return True
    return False


PROPAGATES = {Cardinality: cardinality}
