"""`accord convert`: write puzzles in another format."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import Unreadable, at_least_one, instances, read_as
from accord.cli.output import data, note
from accord.puzzles.formats.draft import Variant
from accord.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from accord.puzzles.problem import Problem
    from accord.puzzles.puzzle import Instance

SECTION = "puzzles"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    help="The format to write; see --formats.  Default: line, or json if that cannot say it.",
)
@click.option(
    "--formats",
    "listing",
    is_flag=True,
    help="List the formats, or with a PUZZLE the one it is read as, and stop.",
)
@click.option(
    "--isomorph",
    "number",
    type=values.Whole(0),
    metavar="K",
    default=0,
    help="Write isomorph K of each puzzle, as `accord bench --isomorphs` asks it.",
)
@arguments.seed("Of the campaign whose isomorph is meant.")
@arguments.reading
def command(
    puzzle: str | None,
    file: str | None,
    format_: str | None,
    listing: bool,
    number: int,
    seed: int,
    variant: Variant,
) -> None:
    """Read puzzles in any format and write them in another.

    Only json holds rules, regions and unusual boxes; with another format they are left out, and a
    warning says how to give them again. Candidates are never left out.

    Examples:
        accord convert 3..1..2......4.. --format json
        # A problem for the solvers of the competitions.
        accord convert classics/queens-8 --format xcsp3
        # The names of all formats, and as which of them a text is read.
        accord convert --formats
        accord convert "[[1,2,0,4], [3,0,0,2], [2,1,0,3], [4,0,0,1]]" --formats
    """
    from accord.puzzles.files.texts import write_many
    from accord.puzzles.formats.registry import formats

    if listing:
        asked = puzzle or file
        for name in [read_as(asked)] if asked else formats():
            click.echo(f"{name:<12}{formats()[name].description}")
        return
    if format_ and format_ not in formats():
        _refuse_language(format_)
    unreadable = Unreadable()
    read = at_least_one(instances(puzzle, file, variant, unreadable), unreadable)
    first = next(read)
    chosen = format_ or ("line" if _fits_a_line(first.problem) else "json")
    missing: dict[str, str] = {}  # options to give again, with the first puzzle they are of

    def watched() -> "Iterator[Instance]":
        for each in chain([first], read):
            instance = _isomorph(each, seed, number) if number else each
            asked = instance.problem
            if not isinstance(asked, Puzzle):
                yield instance
                continue
            jigsaw = asked.regions is not None
            needed = arguments.needed_to_read(asked.size, asked.box, asked.rules, is_jigsaw=jigsaw)
            for option in needed if chosen != "json" else ():
                missing.setdefault(option, instance.name)
            yield instance

    for line in write_many(watched(), chosen):
        data(line, endless=True)
    for option, name in missing.items():
        note(
            f"warning: {name} is only the same puzzle with {option}, "
            f"which the format {chosen} does not hold (json does)"
        )
    unreadable.end()


def _refuse_language(name: str) -> None:
    """Name the other command where a language is asked for, as `cnf`.

    Raises:
        click.UsageError: it is one.
    """
    from accord.views.languages import languages

    known, chosen = languages(), {"cnf": "dimacs"}.get(name, name)
    found = [each for each in known if each.partition("-")[0] == chosen.partition("-")[0]]
    if found:
        raise click.UsageError(
            f"found {name!r}, expected a format of puzzles; what solvers read is written by "
            f"`accord show PUZZLE --as {chosen if chosen in known else found[0]}`"
        )


def _fits_a_line(problem: "Problem") -> bool:
    """Whether an instance is a puzzle without further constraints."""
    return isinstance(problem, Puzzle) and not problem.shape.extra


def _isomorph(instance: "Instance", seed: int, number: int) -> "Instance":
    """An isomorph of an instance, with the solution that is expected of it."""
    from accord.bench.campaigns.planned_run import isomorph_of

    puzzle, symmetry = isomorph_of(instance.problem, seed, number)
    expected = instance.expected
    if expected and expected.solution:
        expected = replace(expected, solution=symmetry.grid(expected.solution))
    name = f"{instance.name} as isomorph {number}"
    return replace(instance, name=name, problem=puzzle, expected=expected)
