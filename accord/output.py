"""Where the commands print: nothing below the face does.

Colours follow NO_COLOR and are left out of pipes; a table in a pipe is as wide as it needs to be.
"""

import sys
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDE = 1000  # columns of a pipe


def console(file: TextIO | None = None) -> "Console":
    """Where to print; standard output by default."""
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:  # rich would make it exit code 1
            raise BrokenPipeError

    stream = file or sys.stdout
    width = None if stream.isatty() else WIDE
    return Quiet(file=stream, width=width, highlight=False, soft_wrap=False)


def show(*things: "RenderableType") -> None:
    """Print tables and text on standard output, one below the other."""
    printer = console()
    with printer.capture() as captured:
        for thing in things:
            printer.print(thing, markup=False)
    lines = captured.get().splitlines()
    click.echo("\n".join(line.rstrip() for line in lines), color=True)
