"""`accord compare`: what changed from one campaign to another."""

from pathlib import Path

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.options import arguments, values
from accord.cli.options.measuring import measuring
from accord.cli.output import data
from accord.solvers.registry import MissingBackendError
from accord.solvers.requirements import install_extra


@click.command()
@click.argument("old", type=values.PathName(path_type=Path), metavar="OLD")
@click.argument("new", type=values.PathName(path_type=Path), metavar="NEW")
@measuring
@click.option(
    "--fail-above",
    type=click.FloatRange(0, min_open=True),
    metavar="F",
    help="Exit with 1 if a solver has become slower by more than this factor, and not by chance.",
)
@click.option(
    "--as",
    "renamed",
    multiple=True,
    metavar="OLD=NEW",
    help="Compare two solvers of different names, as other settings or a version; repeatable.",
)
@arguments.written_as(
    *("text", "markdown", "csv"), help_text="How it is written; csv has every puzzle and solver."
)
@click.option("--json", "as_json", is_flag=True, help="All of it, for a machine.")
@arguments.WIDE
def command(
    old: Path,
    new: Path,
    measure: str,
    fail_above: float | None,
    renamed: tuple[str, ...],
    format_: str,
    as_json: bool,
) -> None:
    """Compare the campaign in NEW with the one in OLD: versions, machines, settings.

    Solvers are matched by name and settings, whatever their version and host, and compared on the
    puzzles that both campaigns have: over all of them, and one by one.

    Exits with 1 if any solver is refuted by what stands in both together, and with --fail-above if
    one has become slower: the table calls it slower, and its ratio is above F. Each solver more
    asks for more evidence: of 1 on at least 6 puzzles, of 11 on 9, of 39 on 11.
    """
    from accord.cli.output import note, show

    try:
        from accord.bench.analysis.compare import compare
        from accord.views.tables import compare as view
    except ImportError as error:
        raise MissingBackendError(f"accord compare: {error}: {install_extra('stats')}") from None

    found = compare(old, new, measure, renamed)
    if as_json:
        data(view.as_json(found))
    elif format_ == "text":
        show(*view.as_text(found))
    else:
        data(view.markdown(found) if format_ == "markdown" else view.as_csv(found), nl=False)
    if fail_above is not None and found.too_few:
        note(f"{view.too_few(found)}")
    slower = found.slower(fail_above) if fail_above is not None else ()
    for line in slower:
        note(f"{view.slower(line)}, allowed was {fail_above:g}")
    if slower or found.conflicts:
        raise Ending(FINDING)
