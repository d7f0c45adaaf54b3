"""`accord export`: a campaign in the format of another program."""

from importlib import import_module
from pathlib import Path

import click

HINTS = {
    "benchexec": "table-generator {out}/*.xml",
    "metrics": "cd {out}, then metrics.wallet.BasicAnalysis('metrics.yml')",
    "aslib": "{out} is a scenario; its readme.txt says what is what",
}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(HINTS)),
    required=True,
    help="BenchExec's result files; a CSV file for CRIL's Metrics; a scenario of ASlib.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="OUT",
    help="The folder for the files: new, or empty.",
)
def command(folder: Path, format_: str, output: Path) -> None:
    """Write the campaign in DIR, judged afresh, to OUT in the format of another program."""
    from accord.bench.exports.rows import progress
    from accord.puzzles.phrasing import counted
    from accord.views.tables.table import incomplete

    module = import_module(f"accord.bench.exports.{format_}")
    written: list[Path] = module.write(folder, output)
    number = counted(len(written), "file")
    for sentence in incomplete(*progress(folder)):
        click.echo(f"accord: warning: {sentence}", err=True)
    click.echo(f"wrote {number} to {output}; {HINTS[format_].format(out=output)}", err=True)
