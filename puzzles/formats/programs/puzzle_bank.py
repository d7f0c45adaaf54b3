"""Lines of puzzle collections: a name before the cells, a rating behind them.

    0000183b305c 05070306000700080000081600000003000000500010073004008690600020484...000  1.2

So are those of the Sudoku Exchange "Puzzle Bank" (G. McLean, 2020): the first 12 hexadecimal digits
of the SHA-1 of the 81 cells, the cells, and Sudoku Explainer's rating.  The name may be any word,
and either of the two may be missing.
"""

import re
from collections.abc import Iterator

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, Record, the_only
from accord.puzzles.formats.plain.lines import read_cells
from accord.puzzles.formats.source import Source
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

_CELLS = r"(?P<cells>[0-9._*-]{81})"
_RATING = r"[0-9]{1,4}(?:\.[0-9]{1,4})?"
_LINE = re.compile(
    rf"(?:(?P<name>[\w#.:-]{{1,40}})[\s,;]+)?{_CELLS}(?:[\s,;]+(?P<rating>{_RATING}))?"
)


def _looks_like(source: Source) -> bool:
    match = _match(source)
    return bool(match and (match["name"] or match["rating"]))


def _match(source: Source) -> re.Match[str] | None:
    return _LINE.fullmatch(source.start) if len(source.lines) == 1 else None


def _records(source: Source) -> Iterator[Record]:
    if (match := _match(source)) is None:
        raise MalformedPuzzleError(
            f"line {source.first}: found no line of a puzzle bank, expected NAME, 81 cells, RATING"
        )
    line = source.lines[0]
    start = line.text.index(source.start) + match.start("cells")
    draft: Draft = read_cells([line.part(start, start + 81)])
    notes = {"rating": float(match["rating"])} if match["rating"] else {}
    yield Record(draft, match["name"] or "", None, "", line.number, notes)


def _write(puzzle: Puzzle) -> str:
    raise FormatError(
        "found a puzzle to be written as a line of the puzzle bank, which is read only; "
        "expected line or json"
    )


FORMATS = {
    "bank": Format(
        "A name, 81 cells and a rating on a line (the Puzzle Bank). Read only.",
        lambda source: the_only(_records(source)),
        _write,
        _looks_like,
        one_line=True,
        rank=26,
        records=_records,
    )
}
