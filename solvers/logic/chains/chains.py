"""Chains: alternating strong and weak links, so that what the first node denies the last affirms.

A chain that begins and ends with a strong link says that one of its two ends holds at least
(paths.py), and

    open     what is weakly linked with both ends goes
    forced   if both ends are the same node, it holds
    loop     if the ends are weakly linked, then of the two nodes of each weak link just one holds,
             and what is weakly linked with both goes

These are the rules 3, 2 and 1 of X-cycles and of alternating inference chains (A. Stuart,
sudokuwiki.org/X_Cycles, sudokuwiki.org/Alternating_Inference_Chains), which there are cycles that
begin and end at what goes; here an instance is cut by its two ends, as HoDoKu cuts its chains, with
everything that both see.  Of the many chains between two ends one is given, a shortest as a rule;
of the loops one for each of their weak links.  A chain may be a single strong link: on a plain
board that is an intersection or a naked pair, and found as such before.

X-cycles are the rules on the places of one value; grouped ones also have the two or three places
where a box and a line cross as nodes (sudokuwiki.org/Grouped_X-Cycles).  `open` with two strong
links is also called skyscraper (in two parallel lines), two-string kite (in a row and a column) and
turbot fish; with more it is the X-chain.  All of one value takes a fraction of a millisecond.

Alternating inference chains are the rules on all candidates.  Ends of the same value exclude it
from the cells that see both; ends of different values in cells that see each other exclude each
other's value from their own cells; ends in one cell exclude the cell's other values.  Grouped nodes
(HoDoKu, hodoku.sourceforge.net/en/tech_chains.php) find more, also on boards on which the 49
techniques in their own reading find nothing, and are an option for that.  A call takes a few
milliseconds, fifty where very much is found, and grouped about thrice as much.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.chains.links import BoardLinks, links
from accord.solvers.logic.chains.paths import Graph, Node, Nodes, Path
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import House, members, union


@dataclass(frozen=True)
class Place:
    """A node: a value stands in one of these cells."""

    value: Value
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Link:
    """A link from a node of a chain to the next, strong or weak.

    The house holds both nodes.  There is none if both are in one cell, or in cells that must differ
    by a rule that is no house.
    """

    strong: bool
    house: House | None


@dataclass(frozen=True)
class Chain(Reason):
    """An alternating chain.

    `links[k]` joins `places[k]` to the next place.  A chain that is closed has one link more, from
    its last place to its first: a weak one in a loop, a strong one if the first place must hold.
    """

    places: tuple[Place, ...]
    links: tuple[Link, ...]

    @property
    def closed(self) -> bool:
        """Whether its last place is linked with its first."""
        return len(self.links) == len(self.places)

    @property
    def sentence(self) -> str:
        first, last = self.places[0], self.places[-1]
        chain = f"if {self._said(first, False)}, then {listed(self._steps())}"
        if not self.closed:
            one, other = self._said(first, True), self._said(last, True)
            if first.value == last.value and len(first.cells) == len(last.cells) == 1:
                ends = self.layout.names(first.cells + last.cells)
                return (
                    f"{chain}; so {one} or {other}, and no cell that sees {ends} is {first.value}"
                )
            return f"{chain}; so {one} or {other}, and what neither allows is out"
        if self.links[-1].strong:
            goes = ", and what sees them all is not" if len(first.cells) > 1 else ""
            return f"{chain}, against what was supposed; so {self._said(first, True)}{goes}"
        return (
            f"{chain}, and so round the loop; so of each two neighbours in it that exclude each "
            "other just one holds, and what neither allows is out"
        )

    def _steps(self) -> Iterator[str]:
        """A phrase for each link: whether the place it leads to holds."""
        for link, place in zip(self.links, (*self.places[1:], self.places[0]), strict=False):
            where = f" ({link.house.name})" if link.house else ""
            yield self._said(place, link.strong) + where

    def _said(self, place: Place, holds: bool) -> str:
        names = self.layout.names(place.cells)
        if len(place.cells) == 1:
            return f"{names} is {'' if holds else 'not '}{place.value}"
        return f"{'one' if holds else 'none'} of {names} is {place.value}"


Rule = Callable[[BoardLinks, Graph, str], Iterator[Deduction]]  # links, which to use, technique


def open_chains(
    links: BoardLinks, graph: Graph, technique: str, of_one_value: bool = False
) -> Iterator[Deduction]:
    """A deduction for each two ends of a chain: what both ends see is removed.

    Args:
        links: the links of the board.
        graph: those that may be used.
        technique: the name of the technique.
        of_one_value: both ends must have the same value.
    """
    for start in graph.strong:
        sight, ends = links.sight(start), 0
        for end in members(graph.implied[start] & -2 << start):
            if sight & links.sight(end):
                ends |= 1 << end
        if of_one_value:
            ends &= links.of_value(links.value(start))
        for path in graph.paths(start, ends) if ends else ():
            gone = links.candidates(sight & links.sight(path[-1]))
            yield Deduction(_chain(links, technique, path), removed=gone)


def forced_places(links: BoardLinks, graph: Graph, technique: str) -> Iterator[Deduction]:
    """The nodes that must hold: a cell gets its value; what sees all of a grouped node loses it."""
    for start in graph.strong:
        if not graph.implied[start] >> start & 1:
            continue
        sight = links.sight(start)
        for path in graph.paths(start, 1 << start):
            reason = _chain(links, technique, path)
            if not links.grouped(start):
                (cell,) = reason.places[0].cells
                yield Deduction(reason, placed={cell: links.value(start)})
            elif sight:
                yield Deduction(reason, removed=links.candidates(sight))


def loops(links: BoardLinks, graph: Graph, technique: str) -> Iterator[Deduction]:
    """Loops that take something away: for each weak link of any loop a loop through it.

    A link that is strong as well closes none: where it takes something away in another house that
    holds both its ends, that is an intersection already.
    """
    known: set[Nodes] = set()
    for start in graph.strong:
        ends = graph.implied[start] & graph.weak[start] & ~graph.strong[start] & -2 << start
        for path in graph.paths(start, ends) if ends else ():
            nodes = sum(1 << node for node in path)
            if nodes in known:
                continue
            known.add(nodes)
            weak = zip(path[1::2], (*path[2::2], start), strict=True)
            if gone := union(links.sight(one) & links.sight(other) for one, other in weak):
                reason = _chain(links, technique, path, loop=True)
                yield Deduction(reason, removed=links.candidates(gone))


def _chain(links: BoardLinks, technique: str, path: Path, loop: bool = False) -> Chain:
    """The reason that a path is, with the houses that its links rest on."""
    steps = list(zip(path, (*path[1:], path[0]), strict=True))
    if not loop:
        steps.pop()
    made = tuple(
        Link(number % 2 == 0, _house(links, number % 2 == 0, one, other))
        for number, (one, other) in enumerate(steps)
    )
    nodes = path[:-1] if path[0] == path[-1] else path
    places = tuple(Place(links.value(k), tuple(members(links.cells(k)))) for k in nodes)
    return Chain(links.board.layout, technique, places, made)


def _house(links: BoardLinks, strong: bool, one: Node, other: Node) -> House | None:
    """A house by which two nodes are linked; none if it is a cell."""
    value, both = links.value(one), links.cells(one) | links.cells(other)
    if value != links.value(other):
        return None
    homes = links.board.homes[value]
    for house in links.board.layout.shared(both):
        if not strong or (homes[house.index] and not homes[house.index] & ~both):
            return house
    return None


@lru_cache(maxsize=256)
def _graph_of_value(board: Board, value: Value, grouped: bool) -> Graph:
    """The graph of the places of a value."""
    made = links(board)
    return made.graph(made.strong([value], grouped=grouped))


def x_cycles(board: Board, name: str, rule: Rule, grouped: bool = False) -> Iterator[Deduction]:
    """The deductions of a chain rule among the places of each value, grouped or not."""
    for value in range(1, board.size + 1):
        found = _of_value(board, name, rule, grouped, value)
        yield from board.unless_in_vain((rule, grouped), value, found)


def _of_value(
    board: Board, name: str, rule: Rule, grouped: bool, value: Value
) -> Iterator[Deduction]:
    yield from rule(links(board), _graph_of_value(board, value, grouped), name)


@lru_cache(maxsize=16)
def _graph_of_all(board: Board, grouped: bool) -> Graph:
    made = links(board)
    return made.graph(made.strong(range(1, board.size + 1), in_cells=True, grouped=grouped))


def inference_chains(
    board: Board, name: str, rule: Rule, grouped: bool = False
) -> Iterator[Deduction]:
    """The deductions of a chain rule among all candidates, grouped or not."""
    return rule(links(board), _graph_of_all(board, grouped), name)
