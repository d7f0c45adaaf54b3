"""The checker: whether a deduction is just what its reason entails."""

from importlib import import_module

from accord.solvers.logic.board import Board
from accord.solvers.logic.deduction import Deduction
from accord.solvers.logic.replay.entailed import RefusedError, entailed

RULES = ("simple",)  # the modules beside this one that hold the rules

for _module in RULES:
    import_module(f"accord.solvers.logic.replay.{_module}")


def check(board: Board, deduction: Deduction) -> None:
    """Replay a deduction on the board it was found on.

    Raises:
        RefusedError: its reason does not hold there, or entails something else.
    """
    try:
        found = entailed(deduction.reason, board)
    except (IndexError, TypeError, ValueError, AttributeError) as error:  # it names nonsense
        raise RefusedError(f"{type(error).__name__}: {error}") from error
    placed = frozenset(deduction.placed.items())
    removed = frozenset((cell, v) for cell, values in deduction.removed.items() for v in values)
    if not (placed or removed):
        raise RefusedError("it places and removes nothing")
    if (placed, removed) != (found.placed, found.removed):
        raise RefusedError("its reason entails something else")
