"""Rectangles: what a NoOverlap2D places, as rectangles in the plane; y grows upwards.

One whose place or size is not known is pale where it may lie, and full where it lies in any case.
Its name is what the names of its two variables begin or end with, or its number.  All variables are
listed below.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from accord.puzzles import Problem
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.no_overlap import NoOverlap2D
from accord.puzzles.domain import Domain
from accord.views.boards.elements import (
    MARGIN,
    THIN,
    WIDE,
    Colours,
    Picture,
    at,
    cut,
    extent,
    short,
    span,
    stacked,
    stroked,
    tag,
    text,
)
from accord.views.boards.forms.graphs import FILLS, letters_on
from accord.views.boards.forms.lists import WIDTH, Values, list_text, others_picture

MOST = 100  # rectangles
BROAD, HIGH, UNIT = 400.0, 340.0, 40.0  # of the plane at most; of 1 at most
LETTERS, ROOM, PALE = 9.0, 26.0, 0.08  # of text; beside the plane; the opacity of where one may lie
NAME = 12  # characters
ROWS = 40  # of a text
MOST_LINES = 60  # in a direction

Interval = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """The bounds of a rectangle's place and length in one direction."""

    variable: int
    first: int  # where it begins at the lowest
    last: int  # and at the highest
    short: int  # how long it is at least
    long: int  # and at most

    @property
    def may(self) -> Interval:
        """The interval that the rectangle may lie in."""
        return self.first, self.last + self.long

    @property
    def must(self) -> Interval:
        """The interval that it covers in any case; begins behind its end where there is none."""
        return self.last, self.first + self.short


@dataclass(frozen=True)
class PlacedRectangle:
    """A rectangle, as far as its place and size are known."""

    name: str
    across: Side
    down: Side
    fill: str

    @property
    def known(self) -> bool:
        """Whether place and size are known."""
        return self.across.may == self.across.must and self.down.may == self.down.must


@dataclass(frozen=True)
class Plane:
    """The area that holds all rectangles, and its scale in the drawing."""

    across: Interval
    up: Interval

    @property
    def unit(self) -> float:
        """The length of 1 in the drawing."""
        (left, right), (low, high) = self.across, self.up
        return min(UNIT, BROAD / max(1, right - left), HIGH / max(1, high - low))

    def x(self, value: float) -> float:
        """The horizontal place of a value in the drawing."""
        return ROOM + (value - self.across[0]) * self.unit

    def y(self, value: float) -> float:
        """The vertical place of a value in the drawing."""
        return MARGIN + (self.up[1] - value) * self.unit

    def box(self, across: Interval, up: Interval) -> Mapping[str, float]:
        """The attributes of an element that covers a part."""
        (left, right), (low, high) = across, up
        size = {"width": (right - left) * self.unit, "height": (high - low) * self.unit}
        return {"x": self.x(left), "y": self.y(high), **size}

    def ground(self, colours: Colours) -> Iterator[str]:
        """A frame, lines at whole numbers where there are not too many, and where it ends."""
        (left, right), (low, high) = self.across, self.up
        wide, tall = short((right - left) * self.unit), short((high - low) * self.unit)
        lines = ""
        if right - left <= MOST_LINES and high - low <= MOST_LINES:
            lines += "".join(f"M{at((self.x(x), self.y(high)))}v{tall}" for x in range(left, right))
            lines += "".join(f"M{at((self.x(left), self.y(y)))}h{wide}" for y in range(low, high))
            yield stroked("path", colours.grey, 0.4, d=lines)
        yield stroked("rect", colours.ink, THIN, **self.box(self.across, self.up))
        for value in self.across:
            yield text((self.x(value), self.y(low) + LETTERS), str(value), LETTERS)
        for value in self.up:
            y = min(self.y(value), self.y(low) - LETTERS / 2)
            yield text((ROOM - 4, max(y, LETTERS)), str(value), LETTERS, text_anchor="end")


def fits(problem: Problem) -> bool:
    """Whether there are rectangles, not too many, and all of their places have bounds."""
    found = next(_constraints(problem), None)
    if problem.layout is not None or found is None or not 0 < len(found.origins) <= MOST:
        return False
    return all(Domain.of(problem.domains[variable]).intervals for variable in found.scope)


def _constraints(problem: Problem) -> Iterator[NoOverlap2D]:
    return (each for each in problem.constraints if isinstance(each, NoOverlap2D))


def rest(problem: Problem, drawing: bool) -> Sequence[Constraint]:
    """The constraints but the first of rectangles."""
    first = next(_constraints(problem))
    return [each for each in problem.constraints if each is not first]


def _rectangles(problem: Problem, values: Values) -> list[PlacedRectangle]:
    def bounds(term: int | Variable) -> Interval:
        if not isinstance(term, Variable):
            return term, term
        value, domain = values[term.number], Domain.of(problem.domains[term.number])
        return (domain.min, domain.max) if value is None else (value, value)

    def side(origin: int, length: int | Variable) -> Side:
        low, high = bounds(length)
        return Side(origin, *bounds(Variable(origin)), max(0, low), max(0, high))

    found, rectangles = next(_constraints(problem)), []
    for number, (origins, lengths) in enumerate(zip(found.origins, found.lengths, strict=True), 1):
        name = _shared(*(problem.names[each] for each in origins)) or str(number)
        across, down = (side(*each) for each in zip(origins, lengths, strict=True))
        rectangles.append(PlacedRectangle(name, across, down, FILLS[(number - 1) % len(FILLS)]))
    return rectangles


def _shared(one: str, other: str) -> str:
    """The longest common beginning of two names, or else end: `box` of `box x` and `box y`."""
    for way in (1, -1):
        pairs = takewhile(
            lambda pair: pair[0] == pair[1], zip(one[::way], other[::way], strict=False)
        )
        if found := "".join(letter for letter, _ in pairs)[::way].strip(" ._-"):
            return found
    return ""


def _plane(rectangles: Sequence[PlacedRectangle]) -> Plane:
    across, up = (
        (min(low for low, _ in each), max(high for _, high in each))
        for each in ([r.across.may for r in rectangles], [r.down.may for r in rectangles])
    )
    return Plane(across, up)


def rectangles_text(problem: Problem, values: Values) -> str:
    """The plane with a letter for each rectangle, where all are known; and the variables."""
    found = _rectangles(problem, values)
    (left, right), (low, high) = _plane(found).across, _plane(found).up
    listed = list_text(problem, values)
    if not all(each.known for each in found) or right - left > WIDTH or high - low > ROWS:
        return listed
    rows = [["."] * (right - left) for _ in range(high - low)]
    for place, each in enumerate(found):
        for y in range(*each.down.may):
            for x in range(*each.across.may):
                rows[high - 1 - y][x - left] = _letter(place)
    return "\n".join((*("".join(row) for row in rows), "", listed))


def _letter(place: int) -> str:
    return chr(ord("A") + place) if place < 26 else chr(ord("a") + place % 26)


def rectangles_picture(
    problem: Problem, values: Values, changed: Collection[int], colours: Colours
) -> Picture:
    """The plane; rectangles that are `changed` have a thick line."""
    found = _rectangles(problem, values)
    plane = _plane(found)
    parts = [*plane.ground(colours)]
    for each in found:
        if not each.known:
            box = plane.box(each.across.may, each.down.may)
            rim: dict[str, float | str] = {"stroke": each.fill, "stroke_dasharray": "4 3"}
            parts.append(tag("rect", **box, **rim, fill=each.fill, fill_opacity=PALE))
    for each in found:
        across, up = each.across.must, each.down.must
        if across[0] < across[1] and up[0] < up[1]:
            line = 2.4 if {each.across.variable, each.down.variable} & {*changed} else THIN
            box = plane.box(across, up)
            parts.append(tag("rect", **box, fill=each.fill, stroke=colours.ink, stroke_width=line))
            parts += _name(each, box, letters_on(each.fill))
    picture = Picture(*_size(plane), parts)
    return stacked([picture, others_picture(problem, values, range(len(values)))])


def _name(rectangle: PlacedRectangle, box: Mapping[str, float], fill: str) -> Iterator[str]:
    """The name, where there is room for it."""
    most = int(box["width"] / (WIDE * LETTERS))
    if most and box["height"] >= LETTERS:
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        yield text(middle, cut(rectangle.name, min(NAME, most)), LETTERS, fill=fill)


def _size(plane: Plane) -> tuple[float, float]:
    return plane.x(plane.across[1]) + ROOM / 2, plane.y(plane.up[0]) + 2 * LETTERS


def live_rectangles(problem: Problem, colours: Colours) -> Picture:
    """The plane, in which the rectangles shrink to their places (elements.py)."""
    found = _rectangles(problem, (None,) * len(problem.domains))
    plane = _plane(found)
    parts = [*plane.ground(colours)]
    for each in found:
        x, y = (
            extent(side.variable, (side.short, side.long), zero, unit)
            for side, zero, unit in (
                (each.across, plane.x(0), plane.unit),
                (each.down, plane.y(0), -plane.unit),
            )
        )
        name, letters = cut(each.name, NAME), letters_on(each.fill)
        parts.append(span(name, LETTERS, letters, data_x=x, data_y=y, fill=each.fill))
    return Picture(*_size(plane), parts)
