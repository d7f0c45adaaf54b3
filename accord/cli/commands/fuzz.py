"""`accord fuzz`: ask solvers random problems until something is found."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values

if TYPE_CHECKING:
    from accord.bench.run.terms import Terms

SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.solver(
    "A solver, as NAME[:SETTINGS], file.py:OBJECT or FILE.toml; may be repeated.", several=True
)
@click.option(
    "--time",
    "total",
    type=values.time,
    metavar="TIME",
    help="For all solvers together, as 30s or 10m. Default: 1m, or none with --problems.",
)
@click.option(
    "--problems",
    type=values.Whole(0),
    metavar="N",
    help="Draw at most so many for each solver. Default: no limit.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Of constraints, mixed, hidden, best, large-numbers, large-values, larger, sudoku or "
    "sudoku-9; may be repeated, or a list with commas. Default: all.",
)
@arguments.seed("Draws the problems.")
@arguments.terms(
    arguments.time_limit("Time limit for each problem.", "5s"),
    arguments.MEMORY_LIMIT,
    arguments.IMPORT_LIMIT,
)
@arguments.output(
    "DIR", "The folder of findings. Default: ~/.local/share/accord/fuzz.", folder=True
)
@arguments.AS_JSON
@arguments.WIDE
def command(
    solvers: tuple[str, ...],
    total: float | None,
    problems: int | None,
    kinds: tuple[str, ...],
    seed: int,
    terms: "Terms",
    output: Path | None,
    as_json: bool,
) -> None:
    """Ask solvers random problems of all kinds, and keep what they get wrong.

    Answers are judged by trying every assignment where these are few, else by certificates, and by
    relations: a problem with its variables in another order has as many solutions. A finding is a
    wrong answer, a crash, or no end on a small problem; it is made smaller, and kept. What was
    found before is asked again first. Exits with 1 if something is found.

    Needs hypothesis, which the extra `fuzz` brings.

    Examples:
        accord fuzz -s backtracking-mrv --problems 40 -o findings
    """
    from accord.bench.hunt.fuzz import FuzzExtent, fuzz, usual_folder
    from accord.cli.output import show_as
    from accord.cli.working import working
    from accord.views.tables.findings import report

    if not solvers:
        raise click.UsageError("found no -s, expected one solver at least")
    if total is None and problems is None:
        total = 60.0
    folder = output or usual_folder()
    extent = FuzzExtent(terms, total, problems, seed, _columns(kinds))
    with working("asking random problems") as work:
        found = fuzz([*dict.fromkeys(solvers)], folder, extent, work.show)
    show_as(report(found, folder), as_json=as_json)
    if any(each.is_found_out for each in found):
        raise Ending(FINDING)


def _columns(kinds: tuple[str, ...]) -> tuple[str, ...]:
    from accord.bench.hunt.problems import FUZZED

    chosen = tuple(dict.fromkeys(arguments.words(kinds)))
    for kind in chosen:
        if kind not in FUZZED:
            raise click.UsageError(f"found --kind {kind}, expected one of {', '.join(FUZZED)}")
    return chosen or FUZZED
