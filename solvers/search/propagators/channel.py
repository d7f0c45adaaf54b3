"""Channel as its elements, and generalized arc consistency of ChannelValue.

An index of ChannelValue is possible where its variable can be 1 and no other has to; a variable
keeps 1 where its own index is possible, and other values where another is.  A run costs O(values).
Where a variable stands twice, the last open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.solvers.search.propagators.element import gac
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    every,
    in_turn,
    last_open,
    narrower,
)

ONE: ValueSet = frozenset({1})


def channel(constraint: Channel) -> Propagator:
    """The propagator of a channel: those of its elements."""
    elements = every(constraint, [*constraint.elements()], gac)
    return in_turn(elements, last_open(constraint))


def channel_value(constraint: ChannelValue) -> Propagator:
    """The propagator of the only index of 1."""
    indices = [*enumerate(constraint.variables, constraint.start)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        surely = {at for at, variable in indices if domains[variable] == ONE}
        possible = frozenset(
            at
            for at, variable in indices
            if at in domains[constraint.value] and 1 in domains[variable] and surely <= {at}
        )
        kept = [(constraint.value, possible)]
        for at, variable in indices:
            values = domains[variable]
            left = values if at in possible else values - ONE
            kept.append((variable, left if possible - {at} else left & ONE))
        return narrower(kept, domains)

    return in_turn(propagate, last_open(constraint))


PROPAGATES = {Channel: channel, ChannelValue: channel_value}
