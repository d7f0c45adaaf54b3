"""Every pair of solvers: how many times slower one is, and whether that is more than chance.

Two figures of the same intervals (bench/analysis/statistics/pair.py).  The matrix has all pairs at
a glance, however many: a field is grey where the pair is not distinguishable.  The forest has those
of one solver with their intervals; the page lets one choose which.
"""

from collections.abc import Iterator, Sequence
from math import isfinite, log10
from typing import Any

import altair

from accord.bench.analysis.statistics.overview import Statistics
from accord.bench.analysis.statistics.pair import Pair
from accord.puzzles.phrasing import interval, ratio
from accord.views.report.figures.figure import (
    CHOSEN,
    INK,
    LABEL_LIMIT,
    NAMES,
    PAPER,
    SOFT,
    WIDE,
    Figure,
    Phrases,
    Row,
    beside,
    by_solver,
    ratio_axis,
    rows_high,
    spec_of,
)
from accord.views.tables.statistics import difference, doubt, of_all

FIELD = 34  # pixels of a ratio: where there are fewer it is not written
SLANTED = 20  # pixels of a field: where there are fewer, slanted headings would overlap
MOST_SAID = 14  # solvers; with more the fields of the matrix are too small for figures


def compared(known: Statistics) -> Iterator[Row]:
    """The rows of each pair, from both sides."""
    for each in known.pairs:
        yield _row(known, each)
        yield _row(known, each.reversed)


def _row(known: Statistics, pair: Pair) -> Row:
    puzzles = len(known.sample.puzzles)
    part = "" if pair.puzzles == puzzles else f" (n {pair.puzzles:,})"
    figures = {"ratio": pair.ratio, "low": pair.low, "high": pair.high}
    return {
        "solver": pair.solver,
        "other": pair.other,
        **{name: value if isfinite(value) else None for name, value in figures.items()},
        "level": max(-1.0, min(1.0, log10(pair.ratio))) if isfinite(pair.ratio) else 0.0,
        "different": pair.different,
        "text": f"{ratio(pair.ratio, pair.bound)}x" if isfinite(pair.ratio) else "?",
        "part": part,
        "interval": interval(pair.low, pair.high),
        "typical": f"{ratio(pair.typical, pair.typical_bound)}x",
        "verdict": difference(pair, known.standing(pair)),
        "puzzles": f"{pair.puzzles:,} of {puzzles:,}",
    }


def _warning(pairs: Sequence[Pair]) -> str:
    """A warning about intervals of means that unseen puzzles could move."""
    doubtful = [pair for pair in pairs if pair.doubtful]
    return f"; {doubt(doubtful)} (then the typical ratio has to agree)" if doubtful else ""


def matrix(known: Statistics) -> Figure:
    """A field for each pair: the cost of the solver in the row to that of the one in the column."""
    sample, pairs = known.sample, known.pairs
    phrases, solvers = Phrases(sample), sample.solvers
    return Figure(
        "matrix",
        "Every pair at a glance",
        f"{_over(known)}: where it is blue the solver of the row {phrases.less} than that of the "
        f"column, where it is orange {phrases.more}, the more so the deeper; a grey field is a "
        f"pair that interval and corrected test do not tell apart{_warning(pairs)}.",
        {**spec_of(_matrix(list(solvers))), "padding": {"right": 70}},
        {"pairs": list(compared(known))},
        max(WIDE, LABEL_LIMIT + (17 if len(solvers) > MOST_SAID else 44) * len(solvers)),
    )


def forest(known: Statistics) -> Figure:
    """The ratios of all solvers to one of them, with their intervals."""
    sample, pairs = known.sample, known.pairs
    phrases = Phrases(sample)
    return Figure(
        "forest",
        "All against one",
        f"{_over(known)}: a point right of the line {phrases.takes} that many {phrases.as_long} "
        f"as {CHOSEN}, the bar is the 95 % interval; a hollow point is not told apart "
        f"from it by interval and corrected test; {phrases.cut}{_warning(pairs)}.",
        spec_of(_forest(list(sample.solvers), [phrases.ratio, f"({_mean_over(known)})"])),
        {"pairs": (rows := list(compared(known)))},
        WIDE,
        columns=_columns([row for row in rows if row["other"] == sample.solvers[0]]),
    )


def _columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """What a forest draws, for CSV."""
    return {
        name: [row[name] for row in rows]
        for name in ("solver", "other", "ratio", "low", "high", "different")
    }


def _mean_over(known: Statistics) -> str:
    """What a ratio is, and over which puzzles."""
    over = _over(known)
    return f"geometric mean {over[0].lower()}{over[1:]}; 95\u00a0% interval"


def _over(known: Statistics) -> str:
    """The puzzles that a pair is compared over."""
    puzzles = len(known.sample.puzzles)
    if all(pair.puzzles == puzzles for pair in known.pairs):
        return f"Over {of_all(puzzles, puzzles)}"
    return f"Over the puzzles that both were asked, of {puzzles:,} (n where they are fewer)"


_TOOLTIP = ["solver:N", "other:N", "text:N", "interval:N", "typical:N", "verdict:N", "puzzles:N"]


def _matrix(solvers: list[str]) -> Any:
    many = len(solvers) > MOST_SAID
    axes = {"domain": False, "grid": False}
    upright = altair.ExprRef(f"width < {SLANTED * len(solvers)} ? -90 : -45")
    names = altair.Axis(orient="top", labelAngle=upright, ticks=False, labelExpr=NAMES, **axes)
    x = altair.X("other:N", sort=solvers, title=None, axis=names)
    base = by_solver("pairs", solvers, **axes).encode(x=x, tooltip=_TOOLTIP)
    fields = base.mark_rect(stroke=PAPER, cornerRadius=2).encode(
        color=_if_different(_colour(), "var(--faint)"), opacity=_if_different(altair.value(1), 0.35)
    )
    ratios = base.mark_text(fontSize=10).encode(
        text="text:N", color=_if_different(altair.value("#14202b"), SOFT)
    )
    step = 16 if many else 26
    ratios = ratios.transform_filter(f"width >= {FIELD * len(solvers)}")
    chart = fields if many else altair.layer(fields, ratios)
    return chart.properties(height=step * len(solvers))


def _colour() -> Any:
    """Blue for less, orange for more."""
    colours = ["#4f9bd3", "#a5cdec", "#f2f2f2", "#f6c793", "#e58a33"]
    scale = altair.Scale(domain=[-1, -0.3, 0, 0.3, 1], range=colours)
    return altair.Color("level:Q", legend=None, scale=scale)


def _if_different(then: Any, otherwise: Any) -> Any:
    return altair.condition("datum.different", then, altair.value(otherwise))


def _forest(solvers: list[str], title: Sequence[str]) -> Any:
    """The chart; a pair without a ratio has its line and its text, but no point."""
    reference = altair.param(name="reference", value=solvers[0] if solvers else "")
    base = by_solver("pairs", solvers, grid=True).encode(tooltip=_TOOLTIP)
    base = base.transform_filter("datum.other == reference")
    one = altair.Chart(altair.sequence(1)).mark_rule(color=INK).encode(x=altair.datum(1))
    ends = base.transform_filter("isValid(datum.low) && isValid(datum.high)")
    bars = ends.mark_rule(color="var(--solver-1)", strokeWidth=2).encode(x="low:Q", x2="high:Q")
    layers = (
        one.add_params(reference),
        bars,
        _ratios(base, title),
        beside(base.transform_calculate(beside="datum.text + datum.part"), "beside"),
    )
    return rows_high(layers, max(1, len(solvers) - 1))


def _ratios(base: Any, title: Sequence[str]) -> Any:
    """A point where the ratio is known."""
    x = ratio_axis("ratio:Q", title)
    fill = _if_different(altair.value("var(--solver-1)"), PAPER)
    known = base.transform_filter("isValid(datum.ratio)")
    point = {"size": 60, "filled": True, "stroke": "var(--solver-1)", "strokeWidth": 2}
    return known.mark_point(**point).encode(x=x, fill=fill)
