"""What a reason entails: the rules by which a deduction is replayed.

Nothing here or beside shares code with the techniques.  A rule looks at one reason and one board:
everything that the reason names must be there (the locked set, every link of a chain, every fin),
and then it says, from what is named alone, what is placed and what is removed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, singledispatch

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Reason
from accord.solvers.logic.engine.layout import Layout


class RefusedError(Exception):
    """A reason names something that is not there; says what."""


@dataclass(frozen=True)
class Entailed:
    """The candidates that follow: placed, and removed."""

    placed: frozenset[tuple[Cell, Value]] = frozenset()
    removed: frozenset[tuple[Cell, Value]] = frozenset()


@singledispatch
def entailed(reason: Reason, board: Board) -> Entailed:
    """What follows from a reason on a board.

    Raises:
        RefusedError: it names something that is not there.
    """
    raise RefusedError(f"no rule for {type(reason).__name__}")


def removes(board: Board, cells: Iterable[Cell], values: Iterable[Value]) -> Entailed:
    """What follows if none of these cells holds one of these values."""
    return Entailed(removed=frozenset(candidates(board, cells, values)))


def need(holds: object, otherwise: str) -> None:
    """Refuse a reason unless this holds."""
    if not holds:
        raise RefusedError(otherwise)


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
