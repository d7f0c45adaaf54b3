"""`accord fetch`: get puzzles from a service on the net."""

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values

SECTION = "puzzles"


@click.command(cls=WithExamples)
@click.argument(
    "service", type=click.Choice(["youdosudoku"]), metavar="SERVICE", expose_value=False
)
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    default="easy",
    show_default=True,
    help="What the service is asked for.",
)
@click.option(
    "--count", type=values.Whole(1, 10_000), metavar="N", default=1, help="Different puzzles."
)
@click.option("--server", metavar="URL", help="Where the service is, if not at its usual address.")
@arguments.time_limit("Time limit for each answer.", "60s")
def command(difficulty: str, count: int, server: str | None, seconds: float) -> None:
    """Get puzzles from SERVICE, youdosudoku, and print them as JSON lines.

    Each has the solution that the service states, which was verified, and where it is from.
    Whatever else is on the net, a browser or `curl` gets. No other command uses the network.

    Examples:
        accord fetch youdosudoku --difficulty hard --count 20 > hard.jsonl
    """
    from accord.bench.make.fetching import youdosudoku
    from accord.bench.make.fetching.download import FetchError
    from accord.cli.output import data
    from accord.puzzles.formats.json_object import write_instance

    printed = 0
    try:
        for instance in youdosudoku.puzzles(server or youdosudoku.URL, difficulty, count, seconds):
            data(write_instance(instance))
            printed += 1
    except FetchError as error:
        if not printed:
            raise
        raise Ending(FINDING, f"printed {printed} of {count}: {error}") from None
