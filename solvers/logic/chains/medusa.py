"""3D Medusa: what follows from two colors over all values.

In a web of strong links one of two colors holds (webs.py).  What that means for the rest of the
board, and when it shows which of them, is put in six rules (A. Stuart, sudokuwiki.org/3D_Medusa):

    rule 1   a cell has two candidates of one color: the other color holds
    rule 2   two cells that see each other have a value in one color: the other color holds
    rule 3   a cell has candidates of both colors: its other candidates go
    rule 4   a candidate sees its value in both colors: it goes
    rule 5   a candidate shares its cell with one color and sees its value in the other: it goes
    rule 6   one color excludes every candidate of a cell: the other color holds

Rules 1, 2 and 6 decide the whole web, and their reason is a tree that spans it; for the others it
is a shortest way between two candidates of opposite colors.  Where both colors are impossible the
puzzle has no solution, and nothing is placed that a cell could not take.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from accord.puzzles.grid import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.chains.links import Nodes
from accord.solvers.logic.chains.webs import Candidate, StrongLink, Web, webs
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
from accord.solvers.logic.engine.layout import Cells, Layout, members, values_of

_Ends = Iterator[tuple[Nodes, Nodes]]


@dataclass(frozen=True)
class Colored(Reason):
    """Strong links, all of one web."""

    links: tuple[StrongLink, ...]

    @property
    def colors(self) -> str:
        """The two colors, of which one is true."""
        color = {self.links[0].one: 0} if self.links else {}
        for _ in self.links:
            for link in self.links:
                if link.one in color:
                    color.setdefault(link.other, 1 - color[link.one])
                elif link.other in color:
                    color[link.one] = 1 - color[link.other]
        one, other = ([c for c, side in color.items() if side == which] for which in (0, 1))
        return f"either {named(self.layout, one)} hold, or {named(self.layout, other)}"


@dataclass(frozen=True)
class TwiceInCell(Colored):
    """A cell has two candidates of one color."""

    cell: Cell
    values: tuple[Value, Value]

    @property
    def sentence(self) -> str:
        return (
            f"{self.colors}; {listed(self.values)} in {self.layout.names([self.cell])} are of one "
            "color, which is false, so the other is true"
        )


@dataclass(frozen=True)
class TwiceSeen(Colored):
    """Two cells that see each other have a value in one color."""

    value: Value
    cells: tuple[Cell, Cell]

    @property
    def sentence(self) -> str:
        return (
            f"{self.colors}; {self.layout.names(self.cells)} see each other and would both hold "
            f"{self.value} in one color, which is false, so the other is true"
        )


@dataclass(frozen=True)
class Emptied(Colored):
    """A cell sees each of its candidates elsewhere in one color."""

    cell: Cell
    seen: tuple[Candidate, ...]  # where, for each candidate of the cell in order

    @property
    def sentence(self) -> str:
        where = self.layout.names([self.cell])
        return (
            f"{self.colors}; {named(self.layout, self.seen)} of one color would leave {where} no "
            "candidate, so that color is false, and the other is true"
        )


@dataclass(frozen=True)
class OneOrOther(Colored):
    """Strong links that lead from one candidate to another of the opposite color."""

    @property
    def sentence(self) -> str:
        first, *between = [link.one for link in self.links]
        last = self.links[-1].other
        by = f" via {named(self.layout, between)}" if between else ""
        return (
            f"strong links lead from {named(self.layout, [first])}{by} to "
            f"{named(self.layout, [last])}, so one of the two holds, and what neither allows is out"
        )


def named(layout: Layout, candidates: Iterable[Candidate]) -> str:
    """Candidates in a row: 3 in r1c2, 4 in r1c2 and 3 in r5c2."""
    once = dict.fromkeys(candidates)
    return listed(f"{value} in {layout.names([cell])}" for cell, value in once)


def _decided(web: Web, reason: Colored, color: Nodes) -> Iterator[Deduction]:
    """Every candidate of a color, if each has a cell to itself."""
    placed = dict(sorted(web.candidate(node) for node in members(color)))
    if len(placed) == color.bit_count():
        yield Deduction(reason, placed=placed)


def medusa_rule1(board: Board) -> Iterator[Deduction]:
    """Each color that has two candidates of a cell."""
    for web in webs(board):
        for color, sight, other in web.sides:
            for node in members(color & sight):
                if twice := color & web.beside(node):
                    pair = web.candidate(node), web.candidate(twice.bit_length() - 1)
                    (cell, one), (_, two) = pair
                    reason = TwiceInCell(board.layout, "medusa_rule1", web.tree(), cell, (one, two))
                    yield from _decided(web, reason, other)
                    break


def medusa_rule2(board: Board) -> Iterator[Deduction]:
    """Each color that has a value in two cells that see each other."""
    for web in webs(board):
        for color, sight, other in web.sides:
            for node in members(color & sight):
                if twice := color & web.links.sight(node) & ~web.beside(node):
                    cell, value = web.candidate(node)
                    cells = cell, web.candidate(twice.bit_length() - 1)[0]
                    reason = TwiceSeen(board.layout, "medusa_rule2", web.tree(), value, cells)
                    yield from _decided(web, reason, other)
                    break


def medusa_rule3(board: Board) -> Iterator[Deduction]:
    """Cells with both colors."""

    def ends(one: Nodes, other: Nodes, beside: Nodes, beyond: Nodes) -> _Ends:
        yield one & beside, other & beside

    return _excluded(board, "medusa_rule3", ends)


def medusa_rule4(board: Board) -> Iterator[Deduction]:
    """Candidates that see their value in both colors."""

    def ends(one: Nodes, other: Nodes, beside: Nodes, beyond: Nodes) -> _Ends:
        yield one & beyond, other & beyond

    return _excluded(board, "medusa_rule4", ends)


def medusa_rule5(board: Board) -> Iterator[Deduction]:
    """Candidates with one color in their cell that see their value in the other."""

    def ends(one: Nodes, other: Nodes, beside: Nodes, beyond: Nodes) -> _Ends:
        yield one & beside, other & beyond
        yield one & beyond, other & beside

    return _excluded(board, "medusa_rule5", ends)


def _excluded(
    board: Board, name: str, ends: Callable[[Nodes, Nodes, Nodes, Nodes], _Ends]
) -> Iterator[Deduction]:
    """What both colors exclude, each by some of its candidates.

    Args:
        board: the board.
        name: of the technique.
        ends: for two colors, the candidates in the cell of another one, and those elsewhere that it
            sees: those of each color that may exclude it.
    """
    for web in webs(board):
        (one, seen, other), (_, also, _) = web.sides
        left = seen & also & ~(one | other)
        for node in members(left):
            beside = web.beside(node)
            beyond = web.links.sight(node) & ~beside
            for starts, goals in ends(one, other, beside, beyond):
                if left >> node & 1 and starts and goals:
                    way = web.way(starts, goals)
                    gone = web.links.sight(way[0]) & web.links.sight(way[-1])
                    left &= ~gone
                    reason = OneOrOther(board.layout, name, web.joined(way))
                    yield Deduction(reason, removed=web.links.candidates(gone))


def medusa_rule6(board: Board) -> Iterator[Deduction]:
    """Each color that excludes every candidate of a cell."""
    for web in webs(board):
        for color, sight, other in web.sides:
            for cell in members(_emptied(board, web, color, sight)):
                seen = tuple(_seen(web, color, v, cell) for v in values_of(board.marks[cell]))
                reason = Emptied(board.layout, "medusa_rule6", web.tree(), cell, seen)
                yield from _decided(web, reason, other)
                break


def _emptied(board: Board, web: Web, color: Nodes, sight: Nodes) -> Cells:
    """The cells that have lost every candidate if a color holds."""
    left = board.counted[0]
    for value, where in enumerate(board.where):
        first = web.links.node(value, 0)
        left |= where & ~(sight >> first) | where & color >> first
    return board.open & ~left


def _seen(web: Web, color: Nodes, value: Value, cell: Cell) -> Candidate:
    """A candidate of a color with this value that this cell sees."""
    seen = color & web.links.sight(web.links.node(value, cell))
    return web.candidate(seen.bit_length() - 1)


TECHNIQUES = (
    Technique("medusa_rule1", "3D Medusa, rule 1", "diabolical", medusa_rule1),
    Technique("medusa_rule2", "3D Medusa, rule 2", "diabolical", medusa_rule2),
    Technique("medusa_rule3", "3D Medusa, rule 3", "diabolical", medusa_rule3),
    Technique("medusa_rule4", "3D Medusa, rule 4", "diabolical", medusa_rule4),
    Technique("medusa_rule5", "3D Medusa, rule 5", "diabolical", medusa_rule5),
    Technique("medusa_rule6", "3D Medusa, rule 6", "diabolical", medusa_rule6),
)
