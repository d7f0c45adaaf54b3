"""The scatter plot of two solvers: a point for each puzzle, and rails for what was not solved.

A point that one of them did not solve stands on a rail beyond the limit: it would be further out,
it is not known where.  Beyond SAMPLE puzzles a seeded sample of them is drawn, and besides every
puzzle that only one solved or on which one was wrong, up to MOST: these are what one looks for, and
a sample would lose them.
"""

import random
from collections.abc import Sequence
from typing import Any

import altair
import numpy

from accord.bench.analysis.endings import ENDINGS
from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import number, seconds
from accord.views.report.figures.figure import (
    BAD,
    INK,
    PAPER,
    SOFT,
    Figure,
    Phrases,
    Row,
    amounts,
    spec_of,
)

SAMPLE = 5_000  # puzzles
MOST = 20_000  # points besides
SEED = 0
CROWD = 500  # puzzles, of which points are smaller
GUIDES = (1, 2, 10)
KINDS = ("both solved", "one solved", "neither solved", "one is wrong")
ONE, OTHER = "{one}", "{other}"  # for the names of the solvers, until they are chosen


def sampled(puzzles: int) -> "list[bool]":
    """For each puzzle, whether it is in the sample; all are where they are few."""
    if puzzles <= SAMPLE:
        return [True] * puzzles
    chosen = set(random.Random(SEED).sample(range(puzzles), SAMPLE))
    return [place in chosen for place in range(puzzles)]


def scatter(sample: Sample, names: Sequence[str], endings: Any) -> Figure:
    """The first two solvers of the sample; the page can put others in their place.

    Args:
        sample: of at least two solvers.
        names: of its puzzles.
        endings: how its puzzles ended, as letters in the shape of its values.
    """
    return Figure(
        "scatter",
        "Two solvers, puzzle by puzzle",
        f"Each point is a puzzle that both were asked, of {len(sample.puzzles):,}: below the "
        "diagonal the one on the upright axis "
        f"{Phrases(sample).less}, above it the other{_beside(sample)}; a point on a dashed rail "
        "was not solved, however it ended.",
        spec_of(_chart(sample), 440),
        rows(sample, names, endings),
        square=True,
    )


def _beside(sample: Sample) -> str:
    return "" if sample.limit is None else "; the lines beside it are 2 and 10 times"


def rail(sample: Sample) -> float:
    """The place of unsolved puzzles on an axis: beyond the limit, or beyond every count."""
    if sample.limit is not None:
        return 1.5 * sample.limit
    return 2 * float(numpy.nanmax(sample.values, initial=1.0))


def least(sample: Sample) -> float:
    """The beginning of both axes."""
    if sample.limit is None:
        return 0.0
    return 0.8 * float(numpy.nanmin(sample.values[sample.solved], initial=sample.limit))


def rows(sample: Sample, names: Sequence[str], endings: Any) -> dict[str, list[Row]]:
    """Points, guides and rails for the first two solvers."""
    beyond, low = rail(sample), least(sample)
    high = beyond * 4 / 3
    points, solved = [], sample.solved[:2]
    for place, drawn in enumerate(sampled(len(sample.puzzles))):
        if not sample.asked[:2, place].all():
            continue
        one_wrong = bool((endings[:2, place] == "w").any())
        kind = 3 if one_wrong else 2 - int(solved[:, place].sum())
        if drawn or kind in (1, 3):
            x, y = (
                float(sample.values[each, place]) if solved[each, place] else beyond
                for each in (0, 1)
            )
            point = {"x": x, "y": y, "kind": KINDS[kind], "p": place, "puzzle": names[place]}
            one, other = (_cost_text(sample, each, place, endings) for each in (0, 1))
            points.append(point | {"one": one, "other": other})
    guides = [
        {"times": f"{times}x", "line": line, "x": x, "y": y}
        for line, (times, slope) in enumerate(_slopes(sample.limit is None))
        for x, y in _segment(slope, low, high)
    ]
    rails = [{"x": beyond, "low": low, "high": high}]
    return {"points": points[: SAMPLE + MOST], "guides": guides, "rails": rails}


def _cost_text(sample: Sample, solver: int, puzzle: int, endings: Any) -> str:
    """The cost of a puzzle for a solver, or how the run ended without a solution."""
    if not sample.solved[solver, puzzle]:
        return ENDINGS.get(endings[solver, puzzle], "")
    write = number if sample.limit is None else seconds
    return write(float(sample.values[solver, puzzle]))


def _slopes(counts: bool) -> list[tuple[int, float]]:
    """The guides, and how much slower the second solver is along each."""
    if counts:
        return [(1, 1.0)]  # on an axis that has a 0 the others would be no lines
    return [(1, 1.0)] + [(times, slope) for times in GUIDES[1:] for slope in (times, 1 / times)]


def _segment(slope: float, low: float, high: float) -> list[tuple[float, float]]:
    """The ends of the line y = slope x within the square from low to high."""
    ends = max(low, low / slope), min(high, high / slope)
    return [(x, slope * x) for x in ends] if ends[0] < ends[1] else []


def _chart(sample: Sample) -> Any:
    axes = {
        "x": altair.X("x:Q", **amounts(sample, ONE)),
        "y": altair.Y("y:Q", **amounts(sample, OTHER)),
    }
    chosen = altair.param(name="point", value=-1)
    lines, *more = _guides(axes)
    # The ring is below the points, which are to be clicked.
    layers = lines.add_params(chosen), *more, *_rails(sample), _ring(axes), _points(sample, axes)
    return altair.layer(*layers)


def _guides(axes: dict[str, Any]) -> list[Any]:
    """The diagonal, the lines beside it, and what they are called."""
    guides = altair.Chart(altair.NamedData("guides")).encode(**axes)
    dashes = altair.Scale(domain=["1x", "2x", "10x"], range=[[1, 0], [6, 3], [2, 3]])
    lines = guides.mark_line(color=SOFT, strokeWidth=1, opacity=0.7, clip=True).encode(
        detail="line:N", strokeDash=altair.StrokeDash("times:N", legend=None, scale=dashes)
    )
    labels = (
        guides.transform_joinaggregate(most="max(x)", groupby=["line"])
        .transform_filter("datum.x == datum.most && datum.times != '1x'")
        .mark_text(align="right", baseline="bottom", dx=-3, dy=-2, color=SOFT, fontSize=10)
        .encode(text="times:N")
    )
    return [lines, labels]


def _rails(sample: Sample) -> list[Any]:
    """The lines on which unsolved puzzles stand."""
    rails = altair.Chart(altair.NamedData("rails"))
    dashes: dict[str, Any] = {"color": BAD, "strokeDash": [5, 4], "opacity": 0.6}
    note: dict[str, Any] = {"color": BAD, "fontSize": 10, "align": "left", "text": "not solved"}
    return [
        rails.mark_rule(**dashes).encode(x="x:Q", y=altair.Y("low:Q"), y2="high:Q"),
        rails.mark_rule(**dashes).encode(y=altair.Y("x:Q"), x=altair.X("low:Q"), x2="high:Q"),
        rails.mark_text(**note, dx=4, dy=-4).encode(x="low:Q", y="x:Q"),
    ]


def _ring(axes: dict[str, Any]) -> Any:
    """A ring around the chosen point."""
    points = altair.Chart(altair.NamedData("points")).transform_filter("datum.p == point")
    return points.mark_point(size=260, stroke=INK, strokeWidth=2.5, filled=False).encode(**axes)


def _points(sample: Sample, axes: dict[str, Any]) -> Any:
    """A point for each puzzle, with the mark of its kind."""
    size = 60 if len(sample.puzzles) < CROWD else 24  # square pixels
    shapes = ["circle", "triangle-up", "square", "cross"]
    colours = ["var(--solver-1)", "var(--solver-5)", SOFT, BAD]
    look: dict[str, Any] = {"cursor": "pointer", "stroke": PAPER, "strokeWidth": 0.7}
    points = altair.Chart(altair.NamedData("points"))
    return points.mark_point(size=size, filled=True, opacity=0.75, **look).encode(
        **axes,
        color=_kinds(altair.Color, colours),
        shape=_kinds(altair.Shape, shapes),
        tooltip=[
            "puzzle:N",
            altair.Tooltip("one:N", title=ONE),
            altair.Tooltip("other:N", title=OTHER),
            altair.Tooltip("kind:N", title="result"),
        ],
    )


def _kinds(channel: Any, marks: list[str]) -> Any:
    """The kinds of points by colour or by shape."""
    legend = altair.Legend(title=None, columns=2)
    return channel("kind:N", legend=legend, scale=altair.Scale(domain=KINDS, range=marks))
