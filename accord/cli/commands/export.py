"""`accord export`: write a campaign for another program."""

from importlib import import_module
from pathlib import Path

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.output import line, naming, note
from accord.puzzles.discovery import modules_defining

SECTION = "read results"

EXPORTS = {
    name.rpartition(".")[2]: name
    for name in modules_defining("EXPORT", "accord.bench.analysis.exports")
}


@click.command(cls=WithExamples)
@arguments.FOLDER
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(EXPORTS)),
    required=True,
    help="A scenario of ASlib; BenchExec's result files; a CSV file for CRIL's Metrics.",
)
@arguments.output("OUT", "The folder for the files: new, or empty.", folder=True, required=True)
def command(folder: Path, format_: str, output: Path) -> None:
    """Write the campaign in DIR to OUT, in the format of another program.

    Answers are judged again first.

    Examples:
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first -q
        accord export first --format benchexec -o exported
    """
    from accord.bench.analysis.exports.rows import progress
    from accord.cli.working import working
    from accord.puzzles.phrasing import counted
    from accord.views.tables.table import incomplete

    module = import_module(EXPORTS[format_])
    with naming(output), working(f"judging {folder}") as work:
        written: list[Path] = module.write(folder, output, work.show)
    number = counted(len(written), "file")
    for sentence in incomplete(*progress(folder)):
        note(f"warning: {sentence}")
    line(f"wrote {number} to {output}; {module.EXPORT.format(out=output)}", err=True)
