"""`accord bench`: a campaign, its progress, and its table."""

from pathlib import Path

import click

from accord.cli.options import arguments
from accord.cli.options.question import CampaignOptions, asking, is_given
from accord.cli.options.sources import instances
from accord.cli.results import present, run_watched


@click.command()
@asking
@arguments.jobs("Runs at a time; more than one makes timings noisier.", default=1)
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    help="What makes the runs: this process, or Dask (`distributed`), with -j workers here.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Of Dask, as HOST:PORT: its workers with the resource `slot` make the runs, wherever "
    "they are, as many at a time as they have slots.",
)
@arguments.output(
    "DIR",
    "The campaign's folder. Default: results/local/NAME, and -I-of-N for a shard.",
    folder=True,
)
@arguments.DISCARD
@click.option(
    "--stale",
    is_flag=True,
    help="Run again what a solver has run with other code than it has now.",
)
@arguments.AS_JSON
@arguments.WIDE
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
def command(
    asked: CampaignOptions,
    jobs: int,
    engine: str,
    scheduler: str | None,
    output: Path | None,
    discard: tuple[str, ...],
    stale: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Run every solver on every puzzle, repeatedly, and tabulate the times.

    The same question in the same folder is resumed where it was stopped; another one is an error. A
    CAMPAIGN.toml names `collection`, and optionally `solvers`, `time_limit`, `memory_limit`,
    `cpu_limit`, `cold`, `limit`, `repeat`, `isomorphs`, `seed`, `shard` and `reading` (options as
    `--rules diagonals`); options on the command line have precedence.
    """
    if scheduler is not None and (engine != "dask" or is_given("jobs")):
        raise click.UsageError("--scheduler goes with --engine dask, and without -j")
    folder = output or _folder(asked.source, asked.question.shard)
    run_watched(
        folder,
        instances(None, asked.question.collection, asked.variant),
        asked.question,
        quiet=quiet,
        slots=jobs,
        stale=stale,
        discard=discard,
        scheduler=scheduler or "" if engine == "dask" else None,
    )
    present(folder, as_json=as_json)


def _folder(source: str, shard: tuple[int, int] | None) -> Path:
    """Where the campaign goes by default."""
    name = Path(source).stem if source != "-" else "stdin"
    part = "-{}-of-{}".format(*shard) if shard else ""
    return Path("results", "local", f"{name}{part}")
