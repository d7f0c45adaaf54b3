"""Replays singles, naked and hidden sets, and intersections."""

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import (
    Entailed,
    entailed,
    left_to,
    need,
    places,
    removes,
    seeing,
)
from accord.solvers.logic.techniques.intersections import Intersection
from accord.solvers.logic.techniques.singles import HiddenSingle, NakedSingle, Seen
from accord.solvers.logic.techniques.subsets import HiddenSet, NakedSet


@entailed.register
def _(reason: Seen, board: Board) -> Entailed:
    need(board.values[reason.cell] == reason.value, "the cell holds another value")
    return removes(board, seeing(board, [reason.cell]), [reason.value])


@entailed.register
def _(reason: NakedSingle, board: Board) -> Entailed:
    need(
        left_to(board, [reason.cell]) == {reason.value}, "the value is not the cell's one candidate"
    )
    return Entailed(placed=frozenset({(reason.cell, reason.value)}))


@entailed.register
def _(reason: HiddenSingle, board: Board) -> Entailed:
    left = places(board, reason.value, reason.house.cells)
    need(left == {reason.cell}, "the cell is not the value's one place in the house")
    return Entailed(placed=frozenset({(reason.cell, reason.value)}))


@entailed.register
def _(reason: NakedSet, board: Board) -> Entailed:
    cells, values = set(reason.cells), set(reason.values)
    need(len(cells) == len(reason.cells) == len(values), "not as many values as cells")
    need(cells <= set(reason.house.cells), "a cell is outside the house")
    for cell in cells:
        left = left_to(board, [cell])
        need(left and left <= values, "a cell is placed or has other candidates")
    return removes(board, set(reason.house.cells) - cells, values)


@entailed.register
def _(reason: HiddenSet, board: Board) -> Entailed:
    cells, values = set(reason.cells), set(reason.values)
    need(len(values) == len(reason.values) == len(cells), "not as many cells as values")
    for value in values:
        left = places(board, value, reason.house.cells)
        need(left and left <= cells, "a value is placed or has other places in the house")
    return removes(board, cells, set(range(1, board.size + 1)) - values)


@entailed.register
def _(reason: Intersection, board: Board) -> Entailed:
    left = places(board, reason.value, reason.house.cells)
    need(left, "the value has no place in the house")
    need(left == set(reason.cells), "the cells are not the value's places in the house")
    need(left <= set(reason.crossing.cells), "a place is outside the crossing house")
    others = set(reason.crossing.cells) - set(reason.house.cells)
    return removes(board, others, [reason.value])
