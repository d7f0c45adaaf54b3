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
from itertools import product
from typing import NamedTuple

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import Cells, House, Values, members, values_of

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


class CellGroup(NamedTuple):
    """Cells of a rest, with their candidates."""

    cells: Cells
    values: Values
    size: int


def sue_de_coq(board: Board, name: str) -> Iterator[Deduction]:
    """A deduction for each set of cells in a line and box that shares out its values."""
    at = board.layout
    for line, box in product(at.lines, at.boxes):
        if (line.mask & box.mask & board.open).bit_count() > 1:
            found = _where_they_cross(board, name, line, box)
            yield from board.unless_in_vain("sue de coq", (line, box), found)


def _where_they_cross(board: Board, name: str, line: House, box: House) -> Iterator[Deduction]:
    most = board.size if board.size <= COMPLETE else LARGEST
    beside = _groups(board, line.mask & board.open & ~box.mask, 1, most, 1)
    inside = _groups(board, box.mask & board.open & ~line.mask, 1, most, 1)
    crossing = line.mask & box.mask & board.open
    for middle in _groups(board, crossing, 2, 3, 2) if beside and inside else ():
        found = _partners(middle, beside, inside)
        yield from _deductions(board, name, (line, box), middle, found)


def _groups(board: Board, among: Cells, least: int, most: int, spare: int) -> list[CellGroup]:
    """Sets of `least` to `most` of these cells with at least so many more values than cells.

    Small sets come first.
    """
    cells = [(1 << cell, board.marks[cell]) for cell in members(among)]
    grown, groups = [(0, 0, 0)], []
    for size in range(1, min(most, len(cells)) + 1):
        grown = [
            (index + 1, chosen | cells[index][0], values | cells[index][1])
            for start, chosen, values in grown
            for index in range(start, len(cells))
        ]
        if size >= least:
            groups += [
                CellGroup(chosen, values, size)
                for _, chosen, values in grown
                if values.bit_count() >= size + spare
            ]
    return groups


def _partners(
    middle: CellGroup, beside: list[CellGroup], inside: list[CellGroup]
) -> Iterator[tuple[CellGroup, CellGroup]]:
    """The parts of line and box that make up for the values which the middle has too many."""
    missing = middle.values.bit_count() - middle.size
    takers: list[list[CellGroup]] = [[] for _ in range(missing)]
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
    board: Board,
    name: str,
    houses: tuple[House, House],
    middle: CellGroup,
    found: Iterable[tuple[CellGroup, CellGroup]],
) -> Iterator[Deduction]:
    """The deductions from cells of a crossing with each of these parts of line and box.

    Parts that do with more cells what others do with some of them are left out.
    """
    line, box = houses
    shown: list[tuple[Cells, dict[Cell, frozenset[Value]]]] = []
    for beside, inside in found:
        cells = middle.cells | beside.cells | inside.cells
        in_line = beside.values | middle.values & ~inside.values
        in_box = inside.values | middle.values & ~beside.values
        removed = board.removals(line.mask & ~box.mask & ~cells, in_line)
        removed |= board.removals(line.mask & box.mask & ~cells, in_line | in_box)
        removed |= board.removals(box.mask & ~line.mask & ~cells, in_box)
        if not removed or any(not less & ~cells and removed == same for less, same in shown):
            continue
        shown.append((cells, removed))
        crossing, *rests = (tuple(members(part.cells)) for part in (middle, beside, inside))
        used = values_of(in_line), values_of(in_box)
        reason = Shared(board.layout, name, line, box, crossing, rests[0], rests[1], *used)
        yield Deduction(reason, removed=dict(sorted(removed.items())))
