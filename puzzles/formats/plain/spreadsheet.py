"""A grid copied from a spreadsheet: cells with tabs between them, an empty one is a blank.

Spreadsheets copy tabs and save commas or semicolons, and some put quotes around each cell.  Each of
n rows has n cells; where none is empty or quoted, the text is one of `lines` as well, and is read
as that.  Tabs at the end of a line may be cut off, if another line
has all and none ends with a tab.
"""

import re
import warnings
from collections.abc import Sequence

from accord.puzzles.formats.draft import Box, Draft, draft_of
from accord.puzzles.formats.format import plain
from accord.puzzles.formats.source import Entry, Source, TextLine
from accord.puzzles.formats.symbols import rows_of, symbols
from accord.puzzles.grid import Grid
from accord.puzzles.sudoku.shape import MalformedPuzzleError

FEWEST = 4  # cells of a row
LONGEST = 2  # characters of a value
_CELL = re.compile(r'"[^"]*"|[^"\[\]{}]*')


def is_row(text: str) -> bool:
    """Whether a line is a row of such a grid, and no line of anything else.

    It has an empty cell or a quoted one, and is no part of a list in JSON.
    """
    cells = [cell.strip() for cell in text.rstrip("\r\n").split(_delimiter(text))]
    quoted = '"' in text and all(map(_CELL.fullmatch, cells))
    return len(cells) >= FEWEST and ("" in cells or quoted)


def _delimiter(text: str) -> str:
    return max("\t,;", key=text.count)


def _looks_like(source: Source) -> bool:
    rows = [line.text for line in source.lines]
    widths = {text.count(_delimiter(source.start)) + 1 for text in rows}
    return (widths == {len(rows)} and any(map(is_row, rows))) or _has_gaps(rows)


def _has_gaps(rows: Sequence[str]) -> bool:
    """Whether some cells between tabs are empty, and the others hold values."""
    cells = [[cell.strip() for cell in row.rstrip().split("\t")] for row in rows]
    gaps = any("" in row[1:] for row in cells) or len({row[0] == "" for row in cells}) > 1
    values = all(len(cell) <= LONGEST for row in cells for cell in row)
    return gaps and values and max(len(cells), *map(len, cells)) >= FEWEST


def _read(source: Source) -> Draft:
    delimiter = _delimiter(source.start)
    rows = [_cells(line, delimiter) for line in source.lines]
    if delimiter == "\t":
        if (most := max(map(len, rows), default=0)) != len(rows):
            raise MalformedPuzzleError(
                f"line {source.first}: found {len(rows)} rows of up to {most} cells with tabs "
                "between them, expected as many cells as rows; were empty ones cut off?"
            )
        if short := next((row for row in rows if len(row) < most), None):
            if any(line.text.endswith("\t") for line in source.lines):  # these were not cut off
                raise MalformedPuzzleError(
                    f"line {short[0].line}: found {len(short)} cells with tabs between them, "
                    f"expected {most}"
                )
            warnings.warn("empty cells are added where tabs were cut off", stacklevel=2)
        for row in rows:
            row += [row[-1]._replace(text=" ")] * (len(rows) - len(row))
    return draft_of(rows)


def _cells(line: TextLine, delimiter: str) -> list[Entry]:
    cells, start = [], 0
    for text in line.text.split(delimiter):
        inner = text.strip().strip('"')
        column = line.column + start + text.find(inner)
        cells.append(Entry(inner or " ", line.number, column))
        start += len(text) + 1
    return cells


def _draw(grid: Grid, box: Box | None) -> str:
    blank = "" if grid.size >= FEWEST else "."
    cells = [text.strip() for text in symbols(grid, grid.size, blank)]
    return "\n".join("\t".join(row) for row in rows_of(cells, grid.size))


FORMATS = {
    "tsv": plain(
        "Cells with tabs between them, an empty one for a blank (spreadsheets).",
        _read,
        _draw,
        _looks_like,
        rank=35,
    )
}
