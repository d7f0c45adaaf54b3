"""Bounds of a maximum and a minimum.

No variable is beyond what the extreme may be, and where only one can reach what it has to be, that
one does (Nicolas Beldiceanu, "Pruning for the minimum constraint family and for the number of
distinct values constraint family", CP 2001).  Gaps that no variable fills are not seen.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.solvers.search.propagators.condition import Ends, bounds
from accord.solvers.search.propagators.propagator import Propagator


def maximum(constraint: Maximum) -> Propagator:
    """The propagator of a maximum."""

    def narrowed(own: Sequence[ValueSet], ends: Ends) -> list[ValueSet]:
        low, high = ends
        left = [frozenset(value for value in domain if value <= high) for domain in own]
        reaching = [place for place, domain in enumerate(own) if max(domain) >= low]
        if len(reaching) == 1:
            (place,) = reaching
            left[place] = frozenset(value for value in left[place] if value >= low)
        return left

    return bounds(constraint, lambda own: (max(map(min, own)), max(map(max, own))), narrowed)


def minimum(constraint: Minimum) -> Propagator:
    """The propagator of a minimum."""

    def narrowed(own: Sequence[ValueSet], ends: Ends) -> list[ValueSet]:
        low, high = ends
        left = [frozenset(value for value in domain if value >= low) for domain in own]
        reaching = [place for place, domain in enumerate(own) if min(domain) <= high]
        if len(reaching) == 1:
            (place,) = reaching
            left[place] = frozenset(value for value in left[place] if value <= high)
        return left

    return bounds(constraint, lambda own: (min(map(min, own)), min(map(max, own))), narrowed)


PROPAGATES = {Maximum: maximum, Minimum: minimum}
