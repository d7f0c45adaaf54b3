"""Every pair of solvers: how many times slower one is, and whether that is more than chance.

Two figures of the same intervals (bench/statistics/pair.py).  The matrix has all pairs at a glance,
however many: a field is grey where the pair is not distinguishable.  The forest has those of one
solver with their intervals; the page lets one choose which.
"""

from collections.abc import Iterator, Sequence
from math import isfinite, log10
from typing import Any

from accord.bench.statistics.pair import FEW, Pair
from accord.views.report.figure import (
    INK,
    LABEL_LIMIT,
    PAPER,
    RATIOS,
    SOFT,
    WIDE,
    Figure,
    Row,
    spec_of,
)
from accord.views.text import number

MOST_SAID = 14  # solvers; with more the fields of the matrix are too small for figures


def compared(pairs: Sequence[Pair]) -> Iterator[Row]:
    """Each pair from both sides."""
    for each in pairs:
        yield _row(each)
        yield _row(each.reversed)


def _row(pair: Pair) -> Row:
    figures = {"ratio": pair.ratio, "low": pair.low, "high": pair.high}
    return {
        "solver": pair.solver,
        "other": pair.other,
        **{name: value if isfinite(value) else None for name, value in figures.items()},
        "level": max(-1.0, min(1.0, log10(pair.ratio))) if isfinite(pair.ratio) else None,
        "different": pair.different,
        "said": f"{number(pair.ratio, pair.bound)}x",
        "interval": interval(pair.low, pair.high),
        "verdict": "different" if pair.different else "not distinguishable",
        "puzzles": pair.puzzles,
    }


def interval(low: float, high: float) -> str:
    """An interval in words."""
    known = isfinite(low) and isfinite(high)
    return f"{number(low)} to {number(high)}" if known else "not known"


def _warning(pairs: Sequence[Pair]) -> str:
    """What is to be said of intervals from few puzzles."""
    fewest = min((pair.puzzles for pair in pairs), default=0)
    return (
        f"; with only {fewest} puzzles (below {FEW}) the intervals are too narrow"
        if fewest < FEW
        else ""
    )


def matrix(pairs: Sequence[Pair], solvers: Sequence[str]) -> Figure:
    """A field for each pair: the time of the solver in the row to that of the one in the column."""
    return Figure(
        "matrix",
        "Every pair at a glance",
        "Blue: the solver of the row is quicker than that of the column, orange: slower, the more "
        "so the deeper; a blank field is a pair that is not distinguishable by interval and "
        f"corrected test{_warning(pairs)}.",
        {**spec_of(_matrix(list(solvers))), "padding": {"right": 70}},
        {"pairs": list(compared(pairs))},
        max(WIDE, LABEL_LIMIT + (17 if len(solvers) > MOST_SAID else 44) * len(solvers)),
    )


def forest(pairs: Sequence[Pair], solvers: Sequence[str]) -> Figure:
    """The ratios of all solvers to one of them, with their intervals."""
    return Figure(
        "forest",
        "All against one",
        "A point right of the line takes that many times as long as the chosen solver, the bar is "
        "the 95 % interval; a hollow point is not distinguishable from it; unsolved puzzles count "
        f"as the limit, so that a ratio with >= or <= is a bound{_warning(pairs)}.",
        spec_of(_forest(list(solvers))),
        {"pairs": list(compared(pairs))},
        WIDE,
    )


_TOOLTIP = ("solver", "other", "said", "interval", "verdict", "puzzles")


def _matrix(solvers: list[str]) -> Any:
    import altair

    many = len(solvers) > MOST_SAID
    names = altair.Axis(orient="top", labelAngle=-45, ticks=False, domain=False, grid=False)
    base = altair.Chart(altair.NamedData("pairs")).encode(
        y=altair.Y(
            "solver:N",
            sort=solvers,
            title=None,
            axis=altair.Axis(ticks=False, domain=False, grid=False),
        ),
        x=altair.X("other:N", sort=solvers, title=None, axis=names),
        tooltip=[f"{name}:{'Q' if name == 'puzzles' else 'N'}" for name in _TOOLTIP],
    )
    colours = ["#4f9bd3", "#a5cdec", "#f2f2f2", "#f6c793", "#e58a33"]
    fields = base.mark_rect(stroke=PAPER, cornerRadius=2).encode(
        color=altair.condition(
            "datum.different",
            altair.Color(
                "level:Q",
                legend=None,
                scale=altair.Scale(domain=[-1, -0.3, 0, 0.3, 1], range=colours),
            ),
            altair.value("var(--faint)"),
        ),
        opacity=altair.condition("datum.different", altair.value(1), altair.value(0.35)),
    )
    said = base.mark_text(fontSize=10).encode(
        text="said:N",
        color=altair.condition(
            "datum.different",
            altair.value("#14202b"),
            altair.value(SOFT),
        ),
    )
    step = 16 if many else 26
    chart = fields if many else altair.layer(fields, said)
    return chart.properties(height=step * len(solvers))


def _forest(solvers: list[str]) -> Any:
    import altair

    reference = altair.param(name="reference", value=solvers[0] if solvers else "")
    ratio = altair.X(
        "ratio:Q",
        title="times the time of the chosen solver",
        scale=altair.Scale(type="log", nice=False),
        axis=altair.Axis(format="~r", values=RATIOS),
    )
    base = (
        altair.Chart(altair.NamedData("pairs"))
        .transform_filter("datum.other == reference && isValid(datum.ratio)")
        .encode(
            y=altair.Y(
                "solver:N", sort=solvers, title=None, axis=altair.Axis(grid=True, ticks=False)
            ),
            tooltip=[f"{name}:{'Q' if name == 'puzzles' else 'N'}" for name in _TOOLTIP],
        )
    )
    one = altair.Chart(altair.InlineData([{"one": 1}])).mark_rule(color=INK).encode(x="one:Q")
    bars = (
        base.transform_filter("isValid(datum.low) && isValid(datum.high)")
        .mark_rule(color="var(--solver-1)", strokeWidth=2)
        .encode(x="low:Q", x2="high:Q")
    )
    points = base.mark_point(size=60, filled=True, stroke="var(--solver-1)", strokeWidth=2).encode(
        x=ratio,
        fill=altair.condition(
            "datum.different", altair.value("var(--solver-1)"), altair.value(PAPER)
        ),
    )
    said = base.mark_text(x="width", align="left", dx=10, color=INK).encode(text="said:N")
    return altair.layer(one.add_params(reference), bars, points, said).properties(
        height=22 * max(1, len(solvers) - 1)
    )
