"""`accord ladder`: compare models of one problem, from weak to strong."""

from typing import TYPE_CHECKING

import click

from accord.cli.commands import Ending, exit_code
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.sources import one_problem
from accord.puzzles.formats.draft import Variant

if TYPE_CHECKING:
    from accord.bench.run.terms import Terms

SECTION = "teach"


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of groups that begin so, for a shell."""
    from accord.bench.analysis.ladder import groups

    return [name for name in groups() if name.startswith(incomplete)]


@click.command(cls=WithExamples)
@arguments.puzzle
@click.option(
    "--only",
    multiple=True,
    shell_complete=complete,
    metavar="GROUP",
    help="search, cp-sat, exact-cover, clauses, linear, others, or a backend with several models, "
    "as choco; may be repeated, or a list with commas. Default: all of them.",
)
@click.option("--all", "every", is_flag=True, help='Every way to say "at most one", too.')
@arguments.terms(
    arguments.limit("2"), arguments.time_limit("Time limit for the search on each model.")
)
@click.option("--json", "as_json_", is_flag=True, help="One JSON object.")
@arguments.reading
@arguments.WIDE
def command(
    puzzle: str | None,
    only: tuple[str, ...],
    every: bool,
    terms: "Terms",
    as_json_: bool,
    variant: Variant,
) -> None:
    """Compare models of PUZZLE, from weak to strong: size, propagation, search and time of each.

    Models of a group have the same solver, and all must have the same solutions. Each solver runs
    in a process of its own, each solution is verified. PUZZLE may be a problem that is no puzzle:
    then each backend has one model, beside the clauses, and those that cannot say it are listed
    with the reason. Exits with 1 if the models differ in a solution.

    Examples:
        accord ladder 3..1..2......4.. --only search
        # A problem that is no puzzle.
        accord ladder classics/queens-5 --only search,clauses
    """
    from accord.bench.analysis.ladder import groups_of, ladder
    from accord.cli.output import show_as
    from accord.cli.working import working
    from accord.views.tables.ladder import report

    asked = one_problem(puzzle, variant)
    chosen, known = arguments.words(only), groups_of(asked)
    for name in chosen:
        if name not in known:
            raise click.UsageError(f"found --only {name}, expected one of {', '.join(known)}")
    with working("comparing models") as work:
        found = ladder(asked, terms, only=chosen, every=every, steps=work.show)
    show_as(report(found), as_json=as_json_)
    if code := exit_code(found.verdict):
        raise Ending(code)
