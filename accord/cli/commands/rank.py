"""`accord rank`: say how hard a puzzle is, by technique, search and proof."""

import json
from itertools import chain, islice

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.sources import Unreadable, at_least_one, counter, instances
from accord.cli.output import data, line, note, show_as
from accord.cli.working import working
from accord.puzzles.formats.draft import Variant
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@click.option(
    "--correlations",
    is_flag=True,
    help="How far the measures agree on these puzzles; without any, on those that are recorded.",
)
@click.option("--json", "as_json_", is_flag=True, help="One JSON object per puzzle or pair.")
@arguments.reading
@arguments.WIDE
def command(
    puzzle: str | None, file: str | None, correlations: bool, as_json_: bool, variant: Variant
) -> None:
    """Say how hard puzzles are in three ways, and where they stand among those that ship.

    The ways are the hardest technique that a person needs, the nodes of three searches, and the
    lines of a proof that there is no other solution. Each is the median over five isomorphs, shown
    with its spread, and compared with the shipped puzzles of the same size. No figure mixes them.
    The proof needs python-sat.

    Examples:
        accord rank 3..1..2......4..
        # How far do the three agree on the puzzles that ship?
        accord rank --correlations
    """
    from accord.bench.analysis.hardness import Hardness, hardness
    from accord.bench.analysis.recorded_hardness import recorded
    from accord.views.tables import hardness as view

    found: list[Hardness] = []
    unreadable = Unreadable()
    if correlations and puzzle is None and file is None:
        found += recorded()
    else:
        ahead = at_least_one(instances(puzzle, file, variant, unreadable), unreadable)
        first = list(islice(ahead, 2))
        total = counter(puzzle, file, variant) if len(first) > 1 else None
        with working("measuring", total) as work:
            for instance in work.through(chain(first, ahead)):
                try:
                    if not isinstance(instance.problem, Puzzle):
                        raise MalformedPuzzleError(
                            f"{instance.name}: found a problem, expected a puzzle on a grid"
                        )
                    found.append(hardness(instance.name, instance.problem))
                except MalformedPuzzleError as error:
                    note(f"left out: {error}")
        if not found:
            unreadable.end()
            raise Ending(BAD_INPUT, "found no puzzle with one solution, expected at least one")
    if as_json_:
        records = view.correlations_as_json(found) if correlations else map(view.as_json, found)
        for record in records:
            data(json.dumps(record))
    elif correlations:
        show_as(view.correlations(found))
    elif len(found) == 1:
        for text in view.one_in_words(found[0]):
            line(text)
    else:
        show_as(view.many(found))
    unreadable.end()
