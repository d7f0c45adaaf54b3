"""How much a solver's time depends on the form a puzzle is written in.

An isomorph is the same puzzle with its values, rows and columns exchanged.  The spread of a solver
on a puzzle is the ratio of the slowest form to the quickest, as in the comparison table
(bench/analysis/table.py), whose medians these are; where some forms were not solved it is at least
that, and so is every part of the box.
"""

import numpy

from accord.bench.analysis.statistics.sample import Campaign
from accord.bench.analysis.table import CampaignTable
from accord.puzzles.phrasing import ratio
from accord.views.report.figures.boxes import box, chart_of_boxes
from accord.views.report.figures.figure import WIDE, Figure, Row, ratio_axis, spec_of
from accord.views.tables.table import CLOCKS


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
                | {"median": line.spread, "text": f"{ratio(line.spread, bound)}x"}
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
    x = ratio_axis("low:Q", "slowest form to quickest, times")
    solvers = [row["solver"] for row in rows]
    return Figure(
        "spread",
        "The same puzzle in other forms",
        f"The further right, the more a solver's {CLOCKS[measure]} depends on how a puzzle happens "
        "to be written: 1 would be not at all; the figure is the median over the puzzles that were "
        "asked in several forms; an arrow means that some forms were not solved, so that it goes "
        "on beyond that.",
        spec_of(chart_of_boxes("spread", solvers, x, color="var(--solver-3)")),
        {"spread": rows},
        WIDE,
    )
