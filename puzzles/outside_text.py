r"""Text from outside, such as names in files, shown where it could do harm.

On a terminal an escape code may hide or forge lines, and characters of bidirectional text may
change the order of what is read; so may a line end within a name.  `visible` writes such characters
as Python does (`\x1b`, `\u202e`, `\n`).  A spreadsheet takes a cell that begins with `=` for a
formula, which `inert` prevents with an apostrophe.  JSON and Parquet hold every text as it is.
"""

import re
from unicodedata import category

LONGEST = 300  # characters of a line
_FORMULA = ("=", "+", "@", "-")
_ESCAPED = re.compile(r"(?<!\\)((?:\\\\)*)\\u00([01][0-9a-f])")  # a control, in JSON


def visible(text: str, keep: str = "") -> str:
    r"""The text with an escape for each character that is not printed, but for those to be kept.

    >>> print(visible("a\x1b[2J\nverdict: unique"))
    a\x1b[2J\nverdict: unique
    """
    if text.isprintable():
        return text
    return "".join(c if _is_harmless(c) or c in keep else _escape(c) for c in text)


def in_a_line(text: str, most: int = LONGEST) -> str:
    r"""The text in one line of so many characters at most, visible.

    >>> print(in_a_line("a\n  b\x1b"))
    a b\x1b
    """
    line = visible(" ".join(text[: 4 * most].split()))
    return line if len(line) <= most else f"{line[: most - 4]} ..."


def _is_harmless(character: str) -> bool:
    """Whether it is printed, or blank, or left to private use."""
    return character.isprintable() or category(character) in ("Zs", "Co")


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def visible_in_json(text: str) -> str:
    """A JSON text whose strings, line ends excepted, are visible when they are shown.

    Args:
        text: with every character as it is (`ensure_ascii=False`), and no white space around it.
    """
    text = _ESCAPED.sub(r"\1\\\\x\2", text)
    if text.isprintable():
        return text
    return "".join(c if _is_harmless(c) else f"\\{_escape(c)}" for c in text)


def inert(cell: object) -> object:
    """The cell of a table, a text with an apostrophe before what would be a formula.

    Some spreadsheets skip white space before one, a tab or carriage return above all.
    """
    if not isinstance(cell, str):
        return cell
    seen = cell.lstrip()
    return f"'{cell}" if seen.startswith(_FORMULA) and seen != "-" and not _number(seen) else cell


def without_apostrophe(cell: str) -> str:
    """The cell that `inert` wrote so."""
    return cell[1:] if cell.startswith("'") and inert(cell[1:]) == cell else cell


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
