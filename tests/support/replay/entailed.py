"""What a reason entails: the rules by which a deduction is replayed.

Nothing here or beside shares code with the techniques.  A rule looks at one reason and one board:
everything that the reason names must be there (the locked set, every link of a chain, every fin),
and then it says, from what is named alone, what is placed and what is removed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatch

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Reason
from replay.sight import candidates


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
