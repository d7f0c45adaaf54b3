"""Replays unique rectangles: the corners, the floor, the roof, and what keeps the pair away."""

from collections.abc import Iterable

from accord.puzzles.grid import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import House
from accord.solvers.logic.replay.entailed import (
    Entailed,
    entailed,
    left_to,
    need,
    places,
    removes,
    seeing,
)
from accord.solvers.logic.techniques.deadly import LastCorner, Swappable
from accord.solvers.logic.techniques.rectangles import (
    LockedTwice,
    LockedValue,
    PseudoCell,
    SameExtra,
)


@entailed.register
def _(reason: LastCorner, board: Board) -> Entailed:
    rectangle(board, reason)
    floor(board, reason, set(reason.cells) - _part(reason, [reason.corner]))
    return removes(board, [reason.corner], reason.values)


@entailed.register
def _(reason: SameExtra, board: Board) -> Entailed:
    rectangle(board, reason)
    roof = _part(reason, reason.roof)
    floor(board, reason, set(reason.cells) - roof)
    extras = left_to(board, roof) - set(reason.values)
    need(extras == {reason.extra}, "the roof has not just the extra value")
    return removes(board, seeing(board, roof), [reason.extra])


@entailed.register
def _(reason: PseudoCell, board: Board) -> Entailed:
    rectangle(board, reason)
    roof, others = _part(reason, reason.roof), set(reason.others)
    floor(board, reason, set(reason.cells) - roof)
    extras = left_to(board, roof) - set(reason.values)
    need(sorted(extras) == list(reason.extras), "the roof has other extra values")
    need(others and not others & roof, "the set has no cell beside the roof, or one of it")
    need(len(others) == len(reason.others), "a cell of the set is named twice")
    need(not any(board.values[cell] for cell in others), "a cell of the set is placed")
    values = extras | left_to(board, others)
    need(sorted(values) == list(reason.set_values), "the set has other values")
    need(len(values) == len(others) + 1, "the set has not as many values as cells")
    whole = roof | others
    shared = [house for house in board.layout.houses if whole <= set(house.cells)]
    need(shared and shared == list(reason.houses), "the houses of the set are others")
    rest = {cell for house in shared for cell in house.cells} - whole
    return removes(board, rest, values)


@entailed.register
def _(reason: LockedValue, board: Board) -> Entailed:
    rectangle(board, reason)
    roof = _part(reason, reason.roof)
    need(reason.value in reason.values, "the value is none of the two")
    floor(board, reason, set(reason.cells) - roof)
    only_places(board, reason.value, reason.house, roof)
    return removes(board, roof, set(reason.values) - {reason.value})


@entailed.register
def _(reason: LockedTwice, board: Board) -> Entailed:
    rectangle(board, reason)
    held = _part(reason, reason.floor)
    need(len(held) == 2 and not _beside(board, *held), "the floor is not two opposite corners")
    floor(board, reason, held)
    left: set[Cell] = set()
    for house in reason.houses:
        need(house in board.layout.houses, "a house is none of the board")
        ends = places(board, reason.value, house.cells)
        need(len(ends) == 2 and not ends & left, "a house has not two places of its own")
        left |= ends
    need(left == set(reason.cells), "the houses do not hold the four corners")
    return Entailed(placed=frozenset((cell, reason.value) for cell in held))


def rectangle(board: Board, reason: Swappable) -> None:
    """Refuse cells that are no rectangle of open cells, or whose swap a box would see."""
    need(board.layout.plain, "rules besides rows, columns and boxes see the corners")
    need(len(reason.cells) == 4, "not four cells")
    need(len(set(reason.values)) == len(reason.values) == 2, "not two values")
    size = board.size
    rows, columns = {cell // size for cell in reason.cells}, {c % size for c in reason.cells}
    need(len(rows) == len(columns) == 2, "the cells are not in two rows and two columns")
    corners = {row * size + column for row in rows for column in columns}
    need(corners == set(reason.cells), "the cells are no rectangle")
    need(not any(board.values[cell] for cell in corners), "a corner is placed")
    for box in board.layout.shape.houses[2 * size :]:
        inside = corners & set(box.cells)
        need(len(inside) in (0, 2), "a box does not have two corners or none")
        need(not inside or _beside(board, *inside), "a box has opposite corners")


def _beside(board: Board, one: Cell, other: Cell) -> bool:
    return one // board.size == other // board.size or one % board.size == other % board.size


def _part(reason: Swappable, cells: Iterable[Cell]) -> set[Cell]:
    chosen = list(cells)
    need(chosen and len(set(chosen)) == len(chosen), "no corner is named, or one twice")
    need(set(chosen) < set(reason.cells), "not some of the corners")
    return set(chosen)


def floor(board: Board, reason: Swappable, cells: Iterable[Cell]) -> None:
    """Refuse cells that may hold something else than the values."""
    need(left_to(board, cells) <= set(reason.values), "the floor has other candidates")


def only_places(board: Board, value: Value, house: House, cells: set[Cell]) -> None:
    """Refuse a house in which a value has other places than these."""
    need(house in board.layout.houses, "no such house")
    need(places(board, value, house.cells) == cells, "the value has other places in a house")
