"""`accord bench`: a campaign, its progress, and its table."""

import sys
from pathlib import Path

import click

from accord.cli.commands import INTERRUPTED, Ending
from accord.cli.options.question import CampaignOptions, asking, is_given
from accord.cli.options.sources import instances
from accord.cli.results import present


@click.command()
@asking
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Runs at a time; more than one makes timings noisier.",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="What makes the runs: this process, or Dask (accord[cluster]), with -j workers here.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Of Dask, as HOST:PORT: its workers with the resource `slot` make the runs, wherever "
    "they are, as many at a time as they have slots.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The campaign's folder. Default: results/local/NAME, and -I-of-N for a shard.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
def command(
    asked: CampaignOptions,
    jobs: int,
    engine: str,
    scheduler: str | None,
    output: Path | None,
    quiet: bool,
) -> None:
    """Run every solver on every puzzle, repeatedly, and tabulate the times.

    The same question in the same folder is resumed where it was stopped; another one is an error. A
    CAMPAIGN.toml names `collection`, and optionally `solvers`, `time_limit`, `memory_limit`,
    `cpu_limit`, `cold`, `limit`, `repeat`, `isomorphs`, `seed`, `shard` and `reading` (options as
    `--rules diagonals`); options on the command line have precedence.
    """
    from accord.bench.campaigns.campaign import Progress, run_campaign
    from accord.cli.progress import watcher

    if scheduler is not None and (engine != "dask" or is_given("jobs")):
        raise click.UsageError("--scheduler goes with --engine dask, and without -j")
    folder = output or _folder(asked.source, asked.question.shard)
    latest: list[Progress] = []
    with watcher(sys.stderr, quiet=quiet) as watch:

        def listen(progress: Progress) -> None:
            latest[:] = [progress]
            watch(progress)

        try:
            run_campaign(
                folder,
                instances(None, asked.question.collection, asked.variant),
                asked.question,
                slots=jobs,
                scheduler=scheduler or "" if engine == "dask" else None,
                watch=listen,
            )
        except KeyboardInterrupt:
            kept = f"{latest[0].done} of {latest[0].total} runs are" if latest else "nothing is"
            message = f"interrupted: {kept} in {folder}; the same command goes on"
            raise Ending(INTERRUPTED, message) from None
    present(folder)


def _folder(source: str, shard: tuple[int, int] | None) -> Path:
    """Where the campaign goes by default."""
    name = Path(source).stem if source != "-" else "stdin"
    part = "-{}-of-{}".format(*shard) if shard else ""
    return Path("results", "local", f"{name}{part}")
