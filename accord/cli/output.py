r"""Where the commands print, and in which form: nothing below accord/cli does.

Colours follow NO_COLOR and are left out of pipes; a table in a pipe is as wide as it needs to be.
What the encoding of a terminal or a pipe has no byte for is written in ASCII:

    ┏━┳━┓      +-+-+
    ┃ ┃ ┃      | | |       Any other character is the escape `\u00e9`, as JSON reads it.
    ┗━┻━┛      +-+-+

A solution is printed in the formats of grids if it is one of a puzzle, that of another problem by
its names:

    grid, line    S=9, E=5, N=6
    json          [9,5,6]
    minizinc      what the output item of a model in MiniZinc says, and ten dashes
    xcsp3         lines of the competitions, which say the status, too
    dimacs, opb, wcnf    the same of the competitions of formulas, for 0/1 variables
"""

import codecs
import json
import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from accord.cli.commands import BAD_INPUT, Ending
from accord.cli.working import COMPILING, hide
from accord.puzzles.formats.competitions.answers import LANGUAGES, is_binary, value_lines
from accord.puzzles.outside_data import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from accord.bench.run.minizinc_printing import MiniZincPrinter
    from accord.puzzles.problem import Problem, Solution
    from accord.puzzles.sudoku.shape import Shape
    from accord.solvers.backend import Backend
    from accord.views.tables.text import PrintedReport


WIDE = 1000  # columns of a pipe
WIDER = "accord.wide"  # in the context of a command: whether its tables may be wider than the room


def console(file: TextIO | None = None) -> "Console":
    """A console of rich; on standard output by default."""
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:  # rich would make it exit code 1
            raise BrokenPipeError

    stream = file or sys.stdout
    width = None if stream.isatty() else WIDE
    return Quiet(file=stream, width=width, highlight=False, emoji=False, soft_wrap=False)


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


def write_file(path: str, text: str) -> None:
    """Write a file and print its name; or print the text, where that is `-`."""
    if path == "-":
        sys.stdout.write(text)
    else:
        with naming(path):
            Path(path).write_text(text, encoding="utf-8")
        line(path)


def line(text: object, *, err: bool = False) -> None:
    """Print one line, whatever is in the names that stand in it; there may be many of them."""
    hide()
    click.echo(fitted(visible(str(text)), sys.stderr if err else sys.stdout), err=err)


def data(text: str, *, nl: bool = True, endless: bool = False) -> None:
    """Print text for a program as it is, but nothing that a terminal would obey."""
    shown = visible(text, keep="\n") if sys.stdout.isatty() else text
    _print(shown, nl=nl, endless=endless)


def show_as(found: "PrintedReport", form: str = "text", *, as_json: bool = False) -> None:
    """Print a report in this form, or for a machine.

    That the machine was disturbed is said before, on standard error.
    """
    for sentence in found.disturbances:
        note(f"{sentence.partition('. ')[0].removesuffix('.')}; see below")
    if as_json:
        data(found.json())
    elif form == "text":
        show(*found.text())
    else:
        data(getattr(found, form)(), nl=False)


def _print(text: str, *, nl: bool = True, endless: bool = False) -> None:
    """Print; where nobody reads any more, go on for the exit code, unless there is more to come."""
    hide()
    try:
        click.echo(text, nl=nl, color=True)  # which keeps what is no colour, too
        sys.stdout.flush()
    except BrokenPipeError:
        if endless:
            raise
        close_quietly()


def close_quietly() -> None:
    """Point standard output at the null device, so that Python's exit does not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def naming(path: object) -> Iterator[None]:
    """A context in which errors of the system that name no file name this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            error.filename = str(path)
        raise


def note(sentence: str) -> None:
    """Print on standard error what is no data."""
    line(f"accord: {sentence}", err=True)


def wrapped(text: str, width: int) -> Iterator[str]:
    """Lines that are no longer than that, if no number is to be torn from its unit."""
    for line in text.splitlines() or [""]:
        glued = re.sub(r"(?<=\d) (?=(?:s|ms|us|ns|min|h|%|[KMG]iB)\b|%)", "\0", line)
        indent = " " * re.match(r"\s*(?:\d+\. )?", line).end()  # type: ignore[union-attr]
        parts = textwrap.wrap(
            *(glued, width),
            break_long_words=False,
            break_on_hyphens=False,
            subsequent_indent=indent,
        )
        yield from (part.replace("\0", " ") for part in parts or [""])


def fitted(text: str, stream: TextIO) -> str:
    """Lines broken between words where a terminal is narrower; a pipe gets them whole.

    A line with a word that is wider, as a puzzle, stays as it is: the terminal breaks it.
    """
    if not stream.isatty():
        return text
    width = columns(stream)
    return "\n".join(
        line
        for whole in text.split("\n")
        for line in (wrapped(whole, width) if _breaks(whole, width) else [whole])
    )


def _breaks(line: str, width: int) -> bool:
    return len(line) > width and max(map(len, line.split()), default=0) <= width


def columns(stream: TextIO) -> int:
    """The columns of a terminal, or those that COLUMNS asks for."""
    asked = os.environ.get("COLUMNS", "")
    if re.fullmatch("[1-9][0-9]{0,3}", asked):
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def is_wide() -> bool:
    """Whether the option --wide was given."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(WIDER))


def show(*things: "RenderableType", endless: bool = False) -> None:
    """Print tables and lines of text on standard output, one below the other.

    With the option --wide a table is as wide as it needs to be.
    """
    from accord.views.tables.fitting import FittingTable
    from accord.views.tables.text import Legend

    printer = console()
    room = printer.width
    if is_wide():
        printer.width = WIDE
    gone, there = set[str](), set[str]()  # headings of the tables above
    with printer.capture() as captured:
        for thing in things:
            if isinstance(thing, str):
                said = thing.without(gone - there) if isinstance(thing, Legend) else thing
                if thing and not said:
                    continue
                text = visible(said)
                text = "\n".join(wrapped(text, room)) if room < WIDE else text
                printer.print(text, markup=False, soft_wrap=True)
            else:
                printer.print(thing, markup=False)
                if isinstance(thing, FittingTable):
                    gone |= {*thing.gone}
                    there |= {*thing.headings}
    lines = captured.get().splitlines()
    _print("\n".join(line.rstrip() for line in lines), endless=endless)


NAME = "accord_ascii"  # of the encoding, and of what handles its errors
_ACROSS, _UPRIGHT = {"LEFT", "RIGHT", "HORIZONTAL"}, {"UP", "DOWN", "VERTICAL"}


def make_encodable(stream: TextIOWrapper) -> None:
    """Have a stream write every character, whatever its encoding.

    click takes an ASCII stream for a mistake and writes UTF-8 to it, and so the encoding has a name
    here that click does not know: ASCII is what `PYTHONIOENCODING=ascii` asks for.
    """
    codecs.register_error(NAME, _replaced)
    if codecs.lookup(stream.encoding).name == "ascii":
        codecs.register(_ascii)
        stream.reconfigure(encoding=NAME)
    stream.reconfigure(errors=NAME)


def _ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under another name."""
    if name != NAME:
        return None
    same = codecs.lookup("ascii")
    coders = same.incrementalencoder, same.incrementaldecoder
    return codecs.CodecInfo(*same, *coders, NAME)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """The replacement of characters that cannot be encoded, and where the text goes on."""
    assert isinstance(error, UnicodeEncodeError), "nothing is read with it"
    missing = error.object[error.start : error.end]
    return "".join(map(in_ascii, missing)), error.end


def in_ascii(character: str) -> str:
    """A character of ASCII that looks like it, or an escape."""
    words = unicodedata.name(character, "").split()
    if words[:2] != ["BOX", "DRAWINGS"]:
        return json.dumps(character)[1:-1]
    lines = set(words) & (_ACROSS | _UPRIGHT)
    return "-" if lines <= _ACROSS else "|" if lines <= _UPRIGHT else "+"


@contextmanager
def noted() -> Iterator[None]:
    """A notice when something is compiled meanwhile."""
    from accord.solvers.compiling import announced

    with announced(lambda: note(COMPILING)):
        yield


def ready(backend: "Backend", shape: "Shape") -> None:
    """Let a backend load its code for puzzles of a shape, with a notice where it compiles it."""
    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle

    if backend.compiled and backend.prepare is not None:
        with noted():
            backend.prepare(Puzzle(shape, Grid([0] * len(shape.cells))))


COMPETITIONS = ("xcsp3", *LANGUAGES)  # in whose words an answer is said, with its status
MINIZINC = "minizinc"  # as the output item of a model in MiniZinc prints it
PROBLEM_STYLES = ("grid", "line", "json", *COMPETITIONS)  # of solutions of what is no puzzle


def expect_style(asked: "Problem", style: str) -> None:
    """See that a solution can be printed in a format.

    Raises:
        FormatError: the format says grids only, or 0/1 variables only.
    """
    from accord.puzzles.formats.format import FormatError
    from accord.puzzles.puzzle import Puzzle

    if style in LANGUAGES and not is_binary(asked):
        raise FormatError(
            f"found the format {style!r} for variables of other values than 0 and 1, expected json "
            "or xcsp3"
        )
    if style == MINIZINC and _minizinc_printer(asked, asked.original):
        return
    if not isinstance(asked, Puzzle) and style not in PROBLEM_STYLES:
        raise FormatError(f"found the format {style!r} for a problem, expected json or xcsp3")


@cache
def _minizinc_printer(asked: "Problem", original: bytes | None) -> "MiniZincPrinter":
    """What prints solutions as the MiniZinc model does that they are of; equal ones may differ."""
    from accord.bench.run.minizinc_printing import MiniZincPrinter

    return MiniZincPrinter(asked)


def solution_text(asked: "Problem", solution: "Solution", style: str) -> str:
    """A solution as it is printed, without a line end."""
    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle
    from accord.views.boards.text_boards import written

    if style in LANGUAGES:
        return "\n".join(value_lines(style, solution))
    if style == MINIZINC:
        return _minizinc_printer(asked, asked.original).text(solution)
    if style == "xcsp3":
        from accord.puzzles.formats.xcsp3.write import lines_of

        return "\n".join(lines_of(asked, solution))
    if isinstance(asked, Puzzle):
        return written(asked, Grid(solution), style)
    return asked.text(solution) if style == "json" else asked.worded(solution, most=None)
