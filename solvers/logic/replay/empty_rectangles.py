"""Replays empty rectangles."""

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import Entailed, entailed, need, places, removes, seeing
from accord.solvers.logic.techniques.empty_rectangles import DualEmptyRectangle, EmptyRectangle


@entailed.register
def _(reason: EmptyRectangle, board: Board) -> Entailed:
    need(
        {reason.near, reason.far, reason.line} <= {*board.layout.lines},
        "what should be a line is none",
    )
    need({reason.near.kind, reason.far.kind} == {"row", "column"}, "the lines do not cross")
    need(reason.house in board.layout.boxes, "the box is none")
    box, near, far = (set(each.cells) for each in (reason.house, reason.near, reason.far))
    inside = places(board, reason.value, box)
    need(inside, "the box has no place for the value")
    need(inside <= near | far, "the box has a place beside the lines")
    first, second = reason.cells
    pair = places(board, reason.value, reason.line.cells)
    both = first != second and pair == {first, second}
    need(both, "the cells are not the value's places in the line")
    need(first in near - box, "the first cell is not in the near line outside the box")
    return removes(board, (far - box) & seeing(board, [second]), [reason.value])


@entailed.register
def _(reason: DualEmptyRectangle, board: Board) -> Entailed:
    one, other = reason.rectangles
    need(one != other, "the same rectangle twice")
    need(one.value == other.value and one.house == other.house, "rectangles of two values or boxes")
    return Entailed(removed=entailed(one, board).removed | entailed(other, board).removed)
