"""Naked and hidden sets: k cells of a house that share k values among them.

    naked pair, triple, quad    k cells have only k candidates together: the rest of the house
                                loses these
    hidden pair, triple, quad   k values have only k cells together: these lose everything else

Both are the same fact seen from two sides: where k of m open cells are naked, the other m - k
values are hidden in the other cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import House, mask_of, members, values_of
from accord.solvers.logic.techniques.locked import locked_sets


@dataclass(frozen=True)
class NakedSet(Reason):
    """A naked subset: k cells of a house with k candidates between them."""

    house: House
    cells: tuple[Cell, ...]
    values: tuple[Value, ...]

    @property
    def sentence(self) -> str:
        where, what = self.layout.names(self.cells), listed(self.values)
        return f"{where} hold only {what}, so no other cell of {self.house.name} holds any of these"


@dataclass(frozen=True)
class HiddenSet(Reason):
    """Values that have only so many cells of a house as they are."""

    house: House
    values: tuple[Value, ...]
    cells: tuple[Cell, ...]

    @property
    def sentence(self) -> str:
        where, what = self.layout.names(self.cells), listed(self.values)
        return f"{what} in {self.house.name} stand only in {where}, so these hold nothing else"


def naked_sets(board: Board, name: str, size: int) -> Iterator[Deduction]:
    """A deduction for each naked set of this many cells."""
    for house in board.layout.houses:
        found = _naked_sets(board, name, size, house)
        if (house.mask & board.open).bit_count() > size:
            yield from board.unless_in_vain(("naked", size), (house,), found)


def _naked_sets(board: Board, name: str, size: int, house: House) -> Iterator[Deduction]:
    marks = [(cell, board.marks[cell]) for cell in house.cells]
    cells = [(cell, mark) for cell, mark in marks if mark & mark - 1]
    for chosen, values in locked_sets(cells, size):
        if removed := board.removals(house.mask & ~mask_of(chosen), values):
            reason = NakedSet(board.layout, name, house, chosen, values_of(values))
            yield Deduction(reason, removed=removed)


def hidden_sets(board: Board, name: str, size: int) -> Iterator[Deduction]:
    """A deduction for each hidden set of this many values."""
    for house in board.layout.houses:
        found = _hidden_sets(board, name, size, house)
        yield from board.unless_in_vain(("hidden", size), (house,), found)


def _hidden_sets(board: Board, name: str, size: int, house: House) -> Iterator[Deduction]:
    homes = enumerate(of_value[house.index] for of_value in board.homes)
    places = [(value, home) for value, home in homes if home & home - 1]
    for chosen, cells in locked_sets(places, size):
        if removed := board.removals(cells, ~mask_of(chosen)):
            reason = HiddenSet(board.layout, name, house, chosen, tuple(members(cells)))
            yield Deduction(reason, removed=removed)
