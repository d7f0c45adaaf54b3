"""The figures of a report, and their files."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

import altair
import vl_convert

from accord.bench.judge.steps import ShowStep, not_shown, stepwise
from accord.puzzles.files.outside_file import write_whole
from accord.puzzles.outside_data import visible
from accord.puzzles.phrasing import listed
from accord.views.report.figures.boxes import boxes
from accord.views.report.figures.classes import heat
from accord.views.report.figures.curves import cactus, distribution
from accord.views.report.figures.differences import differences
from accord.views.report.figures.figure import (
    LONGEST,
    NAMES,
    SOFT,
    Figure,
    names_expression,
    settled,
)
from accord.views.report.figures.outcomes import outcomes
from accord.views.report.figures.pairwise import forest, matrix
from accord.views.report.figures.phases import phases
from accord.views.report.figures.scatter import ONE, OTHER, scatter
from accord.views.report.figures.spread import spread
from accord.views.report.report_data import ReportData
from accord.views.tables.fitting import short_names
from accord.views.tables.table import DEFINITIONS

OF_ANY_MEASURE = ("outcomes", "phases")  # figures
WIDTH = 720  # pixels of a file
UNPRINTED = "\ufffd"  # in place of a control
SCALE = 2  # pixels of a PNG for each of these
CHARACTER = 6.2  # pixels of a caption's characters, in the mean


def figures(made: ReportData, steps: ShowStep = not_shown) -> Iterator[Figure]:
    """Every figure there is something to draw for, in the order of the page."""
    clock = DEFINITIONS.get(made.statistics.sample.measure, "")
    for draw in stepwise("drawing figures", list(_drawings(made)), steps):
        if figure := draw():
            own = "" if figure.name in OF_ANY_MEASURE else clock
            yield _saying(figure, own) if own else figure


def _drawings(made: ReportData) -> Iterator[Callable[[], Figure | None]]:
    """The functions that draw the figures of this campaign."""
    known = made.statistics
    sample = known.sample
    ranked = partial(partial, _without, [each.solver for each in known.disqualified])
    yield ranked(cactus, sample)
    yield ranked(distribution, sample)
    if len(known.everyone.solvers) > 1:
        yield partial(scatter, known.everyone, made.names, known.endings)
    if (known.endings != "s").any():
        yield partial(outcomes, known.endings, known.everyone.solvers)
    yield ranked(boxes, sample, known.endings)
    yield ranked(heat, sample, made.names, known.endings)
    yield partial(phases, made.phases, (*known.everyone.solvers, *sample.unreported))
    if made.spreads:
        yield partial(spread, made.spreads, made.table.measure)
    if known.pairs:
        yield ranked(forest, known)
        yield ranked(matrix, known)
        yield ranked(differences, known)


def _without(
    disqualified: Sequence[str], draw: Callable[..., Figure | None], *of: Any
) -> Figure | None:
    """A figure whose caption names the solvers that it leaves out."""
    figure = draw(*of)
    if not (figure and disqualified):
        return figure
    return _saying(figure, f"left out for a wrong answer: {listed(disqualified)}")


def _saying(figure: Figure, words: str) -> Figure:
    """A figure whose caption ends with these words."""
    return replace(figure, reading=f"{figure.reading.removesuffix('.')}; {words}.")


def charts(made: ReportData) -> dict[str, altair.TopLevelMixin]:
    """Every figure by its name, as a chart that stands alone: the names of solvers are in it."""
    solvers = made.statistics.everyone.solvers
    first = dict(zip((ONE, OTHER), [*solvers, "", ""], strict=False))
    names = {NAMES: names_expression(short_names(solvers, LONGEST))} | first
    return {each.name: _chart(_text(each, names)) for each in figures(made)}


def _text(figure: Figure, names: Mapping[str, str]) -> str:
    """A figure that stands alone, in JSON: with a caption, and names in their places."""
    width = max(WIDTH, figure.least)
    captioned = {**figure.chart(), "title": _caption(figure, width)}
    return named(settled(captioned, width), names)


def _chart(text: str) -> altair.TopLevelMixin:
    chart: altair.TopLevelMixin = altair.Chart.from_json(text)
    return chart


def save(
    made: ReportData,
    folder: Path,
    pairs: Sequence[tuple[str, str]] = (),
    steps: ShowStep = not_shown,
) -> Iterator[Path]:
    """Write every figure as SVG, PDF and PNG; yields the files.

    Args:
        made: what the report is made of.
        folder: of the files.
        pairs: of solvers, with a plot each in place of that of the first two.
        steps: called before each figure is written.

    Raises:
        CampaignError: there is no such solver.
    """
    folder.mkdir(parents=True, exist_ok=True)
    solvers = made.statistics.everyone.solvers
    names = {NAMES: names_expression(short_names(solvers, LONGEST))}
    first = dict(zip((ONE, OTHER), [*solvers, "", ""], strict=False))
    plots = [_of_pair(made, *pair) for pair in pairs]
    drawn = [(figure, first) for figure in figures(made) if figure.name != "scatter" or not plots]
    for figure, places in stepwise("writing figures", [*drawn, *plots], steps):
        yield from _written(figure, folder, names | places)


def _of_pair(made: ReportData, one: str, other: str) -> tuple[Figure, dict[str, str]]:
    """The plot of two solvers, and the names to be put into it."""
    everyone, known = made.statistics.everyone, made.statistics
    places = [everyone.place(solver) for solver in (one, other)]
    solvers = [everyone.solvers[place] for place in places]
    drawn = scatter(everyone.of(*solvers), made.names, known.endings[places])
    safe = "-".join(re.sub(r"[^\w.+=,-]", "_", solver) for solver in solvers)
    return replace(drawn, name=f"scatter-{safe}"), dict(zip((ONE, OTHER), solvers, strict=True))


def _written(figure: Figure, folder: Path, names: Mapping[str, str]) -> Iterator[Path]:
    """Write a figure in every format; yields the files."""
    chart = _without_controls(json.loads(_text(figure, names)))
    version = version_of(altair.SCHEMA_VERSION)
    svg, pdf, png = (folder / f"{figure.name}.{ending}" for ending in ("svg", "pdf", "png"))
    write_whole(svg, vl_convert.vegalite_to_svg(chart, vl_version=version))
    write_whole(pdf, vl_convert.vegalite_to_pdf(chart, vl_version=version))
    write_whole(png, vl_convert.vegalite_to_png(chart, vl_version=version, scale=SCALE))
    yield from (svg, pdf, png)


def _caption(figure: Figure, width: int) -> dict[str, Any]:
    """Title and sentence of a figure: a file has no page around it that says what is drawn."""
    lines = wrap(figure.reading, round(width / CHARACTER))
    quiet = {"subtitleColor": SOFT, "subtitleFontSize": 11, "offset": 12}
    place = {"anchor": "start", "frame": "group"}
    return {"text": figure.title, "subtitle": lines, **quiet, **place}


def _without_controls(part: Any) -> Any:
    """A part of a chart with a mark for each control, which no SVG may hold.

    An escape would not do: Vega makes expressions of texts, where it stands for the control.
    """
    if isinstance(part, dict):
        return {key: _without_controls(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_without_controls(value) for value in part]
    if isinstance(part, str):
        return "".join(letter if visible(letter) == letter else UNPRINTED for letter in part)
    return part


def named(chart: str, names: Mapping[str, str]) -> str:
    """The JSON of a chart with names in their places."""
    for place, name in names.items():
        chart = chart.replace(json.dumps(place), json.dumps(name))
    return chart


def version_of(schema: str) -> str:
    """The name that vl_convert has for altair's version of Vega-Lite: v6.1.0 is 6.1."""
    return ".".join(schema.removeprefix("v").split(".")[:2])
