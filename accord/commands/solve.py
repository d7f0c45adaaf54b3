"""`accord solve`: ask one solver, print the grids it finds."""

from itertools import chain, islice

import click

from accord.arguments import SolverName, Source, instances, limit, reading, time_limit
from accord.commands import BAD_INPUT, FINDING, UNDECIDED, Ending
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle


@click.command()
@click.argument("puzzle", required=False, type=Source())
@click.option(
    "-s",
    "--solver",
    default="backtracking-mrv",
    show_default=True,
    type=SolverName(),
    help="A solver, as NAME[:SETTINGS], file.py:OBJECT or FILE.toml.",
)
@limit("1")
@time_limit("Time limit for each puzzle.", default=None)
@click.option("--format", "format_", help="How grids are written; see `accord convert --help`.")
@click.option("--file", help="A file of puzzles, or the name of a collection.")
@reading
def command(
    puzzle: str | None,
    solver: str,
    limit: int,
    seconds: float | None,
    format_: str | None,
    file: str | None,
    box: tuple[int, int] | None,
    rules: tuple[str, ...],
    regions: str | None,
) -> None:
    """Print the solutions that one solver finds.

    Each grid is verified before it is printed. Prints `No Solutions` when the solver proved that.
    The solver runs in a process of its own, so that its time limit holds and Ctrl-C works.
    """
    from accord.bench.campaign import declare
    from accord.bench.check import as_claim
    from accord.bench.judge import judge
    from accord.bench.limits import Limits
    from accord.bench.supervisor import LONG, Worker
    from accord.puzzles.write import write_grid

    ahead = instances(puzzle, file, box, rules, regions)
    first = list(islice(ahead, 1 if format_ else 2))
    if not first:
        raise Ending(BAD_INPUT, "found no puzzle, expected at least one")
    style = format_ or ("grid" if len(first) == 1 else "line")
    write_grid(Grid([1]), style)  # complain of an unknown format before any work
    code = 0
    declared = declare(solver)
    limits = Limits(LONG if seconds is None else seconds)
    with Worker(str(declared)) as worker:
        for instance in chain(first, ahead):
            asked = instance.puzzle
            shown = 0

            def show(grid: Grid, asked: Puzzle = asked) -> None:
                nonlocal shown
                if not any(asked.violations(grid)):
                    click.echo(write_grid(grid, style, asked.box))
                    shown += 1

            report = worker.ask(asked, limit or None, limits, show)
            claim = as_claim(report, instance, declared, limit or None, limits)
            (judged,) = judge(asked, [claim]).runs
            for reason in judged.refutations:
                click.echo(f"{instance.name}: REFUTED {solver}: {reason}", err=True)
            if judged.refutations:
                code = FINDING
            elif report.outcome == "OK" and report.exhausted and not shown:
                click.echo("No Solutions")
            elif report.outcome != "OK" or not judged.decided:
                kind = "GAVE UP" if report.outcome == "OK" else report.outcome
                click.echo(f"{instance.name}: {kind}: {report.reason}", err=True)
                code = code or (FINDING if report.outcome in _FAILURES else UNDECIDED)
    if code:
        raise Ending(code)


_FAILURES = ("ERROR", "KILLED", "MEMOUT", "UNSUPPORTED")
