"""Reasons that are true, reasons that are false, and the requirements that refuse these."""

import ast
import inspect
import re
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Reason
from accord.solvers.logic.engine.layout import House
from accord.solvers.logic.replay.entailed import RefusedError, entailed

Stated = tuple[Board, Reason]  # a reason, and the board of which it is stated


def but(stated: Stated, **changes: Any) -> Stated:
    """The same with parts of the reason changed."""
    board, reason = stated
    return board, replace(reason, **changes)


def put(board: Board, cell: int, value: int) -> Board:
    """The board with a value placed in a cell, and the candidates of the others as they were."""
    values, marks = list(board.values), list(board.marks)
    values[cell], marks[cell] = value, 0
    return Board(board.layout, tuple(values), tuple(marks), board.givens)


def invented(*cells: int) -> House:
    """A house that no board has."""
    return House(0, "row 1", cells, sum(1 << cell for cell in cells))


def assert_refused(message: str, truth: Stated, lie: Stated) -> None:
    """The truth is not refused; the lie is, with this message."""
    board, reason = truth
    entailed(reason, board)
    board, reason = lie
    with pytest.raises(RefusedError, match=f"^{re.escape(message)}$"):
        entailed(reason, board)


def requirements(module: ModuleType) -> list[str]:
    """The messages of everything that the rules of a module need."""
    calls = [each for each in ast.walk(ast.parse(inspect.getsource(module))) if _is_need(each)]
    return [ast.literal_eval(call.args[1]) for call in calls if isinstance(call, ast.Call)]


def _is_need(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "need"
