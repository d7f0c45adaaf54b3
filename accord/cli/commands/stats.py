"""`accord stats`: what the runs of a campaign say about solvers, and what they do not."""

from pathlib import Path

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.options import arguments, values
from accord.cli.options.measuring import KEEP_WRONG, measuring
from accord.cli.output import data
from accord.solvers.registry import MissingBackendError
from accord.solvers.requirements import install_extra


@click.command()
@click.argument("folder", type=values.PathName(path_type=Path), metavar="DIR")
@measuring
@arguments.written_as(
    *("text", "markdown", "csv", "latex"),
    help_text="How it is written; CSV has the solvers, or with --pairs the pairs.",
)
@arguments.solver("Only this one. May be repeated.", several=True)
@click.option(
    "--pairs",
    type=click.Choice(["all", "ref"]),
    help="All pairs, or those with backtracking-mrv. Default: those and neighbours in the order.",
)
@KEEP_WRONG
@arguments.AS_JSON
@arguments.WIDE
def command(
    folder: Path,
    measure: str,
    format_: str,
    solvers: tuple[str, ...],
    pairs: str | None,
    keep_wrong: bool,
    as_json: bool,
) -> None:
    """Print scores, quantiles, portfolio and pairwise comparisons of the campaign in DIR.

    Each puzzle counts once, with the median of its runs; puzzles that were not solved are never
    left out.  A solver with a wrong answer is disqualified and listed apart.  Needs scipy.
    Exits with 1 if a solver is refuted, or what the collection expects is contradicted.
    """
    from accord.bench.analysis.table import Findings
    from accord.cli.output import show
    from accord.cli.working import working

    try:
        from accord.bench.analysis.statistics.overview import NoneQualifiedError, statistics
        from accord.bench.analysis.statistics.sample import loaded
        from accord.views.tables import statistics as view
    except ImportError as error:
        raise MissingBackendError(f"accord stats: {error}: {install_extra('stats')}") from None

    findings = Findings()
    with (
        working(f"judging and comparing {folder}"),
        loaded(folder, findings.watch) as campaign,
    ):
        try:
            found = statistics(campaign, measure, solvers, keep_wrong=keep_wrong)
        except NoneQualifiedError as error:
            raise Ending(FINDING, str(error)) from None
    if as_json:
        click.echo(view.as_json(found))
    elif format_ == "text":
        show(*view.as_text(found, pairs or ""))
    else:
        written = {"markdown": view.markdown, "csv": view.as_csv, "latex": view.latex}[format_]
        data(written(found, pairs or ""), nl=False)
    if number := findings.refuted + findings.contradicted:
        raise Ending(FINDING, f"refuted claims: {number}; `accord table {folder}` names them")
