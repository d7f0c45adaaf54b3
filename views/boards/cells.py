"""Cells: rows and columns of them, with the lines between them, in SVG.

Thin lines stand between cells and thick ones round boxes and regions; or each cell has a frame of
its own.  A cage is a dashed outline a little inside its cells, with the sum in the corner of the
first; a sign or a dot stands on the line between two cells, which is open there.  Thermometers and
arrows lie below lines and values, and are pale.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import hypot

from accord.puzzles import Cell
from accord.views.boards.clues import OutsideClue, Side
from accord.views.boards.elements import (
    MARGIN,
    THICK,
    THIN,
    WIDE,
    Point,
    at,
    short,
    stroked,
    tag,
    text,
)
from accord.views.boards.printed import Arrow, Cage, Dot, Printed, Sign, Thermometer

UNIT = 40.0  # the side of a cell
INSET = 3.0  # from the side of a cell to the outline of a cage
SUM = 9.0  # the size of the letters of a sum
CLUE = 11.0  # the size of the letters of a clue
HOLE = 8.0  # from the middle of a line to where it begins beside a sign
DOT = 5.5  # the radius of a dot
BULB, TUBE = 14.0, 11.0  # the radius of a thermometer's bulb, and how wide its tube is
RING = 15.0  # the radius of an arrow's circle
DASHES = "3 2"
PALE = 0.5  # opacity of a thermometer
LIGHT, DARK = "#fff", "#000"  # dots

Interval = tuple[float, float]


@dataclass(frozen=True)
class Cells:
    """Places of cells in a drawing, and the lines between them."""

    rows: int
    columns: int
    areas: Sequence[int]  # for each cell the number of its box or region
    ink: str
    width: float = UNIT  # of a cell
    height: float = UNIT
    signs: tuple[Sign, ...] = ()
    dots: tuple[Dot, ...] = ()
    clues: tuple[OutsideClue, ...] = ()

    @property
    def across(self) -> float:
        """The width of the board with its margin."""
        return self.origin[0] + self.width * self.columns + MARGIN + self._room("right")

    @property
    def down(self) -> float:
        """The height of the board with its margin."""
        return self.origin[1] + self.height * self.rows + MARGIN + self._room("bottom")

    @cached_property
    def origin(self) -> Point:
        """The upper left corner of the board; clues stand before it."""
        return MARGIN + self._room("left"), MARGIN + self._room("top")

    def _room(self, side: Side) -> float:
        """The width of the clues on a side in the drawing; beside rows they stand in a line."""
        own = [each.words for each in self.clues if each.side == side]
        across = side in ("left", "right")
        return max(
            (_breadth(words) if across else CLUE * 1.15 * len(words) + 4 for words in own),
            default=0.0,
        )

    def outside(self) -> Iterator[str]:
        """The clues."""
        (left, top), lower = self.origin, self.origin[1] + self.height * self.rows
        right = left + self.width * self.columns
        for clue in self.clues:
            if clue.side in ("left", "right"):
                y = top + self.height * (clue.line + 0.5)
                x, anchor = (left - 5, "end") if clue.side == "left" else (right + 5, "start")
                yield text((x, y), " ".join(clue.words), CLUE, text_anchor=anchor)
                continue
            x = left + self.width * (clue.line + 0.5)
            step = CLUE * 1.15
            start = lower + 4 if clue.side == "bottom" else top - 4 - step * len(clue.words)
            for place, word in enumerate(clue.words):
                yield text((x, start + step * (place + 0.5)), word, CLUE)

    def corner(self, cell: Cell) -> Point:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.columns)
        return self.origin[0] + column * self.width, self.origin[1] + row * self.height

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        left, top = self.corner(cell)
        return left + self.width / 2, top + self.height / 2

    def squares(self, cells: Collection[Cell]) -> str:
        """The data of a path that covers these cells."""
        w, h = short(self.width), short(self.height)
        return "".join(f"M{at(self.corner(cell))}h{w}v{h}h-{w}z" for cell in sorted(cells))

    def lines(self) -> Iterator[str]:
        """Thin lines between cells, thick ones round the whole, boxes and regions."""
        if thin := "".join(self._thin()):
            yield stroked("path", self.ink, THIN, d=thin)
        w, h = short(self.width * self.columns), short(self.height * self.rows)
        heavy = f"M{at(self.origin)}h{w}v{h}h-{w}z" + "".join(self._borders())
        yield stroked("path", self.ink, THICK, d=heavy, stroke_linecap="square")

    def _thin(self) -> Iterator[str]:
        for row in range(1, self.rows):
            yield from self._horizontal(row, 0, self.columns)
        for column in range(1, self.columns):
            yield from self._vertical(column, 0, self.rows)

    def _borders(self) -> Iterator[str]:
        """The sides that cells of different boxes or regions share; those in a row as one."""
        area, columns = self.areas, self.columns
        for row in range(1, self.rows):
            cells = range(row * columns, (row + 1) * columns)
            for start, end in _runs([area[cell - columns] != area[cell] for cell in cells]):
                yield from self._horizontal(row, start, end)
        for column in range(1, columns):
            cells = range(column, self.rows * columns, columns)
            for start, end in _runs([area[cell - 1] != area[cell] for cell in cells]):
                yield from self._vertical(column, start, end)

    def _horizontal(self, row: int, start: int, end: int) -> Iterator[str]:
        """The line above a row from one column to another, open at marks."""
        pairs = [(row * self.columns + c - self.columns, row * self.columns + c, c)
                 for c in range(start, end)]  # fmt: skip
        left, y = self.origin[0], self.origin[1] + self.height * row
        for one, other in self._open(pairs, self.width, start, end):
            yield f"M{at((left + one, y))}h{short(other - one)}"

    def _vertical(self, column: int, start: int, end: int) -> Iterator[str]:
        """The line to the left of a column from one row to another, open at marks."""
        pairs = [(r * self.columns + column - 1, r * self.columns + column, r)
                 for r in range(start, end)]  # fmt: skip
        x, top = self.origin[0] + self.width * column, self.origin[1]
        for one, other in self._open(pairs, self.height, start, end):
            yield f"M{at((x, top + one))}v{short(other - one)}"

    def _open(
        self, pairs: Sequence[tuple[Cell, Cell, int]], step: float, start: int, end: int
    ) -> Iterator[Interval]:
        """A line from place to place without the holes of marks between pairs of cells."""
        signed = {frozenset((sign.less, sign.more)) for sign in self.signs}
        signed |= {frozenset((dot.one, dot.other)) for dot in self.dots}
        begin = start * step
        for one, other, place in pairs if signed else ():
            if frozenset((one, other)) in signed:
                middle = (place + 0.5) * step
                yield begin, middle - HOLE
                begin = middle + HOLE
        yield begin, end * step

    def frames(self, inset: float = 1, gap: float = 2, number: int | None = None) -> Iterator[str]:
        """A frame around each cell, or the first ones; `gap` more room between boxes than inside.

        The number of a cell's area is not asked for where there is no gap.
        """
        near = self.areas if gap else ()
        for cell in range(self.rows * self.columns if number is None else number):
            left, top = self.corner(cell)
            row, column = divmod(cell, self.columns)
            first = [
                bool(near) and (not place or near[cell] != near[cell - back])
                for place, back in ((column, 1), (row, self.columns))
            ]
            width = self.width - 2 * inset - gap * first[0]
            height = self.height - 2 * inset - gap * first[1]
            x, y = left + inset + gap * first[0], top + inset + gap * first[1]
            yield stroked("rect", self.ink, 1, x=x, y=y, width=width, height=height, rx=3)

    def cage(self, cage: Cage) -> Iterator[str]:
        """A dashed outline, and the label in the corner of the first cell."""
        words, first = cage.label, min(cage.cells)
        outline = "".join(self._outline(cage.cells, first if words else -1, len(words)))
        yield stroked("path", self.ink, THIN, d=outline, stroke_dasharray=DASHES)
        if words:
            left, top = self.corner(first)
            size = min(SUM, (self.width - 4) / (WIDE * len(words)))
            yield text((left + 2.5, top + 2 + SUM / 2), words, size, text_anchor="start")

    def _outline(self, cells: Sequence[Cell], summed: Cell, letters: int) -> Iterator[str]:
        """The border of a set of cells, a little inside it; open where the sum stands."""
        inside = {divmod(cell, self.columns) for cell in cells}
        for cell in dict.fromkeys(cells):
            (left, top), (row, column) = self.corner(cell), divmod(cell, self.columns)
            near = {
                (down, across): (row + down, column + across) in inside
                for down in (-1, 0, 1)
                for across in (-1, 0, 1)
            }
            right, bottom = left + self.width, top + self.height
            for way in (-1, 1):
                if not near[way, 0]:
                    y = top + INSET if way < 0 else bottom - INSET
                    start = left + _reach(near[0, -1], near[way, -1])
                    if cell == summed and way < 0:
                        start = left + 3.5 + WIDE * SUM * letters
                    yield f"M{at((start, y))}L{at((right - _reach(near[0, 1], near[way, 1]), y))}"
                if not near[0, way]:
                    x = left + INSET if way < 0 else right - INSET
                    start = top + _reach(near[-1, 0], near[-1, way])
                    if cell == summed and way < 0:
                        start = top + 3 + SUM
                    yield f"M{at((x, start))}L{at((x, bottom - _reach(near[1, 0], near[1, way])))}"

    def chevrons(self) -> Iterator[str]:
        """The signs, each with its point at the cell that is less."""
        for sign in self.signs:
            (x, y), (u, v) = self.middle(sign.less), self.middle(sign.more)
            middle = (x + u) / 2, (y + v) / 2
            along = (u > x) - (u < x), (v > y) - (v < y)
            point = middle[0] - 3 * along[0], middle[1] - 3 * along[1]
            ends = [
                (
                    middle[0] + 3 * along[0] + way * 5 * along[1],
                    middle[1] + 3 * along[1] + way * 5 * along[0],
                )
                for way in (-1, 1)
            ]
            data = f"M{at(ends[0])}L{at(point)}L{at(ends[1])}"
            yield stroked("path", self.ink, 1.4, d=data, stroke_linejoin="round")

    def points(self, ink: str) -> Iterator[str]:
        """The dots with their numbers; a rim of `ink` is seen on every ground."""
        for dot in self.dots:
            (x, y), (u, v) = self.middle(dot.one), self.middle(dot.other)
            middle = (x + u) / 2, (y + v) / 2
            fill = DARK if dot.black else LIGHT
            circle = {"cx": middle[0], "cy": middle[1], "r": DOT}
            yield tag("circle", **circle, fill=fill, stroke=ink, stroke_width=1.2)
            if dot.number is not None:
                words = str(dot.number)
                size = min(1.6 * DOT, 1.8 * DOT / (WIDE * len(words)))
                fill = LIGHT if dot.black else DARK
                yield text(middle, words, size, fill=fill, font_weight="bold")

    def paths(self, printed: Printed, grey: str) -> Iterator[str]:
        """Thermometers and arrows, which lie below all else."""
        for thermometer in printed.thermometers:
            yield self._thermometer(thermometer, grey)
        for arrow in printed.arrows:
            yield from self._arrow(arrow, grey)

    def _thermometer(self, drawn: Thermometer, fill: str) -> str:
        """A bulb and a tube."""
        path = [self.middle(cell) for cell in drawn.cells]
        start = toward(path[0], path[1], BULB) if drawn.slow else path[0]
        tube = "M" + "L".join(map(at, (start, *path[1:])))
        shape = {"stroke_linejoin": "round", "stroke_linecap": "butt" if drawn.slow else "round"}
        dashes = "7 4" if drawn.slow else ""
        bulb = tag("circle", cx=path[0][0], cy=path[0][1], r=BULB, fill=fill)
        line = stroked("path", fill, TUBE, d=tube, stroke_dasharray=dashes, **shape)
        return tag("g", bulb + line, opacity=PALE)

    def _arrow(self, arrow: Arrow, ink: str) -> Iterator[str]:
        """A circle, and a line from it with a head."""
        x, y = self.middle(arrow.circle)
        yield stroked("circle", ink, 1.6, cx=x, cy=y, r=RING)
        path = [(x, y), *map(self.middle, arrow.path)]
        path[0] = toward(path[0], path[1], RING)
        line = "M" + "L".join(map(at, path)) + head(path[-2], path[-1], 6)
        yield stroked("path", ink, 1.6, d=line, stroke_linejoin="round", stroke_linecap="round")


def toward(one: Point, other: Point, length: float) -> Point:
    """The point so far from one point on the way to another."""
    far = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    x, y = ((other[way] - one[way]) * length / far for way in (0, 1))
    return one[0] + x, one[1] + y


def head(one: Point, other: Point, size: float) -> str:
    """The data of the head of an arrow from one point to another."""
    x, y = toward(other, one, size)
    across, down = (other[1] - y) * 0.6, (x - other[0]) * 0.6
    return f"M{at((x + across, y + down))}L{at(other)}L{at((x - across, y - down))}"


def _breadth(words: Sequence[str]) -> float:
    """The width of clues in a line, with room beside them, in units of the drawing."""
    return WIDE * CLUE * len(" ".join(words)) + 6


def _reach(beside: bool, aslant: bool) -> float:
    """How far from the corner of a cell its outline ends.

    Where the outline goes on in the next cell of the cage it meets it on the line between them, or,
    if the cage turns there, the outline of the cell that is aslant.
    """
    return (-INSET if aslant else 0.0) if beside else INSET


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Runs of true flags, as the first place and the one behind the last."""
    end = 0
    for flag, run in groupby(flags):
        start, end = end, end + len(list(run))
        if flag:
            yield start, end
