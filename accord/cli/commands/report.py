"""`accord report`: write a campaign as one page that opens offline."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.measuring import KEEP_WRONG, measuring
from accord.cli.output import data, naming, note
from accord.cli.working import working
from accord.puzzles.outside_data import visible

if TYPE_CHECKING:
    from accord.bench.analysis.shown_solvers import ShownSolvers

SECTION = "read results"


@click.command(cls=WithExamples)
@arguments.FOLDER
@arguments.output("FILE", "The page. Default: DIR/report.html.")
@measuring
@click.option(
    "--figures",
    type=values.PathName(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write every figure here too, as SVG, PDF and PNG.",
)
@click.option(
    "--pair",
    "pairs",
    nargs=2,
    multiple=True,
    metavar="ONE OTHER",
    help="With --figures: the plot of these two solvers. May be repeated. Default: the first two.",
)
@click.option(
    "--tables",
    type=values.PathName(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write every table here too, as CSV, Markdown and LaTeX.",
)
@arguments.COLUMNS
@arguments.SHOWN
@KEEP_WRONG
def command(
    folder: Path,
    output: Path | None,
    measure: str,
    figures: Path | None,
    pairs: tuple[tuple[str, str], ...],
    tables: Path | None,
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
    """
    if pairs and not figures:
        raise click.UsageError("found --pair without --figures, expected both")
    from accord.results import expect_extra

    expect_extra()
    from accord.views.report import tables as written
    from accord.views.report.figures import all_figures as drawings
    from accord.views.report.findings import findings
    from accord.views.report.page import page, write_page
    from accord.views.report.report_data import report_data

    with working(f"judging and comparing {folder}") as work:
        named = [solver for pair in pairs for solver in pair]
        made = report_data(
            *(folder, measure),
            keep_wrong=keep_wrong,
            steps=work.show,
            named=named,
            solvers=shown,
            columns=arguments.words(columns),
        )
    pairs = tuple((shown.called(one), shown.called(other)) for one, other in pairs)
    path = output or folder / "report.html"
    with naming(path), working("drawing the page") as work:
        write_page(path, page(made, work.show), named=output is not None)
    for sentence in made.table.disturbances:
        note(sentence)
    data(visible(str(path)))
    with working("writing figures and tables") as work:
        for files in (
            drawings.save(made, figures, pairs, work.show) if figures else (),
            written.save(made, tables) if tables else (),
        ):
            for file in files:
                data(visible(str(file)))
    if bad := [each.text for each in findings(made) if each.conflict]:
        raise Ending(FINDING, " ".join(bad))
