"""A campaign broken down by kinds of puzzles, on a terminal, as Markdown and as CSV."""

from dataclasses import asdict

from accord.bench.analysis.breakdown import Breakdown, KindFigures
from accord.puzzles.phrasing import seconds
from accord.views.tables.table import CLOCKS, defined, disqualified, known_instead
from accord.views.tables.text import PrintedReport, TextTable


def report(broken: Breakdown) -> PrintedReport:
    """A line per solver and a column per kind, or the other way round where kinds are more.

    CSV has a line per solver and kind with plain numbers: seconds.
    """
    rows = [
        (solver, kind, each.runs, each.solved, each.median, each.known)
        for solver, figures in broken.lines.items()
        for kind, each in zip(broken.kinds, figures, strict=True)
    ]
    return PrintedReport(
        [_table(broken)],
        notes(broken),
        ("solver", "kind", "runs", "solved", "median", "known"),
        rows,
        asdict(broken),
        disturbances=broken.disturbances,
    )


def notes(broken: Breakdown) -> list[str]:
    """The sentences below the table."""
    said = legend(broken.measure), *defined(broken.measure)
    return [*broken.disturbances, *said, *disqualified(broken.refuted)]


def legend(measure: str) -> str:
    """A sentence that defines the figures."""
    return (
        f"Median {CLOCKS[measure]} of a run; where not all were solved, how many of how many were; "
        f">=: at least that, unsolved runs counting as the limit{known_instead(measure)}."
    )


def _table(broken: Breakdown) -> TextTable:
    figures = [[_cell(part) for part in parts] for parts in broken.lines.values()]
    if len(broken.kinds) <= len(figures):
        rows = [(name, *row) for name, row in zip(broken.lines, figures, strict=True)]
        return TextTable(("solver", *broken.kinds), rows)
    turned = zip(broken.kinds, *figures, strict=True)
    return TextTable(("kind", *broken.lines), list(turned))


def _cell(part: KindFigures) -> str:
    solved = "" if part.solved == part.runs else f" ({part.solved}/{part.runs})"
    return seconds(part.median, "" if part.known else ">=") + solved
