"""Pruning, singles and intersections: what a placed value forbids, the last candidate or place.

    prune candidates           a value that is placed is no candidate of the cells that see it
    naked single               a cell has one candidate left
    hidden single              a value has one cell left in a house
    pointing pairs, triples    in a box a value stands only in one line: the rest of the line
                               loses it
    box/line reduction         in a line a value stands only in one box: the rest of the box
                               loses it

A full house, the last open cell of a house, is both kinds of single at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import House, members, union, values_of


@dataclass(frozen=True)
class Seen(Reason):
    """A value is placed, so that the cells that see it lose it."""

    cell: Cell
    value: Value

    @property
    def sentence(self) -> str:
        name = self.layout.names([self.cell])
        return f"{name} holds {self.value}, so no cell that sees it does"


@dataclass(frozen=True)
class NakedSingle(Reason):
    """A cell has one candidate."""

    cell: Cell
    value: Value

    @property
    def sentence(self) -> str:
        return f"{self.value} is the only candidate of {self.layout.names([self.cell])}"


@dataclass(frozen=True)
class HiddenSingle(Reason):
    """A value has one place in a house."""

    house: House
    value: Value
    cell: Cell

    @property
    def sentence(self) -> str:
        where = self.layout.names([self.cell])
        return f"{self.value} in {self.house.name} can stand only in {where}"


def prune_candidates(board: Board, name: str) -> Iterator[Deduction]:
    """A deduction for each placed value: it leaves the cells that see it."""
    for cell in members(union(places.seen for places in board.places[1:])):
        value = board.values[cell]
        seen = board.layout.peers[cell] & board.where[value]
        reason = Seen(board.layout, name, cell, value)
        yield Deduction(reason, removed=board.removals(seen, 1 << value))


def naked_singles(board: Board, name: str) -> Iterator[Deduction]:
    """A deduction for each cell with one candidate: it is placed."""
    for cell in members(board.counted[1]):
        (value,) = values_of(board.marks[cell])
        reason = NakedSingle(board.layout, name, cell, value)
        yield Deduction(reason, placed={cell: value})


def hidden_singles(board: Board, name: str) -> Iterator[Deduction]:
    """A deduction for each value with one cell in a house: it is placed."""
    for index, value in sorted((i, each.value) for each in board.places[1:] for i in each.single):
        cell = board.homes[value][index].bit_length() - 1
        reason = HiddenSingle(board.layout, name, board.layout.houses[index], value, cell)
        yield Deduction(reason, placed={cell: value})


@dataclass(frozen=True)
class Intersection(Reason):
    """A value stands in one house only where another crosses it."""

    value: Value
    house: House
    crossing: House
    cells: tuple[Cell, ...]

    @property
    def sentence(self) -> str:
        return (
            f"{self.value} in {self.house.name} stands only in {self.crossing.name}, "
            f"so no other cell of {self.crossing.name} holds {self.value}"
        )


def intersections(board: Board, name: str, in_boxes: bool) -> Iterator[Deduction]:
    """Values that a box holds in one line only; or else those that a line holds in one box only."""
    lines, boxes = board.layout.lines, board.layout.boxes
    houses, crossing = (boxes, lines) if in_boxes else (lines, boxes)
    for house, value in product(houses, range(1, board.size + 1)):
        home = board.homes[value][house.index]
        for other in crossing if home.bit_count() > 1 else ():
            if home & ~other.mask:
                continue
            if removed := board.removals(other.mask & ~house.mask, 1 << value):
                cells = tuple(members(home))
                reason = Intersection(board.layout, name, value, house, other, cells)
                yield Deduction(reason, removed=removed)
