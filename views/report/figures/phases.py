"""Where the time of each solver goes: making the encoding, searching, decoding.

The shares are those of the sum over all its runs, the unsolved ones too.  What a solver did not
report is a share as well: all of it, where a run was killed before it could.
"""

from collections.abc import Sequence
from typing import Any

import altair

from accord.bench.analysis.statistics.sample import Campaign
from accord.puzzles.phrasing import seconds
from accord.views.report.figures.figure import (
    PAPER,
    WIDE,
    Figure,
    Row,
    beside,
    by_solver,
    rows_high,
    spec_of,
)

PHASES = ("encode", "search", "decode", "not known")


def spent(campaign: Campaign) -> list[Row]:
    """Seconds per run and share of the time of each solver and phase."""
    rows = []
    for solver, runs, *parts in campaign.base.rows(_SPENT):
        whole = sum(parts) or 1.0
        for rank, (phase, part) in enumerate(zip(PHASES, parts, strict=True)):
            rows.append(
                {"solver": campaign.solvers[solver], "phase": phase, "rank": rank}
                | {"share": part / whole, "mean": seconds(part / runs)}
                | {"whole": seconds(whole / runs)}
            )
    return rows


_SPENT = """
SELECT solver, count(*),
    fsum(coalesce(encode_time, 0)), fsum(coalesce(search_time, 0)), fsum(coalesce(decode_time, 0)),
    fsum(greatest(0, coalesce(wall_time, time_limit) - coalesce(encode_time, 0)
        - coalesce(search_time, 0) - coalesce(decode_time, 0)))
FROM narrow GROUP BY solver ORDER BY solver
"""


def phases(rows: Sequence[Row], solvers: Sequence[str]) -> Figure:
    """A bar for each solver; `rows` are those of `spent`."""
    return Figure(
        "phases",
        "Where the time goes",
        "Each bar is all the wall time of a solver over the runs that were asked, time-outs "
        "included, divided into phases; the figure beside it is the mean of a run as it was "
        "measured, one that gave up or was ended with what it took.",
        spec_of(_chart(list(solvers))),
        {"phases": list(rows)},
        WIDE,
    )


def _chart(solvers: list[str]) -> Any:
    base = by_solver("phases", solvers, grid=False, domain=False)
    share, mean = altair.Tooltip("share:Q", format=".1%"), altair.Tooltip("mean:N", title="a run")
    bars = base.mark_bar(stroke=PAPER, height=13).encode(
        x=altair.X(
            "share:Q",
            title="share of its wall time",
            axis=altair.Axis(format="%"),
            scale=altair.Scale(domain=[0, 1]),
        ),
        color=_colour(),
        order="rank:O",
        tooltip=["solver:N", "phase:N", share, mean],
    )
    figures = beside(base.transform_filter("datum.rank == 0"), "whole")
    return rows_high((bars, figures), len(solvers))


def _colour() -> Any:
    """A colour for each phase."""
    colours = ["var(--solver-1)", "var(--solver-5)", "var(--solver-3)", "var(--faint)"]
    legend = altair.Legend(title=None, columns=4)
    scale = altair.Scale(domain=PHASES, range=colours)
    return altair.Color("phase:N", sort=PHASES, legend=legend, scale=scale)
