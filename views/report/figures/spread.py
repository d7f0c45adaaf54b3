"""How much a solver's time depends on the form a puzzle is written in.

An isomorph is the same puzzle with its values, rows and columns exchanged.  The spread of a solver
on a puzzle is the ratio of the slowest form to the quickest, as in the comparison table
(bench/analysis/table.py), whose medians these are; where some forms were not solved it is at least
that, and so is every part of the box.
"""

from typing import Any

import numpy

from accord.bench.analysis.statistics.sample import Campaign
from accord.bench.analysis.table import CampaignTable
from accord.puzzles.phrasing import ratio
from accord.views.report.figures.boxes import box
from accord.views.report.figures.figure import (
    BAD,
    INK,
    RATIOS,
    SOFT,
    WIDE,
    Figure,
    Row,
    spec_of,
)


def spreads(campaign: Campaign, table: CampaignTable) -> list[Row]:
    """A box of spreads for each solver; none where no puzzle was asked in several forms.

    Args:
        campaign: of which `table` was made: it has the view `spreads` since.
        table: its medians are the figures'.
    """
    found = campaign.base.execute(_SPREADS).fetchnumpy()
    medians = {(line.solver, line.version, line.host): line for line in table.lines}
    rows = []
    for solver, *names in campaign.base.rows(_NAMES):
        line = medians[tuple(names)]
        mine = numpy.asarray(found["solver"] == solver, bool)
        values = numpy.asarray(found["spread"][mine], float)
        known = box(values, numpy.zeros(len(values), bool))
        if known is not None:
            bound = "" if line.spread_known else ">="
            rows.append(
                {"solver": campaign.solvers[solver], **known}
                | {"median": line.spread, "said": f"{ratio(line.spread, bound)}x"}
                | {"open": bool(numpy.any(found["cut"][mine]))}
            )
    return rows


_NAMES = "SELECT DISTINCT solver, plain, solver_version, host FROM narrow ORDER BY solver"
_SPREADS = f"""
SELECT solver, spread, cut
FROM spreads JOIN ({_NAMES}) AS names
ON label = plain AND spreads.solver_version = names.solver_version AND spreads.host = names.host
"""


def spread(rows: list[Row], measure: str) -> Figure:
    """A box for each solver; `measure` is the clock of these times."""
    clock = "CPU" if measure == "cpu" else "wall"
    return Figure(
        "spread",
        "The same puzzle in other forms",
        f"The further right, the more a solver's {clock} time depends on how a puzzle happens to "
        "be written: 1 would be not at all; the figure is the median over the puzzles; an arrow "
        "means that some forms were not solved, so that it goes on beyond that.",
        spec_of(_chart([row["solver"] for row in rows])),
        {"spread": rows},
        WIDE,
    )


def _chart(solvers: list[str]) -> Any:
    import altair

    plain = altair.Axis(grid=False, ticks=False)
    base = altair.Chart(altair.NamedData("spread")).encode(
        y=altair.Y("solver:N", sort=solvers, title=None, axis=plain),
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
    layers = thin, boxes, stroke, arrow.encode(x="high:Q"), said
    return altair.layer(*layers).properties(height=22 * len(solvers))
