"""Replays extended and hidden unique rectangles."""

from accord.puzzles.grid import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import (
    Entailed,
    entailed,
    left_to,
    may_hold,
    need,
    removes,
    sees,
)
from accord.solvers.logic.replay.rectangles import floor, only_places, rectangle
from accord.solvers.logic.techniques.extended_rectangles import LastOfSix
from accord.solvers.logic.techniques.hidden_rectangles import Forced, WholeRectangle


@entailed.register
def _(reason: LastOfSix, board: Board) -> Entailed:
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
    floor(board, reason, cells - {reason.corner})
    return removes(board, [reason.corner], reason.values)


@entailed.register
def _(reason: WholeRectangle, board: Board) -> Entailed:
    rectangle(board, reason)
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
    only_places(board, step.value, step.house, ends)
    if step.cell not in ends or len(ends) != 2:
        return False
    (partner,) = ends - {step.cell}
    if partner in held:
        return held[partner] != step.value
    return any(v == step.value and sees(board, cell, partner) for cell, v in held.items())
