"""Where the commands print: nothing below accord/cli does.

Colours follow NO_COLOR and are left out of pipes; a table in a pipe is as wide as it needs to be.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.puzzles.outside_text import visible

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


def expect_writable(path: str | Path) -> None:
    """See that a file can be written there, before the work is done that it is for.

    Folders that are missing are made.
    """
    if str(path) == "-":
        return
    place = Path(path)
    if place.is_dir():
        raise Ending(BAD_INPUT, f"{path}: found a folder, expected the name of a file")
    place.parent.mkdir(parents=True, exist_ok=True)
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise Ending(BAD_INPUT, f"{path}: cannot be written")


def line(text: object, *, err: bool = False) -> None:
    """Print one line, whatever is in the names that stand in it."""
    click.echo(visible(str(text)), err=err)


def data(text: str, *, nl: bool = True) -> None:
    """Print text for a program as it is, but nothing that a terminal would obey."""
    shown = visible(text, keep="\n") if sys.stdout.isatty() else text
    click.echo(shown, nl=nl, color=True)  # which keeps what is no colour, too


def note(sentence: str) -> None:
    """Print on standard error what is no data."""
    line(f"accord: {sentence}", err=True)


def in_place(what: str) -> None:
    """Say on a terminal what is being done, in place of what was before."""
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"\r\033[K{visible(what)}", nl=False, err=True)


def show(*things: "RenderableType") -> None:
    """Print tables and text on standard output, one below the other."""
    printer = console()
    with printer.capture() as captured:
        for thing in things:
            shown = visible(thing, keep="\n") if isinstance(thing, str) else thing
            printer.print(shown, markup=False)
    lines = captured.get().splitlines()
    click.echo("\n".join(line.rstrip() for line in lines), color=True)
