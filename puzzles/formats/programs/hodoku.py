"""The lines of HoDoKu's library: a puzzle, how far it is solved, and a step that is possible.

    :0300:4:13579+2..4...:653 472:481::

Between the colons stand the number of the technique (0000: none), its digits, the cells row by row
with `+` before a value that was found, the candidates that were removed before (digit, row,
column), and what the step removes or places, which is passed over.  HoDoKu also writes cells and
removed candidates alone.  A value that was found is a cell with one candidate.  Only 9x9.
(B. Hobiger, HoDoKu 2.2, "reglib-1.4.txt".)
"""

import re

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, refuse_extra
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import value_of
from accord.puzzles.grid import one_line
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, default_box

SIZE = 9
_CELLS = r"(?P<cells>(?:\+?[0-9.]){40,})"
_LINE = re.compile(
    rf":[0-9a-z-]*:[^:]*:{_CELLS}:(?P<removed>[^:]*):.*|{_CELLS.replace('cells', 'alone')}"
    r":(?P<others>[0-9 ]*):*"
)
_CELL = re.compile(r"\+?[0-9.]")
_EVERY = frozenset(range(1, SIZE + 1))


def _looks_like(source: Source) -> bool:
    return len(source.lines) == 1 and bool(_LINE.fullmatch(source.start))


def _read(source: Source) -> Draft:
    if not (match := _LINE.fullmatch(source.start)):
        raise MalformedPuzzleError(
            f"line {source.first}: found no line of HoDoKu, expected :0000:x:CELLS:REMOVED::"
        )
    line = source.lines[0]
    start = line.text.index(source.start) + match.start("cells" if match["cells"] else "alone")
    said = line.part(start, start + len(match["cells"] or match["alone"]))
    cells = said.matches(_CELL)
    if len(cells) != SIZE**2:
        raise MalformedPuzzleError(
            f"line {line.number}: found {len(cells)} cells, expected {SIZE**2}"
        )
    values = [value_of(cell._replace(text=cell.text[-1]), SIZE) for cell in cells]
    domains = [{value} if value else {*_EVERY} for value in values]
    removed = (match["removed"] or match["others"] or "").split()
    for text in removed:
        if not re.fullmatch("[1-9]{3}", text):
            raise MalformedPuzzleError(
                f"line {line.number}: found {text!r} for a removed candidate, expected digit, row "
                "and column, as 653"
            )
        value, row, column = map(int, text)
        domains[(row - 1) * SIZE + column - 1].discard(value)
    givens = [0 if cell.text[0] == "+" else v for cell, v in zip(cells, values, strict=True)]
    says_more = removed or values != givens
    return Draft(givens, [frozenset(each) for each in domains] if says_more else None, cells)


def _write(puzzle: Puzzle) -> str:
    refuse_extra(puzzle)
    if puzzle.size != SIZE or puzzle.box != default_box(SIZE):
        raise FormatError("found no 9x9 with 3x3 boxes, which the lines of HoDoKu are of")
    removed = [
        f"{value}{cell // SIZE + 1}{cell % SIZE + 1}"
        for cell, (given, domain) in enumerate(zip(puzzle.givens, puzzle.domains, strict=True))
        for value in sorted(({given} if given else _EVERY) - domain)
    ]
    return f":0000:x:{one_line(puzzle.givens, SIZE)}:{' '.join(removed)}::"


FORMATS = {
    "hodoku": Format(
        "A line of HoDoKu's library, :0000:x:53..7....:REMOVED::.",
        _read,
        _write,
        _looks_like,
        one_line=True,
        rank=25,
    )
}
