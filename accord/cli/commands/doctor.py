"""`accord doctor`: say what is installed, what disturbs timings, which limits hold."""

import json

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments

SECTION = "system"


@click.command(cls=WithExamples)
@click.option("--json", "as_json_", is_flag=True, help="One object; null is what is not known.")
@arguments.jobs("Advise for so many runs at a time. Default: one per core.")
@click.option(
    "--torture",
    "tortured",
    is_flag=True,
    help="Try the limits here: solvers that loop, grow, fork, crash and send garbage. 15 s.",
)
@click.option(
    "--install-minizinc",
    "installing",
    is_flag=True,
    help="Make accord a solver of MiniZinc for you: `minizinc --solver accord`.",
)
@arguments.WIDE
def command(as_json_: bool, jobs: int | None, tortured: bool, installing: bool) -> None:
    """Show what is installed, what disturbs timings here, and which limits hold.

    Lists known wrong answers of installed versions, and whether they reach accord. Exits with 1 if
    one is known to.

    With --torture it runs solvers that break every limit, and exits with 1 if the limits do not
    hold against one of them; --json is then a list of objects with name, held and detail.

    Examples:
        accord doctor
    """
    if installing:
        from accord.bench.run.minizinc_solver import how_found, install

        click.echo(f"{install()}: written\n{how_found()}")
        return
    if tortured:
        _torture(as_json_)
        return
    from accord.bench.run.doctor import diagnose
    from accord.cli.output import show
    from accord.views.tables.doctor import as_json, as_text

    diagnosis = diagnose(jobs)
    if as_json_:
        click.echo(json.dumps(as_json(diagnosis), indent=2))
    else:
        show(*as_text(diagnosis))
    if diagnosis.makes_answers_wrong:
        raise Ending(FINDING)


def _torture(as_json_: bool) -> None:
    from dataclasses import asdict

    from accord.bench.run.torture import torture

    tried = []
    for each in torture():
        tried.append(each)
        if not as_json_:
            click.echo(f"{'held' if each.held else 'NOT HELD':8} {each.name}: {each.detail}")
    failed = sum(not each.held for each in tried)
    if as_json_:
        click.echo(json.dumps([asdict(each) for each in tried], indent=2))
    else:
        click.echo(f"{len(tried) - failed} of {len(tried)} held")
    if failed:
        raise Ending(FINDING)
