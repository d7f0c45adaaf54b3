"""`accord convert`: write puzzles in another format."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, Ending
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
MODEL = "minizinc"  # an encoding, which `accord encode` writes too


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@click.option(
    "--format",
    "format_",
    metavar="NAME",
    help="The format to write; see --formats; or minizinc, which is written and not read. "
    "Default: line, or json if that cannot say it.",
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
        # A problem for the solvers of the competitions, and as a MiniZinc model.
        accord convert classics/queens-8 --format xcsp3
        accord convert classics/queens-8 --format minizinc
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
    if format_ and format_ != MODEL and format_ not in formats():
        _refuse_encoding(format_)
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

    lines = _models(watched()) if chosen == MODEL else write_many(watched(), chosen)
    for line in lines:
        data(line, endless=True)
    for option, name in missing.items():
        note(
            f"warning: {name} is only the same puzzle with {option}, "
            f"which the format {chosen} does not hold (json does)"
        )
    unreadable.end()


def _refuse_encoding(name: str) -> None:
    """Name the other command where an encoding is asked for, as `cnf`.

    Raises:
        click.UsageError: it is one.
    """
    from accord.encodings.clauses.cnf import DEFAULT
    from accord.encodings.encoding import encodings

    if found := [each for each in encodings() if each.partition("-")[0] == name.partition("-")[0]]:
        chosen = name if name in found else {"cnf": f"cnf-{DEFAULT}"}.get(name, found[0])
        raise click.UsageError(
            f"found {name!r}, expected a format of puzzles; what solvers read is written by "
            f"`accord encode PUZZLE --to {chosen}`"
        )


def _models(instances: "Iterator[Instance]") -> Iterator[str]:
    """The only instance as a model of MiniZinc, which says one problem in a file."""
    from accord.cli.commands.encode import refusing
    from accord.encodings.encoding import encoding

    instance, *others = islice(instances, 2)
    if others:
        raise Ending(BAD_INPUT, "found several puzzles, expected one for a model of MiniZinc")
    with refusing(MODEL):
        yield "".join(encoding(MODEL).write(instance.problem, False)).rstrip("\n")


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
