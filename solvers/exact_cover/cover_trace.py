"""Writing a trace of an exact cover: items and options as cells, values and constraints.

A solver of exact covers chooses options until every item is covered.  Where the item of a cell has
one option left, that is the last candidate of the cell; where the item of a value in a constraint
has one, that is a hidden single; and an item without options is a conflict.  Of several options one
is guessed: `fewest options` is the order, MRV for cells and places alike, and `item` is either a
cell with these `values`, or a value of a constraint with these `cells`.

An option shares items with those of the same cell, and with those of its value in the cell's
constraints, which is to say that its peers lose the value.  So the candidates of the trace's board
are the options that are left, and what there was to choose from can be read off it.
"""

from collections.abc import Sequence
from typing import Any

from accord.encodings.exact_cover import ExactCover, Item
from accord.puzzles import Puzzle
from accord.solvers.search.network import network
from accord.solvers.traces.trace import Trace


class CoverTrace:
    """The trace of a solver of exact covers, in cells and values.

    Args:
        trace: what it is written to.
        puzzle: what is solved.
        cover: the same as an exact cover.
    """

    def __init__(self, trace: Trace, puzzle: Puzzle, cover: ExactCover) -> None:
        self._trace = trace
        self._size = puzzle.size
        self._meaning = cover.meaning
        self._scopes = network(puzzle).scopes
        self._peers = [sorted(peers) for peers in network(puzzle).peers]
        short = [len(cells) != puzzle.size for cells in self._scopes]
        self._full_first = sorted(range(len(short)), key=short.__getitem__)  # as items have them
        self._waiting: list[tuple[int, Item, int]] = []  # depth, item and option of each branch

    def choose(self, item: Item, option: int) -> None:
        """Write that an option is chosen for an item, as a guess where the item has others."""
        (cell, value), trace = self._meaning[option], self._trace
        ways = self._ways(item)
        (choices,) = ways.values()
        if len(choices) > 1:
            reason = {"decision": "fewest options", "item": self._named(item), **ways}
            trace.decide(cell, value, reason)
        elif "values" in ways:
            trace.assign(cell, value, {"domain": choices})
        else:
            trace.assign(cell, value, {"constraint": self._named(item)["constraint"]})
        trace.taken(cell, self._peers[cell])

    def conflict(self, item: Item) -> None:
        """Write that an item has no options."""
        named = self._named(item)
        if "cell" in named:
            self._trace.conflict({"domain": []}, named["cell"])
        else:
            self._trace.conflict(named)

    def backtrack(self, depth: int | None = None) -> None:
        """Take guesses back until so many stand; by default the last one."""
        self._trace.backtrack(depth)

    def wait(self, item: Item, options: Sequence[int]) -> None:
        """Note that these options of an item are to be chosen one after the other."""
        depth = self._trace.board.depth
        self._waiting += [(depth, item, option) for option in reversed(options)]

    def go_on(self) -> None:
        """Write that the next option that waits is chosen; nothing where none waits."""
        if self._waiting:
            depth, item, option = self._waiting.pop()
            self.backtrack(depth)
            self.choose(item, option)

    def _named(self, item: Item) -> dict[str, Any]:
        """The cell of an item, or its constraint and value."""
        if item < len(self._peers):
            return {"cell": item}
        number, value = divmod(item - len(self._peers), self._size)
        return {"constraint": self._full_first[number], "value": value + 1}

    def _ways(self, item: Item) -> dict[str, list[int]]:
        """The options left to an item: values of its cell, or cells of its value."""
        named, domains = self._named(item), self._trace.board.domains
        if "cell" in named:
            return {"values": sorted(domains[named["cell"]])}
        cells = self._scopes[named["constraint"]]
        return {"cells": [cell for cell in cells if named["value"] in domains[cell]]}
