"""Unique rectangles: what must be true so that four cells do not come to hold a swappable pair.

Corners with just the two values are the floor, those with other candidates as well the roof
(deadly.py says why four cells must not hold a pair).  By what the roof has (A. Stuart,
sudokuwiki.org/Unique_Rectangles; HoDoKu's numbers differ):

    type 1   one corner: it holds neither of the two values
    type 2   two or three corners with the same one extra value: one of them holds it.  On one side
             of the rectangle (2, and 2B if that side is in two boxes), or at opposite corners (2C),
             or three (HoDoKu's 5)
    type 3   a side with several extra values: one of them holds, so that both corners count as one
             cell with these candidates, and make a naked pair with a cell that both see; with more
             such cells, a triple or a larger set
    type 4   a side in which one of the two values must stand: neither corner holds the other
    type 5   opposite corners, while one value stands in both rows, or both columns, only at the
             four: then the floor holds it (HoDoKu's 6)

A corner of the roof may have lost one of the two values.  All assume that there is one solution.
The rectangles of a board are looked for once for all types.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import (
    Cells,
    House,
    Values,
    houses_named,
    mask_of,
    members,
    union,
    values_of,
)
from accord.solvers.logic.techniques.deadly import LastCorner, Rectangle, Swappable, rectangles
from accord.solvers.logic.techniques.locked import locked_sets


@dataclass(frozen=True)
class SameExtra(Swappable):
    """The corners of the roof have one and the same extra value."""

    roof: tuple[Cell, ...]
    extra: Value

    @property
    def sentence(self) -> str:
        roof = self.layout.names(self.roof)
        return (
            f"if none of {roof} held {self.extra}, {self.deadly}, so one of them does, and no cell "
            f"that sees {roof} holds {self.extra}"
        )


@dataclass(frozen=True)
class PseudoCell(Swappable):
    """The extra values of the roof make a naked set with further cells."""

    roof: tuple[Cell, ...]
    extras: tuple[Value, ...]
    others: tuple[Cell, ...]  # the further cells of the set
    set_values: tuple[Value, ...]
    houses: tuple[House, ...]  # that hold the whole set

    @property
    def sentence(self) -> str:
        roof, others = self.layout.names(self.roof), self.layout.names(self.others)
        return (
            f"if neither of {roof} held {listed(self.extras, 'or')}, {self.deadly}, so one of them "
            f"does, and together with {others} it takes up {listed(self.set_values)}, so no other "
            f"cell of {houses_named(self.houses)} holds any of these"
        )


@dataclass(frozen=True)
class LockedValue(Swappable):
    """In a house one of the values stands only in the roof."""

    roof: tuple[Cell, ...]
    value: Value
    house: House

    @property
    def sentence(self) -> str:
        (other,) = set(self.values) - {self.value}
        return (
            f"{self.value} in {self.house.name} stands in one of {self.layout.names(self.roof)}; "
            f"if the other held {other}, {self.deadly}, so neither holds {other}"
        )


@dataclass(frozen=True)
class LockedTwice(Swappable):
    """In two houses one of the values stands only at the corners; the floor is opposite corners."""

    floor: tuple[Cell, ...]
    value: Value
    houses: tuple[House, ...]

    @property
    def sentence(self) -> str:
        floor = self.layout.names(self.floor)
        return (
            f"{self.value} in {houses_named(self.houses)} stands only at the corners; if "
            f"{floor} did not hold it, {self.deadly}, so both hold {self.value}"
        )


def type1(board: Board, name: str) -> Iterator[Deduction]:
    """Rectangles with three corners in the floor."""
    for found in rectangles(board):
        if len(found.roof) == 1:
            (corner,) = found.roof
            reason = LastCorner(board.layout, name, found.corners, values_of(found.values), corner)
            yield Deduction(reason, removed=board.removals(1 << corner, found.values))


def type2(board: Board, name: str) -> Iterator[Deduction]:
    """Rectangles with the same extra candidate in all corners of the roof."""
    for found in rectangles(board):
        if len(found.roof) > 1 and found.extras.bit_count() == 1:
            seeing = board.layout.seen_by_all(mask_of(found.roof))
            if removed := board.removals(seeing, found.extras):
                (extra,), pair = values_of(found.extras), values_of(found.values)
                reason = SameExtra(board.layout, name, found.corners, pair, found.roof, extra)
                yield Deduction(reason, removed=removed)


def type3(board: Board, name: str, more: bool = False) -> Iterator[Deduction]:
    """Roofs that make a naked pair with a cell, or else a larger set with two or more cells.

    A set of more than half of a house is left out: the rest of the house is a smaller hidden one.
    """
    sizes = range(2, board.size // 2 + 1) if more else range(1, 2)
    for found in rectangles(board):
        if len(found.roof) != 2 or found.extras.bit_count() < 2:
            continue
        known = set()
        for others, values in _sets(board, found, sizes):
            whole = mask_of((*found.roof, *others))
            houses = tuple(board.layout.shared(whole))
            rest = union(house.mask for house in houses) & ~whole
            removed = board.removals(rest, values)
            if removed and others not in known:
                known.add(others)
                pair, extras = values_of(found.values), values_of(found.extras)
                parts = found.roof, extras, others, values_of(values), houses
                reason = PseudoCell(board.layout, name, found.corners, pair, *parts)
                yield Deduction(reason, removed=removed)


def _sets(
    board: Board, found: Rectangle, sizes: range
) -> Iterator[tuple[tuple[Cell, ...], Values]]:
    """Cells of the roof's houses that have, with its extras, one candidate more than they are."""
    roof = mask_of(found.roof)
    for size in sizes:
        for house in board.layout.shared(roof):
            cells = members(house.mask & board.open & ~roof & ~board.counted[0])
            yield from locked_sets([(c, board.marks[c]) for c in cells], size, found.extras)


def type4(board: Board, name: str) -> Iterator[Deduction]:
    """Roofs in which one of the two values must stand."""
    for found in rectangles(board):
        roof, pair = mask_of(found.roof), values_of(found.values)
        for value in pair if len(found.roof) == 2 else ():
            house = _locked(board, value, roof)
            if house and (removed := board.removals(roof, found.values & ~(1 << value))):
                reason = LockedValue(
                    board.layout, name, found.corners, pair, found.roof, value, house
                )
                yield Deduction(reason, removed=removed)


def type5(board: Board, name: str) -> Iterator[Deduction]:
    """Rectangles with the floor at opposite corners and a value locked in both rows or columns."""
    for found in rectangles(board):
        first, second, third, fourth = (1 << cell for cell in found.corners)
        pair = values_of(found.values)
        for value in pair if found.opposite else ():
            for one, other in ((first | second, third | fourth), (first | third, second | fourth)):
                top, bottom = _locked(board, value, one), _locked(board, value, other)
                if top and bottom:
                    parts = found.floor, value, (top, bottom)
                    reason = LockedTwice(board.layout, name, found.corners, pair, *parts)
                    yield Deduction(reason, placed=dict.fromkeys(found.floor, value))
                    break


def _locked(board: Board, value: Value, cells: Cells) -> House | None:
    """A house in which a value has just these two places."""
    for house in board.layout.houses_of[cells.bit_length() - 1]:
        if board.homes[value][house.index] == cells:
            return house
    return None
