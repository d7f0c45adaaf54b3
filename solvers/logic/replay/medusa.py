"""Replays 3D Medusa: each strong link, the colors that follow, and where they clash or exclude."""

from collections.abc import Iterable
from itertools import pairwise

from accord.solvers.logic.chains.chains import Link, Place
from accord.solvers.logic.chains.medusa import Colored, Emptied, OneOrOther, TwiceInCell, TwiceSeen
from accord.solvers.logic.chains.webs import Candidate
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import Entailed, entailed, left_to, need, sees
from accord.solvers.logic.replay.links import excluded, need_link


@entailed.register
def _(reason: TwiceInCell, board: Board) -> Entailed:
    one, other = reason.values
    need(one != other, "the values are the same")
    return _opposite(_colors(board, reason), [(reason.cell, one), (reason.cell, other)])


@entailed.register
def _(reason: TwiceSeen, board: Board) -> Entailed:
    one, other = reason.cells
    need(sees(board, one, other), "the cells do not see each other")
    return _opposite(_colors(board, reason), [(one, reason.value), (other, reason.value)])


@entailed.register
def _(reason: Emptied, board: Board) -> Entailed:
    left = sorted(left_to(board, [reason.cell]))
    need(left and left == [value for _, value in reason.seen], "not the candidates of the cell")
    for cell, _ in reason.seen:
        need(sees(board, cell, reason.cell), "the cell does not see one of them")
    return _opposite(_colors(board, reason), reason.seen)


@entailed.register
def _(reason: OneOrOther, board: Board) -> Entailed:
    colors = _colors(board, reason)
    for link, following in pairwise(reason.links):
        need(link.other == following.one, "the links are no chain")
    first, last = reason.links[0].one, reason.links[-1].other
    need(colors[first] != colors[last], "the ends have the same color")
    return Entailed(removed=frozenset(excluded(board, _place(first), _place(last))))


def _place(candidate: Candidate) -> Place:
    cell, value = candidate
    return Place(value, (cell,))


def _opposite(colors: dict[Candidate, int], impossible: Iterable[Candidate]) -> Entailed:
    """What holds because these, which have one color, cannot hold all."""
    chosen = list(impossible)
    need(all(one in colors for one in chosen), "a candidate is outside the web")
    need(len({colors[one] for one in chosen}) == 1, "the candidates have different colors")
    color = colors[chosen[0]]
    placed = {candidate for candidate in colors if colors[candidate] != color}
    need(len(dict(placed)) == len(placed), "the other color has two candidates of a cell")
    return Entailed(placed=frozenset(placed))


def _colors(board: Board, reason: Colored) -> dict[Candidate, int]:
    """The colors of all candidates that the links tie together; each link is looked up."""
    need(reason.links, "there are no links")
    colors = {reason.links[0].one: 0}
    for link in reason.links:
        need_link(board, Link(True, link.house), _place(link.one), _place(link.other))
        need(link.one in colors, "a link does not start at the web")
        need(link.other not in colors, "a link comes back to the web")
        colors[link.other] = 1 - colors[link.one]
    return colors
