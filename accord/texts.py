"""Texts: whatever says a puzzle in Python, as text that a reader takes.

In go text, nested or flat lists, and arrays of numpy or pandas; out comes text.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

_CHARACTERS = b".123456789".ljust(256)  # of each value; a 0 might be read as the first of nine


def as_text(values: Any, short: bool = True) -> str:
    """Text as it is, and lists as their text.

    Args:
        values: text, a list or an array.
        short: whether a 9x9 board may become a line of characters, in which 0 is a blank.

    Raises:
        MalformedPuzzleError: it is neither.
    """
    if isinstance(values, str):
        return values
    if hasattr(values, "tolist"):
        values = values.tolist()
    if short and isinstance(values, list | tuple) and (line := _line(values)):
        return line
    if not isinstance(found := plain(values), list):
        from accord.puzzles.sudoku.shape import MalformedPuzzleError

        raise MalformedPuzzleError(f"found {type(values).__name__}, expected text or a list")
    return repr(found)


def _line(cells: Sequence[Any]) -> str | None:
    """A 9x9 board of integers as a line, which is read ten times as fast; None for others."""
    if len(cells) == 9 and all(isinstance(row, list | tuple) and len(row) == 9 for row in cells):
        cells = [*chain(*cells)]
    if len(cells) != 81 or {*map(type, cells)} != {int} or not 0 <= min(cells) <= max(cells) <= 9:
        return None
    return bytes(cells).translate(_CHARACTERS).decode()


def plain(values: Any) -> Any:
    """Nested lists of the builtin kinds, also where numpy or pandas made them."""
    if hasattr(values, "tolist"):
        return values.tolist()
    return [plain(value) for value in values] if isinstance(values, list | tuple) else values
