"""The text of a puzzle, with the places that error messages name.

Lines and columns are those of the text as people see it, counted from one: a byte order mark,
Windows line ends, comments and the frame of a grid are skipped but never shift them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from accord.puzzles.sudoku.shape import MalformedPuzzleError

_LINE_END = re.compile(r"\r\n|\n|\r")
_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"  # characters that nobody sees
_SPACES = dict.fromkeys(map(ord, "\xa0\u1680\u202f\u205f\u3000"), " ")
_SPACES |= dict.fromkeys(range(0x2000, 0x200B), " ") | dict.fromkeys(map(ord, _NO_WIDTH), "")


_HEADING = re.compile(r"\s*[A-Z][a-z]{2,}[A-Za-z .,]*[#\u2116]?\s*[0-9]{1,6}\s*[:.]?\s*")
_EMPTY_ROW = 3  # tabs: a row of empty cells, copied from a spreadsheet


def with_usual_spaces(text: str) -> str:
    """The text with a space for each of Unicode's, such as no-break spaces of web pages."""
    return text if text.isascii() else text.translate(_SPACES)


def is_blank(line: str) -> bool:
    """Whether nothing stands in a line."""
    return not line.strip() and line.count("\t") < _EMPTY_ROW


def heading(line: str) -> str:
    """The name of a puzzle that stands in a line above it, as `Grid 01`; "" in any other line."""
    return line.strip() if _HEADING.fullmatch(line) else ""


class Entry(NamedTuple):
    """The text of one cell, with its place."""

    text: str
    line: int  # from 1
    column: int  # from 1

    def complain(self, expected: str) -> MalformedPuzzleError:
        """The error to raise where something else was expected here."""
        found = self.text if len(self.text) <= 20 else f"{self.text[:20]}..."
        return MalformedPuzzleError(
            f"line {self.line}, column {self.column}: found {found!r}, expected {expected}"
        )


@dataclass(frozen=True)
class TextLine:
    """A line of text, or a part of one."""

    text: str
    number: int  # from 1
    column: int = 1  # of its first character

    def entry(self, start: int, end: int) -> Entry:
        """The characters from `start` up to `end`, with their place."""
        return Entry(self.text[start:end], self.number, self.column + start)

    def part(self, start: int, end: int | None = None) -> "TextLine":
        """The columns from `start` up to `end`."""
        return TextLine(self.text[start:end], self.number, self.column + start)

    def matches(self, pattern: re.Pattern[str]) -> list[Entry]:
        """Everything in the line that matches, with its place."""
        return [self.entry(*match.span()) for match in pattern.finditer(self.text)]


@dataclass(frozen=True)
class Source:
    """A text that says a puzzle.

    Args:
        raw: the text.
        first: the number of its first line in the file it comes from.
    """

    raw: str
    first: int = 1

    @property
    def every_line(self) -> tuple[TextLine, ...]:
        """The lines of the text without headings and without comments, which begin with `#`."""
        texts = _LINE_END.split(with_usual_spaces(self.raw))
        return tuple(
            TextLine("" if heading(text) else text.split("#", 1)[0], n)
            for n, text in enumerate(texts, self.first)
        )

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        """The lines that are not blank."""
        return tuple(line for line in self.every_line if not is_blank(line.text))

    @property
    def start(self) -> str:
        """The first line that is not blank, stripped; "" where there is none."""
        return self.lines[0].text.strip() if self.lines else ""

    def of(self, lines: Iterable[TextLine]) -> "Source":
        """A source of these lines only."""
        source = Source(self.raw, self.first)
        source.__dict__["lines"] = tuple(lines)  # where the property keeps its value
        return source
