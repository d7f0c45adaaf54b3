"""Lists, as programs print them: `flat` and `nested`.

Both JSON's and Python's notation: numbers, None or null for a blank, one-character texts
(`[["5", "."], ...]`), or a text for each row (`["53..7....", ...]`).  Brackets of tuples and
missing commas do no harm, so a printed array reads as well.  The places of errors are why this is
no call of json or ast.literal_eval; and nothing is recursive, however deep the brackets.
"""

import re
from collections.abc import Iterator, Sequence

from accord.puzzles.formats.draft import Box, Draft, draft_of
from accord.puzzles.formats.format import plain
from accord.puzzles.formats.source import Entry, Source
from accord.puzzles.formats.symbols import size_of
from accord.puzzles.grid import Grid
from accord.puzzles.sudoku.shape import MalformedPuzzleError

_TOKEN = re.compile(r"""[\[\]()]|'[^']*'|"[^"]*"|[^\s\[\](),;'"]+|['"]""")
_QUOTES = ("'", '"')
_CLOSING = {"[": "]", "(": ")"}


def _looks_like(source: Source) -> bool:
    return source.start[:1] in {"[", "("}


def _read(source: Source) -> Draft:
    tokens = [token for line in source.lines for token in line.matches(_TOKEN)]
    rows = [row for row in _rows(tokens) if row]
    texts = [token for row in rows for token in row]
    if all(len(token.text) == len(texts) + 2 and token.text[0] in _QUOTES for token in texts):
        rows = [list(_characters(token)) for token in texts]
        numbers = False
    else:
        numbers = not any(token.text[0] in _QUOTES for token in texts)
        rows = [[_unquoted(token) for token in row] for row in rows]
    if len(rows) > 1:
        _check_lengths(rows)
    return draft_of(rows, numbers=numbers)


def _rows(tokens: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The cells between two brackets each."""
    open_brackets: list[Entry] = []
    row: list[Entry] = []
    for token in tokens:
        if token.text in "[]()":
            yield row
            row = []
        if token.text in _CLOSING:
            open_brackets.append(token)
        elif not open_brackets:
            raise token.complain("nothing after the list")
        elif token.text in _CLOSING.values():
            if token.text != (closing := _CLOSING[open_brackets.pop().text]):
                raise token.complain(repr(closing))
        elif len(open_brackets) > 2:
            raise open_brackets[2].complain("a list of rows, no deeper")
        else:
            row.append(token)
    if open_brackets:
        raise open_brackets[-1].complain("a list that ends")


def _unquoted(token: Entry) -> Entry:
    if token.text in _QUOTES:
        raise token.complain("a text that ends")
    if token.text[0] in _QUOTES:
        return Entry(token.text[1:-1] or " ", token.line, token.column + 1)
    if len(token.text) > 1 or token.text.isdigit():
        return token
    raise token.complain("a number, or a text in quotes")


def _characters(token: Entry) -> Iterator[Entry]:
    for column, character in enumerate(token.text[1:-1], token.column + 1):
        yield Entry(character, token.line, column)


def _check_lengths(rows: Sequence[Sequence[Entry]]) -> None:
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise MalformedPuzzleError(
                f"line {row[0].line}, row {number}: found {len(row)} cells, expected {len(rows)}"
            )


def _flat(grid: Grid, box: Box | None) -> str:
    size_of(len(grid))
    return f"[{', '.join(map(str, grid))}]"


def _nested(grid: Grid, box: Box | None) -> str:
    rows = ",\n ".join(str(list(row)) for row in grid.rows)
    return f"[{rows}]"


FORMATS = {
    "flat": plain(
        "A list of n*n integers, 0 = blank.", _read, _flat, _looks_like, one_line=True, rank=50
    ),
    "nested": plain("A list of n lists of n integers, 0 = blank.", _read, _nested),
}
