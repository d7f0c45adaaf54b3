"""Replays chains and 3D Medusa."""

from collections.abc import Iterable
from itertools import pairwise, product

from accord.puzzles import Cell, Value
from accord.solvers.logic.chains.chains import Chain, Link, Place
from accord.solvers.logic.chains.medusa import Colored, Emptied, OneOrOther, TwiceInCell, TwiceSeen
from accord.solvers.logic.chains.webs import Candidate
from accord.solvers.logic.chains.xy_chains import RemotePair
from accord.solvers.logic.engine.boards import Board
from replay.entailed import Entailed, entailed, need, removes
from replay.sight import left_to, may_hold, places, seeing, sees

# Chains: every node, every link, and what the ends or the weak links of a loop exclude.


def _need_place(board: Board, place: Place) -> None:
    """Refuse what is no node; whether it is a candidate is seen by its strong link."""
    cells = set(place.cells)
    need(cells and len(cells) == len(place.cells), "a node has a cell twice, or none")
    if len(cells) > 1:
        crossing = [house for house in board.layout.houses if cells <= set(house.cells)]
        need(len(crossing) > 1, "a grouped node lies in no crossing of two houses")


def need_link(board: Board, link: Link, one: Place, other: Place) -> None:
    """Refuse a link that is not there."""
    if link.house is None:
        _need_link_without_house(board, link.strong, one, other)
        return
    both = {*one.cells, *other.cells}
    need(link.house in board.layout.houses, "a link names no house of the board")
    need(one.value == other.value, "a link in a house joins two values")
    if link.strong:
        left = places(board, one.value, link.house.cells)
        need(left == both, "the nodes of a strong link are not all places of the value")
    else:
        need(both <= set(link.house.cells), "a node is outside the house of a weak link")
        need(not set(one.cells) & set(other.cells), "a weak link joins nodes that share a cell")


def _need_link_without_house(board: Board, strong: bool, one: Place, other: Place) -> None:
    if one.value == other.value:
        need(not strong, "a strong link between cells names no house")
        both = {*one.cells, *other.cells}
        shared = any(both <= set(house.cells) for house in board.layout.houses)
        need(not shared, "a link between cells of a house names none")
        for cell, seen in product(one.cells, other.cells):
            need(sees(board, cell, seen), "cells of a weak link do not see each other")
        return
    need(one.cells == other.cells and len(one.cells) == 1, "a link of two values leaves its cell")
    if strong:
        need(
            left_to(board, one.cells) == {one.value, other.value},
            "the cell of a strong link has other candidates",
        )


def _excludes(board: Board, place: Place, cell: Cell, value: Value) -> bool:
    """Whether a value cannot stand in a cell if a node holds."""
    if value != place.value:
        return place.cells == (cell,)
    return all(sees(board, cell, other) for other in place.cells)


def excluded(board: Board, one: Place, other: Place) -> set[tuple[Cell, Value]]:
    """The candidates that go if one of two nodes holds."""
    values = {one.value, other.value}
    here = product(board.layout.shape.cells, values)  # and in their own cell any value goes
    inside = product({*one.cells, *other.cells}, range(1, board.size + 1))
    return {
        (cell, value)
        for cell, value in {*here, *inside}
        if may_hold(board, cell, value)
        and _excludes(board, one, cell, value)
        and _excludes(board, other, cell, value)
    }


@entailed.register
def _by_chain(reason: Chain, board: Board) -> Entailed:
    nodes, links = reason.places, reason.links
    need(len(nodes) > 1, "a chain has fewer than two nodes")
    need(len(links) in (len(nodes) - 1, len(nodes)), "not as many links as the nodes want")
    nodes_as_sets = {(place.value, frozenset(place.cells)) for place in nodes}
    need(len(nodes_as_sets) == len(nodes), "a chain uses a node twice")
    for place in nodes:
        _need_place(board, place)
    following = (*nodes[1:], nodes[0])
    for number, link in enumerate(links):
        need(link.strong == (number % 2 == 0), "strong and weak links do not alternate")
        need_link(board, link, nodes[number], following[number])
    if len(links) < len(nodes):
        need(links[-1].strong, "a chain ends with a weak link")
        return Entailed(removed=frozenset(excluded(board, nodes[0], nodes[-1])))
    if not links[-1].strong:
        need(len(nodes) > 3, "a loop has fewer than four nodes")
        gone = [excluded(board, nodes[k], following[k]) for k in range(1, len(nodes), 2)]
        return Entailed(removed=frozenset().union(*gone))
    if len(nodes[0].cells) == 1:
        return Entailed(placed=frozenset({(nodes[0].cells[0], nodes[0].value)}))
    return Entailed(removed=frozenset(excluded(board, nodes[0], nodes[0])))


@entailed.register
def _by_remote_pair(reason: RemotePair, board: Board) -> Entailed:
    cells, values = reason.cells, set(reason.values)
    need(len(values) == 2, "a remote pair has not two values")
    need(len(set(cells)) == len(cells), "a chain uses a cell twice")
    need(len(cells) > 3 and len(cells) % 2 == 0, "not four cells, or six, or eight ...")
    for cell in cells:
        need(left_to(board, [cell]) == values, "a cell of a remote pair has other candidates")
    for cell, following in pairwise(cells):
        need(sees(board, cell, following), "a cell does not see the next")
    need(reason.differing, "no two cells are said to differ")
    for one, other in reason.differing:
        need((cells.index(other) - cells.index(one)) % 2, "two cells hold the same value")
    seen = {cell for pair in reason.differing for cell in seeing(board, pair)}
    return removes(board, seen, values)


# 3D Medusa: each strong link, the colors that follow, and where they clash or exclude.


@entailed.register
def _by_twice_in_cell(reason: TwiceInCell, board: Board) -> Entailed:
    one, other = reason.values
    need(one != other, "the values are the same")
    return _opposite(_colors(board, reason), [(reason.cell, one), (reason.cell, other)])


@entailed.register
def _by_twice_seen(reason: TwiceSeen, board: Board) -> Entailed:
    one, other = reason.cells
    need(sees(board, one, other), "the cells do not see each other")
    return _opposite(_colors(board, reason), [(one, reason.value), (other, reason.value)])


@entailed.register
def _by_emptied(reason: Emptied, board: Board) -> Entailed:
    left = sorted(left_to(board, [reason.cell]))
    need(left and left == [value for _, value in reason.seen], "not the candidates of the cell")
    for cell, _ in reason.seen:
        need(sees(board, cell, reason.cell), "the cell does not see one of them")
    return _opposite(_colors(board, reason), reason.seen)


@entailed.register
def _by_one_or_other(reason: OneOrOther, board: Board) -> Entailed:
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
