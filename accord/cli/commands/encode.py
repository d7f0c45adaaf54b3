"""`accord encode`: a puzzle in the language of solvers outside; the way back is `accord decode`.

Also what the commands about encodings take alike: the name of one, and one puzzle.
"""

import sys
from itertools import islice
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.cli.options.arguments import Source, instances, reading

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from accord.encodings.encoding import Encoding
    from accord.puzzles.formats.draft import Variant
    from accord.puzzles.puzzle import Puzzle


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The names of encodings that begin so, for a shell."""
    from click.shell_completion import CompletionItem

    from accord.encodings.registry import encodings

    return [
        CompletionItem(name, help=encoding.about)
        for name, encoding in encodings().items()
        if name.startswith(incomplete)
    ]


@click.command()
@click.argument("puzzle", required=False, type=Source())
@click.option(
    "--to",
    "name",
    required=True,
    shell_complete=complete,
    metavar="NAME",
    help="The encoding; `accord encodings` lists them.",
)
@click.option("--distinct", is_flag=True, help="Leave out constraints that were said before.")
@reading
def command(
    puzzle: str | None,
    name: str,
    distinct: bool,
    variant: "Variant",
) -> None:
    """Write PUZZLE as a file for solvers outside: clauses, a linear model, SMT-LIB ...

    The file explains itself in comments. What a solver prints of it, `accord decode` reads:

    \b
        accord encode PUZZLE --to cnf-extended > puzzle.cnf
        cadical -q puzzle.cnf | accord decode PUZZLE --from cnf-extended
    """  # noqa: D301  (to click, the lines after \b are as they stand)
    encoding = encoding_named(name)
    for piece in encoding.write(one_puzzle(puzzle, variant), distinct):
        sys.stdout.write(piece)


def encoding_named(name: str) -> "Encoding":
    """The encoding; ends the command if there is none of this name."""
    from accord.encodings.registry import UnknownEncodingError, encoding

    try:
        return encoding(name)
    except UnknownEncodingError as error:
        raise Ending(BAD_INPUT, str(error)) from None


def one_puzzle(text: str | None, variant: "Variant") -> "Puzzle":
    """The only puzzle in a text, a file or a collection, if every encoding can say it.

    Ends the command if there are several or none, or if one of its constraints is of a kind that
    encodings do not know.
    """
    from accord.encodings.model import UnsupportedError
    from accord.encodings.scopes import scopes
    from accord.puzzles.phrasing import listed

    found = list(islice(instances(text, None, variant), 2))
    if not found:
        raise Ending(BAD_INPUT, "found no puzzle, expected one")
    if len(found) > 1:
        names = listed(instance.name for instance in found)
        raise Ending(
            BAD_INPUT,
            f"found several puzzles, first {names}, expected one "
            "(`accord convert` writes them one a line)",
        )
    try:
        scopes(found[0].puzzle)
    except UnsupportedError as error:
        raise Ending(BAD_INPUT, f"{found[0].name}: no encoding can say it: {error}") from None
    return found[0].puzzle
