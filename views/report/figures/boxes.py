"""Box plots: how the times of each solver are spread over the puzzles, and over isomorphs.

The quartiles are those of all puzzles a solver was asked, an unsolved one being larger than any
other: a box that reaches into what was not solved ends at the limit with an arrow, and the figure
beside it is a bound.  A count at which a killed run would have ended is not known at all: where it
is that of all its puzzles, a solver has its line with "not known" in it.
"""

from collections.abc import Sequence
from typing import Any

import altair
import numpy
from numpy.typing import NDArray

from accord.bench.analysis.endings import counted_endings
from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import number, seconds
from accord.views.report.figures.figure import (
    BAD,
    INK,
    SOFT,
    WIDE,
    Figure,
    Phrases,
    Row,
    amounts,
    beside,
    by_solver,
    rows_high,
    spec_of,
)
from accord.views.tables.statistics import endings_text

UNSOLVED = altair.Tooltip("unsolved:N", title="not solved")
ENDS = {"low": 0.0, "first": 0.25, "median": 0.5, "third": 0.75, "high": 1.0}  # and their shares


def boxes(sample: Sample, endings: NDArray[numpy.str_]) -> Figure:
    """A box for each solver; `endings` says how its puzzles ended, row by row as in the sample."""
    rows, phrases, x = [], Phrases(sample), altair.X("low:Q", **amounts(sample))
    for place, solver in enumerate(sample.solvers):
        asked = sample.asked[place]
        values, cut = sample.values[place][asked], sample.cut[place][asked]
        if known := box(values, cut):
            rows.append(
                {
                    "solver": solver,
                    **known,
                    "text": median_text(sample, known) + _part(sample, place),
                }
                | {"unsolved": endings_text(counted_endings(endings[place]))}
            )
    return Figure(
        "boxes",
        f"How each solver's {phrases.what} are spread",
        f"Over the puzzles that were asked, of {len(sample.puzzles):,} (n where they are fewer): "
        "half of a solver's puzzles lie in its box, the stroke is the median (the figure on the "
        f"right), the thin line goes from the {phrases.least} to the {phrases.most}; an arrow "
        "means that it goes on beyond that, as some were not solved.",
        spec_of(chart_of_boxes("boxes", [row["solver"] for row in rows], x, more=[UNSOLVED])),
        {"boxes": rows},
        WIDE,
    )


def _part(sample: Sample, place: int) -> str:
    """The number of puzzles that a solver was asked, as ` (n 12)`; empty where it is all."""
    asked = int(sample.asked[place].sum())
    return "" if asked == len(sample.puzzles) else f" (n {asked:,})"


def box(values: NDArray[numpy.float64], cut: NDArray[numpy.bool_]) -> Row | None:
    """Quartiles and extremes; `cut` says that the median is only a bound, `open` that the end is.

    They are None where all that is known is that the runs were cut, and all of it is None where not
    even that is.
    """
    known = cut | ~numpy.isnan(values)
    if not known.any():
        return None
    if numpy.isnan(values).all():
        return {**dict.fromkeys(ENDS), "cut": True, "open": True}
    endless, charged = _ordered(values[known], cut[known])
    largest = float(numpy.nanmax(values))
    ends = {
        name: float(numpy.quantile(endless, share, method="inverted_cdf"))
        for name, share in ENDS.items()
    }
    finite = {name: min(value, largest) for name, value in ends.items()}
    middle = slice((len(endless) - 1) // 2, len(endless) // 2 + 1)  # one or two
    median = float(charged[middle].mean())
    finite["median"] = largest if numpy.isnan(median) else median
    cut_there = bool(numpy.isinf(endless[middle]).any())
    return finite | {"cut": cut_there, "open": ends["high"] == numpy.inf}


def _ordered(
    values: NDArray[numpy.float64], cut: NDArray[numpy.bool_]
) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]:
    """The figures with unsolved ones infinite, in order; and in this order what they count as."""
    endless = numpy.where(cut, numpy.inf, values)
    order = numpy.argsort(endless, kind="stable")
    return endless[order], values[order]


def median_text(sample: Sample, known: Row) -> str:
    """The median of a box, in words."""
    if known["median"] is None:
        return "not known"
    write = number if sample.limit is None else seconds
    return write(known["median"], ">=" if known["cut"] else "")


def chart_of_boxes(
    data: str,
    solvers: list[str],
    x: Any,
    *,
    color: str = "var(--solver-1)",
    more: Sequence[str] = (),
) -> Any:
    """A box for each solver on the axis `x`, its median beside it; the tooltip names `more`."""
    median = altair.Tooltip("text:N", title="median")
    base = by_solver(data, solvers, grid=False).encode(tooltip=["solver:N", median, *more])
    thin = base.mark_rule(color=SOFT).encode(x=x, x2="high:Q")
    bar = base.mark_bar(color=color, opacity=0.55, height=11).encode(x="first:Q", x2="third:Q")
    stroke = base.mark_tick(color=INK, thickness=2.5, size=15).encode(x="median:Q")
    arrow: Any = base.transform_filter("datum.open").mark_point(
        shape="triangle-right", filled=True, color=BAD, size=70, xOffset=5
    )
    layers = thin, bar, stroke, arrow.encode(x="high:Q"), beside(base, "text")
    return rows_high(layers, len(solvers))
