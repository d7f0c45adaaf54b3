"""BUG: a bivalue universal grave but for one candidate.

If every open cell had two candidates and every value two places, or none, in each house, then the
values that are no part of a solution would make another one.  A puzzle with one solution never
comes to that.  Where a single candidate, the third one of its cell, is all that is in the way, it
holds.  The observation is from players' forums; the step is described on SudokuWiki
(A. Stuart, sudokuwiki.org/BUG).

It assumes that there is one solution, and rests on candidates that are still there: what an author
has excluded by hand is no part of the second solution.  It holds wherever there are no rules but
houses.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from accord.puzzles import Cell, Value
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import values_of


@dataclass(frozen=True)
class Grave(Reason):
    """But for one candidate, cells and values have two possibilities everywhere."""

    cell: Cell
    value: Value

    @property
    def sentence(self) -> str:
        where = self.layout.names([self.cell])
        return (
            f"every open cell but {where} has two candidates; without {self.value} there, every "
            "value would have two places in each house where it is missing, and the puzzle two "
            f"solutions or none, so {where} holds {self.value}"
        )


def bug(board: Board, name: str) -> Iterator[Deduction]:
    """The candidate that keeps the board from being a grave."""
    third = board.counted[3] if board.size > 2 else 0
    if third.bit_count() != 1 or third | board.counted[2] != board.open or board.layout.shape.extra:
        return
    cell = third.bit_length() - 1
    for value in values_of(board.marks[cell]):
        if _grave(board, cell, value):
            yield Deduction(Grave(board.layout, name, cell, value), placed={cell: value})


def _grave(board: Board, cell: Cell, extra: Value) -> bool:
    """Whether every value has two places where it is missing, but for one candidate."""
    for value in range(1, board.size + 1):
        where, placed = board.where[value], board.placed_at[value]
        if value == extra:
            where &= ~(1 << cell)
        for house in board.layout.houses:
            if (where & house.mask).bit_count() != (0 if placed & house.mask else 2):
                return False
    return True
