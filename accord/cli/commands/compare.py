"""`accord compare`: say what changed from one campaign to another."""

from pathlib import Path

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.measuring import measuring
from accord.cli.output import is_wide, note, show_as
from accord.cli.working import working
from accord.solvers.registry import MissingBackendError, lacking

SECTION = "read results"


@click.command(cls=WithExamples)
@click.argument("old", type=values.PathName(path_type=Path), metavar="OLD")
@click.argument("new", type=values.PathName(path_type=Path), metavar="NEW")
@measuring
@click.option(
    "--fail-above",
    type=values.Number(0, min_open=True),
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
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON, for a program.")
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
    """Say what changed from the campaign in OLD to that in NEW: which solver is slower, or faster.

    Solvers are matched by name and settings, whatever their version and host, and compared on the
    puzzles that both campaigns have: over all of them, and one by one.

    Exits with 1 if any solver is refuted by what stands in both together, and with --fail-above if
    one has become slower: the table calls it slower, and its ratio is above F. The more solvers
    there are, the more puzzles it takes to call one slower: 6 for one solver, 9 for 11 solvers, 11
    for 39. Needs scipy.

    Examples:
        # The same question twice, as before and after a change of the machine.
        accord bench 4x4 -s backtracking-mrv -o before -q
        accord bench 4x4 -s backtracking-mrv -o after -q
        accord compare before after
    """
    try:
        from accord.bench.analysis.compare import compare
        from accord.views.tables.compare import report, slower, too_few
    except ImportError as error:
        raise MissingBackendError(lacking(error, "stats")) from None

    with working(f"judging and comparing {old} and {new}") as work:
        found = compare(old, new, measure, renamed, steps=work.show)
    show_as(report(found, every=format_ == "text" and is_wide()), format_, as_json=as_json)
    if fail_above is not None and found.too_few:
        note(f"{too_few(found)}")
    slow = found.slower(fail_above) if fail_above is not None else ()
    for line in slow:
        note(f"{slower(line)}, allowed was {fail_above:g}")
    if slow or found.conflicts:
        raise Ending(FINDING)
