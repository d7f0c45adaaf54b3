"""Links that have a puzzle in their address: SudokuWiki's, and those of any page with a line in it.

    https://www.sudokuwiki.org/sudoku.htm?bd=53007...     81 characters
    https://a.example/play/53007...                       these in the path, or behind #
    https://www.sudokuwiki.org/sudoku.htm?bd=S9B0503...   two characters for each cell, to base 36
    https://www.sudokuwiki.org/sudoku.htm?bd=0g8104...    the same to base 32, from 2023

To base 36, 1 to 9 is a given, 10 to 18 a value that was found (9 more than it), and beyond that
stand candidates: 18 and the sum of 1 for value 1, 2 for value 2, 4 for value 3 and so on.  To base
32 it is twice that sum, and one more for a given.  A value that was found is a cell with one
candidate.  (A. Stuart, "Sudoku String Definitions", SudokuWiki.)
"""

import re
from collections.abc import Callable, Iterator
from math import isqrt
from urllib.parse import unquote

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, refuse_extra
from accord.puzzles.formats.plain.lines import read_lines
from accord.puzzles.formats.source import Source
from accord.puzzles.grid import Value, cell_name, one_line
from accord.puzzles.puzzle import Puzzle, ValueSet
from accord.puzzles.sudoku.shape import MalformedPuzzleError, default_box

SIZE = 9
_PAGE = "https://www.sudokuwiki.org/sudoku.htm?bd="
_PARAMETER = re.compile(r"[?&]([A-Za-z_]+)=([^&#\s]+)")
_IN_PATH = re.compile(r"[/#]([^/?&#=\s]+)")
_LINE = re.compile(r"[0-9._*-]{16,1296}")
_FOUND, _MARKS = 9, 18  # what is added to a value that was found, and to candidates
_MARKED = re.compile(rf"S9B([0-9a-z]{{{2 * SIZE**2}}})|([0-9a-v]{{{2 * SIZE**2}}})")

Cell = tuple[Value, ValueSet]  # the given, 0 for none, and the candidates


def _looks_like(source: Source) -> bool:
    text = source.raw.strip()
    is_link = text.startswith(("https://", "http://")) and len(text.split()) == 1
    return bool(_MARKED.fullmatch(text)) or (is_link and any(_held(text)))


def _held(link: str) -> Iterator[tuple[str, str]]:
    """The parameters of a link that are puzzles."""
    for name, value in _PARAMETER.findall(link):
        text = unquote(value)
        is_line = _LINE.fullmatch(text) and isqrt(len(text)) ** 2 == len(text)
        if is_line or _MARKED.fullmatch(text):
            yield name, text
    for value in _IN_PATH.findall(link):
        if len(text := unquote(value)) == SIZE**2 and _LINE.fullmatch(text):
            yield "path", text


def _read(source: Source) -> Draft:
    raw = source.raw.strip()
    held = dict(_held(raw)) or {"": raw}
    if len({*held.values()}) > 1:
        raise MalformedPuzzleError(
            f"found a puzzle in each of {', '.join(held)} of the link, expected one: "
            "give the text of the one that is meant"
        )
    (text,) = {*held.values()}
    if match := _MARKED.fullmatch(text):
        base, of = (36, _of_36) if match[1] else (32, _of_32)
        return _draft(match[1] or match[2], base, of)
    return read_lines(Source(text))


def _draft(text: str, base: int, of: Callable[[int], Cell | None]) -> Draft:
    cells = []
    for number in range(SIZE**2):
        pair = text[2 * number : 2 * number + 2]
        if (cell := of(int(pair, base))) is None:
            raise MalformedPuzzleError(
                f"found {pair!r} for {cell_name(number, SIZE)}, expected a given or candidates"
            )
        cells.append(cell)
    return Draft([given for given, _ in cells], [domain for _, domain in cells])


def _of_36(code: int) -> Cell | None:
    if 0 < code <= _FOUND:
        return code, frozenset({code})
    if _FOUND < code <= _MARKS:
        return 0, frozenset({code - _FOUND})
    return _of_marks(code - _MARKS)


def _of_32(code: int) -> Cell | None:
    cell = _of_marks(code // 2)
    if cell is None or not code % 2:
        return cell
    value, *others = cell[1]
    return None if others else (value, cell[1])


def _of_marks(marks: int) -> Cell | None:
    if not 0 < marks < 2**SIZE:
        return None
    return 0, frozenset(value for value in range(1, SIZE + 1) if marks >> (value - 1) & 1)


def _write(puzzle: Puzzle) -> str:
    refuse_extra(puzzle)
    if puzzle.size != SIZE or puzzle.box != default_box(SIZE):
        raise FormatError("found no 9x9 with 3x3 boxes, which links of SudokuWiki are of")
    if puzzle.candidates is None:
        return _PAGE + one_line(puzzle.givens, SIZE).replace(".", "0")
    return f"{_PAGE}S9B{''.join(map(_pair, puzzle.givens, puzzle.domains))}"


def _pair(given: Value, domain: ValueSet) -> str:
    if not domain or (given and domain != {given}):
        raise FormatError("found a cell without candidates, which only sukaku and json can say")
    marks = _MARKS + sum(1 << (value - 1) for value in domain)
    code = given or (_FOUND + min(domain) if len(domain) == 1 else marks)
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[code // 36] + digits[code % 36]


FORMATS = {
    "sudokuwiki": Format(
        "A link of SudokuWiki, or of another page with a line in its address.",
        _read,
        _write,
        _looks_like,
        one_line=True,
        rank=2,
    )
}
