"""Sukaku ("pencil mark sudoku"): n characters for each cell, 729 for 9x9.

Character k of a cell is the value k where it is allowed, and a blank where not.  There are no
givens: a cell with one candidate is a cell with one candidate.  729 characters could also be a
27x27 line: they are a Sukaku unless the format `line` is named, or they stand in 27 lines of 27.
Other sizes are recognised only where the characters are too many for a line (11x11 and up);
for the rest the format is named.  1x1 and 4x4 are read, but not written: their characters would be
taken for the line of a 1x1 or 8x8.
"""

import re
from math import isqrt

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, characters_only, refuse_extra
from accord.puzzles.formats.source import Entry, Source
from accord.puzzles.formats.symbols import value_of
from accord.puzzles.grid import LARGEST_SYMBOL, SYMBOLS
from accord.puzzles.phrasing import counted
from accord.puzzles.puzzle import Domain, Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

CHARACTERS = 729  # of a 9x9 Sukaku
_CHARACTER = re.compile(r"[^\s,]")


def _cube_root(count: int) -> int | None:
    root = round(count ** (1 / 3))
    return root if root**3 == count else None


def looks_like(source: Source) -> bool:
    """Whether there are 729 characters, or a cube of more than a line can hold."""
    rows = [len("".join(line.text.split())) for line in source.lines]
    count = sum(rows)
    if count <= LARGEST_SYMBOL**2:
        return count == CHARACTERS and rows != [27] * 27
    return (_cube_root(count) or LARGEST_SYMBOL + 1) <= LARGEST_SYMBOL


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


def _domain(entries: list[Entry], size: int) -> Domain:
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
    count = size**3
    side = isqrt(count)
    if side * side == count != CHARACTERS and side <= LARGEST_SYMBOL:
        raise FormatError(
            f"found size {size}, whose {counted(count, 'character')} as sukaku would be read as "
            f"the line of {side}x{side}; expected candidates or json"
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
