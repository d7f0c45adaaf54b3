"""Curves of what is solved by when: the cactus plot and the cumulative distribution.

Both have a point for each solved puzzle, and none for an unsolved one: but they are drawn on an
axis that goes up to all puzzles, so that a solver that leaves some unsolved ends below it.  A
curve with more points than MOST looks the same: every n-th is drawn, and the first and the last.

Every curve has its name: in a column on the right, in the order of the curves' ends, each joined to
its end by a thin line.  Where ends are close, names stand as near to them as they can without
overlap: the sum of the squares of their distances is least (isotonic regression by pooling adjacent
violators; Ayer, Brunk, Ewing, Reid, Silverman, Annals of Mathematical Statistics 1955).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import expm1, log, log1p
from typing import Any

import altair
import numpy

from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import counted, listed
from accord.views.report.figures.figure import (
    COLOURS,
    DASHES,
    INK,
    LONGEST_NARROW,
    PAPER,
    SHAPES,
    SOFT,
    STYLES,
    Figure,
    Phrases,
    Row,
    amounts,
    distinguished,
    spec_of,
)
from accord.views.tables.fitting import short_names

MOST = 300  # points of a curve
NAMED = 4  # solvers in a caption


HEIGHT = 380  # pixels
LINE = 13  # pixels of a name
MARKS = 5  # on a curve
ASIDE = 18  # pixels between the axis and the names, for the lines that lead there


def cactus(sample: Sample, height: int = HEIGHT) -> Figure:
    """The puzzles of each solver from the quickest to the slowest; at least so many pixels high."""
    rows = [
        {"solver": solver, "solved": place + 1, "cost": float(costs[place])}
        for solver, costs in _costs(sample)
        for place in thinned(len(costs))
    ]
    total, phrases = len(sample.puzzles), Phrases(sample)
    x = altair.X(
        "solved:Q",
        title=f"puzzles solved, of {total:,}",
        scale=altair.Scale(domain=[0, total], nice=False),
        axis=altair.Axis(tickMinStep=1, format="d"),
    )
    ends, up = ends_of(rows), _Amounts(sample)
    y = altair.Y("cost:Q", **up.axis)
    all_puzzles = altair.Chart(altair.sequence(1)).mark_rule(color=SOFT, strokeDash=[2, 3])
    height = max(height, LINE * (len(ends) + 1))  # that names need
    labels = labels_of(ends, "cost", total, up, height)
    lines = curves(sample.solvers, x, y, "linear")
    chart = altair.layer(*lines, all_puzzles.encode(x=altair.datum(total)))
    solved = range(1, 1 + int(sample.solved.sum(axis=1).max(initial=0)))
    return Figure(
        "cactus",
        f"Solved puzzles, from the {phrases.least} to the {phrases.most}",
        f"The further right a line ends, the more of the {total:,} puzzles (dotted) are solved; "
        f"the lower it runs, the {phrases.lower}{_absent(sample)}{not_asked(sample)}"
        f"{_cut(sample)}.",
        spec_of(chart, height),
        {"curve": rows, "ends": labels, "marks": marks_of(rows, sample.solvers)},
        columns={"solved": solved, **_columns(sample, len(solved))},
    )


@dataclass(frozen=True)
class DistributionWords:
    """What a figure of shares over time is called and says."""

    name: str  # of the figure
    title: str
    reading: str  # the beginning of its caption
    shares: str  # on its upright axis


def distribution(sample: Sample, height: int = HEIGHT) -> Figure:
    """The share of all puzzles that each solver has solved after a time: the ECDF."""
    total, timed = len(sample.puzzles), sample.limit is not None
    within = "within that much" if timed else f"with that many {sample.measure}"
    when = "by when" if timed else f"with how many {sample.measure}"
    words = DistributionWords(
        "ecdf",
        f"Share solved {when}",
        f"At each point of the axis below, a line's height is the share of all {total:,} puzzles "
        f"that a solver solves {within}; a line that ends below 100 % leaves the rest unsolved",
        f"share solved, of {counted(total, 'puzzle')}",
    )
    return shares_by_time(sample, words, height)


def shares_by_time(sample: Sample, words: DistributionWords, height: int = HEIGHT) -> Figure:
    """The share of all puzzles that each solver has solved after a time, whatever solved means."""
    rows: list[Row] = []
    total = len(sample.puzzles)
    for solver, costs in _costs(sample):
        rows += [
            {"solver": solver, "cost": float(costs[place]), "share": (place + 1) / total}
            for place in thinned(len(costs))
        ]
        if sample.limit is not None and sample.asked[sample.place(solver)].any():
            rows.append({"solver": solver, "cost": sample.limit, "share": len(costs) / total})
    along = _Amounts(sample, whole=True)
    x = altair.X("cost:Q", **along.axis)
    share = altair.Scale(domain=[0, 1])
    y = altair.Y("share:Q", title=words.shares, axis=altair.Axis(format="%"), scale=share)
    ends = ends_of(rows)
    height = max(height, LINE * (len(ends) + 1))  # that names need
    labels = labels_of(ends, "share", along.high, LinearAxis(), height)
    chart = altair.layer(*curves(sample.solvers, x, y, "step-after"))
    shares = numpy.arange(1, 1 + int(sample.solved.sum(axis=1).max(initial=0))) / total
    return Figure(
        words.name,
        words.title,
        f"{words.reading}{not_asked(sample)}{_cut(sample)}.",
        spec_of(chart, height),
        {"curve": rows, "ends": labels, "marks": marks_of(rows, sample.solvers)},
        columns={"share": shares.tolist(), **_columns(sample, len(shares))},
    )


class LinearAxis:
    """A linear axis with its ends; places on it are shares of its length."""

    def __init__(self, low: float = 0.0, high: float = 1.0) -> None:
        self._low, self._high = low, high

    def place(self, value: float) -> float:
        """The place of a value."""
        return (value - self._low) / (self._high - self._low)

    def value(self, place: float) -> float:
        """The value at a place."""
        return self._low + place * (self._high - self._low)


class _Amounts:
    """An axis of times or counts with its ends, and places on it as shares of its length."""

    def __init__(self, sample: Sample, *, whole: bool = False) -> None:
        """The axis from the least of the solved figures to the most, or to the limit."""
        found = sample.values[sample.solved]
        timed = sample.limit is not None
        self.low = max(float(found.min(initial=numpy.inf)), 1e-9) if timed else 0.0
        self.high = float(found.max(initial=0.0))
        if sample.limit is not None and (whole or not len(found)):
            self.high = max(sample.limit, self.high)
        self.low = min(self.low, self.high / 2)  # also where there is one figure, or none
        self.high = self.high or 1.0
        self._of: Callable[[float], float] = log if timed else log1p
        self.axis = amounts(sample)
        self.axis["scale"].domain = [self.low, self.high]

    def place(self, value: float) -> float:
        """The place of a value."""
        low, high = map(self._of, (self.low, self.high))
        return (self._of(max(value, self.low)) - low) / (high - low)

    def value(self, place: float) -> float:
        """The value at a place."""
        low, high = map(self._of, (self.low, self.high))
        there = low + place * (high - low)
        return float(numpy.exp(there)) if self._of is log else expm1(there)


def _costs(sample: Sample) -> "list[tuple[str, Any]]":
    """The sorted costs of the puzzles that each solver solved."""
    return [
        (solver, numpy.sort(sample.values[place][sample.solved[place]]))
        for place, solver in enumerate(sample.solvers)
    ]


def thinned(number: int) -> list[int]:
    """At most MOST places of a curve of so many points, with the first and the last."""
    if number <= MOST:
        return list(range(number))
    return sorted({round(place) for place in numpy.linspace(0, number - 1, MOST)})


def not_asked(sample: Sample) -> str:
    """A sentence on the solvers that were not asked all puzzles."""
    asked = zip(sample.solvers, sample.asked.sum(axis=1).tolist(), strict=True)
    part = {solver: number for solver, number in asked if number < len(sample.puzzles)}
    if not part:
        return ""
    names = listed((f"{solver} {number:,}" for solver, number in part.items()), most=NAMED)
    return f"; asked fewer, the others counting as unsolved: {names}"


def _cut(sample: Sample) -> str:
    """A note where not every point is drawn."""
    most = int(sample.solved.sum(axis=1).max(initial=0))
    return f" (of {most:,} points {MOST} are drawn)" if most > MOST else ""


def _absent(sample: Sample) -> str:
    """The words of a caption that name solvers which solved none; empty where there is none."""
    none = (name for name, row in zip(sample.solvers, sample.solved, strict=True) if not row.any())
    names = listed(none, most=NAMED)
    return f"; solved none: {names}" if names else ""


def _columns(sample: Sample, length: int) -> dict[str, list[float | None]]:
    """The sorted costs of each solver, filled up to a length, for CSV."""
    return {
        solver: [*costs.tolist(), *[None] * (length - len(costs))]
        for solver, costs in _costs(sample)
    }


def curves(solvers: tuple[str, ...], x: Any, y: Any, interpolate: str) -> list[Any]:
    """Grey lines of all but the chosen solvers, above them the chosen, and the names of all."""
    colour = distinguished(altair.Color, solvers, COLOURS)
    base = altair.Chart(altair.NamedData("curve")).encode(x=x, y=y, tooltip=["solver:N"])
    chosen = altair.param(name="chosen", value=colour.to_dict()["scale"]["domain"])
    is_chosen, grey = "indexof(chosen, datum.solver) >= 0", "indexof(chosen, datum.solver) < 0"
    lines = (
        base.transform_filter(grey)
        .mark_line(color=SOFT, opacity=0.35, strokeWidth=1, interpolate=interpolate)
        .encode(detail="solver:N")
    )
    coloured = (
        base.transform_filter(is_chosen)
        .transform_calculate(dash=f"{json.dumps(DASHES)}[indexof(chosen, datum.solver)]")
        .mark_line(strokeWidth=1.6, interpolate=interpolate)
        .encode(color=colour, strokeDash=altair.StrokeDash("dash:N", scale=None))
    )
    marks = altair.Chart(altair.NamedData("marks")).transform_filter(is_chosen)
    names = altair.Chart(altair.NamedData("ends"))
    leaders = names.encode(x=x, y=y, x2="edge:Q", y2="at:Q")
    upright = y.copy()
    upright.shorthand = "at:Q"
    at = names.encode(y=upright)
    words: dict[str, Any] = {"align": "left", "dx": ASIDE + 13, "fontSize": 11, "x": "width"}
    thin: dict[str, Any] = {"strokeWidth": 0.6, "x2Offset": ASIDE}
    return [
        lines.add_params(chosen),
        leaders.transform_filter(grey).mark_rule(color=SOFT, opacity=0.35, **thin),
        leaders.transform_filter(is_chosen).mark_rule(opacity=0.8, **thin).encode(color=colour),
        coloured,
        *_marked(marks.encode(x=x, y=y), solvers, {}),
        *_marked(at.transform_filter(is_chosen), solvers, {"x": "width", "xOffset": ASIDE + 5}),
        at.transform_filter(is_chosen).mark_text(color=INK, **words).encode(text="name:N"),
        at.transform_filter(grey).mark_text(color=SOFT, **words).encode(text="name:N"),
    ]


def _marked(base: Any, solvers: Sequence[str], where: dict[str, Any]) -> list[Any]:
    """The marks of the chosen solvers: filled, and hollow where a colour is there a second time."""
    colour = distinguished(altair.Stroke, solvers, COLOURS)
    shape = distinguished(altair.Shape, solvers, SHAPES)
    look: dict[str, Any] = {"size": 34, "strokeWidth": 1.3, "opacity": 1, **where}
    encoded = base.encode(stroke=colour, shape=shape, tooltip=["solver:N"])
    first = f"indexof(chosen, datum.solver) < {len(COLOURS)}"
    filled = encoded.encode(fill=distinguished(altair.Fill, solvers, COLOURS))
    return [
        filled.transform_filter(first).mark_point(**look),
        encoded.transform_filter(f"!({first})").mark_point(fill=PAPER, **look),
    ]


def marks_of(rows: list[Row], solvers: Sequence[str]) -> list[Row]:
    """The rows with a mark: about MARKS of each curve, elsewhere on each, and its last."""
    found = []
    for number, solver in enumerate(solvers):
        mine = [row for row in rows if row["solver"] == solver]
        step = max(1, len(mine) // MARKS)
        found += mine[number * step // max(1, min(len(solvers), STYLES)) % step :: step]
        found += mine[-1:]
    return found


def ends_of(rows: list[Row]) -> list[Row]:
    """The last row of each solver."""
    return list({row["solver"]: row for row in rows}.values())


def labels_of(
    ends: list[Row], field: str, edge: float, axis: "_Amounts | LinearAxis", height: int
) -> list[Row]:
    """The ends with the names of their solvers, and where these stand on the right.

    Args:
        ends: the last row of each curve.
        field: whose value is its height.
        edge: the value at the right end of the other axis.
        axis: upright.
        height: of it, in pixels.
    """
    short = short_names([row["solver"] for row in ends], LONGEST_NARROW)
    # Of equals the best is above: the ends are in the order of the solvers.
    ordered = [row for _, row in sorted(enumerate(ends), key=lambda e: (e[1][field], -e[0]))]
    places = apart([height * axis.place(row[field]) for row in ordered], LINE, height)
    return [
        {**row, "name": short.get(row["solver"], row["solver"]), "edge": edge}
        | {"at": axis.value(place / height)}
        for row, place in zip(ordered, places, strict=True)
    ]


def apart(wanted: Sequence[float], gap: float, most: float) -> list[float]:
    """Places as near as can be to those wanted, in least squares, that are a gap apart.

    Args:
        wanted: in ascending order.
        gap: between two neighbours.
        most: of the places; the least is 0.
    """
    pools: list[tuple[float, int]] = []  # mean, and how many have it
    for place, each in enumerate(wanted):
        mean, number = each - place * gap, 1
        while pools and pools[-1][0] > mean:
            before, several = pools.pop()
            mean = (mean * number + before * several) / (number + several)
            number += several
        pools.append((mean, number))
    last = max(0.0, most - gap * (len(wanted) - 1))
    means = [min(max(mean, 0.0), last) for mean, number in pools for _ in range(number)]
    return [mean + place * gap for place, mean in enumerate(means)]
