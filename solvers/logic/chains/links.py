"""The graph of strong and weak links of a board: what chains, cycles and colorings walk on.

A node says that a value stands in a cell, or in one of the two or three cells where a box and a
line cross (a grouped node).  Two nodes are linked

    strongly   if one of them holds: two candidates of a cell that has no third; the two places of
               a value in a house; two nodes that together are all places of a value in a house
    weakly     if not both hold: two candidates of a cell; a value in cells that see each other

Two places of a value in a house are linked both ways.  Two grouped nodes of a box may share the
cell where their lines cross: one of them holds all the same.

Nodes are numbered, value by value and cell by cell, so that a set of nodes is one integer and the
places of a value are moved to their numbers by one shift; grouped nodes come behind.  The graph is
made once for each board, and of it only what is asked for.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from accord.puzzles import Cell, Value
from accord.solvers.logic.chains.paths import Graph
from accord.solvers.logic.chains.paths import Node as Node
from accord.solvers.logic.chains.paths import Nodes as Nodes
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import Cells, House, Layout, members, values_of


class BoardLinks:
    """The links of a board; made by `links`, once for each board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.first_group = (board.size + 1) * len(board.values)
        self._sights: dict[Node, Nodes] = {}

    def node(self, value: Value, cell: Cell) -> Node:
        """The node of a value in a cell."""
        return value * len(self.board.values) + cell

    def value(self, node: Node) -> Value:
        """The value that a node speaks of."""
        if node >= self.first_group:
            return self._groups[node - self.first_group][0]
        return node // len(self.board.values)

    def cells(self, node: Node) -> Cells:
        """The cells that a node speaks of."""
        if node >= self.first_group:
            return self._groups[node - self.first_group][1]
        return 1 << node % len(self.board.values)

    def grouped(self, node: Node) -> bool:
        """Whether a node is a grouped one."""
        return node >= self.first_group

    def of_value(self, value: Value) -> Nodes:
        """The nodes of a value that are not grouped."""
        cells = len(self.board.values)
        return (1 << cells) - 1 << value * cells

    def strong(
        self, values: Iterable[Value], in_cells: bool = False, grouped: bool = False
    ) -> Mapping[Node, Nodes]:
        """For each node the nodes that it is strongly linked with.

        Args:
            values: of these values, in houses.
            in_cells: also those between the two candidates of a cell.
            grouped: also those that have a grouped node.
        """
        found: dict[Node, Nodes] = {}
        for value in values:
            _add(found, self.pairs[value])
            if grouped:
                _add(found, self.grouped_pairs[value])
        if in_cells:
            _add(found, self.cell_pairs)
        return found

    @cached_property
    def pairs(self) -> tuple[Mapping[Node, Nodes], ...]:
        """For each value the strong links between its two places in a house."""
        return tuple(
            pairs_of(homes, self.node(value, 0)) for value, homes in enumerate(self.board.homes)
        )

    @cached_property
    def cell_pairs(self) -> Mapping[Node, Nodes]:
        """The strong links between the two candidates of a cell."""
        found: dict[Node, Nodes] = {}
        for cell in members(self.board.counted[2]):
            one, other = (self.node(v, cell) for v in values_of(self.board.marks[cell]))
            found[one], found[other] = 1 << other, 1 << one
        return found

    @cached_property
    def _grouped(self) -> tuple[list[tuple[Value, Cells]], list[dict[Node, Nodes]]]:
        """The grouped nodes, and for each value the strong links that have one."""
        groups: list[tuple[Value, Cells]] = []
        pairs: list[dict[Node, Nodes]] = []
        across = crossings(self.board.layout)
        for value, homes in enumerate(self.board.homes):
            numbers: dict[Cells, Node] = {}
            found: dict[Node, Nodes] = {}
            for home, crossing in zip(homes, across, strict=True):
                for ends in _covers(home, crossing) if home.bit_count() > 2 else ():
                    for end in ends:
                        if end.bit_count() == 1:
                            numbers[end] = self.node(value, end.bit_length() - 1)
                        elif end not in numbers:
                            numbers[end] = self.first_group + len(groups)
                            groups.append((value, end))
                    one, other = (numbers[end] for end in ends)
                    _add(found, {one: 1 << other, other: 1 << one})
            pairs.append(found)
        return groups, pairs

    @property
    def _groups(self) -> list[tuple[Value, Cells]]:
        return self._grouped[0]

    @property
    def grouped_pairs(self) -> list[dict[Node, Nodes]]:
        """For each value the strong links that have a grouped node."""
        return self._grouped[1]

    def sight(self, node: Node) -> Nodes:
        """The candidates that a node is weakly linked with: at most one of node and these holds."""
        found = self._sights.get(node)
        if found is None:
            value, cells = self.value(node), self.cells(node)
            start = self.node(value, 0)
            found = (self.board.layout.seen_by_all(cells) & self.board.where[value]) << start
            if node < self.first_group:
                found |= self.inside[node - start] & ~(1 << node)
            self._sights[node] = found
        return found

    @cached_property
    def inside(self) -> tuple[Nodes, ...]:
        """For each cell the nodes of its candidates."""
        return tuple(
            sum(1 << self.node(value, cell) for value in values_of(marks))
            for cell, marks in enumerate(self.board.marks)
        )

    def graph(self, strong: Mapping[Node, Nodes], between_cells: bool = False) -> Graph:
        """The graph of some strong links and all weak links among their ends.

        Args:
            strong: for each node those that it is strongly linked with.
            between_cells: leave out the weak links inside a cell.
        """
        single = sum(1 << node for node in strong if node < self.first_group)
        groups = [node for node in strong if node >= self.first_group]
        weak: dict[Node, Nodes] = {}
        for node in strong:
            weak[node] = self.sight(node) & single
            if between_cells:
                weak[node] &= ~self.inside[node % len(self.board.values)]
        for node in groups:
            for seen in members(weak[node]):
                weak[seen] |= 1 << node
            value, cells = self.value(node), self.cells(node)
            reach = self.board.layout.seen_by_all(cells)
            for other in groups:
                if self.value(other) == value and not self.cells(other) & ~reach:
                    weak[node] |= 1 << other
        return Graph(strong, weak)

    def candidates(self, nodes: Nodes) -> dict[Cell, frozenset[Value]]:
        """Candidates by cell, of nodes that are not grouped."""
        found: dict[Cell, set[Value]] = {}
        for node in members(nodes):
            value, cell = divmod(node, len(self.board.values))
            found.setdefault(cell, set()).add(value)
        return {cell: frozenset(found[cell]) for cell in sorted(found)}


def _add(found: dict[Node, Nodes], more: Mapping[Node, Nodes]) -> None:
    for node, others in more.items():
        found[node] = found.get(node, 0) | others


@lru_cache(maxsize=256)
def pairs_of(homes: tuple[Cells, ...], first: Node) -> Mapping[Node, Nodes]:
    """The strong links between two places in a house.

    Args:
        homes: for each house the places of a value in it.
        first: the node of the value in the first cell.
    """
    found: dict[Node, Nodes] = {}
    for home in {home for home in homes if home.bit_count() == 2}:
        both = home << first
        for node in members(both):
            found[node] = found.get(node, 0) | both ^ 1 << node
    return dict(sorted(found.items()))


@lru_cache(maxsize=1 << 12)
def _covers(home: Cells, crossing: tuple[Cells, ...]) -> tuple[tuple[Cells, Cells], ...]:
    """The covers of `_found_covers` as a tuple, cached."""
    return tuple(_found_covers(home, crossing))


def _found_covers(home: Cells, crossing: tuple[Cells, ...]) -> Iterator[tuple[Cells, Cells]]:
    """Pairs of nodes, at least one of them grouped, that are together all places in a house."""
    groups = dict.fromkeys(home & other for other in crossing)
    groups = {group: None for group in groups if group.bit_count() > 1 and group != home}
    for group in groups:
        rest = home & ~group
        if rest.bit_count() == 1:
            yield group, rest
        else:
            for other in groups:
                if not rest & ~other and other > group:
                    yield group, other


@lru_cache(maxsize=64)
def crossings(layout: Layout) -> tuple[tuple[Cells, ...], ...]:
    """For each house the boxes, or lines, that share two cells and more with it."""

    def across(house: House) -> tuple[Cells, ...]:
        others = layout.boxes if house in layout.lines else layout.lines
        return tuple(o.mask for o in others if (o.mask & house.mask).bit_count() > 1)

    return tuple(across(house) for house in layout.houses)


@lru_cache(maxsize=8)
def links(board: Board) -> BoardLinks:
    """The links of a board."""
    return BoardLinks(board)
