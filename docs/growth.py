"""How the time for a puzzle grows: with the size of the puzzles, and with the share of blanks.

A figure has a line for each solver.  A point is the median over the repetitions, in each of which
the puzzles had other random forms, and the bar through it goes from quartile to quartile; where it
is shorter than the point it cannot be seen.  A point is filled where the solver was asked all
puzzles of the set.  It is hollow where time sufficed for the first ones only, which may be easier,
or where the solver was stopped and would have taken longer.  A line ends where not even one puzzle
was decided in time.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import altair
from recorded_speed import RecordedSet, times

from accord.puzzles.phrasing import listed, seconds
from accord.views.report.figures.figure import (
    COLOURS,
    DASHES,
    NAMES,
    PAPER,
    SECONDS,
    SHAPES,
    SOFT,
    Figure,
    Row,
    distinguished,
    spec_of,
)

HEIGHT = 420  # pixels
POWERS = [float(f"1e{power}") for power in range(-9, 5)]
READING = (
    "A point is the median, the bar through it goes from the first to the third quartile of the "
    "repetitions. Hollow: asked only the first puzzles of the set, or stopped (a bound from below)."
)


def by_size(sets: Sequence[RecordedSet]) -> Figure:
    """The time by size, of the sets that have the commonest share of blanks."""
    chosen = _largest(sets, _percent)
    rows = [
        row | {"x": f"{each.size}x{each.size}"}
        for each in sorted(chosen, key=lambda each: each.size)
        for row in _rows(each)
    ]
    x = altair.X("x:O", sort=None, title="size", axis=altair.Axis(labelAngle=0, grid=True))
    title = f"CPU time for a puzzle by size, {_percent(chosen[0])} % blank"
    return _figure("growth-size", title, rows, x, solvers_of(sets))


def by_blank(sets: Sequence[RecordedSet]) -> Figure:
    """The time by share of blanks, of the sets that have the commonest size."""
    chosen = _largest(sets, lambda each: each.size)
    rows = [
        row | {"x": _percent(each)}
        for each in sorted(chosen, key=lambda each: each.blank)
        for row in _rows(each)
    ]
    axis = altair.Axis(values=sorted({row["x"] for row in rows}))
    scale = altair.Scale(zero=False, nice=False, padding=30)
    x = altair.X("x:Q", title="blank cells, %", axis=axis, scale=scale)
    title = "CPU time for a {0}x{0} puzzle by blank cells".format(chosen[0].size)
    return _figure("growth-blank", title, rows, x, solvers_of(sets))


def _percent(found: RecordedSet) -> int:
    """The blanks of a set in percent, to the nearest 5: half of 81 cells are not whole cells."""
    return 5 * round(20 * found.blank)


def _largest(sets: Sequence[RecordedSet], key: Any) -> list[RecordedSet]:
    """The largest group of sets that have the same key.

    Raises:
        ValueError: there are no sets.
    """
    if not sets:
        raise ValueError("found no set of puzzles, expected some of several sizes")
    groups = [list(group) for _, group in groupby(sorted(sets, key=key), key)]
    return max(groups, key=len)


def _rows(found: RecordedSet) -> list[Row]:
    """A row for each solver that has a speed on a set, without its place on the axis."""
    rows = []
    for line in found.lines:
        if spent := times(line):
            part = line.runs[-1].puzzles < found.part
            rows.append(
                {"solver": line.solver, "low": spent.first, "time": spent.median}
                | {"high": spent.third, "hollow": part or line.stopped, "stopped": line.stopped}
            )
    return rows


def solvers_of(sets: Sequence[RecordedSet]) -> list[str]:
    """The solvers with a speed on some set, those on most sets first: the order of colours."""
    names = [row["solver"] for each in sets for row in _rows(each)]
    return sorted(dict.fromkeys(names), key=lambda name: -names.count(name))


def _figure(name: str, title: str, rows: list[Row], x: Any, solvers: Sequence[str]) -> Figure:
    last = {row["solver"]: row for row in rows}
    for row in rows:
        row["dash"] = DASHES[solvers.index(row["solver"]) % len(DASHES)]
        row["text"] = seconds(row["time"], ">=" if row["stopped"] else "")
        row["last"] = row is last[row["solver"]]
    return Figure(
        name,
        title,
        READING,
        spec_of(altair.layer(*_layers(solvers, x)), HEIGHT),
        {"growth": rows},
        alternative=in_words([each for each in solvers if each in last], rows),
    )


def _layers(solvers: Sequence[str], x: Any) -> list[Any]:
    """Lines, bars and points of those who have a colour; grey ones with their names of others."""
    first = solvers[: len(COLOURS)]
    legend = altair.Legend(title=None, symbolOpacity=1, labelExpr=NAMES)
    colour = distinguished(altair.Color, first, COLOURS, legend)
    shape = distinguished(altair.Shape, first, SHAPES, legend)
    axis = altair.Axis(labelExpr=SECONDS, values=POWERS)
    scale = altair.Scale(type="log", nice=False, padding=12)
    y = altair.Y("time:Q", title="CPU time for a puzzle", axis=axis, scale=scale)
    tooltip = [altair.Tooltip("solver:N"), altair.Tooltip("text:N", title="time")]
    base = altair.Chart(altair.NamedData("growth")).encode(x=x, y=y, tooltip=tooltip)
    chosen = altair.FieldOneOfPredicate("solver", list(first))
    grey = base.transform_filter({"not": chosen.to_dict()})
    coloured = base.transform_filter(chosen).encode(color=colour)
    dash = altair.StrokeDash("dash:N", scale=None)
    points = coloured.encode(shape=shape)
    filled = points.transform_filter("!datum.hollow")
    hollow = points.transform_filter("datum.hollow")
    return [
        grey.mark_line(color=SOFT, strokeWidth=1).encode(detail="solver:N"),
        grey.mark_point(color=SOFT, size=25, filled=True).encode(detail="solver:N"),
        grey.transform_filter("datum.last")
        .mark_text(color=SOFT, align="left", dx=6)
        .encode(text="solver:N"),
        coloured.mark_line(strokeWidth=1.5).encode(strokeDash=dash),
        coloured.mark_rule(strokeWidth=2).encode(y="low:Q", y2="high:Q"),
        filled.mark_point(filled=True, size=60, opacity=1),
        hollow.mark_point(fill=PAPER, size=60, opacity=1),
    ]


def in_words(solvers: Sequence[str], rows: Sequence[Row]) -> str:
    """The lines of a chart as sentences, for readers who cannot see them."""
    sentences = []
    for solver in solvers:
        mine = (f"{row['text']} at {row['x']}" for row in rows if row["solver"] == solver)
        sentences.append(f"{solver}: {listed(mine)}.")
    return " ".join(sentences)
