"""Replays BUG: counts the candidates of every cell, and the places of every value."""

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import Entailed, candidates, entailed, may_hold, need
from accord.solvers.logic.techniques.bug import Grave


@entailed.register
def _(reason: Grave, board: Board) -> Entailed:
    extra = (reason.cell, reason.value)
    need(not board.layout.shape.extra, "there are rules besides houses")
    need(may_hold(board, *extra), "the candidate is not there")
    cells, values = board.layout.shape.cells, range(1, board.size + 1)
    left = candidates(board, cells, values) - {extra}
    for cell in cells:
        if not board.values[cell]:
            need(sum(one[0] == cell for one in left) == 2, "a cell has not two candidates")
    for house in board.layout.houses:
        for value in values:
            count = sum((cell, value) in left for cell in house.cells)
            placed = any(board.values[cell] == value for cell in house.cells)
            need(count == (0 if placed else 2), "a value has not two places in a house")
    return Entailed(placed=frozenset({extra}))
