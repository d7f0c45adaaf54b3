"""What is to be seen on a board: candidates, places of a value, and which cells see each other.

It is read from marks, values and constraints alone: the techniques have their own way to it.
"""

from collections.abc import Iterable
from functools import lru_cache

from accord.puzzles import AllDifferent, Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import Layout


def may_hold(board: Board, cell: Cell, value: Value) -> bool:
    """Whether an open cell has a candidate."""
    inside = 0 <= cell < len(board.values) and 1 <= value <= board.size
    return inside and not board.values[cell] and bool(board.marks[cell] >> value & 1)


def candidates(
    board: Board, cells: Iterable[Cell], values: Iterable[Value]
) -> set[tuple[Cell, Value]]:
    """The candidates that are there, among these cells and values."""
    wanted = set(values)
    return {(cell, value) for cell in cells for value in wanted if may_hold(board, cell, value)}


def left_to(board: Board, cells: Iterable[Cell]) -> set[Value]:
    """The candidates of open cells; a cell that is placed has none."""
    return {value for _, value in candidates(board, cells, range(1, board.size + 1))}


def sees(board: Board, one: Cell, other: Cell) -> bool:
    """Whether two cells share a house, or another constraint that makes them differ."""
    return other in _sight(board.layout).get(one, ())


@lru_cache(maxsize=64)
def _sight(layout: Layout) -> dict[Cell, frozenset[Cell]]:
    """For each cell those that must differ from it."""
    scopes = [set(c.cells) for c in layout.shape.constraints if isinstance(c, AllDifferent)]
    return {
        cell: frozenset().union(*(scope for scope in scopes if cell in scope)) - {cell}
        for cell in layout.shape.cells
    }


def places(board: Board, value: Value, cells: Iterable[Cell]) -> set[Cell]:
    """The open cells that may hold a value; none if one of the cells holds it already."""
    chosen = list(cells)
    if any(board.values[cell] == value for cell in chosen):
        return set()
    return {cell for cell in chosen if may_hold(board, cell, value)}


def seeing(board: Board, ends: Iterable[Cell]) -> set[Cell]:
    """The cells that see every one of these."""
    sight = _sight(board.layout)
    return set(board.layout.shape.cells).intersection(*(sight.get(end, ()) for end in ends))
