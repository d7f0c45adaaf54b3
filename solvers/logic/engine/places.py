"""The places of one value: where it may stand on a board, and where it stands.

Most deductions leave most values as they are.  What follows from the places of a value alone is
computed once, and shared by all boards on which they are the same.
"""

from dataclasses import dataclass, field
from functools import cached_property

from accord.puzzles import Value
from accord.solvers.logic.engine.layout import Cells, Layout, members


@dataclass(frozen=True)
class ValuePlaces:
    """The places of a value on a board."""

    layout: Layout = field(hash=False)
    value: Value
    where: Cells  # the open cells that have it as a candidate
    placed: Cells  # the cells that hold it

    @cached_property
    def homes(self) -> tuple[Cells, ...]:
        """For each house where the value may go; nothing if the house has it."""
        homes = [self.where & mask for mask in self.layout.masks]
        for cell in members(self.placed):
            for house in self.layout.houses_of[cell]:
                homes[house.index] = 0
        return tuple(homes)

    @cached_property
    def single(self) -> tuple[int, ...]:
        """The houses, by index, in which the value has one place."""
        return tuple(index for index, home in enumerate(self.homes) if home.bit_count() == 1)

    @cached_property
    def seen(self) -> Cells:
        """The cells that hold the value and see one that has it as a candidate."""
        found, peers = 0, self.layout.peers
        for cell in members(self.placed) if self.where else ():
            if peers[cell] & self.where:
                found |= 1 << cell
        return found

    @cached_property
    def fault(self) -> str:
        """Which house has no place for the value, or which cells both hold it; empty if none."""
        anywhere, peers = self.placed | self.where, self.layout.peers
        held = [anywhere & mask for mask in self.layout.masks]
        if 0 in held:
            return f"{self.layout.houses[held.index(0)].name} has no place left for {self.value}"
        for cell in members(self.placed):
            if twice := self.placed & peers[cell]:
                other = next(members(twice))
                return f"{self.layout.names([cell, other])} both hold {self.value}"
        return ""
