r"""What comes from outside: JSON, TOML and patterns as values, and text as it may be shown.

The libraries of Python raise other errors than ValueError, too, of brackets a thousand deep, which
nobody expects: whatever the text is, here it becomes a value or a ValueError in words.  A text of
`[],[],` takes 23 times its size once it is read, and one of lists in lists 39 times.  So what the
values of a text would take is counted before they are made, by its brackets, commas and quotes: as
much as CPython takes for them at most.  A list of small numbers takes a quarter of it.

On a terminal an escape code may hide or forge lines, and characters of bidirectional text may
change the order of what is read; so may a line end within a name.  `visible` writes such characters
as Python does (`\x1b`, `\u202e`, `\n`).  A spreadsheet takes a cell that begins with `=` for a
formula, which `inert` prevents with an apostrophe.  JSON and Parquet hold every text as it is.
"""

import gc
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unicodedata import category

DIGITS = 4000  # of the longest number
NESTED = 16  # brackets in brackets in a TOML file, and the parts of a key: deeper takes hours
SHOWN = 20  # characters of what was found
MEMORY = 2**28  # bytes that the values of a text may take, as `expect_memory` counts them
PROBLEM_MEMORY = 2**30  # of one in which a problem may stand: a table of five million pairs
_COSTS = {"[": 80, "{": 100, ",": 40, ":": 60, '"': 40}  # bytes of values, by what is in the text
_MOST = 110  # of them all, for a byte of the text
_LONG = re.compile(rf"(?<![0-9])[0-9]{{{DIGITS + 1},}}", re.ASCII)
_IN_JSON = {  # what was expected, by how the library's complaint begins
    "Expecting value": "a value",
    "Expecting property name": "a name in double quotes",
    "Expecting ':'": "':'",
    "Expecting ','": "','",
    "Extra data": "nothing behind the first value",
    "Unterminated string": "a text that ends",
    "Illegal trailing comma": "no comma before the end",
}
_IN_TOML = {
    "Cannot overwrite": "each key once",
    "Cannot declare": "each table once",
    "Expected '='": "'=' behind a key",
    "Expected newline": "the end of the line",
    "Expected ']": "a bracket that closes",
    "Invalid statement": "a key or a table",
    "Invalid value": "a value",
    "Unclosed": "a bracket that closes",
    "Unterminated": "a text that ends",
}
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")
_OF_TOML = re.compile(  # a text or a comment, which nest nothing; what nests; a long number
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z)|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
    r"|\'\'\'.*?(?:'{3,5}|\Z)|'[^'\n]*'?|#[^\n]*|[][{}.,=\n]"
    rf"|(?<!\w)0[xob][0-9A-Fa-f_]{{{DIGITS // 2},}}|(?<![0-9_])[0-9][0-9_]{{{DIGITS},}}",
    re.DOTALL,
)


@contextmanager
def collector_paused() -> Iterator[None]:
    """A context without Python's garbage collector, for reading what may be large.

    It would look through all that is read so far, again and again, and find nothing: a fifth of the
    time, of a hundred thousand constraints.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class NoJSONError(json.JSONDecodeError):
    """A text is no JSON: `msg` says what was found and expected, and str() says where as well."""

    def __str__(self) -> str:
        return f"line {self.lineno}, column {self.colno}: {self.msg}"


def json_value(
    text: str | bytes,
    of_pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    memory: int = MEMORY,
) -> Any:
    """The value that a JSON text says.

    Args:
        text: as it came; bytes are UTF-8.
        of_pairs: makes the value of an object of its keys and values; a dict by default.
        memory: bytes that the text and its values may take.

    Raises:
        ValueError: it says none, or a larger one; NoJSONError where there is a place.
    """
    expect_memory(text, memory)
    text = _decoded(text)
    parse_int = whole if _LONG.search(text) else None
    try:
        with _too_deep():
            return json.loads(text, object_pairs_hook=of_pairs, parse_int=parse_int)
    except json.JSONDecodeError as error:
        found = _found("JSON", text[error.pos :], _expected(_IN_JSON, error.msg, "JSON"))
        raise NoJSONError(found, text, error.pos) from None


def expect_memory(text: str | bytes, most: int = MEMORY) -> None:
    """Refuse a JSON text that takes more bytes of memory than these, with its values.

    Raises:
        ValueError: it does.
    """
    if len(text) * _MOST <= most:
        return
    is_text = isinstance(text, str)
    count: Callable[[Any], int] = text.count
    wide = not text.isascii() or count("\\u" if is_text else b"\\u")  # one character widens a text
    size = len(text) * (8 if wide else 2)  # as it comes, and in its values
    size += sum(cost * count(each if is_text else each.encode()) for each, cost in _COSTS.items())
    if size > most:
        raise ValueError(
            f"found JSON that would take {size >> 20:,} MiB of memory, expected at most "
            f"{most >> 20:,} MiB"
        )


def toml_table(text: str | bytes) -> dict[str, Any]:
    """The table that a TOML text says.

    Raises:
        ValueError: it says none.
    """
    text = _decoded(text)
    _expect_shallow(text)
    try:
        with _too_deep():
            return tomllib.loads(text)
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):
            raise
        lines = text.splitlines() or [""]
        place = _PLACE.search(str(error))
        line, column = map(int, place.groups()) if place else (len(lines), len(lines[-1]) + 1)
        rest = "".join(lines[line - 1 : line])[column - 1 :]
        found = _found("TOML", rest, _expected(_IN_TOML, str(error), "TOML"))
        raise ValueError(f"line {line}, column {column}: {found}") from None


def _expect_shallow(text: str) -> None:
    """Refuse a TOML text that nests too deep or has a number too long to be shown."""
    depth, parts, line = 0, 1, 1
    for found in _OF_TOML.finditer(text):
        token = found[0]
        line += token.count("\n")
        depth += (token in "[{") - (token in "]}")
        parts = parts + 1 if token == "." else 1 if token in ",=\n" else parts
        if max(depth, parts) > NESTED:
            what = "brackets in brackets" if depth > NESTED else "a key of parts"
            raise ValueError(f"line {line}: found {what}, more than {NESTED}, expected fewer")
        if token[0].isdigit():
            most = DIGITS // 2 if token[1] in "xob" else DIGITS
            raise ValueError(
                f"line {line}: found a number of {len(token):,} digits, expected up to {most:,}"
            )


def whole(text: str) -> int:
    """The whole number that digits, with a sign or without, say.

    Raises:
        ValueError: there are more of them than DIGITS.
    """
    if (digits := len(text.strip().lstrip("+-"))) > DIGITS:
        raise ValueError(f"found a number of {digits:,} digits, expected up to {DIGITS:,}")
    return int(text)


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        place = f"byte {error.start + 1}"
        raise ValueError(f"{place}: found no UTF-8, expected text in that") from None


def _expected(known: dict[str, str], complaint: str, otherwise: str) -> str:
    return next((each for start, each in known.items() if complaint.startswith(start)), otherwise)


def _found(language: str, rest: str, expected: str) -> str:
    shown = repr(rest[:SHOWN]) if rest.strip() else "an end"
    return f"found no {language} but {shown}, expected {expected}"


def pattern_of(text: str) -> re.Pattern[str]:
    """The regular expression that a text is.

    Raises:
        ValueError: it is none.
    """
    try:
        with _too_deep():
            return re.compile(text)
    except (re.error, OverflowError) as error:
        raise ValueError(f"found no regular expression: {error}") from None


@contextmanager
def _too_deep() -> Iterator[None]:
    try:
        yield
    except RecursionError:
        raise ValueError("found brackets in brackets, too deep to be read") from None


LONGEST = 300  # characters of a line
_FORMULA = ("=", "+", "@", "-")
_ESCAPED = re.compile(r"(?<!\\)((?:\\\\)*)\\u00([01][0-9a-f])")  # a control, in JSON


def visible(text: str, keep: str = "") -> str:
    r"""The text with an escape for each character that is not printed, but for those to be kept.

    >>> print(visible("a\x1b[2J\nverdict: unique"))
    a\x1b[2J\nverdict: unique
    """
    if text.isprintable():
        return text
    return "".join(c if _is_harmless(c) or c in keep else _escape(c) for c in text)


def in_a_line(text: str, most: int = LONGEST) -> str:
    r"""The text in one line of so many characters at most, visible.

    >>> print(in_a_line("a\n  b\x1b"))
    a b\x1b
    """
    line = visible(" ".join(text[: 4 * most].split()))
    return line if len(line) <= most else f"{line[: most - 4]} ..."


def _is_harmless(character: str) -> bool:
    """Whether it is printed, or blank, or left to private use."""
    return character.isprintable() or category(character) in ("Zs", "Co")


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def visible_in_json(text: str) -> str:
    """A JSON text whose strings, line ends excepted, are visible when they are shown.

    Args:
        text: with every character as it is (`ensure_ascii=False`), and no white space around it.
    """
    text = _ESCAPED.sub(r"\1\\\\x\2", text)
    if text.isprintable():
        return text
    return "".join(c if _is_harmless(c) else f"\\{_escape(c)}" for c in text)


def inert(cell: object) -> object:
    """The cell of a table, a text with an apostrophe before what would be a formula.

    Some spreadsheets skip white space before one, a tab or carriage return above all.
    """
    if not isinstance(cell, str):
        return cell
    seen = cell.lstrip()
    return f"'{cell}" if seen.startswith(_FORMULA) and seen != "-" and not _number(seen) else cell


def without_apostrophe(cell: str) -> str:
    """The cell that `inert` wrote so."""
    return cell[1:] if cell.startswith("'") and inert(cell[1:]) == cell else cell


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
