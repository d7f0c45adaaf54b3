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
from accord.views.report.figures.anytime import course, quality, told_apart
from accord.views.report.figures.boxes import boxes
from accord.views.report.figures.classes import heat
from accord.views.report.figures.curves import HEIGHT, cactus, distribution
from accord.views.report.figures.differences import differences
from accord.views.report.figures.figure import (
    CHOSEN,
    LONGEST,
    LONGEST_NARROW,
    NAMES,
    SOFT,
    Figure,
    Row,
    names_expression,
    settled,
    title_of,
)
from accord.views.report.figures.outcomes import outcomes
from accord.views.report.figures.pairwise import forest, matrix
from accord.views.report.figures.paper import (
    DOTS,
    PaperSize,
    drawn_size,
    plain_csv,
    scaled,
    wanted_pixels,
)
from accord.views.report.figures.phases import phases
from accord.views.report.figures.scatter import ONE, OTHER, scatter
from accord.views.report.figures.spread import spread
from accord.views.report.report_data import ReportData
from accord.views.tables.fitting import short_names
from accord.views.tables.table import DEFINITIONS

OF_ANY_MEASURE = ("outcomes", "phases")  # figures
WIDTH = 720  # pixels of a file
UNPRINTED = "\ufffd"  # in place of a control
LABEL_LIMIT_NARROW = 130  # pixels of a name on paper
ROUNDS = 3  # in which a drawing gets the width that its surroundings leave
FLAT = 0.6  # of a curve's width on paper: its height
LEAST = 0.25  # of the width that is left for it
SCALE = 2  # pixels of a PNG for each of these
CHARACTER = 6.2  # pixels of a caption's characters, in the mean


def figures(
    made: ReportData, steps: ShowStep = not_shown, height: int = HEIGHT
) -> Iterator[Figure]:
    """Every figure there is something to draw for, in the order of the page.

    Args:
        made: what the report is made of.
        steps: called before each is drawn.
        height: of curves, in pixels; more where it takes more to name them.
    """
    sample = made.statistics.sample
    words = [DEFINITIONS[sample.measure]] if sample.measure in DEFINITIONS else []
    if sample.unreported:
        what = title_of(sample.measure)
        words.append(f"left out, as they report no {what}: {listed(sample.unreported)}")
    for draw in stepwise("drawing figures", list(_drawings(made, height)), steps):
        if figure := draw():
            own = [] if figure.name in OF_ANY_MEASURE else words
            yield _saying(figure, "; ".join(own)) if own else figure


def _drawings(made: ReportData, height: int) -> Iterator[Callable[[], Figure | None]]:
    """The functions that draw the figures of this campaign."""
    known = made.statistics
    sample = known.sample
    ranked = partial(partial, _without, [each.solver for each in known.disqualified])
    yield ranked(cactus, sample, height)
    yield ranked(distribution, sample, height)
    if made.contest:
        yield ranked(quality, made.contest, height)
        for number, problem in enumerate(told_apart(made.contest), 1):
            yield ranked(course, problem, made.contest.solvers, number, height)
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


def _text(figure: Figure, names: Mapping[str, str], size: PaperSize | None = None) -> str:
    """A figure that stands alone, in JSON: with a caption but on paper, and names in their places.

    On paper its names and whatever else stands beside the drawing are in its width.
    """
    width: float = max(WIDTH, figure.least)
    chart = figure.chart()
    if size is None:
        chart["title"] = _caption(figure, width)
        return _settled(chart, width, names)
    chart = _narrowed({**chart, "padding": 1}, round(0.75 * wanted_pixels(size) / CHARACTER))
    chart["config"]["axis"]["labelLimit"] = LABEL_LIMIT_NARROW
    least, wanted = round(wanted_pixels(size) * LEAST), wanted_pixels(size)
    width = wanted
    for _ in range(ROUNDS):
        if figure.square:
            chart["height"] = width
        beside = drawn_size(_svg(_settled(chart, width, names)))[0] - width
        width = max(least, wanted - beside)
    return _settled(chart, width, names)


def _narrowed(part: Any, most: int) -> Any:
    """A part of a chart with its longer titles in lines of so many characters."""
    if isinstance(part, list):
        return [_narrowed(each, most) for each in part]
    if not isinstance(part, dict):
        return part
    found = {
        name: each if name == "datasets" else _narrowed(each, most) for name, each in part.items()
    }
    if isinstance(found.get("title"), list):
        found["title"] = wrap(" ".join(found["title"]), most)
    return found | ({"columns": 2} if "columns" in found else {})  # of a legend


def _settled(chart: dict[str, Any], width: float, names: Mapping[str, str]) -> str:
    """The JSON of a chart of this width, with names in their places."""
    return named(settled(chart, width), names)


def _chart(text: str) -> altair.TopLevelMixin:
    chart: altair.TopLevelMixin = altair.Chart.from_json(text)
    return chart


def save(
    made: ReportData,
    folder: Path,
    pairs: Sequence[tuple[str, str]] = (),
    size: PaperSize | None = None,
    steps: ShowStep = not_shown,
) -> Iterator[Path]:
    """Write every figure as SVG, PDF, PNG and CSV; yields the files.

    With a size a figure has no title and no caption in it, for the text around it has them: they
    are written to captions.txt.

    Args:
        made: what the report is made of.
        folder: of the files.
        pairs: of solvers, with a plot each in place of that of the first two.
        size: of what is printed; else as on a screen.
        steps: called before each figure is written.

    Raises:
        CampaignError: there is no such solver.
    """
    folder.mkdir(parents=True, exist_ok=True)
    solvers = made.statistics.everyone.solvers
    longest = LONGEST if size is None else LONGEST_NARROW
    names = {NAMES: names_expression(short_names(solvers, longest))}
    first = dict(zip((ONE, OTHER), [*solvers, "", ""], strict=False))
    names[CHOSEN] = made.statistics.sample.solvers[0]
    plots = [_of_pair(made, *pair) for pair in pairs]
    height = HEIGHT if size is None else round(FLAT * wanted_pixels(size))
    every = figures(made, height=height)
    drawn = [(figure, first) for figure in every if figure.name != "scatter" or not plots]
    captions = []
    for figure, places in stepwise("writing figures", [*drawn, *plots], steps):
        caption = f"{figure.name}: {figure.title}. {figure.reading}"
        captions.append(caption.replace(CHOSEN, names[CHOSEN]))
        yield from _written(figure, folder, names | places, size)
    if size is not None:
        path = folder / "captions.txt"
        write_whole(path, "".join(f"{visible(caption)}\n" for caption in captions))
        yield path


def _of_pair(made: ReportData, one: str, other: str) -> tuple[Figure, dict[str, str]]:
    """The plot of two solvers, and the names to be put into it."""
    everyone, known = made.statistics.everyone, made.statistics
    places = [everyone.place(solver) for solver in (one, other)]
    solvers = [everyone.solvers[place] for place in places]
    drawn = scatter(everyone.of(*solvers), made.names, known.endings[places])
    safe = "-".join(re.sub(r"[^\w.+=,-]", "_", solver) for solver in solvers)
    return replace(drawn, name=f"scatter-{safe}"), dict(zip((ONE, OTHER), solvers, strict=True))


def _written(
    figure: Figure, folder: Path, names: Mapping[str, str], size: PaperSize | None = None
) -> Iterator[Path]:
    """Write a figure in every format; yields the files."""
    drawing = _svg(_text(figure, names, size))
    if size is None:
        texts = drawing, vl_convert.svg_to_pdf(drawing), vl_convert.svg_to_png(drawing, scale=SCALE)
    else:
        points = scaled(drawing, size.width, "")  # here a pixel is a point
        png = vl_convert.svg_to_png(points, ppi=DOTS)
        texts = scaled(drawing, size.width, "pt"), vl_convert.svg_to_pdf(points), png
    rows = plain_csv(figure.columns or _columns(next(iter(figure.data.values()))))
    for ending, text in zip(("svg", "pdf", "png", "csv"), (*texts, rows), strict=True):
        path = folder / f"{figure.name}.{ending}"
        write_whole(path, text)
        yield path


def _svg(chart: str) -> str:
    """The drawing of a chart in JSON."""
    version = version_of(altair.SCHEMA_VERSION)
    drawn: str = vl_convert.vegalite_to_svg(
        _without_controls(json.loads(chart)), vl_version=version
    )
    return drawn


def _columns(rows: Sequence[Row]) -> dict[str, list[Any]]:
    """Rows of a figure as columns."""
    return {name: [row.get(name) for row in rows] for name in (rows[0] if rows else ())}


def _caption(figure: Figure, width: float) -> dict[str, Any]:
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
        if place == CHOSEN:
            chart = chart.replace(place, json.dumps(name)[1:-1])
    return chart


def version_of(schema: str) -> str:
    """The name that vl_convert has for altair's version of Vega-Lite: v6.1.0 is 6.1."""
    return ".".join(schema.removeprefix("v").split(".")[:2])
