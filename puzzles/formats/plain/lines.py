"""Cells one after the other: `line`, `rows` and `sdm`.

A line of n*n characters is what programs exchange; SudoCue's .sdm files hold one such line per
puzzle.  The same characters may be spread over lines and groups, for people, and sizes above 35
have numbers with whitespace or commas between them, which any size may use.

    5 3 . . 7 . . . .     81 characters in groups of one
    10 3 0 16 ...         256 numbers: some have two digits, and 256 is a square
    53.. 7... ....        characters in groups; the groups mean nothing

Numbers are recognised by their lengths: they differ, and there are n*n of them.  Where lines are
as many as most of them have cells, a line of another length is an error.
"""

import re
from collections import Counter
from collections.abc import Sequence
from math import isqrt

from accord.puzzles.formats.draft import Box, Draft, draft_of
from accord.puzzles.formats.format import plain
from accord.puzzles.formats.source import Entry, Source, TextLine
from accord.puzzles.formats.symbols import CHARACTER, is_sign, rows_of, symbols
from accord.puzzles.grid import LARGEST_SYMBOL, Grid, one_line
from accord.puzzles.sudoku.shape import MalformedPuzzleError

_WORD = re.compile(r"[^\s,]+")
_CHARACTER = re.compile(rf"(?!,){CHARACTER}")
_NUMBER = re.compile(r"[0-9]{1,9}|[.*_xX]")


def read_lines(source: Source, size: int | None = None) -> Draft:
    """The draft of a text of characters or numbers; `size` decides where it could be either."""
    return read_cells(source.lines, size)


def read_cells(lines: Sequence[TextLine], size: int | None = None) -> Draft:
    """The draft of these lines."""
    lines = [line for line in lines if _CHARACTER.search(line.text)]
    if not lines:
        raise MalformedPuzzleError(
            "found no cells, expected a puzzle; a space is a blank only in a grid with rulers"
        )
    words = [line.matches(_WORD) for line in lines]
    characters = [line.matches(_CHARACTER) for line in lines]
    rows = words if _numbers(words, sum(map(len, characters)), size) else characters
    check_rows(rows, lines)
    count = sum(map(len, rows))
    if rows is characters and isqrt(count) > LARGEST_SYMBOL and isqrt(count) ** 2 == count:
        raise MalformedPuzzleError(
            f"line {lines[0].number}: found {count} characters, expected numbers with spaces: "
            f"values above {LARGEST_SYMBOL} have no character"
        )
    return draft_of(rows)


def _numbers(words: Sequence[Sequence[Entry]], characters: int, size: int | None) -> bool:
    """Whether each word is a cell, and not each character."""
    texts = [entry.text for row in words for entry in row]
    if size is not None and size * size in (len(texts), characters):
        return size * size == len(texts)
    square = len(texts) > 1 and isqrt(len(texts)) ** 2 == len(texts)
    if not square or not all(_NUMBER.fullmatch(text) or is_sign(text) for text in texts):
        return False
    lengths = set(map(len, texts))
    longest = max(2, len(str(isqrt(len(texts)))))
    if len(lengths) > 1:
        return max(lengths) <= longest
    return isqrt(characters) ** 2 != characters or isqrt(characters) > LARGEST_SYMBOL


def check_rows(rows: Sequence[Sequence[Entry]], lines: Sequence[TextLine]) -> None:
    """Complain of a row that is shorter or longer than the others in a text of n rows."""
    usual, _ = Counter(map(len, rows)).most_common(1)[0]
    if usual != len(rows):
        return
    for row, line in zip(rows, lines, strict=True):
        if len(row) != usual:
            raise MalformedPuzzleError(
                f"line {line.number}: found {len(row)} cells, expected {usual}"
            )


def _in_rows(grid: Grid, box: Box | None) -> str:
    cells = symbols(grid, grid.size)
    between = "" if len(cells[0]) == 1 else " "
    return "\n".join(between.join(row) for row in rows_of(cells, grid.size))


def _in_a_line(grid: Grid, box: Box | None) -> str:
    return one_line(grid, grid.size)


FORMATS = {
    "line": plain(
        "One line of n*n characters: 1-9, A-Z and '.'; numbers with spaces above size 35.",
        read_lines,
        _in_a_line,
        one_line=True,
    ),
    "rows": plain("A line of n characters for each row.", read_lines, _in_rows),
    "sdm": plain(
        "One line per puzzle, and # comments (SudoCue).", read_lines, _in_a_line, one_line=True
    ),
}
