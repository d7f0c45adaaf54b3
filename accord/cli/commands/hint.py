"""`accord hint`: say where to look next, by which technique, and what follows."""

import json
import sys
from dataclasses import replace

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import one_puzzle
from accord.cli.output import fitted
from accord.puzzles.formats.draft import Variant
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.logic.engine.deduction import TIERS, Tier

SECTION = "teach"


@click.command(cls=WithExamples)
@arguments.only_puzzle
@click.argument("grid", required=False)
@click.option(
    "--steps",
    type=values.Whole(1, 3),
    default=3,
    help="How much is revealed: 1 where to look, 2 the technique too, 3 what follows as well.",
)
@click.option(
    "--tier",
    type=values.Scale(TIERS),
    default="extreme",
    help="The hardest techniques that may be used.",
)
@click.option("--board", is_flag=True, help="Also what is left after it: it may be the next GRID.")
@click.option("--json", "as_json_", is_flag=True, help="All of it as one JSON object.")
@arguments.reading
def command(
    puzzle: str | None,
    grid: str | None,
    steps: int,
    tier: Tier,
    board: bool,
    as_json_: bool,
    variant: Variant,
) -> None:
    """Say the next deduction: where to look, which technique, and what follows.

    GRID is the puzzle as far as it is filled in, in any format, boards of candidates too; givens
    may be left out. What is wrong in it is named first, without the right value, and then there is
    no hint. An exact solver is asked for the solutions, which are verified, and the deduction is
    the easiest one that `accord explain` knows; what placed values rule out is crossed out before.

    Exits with 1 if something is wrong: an entry, or a puzzle without a solution.

    Examples:
        accord hint 3..1..2......4..
        # With what is filled in so far; where to look, and no more.
        accord hint 3..1..2......4.. 32.1..2......4.. --steps 1
    """
    from accord import hint
    from accord.cli.output import noted
    from accord.views.boards.hints import as_json, hint_lines

    asked = one_puzzle(puzzle, variant)
    filled = None
    if grid is not None:
        filled = one_puzzle(grid, replace(Variant.of(asked), digits=variant.digits))
    try:
        with noted():
            found = hint(asked, filled, tier=tier)
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"GRID: {error}") from None
    if as_json_:
        click.echo(json.dumps(as_json(found)))
    else:
        for text in hint_lines(found, tier, steps, board):
            click.echo(fitted(text, sys.stdout))
    if not found.sound:
        raise Ending(FINDING)
