"""Rows in which a space is a blank, without rulers: n lines of n characters.

    53  7             5 3     7
    6  195            6     1 9 5
     98    6            9 8         6

The cells are all columns, or every second one where nothing stands in the others.  No other blank
stands beside the spaces, and the lines say where the grid begins and ends: something stands in the
first column and in the last one, or spaces go up to it.  A line of spaces is a row without givens.
Where an outer column may be cut off, or one line is shorter than the others, two puzzles are
possible, and it is an error.  All rows may stand in one line, where the blanks are spaces that no
keyboard has, such as no-break spaces.  It is read and not written: in a file a line of spaces
would stand between two puzzles.
"""

import re
import warnings
from collections.abc import Sequence
from math import isqrt

from accord.puzzles.formats.draft import Draft, draft_of
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.plain.rulers import Rows, columns, odd_columns
from accord.puzzles.formats.source import Source, TextLine, with_usual_spaces
from accord.puzzles.grid import SYMBOLS
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

FEWEST = 4  # rows
_ROW = re.compile(r"[1-9A-Za-z ]*")


def _rows(source: Source) -> Sequence[TextLine]:
    """The lines, from the first to the last that is not empty, without the margin they share."""
    lines = source.every_line
    if len(source.lines) == 1 and _is_board(source.raw.strip("\r\n")):
        (line,) = (line for line in lines if line.text)
        size = isqrt(len(line.text))
        return [line.part(at, at + size) for at in range(0, len(line.text), size)]
    said = [number for number, line in enumerate(lines) if line.text]
    lines = lines[said[0] : said[-1] + 1] if said else ()
    width = _width(lines)
    margin = min((_indent(line) for line in lines if line.text.strip()), default=0)
    return [line.part(margin) for line in lines] if width - margin in _widths(lines) else lines


def _is_board(line: str) -> bool:
    """Whether a line is n*n characters with unusual spaces for blanks, and no list of words."""
    text = with_usual_spaces(line)
    size = isqrt(len(text))
    return (
        " " in text
        and " " not in line
        and size * size == len(text)
        and all(char == " " or char in SYMBOLS[1 : size + 1] for char in text.upper())
        and "" in text.split(" ")
    )


def _indent(line: TextLine) -> int:
    return len(line.text) - len(line.text.lstrip())


def _widths(rows: Sequence[TextLine]) -> tuple[int, int]:
    """The lengths that rows may have: a character for each cell, or with spaces between these."""
    return len(rows), 2 * len(rows) - 1


def _looks_like(source: Source) -> bool:
    rows = _rows(source)
    if len(rows) < FEWEST or not all(_ROW.fullmatch(row.text) for row in rows):
        return False
    filled = [len(row.text.replace(" ", "")) for row in rows]
    if not any(filled) or {*filled} == {len(rows)}:  # no cell is blank
        return False
    return _is_whole(rows) or (_is_doubtful(rows) and isqrt(sum(filled)) ** 2 != sum(filled))


def _is_whole(rows: Sequence[TextLine]) -> bool:
    """Whether the lines are as long as n cells, or spaces at the ends of all were cut off."""
    even = {len(row.text) for row in rows} == {_width(rows)}
    cut_off = not any(row.text.endswith(" ") for row in rows)
    return _width(rows) in _widths(rows) and (even or cut_off) and _cells(rows) is not None


def _is_doubtful(rows: Sequence[TextLine]) -> bool:
    """Whether a row, a column or a space may be missing."""
    return abs(_width(rows) - len(rows)) <= 2 and any(" " in row.text.strip() for row in rows)


def _width(rows: Sequence[TextLine]) -> int:
    return max((len(row.text) for row in rows), default=0)


def _cells(rows: Sequence[TextLine]) -> Rows | None:
    return (columns if _width(rows) == len(rows) else odd_columns)(rows)


def _read(source: Source) -> Draft:
    rows = _rows(source)
    if not rows or not _is_whole(rows) or not (cells := _cells(rows)):
        raise MalformedPuzzleError(
            f"line {source.first}: found {len(rows)} lines of up to {_width(rows)} characters, "
            "where a space may be a blank, expected as many characters in each as lines; rows, "
            "columns or spaces may be missing: write a point for each blank"
        )
    warnings.warn("a space is read as a blank", stacklevel=2)
    return draft_of(cells)


def _write(puzzle: Puzzle) -> str:
    raise FormatError(
        "found a puzzle to be written with spaces for blanks, which is read only; expected rows, "
        "ruled or json"
    )


FORMATS = {
    "spaces": Format(
        "A line of n characters for each row, a space for a blank. Read only.",
        _read,
        _write,
        _looks_like,
        rank=75,
    )
}
