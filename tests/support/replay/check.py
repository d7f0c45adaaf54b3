"""The checker: whether a deduction is just what its reason entails."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import House
from replay.entailed import RefusedError, entailed

for _rules in ("patterns", "chains", "rectangles", "sums"):
    import_module(f"replay.{_rules}")


def check(board: Board, deduction: Deduction) -> None:
    """Replay a deduction on the board it was found on.

    Raises:
        RefusedError: its reason does not hold there, or entails something else.
    """
    _need_plain_parts(board, deduction.reason)
    try:
        found = entailed(deduction.reason, board)
    except (LookupError, TypeError, ValueError, AttributeError) as error:  # it names nonsense
        raise RefusedError(f"{type(error).__name__}: {error}") from error
    placed = frozenset(deduction.placed.items())
    removed = frozenset((cell, v) for cell, values in deduction.removed.items() for v in values)
    if not (placed or removed):
        raise RefusedError("it places and removes nothing")
    if (placed, removed) != (found.placed, found.removed):
        raise RefusedError("its reason entails something else")


def _need_plain_parts(board: Board, reason: Reason) -> None:
    """Refuse houses that the board has not, and sets in which a cell, value or house is twice."""
    for each in fields(reason)[1:]:  # without the layout
        part = getattr(reason, each.name)
        for house in _houses(part):
            if house not in board.layout.houses:
                raise RefusedError(f"{each.name}: {house.name} is no house of this board")
        is_set = isinstance(part, tuple) and all(isinstance(one, int | House) for one in part)
        if is_set and len(set(part)) < len(part):
            raise RefusedError(f"{each.name}: something stands there twice")


def _houses(part: object) -> Iterator[House]:
    """The houses that a part of a reason names."""
    if isinstance(part, House):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _houses(one)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _houses(getattr(part, each.name))
