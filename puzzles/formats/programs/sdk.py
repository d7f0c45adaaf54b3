"""SadMan Software's .sdk, which SudoCue writes too: `[Puzzle]`, then a line for each row.

Lines that begin with `#` name author, level and so on; other sections (`[State]`: where a person
had got to) are skipped.
"""

from accord.puzzles.formats.draft import Box, Draft
from accord.puzzles.formats.format import characters_only, plain
from accord.puzzles.formats.plain.lines import read_cells
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import rows_of, symbols
from accord.puzzles.grid import Grid


def _looks_like(source: Source) -> bool:
    return source.start.lower() == "[puzzle]"


def _read(source: Source) -> Draft:
    lines, inside = [], True
    for line in source.lines:
        if line.text.lstrip().startswith("["):
            inside = line.text.strip().lower() == "[puzzle]"
        elif inside:
            lines.append(line)
    return read_cells(lines)


def _draw(grid: Grid, box: Box | None) -> str:
    characters_only("sdk", grid.size)
    rows = rows_of(symbols(grid, grid.size), grid.size)
    return "\n".join(["[Puzzle]", *map("".join, rows)])


FORMATS = {
    "sdk": plain(
        "[Puzzle], then a line for each row (SadMan, SudoCue).", _read, _draw, _looks_like, rank=30
    )
}
