"""`accord audit`: ask solvers problems of each kind, and list wrong answers."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.puzzles.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.bench.run.terms import Terms

SECTION = "ask"


@click.command(cls=WithExamples)
@click.argument("sources", nargs=-1, metavar="[FOLDER]...", shell_complete=values.sources)
@arguments.solver(
    "A solver, as NAME[:SETTINGS] or file.py:OBJECT; may be repeated. Default: all that can run "
    "here, with each engine that they can be set to.",
    several=True,
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Of constraints, sudoku, arithmetic or mixed; may be repeated, or a list with commas. "
    "Default: all.",
)
@click.option(
    "--problems",
    type=values.Whole(0),
    default=10,
    metavar="N",
    help="Random problems of each kind. Default: 10.",
)
@click.option(
    "--classics",
    type=values.Whole(0),
    default=12,
    metavar="N",
    help="Problems of the collection classics, the smallest first. Default: 12.",
)
@arguments.seed("Of the first random problem of each kind.")
@arguments.terms(
    arguments.time_limit("Time limit for all solutions of a problem.", "5s"), arguments.MEMORY_LIMIT
)
@arguments.jobs("Solvers at a time. Default: one per core.")
@arguments.output("DIR", "The audit's folder. Default: results/local/audit.", folder=True)
@click.option(
    "--recorded", is_flag=True, help="Show what the folder has, and ask nothing of any solver."
)
@click.option(
    "--html",
    type=values.PathName(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it as one page, too.",
)
@arguments.AS_JSON
@arguments.WIDE
def command(
    sources: tuple[str, ...],
    solvers: tuple[str, ...],
    kinds: tuple[str, ...],
    problems: int,
    classics: int,
    seed: int,
    terms: "Terms",
    jobs: int | None,
    output: Path | None,
    recorded: bool,
    html: Path | None,
    as_json: bool,
) -> None:
    """Ask each solver for all solutions of many problems, and list what is wrong.

    The problems are random ones of every kind of constraint, small classics, and those in FOLDER
    (or a file, or a collection). All solutions of a small problem are found by trying every
    assignment. Each answer is right, wrong, refused, undecided, crashed or timed out.

    Of each solver and kind the smallest problem with a wrong answer is made smaller still, and kept
    with its solutions and with a script that states it to the solver's library without accord. An
    audit goes on where it was stopped. Exits with 1 if an answer is wrong.

    Examples:
        accord audit -s backtracking-mrv --kind linear,sudoku --problems 3 -o audit
        # The same again, from what was recorded.
        accord audit --recorded -o audit
    """
    from accord.bench.hunt.audit import audit, auditable, rows_of, wrong_answers
    from accord.bench.hunt.finding import keep, kept
    from accord.bench.hunt.problems import Extent, audit_problems
    from accord.bench.hunt.record import matrix_of
    from accord.cli.output import expect_writable, naming, show_as
    from accord.cli.working import working
    from accord.views.tables.audit import report

    folder = output or Path("results/local/audit")
    wrong = [*kept(folder)]
    if html:
        expect_writable(html)
    if recorded:
        if not (rows := rows_of(folder)):
            raise InputError(f"{folder}: found no answers in it, expected the folder of an audit")
    else:
        extent = Extent(_columns(kinds), problems, seed, classics, sources)
        asked = [*audit_problems(extent)]
        chosen = [*dict.fromkeys(solvers)] or auditable()
        with working("asking solvers", len(asked)) as work:
            for progress in audit(asked, chosen, folder, terms, jobs):
                work.done = progress.done
        rows = rows_of(folder, asked, chosen)
        with working("making wrong answers smaller") as work:
            wrong = [*wrong_answers(rows, asked, terms, wrong)]
        for each in wrong:
            keep(each, folder)
    found = matrix_of(rows)
    wrong = [each for each in wrong if found.cell(each.solver, each.column).counts["wrong"]]
    if html:
        from accord.views.audit.page import page

        with naming(html):
            html.write_text(page(found, rows, wrong), encoding="utf-8")
    show_as(report(found, wrong), as_json=as_json)
    if found.totals()["wrong"]:
        raise Ending(FINDING)


def _columns(kinds: tuple[str, ...]) -> "Sequence[str]":
    from accord.bench.hunt.problems import AUDITED

    chosen = arguments.words(kinds)
    for kind in chosen:
        if kind not in AUDITED:
            raise click.UsageError(f"found --kind {kind}, expected one of {', '.join(AUDITED)}")
    return chosen or AUDITED
