"""A propagator: which values the variables of one constraint may keep.

It is called with the domains of all variables and returns pairs of a variable and the values that
it may keep, without repeating what the domain says already.  Where the constraint cannot be
satisfied any more, a variable keeps nothing.  It removes no value that a solution within the
domains has, and finds a constraint broken once all its variables are decided; how much more it
removes is its strength.
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
    """Of what variables may keep, that which takes something from them, once for each variable."""
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
