"""`accord compare`: say what changed from one campaign to another."""

from pathlib import Path

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.measuring import measuring
from accord.cli.output import is_wide, note, show_as
from accord.cli.working import working
from accord.puzzles.phrasing import nearest
from accord.solvers.registry import MissingBackendError, lacking

SECTION = "read results"
GATES = ("worse-value", "lost-proof", "verdict")


def _gates(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """The changes that are named, each once."""
    named = tuple(dict.fromkeys(each.strip() for text in given for each in text.split(",")))
    for each in named:
        if each not in GATES:
            raise click.BadParameter(f"found {each!r}, expected {nearest(each, GATES)}")
    return named


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
    "--fail-on",
    "gates",
    callback=_gates,
    multiple=True,
    metavar="CHANGE,...",
    help=f"Exit with 1 on any of these: {', '.join(GATES)}.",
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
    gates: tuple[str, ...],
    renamed: tuple[str, ...],
    format_: str,
    as_json: bool,
) -> None:
    """Say what changed from the campaign in OLD to that in NEW: which solver is slower, or faster.

    Solvers are matched by name and settings, whatever their version and host, and compared on the
    puzzles that both campaigns have: over all of them, and one by one.

    Of problems with an objective it is said who finds better or worse values, won or lost proofs,
    and by when; of all problems on which the verdict of the one campaign is not that of the other.

    Exits with 1 if any solver is refuted by what stands in both together, and with --fail-above if
    one has become slower: the table calls it slower, and its ratio is above F. The more solvers
    there are, the more puzzles it takes to call one slower: 6 for one solver, 9 for 11 solvers, 11
    for 39. With --fail-on it exits with 1 if on a problem all runs of a solver have a worse value
    than before (worse-value), or all proved their answer and none does now (lost-proof), or if a
    verdict is weaker or contradicts the old one (verdict). Needs scipy.

    Examples:
        # The same question twice, as before and after a change of the machine.
        accord bench 4x4 -s backtracking-mrv -o before -q
        accord bench 4x4 -s backtracking-mrv -o after -q
        accord compare before after
        # In CI: has a solver of optimisation problems become worse?
        accord bench optimise/photo-5 -s cpsat -s backtracking-mrv -t 2s -o best -q
        accord compare best best --fail-on worse-value,lost-proof,verdict
    """
    try:
        from accord.bench.analysis.compare import compare
        from accord.views.tables.compare import missing, report, slower, too_few
        from accord.views.tables.value_changes import failures
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
    worse = [*failures(found.values, found.verdicts, gates)]
    for sentence in worse:
        note(sentence)
    if gates and (said := missing(found)):
        note(said)
    if slow or worse or found.conflicts:
        raise Ending(FINDING)
