"""Bounds of a knapsack and of bins.

A knapsack is its two sums.  In a bin lie for sure the items that can be nowhere else; one that does
not fit beside them goes, and where a load is given, one without which it cannot be reached stays.
The knapsack reasoning of Paul Shaw ("A constraint for bin packing", CP 2004) sees more.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.knapsack import Knapsack
from accord.solvers.search.propagators.by_meaning import last_open
from accord.solvers.search.propagators.linear import bounds
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    every,
    in_turn,
    narrower,
)


def knapsack(constraint: Knapsack) -> Propagator:
    """The propagator of a knapsack."""
    return in_turn(every(constraint, constraint.sums(), bounds), last_open(constraint))


def bin_packing(constraint: BinPacking) -> Propagator:
    """The propagator of items in bins."""
    bins = [*enumerate(constraint.loads, constraint.start)]
    items = [*zip(constraint.variables, constraint.sizes, strict=True)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept = {item: domains[item] & {at for at, _ in bins} for item, _ in items}
        for at, load in bins:
            here = {at}
            surely = sum(size for item, size in items if kept[item] <= here)
            perhaps = sum(size for item, size in items if at in kept[item])
            values = domains[load.number] if isinstance(load, Variable) else frozenset({load})
            room, missing = max(values) - surely, perhaps - min(values)
            for item, size in items:
                if at not in kept[item] or kept[item] <= here:
                    continue
                if size > room:
                    kept[item] -= here
                elif size > missing and constraint.operator == "=":
                    kept[item] = frozenset(here)
            if isinstance(load, Variable):
                most = perhaps if constraint.operator == "=" else max(values)
                left = frozenset(each for each in values if surely <= each <= most)
                kept[load.number] = kept.get(load.number, left) & left
        return narrower(kept.items(), domains)

    return in_turn(propagate, last_open(constraint))


PROPAGATES = {Knapsack: knapsack, BinPacking: bin_packing}
