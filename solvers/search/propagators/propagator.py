"""A propagator: which values the variables of one constraint may keep.

It is called with the domains of all variables and returns pairs of a variable and the values that
it may keep, without repeating what the domain says already.  Where the constraint cannot be
satisfied any more, a variable keeps nothing.  It removes no value that a solution within the
domains has, and finds a constraint broken once all its variables are decided; how much more it
removes is its strength.
"""

from collections.abc import Callable, Iterable, Sequence

from accord.puzzles import ValueSet

Kept = tuple[int, ValueSet]  # a variable, and the values it may keep
Propagator = Callable[[Sequence[ValueSet]], list[Kept]]  # of the domains of all variables
NOTHING: ValueSet = frozenset()


def narrower(kept: Iterable[Kept], domains: Sequence[ValueSet]) -> list[Kept]:
    """Of what variables may keep, that which takes something from them."""
    return [(variable, values) for variable, values in kept if not domains[variable] <= values]


def in_turn(*propagators: Propagator) -> Propagator:
    """The propagators one after the other, the cheapest first, until one takes something."""

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        for each in propagators:
            if kept := each(domains):
                return kept
        return []

    return propagate
