"""Sums of items, bin by bin, and bounds of a knapsack.

For each bin every sum of sizes that can be reached is known, as bits of an integer: from the first
item on, and from the last one back to the sums that are allowed.  An item that no reachable and
allowed sum includes goes, one that all of them include stays, and a load keeps such sums.  That is
all there is to know of one bin (Michael Trick, "A dynamic programming approach for consistency and
propagation for knapsack constraints", Annals of Operations Research 118, 2003), where Paul Shaw, "A
constraint for bin packing", CP 2004, bounds it.  What lies in one bin is missing in the others, so
that each holds at least what they have no room for; for two bins with constant loads this is
generalized arc consistency.

For all bins together there is Shaw's bound: what lies in a bin already is one item, with what its
capacity lacks of the greatest, and as many bins are needed as Silvano Martello and Paolo Toth's L2
says ("Lower bounds and reduction procedures for the bin packing problem", Discrete Applied
Mathematics 28, 1990).

A run costs O(items x bins) operations on integers of as many bits as the sizes together; where
these are more than MOST_BITS, the least and the greatest sum bound it, as they do a knapsack's.
Where a variable stands twice, the last open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.knapsack import Knapsack
from accord.solvers.search.propagators.linear import bounds
from accord.solvers.search.propagators.propagator import (
    NOTHING,
    Kept,
    Propagator,
    every,
    in_turn,
    last_open,
    narrower,
)

MOST_BITS = 100_000  # the sizes together


def knapsack(constraint: Knapsack) -> Propagator:
    """The propagator of a knapsack."""
    return in_turn(every(constraint, constraint.sums(), bounds), last_open(constraint))


def bin_packing(constraint: BinPacking) -> Propagator:
    """The propagator of items in bins."""
    sizes = constraint.sizes
    exact = [_sums(constraint)] if sum(sizes) <= MOST_BITS else []
    return in_turn(_bounds(constraint), *exact, _bins_needed(constraint), last_open(constraint))


def _bounds(constraint: BinPacking) -> Propagator:
    """The propagator by the least and the greatest sum of each bin."""
    bins = [*enumerate(constraint.loads, constraint.start)]
    items = [*zip(constraint.variables, constraint.sizes, strict=True)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept = {item: domains[item] & {at for at, _ in bins} for item, _ in items}
        for at, load in bins:
            here = {at}
            surely = sum(size for item, size in items if kept[item] <= here)
            perhaps = sum(size for item, size in items if at in kept[item])
            values = _values(load, domains)
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

    return propagate


def _values(load: int | Variable, domains: Sequence[ValueSet]) -> ValueSet:
    return domains[load.number] if isinstance(load, Variable) else frozenset({load})


def _sums(constraint: BinPacking) -> Propagator:
    """The propagator by all sums that each bin can have."""
    bins = [*enumerate(constraint.loads, constraint.start)]
    items = [*zip(constraint.variables, constraint.sizes, strict=True)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept: list[Kept] = []
        for (at, load), allowed in zip(bins, _allowed(constraint, domains), strict=True):
            here, needed = frozenset({at}), allowed
            base = sum(size for item, size in items if domains[item] == here)
            some = [each for each in items if at in domains[each[0]] and len(domains[each[0]]) > 1]
            reached = [1 << base]
            for _, size in some:
                reached.append(reached[-1] | reached[-1] << size)
            if not (sums := reached.pop() & allowed):
                return [(constraint.scope[0], NOTHING)]
            for (item, size), without in zip(reversed(some), reversed(reached), strict=True):
                if not without << size & needed:
                    kept.append((item, domains[item] - here))
                if not without & needed:
                    kept.append((item, here))
                needed |= needed >> size
            if isinstance(load, Variable):
                least = (sums & -sums).bit_length() - 1
                exactly = constraint.operator == "="
                values = (v for v in domains[load.number] if v >= least)
                left = frozenset(v for v in values if not exactly or sums >> v & 1)
                kept.append((load.number, left))
        return narrower(kept, domains)

    return propagate


def _allowed(constraint: BinPacking, domains: Sequence[ValueSet]) -> list[int]:
    """The sums of each bin that its load and the room in the others allow, as bits."""
    loads = [_values(load, domains) for load in constraint.loads]
    least, most = [*map(min, loads)], [*map(max, loads)]
    total, found = sum(constraint.sizes), []
    for values, low, high in zip(loads, least, most, strict=True):
        first = max(total - (sum(most) - high), 0)
        if constraint.operator == "=":
            last = min(total - (sum(least) - low), total)
            found.append(sum(1 << value for value in values if first <= value <= last))
        else:
            last = min(high, total)
            found.append((1 << last + 1) - (1 << first) if first <= last else 0)
    return found


def _bins_needed(constraint: BinPacking) -> Propagator:
    """The propagator by the number of bins that the items need."""
    bins = [*enumerate(constraint.loads, constraint.start)]
    items = [*zip(constraint.variables, constraint.sizes, strict=True)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        most = [max(_values(load, domains)) for _, load in bins]
        capacity = max(most, default=0)
        sizes = [size for item, size in items if len(domains[item]) > 1]
        for (at, _), room in zip(bins, most, strict=True):
            there = sum(size for item, size in items if domains[item] == {at})
            sizes.append(there + capacity - room)
        few = capacity > 0 and fewest_bins(sizes, capacity) > len(bins)
        return [(constraint.scope[0], NOTHING)] if few else []

    return propagate


def fewest_bins(sizes: Sequence[int], capacity: int) -> int:
    """A lower bound, L2, of the bins of a capacity above 0 that items need."""
    large = [size for size in sizes if 2 * size > capacity]
    small = [size for size in sizes if 2 * size <= capacity]
    best = len(large)
    for least in {*small}:
        beside = [size for size in large if size + least <= capacity]
        room = len(beside) * capacity - sum(beside)
        rest = sum(size for size in small if size >= least) - room
        best = max(best, len(large) + max(0, -(-rest // capacity)))
    return best


PROPAGATES = {Knapsack: knapsack, BinPacking: bin_packing}
