r"""The short notation of SudokuPad's objects, in which links of its own format hold them.

    {ce:[[{v:1},,],[,,{v:2}]],ca:[{ce:[[0,0],[0,1]],sum:3,unique:t}],t:'It\'s easy'}

JSON without quotes of keys, which are shortened (NAMES), with `'` for `"`, `t` and `f` for true and
false, and six digits for a colour.  An empty place in a list is an empty object.  The notation is
that of Sven Neumann's PuzzleZipper, of SudokuPad.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from accord.puzzles.sudoku.shape import MalformedPuzzleError

NAMES = {
    "a": "arrows", "c": "color", "c1": "borderColor", "c2": "backgroundColor", "ca": "cages",
    "ce": "cells", "cs": "cellSize", "ct": "center", "d": "duration", "fs": "fontSize",
    "h": "height", "hl": "headLength", "l": "lines", "o": "overlays", "r": "rounded",
    "re": "regions", "t": "title", "te": "text", "th": "thickness", "u": "underlays",
    "v": "value", "vd": "videos", "w": "width", "wp": "wayPoints",
}  # fmt: skip
_WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None}
_COLOURS = {"#0": "#000000", "#F": "#FFFFFF"}
_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,30})?(e[+-]?[0-9]{1,2})?")
_TOKEN = re.compile(
    r"""\s*('(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | [{}\[\],:] | [^\s{}\[\],:'"]+)""",
    re.VERBOSE | re.DOTALL,
)
_DEEPEST = 40  # lists and objects in each other


def unzipped(text: str) -> Any:
    """The object that a text in this notation says.

    Raises:
        MalformedPuzzleError: it is none; says where.
    """
    reader = _ZippedReader(text)
    value = reader.value(0)
    if rest := reader.take():
        raise reader.wrong(rest, "the end")
    return value


class _ZippedReader:
    def __init__(self, text: str) -> None:
        self._text, self._place = text, 0

    def take(self) -> str:
        """The next token; empty at the end."""
        match = _TOKEN.match(self._text, self._place)
        if match is None:
            rest = self._text[self._place :].strip()
            if rest:
                raise self.wrong(rest[:1], "a value")
            return ""
        self._place = match.end()
        return match[1]

    def _next(self) -> str:
        """The next token, which stays the next one."""
        place = self._place
        token, self._place = self.take(), place
        return token

    def wrong(self, found: str, expected: str) -> MalformedPuzzleError:
        """The error for a token."""
        shown = repr(found[:20]) if found else "the end"
        return MalformedPuzzleError(f"character {self._place}: found {shown}, expected {expected}")

    def value(self, depth: int) -> Any:
        """The value that begins here."""
        token = self.take()
        if token in ("{", "["):
            if depth == _DEEPEST:
                raise self.wrong(token, f"at most {_DEEPEST} in each other")
            return dict(self._pairs(depth)) if token == "{" else [*self._items(depth)]
        if token[:1] in ("'", '"'):
            return self._string(token)
        if token in _WORDS:
            return _WORDS[token]
        if token in _COLOURS or _COLOUR.fullmatch(token):
            return _COLOURS.get(token, f"#{token}")
        if _NUMBER.fullmatch(token):
            return json.loads(token)
        raise self.wrong(token, "a value")

    def _string(self, token: str) -> str:
        body = token[1:-1].replace("\\'", "'")
        try:
            found = json.loads(f'"{body}"', strict=False)
        except ValueError:
            raise self.wrong(token, "a text") from None
        return str(found)

    def _items(self, depth: int) -> Iterator[Any]:
        while True:
            yield {} if self._next() in (",", "]") else self.value(depth + 1)
            if self._ends("]"):
                return

    def _pairs(self, depth: int) -> Iterator[tuple[str, Any]]:
        if self._next() == "}":
            self.take()
            return
        seen = set()
        while True:
            token = self.take()
            key = self._string(token) if token[:1] in ("'", '"') else token
            key = NAMES.get(key, key)
            if not key or key in seen or self.take() != ":":
                raise self.wrong(token, "a key that is there once, and `:`")
            seen.add(key)
            yield key, self.value(depth + 1)
            if self._ends("}"):
                return

    def _ends(self, end: str) -> bool:
        token = self.take()
        if token not in (",", end):
            raise self.wrong(token, f"`,` or `{end}`")
        return token == end
