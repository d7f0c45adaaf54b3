"""Highlights: the cells, houses, candidates and links that a reason rests on, for drawings.

A reason names its parts in its own fields (a hinge, a roof, fins, places).  Most of what is to be
highlighted follows from the names alone: a house is a house, a field of values holds values, and
every other number is a cell.  The candidates are the values of a part in the cells of the same
part, or all candidates of the cells where a reason names no value.  A few reasons leave more to the
reader (a fish names lines, not places), and some have links; these have functions here, class by
class.

A link joins two nodes; a node is a value in a cell, or in several cells of which one holds it.  A
strong link means that one of the two holds, a weak one that not both do.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import singledispatch
from itertools import chain
from typing import Any

from accord.puzzles import Cell, Value
from accord.solvers.logic.chains.chains import Chain, Place
from accord.solvers.logic.chains.coloring import Coloring, ColorTwice
from accord.solvers.logic.chains.medusa import Colored, Emptied, TwiceInCell, TwiceSeen
from accord.solvers.logic.chains.webs import Candidate
from accord.solvers.logic.chains.xy_chains import RemotePair
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Reason
from accord.solvers.logic.engine.layout import House, members, values_of
from accord.solvers.logic.techniques.empty_rectangles import DualEmptyRectangle, EmptyRectangle
from accord.solvers.logic.techniques.fish import Fish
from accord.solvers.logic.techniques.hidden_rectangles import WholeRectangle
from accord.solvers.logic.techniques.pair_exclusion import PairExclusion
from accord.solvers.logic.techniques.rectangles import LockedTwice, LockedValue
from accord.solvers.logic.techniques.wings import Wings

VALUES = frozenset(
    {"value", "values", "extra", "extras", "set_values", "line_values", "box_values", "twice"}
)
PAIRS = frozenset({"candidates", "seen", "one", "other"})  # fields of (cell, value) pairs


@dataclass(frozen=True)
class NodeLink:
    """A link between two nodes."""

    one: Place
    other: Place
    strong: bool


@dataclass(frozen=True)
class Highlights:
    """The parts of a drawing to be marked, each once, in the order of the reason."""

    cells: tuple[Cell, ...]
    houses: tuple[House, ...]
    candidates: tuple[Candidate, ...]
    links: tuple[NodeLink, ...]


def highlights(reason: Reason, board: Board) -> Highlights:
    """The highlights of a reason on the board on which it was found."""
    named, candidates = list(_named(reason)), tuple(dict.fromkeys(_candidates(reason, board)))
    cells = [each for each in named if isinstance(each, int)]
    houses = [each for each in named if isinstance(each, House)]
    return Highlights(
        tuple(dict.fromkeys(chain(cells, (cell for cell, _ in candidates)))),
        tuple(dict.fromkeys(houses)),
        candidates,
        tuple(dict.fromkeys(_links(reason, board))),
    )


def _flat(part: object) -> Iterator[object]:
    """The elements of nested tuples, or an object that is no tuple."""
    if isinstance(part, tuple):
        for each in part:
            yield from _flat(each)
    elif part is not None:
        yield part


def _parts(whole: Any) -> Iterator[tuple[str, Any]]:
    """The objects that a reason or a part of one names, each with the name of its field."""
    for each in fields(whole):
        value = getattr(whole, each.name)
        if each.name in PAIRS:
            pairs = (value,) if value and isinstance(value[0], int) else value
            yield from ((each.name, pair) for pair in pairs)
        elif each.name not in ("layout", "technique", "rule", "said", "bound"):
            yield from ((each.name, thing) for thing in _flat(value))


def _named(part: object) -> Iterator[House | Cell]:
    """Every house and every cell that is named, also in parts of the part."""
    for name, each in _parts(part):
        if name in PAIRS:
            yield each[0]
        elif isinstance(each, House) or (type(each) is int and name not in VALUES):
            yield each
        elif is_dataclass(each):
            yield from _named(each)


@singledispatch
def _candidates(part: object, board: Board) -> Iterator[Candidate]:
    """The candidates of a part: its values in its cells, and those of its own parts."""
    parts = list(_parts(part))
    values = {each for name, each in parts if name in VALUES and each}
    every = isinstance(part, Reason) and not any(name in VALUES for name, _ in parts)
    for name, cell in parts:
        if type(cell) is int and name not in VALUES:
            yield from (each for each in _all_of(board, cell) if every or each[1] in values)
    for name, each in parts:
        if name in PAIRS:
            yield each
        elif is_dataclass(each) and not isinstance(each, House):
            yield from _candidates(each, board)


@_candidates.register
def _of_fish(reason: Fish, board: Board) -> Iterator[Candidate]:
    for house in reason.houses:
        yield from _places(board, reason.value, house)


@_candidates.register
def _of_empty_rectangle(reason: EmptyRectangle, board: Board) -> Iterator[Candidate]:
    yield from _places(board, reason.value, reason.house)
    yield from _places(board, reason.value, reason.line)


@_candidates.register(Wings)
@_candidates.register(PairExclusion)
def _of_cells(reason: Wings | PairExclusion, board: Board) -> Iterator[Candidate]:
    """All candidates of the cells: a set is almost locked, say, only if it has no others."""
    for cell in _named(reason):
        if isinstance(cell, int):
            yield from _all_of(board, cell)


def _all_of(board: Board, cell: Cell) -> Iterator[Candidate]:
    """The candidates of a cell."""
    return ((cell, value) for value in values_of(board.marks[cell]))


def _places(board: Board, value: Value, house: House) -> Iterator[Candidate]:
    """The places of a value in a house."""
    return ((cell, value) for cell in members(board.homes[value][house.index]))


def _at(cells: Iterable[Cell] | Cell, value: Value) -> Place:
    return Place(value, (cells,) if isinstance(cells, int) else tuple(cells))


@singledispatch
def _links(reason: Reason, board: Board) -> Iterator[NodeLink]:
    """The links that a reason rests on."""
    return iter(())


@_links.register
def _of_chain(reason: Chain, board: Board) -> Iterator[NodeLink]:
    following = (*reason.places[1:], reason.places[0])
    for link, one, other in zip(reason.links, reason.places, following, strict=False):
        yield NodeLink(one, other, link.strong)


@_links.register
def _of_remote_pair(reason: RemotePair, board: Board) -> Iterator[NodeLink]:
    value, other = reason.values
    for number, cell in enumerate(reason.cells):
        if number:
            yield NodeLink(_at(reason.cells[number - 1], value), _at(cell, value), strong=False)
        yield NodeLink(_at(cell, value), _at(cell, other), strong=True)
        value, other = other, value


@_links.register
def _of_coloring(reason: Coloring, board: Board) -> Iterator[NodeLink]:
    for pair in reason.pairs:
        one, other = pair.cells
        yield NodeLink(_at(one, reason.value), _at(other, reason.value), strong=True)
    if isinstance(reason, ColorTwice):
        one, other = reason.cells
        yield NodeLink(_at(one, reason.value), _at(other, reason.value), strong=False)


@_links.register
def _of_colored(reason: Colored, board: Board) -> Iterator[NodeLink]:
    for link in reason.links:
        yield NodeLink(_at(*link.one), _at(*link.other), strong=True)
    match reason:
        case TwiceInCell(cell=cell, values=(one, other)):
            yield NodeLink(_at(cell, one), _at(cell, other), strong=False)
        case TwiceSeen(value=value, cells=(cell, seen)):
            yield NodeLink(_at(cell, value), _at(seen, value), strong=False)
        case Emptied(cell=cell, seen=seeing):
            for where, value in seeing:
                yield NodeLink(_at(where, value), _at(cell, value), strong=False)


@_links.register
def _of_hinge(reason: Wings, board: Board) -> Iterator[NodeLink]:
    """The links from the end of one wing to that of the other; not through a triple's hinge."""
    hinge, value = reason.hinge, reason.value
    shared = []
    for wing in reason.wings:
        (common,) = (each for each in values_of(board.marks[wing]) if each != value)
        shared.append(common)
        yield NodeLink(_at(wing, value), _at(wing, common), strong=True)
        yield NodeLink(_at(wing, common), _at(hinge, common), strong=False)
    if hinge not in reason.cells:
        yield NodeLink(_at(hinge, shared[0]), _at(hinge, shared[1]), strong=True)


@_links.register
def _of_cross(reason: EmptyRectangle, board: Board) -> Iterator[NodeLink]:
    value, home = reason.value, board.homes[reason.value][reason.house.index]
    near, far = (_at(members(home & line.mask), value) for line in (reason.near, reason.far))
    first, second = (_at(cell, value) for cell in reason.cells)
    yield NodeLink(second, first, strong=True)
    yield NodeLink(first, near, strong=False)
    yield NodeLink(near, far, strong=True)


@_links.register
def _of_dual(reason: DualEmptyRectangle, board: Board) -> Iterator[NodeLink]:
    for rectangle in reason.rectangles:
        yield from _of_cross(rectangle, board)


@_links.register(LockedValue)
@_links.register(LockedTwice)
def _of_locked(reason: LockedValue | LockedTwice, board: Board) -> Iterator[NodeLink]:
    houses = reason.houses if isinstance(reason, LockedTwice) else (reason.house,)
    for house in houses:
        yield _pair(board, reason.value, house)


@_links.register
def _of_hidden_rectangle(reason: WholeRectangle, board: Board) -> Iterator[NodeLink]:
    for step in reason.forced:
        if step.house:
            yield _pair(board, step.value, step.house)


def _pair(board: Board, value: Value, house: House) -> NodeLink:
    """The strong link between the two places of a value in a house."""
    one, other = members(board.homes[value][house.index])
    return NodeLink(_at(one, value), _at(other, value), strong=True)
