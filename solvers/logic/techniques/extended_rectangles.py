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
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from accord.puzzles.grid import Cell
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Technique
from accord.solvers.logic.engine.layout import Layout, values_of
from accord.solvers.logic.techniques.deadly import Swappable, box_of

Pair = tuple[Cell, Cell]


@dataclass(frozen=True)
class LastOfSix(Swappable):
    """All cells but one have only the values."""

    corner: Cell

    @property
    def sentence(self) -> str:
        corner = self.layout.names([self.corner])
        held = f"if {corner} held {listed(self.values, 'or')}, {self.deadly}"
        return f"{held}, so {corner} holds none of these"


def extended_unique_rectangles(board: Board) -> Iterator[Deduction]:
    """Six cells of which five have only three candidates."""
    for pairs in _lines(board.layout):
        open_pairs = [pair for pair in pairs if board.marks[pair[0]] and board.marks[pair[1]]]
        for whole in _two_pairs(board, open_pairs):
            for pair in open_pairs:
                if pair not in whole:
                    yield from _last(board, whole, pair)


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


def _last(board: Board, whole: tuple[Pair, Pair], pair: Pair) -> Iterator[Deduction]:
    """What the sixth cell loses."""
    known = 0
    for cell in (*whole[0], *whole[1]):
        known |= board.marks[cell]
    for corner, fifth in (pair, pair[::-1]):
        values = known | board.marks[fifth]
        gone = board.marks[corner] & values
        if values.bit_count() == 3 and gone and board.marks[corner] & ~values:
            cells = tuple(sorted((*whole[0], *whole[1], *pair)))
            reason = LastOfSix(
                board.layout, "extended_unique_rectangles", cells, values_of(values), corner
            )
            yield Deduction(reason, removed={corner: frozenset(values_of(gone))})


TECHNIQUES = (
    Technique(
        "extended_unique_rectangles",
        "Extended unique rectangle",
        "diabolical",
        extended_unique_rectangles,
        assumes_unique=True,
    ),
)
