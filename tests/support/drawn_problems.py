"""Places and lines of a drawing of a problem."""

import re
from xml.etree import ElementTree

from accord.constraints import Constraint, Expression, Table, Variable
from accord.views.boards.cells import UNIT
from accord.views.boards.elements import MARGIN

SVG = "{http://www.w3.org/2000/svg}"

Segment = tuple[float, float, float, float]


def parsed(text: str) -> ElementTree.Element:
    assert not re.search(r"href|url\(|<script|<style|<image|<!DOCTYPE", text)
    return ElementTree.fromstring(text)


def places(drawing: str) -> list[tuple[str, float, float]]:
    """Each text, and where the middle of its height begins."""
    return [
        (each.text or "", float(each.attrib["x"]), float(each.attrib["y"]))
        for each in parsed(drawing).iter(f"{SVG}text")
    ]


def cell_at(x: float, y: float, columns: int) -> int:
    return int((y - MARGIN) // UNIT) * columns + int((x - MARGIN) // UNIT)


def segments(drawing: str, having: str) -> list[Segment]:
    """The straight lines of paths with this attribute."""
    found = re.findall(rf'<path d="([^"]*)"[^>]*{having}', drawing)
    lines = [re.findall(r"-?[0-9.]+", part) for path in found for part in path.split("M")[1:]]
    return [tuple(map(float, line[:4])) for line in lines]  # type: ignore[misc]


def beside(cell: int, size: int) -> list[int]:
    row, column = divmod(cell, size)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


def distance(one: int, other: int, is_: int) -> Constraint:
    return Expression(("eq", ("abs", ("sub", Variable(one), Variable(other))), is_))  # type: ignore[arg-type]


def multiple(one: int, other: int, of: int, values: range) -> Constraint:
    pairs = [(a, of * a) for a in values if of * a in values]
    return Table((one, other), (*pairs, *(pair[::-1] for pair in pairs)))
