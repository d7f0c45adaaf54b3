"""`accord merge`: the folders of several campaigns become one."""

from pathlib import Path

import click

from accord.cli.options import arguments, values
from accord.cli.output import note
from accord.cli.results import discarded, present
from accord.puzzles.phrasing import counted


@click.command()
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=values.PathName(path_type=Path, file_okay=False),
    metavar="DIR...",
)
@arguments.output(
    "OUT",
    "The folder of the merged campaign; it may hold an earlier merge.",
    folder=True,
    required=True,
)
@arguments.DISCARD
@arguments.AS_JSON
@arguments.WIDE
def command(
    folders: tuple[Path, ...], output: Path, discard: tuple[str, ...], as_json: bool
) -> None:
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
            f"warning: {counted(same, 'run')} made more than once, and claiming the same: the "
            "times are those of the earliest"
        )
    if merged.contradictory:
        note(
            f"warning: {counted(merged.contradictory, 'run')} made more than once, and claiming "
            "different things: all of it is evidence, the times are those of the earliest"
        )
    discarded(output, discard)
    present(output, as_json=as_json)
