"""Generalized arc consistency of AllEqual, and of Ordered where no variable stands twice.

Equal variables have the values that all of them have.  In an order the least values are passed on
from the first to the last variable and the greatest ones back, once each; a length is as long as
both sides leave room.  A descending order is an ascending one from its end.  Where a variable
stands twice the last open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.ordered import Ordered
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)


def all_equal(constraint: AllEqual) -> Propagator:
    """The propagator of equal variables."""
    variables = tuple(dict.fromkeys(constraint.scope))

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        common = frozenset.intersection(*(domains[each] for each in variables))
        return narrower([(each, common) for each in variables], domains)

    return propagate


def ordered(constraint: Ordered) -> Propagator:
    """The propagator of an order."""
    strict = constraint.operator in ("<", ">")
    ascending = constraint.operator in ("<", "<=")
    sign = 1 if ascending else -1
    variables = constraint.variables[::sign]
    lengths = (constraint.lengths or (0,) * len(variables[1:]))[::sign]

    def gaps(domains: Sequence[ValueSet]) -> list[tuple[int, int]]:
        """The least and the greatest length, which a descending order subtracts."""
        found = []
        for length in lengths:
            values = domains[length.number] if isinstance(length, Variable) else (length,)
            found.append((min(sign * each for each in values), max(sign * each for each in values)))
        return found

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        between = gaps(domains)
        lows = [min(domains[each]) for each in variables[:1]]
        for (least, _), variable in zip(between, variables[1:], strict=True):
            lows.append(max(min(domains[variable]), lows[-1] + least + strict))
        highs = [max(domains[each]) for each in variables[-1:]]
        for (least, _), variable in zip(between[::-1], variables[-2::-1], strict=True):
            highs.append(min(max(domains[variable]), highs[-1] - least - strict))
        highs.reverse()
        kept: dict[int, ValueSet] = {}
        for variable, low, high in zip(variables, lows, highs, strict=True):
            own = kept.get(variable, domains[variable])
            kept[variable] = frozenset(value for value in own if low <= value <= high)
        for place, length in enumerate(lengths):
            if isinstance(length, Variable):
                room = highs[place + 1] - lows[place] - strict
                own = kept.get(length.number, domains[length.number])
                kept[length.number] = frozenset(each for each in own if sign * each <= room)
        return narrower(kept.items(), domains)

    return in_turn(propagate, last_open(constraint))


PROPAGATES = {AllEqual: all_equal, Ordered: ordered}
