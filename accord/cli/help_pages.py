"""The help of `accord` and of its commands: sections, summaries and examples.

Each part stands where the command does.  A command's file says its section, as SECTION = "measure",
and begins with its summary; both are read as text, so that `accord --help` imports no command.  The
docstring of the command ends with the section Examples: lines for a shell, with comments that say
what they show.  A command's help shows them last, `accord --help` those of the group, and a test
runs all of them (tests/accord/cli/test_help.py).
"""

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent
from typing import Any

import click

SECTIONS = ("ask", "measure", "read results", "puzzles", "teach", "system")


class WithExamples(click.Command):
    """A command whose help ends with the examples of its docstring, line by line as they stand."""

    def __init__(self, name: str | None, help: str | None = None, **others: Any) -> None:
        text, _, examples = cleandoc(help or "").partition("\nExamples:\n")
        super().__init__(name, help=text, **others)
        self.examples = dedent(examples).splitlines()  # for a shell; comments say what they show

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for line in self.examples:
                formatter.write(f"  {line}\n")


def sections(files: Iterable[Path]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The sections of the help, each with names and summaries of its commands.

    Names are filled up with blanks, so that the summaries of all sections stand below each other.
    """
    sources = {file.stem: file.read_text("utf-8") for file in files}
    width = max(map(len, sources))
    for section in SECTIONS:
        names = [name for name, source in sources.items() if section_of(source) == section]
        yield (
            section.capitalize(),
            [(name.ljust(width), summary_of(sources[name])) for name in names],
        )


def section_of(source: str) -> str:
    """The section that the file of a command says; empty if it says none."""
    found = re.search(r'^SECTION = "(.*)"$', source, re.MULTILINE)
    return found[1] if found else ""


def summary_of(source: str) -> str:
    """A command in a few words: those that follow its name in the docstring of its file."""
    docstring = re.match(r'"""`accord \w+`: (.*?)\.(?:\s|""")', source, re.DOTALL)
    words = " ".join(docstring[1].split()) if docstring else ""
    return words[:1].upper() + words[1:]


def first_page(group: WithExamples) -> str:
    """The text that `accord` alone prints: what it is, what to try, where help is."""
    tries = "\n".join(f"  {line}" for line in group.examples)
    return (
        "accord asks constraint solvers of many kinds the same puzzles, checks every\n"
        "answer, and says how sure it is and how long each solver took.\n\n"
        f"Try first, in an empty folder:\n{tries}\n\n"
        "accord --help lists all commands; accord COMMAND --help explains one of them."
    )
