"""The figures of a report, and their files."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import altair
import vl_convert

from accord.bench.campaigns.folder import write_whole
from accord.puzzles.phrasing import listed
from accord.views.report.figures.boxes import boxes
from accord.views.report.figures.classes import heat
from accord.views.report.figures.curves import cactus, distribution
from accord.views.report.figures.differences import differences
from accord.views.report.figures.figure import Figure, settled
from accord.views.report.figures.pairwise import forest, matrix
from accord.views.report.figures.phases import phases
from accord.views.report.figures.scatter import ONE, OTHER, scatter
from accord.views.report.figures.spread import spread
from accord.views.report.report_data import ReportData

WIDTH = 720  # pixels of a file
SCALE = 2  # pixels of a PNG for each of these


def figures(made: ReportData) -> Iterator[Figure]:
    """Every figure there is something to draw for, in the order of the page."""
    known = made.statistics
    sample = known.sample
    ranked = partial(_without, [each.solver for each in known.disqualified])
    yield ranked(cactus(sample))
    yield ranked(distribution(sample))
    if len(known.everyone.solvers) > 1:
        yield scatter(known.everyone, made.names, made.wrong)
    yield ranked(boxes(sample))
    yield ranked(heat(sample, made.names))
    yield phases(made.phases, (*known.everyone.solvers, *sample.unreported))
    if made.spreads:
        yield spread(made.spreads, made.table.measure)
    if known.pairs:
        yield ranked(forest(known.pairs, sample))
        yield ranked(matrix(known.pairs, sample))
        if ranks := differences(known.ranks, sample):
            yield ranked(ranks)


def _without(disqualified: Sequence[str], figure: Figure) -> Figure:
    """A figure whose caption names the solvers that it leaves out."""
    if not disqualified:
        return figure
    left_out = f"left out for a wrong answer: {listed(disqualified)}."
    return replace(figure, reading=f"{figure.reading.removesuffix('.')}; {left_out}")


def save(made: ReportData, folder: Path) -> Iterator[Path]:
    """Write every figure as SVG and as PNG; yields the files."""
    folder.mkdir(parents=True, exist_ok=True)
    version = version_of(altair.SCHEMA_VERSION)
    one, other = [*made.statistics.everyone.solvers, "", ""][:2]
    for figure in figures(made):
        chart = named(settled(figure.chart(), max(WIDTH, figure.least)), one, other)
        svg = folder / f"{figure.name}.svg"
        write_whole(svg, vl_convert.vegalite_to_svg(chart, vl_version=version))
        yield svg
        png = folder / f"{figure.name}.png"
        png.write_bytes(vl_convert.vegalite_to_png(chart, vl_version=version, scale=SCALE))
        yield png


def named(chart: str, one: str, other: str) -> str:
    """The JSON of a chart with the names of two solvers in their places."""
    for place, name in ((ONE, one), (OTHER, other)):
        chart = chart.replace(json.dumps(place), json.dumps(name))
    return chart


def version_of(schema: str) -> str:
    """What vl_convert calls the version of Vega-Lite that altair writes: v6.1.0 is 6.1."""
    return ".".join(schema.removeprefix("v").split(".")[:2])
