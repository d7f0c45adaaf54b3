"""Curves of what is solved by when: the cactus plot and the cumulative distribution.

Both have a point for each solved puzzle, and none for an unsolved one: but they are drawn on an
axis that goes up to all puzzles, so that a solver that leaves some unsolved ends below it.  A
curve with more points than MOST looks the same: every n-th is drawn, and the first and the last.
"""

import json
from typing import Any

import altair
import numpy

from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import counted, listed
from accord.views.report.figures.figure import (
    DASHES,
    SOFT,
    Figure,
    Phrases,
    Row,
    amounts,
    distinguished,
    spec_of,
)

MOST = 300  # points of a curve
NAMED = 4  # solvers in a caption


def cactus(sample: Sample) -> Figure:
    """The puzzles of each solver from the quickest to the slowest."""
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
    y = altair.Y("cost:Q", **amounts(sample))
    all_puzzles = altair.Chart(altair.sequence(1)).mark_rule(color=SOFT, strokeDash=[2, 3])
    curves = _curves(sample.solvers, x, y, "linear")
    chart = altair.layer(*curves, all_puzzles.encode(x=altair.datum(total)))
    return Figure(
        "cactus",
        f"Solved puzzles, from the {phrases.least} to the {phrases.most}",
        f"The further right a line ends, the more of the {total:,} puzzles (dotted) are solved; "
        f"the lower it runs, the {phrases.lower}{not_asked(sample)}{_cut(sample)}.",
        spec_of(chart, 380),
        {"curve": rows, "ends": _last(rows)},
    )


def distribution(sample: Sample) -> Figure:
    """The share of all puzzles that each solver has solved after a time: the ECDF."""
    rows: list[Row] = []
    total = len(sample.puzzles)
    for solver, costs in _costs(sample):
        rows += [
            {"solver": solver, "cost": float(costs[place]), "share": (place + 1) / total}
            for place in thinned(len(costs))
        ]
        if sample.limit is not None and sample.asked[sample.place(solver)].any():
            rows.append({"solver": solver, "cost": sample.limit, "share": len(costs) / total})
    x = altair.X("cost:Q", **amounts(sample))
    share = altair.Scale(domain=[0, 1])
    title = f"share solved, of {counted(total, 'puzzle')}"
    y = altair.Y("share:Q", title=title, axis=altair.Axis(format="%"), scale=share)
    chart = altair.layer(*_curves(sample.solvers, x, y, "step-after"))
    within = "within that much" if sample.limit is not None else f"with that many {sample.measure}"
    when = "by when" if sample.limit is not None else f"with how many {sample.measure}"
    return Figure(
        "ecdf",
        f"Share solved {when}",
        f"At each point of the axis below, a line's height is the share of all {total:,} puzzles "
        f"that a solver solves {within}; a line that ends below 100 % leaves the rest "
        f"unsolved{not_asked(sample)}{_cut(sample)}.",
        spec_of(chart, 380),
        {"curve": rows, "ends": _last(rows)},
    )


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


def _curves(solvers: tuple[str, ...], x: Any, y: Any, interpolate: str) -> list[Any]:
    """Grey lines of all but the chosen solvers, above them those of the chosen with marked ends."""
    channels = distinguished(solvers)
    base = altair.Chart(altair.NamedData("curve")).encode(x=x, y=y, tooltip=["solver:N"])
    chosen = altair.param(name="chosen", value=channels["color"].to_dict()["scale"]["domain"])
    grey = (
        base.transform_filter("indexof(chosen, datum.solver) < 0")
        .mark_line(color=SOFT, opacity=0.35, strokeWidth=1, interpolate=interpolate)
        .encode(detail="solver:N")
    )
    coloured = (
        base.transform_filter("indexof(chosen, datum.solver) >= 0")
        .transform_calculate(dash=f"{json.dumps(DASHES)}[indexof(chosen, datum.solver)]")
        .mark_line(strokeWidth=2, interpolate=interpolate)
        .encode(color=channels["color"], strokeDash=altair.StrokeDash("dash:N", scale=None))
    )
    ends = (
        altair.Chart(altair.NamedData("ends"))
        .transform_filter("indexof(chosen, datum.solver) >= 0")
        .mark_point(filled=True, size=60)
        .encode(x=x, y=y, color=channels["color"], shape=channels["shape"], tooltip=["solver:N"])
    )
    return [grey.add_params(chosen), coloured, ends]


def _last(rows: list[Row]) -> list[Row]:
    """The last row of each solver."""
    return list({row["solver"]: row for row in rows}.values())
