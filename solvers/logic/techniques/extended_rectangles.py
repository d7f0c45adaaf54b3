"""Extended unique rectangles: six cells whose three values could be swapped.

Two columns cross three rows, each row's two cells in the same box.  If all six cells hold three
values, then either column holds all three; swapping the columns leaves rows and boxes what they
were, and so both columns: a second solution.  The same with rows and columns exchanged.  If five
cells have only three candidates together, the sixth so holds none of these (A. Stuart,
sudokuwiki.org/Extended_Unique_Rectangles).

It assumes that there is one solution, and that nothing but rows, columns and one set of boxes or
regions sees the swap; about missing candidates the same is true as of rectangles (deadly.py).  For
each two lines, pairs of crossing lines that have three candidates are put together.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from accord.puzzles import Cell
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import Layout, union, values_of
from accord.solvers.logic.techniques.deadly import LastCorner, box_of

Pair = tuple[Cell, Cell]


class LastOfSix(LastCorner):
    """All cells but one have only the values, which are three."""


def extended_unique_rectangles(board: Board, name: str) -> Iterator[Deduction]:
    """Six cells of which five have only three candidates."""
    for pairs in _lines(board.layout):
        open_pairs = [pair for pair in pairs if board.marks[pair[0]] and board.marks[pair[1]]]
        for whole in _two_pairs(board, open_pairs):
            for pair in open_pairs:
                if pair not in whole:
                    yield from _last(board, name, whole, pair)


@lru_cache(maxsize=64)
def _lines(layout: Layout) -> tuple[tuple[Pair, ...], ...]:
    """For each two columns, and each two rows, the pairs of cells that share a line and a box."""
    if not layout.plain:
        return ()
    box = box_of(layout)
    sides = [house.cells for house in layout.columns], [house.cells for house in layout.rows]
    return tuple(
        tuple(pair for pair in zip(one, other, strict=True) if box[pair[0]] == box[pair[1]])
        for lines in sides
        for one, other in combinations(lines, 2)
    )


def _two_pairs(board: Board, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Pair]]:
    """Two pairs of cells that have at most three candidates together."""
    marks = board.marks
    fitting = [pair for pair in pairs if (marks[pair[0]] | marks[pair[1]]).bit_count() <= 3]
    for one, other in combinations(fitting, 2):
        together = marks[one[0]] | marks[one[1]] | marks[other[0]] | marks[other[1]]
        if together.bit_count() <= 3:
            yield one, other


def _last(board: Board, name: str, whole: tuple[Pair, Pair], pair: Pair) -> Iterator[Deduction]:
    """The deduction that takes the three values from the sixth cell."""
    cells = tuple(sorted((*whole[0], *whole[1], *pair)))
    for corner in pair:
        values = union(board.marks[cell] for cell in cells if cell != corner)
        removed = board.removals(1 << corner, values)
        if values.bit_count() == 3 and removed and board.marks[corner] & ~values:
            reason = LastOfSix(board.layout, name, cells, values_of(values), corner)
            yield Deduction(reason, removed=removed)
