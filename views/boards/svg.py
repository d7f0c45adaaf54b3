"""A board as a clean vector drawing, for papers, slides and notebooks.

Thin lines stand between cells, thick ones round boxes and regions; diagonals are grey lines and
windows grey squares.  Cages are dashed outlines with their sum in the corner, and signs stand
between the cells that they compare (printed.py); where there are signs and no boxes each cell has
a frame, as futoshikis are printed.  Givens are bold.  A diagonal is left out where text stands on
it: a halo round the text would need a ground, and not every program draws it.

A reason, as the events of a trace have it, needs no colours to be read: its cells are shaded, its
candidates circled, strong links are solid lines and weak ones dashed.  What goes is grey under one
thin red stroke: two black ones hid the digit.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from accord.puzzles import Cell, Grid, Puzzle, Value, ValueSet
from accord.views.boards.borders import windows
from accord.views.boards.cells import SUM, UNIT, Cells
from accord.views.boards.elements import (
    MARGIN,
    PAGE,
    PAPER,
    THICK,
    Colours,
    Point,
    at,
    document,
    stroked,
    tag,
    text,
)
from accord.views.boards.printed import Printed, printed_on
from accord.views.boards.text_boards import Moment, block_shape, look_named, moment, symbol

__all__ = ["MARGIN", "PAGE", "PAPER", "THICK", "UNIT", "Colours", "Drawing", "board"]

SPACE = 6.0  # from the side of a cell to its frame, where marks stand between cells

Candidate = tuple[Cell, Value]


def board(
    puzzle: Puzzle,
    grid: Grid | None = None,
    domains: Sequence[ValueSet] | None = None,
    look: str = "plain",
    *,
    reason: Mapping[str, Any] | None = None,
    removed: Collection[Candidate] = (),
    cells: Iterable[Cell] = (),
    title: str = "",
    colours: Colours = PAPER,
    below: Iterable[str] = (),
) -> str:
    """A puzzle, or a moment of it, as SVG.

    Args:
        puzzle: what is asked.
        grid: the values so far, 0 for open cells; by default the givens.
        domains: the candidates; by default what the values leave of those of the puzzle.
        look: one of `accord.views.boards.text_boards.LOOKS`: plain and swift (a frame around each
            cell) have values only, candidates and racket (larger values) also the candidates.
        reason: what to point at: cells, candidates and links, as in a trace.
        removed: candidates to cross out.
        cells: cells to shade besides those of the reason.
        title: what it shows, for those who cannot see it.
        colours: PAPER for a file, PAGE for HTML that has text around it.
        below: lines of text below it.

    Raises:
        ValueError: there is no such look.
    """
    look_named(look)
    drawing = Drawing(moment(puzzle, grid, domains), look, colours)
    highlights = reason or {}
    shaded = {*cells, *highlights.get("cells", ())}
    circled = [(cell, value) for cell, value in highlights.get("candidates", ())]
    parts = [
        *drawing.ground(shaded),
        *drawing.frame(),
        *drawing.marks(circled, removed),
        *drawing.values(),
        *drawing.cells.chevrons(),
        *drawing.cells.points(colours.ink),
        *drawing.cells.outside(),
        *drawing.links(highlights.get("links", ())),
    ]
    across, down = drawing.cells.across, drawing.cells.down
    named = title or f"{puzzle.size} x {puzzle.size} puzzle"
    return document(across, down, parts, named, colours, below)


@dataclass(frozen=True)
class Drawing:
    """The parts of a drawing, from below to above."""

    moment: Moment
    look: str
    colours: Colours

    @property
    def ink(self) -> str:
        """The colour of lines and values."""
        return self.colours.ink

    @property
    def small(self) -> bool:
        """Whether candidates are drawn."""
        return self.look in ("candidates", "racket")

    @cached_property
    def printed(self) -> Printed:
        """The further constraints of the puzzle as they are drawn."""
        return printed_on(self.moment.puzzle)

    @cached_property
    def cells(self) -> Cells:
        """The places of cells, and the lines between them."""
        size, printed = self.moment.size, self.printed
        marks = printed.signs, printed.dots, printed.clues
        return Cells(size, size, self.moment.areas, self.ink, UNIT, UNIT, *marks)

    @cached_property
    def _top(self) -> float:
        """The height of the sums of cages."""
        return SUM if self.printed.labelled else 0.0

    @property
    def _inner(self) -> float:
        """The width and the height that candidates have in a cell."""
        return UNIT - 4 - self._top

    def place(self, cell: Cell, value: Value) -> Point:
        """The middle of a candidate."""
        across, down = block_shape(self.moment.size)
        row, column = divmod(value - 1, across)
        left, top = self.cells.corner(cell)
        x, y = self._inner * (column + 0.5) / across, self._inner * (row + 0.5) / down
        return left + 2 + self._top / 2 + x, top + 2 + self._top * 0.75 + y

    @property
    def step(self) -> float:
        """The distance of two neighbouring candidates in a cell."""
        return self._inner / max(block_shape(self.moment.size))

    def ground(self, shaded: Collection[Cell]) -> Iterator[str]:
        """The parts below the lines: windows, shaded cells, diagonals."""
        behind = windows(self.moment.puzzle) - {*shaded}
        for cells, fill in ((behind, self.colours.window), (shaded, self.colours.shade)):
            if cells:
                yield tag("path", d=self.cells.squares(cells), fill=fill)
        yield from self.cells.paths(self.printed, self.colours.grey)
        if "diagonals" in self.moment.puzzle.rules:
            lines = "".join((*self._diagonal(falling=True), *self._diagonal(falling=False)))
            yield tag("path", d=lines, stroke=self.colours.grey, stroke_width=1.2)

    def _diagonal(self, *, falling: bool) -> Iterator[str]:
        """The parts of a diagonal that no text covers, from left to right."""
        side, (left, top) = UNIT * self.moment.size, self.cells.origin
        done = 0.0
        for start, end in (*sorted(self._covered(falling)), (side, side)):
            if start > done:
                heights = (done, start) if falling else (side - done, side - start)
                yield f"M{at((left + done, top + heights[0]))}"
                yield f"L{at((left + start, top + heights[1]))}"
            done = max(done, end)

    def _covered(self, falling: bool) -> Iterator[tuple[float, float]]:
        """The stretches of a diagonal, seen from the left edge, that the rings of texts cover.

        That is as high as the text; the diagonal is the line on which `across` is `down`.
        """
        side, (left, top) = UNIT * self.moment.size, self.cells.origin
        for (x, y), height in self._texts():
            across, down = x - left, y - top if falling else side - (y - top)
            inside = (height / 2) ** 2 - (across - down) ** 2 / 2
            if inside > 0:
                middle, half = (across + down) / 2, (inside / 2) ** 0.5
                yield middle - half, middle + half

    def _texts(self) -> Iterator[tuple[Point, float]]:
        """The middle and the height of each value and candidate."""
        for cell, value in enumerate(self.moment.grid):
            if value:
                yield self._middle(cell), self._large(value)
        for cell, value in self._open():
            yield self.place(cell, value), self._little

    def frame(self) -> Iterator[str]:
        """The lines between cells and round boxes, or a frame around each cell."""
        boxes = len({*self.moment.areas}) > 1
        if self.printed.marked and (self.look == "swift" or not boxes):
            yield from self.cells.frames(SPACE, 0)
        elif self.look == "swift":
            yield from self.cells.frames()
        else:
            yield from self.cells.lines()
        for cage in self.printed.cages:
            yield from self.cells.cage(cage)

    def values(self) -> Iterator[str]:
        """The values; givens bold."""
        for cell, value in enumerate(self.moment.grid):
            if value:
                given = "bold" if self.moment.puzzle.givens[cell] else ""
                yield self.value(cell, value, font_weight=given)

    def value(self, cell: Cell, value: Value, **attributes: str) -> str:
        """A value in its cell."""
        return text(self._middle(cell), self._symbol(value), self._large(value), **attributes)

    def _middle(self, cell: Cell) -> Point:
        """The middle of a value, which is below the sums of cages."""
        x, y = self.cells.middle(cell)
        return x, y + self._top * 0.36

    def _large(self, value: Value) -> float:
        """The height of a value."""
        height = UNIT * (0.56 if self._top else 0.92 if self.look == "racket" else 0.62)
        return min(height, UNIT * 1.3 / len(self._symbol(value)))

    @property
    def _little(self) -> float:
        """The height of a candidate."""
        wide = len(self._symbol(self.moment.size))
        return min(self.step * 0.86, self.step * 1.5 / wide)

    def _open(self) -> Iterator[Candidate]:
        """The candidates that are drawn."""
        for cell, value in product(range(self.moment.size**2), range(1, self.moment.size + 1)):
            if self.small and value in self.moment.domains[cell] and not self.moment.grid[cell]:
                yield cell, value

    def marks(self, circled: Sequence[Candidate], removed: Collection[Candidate]) -> Iterator[str]:
        """The candidates of open cells, those of the reason in circles, what goes crossed out."""
        if not self.small:
            return
        for cell, value in self._open():
            fill = self.colours.gone if (cell, value) in removed else ""
            yield text(self.place(cell, value), self._symbol(value), self._little, fill=fill)
        for cell, value in circled:
            if not self.moment.grid[cell]:
                x, y = self.place(cell, value)
                yield stroked("circle", self.ink, 0.8, cx=x, cy=y, r=self.step * 0.48)
        if strokes := "".join(self._stroke(cell, value) for cell, value in sorted(removed)):
            yield tag("path", d=strokes, stroke=self.colours.stroke, stroke_width=0.8)

    def _stroke(self, cell: Cell, value: Value) -> str:
        """The line that crosses a candidate out, from its lower left to its upper right."""
        (x, y), arm = self.place(cell, value), self.step * 0.42
        return f"M{at((x - arm, y + arm))}L{at((x + arm, y - arm))}"

    def links(self, links: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        """The links: solid where they are strong, dashed where they are weak."""
        lines: dict[bool, list[str]] = {True: [], False: []}
        for link in links if self.small else ():
            line = self._line(self._node(link["from"]), self._node(link["to"]))
            lines[bool(link["strong"])].append(line)
        for strong, drawn in lines.items():
            if drawn:
                dashes = "" if strong else "3 2.5"
                yield stroked("path", self.ink, 1.2, d="".join(drawn), stroke_dasharray=dashes)

    def _node(self, node: Mapping[str, Any]) -> Point:
        """The middle of the places of a node."""
        places = [self.place(cell, node["value"]) for cell in node["cells"]]
        return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)

    def _line(self, one: Point, other: Point) -> str:
        """A line that ends at the circles round two candidates; bent, so as to miss those between.

        Nodes that touch have a straight one from middle to middle.
        """
        across, down = other[0] - one[0], other[1] - one[1]
        length = (across**2 + down**2) ** 0.5
        room = self.step * 0.5
        if length <= 2.5 * room:
            return f"M{at(one)}L{at(other)}"
        x, y = across / length, down / length
        start = one[0] + x * room, one[1] + y * room
        end = other[0] - x * room, other[1] - y * room
        bend = min(UNIT * 0.3, length * 0.12)
        top = (one[0] + other[0]) / 2 - y * bend, (one[1] + other[1]) / 2 + x * bend
        return f"M{at(start)}Q{at(top)} {at(end)}"

    def _symbol(self, value: Value) -> str:
        return symbol(value, self.moment.size)
