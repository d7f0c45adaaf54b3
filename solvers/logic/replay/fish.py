"""Replays fish, with and without fins."""

from accord.puzzles.grid import Cell
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import Entailed, entailed, need, places, removes, seeing
from accord.solvers.logic.techniques.fish import FinnedFish, Fish, SiameseFish


@entailed.register
def _(reason: Fish, board: Board) -> Entailed:
    return removes(board, _fish(reason, board, set()), [reason.value])


@entailed.register
def _(reason: FinnedFish, board: Board) -> Entailed:
    fins = set(reason.fins)
    need(fins and len(fins) == len(reason.fins), "no fin, or one is named twice")
    return removes(board, _fish(reason, board, fins) & seeing(board, fins), [reason.value])


@entailed.register
def _(reason: SiameseFish, board: Board) -> Entailed:
    one, other = reason.fish
    need(one.value == other.value, "the fish are of two values")
    need(one.houses == other.houses, "the fish are not in the same lines")
    need(one.fins != other.fins, "the same fins")
    return Entailed(removed=entailed(one, board).removed | entailed(other, board).removed)


def _fish(reason: Fish, board: Board, fins: set[Cell]) -> set[Cell]:
    """The cells that lose the value if no fin holds it."""
    lines, others = set(reason.houses), set(reason.crossing)
    alike = len(reason.houses) == len(lines) == len(reason.crossing) == len(others)
    need(alike, "not as many crossing lines")
    rows, columns = set(board.layout.rows), set(board.layout.columns)
    by_row, by_column = lines <= rows and others <= columns, lines <= columns and others <= rows
    need(by_row != by_column, "not rows and columns")
    covered = {cell for house in reason.crossing for cell in house.cells}
    outside: set[Cell] = set()
    for house in reason.houses:
        left = places(board, reason.value, house.cells)
        need(left, "a line has no place for the value")
        outside |= left - covered
    need(outside == fins, "the fins are not the places outside the crossing lines")
    return covered - {cell for house in reason.houses for cell in house.cells}
