"""Pencil marks: n*n groups of digits with whitespace between them, up to size 9.

What HoDoKu, Simple Sudoku and SudokuWiki copy to the clipboard, mostly with rulers, which mean
nothing.  A group of one digit is a cell with one candidate, and no given: these programs print
both alike, so the givens of a puzzle look like its naked singles, and which grids solve
it does not depend on that.  A blank allows everything.  A text of single digits only is a plain
grid, unless the format is named.
"""

import re
from collections.abc import Iterator
from math import isqrt

from accord.puzzles.formats.candidates import candidates_of, group
from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, refuse_extra
from accord.puzzles.formats.plain.rulers import cells_and_box, has_rulers, without_rulers
from accord.puzzles.formats.source import Entry, Source
from accord.puzzles.formats.symbols import BLANKS, rows_of, size_of
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

LARGEST = 9  # the size up to which a group of digits cannot be a number
_WORD = re.compile(r"[^\s,]+")


def _words(source: Source) -> list[Entry]:
    return [word for line in without_rulers(source) for word in line.matches(_WORD)]


def looks_like(source: Source) -> bool:
    """Whether the words are as many as cells, and groups of different digits, some longer."""
    texts = [word.text for word in _words(source)]
    size = isqrt(len(texts))
    if size * size != len(texts) or size > LARGEST or set(map(len, texts)) <= {1}:
        return False
    rows = sum(bool(line.matches(_WORD)) for line in without_rulers(source))
    if has_rulers(source) and rows != size:  # values side by side, with spaces for blanks
        return False
    digits = set("123456789"[:size])
    groups = (digits.issuperset(text) and len(set(text)) == len(text) for text in texts)
    return all(good or text in BLANKS for good, text in zip(groups, texts, strict=True))


def _read(source: Source) -> Draft:
    rows, box = cells_and_box(source) if has_rulers(source) else ([_words(source)], None)
    words = [word for row in rows for word in row]
    size = size_of(len(words))
    if size > LARGEST:
        raise MalformedPuzzleError(f"found size {size}, expected at most {LARGEST} as pencilmarks")
    every = frozenset(range(1, size + 1))
    domains = [every if word.text in BLANKS else candidates_of(word, size) for word in words]
    return Draft([0] * len(words), domains, drawn_box=box)


def _write(puzzle: Puzzle) -> str:
    refuse_extra(puzzle)
    if puzzle.size > LARGEST:
        raise FormatError(f"found size {puzzle.size}, but pencilmarks end at 9; use candidates")
    if not all(puzzle.domains):
        raise FormatError("found a cell without candidates, which only sukaku and json can say")
    return "\n".join(_table(puzzle))


def _table(puzzle: Puzzle) -> Iterator[str]:
    """A framed grid in columns of equal width."""
    size = puzzle.size
    height, width = puzzle.box or (size, size)
    rows = rows_of(list(map(group, puzzle.domains)), size)
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    boxes = [range(start, start + width) for start in range(0, size, width)]
    ruler = "+".join("-" * (sum(longest[c] + 2 for c in columns) + 1) for columns in boxes)
    for number, row in enumerate(rows):
        if number % height == 0:
            yield f"+{ruler}+"
        cells = [cell.ljust(length) for cell, length in zip(row, longest, strict=True)]
        yield f"| {' | '.join('  '.join(cells[c] for c in columns) + ' ' for columns in boxes)}|"
    yield f"+{ruler}+"


FORMATS = {
    "pencilmarks": Format(
        "Groups of candidates with spaces and rulers, up to size 9.",
        _read,
        _write,
        looks_like,
        rank=60,
    )
}
