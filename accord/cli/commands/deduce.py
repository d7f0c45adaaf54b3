"""`accord deduce`: solve a 9x9 puzzle by logic alone, or say where it ends.

A contract that other programs rely on: one argument of 81 digits, and exactly these outputs on
standard output.
"""

import re

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import values
from accord.puzzles.phrasing import counted
from accord.solvers.logic.engine.deduction import TIERS, Tier

SECTION = "teach"


@click.command(cls=WithExamples, context_settings={"ignore_unknown_options": True})
@click.argument("board", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--tier",
    type=values.Scale(TIERS),
    default="extreme",
    help="The hardest techniques that may be used.",
)
def command(board: tuple[str, ...], tier: Tier) -> None:
    """Solve a 9x9 puzzle by logic alone.

    BOARD is 81 digits, 0 for a blank. Prints the solved grid, `No Solutions`, `Multiple
    Solutions`, or the board on which no technique finds anything more. An exact solver is asked
    first for the number of solutions, and every deduction is checked against the solution.

    Examples:
        accord deduce 530070000600195000098000060800060003400803001700020006060000280000419005000080079
    """  # noqa: E501  (81 digits that can be copied)
    if len(board) != 1:
        found = counted(len(board), "argument")
        raise Ending(BAD_INPUT, f"found {found}, expected one: accord deduce BOARD")
    if not re.fullmatch("[0-9]{81}", board[0]):
        shown = repr(board[0][:90])
        raise Ending(
            BAD_INPUT,
            f"found {shown}, expected 81 digits, 0 for a blank; "
            "accord explain reads collections and other formats",
        )
    from accord.cli.output import noted
    from accord.puzzles.files.texts import read
    from accord.solvers.deciding import first_two
    from accord.solvers.logic.engine.explanation import deduce
    from accord.views.boards.deductions import deduced

    puzzle = read(board[0])
    with noted():
        solutions = first_two(puzzle)
    if len(solutions) == 1:
        click.echo(deduced(deduce(puzzle, solutions, tier)))
    else:
        click.echo("Multiple Solutions" if solutions else "No Solutions")
