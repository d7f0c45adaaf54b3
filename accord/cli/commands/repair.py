"""`accord repair`: set aside what is damaged in a campaign's folder."""

import shlex
from pathlib import Path

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.output import note
from accord.cli.results import discarded
from accord.puzzles.phrasing import counted

SECTION = "measure"


@click.command(cls=WithExamples)
@arguments.FOLDER
@arguments.DISCARD
def command(folder: Path, discard: tuple[str, ...]) -> None:
    """Mend the campaign in DIR: set aside what is damaged, so that the rest can be read.

    Set aside are lines of the journal without their checksum, parts that cannot be read, and rows
    on other puzzles, of other solvers or under other limits. The files as they were found stand in
    DIR/spoiled; `accord bench` with the same question makes again what is missing.

    Examples:
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first -q
        accord repair first
    """
    from accord.bench.analysis.repair import repair
    from accord.bench.campaigns.folder import SPOILED
    from accord.cli.working import working

    with working(f"looking through {folder}") as work:
        repaired = repair(folder, work.show)
    aside = [counted(repaired.lines, "line") + " of the journal"] * bool(repaired.lines)
    aside += [counted(repaired.rows, "row")] * bool(repaired.rows)
    aside += repaired.files
    for each in aside:
        note(f"set aside: {each}; as found in {folder / SPOILED}")
    for each in repaired.doubtful:
        note(
            f"warning: {each} is refuted in runs that have several rows; if some of these are "
            f"forged, --discard {shlex.quote(each)} withdraws all of its rows"
        )
    if not aside:
        note(f"{folder}: found nothing to set aside")
    discarded(folder, discard)
