"""A grid copied from a spreadsheet: cells with tabs between them, an empty one is a blank.

Spreadsheets copy tabs and save commas or semicolons, and some put quotes around each cell.  Each of
n rows has n cells; where none is empty or quoted, the text is one of `lines` as well, and is read
as that.
"""

import re
from collections.abc import Sequence

from accord.puzzles.formats.draft import Box, Draft, draft_of
from accord.puzzles.formats.format import plain
from accord.puzzles.formats.source import Entry, Source, TextLine
from accord.puzzles.formats.symbols import rows_of, symbols
from accord.puzzles.grid import Grid

FEWEST = 4  # cells of a row
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
    widths = {text.count(_delimiter(rows[0])) + 1 for text in rows}
    return widths == {len(rows)} and any(map(is_row, rows))


def _read(source: Source) -> Draft:
    return draft_of([_cells(line, _delimiter(source.lines[0].text)) for line in source.lines])


def _cells(line: TextLine, delimiter: str) -> Sequence[Entry]:
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
