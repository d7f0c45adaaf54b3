"""Symbols: how a value or a blank is written in one cell, and read from it.

A value is a character, 1-9 and then A-Z in either case, or a number.  A blank is `0 . * _`, or the
word None or null of a list; up to size 32 also X, which is the value 33 in larger sizes.  Inside a
grid with rulers a space is a blank, too.

Newspapers, web pages and messages write other signs: a blank may be -1, a question mark, a dash, a
dot in the middle of the line, an empty square or any emoji; a value may be a digit of another width
(U+FF15) or in a key (`5` with U+20E3).  In a text a sign is the blank if it is the only one: beside
`0 . * _` or another sign it may be a misprint, and is refused as one.  Whoever reads is warned of
what a sign was taken for.
"""

from collections.abc import Iterable, Sequence
from math import isqrt
from unicodedata import category, normalize

from accord.puzzles.formats.source import Entry
from accord.puzzles.grid import LARGEST_SYMBOL, SYMBOLS, Value
from accord.puzzles.sudoku.shape import MalformedPuzzleError

BLANKS = frozenset("0.*_")
LARGEST_DIGIT = 9  # the size up to which each value is a digit
NOTHING = (" ", "None", "null")
_X = SYMBOLS.index("X")
_LONGEST_NUMBER = 9  # digits: no size needs more, and Python refuses to read thousands

_ILLEGAL = 255
_VALUES = bytes(
    0 if chr(code) in BLANKS
    else SYMBOLS.index(chr(code).upper()) if chr(code).isascii() and chr(code).isalnum()
    else _ILLEGAL
    for code in range(256)
)  # fmt: skip
_IN_RANGE = [bytes(range(size + 1)) for size in range(LARGEST_SYMBOL + 1)]  # by size


def value_of(entry: Entry, size: int) -> Value:
    """The value that stands in a cell, 0 for a blank; a number may be out of range.

    Raises:
        MalformedPuzzleError: it is neither a symbol nor a number.
    """
    text = entry.text
    if text in BLANKS or text in NOTHING:
        return 0
    if len(text) == 1 and (code := ord(text)) < 256 and (value := _VALUES[code]) != _ILLEGAL:
        return 0 if value == _X > size else value
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER:
        return int(text)
    raise entry.complain(expected(size))


def expected(size: int) -> str:
    """The characters that may stand in a cell, in words."""
    digits = f"1-{min(size, 9)}" if size > 1 else "1"
    letters = f", A-{SYMBOLS[min(size, LARGEST_SYMBOL)]}" if size > 10 else ""
    letters = ", A" if size == 10 else letters
    numbers = f", a number up to {size}" if size > LARGEST_SYMBOL else ""
    return f"{digits}{letters}{numbers} or a blank (0 . * _)"


def quick_values(text: str) -> bytes | None:
    """The values of a line that is plainly n*n characters, all in range; None for any other.

    This is how a million lines are read: about two microseconds for 81 characters.
    """
    values = text.encode("latin-1", "replace").translate(_VALUES)
    size = isqrt(len(values))
    if size * size != len(values) or not 0 < size <= LARGEST_SYMBOL:
        return None
    if values.translate(None, _IN_RANGE[size]) or may_be_other_digits(text, size):
        return None
    return values


def may_be_other_digits(text: str, size: int) -> bool:
    """Whether a 0 of a text may be a value (puzzles/formats/digits.py)."""
    if "0" not in text or SYMBOLS[size] in text.upper():
        return False
    return size > LARGEST_DIGIT or text.count("0") <= size


def quick_table() -> bytes:
    """For `bytes.translate`: the value of each character; of what is none, more than any size."""
    return _VALUES


def symbols(values: Iterable[Value], size: int, blank: str = ".") -> list[str]:
    """The text for each cell: a character, or numbers of equal width beyond 35."""
    values = list(values)
    if in_characters(values, size):
        return [SYMBOLS[value] if value else blank for value in values]
    width = max(len(str(value)) for value in [*values, size])
    return [(str(value) if value else blank).rjust(width) for value in values]


def in_characters(values: Sequence[Value], size: int) -> bool:
    """Whether a character says each of these values."""
    return max([size, *values]) <= LARGEST_SYMBOL and min(values, default=0) >= 0


def size_of(cells: int) -> int:
    """The size of a puzzle with so many cells.

    Raises:
        MalformedPuzzleError: no size has.
    """
    size = isqrt(cells)
    if size * size == cells > 0:
        return size
    nearest = max(1, size if cells - size * size <= size else size + 1)
    raise MalformedPuzzleError(
        f"found {cells} cells, expected a square number of them: "
        f"{nearest * nearest} for {nearest}x{nearest}"
    )


def rows_of(values: Sequence[str], size: int) -> list[Sequence[str]]:
    """The cells row by row."""
    return [values[start : start + size] for start in range(0, size * size, size)]


DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
SIGNS = frozenset({"-1"}) | frozenset(f"?~{DASHES}\u00b7\u2022\u2219\u22c5\u30fb\uff1f")
BEHIND = "\ufe0e\ufe0f\u20e3"  # what changes how the character before it looks
CHARACTER = rf"[^\s{BEHIND}][{BEHIND}]*"
"""For regular expressions: one character, as a person sees it."""


def is_sign(text: str) -> bool:
    """Whether a cell holds a sign for a blank."""
    text = text.rstrip(BEHIND)
    return text in SIGNS or (len(text) == 1 and category(text) == "So" and not _is_drawn(text))


def _is_drawn(character: str) -> bool:
    """Whether it draws boxes."""
    return "\u2500" <= character <= "\u257f"


def dashed(rows: Sequence[str]) -> bool:
    """Whether dashes in these lines are blanks and no rulers: n lines of n cells."""
    cells = ["".join(row.split()) for row in rows]
    return {len(row) for row in cells} == {len(rows)} and all(
        character.isalnum() or character in DASHES for row in cells for character in row
    )


def in_usual_signs(entries: Sequence[Entry]) -> tuple[Sequence[Entry], str]:
    """The cells with a point for each blank and a plain digit for each value; and the blank's sign.

    The sign is "" where it is a usual one.

    Raises:
        MalformedPuzzleError: two signs may be blanks.
    """
    if all(entry.text.isascii() and entry.text not in SIGNS for entry in entries):
        return entries, ""
    plain = [entry._replace(text=_plain(entry.text)) for entry in entries]
    signs = [entry for entry in plain if is_sign(entry.text)]
    if not signs or any(entry.text in BLANKS or entry.text in NOTHING for entry in plain):
        return plain, ""
    first = signs[0]
    for other in signs:
        if _kind(other.text) != _kind(first.text):
            raise other.complain(f"{first.text!r}, the same sign for each blank")
    found = [entry._replace(text=".") if is_sign(entry.text) else entry for entry in plain]
    return found, first.text


def _plain(text: str) -> str:
    """The text of a cell without what changes its look."""
    text = text.rstrip(BEHIND)
    other = normalize("NFKC", text)
    return other if len(other) == 1 and other.isascii() and other.isdigit() else text


def _kind(sign: str) -> str:
    """The sign; all emoji are one, as some are dark and some are light."""
    return sign if sign in SIGNS else "emoji"
