"""SVG elements: the colours, lengths and words of which drawings are made, also live ones.

Text is text, and there is no script, no style sheet and nothing from elsewhere, so that a drawing
looks the same in a browser, in LaTeX and in a word processor.  On paper it is black on white; in a
page it has no ground of its own and the colour of the text around it, light or dark.  Text is put
on its base line by hand, because not every program knows `dominant-baseline`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape

from accord.puzzles.outside_data import visible

MARGIN = 3.0  # round the board
THIN, THICK = 0.7, 2.4  # lines
BASE = 0.36  # of the size of the letters: from their middle to their base line
WIDE = 0.56  # of the size of the letters: a character of usual width
SMALL = 9.0  # the size of the letters below a drawing
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"

Point = tuple[float, float]


@dataclass(frozen=True)
class Colours:
    """The colours of a drawing."""

    ink: str  # lines and text
    ground: str  # "" where it has none
    shade: str  # cells that are highlighted
    window: str  # windows of a windoku, dark squares of a chess board
    grey: str  # diagonals
    gone: str  # a candidate that is crossed out
    stroke: str  # and what it is crossed out with
    blocked: str  # the black cells of a kakuro
    clue: str  # and the sums in them


PAPER = Colours("#000", "#fff", "#dcdcdc", "#eee", "#999", "#666", "#c00", "#333", "#fff")
PAGE = Colours(
    *("currentColor", "", "#80808055", "#80808026", "#888", "#808080", "#e5484d"),
    *("#80808066", "currentColor"),
)


class Picture(NamedTuple):
    """A drawing that is no document yet."""

    across: float  # how wide its parts are
    down: float  # and how high
    parts: Sequence[str]  # elements


def stacked(pictures: Iterable[Picture]) -> Picture:
    """Pictures below each other."""
    across, down, parts = 0.0, 0.0, list[str]()
    for each in pictures:
        parts += (
            [tag("g", "\n".join(each.parts), transform=f"translate(0 {short(down)})")]
            if down
            else each.parts
        )
        across, down = max(across, each.across), down + each.down
    return Picture(across, down, parts)


def document(
    width: float,
    height: float,
    parts: Iterable[str],
    title: str,
    colours: Colours,
    below: Iterable[str] = (),
) -> str:
    """The drawing of these parts, with lines of text below it.

    Args:
        width: of the parts; also of the whole.
        height: of the parts.
        parts: elements.
        title: what it shows, for those who cannot see it; text from outside.
        colours: of the ground and of the ink.
        below: texts from outside, broken where they are too long.
    """
    lines = [part for line in below if line for part in broken(line, width - 2 * MARGIN)]
    texts = [
        text((MARGIN, height + SMALL * (1.4 * at + 0.8)), line, SMALL, text_anchor="start")
        for at, line in enumerate(lines)
    ]
    across, down = short(width), short(height + (SMALL * (1.4 * len(lines) + 0.4)) * bool(lines))
    ground = [tag("rect", width=across, height=down, fill=colours.ground)] if colours.ground else []
    body = "\n".join((*ground, *parts, *texts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" '
        f'height="{down}" role="img" font-family="{FONT}" text-anchor="middle" '
        f'fill="{colours.ink}">\n<title>{outside(title)}</title>\n{body}\n</svg>\n'
    )


def width_of(drawing: str) -> float:
    """The width of a document, in its units."""
    found = re.search(r'<svg [^>]* width="([0-9.]+)"', drawing)
    return float(found[1]) if found else 0.0


def outside(words: str) -> str:
    """A text from outside, as it may stand in XML."""
    return escape(visible(words))


def broken(line: str, width: float) -> list[str]:
    """A line in parts that fit into a width, broken at blanks where there are any."""
    room = max(8, int(width / (WIDE * SMALL)))
    parts: list[str] = []
    for word in visible(line).split(" "):
        if parts and len(parts[-1]) + 1 + len(word) <= room:
            parts[-1] += f" {word}"
        else:
            parts += [word[start : start + room] for start in range(0, max(1, len(word)), room)]
    return parts


def cut(words: str, most: int) -> str:
    """A text from outside of at most so many characters."""
    seen = visible(words)
    return seen if len(seen) <= most else f"{seen[: most - 1]}…"


def text(middle: Point, words: str, size: float, /, **attributes: float | str) -> str:
    """A text from outside, in the middle of its line."""
    x, y = middle
    return tag("text", escape(visible(words)), x=x, y=y + BASE * size, font_size=size, **attributes)


def tag(name: str, inside: str = "", /, **attributes: float | str) -> str:
    """An element with these attributes; those that are empty are left out."""
    known = {each.replace("_", "-"): value for each, value in attributes.items() if value != ""}
    words = (
        f'{each}="{value if isinstance(value, str) else short(value)}"'
        for each, value in known.items()
    )
    return f"<{name} {' '.join(words)}" + (f">{inside}</{name}>" if inside else "/>")


def stroked(name: str, ink: str, width: float, /, **attributes: float | str) -> str:
    """An element of lines."""
    return tag(name, **attributes, fill="none", stroke=ink, stroke_width=width)


def at(point: Point) -> str:
    """A point in the data of a path."""
    return f"{short(point[0])},{short(point[1])}"


def short(number: float) -> str:
    """A length with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def of_variable(number: int, parts: Iterable[str]) -> str:
    """An SVG group of the parts that belong to a variable."""
    return marked("g", "variable", "".join(parts), data_cell=str(number))


def chip(value: int, parts: Iterable[str], **attributes: float | str) -> str:
    """An SVG group that is visible as long as a value is left."""
    return marked("g", "chip", "".join(parts), data_chip=str(value), **attributes)


def extent(number: int, lengths: tuple[int, int], zero: float, unit: float) -> str:
    """The attribute that says how a span's place and length follow from a variable.

    Args:
        number: of the variable that says where it begins.
        lengths: how long it is at least, and at most.
        zero: where 0 is in the drawing.
        unit: how long 1 is.
    """
    return " ".join((str(number), *map(str, lengths), short(zero), short(unit)))


def span(name: str = "", size: float = 1, letters: str = "", **attributes: float | str) -> str:
    """An SVG group for a rectangle between bounds; `data_x`, `data_y` or both are extents.

    Args:
        name: what stands in it where it lies in any case.
        size: of the name.
        letters: the colour of the name.
        attributes: of both its parts.
    """
    given = {name: attributes.pop(name) for name in ("data_x", "data_y") if name in attributes}
    parts = (marked("rect", kind, **attributes) for kind in ("may", "must"))
    words = word("title", (0, 0), name, size, fill=letters)
    tagged = marked("g", "tag", words) if name else ""
    return marked("g", "span", "".join((*parts, tagged)), **given)


def marked(name: str, kind: str, inside: str = "", /, **attributes: float | str) -> str:
    """An element of a kind, by which styles and scripts know it."""
    return tag(name, inside, **{"class": kind}, **attributes)


def word(kind: str, middle: Point, words: str, size: float, /, **attributes: float | str) -> str:
    """A text of a kind."""
    return text(middle, words, size, **{"class": kind}, **attributes)
