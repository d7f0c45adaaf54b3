"""`accord report`: write a campaign as one page that opens offline."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.measuring import KEEP_WRONG, REFERENCE, measuring
from accord.cli.output import data, naming, note
from accord.cli.working import working
from accord.puzzles.outside_data import visible

if TYPE_CHECKING:
    from accord.bench.analysis.shown_solvers import ShownSolvers

SECTION = "read results"
FONT = 8.0  # points


@dataclass(frozen=True)
class ReportFiles:
    """Where figures and tables are written besides the page, and how."""

    figures: Path | None
    pairs: tuple[tuple[str, str], ...]
    width: float | None  # points
    font: float  # points
    tables: Path | None


def _files(
    figures: Path | None, tables: Path | None, font: float | None, **how: Any
) -> ReportFiles:
    """The files that the options of the command ask for."""
    asked = {"pair": how["pairs"], "width": how["width"]}
    for name, value in asked.items():
        if value and not figures:
            raise click.UsageError(f"found --{name} without --figures, expected both")
    if font and not how["width"]:
        raise click.UsageError("found --font without --width, expected both")
    return ReportFiles(figures=figures, tables=tables, font=font or FONT, **how)


FILES = arguments.one_value(
    "files",
    _files,
    click.option(
        "--figures",
        type=values.PathName(path_type=Path, file_okay=False),
        metavar="FOLDER",
        help="Write every figure here too, as SVG, PDF and PNG, and its data as CSV.",
    ),
    click.option(
        "--pair",
        "pairs",
        nargs=2,
        multiple=True,
        metavar="ONE OTHER",
        help="With --figures: the plot of these two solvers. May be repeated. Default: the first "
        "two.",
    ),
    click.option(
        "--width",
        type=values.width,
        metavar="WIDTH",
        help="With --figures: so wide on paper, as 3.3in, 84mm or 240pt; without title and caption "
        "in them, which captions.txt has.",
    ),
    click.option(
        "--font",
        type=values.Number(4, 20),
        metavar="POINTS",
        help=f"With --width: the size of letters. Default: {FONT:g}.",
    ),
    click.option(
        "--tables",
        type=values.PathName(path_type=Path, file_okay=False),
        metavar="FOLDER",
        help="Write every table here too, as CSV, Markdown and LaTeX.",
    ),
)


@click.command(cls=WithExamples)
@arguments.FOLDER
@arguments.output("FILE", "The page. Default: DIR/report.html.")
@measuring
@REFERENCE
@FILES
@arguments.COLUMNS
@arguments.SHOWN
@KEEP_WRONG
def command(
    folder: Path,
    output: Path | None,
    measure: str,
    reference: str,
    files: "ReportFiles",
    columns: tuple[str, ...],
    shown: "ShownSolvers",
    keep_wrong: bool,
) -> None:
    """Write the report of the campaign in DIR: one HTML file that needs nothing else.

    It has the verdicts, the tables and the figures, judged again from what was recorded; it opens
    offline, and loads nothing from elsewhere. Prints the names of the files it has written, and
    exits with 1 if a solver was refuted or an expectation is contradicted. Needs scipy and altair.

    Examples:
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first -q
        # Writes first/report.html; open it in a browser.
        accord report first
        # Figures for a column of a paper.
        accord report first --figures plots --width 3.3in --name sat-pycosat=PicoSAT
    """
    from accord.results import expect_extra

    expect_extra()
    from accord.views.report import tables as written
    from accord.views.report.figures import all_figures as drawings
    from accord.views.report.figures.paper import PaperSize
    from accord.views.report.findings import findings
    from accord.views.report.page import page, write_page
    from accord.views.report.report_data import report_data

    with working(f"judging and comparing {folder}") as work:
        named = [solver for pair in files.pairs for solver in pair]
        made = report_data(
            *(folder, measure),
            reference=reference,
            keep_wrong=keep_wrong,
            steps=work.show,
            named=named,
            solvers=shown,
            columns=arguments.words(columns),
        )
    size = PaperSize(files.width, files.font) if files.width else None
    pairs = tuple((shown.called(one), shown.called(other)) for one, other in files.pairs)
    path = output or folder / "report.html"
    with naming(path), working("drawing the page") as work:
        write_page(path, page(made, work.show), named=output is not None)
    for sentence in made.table.disturbances:
        note(sentence)
    data(visible(str(path)))
    with working("writing figures and tables") as work:
        for made_files in (
            drawings.save(made, files.figures, pairs, size, work.show) if files.figures else (),
            written.save(made, files.tables) if files.tables else (),
        ):
            for file in made_files:
                data(visible(str(file)))
    if bad := [each.text for each in findings(made) if each.conflict]:
        raise Ending(FINDING, " ".join(bad))
