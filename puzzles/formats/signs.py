"""Signs: what newspapers, web pages and messages write in a cell besides `0 . * _`.

A blank may be -1, a question mark, a dash, a dot in the middle of the line, an empty square or any
emoji; a value may be a digit of another width (U+FF15) or in a key (`5` with U+20E3).  In a text a
sign is the blank if it is the only one: beside `0 . * _` or another sign it may be a misprint, and
is refused as one.  Whoever reads is warned of what a sign was taken for.
"""

from collections.abc import Sequence
from unicodedata import category, normalize

from accord.puzzles.formats.source import Entry
from accord.puzzles.formats.symbols import BLANKS, NOTHING

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
