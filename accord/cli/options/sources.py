"""The puzzles that a command line names.

A PUZZLE is `-` or nothing for standard input, the path of a file, the name of a collection or of
one instance of it, or the text itself.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeVar

import click

from accord.cli.commands import BAD_INPUT, FINDING, Ending
from accord.puzzles.errors import InputError
from accord.puzzles.formats.draft import Variant
from accord.puzzles.phrasing import listed, similar
from accord.puzzles.puzzle import expect_puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

if TYPE_CHECKING:
    from accord.puzzles.formats.format import Complain
    from accord.puzzles.problem import Problem
    from accord.puzzles.puzzle import Instance, Puzzle

MOST_NAMED = 3  # files in a note
MOST_LEFT_OUT = 20  # lines that are named

Item = TypeVar("Item")


def instances(
    puzzle: str | None, file: str | None, variant: Variant, complain: "Complain | None" = None
) -> "Iterator[Instance]":
    """The puzzles that PUZZLE or --file names, as they are read.

    Args:
        puzzle: the argument PUZZLE.
        file: the option --file.
        variant: how they are read.
        complain: called with each line that cannot be read, which is left out; by default the
            first one ends the command.

    Raises:
        click.UsageError: nothing to read, or both.
    """
    found = _instances(puzzle, file, variant, complain)
    if variant.ignore_objective or _asks_for_a_number():
        return _without_objectives(found)
    return found


def _asks_for_a_number() -> bool:
    """Whether the option -n of the running command says how many solutions are asked for."""
    context = click.get_current_context(silent=True)
    if context is None or context.params.get("limit", "usual") == "usual":
        return False
    return context.get_parameter_source("limit") is not click.core.ParameterSource.DEFAULT


def _without_objectives(found: "Iterator[Instance]") -> "Iterator[Instance]":
    """The instances without their objectives; says once that one is ignored."""
    from accord.cli.output import note

    said = False
    for instance in found:
        if instance.problem.objective and not said:
            words = instance.problem.objective.words(instance.problem.names)
            note(f"{instance.name}: any solution counts, as this is ignored: {words}")
            said = True
        ignoring = instance.problem.without_objective()
        yield instance if ignoring is instance.problem else replace(instance, problem=ignoring)


def _instances(
    puzzle: str | None, file: str | None, variant: Variant, complain: "Complain | None" = None
) -> "Iterator[Instance]":
    """The puzzles, as they are read."""
    from accord.bench.make.instances.collection import collections, instances_of, named
    from accord.puzzles.files.texts import read_many

    if puzzle is not None and file is not None:
        raise click.UsageError("found PUZZLE and --file, expected one of them")
    name = puzzle or file or "-"
    if name == "-":
        with standard_input("a PUZZLE, --file F, or text on standard input") as lines:
            yield from read_many(lines, variant, name="stdin", complain=complain)
    elif file is not None or name in collections() or _path(name, Path.exists):
        if name not in collections() and is_folder(name):
            _refuse_campaign(Path(name))
            _say_what_is_left_out(Path(name), variant)
        yield from instances_of(name, variant, complain)
    elif (one := named(name, variant)) is not None:
        yield one
    else:
        yield from of_text(name, variant, complain)


def _refuse_campaign(folder: Path) -> None:
    from accord.bench.campaigns.folder import QUESTION

    if (folder / QUESTION).exists():
        raise MalformedPuzzleError(
            f"{folder}: found a campaign, expected puzzles; see `accord table` and `accord report`"
        )


def _say_what_is_left_out(folder: Path, variant: Variant) -> None:
    from accord.bench.make.instances.folder import content_of, models_among
    from accord.cli.output import note

    if variant.instances:
        return
    if others := content_of(folder, with_models=variant.models).others:
        names = listed([str(path.relative_to(folder)) for path in others], most=MOST_NAMED)
        more = "" if variant.models else models_among(others)
        note(f"{folder}: left out as no problem files: {names}{more}")


def counter(
    puzzle: str | None, file: str | None, variant: Variant
) -> "Callable[[], int | None] | None":
    """A function that counts the named puzzles; None where they can be read once only."""
    name = file or puzzle or "-"
    if variant.models or name.endswith(".py"):
        return None  # each would be run for that
    is_there = _path(name, Path.is_file) or _path(name, Path.is_dir)
    if not (name in _collections() or is_there):
        return None

    def count() -> int | None:
        try:
            return sum(1 for _ in _instances(puzzle, file, variant, lambda error: None))
        except (InputError, OSError):
            return None

    return count


def _collections() -> "Collection[str]":
    from accord.bench.make.instances.collection import collections

    return collections()


class Unreadable:
    """Complaints about lines and files that cannot be read, which are named at the end."""

    def __init__(self, say: "Callable[[MalformedPuzzleError], None] | None" = None) -> None:
        """Nothing is left out yet.

        Args:
            say: names each at once; by default the first ones are named at the end.
        """
        self.number = 0
        self.errors: list[MalformedPuzzleError] = []  # the first MOST_LEFT_OUT
        self._say = say

    def __call__(self, error: "MalformedPuzzleError") -> None:
        """Note what cannot be read; with this `instances` goes on."""
        self.number += 1
        if self._say is not None:
            self._say(error)
        elif self.number <= MOST_LEFT_OUT:
            self.errors.append(error)

    def end(self, code: int = 0) -> None:
        """Name what was left out, on standard error, and end the command if that is something.

        Args:
            code: of the rest; a negative finding counts more than what cannot be read.
        """
        from accord.cli.output import note

        if self.number and sys.stdout is not None:
            sys.stdout.flush()  # so that these lines stand below the others
        for error in self.errors:
            note(f"left out: {error}")
        if (more := self.number - len(self.errors)) and self._say is None:
            note(f"left out: {more} more that cannot be read")
        if code == FINDING or (code and not self.number):
            raise Ending(code)
        if self.number:
            what = "puzzle was" if self.number == 1 else "puzzles were"
            raise Ending(BAD_INPUT, f"{self.number} {what} left out, as said above")


def at_least_one(found: Iterator[Item], unreadable: Unreadable | None = None) -> Iterator[Item]:
    """The items; the command ends if there are none."""
    first = list(islice(found, 1))
    if not first and unreadable and unreadable.errors:
        raise unreadable.errors[0]
    if not first:
        raise Ending(BAD_INPUT, "found no puzzle, expected at least one")
    yield from first
    yield from found


def one_puzzle(text: str | None, variant: Variant) -> "Puzzle":
    """The only puzzle in a text, a file or a collection; ends the command without one.

    Raises:
        MalformedPuzzleError: it is a problem that is no puzzle.
    """
    return expect_puzzle(one_problem(text, variant), "this command")


def one_problem(text: str | None, variant: Variant) -> "Problem":
    """The only puzzle or problem in a text, a file or a collection; ends the command without."""
    return one_instance(text, variant).problem


def one_instance(text: str | None, variant: Variant) -> "Instance":
    """The only instance in a text, a file or a collection; ends the command without."""
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
    return found[0]


@contextmanager
def standard_input(expected: str) -> "Iterator[TextIO]":
    """The lines on standard input.

    Raises:
        click.UsageError: that is a terminal.
        MalformedPuzzleError: its bytes are no text.
    """
    from accord.puzzles.files.bytes_of_text import encoding_of_stream, no_text

    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError(f"expected {expected}")
    # Not sys.stdin: Python clears that up when it exits, and aborts if a thread still reads it.
    stream = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
    try:
        yield TextIOWrapper(stream, encoding_of_stream(stream), newline="")
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"stdin: {no_text(None, error)}") from None


def of_text(
    text: str, variant: Variant, complain: "Complain | None" = None
) -> "Iterator[Instance]":
    """The puzzles that a text is.

    Raises:
        MalformedPuzzleError: it is none, or rather the name of a file that is not there.
    """
    from accord.bench.make.instances.collection import is_path, is_rather_a_name
    from accord.puzzles.files.texts import read_many

    try:
        lines = text.splitlines(keepends=True)
        several = complain if len(lines) > 1 else None
        yield from read_many(lines, variant, name="puzzle", complain=several)
    except MalformedPuzzleError as error:
        if is_path(text):
            beside = Path(text).parent
            meant = similar(Path(text).name, os.listdir(beside) if beside.is_dir() else ())
            near = f"; similar: {Path(text).with_name(meant[0])}" if meant else ""
            raise MalformedPuzzleError(
                f"found neither a file nor a collection {text!r}, expected one, or a puzzle{near}"
            ) from None
        if is_rather_a_name(text):
            raise MalformedPuzzleError(
                f"found neither a file nor a collection {text!r}, and as a puzzle: {error}"
            ) from None
        raise


def read_as(name: str) -> str:
    """The name of the format as which a text or a file is read; that of its first puzzle.

    Raises:
        MalformedPuzzleError: it cannot be read.
    """
    from accord.bench.make.instances.collection import is_model_file, named
    from accord.puzzles.files.bytes_of_text import encoding_of, format_of_problem, no_text
    from accord.puzzles.files.foreign import refuse_foreign_file
    from accord.puzzles.files.read_many import format_of

    if name == "-":
        with standard_input("text on standard input") as lines:
            return format_of(lines)
    if name in _collections() or named(name):
        return "json"
    if not is_file(name):
        return format_of(name.splitlines(keepends=True))
    path = Path(name)
    if is_model_file(path):
        return "model"
    refuse_foreign_file(path)
    if form := format_of_problem(path):
        return form
    try:
        with path.open(encoding=encoding_of(path), newline="") as lines:
            return format_of(lines)
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"{path}: {no_text(path, error)}") from None


def is_file(text: str) -> bool:
    """Whether the text is the path of a file, rather than a puzzle."""
    return _path(text, Path.exists) and not is_folder(text)


def is_folder(text: str) -> bool:
    """Whether the text is the path of a folder."""
    return _path(text, Path.is_dir)


def _path(text: str, has: Callable[[Path], bool]) -> bool:
    try:
        return "\n" not in text and has(Path(text))
    except (OSError, ValueError):  # too long for a name, or a NUL byte
        return False
