"""A figure: a Vega-Lite chart, the rows it draws, and the sentence that says how to read it.

Charts are made with altair and hold no data: they ask for rows by name.  So a chart is a page of
JSON, whatever the campaign's size, and the browser can ask it for other rows (another pair of
solvers) without any rule of drawing.  Page, SVG and PNG come from the same chart.

Colours are names here, of the variables in page/report.css, which a browser looks up in an SVG as
anywhere else: so a figure follows the page into the dark and onto paper without being drawn again.
Where there is no page, `settled` puts the colours of daylight in their place.

At most STYLES solvers are distinguished by colour, dash and mark at a time; lines of others are
grey.  Each colour is there twice, with another dash and with its marks hollow, so that curves
can be told apart in grey, too.  More colours than seven cannot be distinguished.  These are those
of Okabe and Ito ("Color universal design", 2002), which people with any colour vision can, without
their yellow, which is too pale for lines on white.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

import altair

from accord.bench.analysis.statistics.sample import Sample
from accord.views.tables.table import CLOCKS

COLOURS = tuple(f"var(--solver-{number})" for number in range(1, 8))
DASHES: tuple[list[int], ...] = ([], [7, 3], [2, 2], [9, 3, 2, 3], [4, 4], [1, 3], [12, 4])
DASHES += (*DASHES[1:], DASHES[0])  # the second time a colour has the next one
STYLES = 2 * len(COLOURS)
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
INK, SOFT, FAINT, PAPER = "var(--ink)", "var(--soft)", "var(--faint)", "var(--paper)"
GOOD, BAD = "var(--good)", "var(--bad)"
STEP = 22  # pixels of a row
LABEL_LIMIT = 260  # pixels of a solver's name
LONGEST, LONGEST_NARROW = 40, 19  # characters of a solver's name, and where there is little room
CHOSEN = "the chosen solver"  # of whom a figure is, where there is a page to choose one
NAMES = "datum.label"  # in place of which an expression shortens names for the room there is
WIDE = 560  # pixels that a figure with a row for each solver needs
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

Row = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A chart with its title and caption."""

    name: str  # of its file and of its place in the page
    title: str
    reading: str  # one sentence
    spec: dict[str, Any]  # a chart of Vega-Lite without data
    data: dict[str, list[Row]]  # by the names under which the chart asks for them
    least: int = 0  # pixels it needs: where there are fewer it is scrolled in its box
    alternative: str = ""  # what it shows, in words, where the sentence on reading is not enough
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)  # of CSV; or its data
    square: bool = False  # as high as it is wide

    def chart(self) -> dict[str, Any]:
        """The chart with its data and the looks of the page."""
        return {**self.spec, "datasets": self.data, "config": config()}


def by_solver(data: str, solvers: Sequence[str], **axis: Any) -> Any:
    """A chart of these data with a row for each solver, in this order."""
    names = altair.Axis(ticks=False, labelExpr=NAMES, **axis)
    y = altair.Y("solver:N", sort=list(solvers), title=None, axis=names)
    return altair.Chart(altair.NamedData(data)).encode(y=y)


def beside(rows: Any, field: str) -> Any:
    """A text at the right end of each row."""
    return rows.mark_text(x="width", align="left", dx=10, color=INK).encode(text=f"{field}:N")


def names_expression(short: Mapping[str, str]) -> str:
    """An expression of Vega that writes short names for long ones."""
    chosen = "datum.label"
    for name, other in short.items():
        chosen = f"datum.label == {json.dumps(name)} ? {json.dumps(other)} : {chosen}"
    return chosen


def rows_high(layers: Sequence[Any], rows: int) -> Any:
    """Layers of a chart with so many rows."""
    return altair.layer(*layers).properties(height=STEP * rows)


def spec_of(chart: Any, height: int | None = None) -> dict[str, Any]:
    """The specification of a chart of altair, as wide as the page."""
    made: dict[str, Any] = chart.to_dict()
    made.pop("config", None)
    made["width"] = "container"
    if height is not None:
        made["height"] = height
    return made


def settled(chart: dict[str, Any], width: float = 720) -> str:
    """The JSON of a chart for a file: so many pixels wide, with the colours of daylight."""
    text = json.dumps({**chart, "width": width, "background": PAPER})
    for name, colour in daylight().items():
        text = text.replace(f"var({name})", colour)
    return text.replace(json.dumps(FONT), '"DejaVu Sans, sans-serif"')


@lru_cache
def daylight() -> dict[str, str]:
    """The page's colours by the names of their variables."""
    style = (Path(__file__).parents[1] / "page" / "report.css").read_text(encoding="utf-8")
    block = style.partition("{")[2].partition("}")[0]
    pairs = (line.strip().rstrip(";").split(": ", 1) for line in block.splitlines())
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and pair[0].startswith("--")}


def config() -> dict[str, Any]:
    """The looks of all figures."""
    quiet = {"labelColor": SOFT, "titleColor": SOFT, "labelFontSize": 11, "titleFontSize": 12}
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"stroke": None},
        "axis": {
            **quiet,
            "gridColor": FAINT,
            "domainColor": FAINT,
            "tickColor": FAINT,
            "titleFontWeight": "normal",
            "titlePadding": 8,
            "labelLimit": LABEL_LIMIT,
            "labelSeparation": 6,
        },
        "legend": {
            **quiet,
            "labelColor": INK,
            "orient": "top",
            "columns": 3,
            "symbolSize": 80,
            "labelLimit": LABEL_LIMIT,
            "titleFontWeight": "normal",
        },
        "text": {"color": INK, "fontSize": 11},
        "title": {"color": INK},
    }


def amounts(sample: Sample, title: str = "") -> dict[str, Any]:
    """The axis and the scale, both logarithmic, of times or, where there is no limit, of counts."""
    title = title or title_of(sample.measure)
    if sample.limit is None:
        return {
            "axis": altair.Axis(title=title, labelExpr=COUNTS, values=COUNT_TICKS),
            "scale": altair.Scale(type="symlog", constant=1, nice=False),
        }
    solved = sample.values[sample.solved]
    least = max(float(solved.min()), 1e-9) if len(solved) else sample.limit / 10
    values = ticks(least, sample.limit)
    return {
        "axis": altair.Axis(title=title, labelExpr=SECONDS, values=values),
        "scale": altair.Scale(type="log", nice=False),
    }


def ratio_axis(field: str, title: str | Sequence[str]) -> Any:
    """A logarithmic axis of ratios."""
    axis = altair.Axis(format="~r", values=RATIOS)
    return altair.X(field, title=title, scale=altair.Scale(type="log", nice=False), axis=axis)


def ticks(least: float, most: float) -> list[float]:
    """Powers of ten around some seconds, and where these are few their double and fivefold too."""
    powers = range(floor(log10(least)), ceil(log10(most)) + 1)
    steps = (1,) if len(powers) > 4 else (1, 2, 5)
    return [float(f"{step}e{power}") for power in powers for step in steps]


COUNTS = "format(datum.value, '~s')"
COUNT_TICKS = [0, *(10**power for power in range(13))]
RATIOS = [float(f"{step}e{power}") for power in (-1, 0, 1) for step in (1, 2, 5)]
RATIOS = [1e-5, 1e-4, 1e-3, 1e-2, *RATIOS, 1e2, 1e3, 1e4, 1e5]  # ticks of an axis of ratios
SECONDS = (
    "datum.value >= 1 ? format(datum.value, '~r') + ' s' : datum.value >= 1e-3 "
    "? format(1e3 * datum.value, '.3~r') + ' ms' : format(1e6 * datum.value, '.3~r') + ' us'"
)


def title_of(measure: str) -> str:
    """The title of an axis of a measure."""
    return CLOCKS.get(measure, measure)


def distinguished(
    channel: Any, solvers: Sequence[str], marks: Sequence[str], legend: Any = None
) -> Any:
    """A channel by which the first solvers are distinguished, by marks that begin anew."""
    names = list(solvers[:STYLES])
    scale = altair.Scale(domain=names, range=[marks[n % len(marks)] for n in range(len(names))])
    return channel("solver:N", legend=legend, scale=scale)


class Phrases:
    """The words for less and more of the sample's measure: of times, and of counts.

    A counter is no time: who has fewer nodes need not be quicker, and an unsolved run has no limit
    to stand at.
    """

    def __init__(self, sample: Sample) -> None:
        count = sample.measure

        def say(of_time: str, of_count: str) -> str:
            return of_count if sample.limit is None else of_time

        self.what = say("times", count)  # that a solver's puzzles differ in
        self.less = say("is quicker", f"needs fewer {count}")  # one, compared with another
        self.more = say("slower", "more")  # and the other
        self.least = say("quickest", f"one with fewest {count}")  # of the puzzles, or the solvers
        self.most = say("slowest", f"one with most {count}")
        self.lower = say("quicker", f"fewer {count}")  # the lower a line runs, the ...
        self.few = say("is quick", f"needs few {count}")  # who ... on which kind of puzzle
        self.first = say("is quickest", f"needs fewest {count}")  # of some solvers one ...
        self.takes = say("takes", "needs")  # a solver ... so many ...
        self.as_long = say("times as long", f"times as many {count}")
        self.ratio = f"times the {title_of(count)} of {CHOSEN}"  # on an axis
        self.cut = say(  # what becomes of unsolved puzzles in a ratio
            "unsolved puzzles count as the limit, so that a ratio with a sign before it is a bound",
            "an unsolved run counts as what it had counted when it ended, so that a ratio with a "
            "sign before it is a bound; a killed run did not report that, and ? is a ratio that is "
            "not known for it",
        )
