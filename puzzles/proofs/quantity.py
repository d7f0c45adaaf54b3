"""Quantities: a number as the literals that say how large it is.

A quantity is one of some values in order; for each but the lowest there is a literal that says
that it is at least this one.  A partial sum matters only where it can still decide the comparison:
values below that are one class, for which its highest value stands, and values above are another,
for which its lowest stands (`open` ends).  So a quantity is a sum clamped to its values, and since
clamping is monotone, what follows for the sum follows for the quantity.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

TRUE = 2**63  # no literal, but what simplifies clauses
FALSE = -TRUE


@dataclass(frozen=True)
class Quantity:
    """A number in order literals."""

    values: Sequence[int]  # ascending, at least one
    bounds: Sequence[int]  # of each value but the lowest, the literal: at least this
    open_below: bool = False  # whether the lowest value also stands for lower ones
    open_above: bool = False

    def at_least(self, value: int) -> int:
        """The literal that it is not below a value."""
        place = bisect_left(self.values, value)
        if place == len(self.values):
            if not self.open_above:
                return FALSE
            place -= 1
        return self.bounds[place - 1] if place else TRUE

    def at_most(self, value: int) -> int:
        """The literal that it is not above a value."""
        place = bisect_right(self.values, value)
        if not place:
            if not self.open_below:
                return FALSE
            place = 1
        return -self.bounds[place - 1] if place < len(self.values) else TRUE

    def times(self, weight: int) -> "Quantity":
        """The quantity multiplied by a number other than 0; it must not have open ends."""
        values = [weight * value for value in self.values]
        if weight > 0:
            return Quantity(values, self.bounds)
        return Quantity(values[::-1], [-bound for bound in reversed(self.bounds)])
