"""The first node at which two searches of one problem differ, read from their traces.

A node is the root, and each decision: with `branching=binary` those are the nodes that
docs/how-to/same-search.md counts.  Nodes are numbered from 1 in the order in which they are
visited; after a restart the root is visited again.  Of each are known the decisions that stand,
the domains when the search left it or went below it, and whether it failed or was a solution.

Two searches may differ in what they visit (`tree`), and before that in what propagation leaves at
a node that both visit (`domains`), which need not change the tree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from accord.puzzles import Cell, ValueSet
from accord.puzzles.errors import InputError
from accord.solvers.traces.events import Event, Recording
from accord.solvers.traces.replay import Replay

Outcome = Literal["open", "conflict", "solution"]


@dataclass(frozen=True)
class SearchNode:
    """A node of a search, when the search has left it or goes below it."""

    number: int  # from 1, in the order in which nodes are visited
    path: Sequence[Event]  # the decisions that stand, the first one first
    events: Sequence[Event]  # what followed from the last of them
    domains: Sequence[ValueSet]  # of each cell, after that
    outcome: Outcome
    then: Event | None  # what the search did next; nothing at the end

    @property
    def key(self) -> Sequence[tuple[Cell | None, int | None, bool]]:
        """The node's place in the tree: the decisions that lead to it."""
        return [(each.cell, each.value, each.holds) for each in self.path]

    def why_lost(self, other: "SearchNode") -> list[Event]:
        """The events by which cells have lost values here that they still have in the other."""
        lost = {cell: other.domains[cell] - own for cell, own in enumerate(self.domains)}
        return [
            each
            for each in self.events
            if each.cell is not None
            and (
                (each.kind == "remove" and not lost[each.cell].isdisjoint(each.removed))
                or (each.kind == "assign" and lost[each.cell] and "constraint" in _reason(each))
            )
        ]


@dataclass(frozen=True)
class NodePair:
    """The n-th nodes of two searches; None of one that was over."""

    one: SearchNode | None
    other: SearchNode | None

    @property
    def is_same_place(self) -> bool:
        """Whether both nodes are reached by the same decisions."""
        return bool(self.one and self.other and self.one.key == self.other.key)

    @property
    def is_same(self) -> bool:
        """Whether both are there, and both failed, or went on, or found the same solution."""
        one, other = self.one, self.other
        if one is None or other is None or not self.is_same_place:
            return False
        return one.outcome == other.outcome and (
            one.outcome != "solution" or one.events[-1].grid == other.events[-1].grid
        )

    @property
    def differing(self) -> list[Cell]:
        """The cells with other domains, where both are there and have not failed."""
        if not self.one or not self.other or not self.is_same_place:
            return []
        if "conflict" in (self.one.outcome, self.other.outcome):
            return []  # who fails does not propagate to the end
        pairs = zip(self.one.domains, self.other.domains, strict=True)
        return [cell for cell, (one, other) in enumerate(pairs) if one != other]


@dataclass(frozen=True)
class FirstDifference:
    """The first difference of two searches."""

    compared: int  # nodes that both visited in the same order and with the same outcome
    last: NodePair | None = None  # the last of these
    tree: NodePair | None = None  # the first that one visits and the other does not, or fails at
    domains: NodePair | None = None  # the first of the same decisions with other domains
    whole: tuple[bool, bool] = field(default=(True, True))  # whether each trace has all nodes


def first_difference(one: Recording, other: Recording) -> FirstDifference:
    """Where two searches first differ.

    Raises:
        InputError: they are of different problems.
    """
    if one.header.problem != other.header.problem:
        raise InputError("found traces of different problems, expected two of the same problem")
    whole = (_is_whole(one), _is_whole(other))
    compared, last, domains = 0, None, None
    for pair in (NodePair(*each) for each in zip_longest(search_nodes(one), search_nodes(other))):
        missing = (pair.one is None, pair.other is None)
        if any(gone and not each for gone, each in zip(missing, whole, strict=True)):
            break  # what this search did there is not known
        if domains is None and pair.differing:
            domains = pair
        if not pair.is_same:
            return FirstDifference(compared, last, pair, domains, whole)
        compared, last = compared + 1, pair
    return FirstDifference(compared, last, None, domains, whole)


def search_nodes(recording: Recording) -> Iterator[SearchNode]:
    """The nodes of a search, one after another; a last one that is not finished is left out."""
    board = Replay(recording.header.problem)
    path, own = list[Event](), list[Event]()
    number, here = 1, True  # whether the search is at a node that has not been yielded
    for event in recording.events:
        if event.kind in ("decide", "backtrack", "restart"):
            if here:
                yield _node(number, path, own, board, event)
                number += 1
            if event.kind == "decide":
                path.append(event)
            else:
                del path[event.depth or 0 :]
            own, here = [], event.kind != "backtrack"
        else:
            own.append(event)
        board.apply(event)
    last = _node(number, path, own, board, None)
    if here and (last.outcome != "open" or _is_whole(recording)):
        yield last


def _node(
    number: int, path: Sequence[Event], own: Sequence[Event], board: Replay, then: Event | None
) -> SearchNode:
    kinds = [each.kind for each in own]
    outcome: Outcome = (
        "conflict" if "conflict" in kinds else "solution" if "solution" in kinds else "open"
    )
    return SearchNode(number, (*path,), (*own,), (*board.domains,), outcome, then)


def _is_whole(recording: Recording) -> bool:
    """Whether all nodes are there that the solver has visited, and it visited all."""
    return recording.end.exhausted and not recording.end.left_out


def _reason(event: Event) -> dict[str, object]:
    return dict(event.reason or {})
