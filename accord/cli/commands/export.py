"""`accord export`: a campaign in the format of another program."""

from importlib import import_module
from pathlib import Path

import click

from accord.cli.options import arguments, values
from accord.cli.output import line, naming, note
from accord.puzzles.discovery import modules_defining

EXPORTS = {
    name.rpartition(".")[2]: name for name in modules_defining("EXPORT", "accord.bench.exports")
}


@click.command()
@click.argument("folder", type=values.PathName(path_type=Path), metavar="DIR")
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(EXPORTS)),
    required=True,
    help="BenchExec's result files; a CSV file for CRIL's Metrics; a scenario of ASlib.",
)
@arguments.output("OUT", "The folder for the files: new, or empty.", folder=True, required=True)
def command(folder: Path, format_: str, output: Path) -> None:
    """Write the campaign in DIR, judged afresh, to OUT in the format of another program."""
    from accord.bench.exports.rows import progress
    from accord.puzzles.phrasing import counted
    from accord.views.tables.table import incomplete

    module = import_module(EXPORTS[format_])
    with naming(output):
        written: list[Path] = module.write(folder, output)
    number = counted(len(written), "file")
    for sentence in incomplete(*progress(folder)):
        note(f"warning: {sentence}")
    line(f"wrote {number} to {output}; {module.EXPORT.format(out=output)}", err=True)
