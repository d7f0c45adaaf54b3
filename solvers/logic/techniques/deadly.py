"""Deadly patterns: cells whose values could be swapped, so that there were two solutions.

Two rows and two columns cross in four cells.  If these hold two values, one at either pair of
opposite corners, then swapping them leaves both rows and both columns what they were, and every box
too if each has two neighbouring corners or none: that would be a second solution, unless the
author printed one of the four.  So in a puzzle with one solution, four cells that are not given
never hold such a pair.  Players' forums know it as unique rectangle.

This speaks of the values that the corners hold in the end, and is not touched by candidates that
are missing: what was removed cannot hold, and so much the less makes the pair.  Only if the author
gave candidates, and not just values, the puzzle must have one solution without these as well.

Nothing but rows, columns and one set of boxes or regions may see the swap (`Layout.plain`).

BUG is a bivalue universal grave but for one candidate.  If every open cell had two candidates and
every value two places, or none, in each house, then the values that are no part of a solution would
make another one.  Where a single candidate, the third one of its cell, is all that is in the way,
it holds.  The observation is from players' forums; the step is described on SudokuWiki (A. Stuart,
sudokuwiki.org/BUG).  It rests on candidates that are still there: what an author has excluded by
hand is no part of the second solution.  It holds wherever there are no rules but houses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import (
    Cells,
    House,
    Layout,
    Values,
    mask_of,
    union,
    values_of,
)

Corners = tuple[Cell, Cell, Cell, Cell]  # row by row; the opposite of corner k is corner 3 - k


@dataclass(frozen=True)
class Swappable(Reason):
    """Cells that must not come to hold nothing but these values."""

    cells: tuple[Cell, ...]
    values: tuple[Value, ...]

    @property
    def deadly(self) -> str:
        """The deadly pattern in words, as what must not come to be."""
        where, what = self.layout.names(self.cells), listed(self.values)
        return f"{where} would hold only {what}, which could be swapped for a second solution"


@dataclass(frozen=True)
class LastCorner(Swappable):
    """All cells but one have only the values."""

    corner: Cell

    @property
    def sentence(self) -> str:
        corner = self.layout.names([self.corner])
        held = f"if {corner} held {listed(self.values, 'or')}, {self.deadly}"
        return (
            f"{held}, so {corner} holds {'neither' if len(self.values) == 2 else 'none of these'}"
        )


@dataclass(frozen=True)
class Rectangle:
    """Four open corners, and two values that they might come to hold."""

    corners: Corners
    values: Values
    floor: tuple[Cell, ...]  # the corners that have just these two candidates
    roof: tuple[Cell, ...]  # the corners that have others as well
    extras: Values  # of the roof

    @property
    def opposite(self) -> bool:
        """Whether two corners of the roof are no neighbours."""
        first, second, third, fourth = self.corners
        return self.roof in ((first, fourth), (second, third))


@lru_cache(maxsize=64)
def corners(layout: Layout) -> tuple[tuple[Corners, Cells], ...]:
    """The deadly rectangles of a layout, with the bit sets of their cells."""
    if not layout.plain:
        return ()
    size = layout.size
    lines = list(combinations(range(size), 2))
    found = (
        (top * size + left, top * size + right, bottom * size + left, bottom * size + right)
        for top, bottom in lines
        for left, right in lines
    )
    return tuple((four, mask_of(four)) for four in found if _deadly(layout, four))


def _deadly(layout: Layout, four: Corners) -> bool:
    """Whether no box sees the values at the corners swapped."""
    first, second, third, fourth = (box_of(layout)[cell] for cell in four)
    if not layout.boxes:
        return True
    return first != fourth and (
        (first == second and third == fourth) or (first == third and second == fourth)
    )


@lru_cache(maxsize=64)
def box_of(layout: Layout) -> tuple[House | None, ...]:
    """For each cell its box or region, if there are such."""
    return tuple(
        next((house for house in houses if house.index >= 2 * layout.size), None)
        for houses in layout.houses_of
    )


@lru_cache(maxsize=8)
def rectangles(board: Board) -> tuple[Rectangle, ...]:
    """The deadly rectangles whose corners may hold two values, and one of them nothing else."""
    found: list[Rectangle] = []
    for four, mask in corners(board.layout):
        if not mask & ~board.open and mask & board.counted[2]:
            found += _with_values(board, four)
    return tuple(found)


def _with_values(board: Board, four: Corners) -> Iterator[Rectangle]:
    marks = [board.marks[cell] for cell in four]
    for pair in dict.fromkeys(mark for mark in marks if mark.bit_count() == 2):
        floor = tuple(cell for cell in four if board.marks[cell] == pair)
        roof = tuple(cell for cell in four if board.marks[cell] & ~pair)
        if roof and len(floor) + len(roof) == 4 and all(mark & pair for mark in marks):
            yield Rectangle(four, pair, floor, roof, union(marks) & ~pair)


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
