"""Replays aligned pair exclusion."""

from accord.puzzles.grid import Cell
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import (
    Entailed,
    entailed,
    left_to,
    may_hold,
    need,
    seeing,
    sees,
)
from accord.solvers.logic.techniques.pair_exclusion import Excluded, PairExclusion


@entailed.register
def _(reason: PairExclusion, board: Board) -> Entailed:
    one, other = reason.cells
    left, beside = left_to(board, [one]), left_to(board, [other])
    need(left and beside, "one of the two cells has no candidates")
    for excluded in reason.excluded:
        _need_excluded(board, reason.cells, excluded)
    pairs = {excluded.values for excluded in reason.excluded}
    need(len(pairs) == len(reason.excluded), "a pair of values is named twice")
    alone = {(one, v) for v in left if {(v, w) for w in beside} <= pairs}
    alone |= {(other, w) for w in beside if {(v, w) for v in left} <= pairs}
    need(sorted(alone) == sorted(reason.candidates), "other candidates go with nothing")
    needed = all({(one, v), (other, w)} & alone for v, w in pairs)
    need(needed, "a pair of values is named that nothing rests on")
    return Entailed(removed=frozenset(alone))


def _need_excluded(board: Board, pair: tuple[Cell, Cell], excluded: Excluded) -> None:
    first, second = excluded.values
    need(may_hold(board, pair[0], first), "the first cell has no such candidate")
    need(may_hold(board, pair[1], second), "the second cell has no such candidate")
    if first == second:
        need(not excluded.cells, "a set is named for a single value")
        need(sees(board, *pair), "the cells do not see each other")
        return
    cells = set(excluded.cells)
    need(len(cells) == len(excluded.cells), "a cell of the set is named twice")
    linked = all(cells - {cell} <= seeing(board, [cell]) for cell in cells)
    need(linked, "two cells of the set do not see each other")
    need(cells <= seeing(board, pair), "a cell of the set is not seen by both")
    need(not any(board.values[cell] for cell in cells), "a cell of the set is placed")
    values = left_to(board, cells)
    need(len(values) == len(cells) + 1, "the set has not one value more than cells")
    need({first, second} <= values, "the set has not both values")
