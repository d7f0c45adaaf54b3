"""Alternating paths in a graph of strong and weak links, by which the end holds if the start fails.

If the start does not hold, the next node does (a strong link), so the one after does not (a weak
link), and so on; the path ends with a strong link.  Which ends there are is asked first, for all
starts together, by S. Warshall's closure ("A Theorem on Boolean Matrices", JACM 9, 1962): n**2
operations on sets for n nodes.  Only where an end is wanted is a path searched: in breadth, which
gives a shortest one, each path remembering what it has used so that no node comes twice.  A path
may be missed so, if shorter ones to a node on it have used up others of its nodes; blossoms.py
finds these, or says that no path does without using a node twice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from accord.solvers.logic.chains.blossoms import Blossoms
from accord.solvers.logic.engine.layout import members, union

Node = int  # the number of a node
Nodes = int  # a set of nodes: bit k stands for node k
Path = tuple[Node, ...]


@dataclass(frozen=True)
class Graph:
    """Nodes that have a strong link, and the links among them."""

    strong: Mapping[Node, Nodes]
    weak: Mapping[Node, Nodes]

    @cached_property
    def implied(self) -> Mapping[Node, Nodes]:
        """For each node those that hold if it does not; itself, if it must hold."""
        width = max(self.strong, default=0) + 1
        rows: dict[Node, int] = {}  # what fails then and, `width` bits on, what holds
        for node, strong in self.strong.items():
            fails = union(self.weak[other] for other in members(strong))
            rows[node] = fails | strong << width
        for by in rows:
            bit, gained = 1 << by, rows[by]
            for node, row in rows.items():
                if row & bit:
                    rows[node] = row | gained
        return {node: row >> width for node, row in rows.items()}

    def paths(self, start: Node, ends: Nodes) -> Iterator[Path]:
        """A path to each of these ends that has one; to the start, a path back to it.

        Args:
            start: the node that does not hold.
            ends: some of those implied.
        """
        for path in self._shortest(start):
            if ends >> path[-1] & 1:
                ends ^= 1 << path[-1]
                yield path
                if not ends:
                    return
        others = Blossoms(self.strong, self.weak, start)
        for end in members(ends):
            if longer := others.path(end):
                yield longer

    def _shortest(self, start: Node) -> Iterator[Path]:
        strong, weak = self.strong, self.weak
        home = 1 << start
        holding, failing = 0, home  # what was reached
        layer: list[tuple[Path, Nodes]] = [((start,), home)]
        while layer:
            following: list[tuple[Path, Nodes]] = []
            for path, used in layer:
                near = strong[path[-1]]
                if near & home & ~holding and len(path) > 2:
                    holding |= home
                    yield (*path, start)
                fresh = near & ~holding & ~used
                holding |= fresh
                for node in members(fresh):
                    longer, together = (*path, node), used | 1 << node
                    yield longer
                    denied = weak[node] & ~failing & ~together
                    failing |= denied
                    following += [
                        ((*longer, other), together | 1 << other) for other in members(denied)
                    ]
            layer = following
