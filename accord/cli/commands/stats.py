"""`accord stats`: rank the solvers of a campaign, and say how sure that is."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.measuring import KEEP_WRONG, measuring
from accord.cli.output import show_as
from accord.solvers.registry import MissingBackendError, lacking

if TYPE_CHECKING:
    from accord.bench.analysis.shown_solvers import ShownSolvers

SECTION = "read results"


@click.command(cls=WithExamples)
@arguments.FOLDER
@measuring
@arguments.written_as(
    *("text", "markdown", "csv", "latex"),
    help_text="How it is written; CSV has the solvers, or with --pairs the pairs.",
)
@arguments.SHOWN
@click.option(
    "--pairs",
    type=click.Choice(["all", "ref"]),
    help="All pairs, or those with the reference: backtracking-mrv, or if it did not take part the "
    "solver that solved most puzzles. Default: those and neighbours in the order.",
)
@KEEP_WRONG
@arguments.AS_JSON
@arguments.WIDE
def command(
    folder: Path,
    measure: str,
    format_: str,
    shown: "ShownSolvers",
    pairs: str | None,
    keep_wrong: bool,
    as_json: bool,
) -> None:
    """Rank the solvers of the campaign in DIR, compare them pair by pair, and say how sure that is.

    Each puzzle counts once, with the median of its runs; puzzles that were not solved are never
    left out. A solver with a wrong answer is disqualified and listed apart. Needs scipy. Exits with
    1 if a solver is refuted, or what the collection expects is contradicted.

    Examples:
        accord bench 4x4 -s backtracking-mrv -s sat-pycosat -o first -q
        accord stats first
    """
    from accord.bench.analysis.shown_solvers import ShownSolvers
    from accord.bench.analysis.table import Findings
    from accord.cli.working import working

    try:
        from accord.bench.analysis.statistics.overview import NoneQualifiedError, statistics
        from accord.bench.analysis.statistics.sample import loaded
        from accord.views.tables.statistics import report
    except ImportError as error:
        raise MissingBackendError(lacking(error, "stats")) from None

    findings = Findings(names := ShownSolvers(names=shown.names))
    with (
        working(f"judging and comparing {folder}") as work,
        loaded(folder, findings.watch, work.show, shown.solvers, names) as campaign,
    ):
        only = [*map(names.called, shown.solvers)]
        try:
            found = statistics(campaign, measure, only, keep_wrong=keep_wrong, steps=work.show)
        except NoneQualifiedError as error:
            raise Ending(FINDING, str(error)) from None
    show_as(report(found, pairs or ""), format_, as_json=as_json)
    if number := findings.refuted + findings.contradicted:
        where = shlex.quote(str(folder))
        raise Ending(FINDING, f"refuted claims: {number}; `accord table {where}` names them")
