"""Sukaku ("pencil mark sudoku"): n characters for each cell, 729 for 9x9.

Character k of a cell is the value k where it is allowed, and a blank where not.  There are no
givens: a cell with one candidate is a cell with one candidate.  729 characters could also be a
27x27 line: they are a Sukaku unless the format `line` is named, or they stand in 27 lines of 27.
Other sizes are recognised where their characters are of no square number, as those of a line are,
or too many for a line (11x11 and up).  1x1 to 4x4 are read where the format is named, but not
written: their characters would be taken for a line, or for a row of 8x8 or 27x27.
"""

import re
from math import isqrt

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, characters_only, refuse_extra
from accord.puzzles.formats.source import Entry, Source
from accord.puzzles.formats.symbols import value_of
from accord.puzzles.grid import LARGEST_SYMBOL, SYMBOLS
from accord.puzzles.phrasing import counted
from accord.puzzles.puzzle import Puzzle, ValueSet
from accord.puzzles.sudoku.shape import MalformedPuzzleError

CHARACTERS = 729  # of a 9x9 Sukaku
SMALLEST = 5  # size whose text is no line of another puzzle, and no row
_CHARACTER = re.compile(r"[^\s,]")


def _cube_root(count: int) -> int | None:
    root = round(count ** (1 / 3))
    return root if root**3 == count else None


def looks_like(source: Source) -> bool:
    """Whether there are 729 characters, or another cube of them that is no line and no row."""
    rows = [len("".join(line.text.split())) for line in source.lines]
    count = sum(rows)
    if count == CHARACTERS:
        return rows != [27] * 27
    size = _cube_root(count) or 0
    if count > LARGEST_SYMBOL**2:
        return 0 < size <= LARGEST_SYMBOL
    return size >= SMALLEST and _holds_candidates(source)


def _holds_candidates(source: Source) -> bool:
    """Whether each value stands in its place, so that it is no grid in which cells are missing."""
    try:
        return any(_read(source).candidates or ())
    except MalformedPuzzleError:
        return False


def _read(source: Source) -> Draft:
    entries = [entry for line in source.lines for entry in line.matches(_CHARACTER)]
    size = _cube_root(len(entries))
    if not size or size > LARGEST_SYMBOL:
        raise MalformedPuzzleError(
            f"found {len(entries)} characters, expected n*n*n: 729 for a 9x9 Sukaku"
        )
    cells = range(0, len(entries), size)
    domains = [_domain(entries[start : start + size], size) for start in cells]
    return Draft([0] * len(domains), domains)


def _domain(entries: list[Entry], size: int) -> ValueSet:
    values = [value_of(entry, size) for entry in entries]
    for position, (value, entry) in enumerate(zip(values, entries, strict=True), 1):
        if value not in (0, position):
            raise entry.complain(f"{SYMBOLS[position]} or a blank (0 . * _)")
    return frozenset(values) - {0}


def _write(puzzle: Puzzle) -> str:
    refuse_extra(puzzle)
    characters_only("sukaku", puzzle.size, "json")
    _refuse_lines(puzzle.size)
    values = range(1, puzzle.size + 1)
    return "".join(SYMBOLS[v] if v in domain else "." for domain in puzzle.domains for v in values)


def _refuse_lines(size: int) -> None:
    """Complain of a size whose text would be read as the line of another puzzle."""
    if size < SMALLEST:
        count = size**3
        side = isqrt(count)
        part = f"the line of {side}x{side}" if side**2 == count else f"a row of {count}x{count}"
        raise FormatError(
            f"found size {size}, whose {counted(count, 'character')} as sukaku would be read as "
            f"{part}; expected candidates or json"
        )


FORMATS = {
    "sukaku": Format(
        "For each cell n characters, its candidates or '.': 729 at 9x9.",
        _read,
        _write,
        looks_like,
        one_line=True,
        rank=80,
    )
}
