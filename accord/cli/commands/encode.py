"""`accord encode`: write a puzzle for a solver outside accord.

Also what the commands about encodings take alike: the name of one, and that it may refuse.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.sources import one_problem
from accord.puzzles.formats.draft import Variant

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from accord.encodings.encoding import Encoding

SECTION = "puzzles"


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The names of encodings that begin so, for a shell."""
    from click.shell_completion import CompletionItem

    from accord.encodings.encoding import encodings

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

    PUZZLE may be a problem that is no puzzle; some encodings refuse it by name. The file explains
    itself in comments. What a solver prints of it, `accord decode` reads:

    \b
        accord encode PUZZLE --to cnf-extended > puzzle.cnf
        cadical -q puzzle.cnf | accord decode PUZZLE --from cnf-extended

    Examples:
        # Clauses, as SAT solvers read them.
        accord encode 3..1..2......4.. --to cnf-extended
        # The same puzzle as a MiniZinc model.
        accord encode 3..1..2......4.. --to minizinc
        # A problem that is no puzzle, as a linear program.
        accord encode classics/send-more --to linear
    """  # noqa: D301  (to click, the lines after \b are as they stand)
    encoding = encoding_named(name)
    asked = one_problem(puzzle, variant)
    with refusing(name):
        for piece in encoding.write(asked, distinct):
            sys.stdout.write(piece)


def encoding_named(name: str) -> "Encoding":
    """The encoding; ends the command if there is none of this name."""
    from accord.encodings.encoding import UnknownEncodingError, encoding

    try:
        return encoding(name)
    except UnknownEncodingError as error:
        raise Ending(BAD_INPUT, str(error)) from None


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Ends the command if the encoding of this name cannot say what is asked."""
    from accord.encodings.model import UnsupportedError

    try:
        yield
    except UnsupportedError as error:
        raise Ending(BAD_INPUT, f"{name} cannot say it: {error}") from None
