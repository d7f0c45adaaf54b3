"""`accord doctor`: what is installed, what this machine does to timings, which limits hold."""

import json

import click

from accord.commands import FINDING, Ending


@click.command()
@click.option("--json", "as_json_", is_flag=True, help="One object; null is what is not known.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    help="Advise for so many runs at a time. Default: one a core.",
)
def command(as_json_: bool, jobs: int | None) -> None:
    """Say what is installed, what disturbs timings here, and which limits hold.

    Lists known wrong answers of installed versions, and whether they reach accord. Exits with 1 if
    one is known to.
    """
    from accord.bench.doctor import diagnose
    from accord.output import show
    from accord.views.doctor import as_json, as_text

    diagnosis = diagnose(jobs)
    if as_json_:
        click.echo(json.dumps(as_json(diagnosis), indent=2))
    else:
        show(*as_text(diagnosis))
    if diagnosis.grave:
        raise Ending(FINDING)
