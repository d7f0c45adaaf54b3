"""A propagator: which values the variables of one constraint may keep.

It is called with the domains of all variables and returns pairs of a variable and the values that
it may keep, without repeating what the domain says already.  Where the constraint cannot be
satisfied any more, a variable keeps nothing.  It removes no value that a solution within the
domains has, and finds a constraint broken once all its variables are decided; how much more it
removes is its strength.

The meaning of a constraint alone gives one for every kind, which tries it: forward checking of
constraints over any number of variables, in the form that waits until one variable is open (nFC0 of
Christian Bessière, Pedro Meseguer, Eugene Freuder and Javier Larrosa, "On forward checking for
non-binary constraint satisfaction", Artificial Intelligence 141, 2002).  A run costs as many checks
as the open variable has values, and nothing where two are open.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Constraint

Kept = tuple[int, ValueSet]  # a variable, and the values it may keep
Propagator = Callable[[Sequence[ValueSet]], list[Kept]]  # of the domains of all variables
Part = TypeVar("Part", bound=Constraint)
NOTHING: ValueSet = frozenset()


def narrower(kept: Iterable[Kept], domains: Sequence[ValueSet]) -> list[Kept]:
    """The kept values that take something from a domain, one entry for each variable."""
    left: dict[int, ValueSet] = {}
    for variable, values in kept:
        if not domains[variable] <= values:
            left[variable] = left.get(variable, values) & values
    return [*left.items()]


def every(
    constraint: Constraint, parts: Sequence[Part], propagator_of: Callable[[Part], Propagator]
) -> Propagator:
    """The propagator of a constraint that is the conjunction of others: theirs, one by one."""
    if not all(part.scope or part.holds(()) for part in parts):
        return lambda domains: [(constraint.scope[0], NOTHING)]
    return in_turn(*(propagator_of(part) for part in parts if part.scope))


def in_turn(*propagators: Propagator) -> Propagator:
    """The propagators one after the other, the cheapest first, until one takes something."""

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        for each in propagators:
            if kept := each(domains):
                return kept
        return []

    return propagate


def last_open(constraint: Constraint) -> Propagator:
    """Try each value of the only open variable; where none is open, check."""
    return _trying(constraint, most=1)


def holds(constraint: Constraint) -> Propagator:
    """The propagator that checks a constraint when no variable is open."""
    return _trying(constraint, most=0)


def _trying(constraint: Constraint, most: int) -> Propagator:
    scope = constraint.scope
    variables = tuple(dict.fromkeys(scope))

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        last, several = variables[0], 0
        for variable in variables:
            if len(domains[variable]) > 1:
                last, several = variable, several + 1
                if several > most:
                    return []
        values = {each: next(iter(domains[each])) for each in variables}
        kept = []
        for value in domains[last]:
            values[last] = value
            if constraint.holds([values[each] for each in scope]):
                kept.append(value)
        return [(last, frozenset(kept))] if len(kept) < len(domains[last]) else []

    return propagate


def never(constraint: Constraint) -> Propagator:
    """The propagator of a constraint that nothing satisfies."""
    first = constraint.scope[0]
    return lambda domains: [(first, NOTHING)]
