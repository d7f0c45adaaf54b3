"""`accord scores`: Score optimisers: how good by when, and as competitions do."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.measuring import KEEP_WRONG
from accord.cli.output import show_as

if TYPE_CHECKING:
    from accord.bench.analysis.shown_solvers import ShownSolvers

SECTION = "read results"


@click.command(cls=WithExamples)
@arguments.FOLDER
@click.option(
    "--by",
    default="",
    show_default=False,
    metavar="SCORE",
    help="The score that orders the lines and compares pairs: a heading, as complete. Default: "
    "that of the campaign's rules, else integral.",
)
@click.option(
    "--at",
    "moments",
    type=values.time,
    multiple=True,
    metavar="SECONDS",
    help="Moments at which values are compared; may be repeated. Default: 1s, 5s, 20s and the "
    "limit.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="SOLVER",
    help="Score as if a solver had not taken part, and name rankings of others that turn; may be "
    "repeated.",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Compare each two solvers by the score; csv has these lines then. Needs scipy.",
)
@click.option(
    "--exact-times",
    is_flag=True,
    help="Times of the MiniZinc Challenge as measured, not in whole seconds as its rules say.",
)
@click.option(
    "--reference",
    metavar="FILE.csv",
    default="",
    show_default=False,
    help="A file of known best values, with the columns problem,best,bound,source.",
)
@arguments.written_as(*("text", "markdown", "csv", "latex"), help_text="How it is written.")
@arguments.SHOWN
@KEEP_WRONG
@arguments.AS_JSON
@arguments.WIDE
def command(
    folder: Path,
    by: str,
    moments: tuple[float, ...],
    without: tuple[str, ...],
    pairs: bool,
    exact_times: bool,
    reference: str,
    format_: str,
    shown: "ShownSolvers",
    keep_wrong: bool,
    as_json: bool,
) -> None:
    """Score the solvers of a campaign in DIR whose problems ask for the best solution.

    How good a solver's values are by when, against the best that is known: a certified optimum, a
    value of the reference, or the best that was recorded. And the scores of the MiniZinc Challenge,
    the XCSP3 competition and the MaxSAT Evaluation. A solver with a wrong answer is disqualified.
    Exits with 1 if a solver is refuted, or what is known is contradicted.

    Examples:
        accord bench optimise/photo-5 -s cpsat -s backtracking-mrv -t 2s -o best -q
        accord scores best
        accord scores best --without cpsat
    """
    from accord.bench.analysis.anytime.campaign_scores import campaign_scores
    from accord.bench.analysis.known_values import KnownValues, known_values
    from accord.cli.working import working
    from accord.solvers.registry import MissingBackendError, lacking
    from accord.views.tables.scores import report

    known = known_values(reference) if reference else KnownValues()
    try:
        with working(f"judging and scoring {folder}") as work:
            found = campaign_scores(
                folder,
                by,
                moments,
                without,
                pairs=pairs,
                exact=exact_times,
                known=known,
                shown=shown,
                keep_wrong=keep_wrong,
                steps=work.show,
            )
    except ImportError as error:
        raise MissingBackendError(lacking(error, "stats")) from None
    show_as(report(found), format_, as_json=as_json)
    if refuted := found.board.contest.refuted:
        where = shlex.quote(str(folder))
        raise Ending(FINDING, f"refuted claims: {refuted}; `accord table {where}` names them")
