"""A figure's size on paper, and its data for other programs.

A figure is drawn as for a screen, with letters of FONT pixels, as wide as makes them have the size
that is asked for when all of it is scaled to its width: lines and marks are then as fine as the
letters.  An SVG says its size in points, a PDF is in points, and a PNG has DOTS dots an inch.

CSV is so plain that pgfplots reads it: no quotes, nan for what is not known, and in the names of
solvers `_` in place of what TeX or a reader of CSV would take for its own.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from accord.puzzles.outside_data import inert, visible

FONT = 11  # pixels of most letters, as they are drawn
DOTS = 300  # an inch
_ROOT = re.compile(r'width="([\d.]+)" height="([\d.]+)" viewBox')


@dataclass(frozen=True)
class PaperSize:
    """The width of a figure and the size of its letters, in points of 1/72 inch."""

    width: float
    font: float


def wanted_pixels(size: PaperSize) -> float:
    """The width at which a figure is drawn."""
    return size.width * FONT / size.font


def drawn_size(svg: str) -> tuple[float, float]:
    """The width and the height of a drawing, in pixels."""
    found = _ROOT.search(svg)
    assert found, "an SVG of Vega says its size"
    return float(found[1]), float(found[2])


def scaled(svg: str, width: float, unit: str) -> str:
    """A drawing in another width."""
    old, height = drawn_size(svg)
    new = f'width="{width:g}{unit}" height="{height * width / old:.2f}{unit}" viewBox'
    return _ROOT.sub(new, svg, count=1)


def plain_csv(columns: Mapping[str, Sequence[Any]]) -> str:
    """Columns of figures and words in CSV without a quote.

    Args:
        columns: by their names, all of one length.
    """
    heads: list[str] = []
    for name in map(_plain, columns):
        heads.append(next(each for each in _numbered(name) if each not in heads))
    rows = zip(*columns.values(), strict=True)
    return "".join(f"{','.join(map(_plain, row))}\n" for row in (heads, *rows))


def _numbered(name: str) -> Any:
    """Names that are tried one after the other: the name itself, then with 2, 3, ... behind it."""
    yield name
    yield from (f"{name}_{number}" for number in count(2))


def _plain(value: Any) -> str:
    """A value as CSV has it without quotes."""
    if value is None or value != value:
        return "nan"
    if not isinstance(value, str):
        return str(value)
    return str(inert(re.sub(r"[^\w.:=+@()/ -]", "_", visible(value)))).strip() or "_"
