"""Alternating paths that use no node twice: to which ends there is one, and which.

A walk that alternates strong and weak links may come back to a node it has used, the other way
round, and then no search by distance alone says whether there is a path without that.  J. Edmonds'
search for augmenting paths says it ("Paths, Trees, and Flowers", Canadian Journal of Mathematics
17, 1965).  Each node is split in two, a half with its strong links and a half with its weak ones;
the halves are matched with each other.  An alternating path is then one that alternates matched
and other edges, and nodes are used once because matched edges are.  The tree of such paths grows
from the start, and an odd cycle in it, a blossom, shrinks to its base: round it, each of its
halves is reached in both ways.

It costs about n**2 steps of Python, some twenty times as much as the search by distance in
paths.py, which finds most paths and short ones; so this is asked only for those that it misses.
"""

from collections import deque
from collections.abc import Mapping

from accord.solvers.logic.engine.layout import members

Node = int
Half = int  # 2 * node for its strong links, 2 * node + 1 for its weak ones


class Blossoms:
    """The search for nodes reached from a start by alternating paths, a strong link first."""

    def __init__(self, strong: Mapping[Node, int], weak: Mapping[Node, int], start: Node) -> None:
        self.links = (strong, weak)
        self.root = 2 * start
        self.parent: dict[Half, Half] = {}
        self.base: dict[Half, Half] = {self.root: self.root}
        self.outer = {self.root}  # reached over a matched edge
        self._grow()

    def path(self, end: Node) -> tuple[Node, ...] | None:
        """A path that reaches a node over a strong link; to the start, it comes back to it."""
        if 2 * end == self.root:
            last = self._returning()
            return None if last is None else (*self._back(last), end)
        return (*self._back(2 * end), end) if 2 * end + 1 in self.outer else None

    def _returning(self) -> Half | None:
        """The weak half of a node with a strong link to the start that is reached weakly."""
        for node in members(self.links[0][self.root // 2]):
            if 2 * node in self.outer:
                return 2 * node + 1
        return None

    def _back(self, half: Half) -> tuple[Node, ...]:
        """The nodes of the path to a half that was reached over an edge, itself left out."""
        nodes = [half // 2] if half % 2 else []
        while half in self.parent:
            before = self.parent[half]
            nodes.append(before // 2)
            half = before ^ 1
        return tuple(reversed(nodes))

    def _grow(self) -> None:
        queue = deque([self.root])
        while queue:
            half = queue.popleft()
            for node in members(self.links[half % 2][half // 2]):
                other = 2 * node + half % 2
                if other == self.root ^ 1 or self._base(half) == self._base(other):
                    continue
                if other in self.outer:
                    queue.extend(self._shrink(half, other))
                elif other not in self.parent:
                    self.parent[other] = half
                    self.outer.add(other ^ 1)
                    queue.append(other ^ 1)

    def _base(self, half: Half) -> Half:
        return self.base.get(half, half)

    def _shrink(self, one: Half, other: Half) -> list[Half]:
        """Makes a blossom of the cycle that an edge closes; returns what is reached newly."""
        base = self._meeting(one, other)
        inside = self._mark(one, base, other) | self._mark(other, base, one)
        newly = []
        for half in sorted({*self.parent, *self.outer}):
            if self._base(half) in inside:
                self.base[half] = base
                if half not in self.outer:
                    self.outer.add(half)
                    newly.append(half)
        return newly

    def _meeting(self, one: Half, other: Half) -> Half:
        """The base at which the ways from two halves to the root meet."""
        passed = set()
        while True:
            one = self._base(one)
            passed.add(one)
            if one == self.root:
                break
            one = self.parent[one ^ 1]
        while (other := self._base(other)) not in passed:
            other = self.parent[other ^ 1]
        return other

    def _mark(self, half: Half, base: Half, child: Half) -> set[Half]:
        """Turns the way from a half to the base round; returns the bases on it."""
        inside = set()
        while self._base(half) != base:
            inside |= {self._base(half), self._base(half ^ 1)}
            self.parent[half] = child
            child = half ^ 1
            half = self.parent[half ^ 1]
        return inside
