"""Sue de Coq: where a line and a box cross, cells with values that line and box share out.

Two or three cells of the crossing, some cells of the rest of the line and some of the rest of the
box have as many values together as they are cells, if a value that stands in both rests, and so
twice, is counted twice; in the crossing no value of both rests is a candidate.  Then every value is
used, and each in its house: those of the line's cells in the line, those of the box's cells in the
box, and the others of the crossing in the crossing itself, which is in both.

A forum's member of this name showed it as "two-sector disjoint subsets" with one cell with two
candidates on either side; here there may be more cells, with values of their own, as B. Hobiger has
it (hodoku.sourceforge.net/en/tech_misc.php).  A rest of m open cells has 2^m sets, which is at
most 64 on a 9x9; on larger boards only small sets are looked for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product
from operator import or_
from typing import NamedTuple

from accord.puzzles.grid import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason, Technique
from accord.solvers.logic.engine.layout import (
    Cells,
    House,
    Values,
    mask_of,
    members,
    values_of,
)

NAME = "sue_de_coq"
COMPLETE = 9  # the largest size of a board of which all sets are tried
LARGEST = 3  # cells of a set on larger boards


@dataclass(frozen=True)
class Shared(Reason):
    """Cells where a line and a box cross and cells of both rests, full of their values."""

    line: House
    box: House
    crossing: tuple[Cell, ...]
    line_cells: tuple[Cell, ...]
    box_cells: tuple[Cell, ...]
    line_values: tuple[Value, ...]  # that stand in the crossing or the line's cells
    box_values: tuple[Value, ...]  # that stand in the crossing or the box's cells

    @property
    def sentence(self) -> str:
        names, line, box = self.layout.names, self.line.name, self.box.name
        values = sorted({*self.line_values, *self.box_values})
        return (
            f"{names(self.crossing)} with {names(self.line_cells)} in {line} and "
            f"{names(self.box_cells)} in {box} are as many cells as values, {listed(values)}, "
            f"so no other cell of {line} holds {listed(self.line_values, 'or')}, "
            f"and no other of {box} holds {listed(self.box_values, 'or')}"
        )


class Part(NamedTuple):
    """Cells of a rest, with their candidates."""

    cells: Cells
    values: Values
    size: int


def sue_de_coq(board: Board) -> Iterator[Deduction]:
    """Each set of cells of a line, a box and their crossing that shares out its values."""
    at = board.layout
    for line, box in product((*at.rows, *at.columns), at.boxes):
        crossing = line.mask & box.mask & board.open
        if crossing.bit_count() < 2:
            continue
        beside = _parts(board, line.mask & board.open & ~box.mask)
        inside = _parts(board, box.mask & board.open & ~line.mask)
        if beside and inside:
            for middle in _middles(board, crossing):
                found = _partners(middle, beside, inside)
                yield from _deductions(board, (line, box), middle, found)


def _parts(board: Board, rest: Cells) -> list[Part]:
    """Sets of cells of a rest that have more values than they are; small sets first."""
    cells = list(members(rest))
    most = len(cells) if board.size <= COMPLETE else LARGEST
    parts = (
        Part(mask_of(chosen), reduce(or_, (board.marks[cell] for cell in chosen)), size)
        for size in range(1, most + 1)
        for chosen in combinations(cells, size)
    )
    return [part for part in parts if part.values.bit_count() > part.size]


def _middles(board: Board, crossing: Cells) -> Iterator[Part]:
    """Two or three cells of a crossing that have at least two values more."""
    for size in (2, 3):
        for chosen in combinations(members(crossing), size):
            values = reduce(or_, (board.marks[cell] for cell in chosen))
            if values.bit_count() >= size + 2:
                yield Part(mask_of(chosen), values, size)


def _partners(middle: Part, beside: list[Part], inside: list[Part]) -> Iterator[tuple[Part, Part]]:
    """The parts of line and box that make up for the values which the middle has too many."""
    missing = middle.values.bit_count() - middle.size
    takers: list[list[Part]] = [[] for _ in range(missing)]
    for part in inside:
        taken = part.size - (part.values & ~middle.values).bit_count()
        if 0 < taken < missing:
            takers[taken].append(part)
    for part in beside:
        taken = part.size - (part.values & ~middle.values).bit_count()
        if 0 < taken < missing:
            common = part.values & middle.values
            for other in takers[missing - taken]:
                if not other.values & common:
                    yield part, other


def _deductions(
    board: Board, houses: tuple[House, House], middle: Part, found: Iterable[tuple[Part, Part]]
) -> Iterator[Deduction]:
    """What follows from these cells of a crossing with each of these parts of line and box.

    Parts that do with more cells what others do with some of them are left out.
    """
    line, box = houses
    shown: list[tuple[Cells, dict[Cell, frozenset[Value]]]] = []
    for beside, inside in found:
        cells = middle.cells | beside.cells | inside.cells
        in_line = beside.values | middle.values & ~inside.values
        in_box = inside.values | middle.values & ~beside.values
        removed = _removed(board, (line.mask & ~cells, in_line), (box.mask & ~cells, in_box))
        if not removed or any(not less & ~cells and removed == same for less, same in shown):
            continue
        shown.append((cells, removed))
        reason = Shared(
            board.layout,
            NAME,
            line,
            box,
            crossing=tuple(members(middle.cells)),
            line_cells=tuple(members(beside.cells)),
            box_cells=tuple(members(inside.cells)),
            line_values=values_of(in_line),
            box_values=values_of(in_box),
        )
        yield Deduction(reason, removed=removed)


def _removed(board: Board, *gone: tuple[Cells, Values]) -> dict[Cell, frozenset[Value]]:
    """What is removed when these cells hold none of these values."""
    removed = {}
    for cell in members(gone[0][0] | gone[1][0]):
        values = reduce(or_, (values for cells, values in gone if cells >> cell & 1))
        if values & board.marks[cell]:
            removed[cell] = frozenset(values_of(values & board.marks[cell]))
    return removed


TECHNIQUES = (Technique(NAME, "Sue de Coq", "extreme", sue_de_coq),)
