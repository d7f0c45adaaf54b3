"""What commands about languages take alike: the name of one, and that it may refuse."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, Ending

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from accord.encodings.encoding import Encoding


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The names of languages that begin so, for a shell."""
    from click.shell_completion import CompletionItem

    from accord.views.languages import languages

    return [
        CompletionItem(name, help=each.about)
        for name, each in languages().items()
        if name.startswith(incomplete)
    ]


def encoding_named(name: str) -> "Encoding":
    """The encoding; ends the command if there is none of this name."""
    from accord.encodings.encoding import UnknownEncodingError, encoding

    try:
        return encoding(name)
    except UnknownEncodingError as error:
        raise Ending(BAD_INPUT, str(error)) from None


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Ends the command if the language of this name cannot say what is asked."""
    from accord.encodings.model import UnsupportedError

    try:
        yield
    except UnsupportedError as error:
        raise Ending(BAD_INPUT, f"{name} cannot say it: {error}") from None
