"""Borders: lines between cells of different boxes or regions, drawn with characters.

    1 2 | 3 4      +-------+---+
    3 4 | 1 2      | 1   2 | 3 |     A border stands wherever two cells of different areas meet, so
    ----+----      |   +---+   |     that boxes of any shape and the regions of a jigsaw need the
    2 1 | 4 3      | 3 | 1   2 |     same lines, and a Latin square none.
    4 3 | 2 1      +---+-------+

Between two columns there is room for a border where any row has one there, and between two rows
where any column has.  At a joint up to four lines meet; what is drawn there follows from which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from accord.puzzles import Cell, Puzzle, Value

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8  # the lines that meet at a joint, as bits
TYPED = " |||-+++-+++-+++"  # by the sum of these: the joint
DRAWN = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


class Piece(NamedTuple):
    """Some characters of a line."""

    text: str
    cell: Cell | None = None  # None for what stands between cells
    value: Value | None = None  # the value that is drawn; None where there is none, or several


Line = list[Piece]
Lines = list[Line]
Block = Sequence[Sequence[Piece]]  # a cell: lines of equal length


@dataclass(frozen=True)
class Borders:
    """Lines between the cells of a text board, and the characters that draw them."""

    areas: Sequence[int]  # for each cell the number of its box or region
    size: int
    room: int  # characters between two columns without a border
    joints: str = TYPED
    framed: bool = False  # whether lines stand round the whole
    spaced: bool = False  # whether an empty line stands between rows without a border

    def lines(self, blocks: Sequence[Block]) -> Lines:
        """The cells, each as wide as the others of its column, with lines between them."""
        widths = [sum(len(piece.text) for piece in block[0]) for block in blocks[: self.size]]
        lines: Lines = []
        for row in range(self.size + 1):
            if self._ruled(row):
                lines.append([Piece(self._ruler(row, widths))])
            across = blocks[row * self.size : (row + 1) * self.size]
            lines += ([*self._layer(row, layer)] for layer in zip(*across, strict=True))
        return lines

    def _area(self, row: int, column: int) -> int:
        """The area of a cell; outside the grid there is one more."""
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.areas[row * self.size + column] if inside else -1

    def _above(self, row: int, column: int) -> bool:
        """Whether a border stands above a cell."""
        return self._area(row - 1, column) != self._area(row, column)

    def _beside(self, row: int, column: int) -> bool:
        """Whether a border stands to the left of a cell."""
        return self._area(row, column - 1) != self._area(row, column)

    def _joint(self, row: int, column: int) -> str:
        """The character at the upper left corner of a cell."""
        return self.joints[
            UP * self._beside(row - 1, column)
            + DOWN * self._beside(row, column)
            + LEFT * self._above(row, column - 1)
            + RIGHT * self._above(row, column)
        ]

    def _dash(self, row: int, column: int) -> str:
        """A character of the line above a cell."""
        return self.joints[(LEFT + RIGHT) * self._above(row, column)]

    def _ruled(self, row: int) -> bool:
        """Whether a line stands above a row; below the last one, too."""
        if row in (0, self.size):
            return self.framed
        return self.spaced or any(self._above(row, column) for column in range(self.size))

    @cached_property
    def _wide(self) -> Sequence[bool]:
        """Whether there is room for a border to the left of each column, and right of the last."""
        inner = [
            any(self._beside(row, column) for row in range(self.size))
            for column in range(1, self.size)
        ]
        return [self.framed, *inner, self.framed]

    def _between(self, column: int, left: str, joint: str, right: str) -> str:
        """The characters before a column: one on each side of a border, if there are two."""
        before, behind = column > 0, column < self.size
        if not self._wide[column]:
            return left * (self.room if before and behind else 0)
        return f"{left * before}{joint}{right * behind}"

    def _layer(self, row: int, layer: Sequence[Sequence[Piece]]) -> Iterator[Piece]:
        """The pieces of one text line of a row of cells."""
        for column in range(self.size + 1):
            bar = self.joints[(UP + DOWN) * self._beside(row, column)]
            if text := self._between(column, " ", bar, " "):
                yield Piece(text)
            yield from layer[column] if column < self.size else ()

    def _ruler(self, row: int, widths: Sequence[int]) -> str:
        """The line above a row."""
        parts = []
        for column in range(self.size + 1):
            left, right = self._dash(row, column - 1), self._dash(row, column)
            parts.append(self._between(column, left, self._joint(row, column), right))
            parts += [right * width for width in widths[column : column + 1]]
        return "".join(parts)


def windows(puzzle: Puzzle) -> set[Cell]:
    """The cells of the windows of a windoku."""
    houses = (house.cells for house in puzzle.houses if house.name.startswith("window"))
    return set(chain.from_iterable(houses))
