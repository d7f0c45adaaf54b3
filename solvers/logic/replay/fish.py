"""Replays fish, with and without fins."""

from collections.abc import Iterable, Sequence

from accord.puzzles.grid import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import House
from accord.solvers.logic.replay.entailed import (
    Entailed,
    candidates,
    entailed,
    need,
    places,
    sees,
)
from accord.solvers.logic.techniques.fish import FinnedFish, Fish, SiameseFish


@entailed.register
def _(reason: Fish, board: Board) -> Entailed:
    gone = _fish(board, reason.value, reason.houses, reason.crossing, ())
    return Entailed(removed=frozenset(candidates(board, gone, [reason.value])))


@entailed.register
def _(reason: FinnedFish, board: Board) -> Entailed:
    fins = set(reason.fins)
    need(fins and len(fins) == len(reason.fins), "no fin, or one is named twice")
    gone = _fish(board, reason.value, reason.houses, reason.crossing, fins)
    seeing = [cell for cell in gone if all(sees(board, cell, fin) for fin in fins)]
    return Entailed(removed=frozenset(candidates(board, seeing, [reason.value])))


@entailed.register
def _(reason: SiameseFish, board: Board) -> Entailed:
    one, other = reason.fish
    need(one.value == other.value, "the fish are of two values")
    need(one.houses == other.houses, "the fish are not in the same lines")
    need(one.fins != other.fins, "the same fins")
    return Entailed(removed=entailed(one, board).removed | entailed(other, board).removed)


def _fish(
    board: Board,
    value: Value,
    houses: Sequence[House],
    crossing: Sequence[House],
    fins: Iterable[Cell],
) -> set[Cell]:
    """The cells that lose the value if no fin holds it."""
    lines, others = set(houses), set(crossing)
    need(len(houses) == len(lines) == len(crossing) == len(others), "not as many crossing lines")
    rows, columns = set(board.layout.rows), set(board.layout.columns)
    by_row, by_column = lines <= rows and others <= columns, lines <= columns and others <= rows
    need(by_row != by_column, "not rows and columns")
    covered = {cell for house in crossing for cell in house.cells}
    outside: set[Cell] = set()
    for house in houses:
        left = places(board, value, house.cells)
        need(left, "a line has no place for the value")
        outside |= left - covered
    need(outside == set(fins), "the fins are not the places outside the crossing lines")
    return covered - {cell for house in houses for cell in house.cells}
