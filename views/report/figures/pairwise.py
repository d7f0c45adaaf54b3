"""Every pair of solvers: how many times slower one is, and whether that is more than chance.

Two figures of the same intervals (bench/analysis/statistics/pair.py).  The matrix has all pairs at
a glance, however many: a field is grey where the pair is not distinguishable.  The forest has those
of one solver with their intervals; the page lets one choose which.
"""

from collections.abc import Iterator, Sequence
from math import isfinite, log10
from typing import Any

from accord.bench.analysis.statistics.pair import FEW, Pair
from accord.bench.analysis.statistics.sample import Sample
from accord.puzzles.phrasing import interval, ratio
from accord.views.report.figures.figure import (
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
from accord.views.report.phrases import phrases

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
        "level": max(-1.0, min(1.0, log10(pair.ratio))) if isfinite(pair.ratio) else 0.0,
        "different": pair.different,
        "said": f"{ratio(pair.ratio, pair.bound)}x" if isfinite(pair.ratio) else "?",
        "interval": interval(pair.low, pair.high),
        "verdict": "different" if pair.different else "not distinguishable",
        "puzzles": pair.puzzles,
    }


def _warning(pairs: Sequence[Pair]) -> str:
    """What is to be said of intervals from few puzzles."""
    fewest = min((pair.puzzles for pair in pairs), default=0)
    return (
        f"; with only {fewest} puzzles (below {FEW}) the intervals are too narrow"
        if fewest < FEW
        else ""
    )


def matrix(pairs: Sequence[Pair], sample: Sample) -> Figure:
    """A field for each pair: the cost of the solver in the row to that of the one in the column."""
    spoken, solvers = phrases(sample), sample.solvers
    return Figure(
        "matrix",
        "Every pair at a glance",
        f"Blue: the solver of the row {spoken.less} than that of the column, orange: "
        f"{spoken.more}, the more so the deeper; a blank field is a pair that is not "
        f"distinguishable by interval and corrected test{_warning(pairs)}.",
        {**spec_of(_matrix(list(solvers))), "padding": {"right": 70}},
        {"pairs": list(compared(pairs))},
        max(WIDE, LABEL_LIMIT + (17 if len(solvers) > MOST_SAID else 44) * len(solvers)),
    )


def forest(pairs: Sequence[Pair], sample: Sample) -> Figure:
    """The ratios of all solvers to one of them, with their intervals."""
    spoken = phrases(sample)
    return Figure(
        "forest",
        "All against one",
        f"A point right of the line {spoken.takes} that many {spoken.as_long} as the chosen "
        "solver, the bar is the 95 % interval; a hollow point is not distinguishable from it by "
        "interval and corrected test; "
        f"{spoken.cut}{_warning(pairs)}.",
        spec_of(_forest(list(sample.solvers), spoken.ratio)),
        {"pairs": list(compared(pairs))},
        WIDE,
    )


_TOOLTIP = ("solver", "other", "said", "interval", "verdict", "puzzles")


def _matrix(solvers: list[str]) -> Any:
    import altair

    many = len(solvers) > MOST_SAID
    axes = {"ticks": False, "domain": False, "grid": False}
    names = altair.Axis(orient="top", labelAngle=-45, **axes)
    base = altair.Chart(altair.NamedData("pairs")).encode(
        y=altair.Y("solver:N", sort=solvers, title=None, axis=altair.Axis(**axes)),
        x=altair.X("other:N", sort=solvers, title=None, axis=names),
        tooltip=_tooltip(),
    )
    fields = base.mark_rect(stroke=PAPER, cornerRadius=2).encode(
        color=_if_different(_colour(), "var(--faint)"),
        opacity=_if_different(altair.value(1), 0.35),
    )
    said = base.mark_text(fontSize=10).encode(
        text="said:N", color=_if_different(altair.value("#14202b"), SOFT)
    )
    step = 16 if many else 26
    chart = fields if many else altair.layer(fields, said)
    return chart.properties(height=step * len(solvers))


def _colour() -> Any:
    """Blue for less, orange for more."""
    import altair

    colours = ["#4f9bd3", "#a5cdec", "#f2f2f2", "#f6c793", "#e58a33"]
    scale = altair.Scale(domain=[-1, -0.3, 0, 0.3, 1], range=colours)
    return altair.Color("level:Q", legend=None, scale=scale)


def _if_different(then: Any, otherwise: Any) -> Any:
    import altair

    return altair.condition("datum.different", then, altair.value(otherwise))


def _tooltip() -> list[str]:
    return [f"{name}:{'Q' if name == 'puzzles' else 'N'}" for name in _TOOLTIP]


def _forest(solvers: list[str], title: str) -> Any:
    """The chart; a pair without a ratio has its line and what is said of it, but no point."""
    import altair

    reference = altair.param(name="reference", value=solvers[0] if solvers else "")
    y = altair.Y("solver:N", sort=solvers, title=None, axis=altair.Axis(grid=True, ticks=False))
    base = (
        altair.Chart(altair.NamedData("pairs"))
        .transform_filter("datum.other == reference")
        .encode(y=y, tooltip=_tooltip())
    )
    one = altair.Chart(altair.sequence(1)).mark_rule(color=INK).encode(x=altair.datum(1))
    said = base.mark_text(x="width", align="left", dx=10, color=INK).encode(text="said:N")
    layers = one.add_params(reference), _intervals(base), _ratios(base, title), said
    return altair.layer(*layers).properties(height=22 * max(1, len(solvers) - 1))


def _intervals(base: Any) -> Any:
    """A bar where both ends are known."""
    known = base.transform_filter("isValid(datum.low) && isValid(datum.high)")
    return known.mark_rule(color="var(--solver-1)", strokeWidth=2).encode(x="low:Q", x2="high:Q")


def _ratios(base: Any, title: str) -> Any:
    """A point where the ratio is known."""
    import altair

    x = altair.X(
        "ratio:Q",
        title=title,
        scale=altair.Scale(type="log", nice=False),
        axis=altair.Axis(format="~r", values=RATIOS),
    )
    fill = _if_different(altair.value("var(--solver-1)"), PAPER)
    known = base.transform_filter("isValid(datum.ratio)")
    point = {"size": 60, "filled": True, "stroke": "var(--solver-1)", "strokeWidth": 2}
    return known.mark_point(**point).encode(x=x, fill=fill)
