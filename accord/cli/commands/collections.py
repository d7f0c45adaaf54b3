"""`accord collections`: list the puzzles that come with accord."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import instances
from accord.puzzles.formats.draft import USUAL
from accord.puzzles.objective import value_text

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Instance

SECTION = "puzzles"


@click.command(cls=WithExamples)
@click.argument("name", required=False, shell_complete=values.sources, metavar="[NAME]")
@arguments.AS_JSON
@arguments.WIDE
def command(name: str | None, as_json: bool) -> None:
    """List the collections, or the instances of one, of a folder, a file or a list of files.

    Where a command takes a PUZZLE, NAME/INSTANCE is one of them. A folder stands for the problem
    files below it; a list is a text file with the path of a file on each line.

    Examples:
        accord collections
        # What is in one, with the kinds of constraints and the number of solutions.
        accord collections classics
        # The puzzles themselves, a line each.
        accord convert 4x4
    """
    from accord.bench.make.instances.collection import expect_collection
    from accord.cli.output import show
    from accord.views.tables.text import as_table

    if name is None:
        rows = _collections()
        headings: tuple[str, ...] = ("name", "puzzles", "sizes", "about")
        shown: list[tuple[str, ...]] = [
            (
                each["name"],
                f"{each['puzzles']:,}",
                ", ".join(map(_size, each["sizes"])),
                each["about"],
            )
            for each in rows
        ]
        left = 4
    else:
        if not Path(name).exists():
            expect_collection(name)
        rows = [_described(instance) for instance in instances(name, None, USUAL)]
        headings = ("name", "kinds", "variables", "constraints", "solutions", "digest")
        shown = [
            (
                each["name"],
                ", ".join(each["kinds"]),
                f"{each['variables']:,}",
                f"{each['constraints']:,}",
                each["solutions"],
                each["digest"],
            )
            for each in rows
        ]
        left = 2
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        show(as_table(headings, shown, left=left))


def _collections() -> list[dict[str, Any]]:
    """Name, number of puzzles, sizes and description of each collection."""
    from accord.bench.make.instances.collection import about, collections, instances_of
    from accord.puzzles.puzzle import Puzzle

    rows = []
    for name in collections():
        asked = [instance.problem for instance in instances_of(name)]
        sizes = sorted({puzzle.size for puzzle in asked if isinstance(puzzle, Puzzle)})
        rows.append({"name": name, "puzzles": len(asked), "sizes": sizes, "about": about(name)})
    return rows


def _size(size: int) -> str:
    return f"{size}x{size}"


def _described(instance: "Instance") -> dict[str, Any]:
    """Facts about an instance; `-` where its number of solutions is not known."""
    expected = instance.expected
    known = expected.record() if expected else {}
    least = f">={known['at_least']}" if "at_least" in known else "-"
    if expected and expected.optimum is not None:
        least = f"best {value_text(expected.optimum)}"
    return {
        "name": instance.name,
        "digest": instance.problem.digest,
        "variables": len(instance.problem.domains),
        "constraints": len(instance.problem.constraints),
        "kinds": sorted({each.kind for each in instance.problem.constraints}),
        "solutions": f"{known['count']}" if "count" in known else least,
        "source": instance.source,
    }
