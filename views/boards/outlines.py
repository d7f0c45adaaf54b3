"""Outlines: boards with cages, signs or dots, drawn with characters.

    ┏━━━━━━━┳━━━━━━━┓     4   5   1 < 2   3
    ┃5      ┃8      ┃         v           ^
    ┃ 2   3 ┃ 1   4 ┃     1   2 < 5   3   4
    ┠───┬───┨   ┌───┨
    ┃7  │1  ┃   │6  ┃   Heavy lines stand round boxes and thin ones between cages; a box that ends
    ┃ 4 │ 1 ┃ 3 │ 2 ┃   within a cage has a dashed line there.  A sum stands in the first cell.
    ┣╍╍╍┷━━━╋━━━┿╍╍╍┫   Signs and dots, o and @, stand as `classics` reads
                           futoshikis and kropkis.

Four lines meet at a joint, each of them heavy, thin or none: 81 characters.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from accord.puzzles import Cell
from accord.views.boards.borders import Line, Lines, Piece
from accord.views.boards.printed import Cage, Printed

UP, DOWN, LEFT, RIGHT = 1, 3, 9, 27  # times the weight of the line: 0 none, 1 thin, 2 heavy
JOINTS = " ╵╹╷│╿╻╽┃╴┘┚┐┤┦┒┧┨╸┙┛┑┥┩┓┪┫╶└┖┌├┞┎┟┠─┴┸┬┼╀┰╁╂╾┵┹┭┽╃┱╅╉╺┕┗┍┝┡┏┢┣╼┶┺┮┾╄┲╆╊━┷┻┯┿╇┳╈╋"
DOTS = "o@"
DASHED = ("╍", "╏")  # heavy: along a row, along a column


@dataclass(frozen=True)
class CagedText:
    """Cells in cages, and perhaps in boxes or regions."""

    values: Sequence[Piece]
    columns: int
    areas: Sequence[int]  # for each cell the number of its box or region
    cages: Sequence[Cage]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.values) // self.columns

    @cached_property
    def _of(self) -> dict[Cell, int]:
        """The cage of a cell."""
        return {cell: number for number, cage in enumerate(self.cages) for cell in cage.cells}

    @cached_property
    def _sums(self) -> dict[Cell, str]:
        return {min(cage.cells): cage.label for cage in self.cages}

    @cached_property
    def _width(self) -> int:
        """The width of a cell, in characters."""
        values = (piece.text for piece in self.values)
        return max(3, 1 + max(map(len, (*self._sums.values(), *values))))

    def lines(self) -> Iterator[Line]:
        """The board: two lines a row, and one between rows where a line stands."""
        for row in range(self.rows + 1):
            if any(self._weight((row - 1, c), (row, c)) for c in range(self.columns)):
                yield [Piece(self._ruler(row))]
            if row < self.rows:
                yield self._layer(row, summed=True)
                yield self._layer(row, summed=False)

    def _cell(self, place: tuple[int, int]) -> Cell | None:
        row, column = place
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def _weight(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        """The weight of the line between two places: 2 at an area's end, 1 at a cage's, else 0."""
        a, b = self._cell(one), self._cell(other)
        if a is None or b is None:
            return 2 * (a is not b)
        if self.areas[a] != self.areas[b]:
            return 2
        return int(self._of.get(a) != self._of.get(b))

    def _within(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether the line between two places runs within a cage."""
        a, b = self._cell(one), self._cell(other)
        cage = self._of.get(a) if a is not None else None
        return cage is not None and b is not None and cage == self._of.get(b)

    def _joint(self, row: int, column: int) -> str:
        """The character at the upper left corner of a place."""
        ends = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        ways = (UP, RIGHT, DOWN, LEFT)
        return JOINTS[
            sum(
                way * self._weight(ends[turn], ends[(turn + 1) % 4])
                for turn, way in enumerate(ways)
            )
        ]

    def _ruler(self, row: int) -> str:
        """The line above a row."""
        parts = []
        for column in range(self.columns + 1):
            parts.append(self._joint(row, column))
            if column < self.columns:
                sides = (row - 1, column), (row, column)
                weight = self._weight(*sides)
                dash = DASHED[0] if weight == 2 and self._within(*sides) else " ─━"[weight]
                parts.append(dash * self._width)
        return "".join(parts)

    def _layer(self, row: int, *, summed: bool) -> Line:
        """The text line of a row's sums, or that of its values."""
        line: Line = []
        for column in range(self.columns + 1):
            sides = (row, column - 1), (row, column)
            weight = self._weight(*sides)
            bar = DASHED[1] if weight == 2 and self._within(*sides) else " │┃"[weight]
            line.append(Piece(bar))
            cell = self._cell((row, column))
            if cell is None:
                continue
            if summed:
                line.append(Piece(self._sums.get(cell, "").ljust(self._width), cell))
            else:
                piece = self.values[cell]
                line.append(piece._replace(text=piece.text.center(self._width)))
        return line


def marked(values: Sequence[Piece], columns: int, printed: Printed) -> Lines:
    """Cells with signs and dots between them, and a line between rows."""
    marks = {(dot.one, dot.other): DOTS[dot.black] for dot in printed.dots}
    for sign in printed.signs:
        first, second = sorted((sign.less, sign.more))
        marks[first, second] = ("<>" if second == first + 1 else "^v")[first != sign.less]
    lines: Lines = []
    for start in range(0, len(values), columns):
        line: Line = []
        for cell in range(start, start + columns):
            if cell > start:
                line.append(Piece(f" {marks.get((cell - 1, cell), ' ')} "))
            line.append(values[cell])
        below = [
            marks.get((cell, cell + columns), "").ljust(len(values[cell].text) + 3)
            for cell in range(start, start + columns)
        ]
        lines.append(line)
        if start + columns < len(values):
            width = sum(len(piece.text) for piece in line)
            lines.append([Piece("".join(below)[:width].ljust(width))])
    return lines
