"""`accord table`: print the table of a campaign again, or in another form."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.measuring import CLOCK, REFERENCE
from accord.cli.output import is_wide, show_as

if TYPE_CHECKING:
    from accord.bench.analysis.shown_solvers import ShownSolvers

SECTION = "read results"


@click.command(cls=WithExamples)
@arguments.FOLDER
@CLOCK
@arguments.written_as("text", "markdown", "csv", "latex")
@REFERENCE
@click.option(
    "--by",
    type=click.Choice(["size", "class"]),
    help="The time on each size or class instead: the family that names say, their first folder or "
    "what stands before their number.",
)
@arguments.COLUMNS
@arguments.SHOWN
@arguments.AS_JSON
@arguments.WIDE
def command(
    folder: Path,
    measure: str,
    format_: str,
    reference: str,
    by: str | None,
    columns: tuple[str, ...],
    shown: "ShownSolvers",
    as_json: bool,
) -> None:
    """Print the table of the campaign in DIR: how many puzzles each solver solved, and how fast.

    Answers are judged again from what was recorded. Exits with 1 if a solver is refuted on any
    puzzle, what the collection expects is contradicted, or the proof of a certificate is refused.

    Examples:
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first -q
        accord table first
        # For a paper or a spreadsheet.
        accord table first --format markdown
        accord table first --columns solved,PAR-2 --format latex
    """
    if by and columns:
        raise click.UsageError("found --by and --columns, expected one of them")
    from accord.bench.analysis.breakdown import breakdown
    from accord.bench.analysis.table import Findings, table
    from accord.cli.working import working
    from accord.views.tables import breakdown as view_by_kind
    from accord.views.tables import table as view

    with working(f"judging {folder}") as work:
        found: Any = Findings(shown)
        if by:
            named = [reference] if reference else []
            broken = breakdown(folder, by, measure, found.watch, work.show, named, shown)
            report = view_by_kind.report(broken)
        else:
            found = table(folder, measure, reference, work.show, shown)
            every = format_ == "text" and is_wide()
            plain = format_ == "csv"
            chosen = arguments.words(columns)
            report = view.report(found, every=every, chosen=chosen, plain=plain)
    show_as(report, format_, as_json=as_json)
    if found.refuted or found.contradicted or found.refused:
        raise Ending(FINDING)
