"""How the values of options are written: functions from text to a value or a complaint.

And what a shell completes: names of solvers, collections and files.
"""

import re
from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

import click

from accord.puzzles.fields import FILE, MisfitError, OwnJson, misfit
from accord.puzzles.phrasing import spelled

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class PathName(click.Path):
    """The name of a file or a folder, which is not empty."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("found '', expected the name of a file or folder", param, ctx)
        return super().convert(value, param, ctx)


class Scale(click.Choice):
    """One of the difficulties, whose old names are read too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(spelled(value, self.choices), param, ctx)


LARGEST = 2**63 - 1  # of the store's integers


def _range_in_words(numbers: click.IntRange | click.FloatRange) -> str:
    """A range for help and complaints."""
    largest = "2^63-1" if numbers.max == LARGEST else numbers.max
    if numbers.min is None:
        return "" if largest is None else f"at most {largest}"
    if numbers.min_open:
        return f"above {numbers.min}" + ("" if largest is None else f", at most {largest}")
    return f"{numbers.min} or more" if largest is None else f"{numbers.min} to {largest}"


class Whole(click.IntRange):
    """A whole number in a range, in the digits 0 to 9."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "N"

    def _describe_range(self) -> str:
        return _range_in_words(self)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and not re.fullmatch("[+-]?[0-9]+", value.strip()):
            self.fail(f"found {value!r}, expected a whole number", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A number in a range, and neither infinite nor none."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "X"

    def _describe_range(self) -> str:
        return _range_in_words(self)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not isfinite(found):
            self.fail(f"found {value!r}, expected a number", param, ctx)
        return found


def in_file(read: Callable[[str], Any], expected: str = "a number") -> OwnJson:
    """A key of a TOML file that holds the value of an option, as text or as a number.

    Args:
        read: the text of the option.
        expected: of another type, in words.
    """

    def read_key(found: Any, numbers: object) -> Any:
        if isinstance(found, bool | list | dict):
            raise misfit(found, expected, FILE)
        try:
            return read(str(found))
        except click.BadParameter as error:
            as_option = repr(str(found))
            raise MisfitError(error.message.replace(as_option, FILE.shown(found))) from None

    return OwnJson(read_key)


LONGEST = 1e8  # seconds: three years
UNITS = {"ms": 1e-3, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def time(text: str) -> float:
    """Seconds, written 10, 10s, 500ms, 2m or 1h."""
    found = re.fullmatch(r"([0-9]+\.?[0-9]*|\.[0-9]+)\s*(ms|s|min|m|h|)", text.strip())
    if not found:
        raise click.BadParameter(f"found {text!r}, expected a time like 10s, 500ms, 2m or 1h")
    seconds = float(found[1]) * UNITS[found[2]]
    if seconds > LONGEST:
        raise click.BadParameter(f"found {text!r}, expected at most {LONGEST:g} s")
    return seconds


def solution_limit(text: str) -> int | Literal["usual"] | None:
    """A number of solutions; `all` is None, and `usual` what is usual for the problem."""
    if text == "all":
        return None
    if text == "usual":
        return "usual"
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise click.BadParameter(f"found {text!r}, expected 1, 2, ..., all or usual")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """The value of an objective: a whole number as 12, or of `lex` several as 3 -4."""
    found = text.split()
    if not found or not all(re.fullmatch("[+-]?[0-9]{1,4000}", each) for each in found):
        raise click.BadParameter(f"found {text!r}, expected a whole number, or several as '3 -4'")
    return tuple(map(int, found))


def memory(text: str) -> int:
    """Bytes, written 2G, 512M, 65536K or 1.5G; in powers of 1024."""
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.I)
    if not found or float(found[1]) == 0:
        raise click.BadParameter(f"found {text!r}, expected a memory like 2G or 512M")
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))
    if size >= 1 << 60:
        raise click.BadParameter(f"found {text!r}, expected less than 2^60 bytes")
    return size


POINTS = {"in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "pt": 1.0}  # of 1/72 inch


def width(text: str) -> float:
    """Points of a width on paper, written 3.3in, 8.4cm, 84mm or 240pt."""
    found = re.fullmatch(r"([0-9]{1,5}\.?[0-9]{0,6}) ?(in|cm|mm|pt)", text.strip())
    points = float(found[1]) * POINTS[found[2]] if found else 0.0
    if not 72 <= points <= 72 * 50:
        raise click.BadParameter(f"found {text!r}, expected 1in to 50in, as 3.3in, 8.4cm or 240pt")
    return points


def box(text: str) -> tuple[int, int]:
    """Rows x columns of a box."""
    found = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})", text)
    if not found:
        raise click.BadParameter(f"found {text!r}, expected rows x columns, as in 2x3")
    return int(found[1]), int(found[2])


def int_bounds(text: str) -> tuple[int, int]:
    """The lowest and the highest value of integers: -100..100."""
    found = re.fullmatch(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})", text)
    if not found or int(found[1]) > int(found[2]):
        raise click.BadParameter(f"found {text!r}, expected A..B, as -100..100")
    return int(found[1]), int(found[2])


def digits(text: str) -> str:
    """The first and the last character of a puzzle's values."""
    found = text.upper()
    if not re.fullmatch("[01A]-[0-9A-Z]", found):
        raise click.BadParameter(f"found {text!r}, expected digits as 0-F, 1-G or A-P")
    return found


def setting(text: str) -> tuple[str, str]:
    """The argument of a model file's function: n=8."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise click.BadParameter(f"found {text!r}, expected NAME=VALUE, as n=8")
    return name, value


def shard(text: str) -> tuple[int, int]:
    """I/N: the I-th of N parts of the puzzles."""
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"found {text!r}, expected I/N with I from 1 to N, as 1/4")
    return int(found[1]), int(found[2])


def look(text: str) -> str:
    """The name of a look."""
    from accord.views.boards.text_boards import LOOKS

    if text not in LOOKS:
        raise click.BadParameter(f"found {text!r}, expected one of {', '.join(LOOKS)}")
    return text


def solver_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The available solvers that begin so."""
    from accord.solvers.registry import available

    return [name for name in available() if name.startswith(incomplete)]


def sources(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The collections that begin so, and files."""
    from click.shell_completion import CompletionItem

    from accord.bench.make.instances.collection import collections

    names = [CompletionItem(name) for name in collections() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]
