"""`accord table`: the comparison table of a campaign."""

from pathlib import Path

import click

from accord.commands import FINDING, Ending


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--measure",
    type=click.Choice(["wall", "cpu"]),
    default="wall",
    show_default=True,
    help="Which clock; CPU time counts all threads.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "markdown", "csv"]),
    default="text",
    show_default=True,
    help="How it is written.",
)
@click.option(
    "--reference", default="", help="The solver of the ratios. Default: backtracking-mrv."
)
def command(folder: Path, measure: str, format_: str, reference: str) -> None:
    """Print the comparison table of the campaign in DIR, judged afresh from its rows.

    Exits with 1 if a solver is refuted on any puzzle, or what the collection expects is
    contradicted.
    """
    from accord.bench.table import table
    from accord.output import show
    from accord.views.table import as_csv, as_text, markdown

    result = table(folder, measure, reference)
    if format_ == "text":
        show(*as_text(result))
    else:
        click.echo(markdown(result) if format_ == "markdown" else as_csv(result), nl=False)
    if result.refutations or result.contradictions:
        raise Ending(FINDING)
