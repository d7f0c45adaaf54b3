"""Replays simple coloring: every pair, and that the pairs join all that is colored."""

from accord.solvers.logic.chains.coloring import BothColors, Coloring, ColorTwice
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import (
    Entailed,
    entailed,
    need,
    places,
    removes,
    seeing,
    sees,
)


def _need_coloring(reason: Coloring, board: Board) -> None:
    """Refuse a coloring unless all of one color stand, or all of the other."""
    one, other = (set(cells) for cells in reason.colors)
    colored = one | other
    need(one and other, "a color is empty")
    need(len(colored) == sum(len(cells) for cells in reason.colors), "a cell is colored twice")
    for pair in reason.pairs:
        left = places(board, reason.value, pair.house.cells)
        need(left == set(pair.cells), "a pair is not the value's places in its house")
        need(len(left & one) == len(left & other) == 1, "a pair has not one cell of each color")
    joined, size = {reason.colors[0][0]}, 0
    while len(joined) > size:
        size = len(joined)
        for pair in reason.pairs:
            if joined & set(pair.cells):
                joined |= set(pair.cells)
    need(joined == colored, "the pairs do not join the colored cells")


@entailed.register
def _(reason: ColorTwice, board: Board) -> Entailed:
    _need_coloring(reason, board)
    need(set(reason.cells) <= set(reason.colors[0]), "the two cells are not of the first color")
    need(sees(board, *reason.cells), "the two cells do not see each other")
    return removes(board, reason.colors[0], [reason.value])


@entailed.register
def _(reason: BothColors, board: Board) -> Entailed:
    _need_coloring(reason, board)
    one, other = ({c for cell in color for c in seeing(board, [cell])} for color in reason.colors)
    colored = {cell for color in reason.colors for cell in color}
    return removes(board, (one & other) - colored, [reason.value])
