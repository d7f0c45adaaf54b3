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

from accord.puzzles.grid import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Technique
from accord.solvers.logic.engine.layout import (
    Cells,
    House,
    Values,
    houses_named,
    mask_of,
    members,
    values_of,
)
from accord.solvers.logic.techniques.deadly import Rectangle, Swappable, both, rectangles


@dataclass(frozen=True)
class LastCorner(Swappable):
    """All cells but one have only the values."""

    corner: Cell

    @property
    def sentence(self) -> str:
        corner = self.layout.names([self.corner])
        held = f"if {corner} held {listed(self.values, 'or')}, {self.deadly}"
        return f"{held}, so {corner} holds neither"


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


def unique_rectangles_type1(board: Board) -> Iterator[Deduction]:
    """Rectangles with one corner that has other candidates."""
    for found in rectangles(board):
        if len(found.roof) == 1:
            (corner,) = found.roof
            gone = frozenset(values_of(found.values & board.marks[corner]))
            reason = LastCorner(
                board.layout, "unique_rectangles_type1", found.corners, both(found.values), corner
            )
            yield Deduction(reason, removed={corner: gone})


def unique_rectangles_type2(board: Board) -> Iterator[Deduction]:
    """Rectangles with the same extra candidate in all corners of the roof."""
    for found in rectangles(board):
        if len(found.roof) > 1 and found.extras.bit_count() == 1:
            (extra,) = values_of(found.extras)
            removed = board.removals(board.layout.seen_by_all(mask_of(found.roof)), extra)
            if removed:
                values, name = both(found.values), "unique_rectangles_type2"
                reason = SameExtra(board.layout, name, found.corners, values, found.roof, extra)
                yield Deduction(reason, removed=removed)


def unique_rectangles_type3(board: Board) -> Iterator[Deduction]:
    """Roofs that make a naked pair with a cell."""
    return _pseudo_cells(board, "unique_rectangles_type3", range(1, 2))


def unique_rectangles_type3b_with_triple_pseudo_cells(board: Board) -> Iterator[Deduction]:
    """Roofs that make a naked triple, or a larger set, with two or more cells.

    A set of more than half of a house is left out: the rest of the house is a smaller hidden one.
    """
    sizes = range(2, board.size // 2 + 1)
    return _pseudo_cells(board, "unique_rectangles_type3b_with_triple_pseudo_cells", sizes)


def _pseudo_cells(board: Board, name: str, sizes: range) -> Iterator[Deduction]:
    for found in rectangles(board):
        if len(found.roof) != 2 or found.extras.bit_count() < 2:
            continue
        known = set()
        for others, values in _sets(board, found, sizes):
            whole = mask_of((*found.roof, *others))
            houses = tuple(board.layout.shared(whole))
            removed = _emptied(board, houses, whole, values)
            if removed and others not in known:
                known.add(others)
                reason = PseudoCell(
                    board.layout,
                    name,
                    found.corners,
                    both(found.values),
                    found.roof,
                    values_of(found.extras),
                    others,
                    values_of(values),
                    houses,
                )
                yield Deduction(reason, removed=removed)


def _emptied(
    board: Board, houses: tuple[House, ...], whole: Cells, values: Values
) -> dict[Cell, frozenset[Value]]:
    """What a naked set takes from the rest of its houses."""
    rest = mask_of(cell for house in houses for cell in house.cells) & ~whole
    return {
        cell: frozenset(values_of(gone))
        for cell in members(rest)
        if (gone := board.marks[cell] & values)
    }


def _sets(
    board: Board, found: Rectangle, sizes: range
) -> Iterator[tuple[tuple[Cell, ...], Values]]:
    """Cells of the roof's houses that have, with its extras, one candidate more than they are."""
    for size in sizes:
        for house in board.layout.shared(mask_of(found.roof)):
            cells = [c for c in members(house.mask & board.open) if c not in found.roof]
            fitting = [
                cell
                for cell in cells
                if board.marks[cell] and (board.marks[cell] | found.extras).bit_count() <= size + 1
            ]
            yield from _grown(board, fitting, (), found.extras, size)


def _grown(
    board: Board, cells: list[Cell], chosen: tuple[Cell, ...], values: Values, size: int
) -> Iterator[tuple[tuple[Cell, ...], Values]]:
    """The ways to choose further cells up to a size."""
    if len(chosen) == size:
        if values.bit_count() == size + 1:
            yield chosen, values
        return
    for index, cell in enumerate(cells):
        together = values | board.marks[cell]
        if together.bit_count() <= size + 1:
            yield from _grown(board, cells[index + 1 :], (*chosen, cell), together, size)


def unique_rectangles_type4(board: Board) -> Iterator[Deduction]:
    """Roofs in which one of the two values must stand."""
    for found in rectangles(board):
        if len(found.roof) != 2:
            continue
        roof = mask_of(found.roof)
        for value in values_of(found.values):
            house = _locked(board, value, roof)
            other = found.values & ~(1 << value)
            if house and (removed := board.removals(roof, other.bit_length() - 1)):
                values, name = both(found.values), "unique_rectangles_type4"
                reason = LockedValue(
                    board.layout, name, found.corners, values, found.roof, value, house
                )
                yield Deduction(reason, removed=removed)


def unique_rectangles_type5(board: Board) -> Iterator[Deduction]:
    """Rectangles with the floor at opposite corners and a value locked in both rows or columns."""
    for found in rectangles(board):
        if not found.opposite:
            continue
        first, second, third, fourth = (1 << cell for cell in found.corners)
        for value in values_of(found.values):
            for one, other in ((first | second, third | fourth), (first | third, second | fourth)):
                houses = _locked(board, value, one), _locked(board, value, other)
                if houses[0] and houses[1]:
                    reason = LockedTwice(
                        board.layout,
                        "unique_rectangles_type5",
                        found.corners,
                        both(found.values),
                        found.floor,
                        value,
                        (houses[0], houses[1]),
                    )
                    yield Deduction(reason, placed=dict.fromkeys(found.floor, value))
                    break


def _locked(board: Board, value: Value, cells: Cells) -> House | None:
    """A house in which a value has just these two places."""
    homes = board.homes[value]
    for house in board.layout.houses_of[cells.bit_length() - 1]:
        if homes[house.index] == cells:
            return house
    return None


TECHNIQUES = (
    Technique(
        "unique_rectangles_type1",
        "Unique rectangle type 1",
        "diabolical",
        unique_rectangles_type1,
        ("0600",),
        assumes_unique=True,
    ),
    Technique(
        "unique_rectangles_type2",
        "Unique rectangle type 2",
        "diabolical",
        unique_rectangles_type2,
        ("0601", "0604"),
        assumes_unique=True,
    ),
    Technique(
        "unique_rectangles_type3",
        "Unique rectangle type 3",
        "diabolical",
        unique_rectangles_type3,
        ("0602",),
        assumes_unique=True,
    ),
    Technique(
        "unique_rectangles_type3b_with_triple_pseudo_cells",
        "Unique rectangle type 3b",
        "diabolical",
        unique_rectangles_type3b_with_triple_pseudo_cells,
        ("0602",),
        assumes_unique=True,
    ),
    Technique(
        "unique_rectangles_type4",
        "Unique rectangle type 4",
        "diabolical",
        unique_rectangles_type4,
        ("0603",),
        assumes_unique=True,
    ),
    Technique(
        "unique_rectangles_type5",
        "Unique rectangle type 5",
        "diabolical",
        unique_rectangles_type5,
        assumes_unique=True,
    ),
)
