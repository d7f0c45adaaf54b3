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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.chains.links import Nodes
from accord.solvers.logic.chains.webs import Candidate, StrongLink, Web, webs
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import Layout, members, values_of


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


def rule1(board: Board, name: str) -> Iterator[Deduction]:
    """Each color that has two candidates of a cell."""
    for web, color, sight, other in _sides(board):
        for node in members(color & sight):
            if twice := color & web.beside(node):
                (cell, one), two = web.candidate(node), web.links.value(twice.bit_length() - 1)
                reason = TwiceInCell(board.layout, name, web.tree(), cell, (one, two))
                yield from _decided(web, reason, other)
                break


def rule2(board: Board, name: str) -> Iterator[Deduction]:
    """Each color that has a value in two cells that see each other."""
    for web, color, sight, other in _sides(board):
        for node in members(color & sight):
            if twice := color & web.links.sight(node) & ~web.beside(node):
                cell, value = web.candidate(node)
                cells = cell, web.candidate(twice.bit_length() - 1)[0]
                reason = TwiceSeen(board.layout, name, web.tree(), value, cells)
                yield from _decided(web, reason, other)
                break


def rule6(board: Board, name: str) -> Iterator[Deduction]:
    """Each color that excludes every candidate of a cell."""
    for web, color, sight, other in _sides(board):
        left = board.counted[0]  # cells that keep a candidate if the color holds
        for value, where in enumerate(board.where):
            first = web.links.node(value, 0)
            left |= where & ~(sight >> first) | where & color >> first
        if emptied := board.open & ~left:
            cell = next(members(emptied))
            nodes = (web.links.node(value, cell) for value in values_of(board.marks[cell]))
            seen = ((color & web.links.sight(node)).bit_length() - 1 for node in nodes)
            reason = Emptied(board.layout, name, web.tree(), cell, tuple(map(web.candidate, seen)))
            yield from _decided(web, reason, other)


def _sides(board: Board) -> Iterator[tuple[Web, Nodes, Nodes, Nodes]]:
    """For each color of each web the web, the color, what it excludes, and the other color."""
    for web in webs(board):
        for color, sight, other in web.sides:
            yield web, color, sight, other


BESIDE, BEYOND = 0, 1  # in the cell of a candidate; elsewhere, in cells that see it
RULE_3 = ((BESIDE, BESIDE),)  # where the candidates of the two colors are that exclude another
RULE_4 = ((BEYOND, BEYOND),)
RULE_5 = ((BESIDE, BEYOND), (BEYOND, BESIDE))


def exclusions(board: Board, name: str, ends: tuple[tuple[int, int], ...]) -> Iterator[Deduction]:
    """The candidates that both colors exclude: rules 3, 4 and 5.

    Args:
        board: the board.
        name: of the technique.
        ends: where the candidates of either color are by which another one is excluded.
    """
    for web in webs(board):
        (one, seen, other), (_, also, _) = web.sides
        left = seen & also & ~(one | other)
        for node in members(left):
            beside = web.beside(node)
            where = beside, web.links.sight(node) & ~beside
            for first, last in ends:
                starts, goals = one & where[first], other & where[last]
                if left >> node & 1 and starts and goals:
                    way = web.way(starts, goals)
                    gone = web.links.sight(way[0]) & web.links.sight(way[-1])
                    left &= ~gone
                    reason = OneOrOther(board.layout, name, web.joined(way))
                    yield Deduction(reason, removed=web.links.candidates(gone))
