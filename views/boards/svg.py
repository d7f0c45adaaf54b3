"""A board as a clean vector drawing, for papers, slides and notebooks.

Text is text, and there is no script, no style sheet and nothing from elsewhere, so that a drawing
looks the same in a browser, in LaTeX and in a word processor.  On paper it is black on white; in a
page it has no ground of its own and the colour of the text around it, light or dark.

Thin lines stand between cells, thick ones round boxes and regions; diagonals are grey lines,
windows grey squares, further constraints dashed outlines.  Givens are bold.  A diagonal is left out
where text stands on it: a halo round the text would need a ground, and not every program draws it.

A reason, as the events of a trace have it, needs no colours to be read: its cells are shaded, its
candidates circled, strong links are solid lines and weak ones dashed.  What goes is grey under one
thin red stroke: two black ones hid the digit.  Text is put on its base line by hand, because not
every program knows `dominant-baseline`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any
from xml.sax.saxutils import escape

from accord.puzzles import Cell, Grid, Puzzle, Value, ValueSet
from accord.puzzles.outside_text import visible
from accord.views.boards.borders import windows
from accord.views.boards.text_boards import Moment, block_shape, look_named, moment, symbol

UNIT = 40.0  # the side of a cell
MARGIN = 3.0  # round the board
THIN, THICK = 0.7, 2.4  # lines
BASE = 0.36  # of the size of the letters: from their middle to their base line
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"

Point = tuple[float, float]
Candidate = tuple[Cell, Value]


@dataclass(frozen=True)
class Colours:
    """What a drawing is drawn in."""

    ink: str  # lines and text
    ground: str  # "" where it has none
    shade: str  # cells that are highlighted
    window: str  # windows of a windoku
    grey: str  # diagonals
    gone: str  # a candidate that is crossed out
    stroke: str  # and what it is crossed out with


PAPER = Colours("#000", "#fff", "#dcdcdc", "#eee", "#999", "#666", "#c00")
PAGE = Colours("currentColor", "", "#80808055", "#80808026", "#888", "#808080", "#e5484d")


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
        *drawing.links(highlights.get("links", ())),
    ]
    side = _short(2 * MARGIN + UNIT * puzzle.size)
    description = escape(visible(title) or f"{puzzle.size} x {puzzle.size} puzzle")
    ground = [_tag("rect", width=side, height=side, fill=colours.ground)] if colours.ground else []
    body = "\n".join(ground + parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" '
        f'height="{side}" role="img" font-family="{FONT}" text-anchor="middle" '
        f'fill="{colours.ink}">\n<title>{description}</title>\n{body}\n</svg>\n'
    )


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

    def corner(self, cell: Cell) -> Point:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.moment.size)
        return MARGIN + column * UNIT, MARGIN + row * UNIT

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell."""
        left, top = self.corner(cell)
        return left + UNIT / 2, top + UNIT / 2

    def place(self, cell: Cell, value: Value) -> Point:
        """Where a candidate stands."""
        across, down = block_shape(self.moment.size)
        row, column = divmod(value - 1, across)
        left, top = self.corner(cell)
        inner = UNIT - 4
        x, y = inner * (column + 0.5) / across, inner * (row + 0.5) / down
        return left + 2 + x, top + 2 + y

    @property
    def step(self) -> float:
        """From one candidate to the next."""
        return (UNIT - 4) / max(block_shape(self.moment.size))

    def ground(self, shaded: Collection[Cell]) -> Iterator[str]:
        """What lies below the lines: windows, shaded cells, diagonals."""
        behind = windows(self.moment.puzzle) - {*shaded}
        for cells, fill in ((behind, self.colours.window), (shaded, self.colours.shade)):
            if cells:
                squares = "".join(
                    f"M{_at(self.corner(cell))}h{_short(UNIT)}v{_short(UNIT)}h-{_short(UNIT)}z"
                    for cell in sorted(cells)
                )
                yield _tag("path", d=squares, fill=fill)
        if "diagonals" in self.moment.puzzle.rules:
            lines = "".join((*self._diagonal(falling=True), *self._diagonal(falling=False)))
            yield _tag("path", d=lines, stroke=self.colours.grey, stroke_width=1.2)

    def _diagonal(self, *, falling: bool) -> Iterator[str]:
        """The parts of a diagonal that no text covers, from left to right."""
        side = UNIT * self.moment.size
        at = 0.0
        for start, end in (*sorted(self._covered(falling)), (side, side)):
            if start > at:
                heights = (at, start) if falling else (side - at, side - start)
                yield f"M{_at((MARGIN + at, MARGIN + heights[0]))}"
                yield f"L{_at((MARGIN + start, MARGIN + heights[1]))}"
            at = max(at, end)

    def _covered(self, falling: bool) -> Iterator[tuple[float, float]]:
        """From where to where, seen from the left edge, a diagonal runs through the ring of a text.

        That is as high as the text; the diagonal is the line on which `across` is `down`.
        """
        side = UNIT * self.moment.size
        for (x, y), height in self._texts():
            across, down = x - MARGIN, y - MARGIN if falling else side - (y - MARGIN)
            inside = (height / 2) ** 2 - (across - down) ** 2 / 2
            if inside > 0:
                middle, half = (across + down) / 2, (inside / 2) ** 0.5
                yield middle - half, middle + half

    def _texts(self) -> Iterator[tuple[Point, float]]:
        """The middle and the height of each value and candidate."""
        for cell, value in enumerate(self.moment.grid):
            if value:
                yield self.middle(cell), self._large(value)
        for cell, value in self._open():
            yield self.place(cell, value), self._little

    def frame(self) -> Iterator[str]:
        """The lines between cells and round boxes, or a frame around each cell."""
        if self.look == "swift":
            yield from self._frames()
        else:
            yield from self._lines()
        for constraint in self.moment.puzzle.shape.extra:
            outline = "".join(self._outline(constraint.scope))
            yield self._stroked("path", THIN, d=outline, stroke_dasharray="3 2")

    def _stroked(self, name: str, width: float, /, **attributes: float | str) -> str:
        """An element of lines."""
        return _tag(name, **attributes, fill="none", stroke=self.ink, stroke_width=width)

    def _lines(self) -> Iterator[str]:
        size, length = self.moment.size, UNIT * self.moment.size
        thin = "".join(
            f"M{_at((MARGIN, at))}h{_short(length)}M{_at((at, MARGIN))}v{_short(length)}"
            for at in (MARGIN + UNIT * number for number in range(1, size))
        )
        yield self._stroked("path", THIN, d=thin)
        edge = f"M{_at((MARGIN, MARGIN))}h{_short(length)}v{_short(length)}h-{_short(length)}z"
        heavy = edge + "".join(self._borders())
        yield self._stroked("path", THICK, d=heavy, stroke_linecap="square")

    def _borders(self) -> Iterator[str]:
        """The sides that cells of different boxes or regions share; those in a row as one."""
        size, area = self.moment.size, self.moment.areas
        for line in range(1, size):
            below = [area[(line - 1) * size + k] != area[line * size + k] for k in range(size)]
            beside = [area[k * size + line - 1] != area[k * size + line] for k in range(size)]
            at = MARGIN + UNIT * line
            for start, end in _runs(below):
                yield f"M{_at((MARGIN + UNIT * start, at))}h{_short(UNIT * (end - start))}"
            for start, end in _runs(beside):
                yield f"M{_at((at, MARGIN + UNIT * start))}v{_short(UNIT * (end - start))}"

    def _frames(self) -> Iterator[str]:
        """A frame around each cell, and more room between boxes than inside them."""
        near = self.moment.areas
        for cell in range(self.moment.size**2):
            left, top = self.corner(cell)
            row, column = divmod(cell, self.moment.size)
            first = [
                not at or near[cell] != near[cell - back]
                for at, back in ((column, 1), (row, self.moment.size))
            ]
            width, height = (UNIT - 2 - 2 * at for at in first)
            x, y = left + 1 + 2 * first[0], top + 1 + 2 * first[1]
            yield self._stroked("rect", 1, x=x, y=y, width=width, height=height, rx=3)

    def _outline(self, cells: Sequence[Cell]) -> Iterator[str]:
        """The border of a set of cells, a little inside it."""
        size, inside = self.moment.size, {*cells}
        for cell in cells:
            (left, top), (row, column) = self.corner(cell), divmod(cell, size)
            right, bottom = left + UNIT - 3, top + UNIT - 3
            left, top = left + 3, top + 3
            for there, one, other in (
                (cell - 1 if column else None, (left, top), (left, bottom)),
                (cell + 1 if column < size - 1 else None, (right, top), (right, bottom)),
                (cell - size if row else None, (left, top), (right, top)),
                (cell + size if row < size - 1 else None, (left, bottom), (right, bottom)),
            ):
                if there not in inside:
                    yield f"M{_at(one)}L{_at(other)}"

    def values(self) -> Iterator[str]:
        """The values; givens bold."""
        for cell, value in enumerate(self.moment.grid):
            if value:
                given = bool(self.moment.puzzle.givens[cell])
                text = self._symbol(value)
                yield _text(self.middle(cell), text, self._large(value), bold=given)

    def _large(self, value: Value) -> float:
        """The height of a value."""
        height = UNIT * (0.92 if self.look == "racket" else 0.62)
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
            yield _text(self.place(cell, value), self._symbol(value), self._little, fill=fill)
        for cell, value in circled:
            if not self.moment.grid[cell]:
                x, y = self.place(cell, value)
                yield self._stroked("circle", 0.8, cx=x, cy=y, r=self.step * 0.48)
        if strokes := "".join(self._stroke(cell, value) for cell, value in sorted(removed)):
            yield _tag("path", d=strokes, stroke=self.colours.stroke, stroke_width=0.8)

    def _stroke(self, cell: Cell, value: Value) -> str:
        """What crosses a candidate out: from its lower left to its upper right."""
        (x, y), arm = self.place(cell, value), self.step * 0.42
        return f"M{_at((x - arm, y + arm))}L{_at((x + arm, y - arm))}"

    def links(self, links: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        """The links: solid where they are strong, dashed where they are weak."""
        lines: dict[bool, list[str]] = {True: [], False: []}
        for link in links if self.small else ():
            line = self._line(self._node(link["from"]), self._node(link["to"]))
            lines[bool(link["strong"])].append(line)
        for strong, drawn in lines.items():
            if drawn:
                dashes = "" if strong else "3 2.5"
                yield self._stroked("path", 1.2, d="".join(drawn), stroke_dasharray=dashes)

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
            return f"M{_at(one)}L{_at(other)}"
        x, y = across / length, down / length
        start = one[0] + x * room, one[1] + y * room
        end = other[0] - x * room, other[1] - y * room
        bend = min(UNIT * 0.3, length * 0.12)
        top = (one[0] + other[0]) / 2 - y * bend, (one[1] + other[1]) / 2 + x * bend
        return f"M{_at(start)}Q{_at(top)} {_at(end)}"

    def _symbol(self, value: Value) -> str:
        return symbol(value, self.moment.size)


def _text(middle: Point, text: str, size: float, bold: bool = False, fill: str = "") -> str:
    x, y = middle
    weight = "bold" if bold else ""
    return _tag("text", text, x=x, y=y + BASE * size, font_size=size, font_weight=weight, fill=fill)


def _tag(name: str, text: str = "", /, **attributes: float | str) -> str:
    """An element with these attributes; those that are empty are left out."""
    known = {each.replace("_", "-"): value for each, value in attributes.items() if value != ""}
    words = (
        f'{each}="{value if isinstance(value, str) else _short(value)}"'
        for each, value in known.items()
    )
    return f"<{name} {' '.join(words)}" + (f">{text}</{name}>" if text else "/>")


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where flags are set: from the first place to the one behind the last of each run."""
    end = 0
    for flag, run in groupby(flags):
        start, end = end, end + len(list(run))
        if flag:
            yield start, end


def _at(point: Point) -> str:
    return f"{_short(point[0])},{_short(point[1])}"


def _short(number: float) -> str:
    """A length with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
