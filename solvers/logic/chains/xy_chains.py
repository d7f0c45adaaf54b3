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

from accord.puzzles.grid import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.chains.chains import open_chains
from accord.solvers.logic.chains.links import links
from accord.solvers.logic.chains.paths import Graph
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
from accord.solvers.logic.engine.layout import Cells, mask_of, members, values_of


@dataclass(frozen=True)
class RemotePair(Reason):
    """Cells with the same two candidates, each of which sees the next, and which of them differ."""

    cells: tuple[Cell, ...]
    values: tuple[Value, Value]
    differing: tuple[tuple[Cell, Cell], ...]

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


def xy_chains(board: Board) -> Iterator[Deduction]:
    """Remote pairs, and chains through cells with two candidates."""
    yield from _remote_pairs(board)
    yield from open_chains(links(board), _graph(board), "xy_chains", of_one_value=True)


def _remote_pairs(board: Board) -> Iterator[Deduction]:
    for pair in sorted({board.marks[cell] for cell in members(board.counted[2])}):
        alike = [cell for cell in members(board.counted[2]) if board.marks[cell] == pair]
        if len(alike) > 3:
            one, other = values_of(pair)
            yield from _remote(board, alike, (one, other))


def _remote(board: Board, alike: list[Cell], pair: tuple[Value, Value]) -> Iterator[Deduction]:
    """The remote pairs among cells that have just these two candidates."""
    known = {0}
    ways = list(_ways(board, alike, pair[0]))
    for cells in ways:
        ends = [(cells[0], cells[-1])]
        if unfit := _unfit(board, ends, pair):
            known.add(unfit)
            yield _deduction(board, cells, pair, ends, unfit)
    for cells in ways:
        places = combinations(range(len(cells)), 2)
        apart = [(cells[i], cells[j]) for i, j in places if (j - i) % 2 and j - i > 2]
        if (unfit := _unfit(board, apart, pair)) not in known:
            known.add(unfit)
            yield _deduction(board, cells, pair, apart, unfit)


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


def _unfit(board: Board, differing: list[tuple[Cell, Cell]], pair: tuple[Value, Value]) -> Cells:
    """The cells that may hold one of two values, but see cells that hold one each."""
    seen = 0
    for one, other in differing:
        seen |= board.layout.peers[one] & board.layout.peers[other]
    return seen & (board.where[pair[0]] | board.where[pair[1]])


def _deduction(
    board: Board,
    cells: tuple[Cell, ...],
    pair: tuple[Value, Value],
    differing: list[tuple[Cell, Cell]],
    unfit: Cells,
) -> Deduction:
    both = mask_of(pair)
    gone = {cell: frozenset(values_of(board.marks[cell] & both)) for cell in members(unfit)}
    reason = RemotePair(board.layout, "xy_chains", cells, pair, tuple(differing))
    return Deduction(reason, removed=gone)


TECHNIQUES = (Technique("xy_chains", "XY-chain", "diabolical", xy_chains, ("0702",)),)
