"""`accord encode`: write a puzzle for a solver outside accord.

Also what the commands about encodings take alike: the name of one, and one puzzle.
"""

import sys
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.sources import one_puzzle
from accord.puzzles.formats.draft import Variant

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from accord.encodings.encoding import Encoding
    from accord.puzzles.puzzle import Puzzle

SECTION = "puzzles"


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The names of encodings that begin so, for a shell."""
    from click.shell_completion import CompletionItem

    from accord.encodings.registry import encodings

    return [
        CompletionItem(name, help=encoding.about)
        for name, encoding in encodings().items()
        if name.startswith(incomplete)
    ]


@click.command(cls=WithExamples)
@arguments.puzzle
@click.option(
    "--to",
    "name",
    required=True,
    shell_complete=complete,
    metavar="NAME",
    help="The encoding; `accord encodings` lists them.",
)
@click.option("--distinct", is_flag=True, help="Leave out repeated constraints.")
@arguments.reading
def command(puzzle: str | None, name: str, distinct: bool, variant: Variant) -> None:
    """Write PUZZLE for a solver outside accord: as clauses, a linear program, SMT-LIB and others.

    The file explains itself in comments. What a solver prints of it, `accord decode` reads:

    \b
        accord encode PUZZLE --to cnf-extended > puzzle.cnf
        cadical -q puzzle.cnf | accord decode PUZZLE --from cnf-extended

    Examples:
        # Clauses, as SAT solvers read them.
        accord encode 3..1..2......4.. --to cnf-extended
        # The same puzzle as a MiniZinc model.
        accord encode 3..1..2......4.. --to minizinc
    """  # noqa: D301  (to click, the lines after \b are as they stand)
    encoding = encoding_named(name)
    for piece in encoding.write(encodable_puzzle(puzzle, variant), distinct):
        sys.stdout.write(piece)


def encoding_named(name: str) -> "Encoding":
    """The encoding; ends the command if there is none of this name."""
    from accord.encodings.registry import UnknownEncodingError, encoding

    try:
        return encoding(name)
    except UnknownEncodingError as error:
        raise Ending(BAD_INPUT, str(error)) from None


def encodable_puzzle(text: str | None, variant: Variant) -> "Puzzle":
    """The only puzzle in a text, a file or a collection, if every encoding can say it.

    Ends the command if there are several or none, or if one of its constraints is of a kind that
    encodings do not know.
    """
    from accord.encodings.model import UnsupportedError
    from accord.encodings.scopes import scopes

    puzzle = one_puzzle(text, variant)
    try:
        scopes(puzzle)
    except UnsupportedError as error:
        raise Ending(BAD_INPUT, f"no encoding can say it: {error}") from None
    return puzzle
