"""Dancing links: exact cover by linked lists from which nodes are removed and put back.

Algorithm X: of the items that are not covered choose one with the fewest options; try each of its
options; cover all its items, which takes every option away that shares one.  The options of an item
are a list linked in both directions, and so are the items.  To take node x out of its list is

    right[left[x]], left[right[x]] = right[x], left[x]

and as x still has its neighbours, the opposite

    right[left[x]] = left[right[x]] = x

puts it back where it was, if all is undone in reverse order.  So nothing is ever copied: H.
Hitotumatu and K. Noshita, "A technique for implementing backtrack algorithms and its application",
Information Processing Letters 8, 1979; D. E. Knuth, "Dancing links", Millennial Perspectives in
Computer Science, 2000.  Covering an item with few options first is MRV for cells and places alike.

The links are lists of integers.  Measured: docs/solvers/exact_cover.md.
"""

from collections.abc import Iterator

from accord.encodings.exact_cover import ExactCover, decode, encode
from accord.solvers.backend import Backend
from accord.solvers.exact_cover.cover_trace import CoverTrace
from accord.solvers.interface import Budget, Grid, Puzzle

Node = int  # 0 is the root of the items, 1.. are the heads of the items, then the options' items


class Links:
    """Items and options as lists, and the options that are chosen."""

    def __init__(self, cover: ExactCover, budget: Budget, trace: CoverTrace | None = None) -> None:
        heads = len(cover.items) + 1
        self.budget = budget
        self.trace = trace
        self.left: list[Node] = [*range(-1, heads - 1)]
        self.right: list[Node] = [*range(1, heads + 1)]
        self._close_ring(cover.primary, heads)
        self.up = [*range(heads)]
        self.down = [*range(heads)]
        self.head = [*range(heads)]  # of each node the head of its item
        self.options = [0] * heads  # of each head how many options its item has
        self.row = [range(0)] * heads  # of each node the nodes of its option
        self.option = [-1] * heads
        self.chosen: list[int] = []
        for number, items in enumerate(cover.options):
            row = range(len(self.up), len(self.up) + len(items))
            for item in items:
                self._append(item + 1, row, number)

    def _close_ring(self, primary: int, heads: int) -> None:
        """Link the root and the primary items to a ring, and each secondary one to itself."""
        self.left[0], self.right[primary] = primary, 0
        for head in range(primary + 1, heads):
            self.left[head] = self.right[head] = head

    def _append(self, head: Node, row: range, option: int) -> None:
        node, last = len(self.up), self.up[head]
        self.up.append(last)
        self.down.append(head)
        self.down[last] = self.up[head] = node
        self.head.append(head)
        self.row.append(row)
        self.option.append(option)
        self.options[head] += 1

    def covers(self) -> Iterator[list[int]]:
        """The exact covers as chosen options, depth first, without recursion."""
        stack = [self._choices()] if self.right[0] else []
        if not stack:
            yield []
        while stack:
            if next(stack[-1], None) is None:
                stack.pop()
            elif self.right[0]:
                stack.append(self._choices())
            else:
                yield self.chosen

    def _choices(self) -> Iterator[Node]:
        """Choose the options of the item that has fewest, one after the other; then undo all."""
        self.budget.spend(nodes=1)
        head = self._fewest()
        self.budget.spend(backtracks=not self.options[head])
        several = self.options[head] > 1
        if self.trace is not None and not self.options[head]:
            self.trace.conflict(head - 1)
        self._cover(head)
        node = self.down[head]
        while node != head:
            self.budget.spend(guesses=several)
            if self.trace is not None:
                self.trace.choose(head - 1, self.option[node])
            others = [other for other in self.row[node] if other != node]
            for other in others:
                self._cover(self.head[other])
            self.chosen.append(self.option[node])
            yield node
            self.chosen.pop()
            for other in reversed(others):
                self._uncover(self.head[other])
            if self.trace is not None and several:
                self.trace.backtrack()
            node = self.down[node]
        self._uncover(head)

    def _fewest(self) -> Node:
        """The head of a primary item with the fewest options; the first of several."""
        best = self.right[0]
        head = self.right[best]
        while head:
            if self.options[head] < self.options[best]:
                best = head
            head = self.right[head]
        return best

    def _cover(self, head: Node) -> None:
        """Take an item out, and its options out of the other items."""
        left, right, up, down = self.left, self.right, self.up, self.down
        right[left[head]], left[right[head]] = right[head], left[head]
        node = down[head]
        while node != head:
            for other in self.row[node]:
                if other != node:
                    down[up[other]], up[down[other]] = down[other], up[other]
                    self.options[self.head[other]] -= 1
            node = down[node]

    def _uncover(self, head: Node) -> None:
        """Put back what `_cover` took out, in reverse order."""
        left, right, up, down = self.left, self.right, self.up, self.down
        node = up[head]
        while node != head:
            for other in reversed(self.row[node]):
                if other != node:
                    down[up[other]] = up[down[other]] = other
                    self.options[self.head[other]] += 1
            node = up[node]
        right[left[head]] = left[right[head]] = head


def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Knuth's dancing links on the exact cover, the item with the fewest options first."""
    budget.spend(nodes=0, guesses=0, backtracks=0)
    budget.enter("encode")
    cover = encode(puzzle)
    trace = CoverTrace(budget.trace, puzzle, cover) if budget.trace else None
    links = Links(cover, budget, trace)
    budget.enter("search")
    for chosen in links.covers():
        budget.enter("decode")
        yield decode(cover, chosen)


SOLVERS = {
    "dancing-links": Backend(
        solve, engine="dancing-links", model="exact-cover", family="exact-cover", traces=True
    )
}
