"""XY-chains: chains through cells that have two candidates.

Each cell passes on: if it is not the one candidate, it is the other, which the next cell then is
not.  If the first and the last cell have the same value at the ends of the chain, one of the two
holds it, and what sees both does not.
A remote pair is a chain whose cells, four or more and even in number, all have the same two
candidates.  Its ends differ, so that what sees both holds neither.  In a chain of six and more so
do other cells of it; what all such pairs exclude together is a deduction of its own where no two
ends exclude just that.
Source: A. Stuart, sudokuwiki.org/XY_Chains; HoDoKu, hodoku.sourceforge.net/en/tech_chains.php.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.chains.chains import open_chains
from accord.solvers.logic.chains.links import links
from accord.solvers.logic.chains.paths import Graph
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import Cells, Values, members, union, values_of

Apart = tuple[tuple[Cell, Cell], ...]  # pairs of cells that hold different values


@dataclass(frozen=True)
class RemotePair(Reason):
    """Cells with the same two candidates, each of which sees the next, and which of them differ."""

    cells: tuple[Cell, ...]
    values: tuple[Value, Value]
    differing: Apart

    @property
    def sentence(self) -> str:
        pairs = listed((self.layout.names(pair) for pair in self.differing), "or")
        return (
            f"{self.layout.names(self.cells)} hold {listed(self.values)} in turn, "
            f"so no cell that sees both {pairs} holds either"
        )


@lru_cache(maxsize=8)
def _graph(board: Board) -> Graph:
    made = links(board)
    return made.graph(made.cell_pairs, between_cells=True)


def xy_chains(board: Board, name: str) -> Iterator[Deduction]:
    """Remote pairs, and chains through cells with two candidates."""
    for pair in sorted({board.marks[cell] for cell in members(board.counted[2])}):
        alike = [cell for cell in members(board.counted[2]) if board.marks[cell] == pair]
        for cells, apart in _remote_pairs(board, alike, pair) if len(alike) > 3 else ():
            one, other = values_of(pair)
            reason = RemotePair(board.layout, name, cells, (one, other), apart)
            yield Deduction(reason, removed=board.removals(_between(board, apart), pair))
    yield from open_chains(links(board), _graph(board), name, of_one_value=True)


def _remote_pairs(
    board: Board, alike: list[Cell], pair: Values
) -> Iterator[tuple[tuple[Cell, ...], Apart]]:
    """The chains of cells that have just these two candidates, with the cells that differ.

    First those whose ends take something, then those of which further cells take something else.
    """
    known: set[Cells] = {0}
    where = union(board.where[value] for value in values_of(pair))
    ways = list(_ways(board, alike, min(values_of(pair))))
    for cells in ways:
        ends = ((cells[0], cells[-1]),)
        if unfit := _between(board, ends) & where:
            known.add(unfit)
            yield cells, ends
    for cells in ways:
        places = combinations(range(len(cells)), 2)
        apart = tuple((cells[i], cells[j]) for i, j in places if (j - i) % 2 and j - i > 2)
        if (unfit := _between(board, apart) & where) not in known:
            known.add(unfit)
            yield cells, apart


def _between(board: Board, differing: Apart) -> Cells:
    """The cells that see both of two cells that differ."""
    peers = board.layout.peers
    return union(peers[one] & peers[other] for one, other in differing)


def _ways(board: Board, alike: list[Cell], value: Value) -> Iterator[tuple[Cell, ...]]:
    """For each two ends a chain of four cells and more, even in number, where there is one."""
    made = links(board)
    ours = sum(made.inside[cell] for cell in alike)
    strong = {node: ends for node, ends in made.cell_pairs.items() if ours >> node & 1}
    graph = made.graph(strong, between_cells=True)
    for cell in alike:
        start = made.node(value, cell)
        ends = graph.implied[start] & made.of_value(value) & -2 << start
        for path in graph.paths(start, ends) if ends else ():
            if len(path) > 7:
                yield tuple(made.cells(node).bit_length() - 1 for node in path[::2])
