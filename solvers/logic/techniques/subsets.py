"""Naked and hidden sets: k cells of a house that share k values among them.

    naked pair, triple, quad    k cells have only k candidates together: the rest of the house
                                loses these
    hidden pair, triple, quad   k values have only k cells together: these lose everything else

Both are the same fact seen from two sides: where k of m open cells are naked, the other m - k
values are hidden in the other cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accord.puzzles.grid import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
from accord.solvers.logic.engine.layout import House, mask_of, members, values_of
from accord.solvers.logic.techniques.locked import locked_sets


@dataclass(frozen=True)
class NakedSet(Reason):
    """Cells of a house that have only so many candidates as they are."""

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


def naked_sets(board: Board, size: int, name: str) -> Iterator[Deduction]:
    """The naked sets of so many cells."""
    marks = board.marks
    for house in board.layout.houses:
        cells = [(cell, marks[cell]) for cell in house.cells if marks[cell].bit_count() > 1]
        for chosen, values in locked_sets(cells, size):
            others = house.mask & board.open & ~mask_of(chosen)
            removed = {
                cell: frozenset(values_of(gone))
                for cell in members(others)
                if (gone := marks[cell] & values)
            }
            if removed:
                reason = NakedSet(board.layout, name, house, chosen, values_of(values))
                yield Deduction(reason, removed=removed)


def hidden_sets(board: Board, size: int, name: str) -> Iterator[Deduction]:
    """The hidden sets of so many values."""
    marks = board.marks
    for house in board.layout.houses:
        homes = [
            (value, home)
            for value in range(1, board.size + 1)
            if (home := board.homes[value][house.index]).bit_count() > 1
        ]
        for chosen, cells in locked_sets(homes, size):
            values = mask_of(chosen)
            removed = {
                cell: frozenset(values_of(gone))
                for cell in members(cells)
                if (gone := marks[cell] & ~values)
            }
            if removed:
                reason = HiddenSet(board.layout, name, house, chosen, tuple(members(cells)))
                yield Deduction(reason, removed=removed)


def naked_pairs(board: Board) -> Iterator[Deduction]:
    """Two cells of a house with two candidates."""
    return naked_sets(board, 2, "naked_pairs")


def naked_triples(board: Board) -> Iterator[Deduction]:
    """Three cells of a house with three candidates together."""
    return naked_sets(board, 3, "naked_triples")


def naked_quads(board: Board) -> Iterator[Deduction]:
    """Four cells of a house with four candidates together."""
    return naked_sets(board, 4, "naked_quads")


def hidden_pairs(board: Board) -> Iterator[Deduction]:
    """Two values with two cells in a house."""
    return hidden_sets(board, 2, "hidden_pairs")


def hidden_triples(board: Board) -> Iterator[Deduction]:
    """Three values with three cells in a house together."""
    return hidden_sets(board, 3, "hidden_triples")


def hidden_quads(board: Board) -> Iterator[Deduction]:
    """Four values with four cells in a house together."""
    return hidden_sets(board, 4, "hidden_quads")


TECHNIQUES = (
    Technique("naked_pairs", "Naked pair", "simple", naked_pairs, ("0200",)),
    Technique("naked_triples", "Naked triple", "simple", naked_triples, ("0201",)),
    Technique("hidden_pairs", "Hidden pair", "simple", hidden_pairs, ("0210",)),
    Technique("hidden_triples", "Hidden triple", "simple", hidden_triples, ("0211",)),
    Technique("naked_quads", "Naked quad", "simple", naked_quads, ("0202",)),
    Technique("hidden_quads", "Hidden quad", "simple", hidden_quads, ("0212",)),
)
