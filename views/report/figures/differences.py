"""The critical-difference diagram: mean ranks, and bars over solvers that do not differ.

The usual diagram writes the names around one line, which has room for ten of them.  Here it stands
upright: a row for each solver, best first, and the bars beside it, so that forty can be read.
"""

from typing import Any

import altair

from accord.bench.analysis.statistics.overview import Statistics
from accord.bench.analysis.statistics.ranks import Ranks
from accord.views.report.figures.figure import (
    INK,
    WIDE,
    Figure,
    Phrases,
    beside,
    by_solver,
    spec_of,
    title_of,
)
from accord.views.tables.statistics import of_all, ranked_over


def differences(known: Statistics) -> Figure | None:
    """A row for each solver; None where there is no puzzle that all were asked."""
    ranks, sample = known.ranks, known.sample
    ranked = zip(sample.solvers, ranks.mean, strict=True)
    means = {name: mean for name, mean in ranked if mean is not None}
    if not means:
        return None
    order = sorted(means, key=means.__getitem__)
    step = max(1, len(order)) * 0.05
    bars = [
        {"group": place, "solver": solver, "at": len(order) + (place + 1) * step}
        for place, group in enumerate(ranks.groups)
        for solver in group
    ]
    rows = [{"solver": name, "rank": means[name], "text": f"{means[name]:.2f}"} for name in order]
    return Figure(
        "differences",
        "Critical differences of ranks",
        f"The point is the mean rank {ranked_over(known)}, 1 being the "
        f"{Phrases(sample).least}; solvers joined by a bar on the right are not distinguishable, "
        "each two of them over the puzzles that both were asked "
        f"(Wilcoxon with Holm's correction){_friedman(ranks)}.",
        spec_of(_chart(order, len(order) + (len(ranks.groups) + 1) * step, known)),
        {"ranks": rows, "bars": bars},
        WIDE,
    )


def _friedman(ranks: Ranks) -> str:
    if ranks.p is None:
        return ""
    outcome = "differ by more than chance" if ranks.p < 0.05 else "may differ by chance"
    p = "p < 0.001" if ranks.p < 0.001 else f"p = {ranks.p:.3f}"
    return f"; by Friedman's test the ranks {outcome} ({p})"


def _chart(order: list[str], most: float, known: Statistics) -> Any:
    over = of_all(known.ranks.puzzles, len(known.sample.puzzles))
    ticks = altair.Axis(
        grid=False, values=sorted({1, *range(5, len(order) - 1, 5), len(order)}), format="d"
    )
    x = altair.X(
        "rank:Q",
        title=[
            f"mean rank by {title_of(known.sample.measure)} over {over}, 1 is best;",
            "a bar joins solvers that are not distinguishable",
        ],
        axis=ticks,
        scale=altair.Scale(domain=[1, max(most, 2)]),
    )
    base = by_solver("ranks", order, grid=True)
    points = base.mark_point(size=60, filled=True, color="var(--solver-1)").encode(
        x=x, tooltip=["solver:N", altair.Tooltip("text:N", title="mean rank")]
    )
    labels = beside(base, "text")
    bars = (
        by_solver("bars", order, grid=True)
        .mark_line(strokeWidth=4, color=INK, opacity=0.8, strokeCap="round")
        .encode(x="at:Q", detail="group:N")
    )
    return altair.layer(points, labels, bars).properties(height=20 * len(order))
