"""`accord merge`: the folders of several campaigns become one."""

from pathlib import Path

import click

from accord.cli.options import arguments
from accord.cli.output import note
from accord.cli.results import present


@click.command()
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR...",
)
@arguments.output(
    "OUT",
    "The folder of the merged campaign; it may hold an earlier merge.",
    folder=True,
    required=True,
)
def command(folders: tuple[Path, ...], output: Path) -> None:
    """Join the folders DIR... of one campaign in OUT, and tabulate it.

    They may be shards (`accord bench --shard I/N`), parts of one campaign from several machines, or
    campaigns that asked different solvers; puzzles, limits, repetitions and seed have to be the
    same. Nothing is there twice, however often it is merged; the folders themselves stay as they
    are. What is missing is reported, and is no error: more can be merged later.
    """
    from accord.bench.campaigns.merge import merge

    merged = merge(folders, output)
    click.echo(f"{merged.rows} rows are new", err=True)
    if merged.missing:
        names = ", ".join(f"{shard}/{merged.shards}" for shard in merged.missing)
        note(f"warning: shards are missing: {names}")
    if same := merged.repeated - merged.contradictory:
        note(
            f"warning: {same} runs were made more than once, and claim the same; of each "
            "the earliest is counted, with its times"
        )
    if merged.contradictory:
        note(
            f"warning: {merged.contradictory} runs are there more than once and claim "
            "different things; the earliest is counted"
        )
    present(output)
