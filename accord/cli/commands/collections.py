"""`accord collections`: list the puzzles that come with accord."""

import json
from typing import Any

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments

SECTION = "puzzles"


@click.command(cls=WithExamples)
@arguments.AS_JSON
@arguments.WIDE
def command(as_json: bool) -> None:
    """List the collections; `accord convert NAME` prints the puzzles of one.

    Examples:
        accord collections
        # The puzzles of one, a line each.
        accord convert 4x4
    """
    from accord.bench.instances.collection import about, collections, instances_of
    from accord.cli.output import show
    from accord.puzzles.puzzle import Puzzle
    from accord.views.tables.text import as_table

    rows: list[dict[str, Any]] = []
    for name in collections():
        asked = [instance.puzzle for instance in instances_of(name)]
        sizes = sorted({puzzle.size for puzzle in asked if isinstance(puzzle, Puzzle)})
        number = len(asked)
        rows.append({"name": name, "puzzles": number, "sizes": sizes, "about": about(name)})
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    shown = [
        (name, f"{number:,}", ", ".join(f"{size}x{size}" for size in sizes), words)
        for name, number, sizes, words in (row.values() for row in rows)
    ]
    show(as_table(("name", "puzzles", "sizes", "about"), shown, left=4))
