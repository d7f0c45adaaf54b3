"""`accord table`: the comparison table of a campaign."""

from pathlib import Path
from typing import Any

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.options import arguments, values
from accord.cli.output import data


@click.command()
@click.argument("folder", type=values.PathName(path_type=Path), metavar="DIR")
@click.option(
    "--measure",
    type=click.Choice(["wall", "cpu"]),
    default="wall",
    help="Which clock; CPU time counts all threads.",
)
@arguments.written_as("text", "markdown", "csv")
@click.option(
    "--reference",
    default="",
    show_default=False,
    help="The solver of the ratios. Default: backtracking-mrv.",
)
@click.option(
    "--by",
    type=click.Choice(["size", "class"]),
    help="A column for each size or class of puzzles (names without their number) instead.",
)
@arguments.AS_JSON
@arguments.WIDE
def command(
    folder: Path,
    measure: str,
    format_: str,
    reference: str | None,
    by: str | None,
    as_json: bool,
) -> None:
    """Print the comparison table of the campaign in DIR, judged afresh from its rows.

    Exits with 1 if a solver is refuted on any puzzle, or what the collection expects is
    contradicted.
    """
    from accord.bench.analysis.breakdown import breakdown
    from accord.bench.analysis.table import table
    from accord.cli.output import show
    from accord.views.tables import breakdown as parts
    from accord.views.tables import table as whole

    result = table(folder, measure, reference or "")
    view: Any = parts if by else whole
    shown = breakdown(folder, by, measure) if by else result
    if as_json:
        click.echo(view.as_json(shown))
    elif format_ == "text":
        show(*view.as_text(shown))
    else:
        data(view.markdown(shown) if format_ == "markdown" else view.as_csv(shown), nl=False)
    if result.refutations or result.contradictions:
        raise Ending(FINDING)
