"""What several commands take: a puzzle, how to read it, solvers, limits.

A PUZZLE is `-` or nothing for standard input, the path of a file, the name of a collection, or
the text itself.
"""

import re
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from accord.bench.isolation.terms import Terms
    from accord.puzzles.formats.draft import Variant
    from accord.puzzles.formats.record import Complain
    from accord.puzzles.instance import Instance

Command = TypeVar("Command", bound=Callable[..., Any])

LONGEST = 1e8  # seconds: three years
UNITS = {"ms": 1e-3, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


class Duration(click.ParamType):
    """Seconds, written 10, 10s, 500ms, 2m or 1h."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, int | float):
            return float(value)
        found = re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*(ms|s|min|m|h|)", value.strip())
        if not found:
            self.fail(f"found {value!r}, expected a time like 10s, 500ms or 2m", param, ctx)
        seconds = float(found[1]) * UNITS[found[2]]
        if seconds > LONGEST:
            self.fail(f"found {value!r}, expected at most {LONGEST:g} s", param, ctx)
        return seconds


class Limit(click.ParamType):
    """How many solutions: a number, or all, which is None."""

    name = "limit"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        if value == "all":
            return None
        if not re.fullmatch(r"[0-9]{1,18}", value) or int(value) < 1:
            self.fail(f"found {value!r}, expected 1, 2, ... or all", param, ctx)
        return int(value)


class Memory(click.ParamType):
    """Bytes, written 2G, 512M, 65536K or 1.5G; in powers of 1024."""

    name = "memory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"(\d{1,15}(?:\.\d{1,6})?)\s*([KMGT]?)(?:i?B)?", value.strip(), re.I)
        if not found or float(found[1]) == 0:
            self.fail(f"found {value!r}, expected a memory like 2G or 512M", param, ctx)
        size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))
        if size >= 1 << 60:
            self.fail(f"found {value!r}, expected less than 2^60 bytes", param, ctx)
        return size


class Box(click.ParamType):
    """Rows x columns of a box."""

    name = "rowsxcolumns"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,4})[xX](\d{1,4})", value)
        if not found:
            self.fail(f"found {value!r}, expected rows x columns, as in 2x3", param, ctx)
        return int(found[1]), int(found[2])


class SolverName(click.ParamType):
    """The name of a solver, with settings."""

    name = "solver"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        from accord.solvers.registry import available

        return [CompletionItem(name) for name in available() if name.startswith(incomplete)]


class Look(click.ParamType):
    """The name of a look."""

    name = "look"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from accord.views.boards.text_boards import LOOKS

        if value not in LOOKS:
            self.fail(f"found {value!r}, expected one of {', '.join(LOOKS)}", param, ctx)
        return value


class Source(click.ParamType):
    """A collection, a file, or text."""

    name = "puzzle"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        from accord.bench.instances.collection import collections

        names = [CompletionItem(name) for name in collections() if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


def one_value(
    name: str, make: Callable[..., Any], *options: Callable[[Any], Any]
) -> Callable[[Command], Command]:
    """Options that a command takes as one value, which `make` makes of them by their names."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_one_value(*arguments: Any, **values: Any) -> Any:
            own = {key: values.pop(key) for key in names}
            return command(*arguments, **values, **{name: make(**own)})

        names = [each.name for each in click.command()(_with(options, lambda: None)).params]
        return cast("Command", _with(options, with_one_value))

    return decorate


def _with(options: tuple[Callable[[Any], Any], ...], command: Any) -> Any:
    """A command with these options, listed before those that it has."""
    for option in reversed(options):
        command = option(command)
    return command


def as_variant(
    box: tuple[int, int] | None, rules: tuple[str, ...], regions: str | None
) -> "Variant":
    """What plain text cannot say of a puzzle."""
    from accord.puzzles.formats.draft import Variant

    return Variant(box, frozenset(words(rules)), regions)


VARIANT_OPTIONS = (
    click.option("--box", type=Box(), metavar="RxC", help="Rows x columns of a box, as 2x3."),
    click.option(
        "--rules",
        multiple=True,
        metavar="RULE",
        help="diagonals, windoku or latin; may be repeated, or a list with commas.",
    ),
    click.option("--regions", metavar="TEXT", help="Jigsaw regions: one symbol per cell."),
)
reading = one_value("variant", as_variant, *VARIANT_OPTIONS)


def choosing(command: Command) -> Command:
    """The option that names solvers."""
    return click.option(
        "-s",
        "--solver",
        "solvers",
        multiple=True,
        type=SolverName(),
        metavar="NAME",
        help="A solver, as NAME[:SETTINGS], file.py:OBJECT or FILE.toml; may be repeated. "
        "Default: all.",
    )(command)


def time_limit(
    help_text: str, default: str | None = "10s", name: str = "seconds"
) -> Callable[[Command], Command]:
    """The option -t."""
    return click.option(
        "-t",
        "--time-limit",
        name,
        type=Duration(),
        default=default,
        show_default=default is not None,
        help=help_text,
    )


MEMORY_LIMIT = click.option(
    "-m",
    "--memory-limit",
    type=Memory(),
    metavar="SIZE",
    help="Resident memory each run may use, as 2G or 512M. Default: no limit.",
)
BEST_EFFORT = click.option(
    "--best-effort",
    is_flag=True,
    help="Go on where a limit cannot be enforced; the results say so.",
)


def limit(default: str) -> Callable[[Command], Command]:
    """The option -n."""
    return click.option(
        "-n",
        "--limit",
        type=Limit(),
        default=default,
        show_default=True,
        help="Solutions asked for: 1 finds one, 2 decides uniqueness, all counts them.",
    )


def _terms(
    limit: int | None, seconds: float, memory_limit: int | None, best_effort: bool
) -> "Terms":
    """What is asked about each puzzle."""
    from accord.bench.isolation.limits import Limits
    from accord.bench.isolation.terms import Terms

    return Terms(Limits(seconds, memory_limit, best_effort=best_effort), limit)


terms = one_value(
    "terms",
    _terms,
    limit("2"),
    time_limit("Time limit for each solver on each puzzle."),
    MEMORY_LIMIT,
    BEST_EFFORT,
)


def words(texts: tuple[str, ...]) -> list[str]:
    """What an option says that may be repeated, or have commas in it."""
    return [word.strip() for text in texts for word in text.split(",") if word.strip()]


def instances(
    puzzle: str | None,
    file: str | None,
    variant: "Variant",
    complain: "Complain | None" = None,
) -> "Iterator[Instance]":
    """The puzzles that PUZZLE or --file names, as they are read.

    Raises:
        click.UsageError: nothing to read, or both.
    """
    from accord.bench.instances.collection import instances_of

    if puzzle is not None and file is not None:
        raise click.UsageError("found PUZZLE and --file, expected one of them")
    if file is not None and file != "-":
        yield from instances_of(file, variant, complain)
    elif (puzzle or file or "-") == "-":
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("expected a PUZZLE, --file F, or text on standard input")
        yield from _of_stdin(variant, complain)
    else:
        assert puzzle is not None
        from accord.bench.instances.collection import collections

        if puzzle in collections() or is_file(puzzle):
            yield from instances_of(puzzle, variant, complain)
        else:
            yield from of_text(puzzle, variant, complain)


def _of_stdin(variant: "Variant", complain: "Complain | None") -> "Iterator[Instance]":
    from accord.puzzles.files.read import read_many
    from accord.puzzles.sudoku.shape import MalformedPuzzleError

    # Not sys.stdin: Python clears that up when it exits, and aborts if a thread still reads it.
    lines = open(sys.stdin.fileno(), encoding="utf-8-sig", newline="", closefd=False)  # noqa: SIM115
    try:
        yield from read_many(lines, variant, name="stdin", complain=complain)
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"stdin: found bytes that are no UTF-8: {error}") from None


def of_text(
    text: str, variant: "Variant", complain: "Complain | None" = None
) -> "Iterator[Instance]":
    """The puzzles that a text is.

    Raises:
        MalformedPuzzleError: it is none, or rather the name of a file that is not there.
    """
    from accord.puzzles.files.read import read_many
    from accord.puzzles.sudoku.shape import MalformedPuzzleError

    try:
        lines = text.splitlines(keepends=True)
        yield from read_many(lines, variant, name="puzzle", complain=complain)
    except MalformedPuzzleError as error:
        if _is_folder(text):
            raise click.UsageError(f"{text}: found a folder, expected a file") from None
        if re.search(r"[a-z]{2}|/|[A-Za-z]\.", text) and not re.search(r"[\s|{}\[\]]", text):
            raise MalformedPuzzleError(
                f"found neither a file nor a collection {text!r}, and as a puzzle: {error}"
            ) from None
        raise


def is_file(text: str) -> bool:
    """Whether the text is the path of a file, rather than a puzzle."""
    try:
        return "\n" not in text and Path(text).exists() and not Path(text).is_dir()
    except (OSError, ValueError):  # too long for a name, or a NUL byte
        return False


def _is_folder(text: str) -> bool:
    try:
        return "\n" not in text and Path(text).is_dir()
    except (OSError, ValueError):
        return False
