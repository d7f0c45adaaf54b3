"""Replays unique, extended and hidden rectangles: what keeps the pair away."""

from collections.abc import Iterable

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import House
from accord.solvers.logic.techniques.deadly import LastCorner, Swappable
from accord.solvers.logic.techniques.extended_rectangles import LastOfSix
from accord.solvers.logic.techniques.hidden_rectangles import Forced, WholeRectangle
from accord.solvers.logic.techniques.rectangles import (
    LockedTwice,
    LockedValue,
    PseudoCell,
    SameExtra,
)
from replay.entailed import Entailed, entailed, need, removes
from replay.sight import left_to, may_hold, places, seeing, sees


@entailed.register
def _by_last_corner(reason: LastCorner, board: Board) -> Entailed:
    _rectangle(board, reason)
    _floor(board, reason, set(reason.cells) - _part(reason, [reason.corner]))
    return removes(board, [reason.corner], reason.values)


@entailed.register
def _by_same_extra(reason: SameExtra, board: Board) -> Entailed:
    _rectangle(board, reason)
    roof = _part(reason, reason.roof)
    _floor(board, reason, set(reason.cells) - roof)
    extras = left_to(board, roof) - set(reason.values)
    need(extras == {reason.extra}, "the roof has not just the extra value")
    return removes(board, seeing(board, roof), [reason.extra])


@entailed.register
def _by_pseudo_cell(reason: PseudoCell, board: Board) -> Entailed:
    _rectangle(board, reason)
    roof, others = _part(reason, reason.roof), set(reason.others)
    _floor(board, reason, set(reason.cells) - roof)
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
def _by_locked_value(reason: LockedValue, board: Board) -> Entailed:
    _rectangle(board, reason)
    roof = _part(reason, reason.roof)
    need(reason.value in reason.values, "the value is none of the two")
    _floor(board, reason, set(reason.cells) - roof)
    _only_places(board, reason.value, reason.house, roof)
    return removes(board, roof, set(reason.values) - {reason.value})


@entailed.register
def _by_locked_twice(reason: LockedTwice, board: Board) -> Entailed:
    _rectangle(board, reason)
    held = _part(reason, reason.floor)
    need(len(held) == 2 and not _beside(board, *held), "the floor is not two opposite corners")
    _floor(board, reason, held)
    left: set[Cell] = set()
    for house in reason.houses:
        need(house in board.layout.houses, "a house is none of the board")
        ends = places(board, reason.value, house.cells)
        need(len(ends) == 2 and not ends & left, "a house has not two places of its own")
        left |= ends
    need(left == set(reason.cells), "the houses do not hold the four corners")
    return Entailed(placed=frozenset((cell, reason.value) for cell in held))


def _rectangle(board: Board, reason: Swappable) -> None:
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


def _floor(board: Board, reason: Swappable, cells: Iterable[Cell]) -> None:
    """Refuse cells that may hold something else than the values."""
    need(left_to(board, cells) <= set(reason.values), "the floor has other candidates")


def _only_places(board: Board, value: Value, house: House, cells: set[Cell]) -> None:
    """Refuse a house in which a value has other places than these."""
    need(house in board.layout.houses, "no such house")
    need(places(board, value, house.cells) == cells, "the value has other places in a house")


@entailed.register
def _by_last_of_six(reason: LastOfSix, board: Board) -> Entailed:
    need(board.layout.plain, "rules besides rows, columns and boxes see the lines")
    cells, size = set(reason.cells), board.size
    need(len(cells) == len(reason.cells) == 6, "not six cells")
    need(len(set(reason.values)) == len(reason.values) == 3, "not three values")
    need(not any(board.values[cell] for cell in cells), "a cell is placed")
    rows, columns = {cell // size for cell in cells}, {cell % size for cell in cells}
    need({len(rows), len(columns)} == {2, 3}, "the cells are not in two lines and three")
    long = rows if len(rows) == 3 else columns
    for line in long:
        pair = [c for c in cells if line == (c // size if long is rows else c % size)]
        boxes = board.layout.shape.houses[2 * size :]
        inside = [box for box in boxes if set(pair) & set(box.cells)]
        need(all(set(pair) <= set(box.cells) for box in inside), "a pair is in two boxes")
    need(reason.corner in cells, "the corner is outside")
    _floor(board, reason, cells - {reason.corner})
    return removes(board, [reason.corner], reason.values)


@entailed.register
def _by_whole_rectangle(reason: WholeRectangle, board: Board) -> Entailed:
    _rectangle(board, reason)
    need(reason.value in reason.values, "the candidate is none of the two values")
    held = {reason.cell: reason.value}
    for step in reason.forced:
        need(step.cell not in held, "a corner is filled twice")
        need(step.value in reason.values, "a corner holds none of the two values")
        need(_follows(board, reason, step, held), "a corner is not forced")
        held[step.cell] = step.value
    need(set(held) == set(reason.cells), "what is filled are not the four corners")
    return removes(board, [reason.cell], [reason.value])


def _follows(board: Board, reason: WholeRectangle, step: Forced, held: dict[Cell, Value]) -> bool:
    """Whether a corner holds a value when others hold theirs.

    It then differs from a neighbour that is filled, or is like the opposite corner: four corners
    that follow one from another always hold the pair so that it could be swapped.
    """
    (second,) = set(reason.values) - {step.value}
    if step.house is None:
        seen = any(value == second and sees(board, cell, step.cell) for cell, value in held.items())
        return seen and left_to(board, [step.cell]) == set(reason.values)
    ends = {cell for cell in reason.cells if may_hold(board, cell, step.value)}
    ends &= set(step.house.cells)
    _only_places(board, step.value, step.house, ends)
    if step.cell not in ends or len(ends) != 2:
        return False
    (partner,) = ends - {step.cell}
    if partner in held:
        return held[partner] != step.value
    return any(v == step.value and sees(board, cell, partner) for cell, v in held.items())
