"""`accord merge`: join the folders of several campaigns."""

from pathlib import Path

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.output import naming, note
from accord.cli.results import discarded, present
from accord.puzzles.phrasing import counted

SECTION = "measure"


@click.command(cls=WithExamples)
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
    """Join the folders DIR... of one campaign in OUT, and print its table.

    They may be shards (`accord bench --shard I/N`), parts of one campaign from several machines, or
    campaigns that asked different solvers; puzzles, limits, repetitions and seed have to be the
    same. Nothing is there twice, however often it is merged; the folders themselves stay as they
    are. What is missing is reported, and is no error: more can be merged later.

    Examples:
        # Each half of the puzzles on a machine of its own, then together.
        accord bench 4x4 -s backtracking-mrv --shard 1/2 -o half1 -q
        accord bench 4x4 -s backtracking-mrv --shard 2/2 -o half2 -q
        accord merge half1 half2 -o whole
    """
    from accord.bench.campaigns.merge import merge
    from accord.cli.working import working

    with naming(output), working(f"merging into {output}"):
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
