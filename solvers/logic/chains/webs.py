"""Webs: candidates that strong links tie together, in two colors.

Of two candidates that a strong link joins exactly one holds.  Linked candidates so get opposite
colors, from any candidate on through its whole web; in the end one color holds, all of it, and the
other does not.  Coloring by hand is older than its names; with links over all values it is called
3D Medusa (A. Stuart, sudokuwiki.org/3D_Medusa).  The webs of a board are found in one pass over
its strong links.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from accord.puzzles import Cell, Value
from accord.solvers.logic.chains.links import BoardLinks, Node, Nodes, links
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import House, members, union

Candidate = tuple[Cell, Value]


@dataclass(frozen=True)
class StrongLink:
    """A strong link: of two candidates exactly one holds."""

    one: Candidate
    other: Candidate
    house: House | None  # in which the value has two places; None for two candidates of a cell


@dataclass(frozen=True)
class Web:
    """Candidates that strong links tie together; made by `webs`."""

    links: BoardLinks
    strong: Mapping[Node, Nodes]  # of all webs of the board
    colors: tuple[Nodes, Nodes]

    @cached_property
    def sights(self) -> tuple[Nodes, Nodes]:
        """For each color what it excludes."""
        one, other = self.colors
        return self._sight(one), self._sight(other)

    @cached_property
    def sides(self) -> tuple[tuple[Nodes, Nodes, Nodes], ...]:
        """For each color itself, what it excludes, and the other color."""
        return tuple(zip(self.colors, self.sights, self.colors[::-1], strict=True))

    def beside(self, node: Node) -> Nodes:
        """The other candidates of a candidate's cell."""
        cell = self.candidate(node)[0]
        inside = (self.links.node(value, cell) for value in members(self.links.board.marks[cell]))
        return sum(1 << other for other in inside if other != node)

    def _sight(self, color: Nodes) -> Nodes:
        return union(map(self.links.sight, members(color)))

    def candidate(self, node: Node) -> Candidate:
        """The cell and value of a node."""
        return self.links.cells(node).bit_length() - 1, self.links.value(node)

    def way(self, starts: Nodes, goals: Nodes) -> list[Node]:
        """A shortest way along strong links from one of the starts to one of the goals."""
        before: dict[Node, Node] = {}
        for node, fresh in self._tied(starts):
            before[fresh] = node
            if goals >> fresh & 1:
                way = [fresh]
                while way[-1] in before:
                    way.append(before[way[-1]])
                return way[::-1]
        return []

    def joined(self, way: Sequence[Node]) -> tuple[StrongLink, ...]:
        """The strong links of a way."""
        return tuple(self._link(node, following) for node, following in pairwise(way))

    def tree(self) -> tuple[StrongLink, ...]:
        """Strong links that tie the whole web: each joins something to what is tied already."""
        first = self.colors[0] & -self.colors[0]
        return tuple(self._link(node, fresh) for node, fresh in self._tied(first))

    def _tied(self, reached: Nodes) -> Iterator[tuple[Node, Node]]:
        """The nodes in order of their distance from these, each after one that it is linked to.

        Each after one of the other color, too: where strong links contradict each other, and the
        puzzle has no solution, some join candidates of one color.
        """
        layer = list(members(reached))
        while layer:
            following: list[Node] = []
            for node in layer:
                opposite = self.colors[self.colors[0] >> node & 1]
                fresh = self.strong[node] & opposite & ~reached
                reached |= fresh
                for other in members(fresh):
                    following.append(other)
                    yield node, other
            layer = following

    def _link(self, node: Node, other: Node) -> StrongLink:
        one, two = self.candidate(node), self.candidate(other)
        if one[0] == two[0]:
            return StrongLink(one, two, None)
        board, both = self.links.board, 1 << one[0] | 1 << two[0]
        homes = board.homes[one[1]]
        house = next(h for h in board.layout.houses_of[one[0]] if homes[h.index] == both)
        return StrongLink(one, two, house)


@lru_cache(maxsize=8)
def webs(board: Board) -> tuple[Web, ...]:
    """The webs of a board."""
    found = links(board)
    strong = found.strong(range(1, board.size + 1), in_cells=True)
    return tuple(Web(found, strong, colors) for colors in colorings(strong))


def colorings(strong: Mapping[Node, Nodes]) -> Iterator[tuple[Nodes, Nodes]]:
    """The nodes in two colors, for each set of them that strong links tie together."""
    seen = 0
    for start in sorted(strong):
        if not seen >> start & 1:
            colors, layer = [1 << start, 0], 1 << start
            while layer:
                tied = union(strong[node] for node in members(layer))
                layer = tied & ~(colors[0] | colors[1])
                colors.reverse()
                colors[0] |= layer
            one, other = sorted(colors, key=lambda color: not color >> start & 1)
            seen |= one | other
            yield one, other
