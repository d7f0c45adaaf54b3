"""Replays wings: from the candidates of their cells alone."""

from accord.puzzles.grid import Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import (
    Entailed,
    candidates,
    entailed,
    left_to,
    may_hold,
    need,
    removes,
    seeing,
    sees,
)
from accord.solvers.logic.techniques.wings import BentSet, Wings


@entailed.register
def _(reason: Wings, board: Board) -> Entailed:
    hinge, value = left_to(board, [reason.hinge]), reason.value
    need(len(set(reason.wings)) == len(reason.wings) == 2, "not two wings")
    met: set[Value] = set()
    for wing in reason.wings:
        need(sees(board, reason.hinge, wing), "a wing does not see the hinge")
        left = left_to(board, [wing])
        need(len(left) == 2 and value in left, "a wing has not the value and one other")
        met |= left - {value}
    need(met == hinge - {value}, "the hinge has other candidates than the wings")
    ends = {*reason.wings, *([reason.hinge] if value in hinge else [])}
    need(len(reason.cells) == len(ends) and set(reason.cells) == ends, "not the cells of the value")
    return removes(board, seeing(board, ends), [value])


@entailed.register
def _(reason: BentSet, board: Board) -> Entailed:
    cells, values, twice = set(reason.cells), set(reason.values), reason.twice
    several = len(cells) == len(reason.cells) == len(values) == len(reason.values)
    need(several, "not as many values as cells")
    need(not twice or twice in values, "the free value is none of them")
    held = {value: {c for c in cells if may_hold(board, c, value)} for value in values}
    for cell in cells:
        left = left_to(board, [cell])
        need(left and left <= values, "a cell is placed or has other candidates")
    need(all(held.values()), "a value is a candidate of none of the cells")
    for value in values - {twice}:
        for one in held[value]:
            linked = held[value] - {one} <= seeing(board, [one])
            need(linked, "two cells that do not see each other have the same value")
    sure = {twice} if twice else values
    gone = (candidates(board, seeing(board, held[value]), [value]) for value in sure)
    return Entailed(removed=frozenset().union(*gone))
