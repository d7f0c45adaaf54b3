"""How much a solver's time depends on the form a puzzle is written in.

An isomorph is the same puzzle with its values, rows and columns exchanged.  The spread of a solver
on a puzzle is the ratio of the slowest form to the quickest, each the median of its repetitions;
where some forms were not solved, it is at least that with the limit in their place.
"""

from typing import Any

import numpy

from accord.bench.statistics.sample import Campaign
from accord.bench.table import MEASURES
from accord.views.report.boxes import box
from accord.views.report.figure import (
    BAD,
    INK,
    RATIOS,
    SOFT,
    WIDE,
    Figure,
    Row,
    spec_of,
)
from accord.views.text import number


def spreads(campaign: Campaign, measure: str) -> list[Row]:
    """A box of spreads for each solver; none where no puzzle was asked in several forms."""
    query = _SPREADS.format(time=MEASURES.get(measure, MEASURES["wall"]))
    found = campaign.base.execute(query).fetchnumpy()
    rows = []
    for place, solver in enumerate(campaign.solvers):
        mine = found["solver"] == place
        open_ = numpy.asarray(found["open"][mine], bool)
        known = box(numpy.asarray(found["spread"][mine], float), numpy.zeros(len(open_), bool))
        if known is not None:
            rows.append(
                {"solver": solver, **known, "open": bool(open_.any())}
                | {"said": number(known["median"], ">=" if open_.any() else "") + "x"}
            )
    return rows


_SPREADS = """
SELECT solver, max(cost) / nullif(min(cost), 0) AS spread, bool_or(cut) AS open
FROM (
    SELECT solver, place, isomorph, NOT bool_and(correct) AS cut,
        median(CASE WHEN correct THEN {time} ELSE time_limit END) AS cost
    FROM narrow GROUP BY ALL
)
GROUP BY solver, place HAVING count(*) > 1
"""


def spread(rows: list[Row]) -> Figure:
    """A box for each solver."""
    import altair

    base = altair.Chart(altair.NamedData("spread")).encode(
        y=altair.Y(
            "solver:N",
            sort=[row["solver"] for row in rows],
            title=None,
            axis=altair.Axis(grid=False, ticks=False),
        ),
        tooltip=["solver:N", altair.Tooltip("said:N", title="median")],
    )
    x = altair.X(
        "low:Q",
        title="slowest form to quickest, times",
        scale=altair.Scale(type="log", nice=False),
        axis=altair.Axis(format="~r", values=RATIOS),
    )
    thin = base.mark_rule(color=SOFT).encode(x=x, x2="high:Q")
    bar = base.mark_bar(color="var(--solver-3)", opacity=0.55, height=11)
    stroke = base.mark_tick(color=INK, thickness=2.5, size=15).encode(x="median:Q")
    arrow: Any = base.transform_filter("datum.open").mark_point(
        shape="triangle-right", filled=True, color=BAD, size=70, xOffset=5
    )
    said = base.mark_text(x="width", align="left", dx=10, color=INK).encode(text="said:N")
    boxes = bar.encode(x="first:Q", x2="third:Q")
    chart = altair.layer(thin, boxes, stroke, arrow.encode(x="high:Q"), said)
    return Figure(
        "spread",
        "The same puzzle in other forms",
        "The further right, the more a solver's time depends on how a puzzle happens to be "
        "written: 1 would be not at all; an arrow means that some forms were not solved.",
        spec_of(chart.properties(height=22 * len(rows))),
        {"spread": rows},
        WIDE,
    )
