"""Boards of candidates in braces: `4{15}7{1589}...`, `{}` where nothing is left.

The notation of logic solvers' tests.  A bare value is a given and a bare blank allows everything;
`{5}` is a cell whose candidates have come down to one, and no given.  Symbols go up to Z = 35.
Whitespace and rulers mean nothing.  A `{` decides for this format before any length does.
"""

import re
from collections.abc import Sequence

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, characters_only, refuse_extra
from accord.puzzles.formats.plain.rulers import without_rulers
from accord.puzzles.formats.source import Entry, Source
from accord.puzzles.formats.symbols import (
    LARGEST_DIGIT,
    expected,
    may_be_other_digits,
    size_of,
    value_of,
)
from accord.puzzles.grid import SYMBOLS, Value
from accord.puzzles.puzzle import Puzzle, ValueSet

_CELL = re.compile(r"\{[^{}]*\}|[^\s,]")
_BRACE = re.compile(r"\{\s*[0-9A-Za-z}]")


def looks_like(source: Source) -> bool:
    """Whether there is a brace before a value, or two that hold nothing."""
    return any(_BRACE.search(line.text) for line in source.lines) and source.start != "{}"


def _read(source: Source) -> Draft:
    entries = [entry for line in without_rulers(source) for entry in line.matches(_CELL)]
    for entry in entries:
        if entry.text in ("{", "}"):
            raise entry.complain("candidates between { and } on one line")
    size = size_of(len(entries))
    _expect_usual_digits(entries, size)
    givens = [0 if entry.text[0] == "{" else value_of(entry, size) for entry in entries]
    domains = [_domain(entry, given, size) for entry, given in zip(entries, givens, strict=True)]
    return Draft(givens, domains, entries)


def _expect_usual_digits(entries: Sequence[Entry], size: int) -> None:
    """Complain of a 0 that may be a value: boards of candidates have other blanks."""
    if size > LARGEST_DIGIT and may_be_other_digits("".join(entry.text for entry in entries), size):
        zero = next(entry for entry in entries if "0" in entry.text)
        raise zero.complain(expected(size).replace("0 .", "."))


def _domain(entry: Entry, given: Value, size: int) -> ValueSet:
    if entry.text[0] != "{":
        return frozenset({given} if given else range(1, size + 1))
    return candidates_of(Entry(entry.text[1:-1], entry.line, entry.column + 1), size)


def candidates_of(entry: Entry, size: int) -> ValueSet:
    """The values of a group such as 159; they must differ and fit the size."""
    values = []
    for column, symbol in enumerate(entry.text, entry.column):
        if not symbol.isspace() and symbol != ",":
            value = value_of(Entry(symbol, entry.line, column), size)
            if value in values or not 0 < value <= size:
                symbols = expected(size).split(" or ")[0]
                raise Entry(symbol, entry.line, column).complain(f"{symbols}, each once")
            values.append(value)
    return frozenset(values)


def group(domain: ValueSet) -> str:
    """Candidates as characters in order, such as 159."""
    return "".join(SYMBOLS[value] for value in sorted(domain))


def _write(puzzle: Puzzle) -> str:
    refuse_extra(puzzle)
    characters_only("candidates", puzzle.size, "json")
    return "".join(
        _cell(given, domain) for given, domain in zip(puzzle.givens, puzzle.domains, strict=True)
    )


def _cell(given: Value, domain: ValueSet) -> str:
    if given and not domain:
        raise FormatError("found a given that is no candidate, which only the format json can say")
    return SYMBOLS[given] if given else f"{{{group(domain)}}}"


FORMATS = {
    "candidates": Format(
        "Candidates in braces, 4{15}7...: a bare value is a given, {} an empty cell.",
        _read,
        _write,
        looks_like,
        one_line=True,
        rank=40,
    )
}
