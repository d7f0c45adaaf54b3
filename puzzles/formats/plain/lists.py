"""Lists, as programs print them: `flat` and `nested`.

The notation of JSON, Python, C, Java and their like: numbers, None or null for a blank,
one-character texts (`[["5", "."], ...]`), or a text for each row (`["53..7....", ...]`).  Brackets
of tuples and missing commas do no harm, so a printed array reads as well.  What a program has
around a list or a row is passed over: `int b[9][9] = {{5, ...}};`, `new int[][]{...}`,
`array([...])`, and calls behind it: `print(b)`.  Braces are a list where they are nested, or where
the only pair holds commas; else they hold candidates.  The places of errors are why this is no call
of json or ast.literal_eval; and nothing is recursive, however deep the brackets.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from accord.puzzles.formats.draft import Box, Draft, draft_of
from accord.puzzles.formats.format import plain
from accord.puzzles.formats.source import Entry, Source, TextLine
from accord.puzzles.formats.symbols import size_of
from accord.puzzles.grid import Grid
from accord.puzzles.sudoku.shape import MalformedPuzzleError

A_PROGRAM = (
    "found a program, expected a puzzle, or a model in CPMpy or python-constraint: copy the grid; "
    "of a model in PyCSP3, write XCSP3"
)
FEWEST_CELLS = 4  # of a grid that a program declares
_TOKEN = re.compile(r"""[\[\](){}]|'[^']*'|"[^"]*"|[^\s\[\](){},;'"]+|['"]""")
_QUOTES = ("'", '"')
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_COMMENT = re.compile(r"//.*|/\*.*?\*/")
_NAME = re.compile(r"[A-Za-z_$][\w.:<>&*?]+!?")  # of a type, a variable or a function
_WORD = re.compile(r"\.?[A-Za-z_$][\w.:$]*")  # of a statement
_VARIABLE = re.compile(r"[A-Za-z_$]")
_IN_TYPE = re.compile(r"[\w.:<>&*?$]+!?|[\[\]]")
_BEHIND = re.compile(r"dtype=[\w.]+")  # the arguments of a call that say nothing of the cells
_NO_NAMES = ("None", "null", "NULL")
_DRAWN = re.compile(r"\[[^\[\]'\",]*[|+][^\[\]'\",]*\]")  # a row with rulers, as Sage prints it
_BEGINNING = 3  # lines in which a list begins


def _looks_like(source: Source) -> bool:
    if _begins(source, "{"):
        tokens = _tokens(source.lines)
        pairs = sum(token.text == "{" for token in tokens)
        one = pairs == 1 and any("," in line.text for line in source.lines)
        return len(tokens) > 1 and (one or tokens[1].text in _CLOSING)
    if any("{" in line.text for line in source.lines) or _DRAWN.fullmatch(source.start):
        return False
    return source.start[:1] in ("[", "(") or _begins(source, "[(")


def _begins(source: Source, brackets: str) -> bool:
    """Whether a list in one of these brackets begins here, or a program's words before one."""
    lines = source.lines[:_BEGINNING]
    if not any(bracket in line.text for line in lines for bracket in brackets):
        return False
    tokens = _tokens(lines)
    return tokens != [] and tokens[0].text in brackets


def is_open(lines: Sequence[TextLine]) -> bool:
    """Whether a list begins with these lines that does not end in them."""
    source = Source("\n".join(line.text for line in lines))
    if not _looks_like(source):
        return False
    texts = [token.text for token in _tokens(source.lines)]
    return sum(text in _CLOSING for text in texts) > sum(
        text in _CLOSING.values() for text in texts
    )


def _tokens(lines: Sequence[TextLine]) -> list[Entry]:
    """The brackets and cells of a list, without what a program has around it."""
    bare = [
        TextLine(_COMMENT.sub(lambda each: " " * len(each[0]), line.text), line.number, line.column)
        for line in lines
    ]
    tokens = [token for line in bare for token in line.matches(_TOKEN)]
    kept: list[Entry] = []
    place, is_call = _behind_assignment(tokens), False
    tokens = tokens[: _end_of_list(tokens, _behind_names(tokens, place))]
    while place < len(tokens):
        end = _behind_names(tokens, place)
        is_call |= end > place and not kept
        place = end
        kept += tokens[place : place + 1]
        place += 1
    if (
        is_call
        and [token.text in _CLOSING for token in kept[:2]] == [True, True]
        and kept[0].text == "("
    ):
        kept = [token for token in kept[1:] if not _BEHIND.fullmatch(token.text)]
        kept = kept[:-1] if kept[-1].text == ")" else kept
    return kept


def _end_of_list(tokens: Sequence[Entry], place: int) -> int:
    """The place behind the list that begins here; that of the end unless only calls follow it."""
    if tokens[place : place + 1] and tokens[place].text in _CLOSING:
        end = _behind_bracket(tokens, place)
        if _are_calls(tokens[end:]):
            return end
    return len(tokens)


def _behind_bracket(tokens: Sequence[Entry], place: int) -> int:
    """The place of the token behind what this bracket closes, or of the end."""
    depth = 0
    for end, token in enumerate(tokens[place:], place + 1):
        depth += (token.text in _CLOSING) - (token.text in _CLOSING.values())
        if not depth:
            return end
    return len(tokens)


def _are_calls(tokens: Sequence[Entry]) -> bool:
    """Whether these are names and calls, and no list of lists is among them."""
    texts = [token.text for token in tokens]
    if any(pair in (("[", "["), ("{", "{")) for pair in pairwise(texts)):
        return False
    place = 0
    while place < len(texts):
        if place and texts[place] in _CLOSING:
            place = _behind_bracket(tokens, place)
        elif _WORD.fullmatch(texts[place]):
            place += 1
        else:
            return False
    return True


def is_call(line: str) -> bool:
    """Whether a line calls functions, as `print(board)`, and holds no list of lists."""
    tokens = TextLine(line, 1).matches(_TOKEN)
    return "(" in line and _are_calls(tokens)


def _behind_assignment(tokens: Sequence[Entry]) -> int:
    """The place of the token behind `int b[9][9] =`; 0 where there is no such thing."""
    for place, token in enumerate(tokens):
        if place and token.text in ("=", ":="):
            return place + 1
        if not (place or _VARIABLE.match(token.text)) or not _IN_TYPE.fullmatch(
            token.text.rstrip(":")
        ):
            return 0
    return 0


def _behind_names(tokens: Sequence[Entry], place: int) -> int:
    """The place of the bracket behind `new int[][]`, `np.array`; the same where they are not."""
    end = place
    while True:
        behind = _behind_dimensions(tokens, end)
        if behind == len(tokens) or not _NAME.fullmatch(text := tokens[behind].text):
            break
        if text in _NO_NAMES:
            return place
        end = _behind_dimensions(tokens, behind + 1)
    return end if end < len(tokens) and tokens[end].text in _CLOSING else place


def _behind_dimensions(tokens: Sequence[Entry], place: int) -> int:
    """The place of the token behind `[9][]`."""
    while place + 1 < len(tokens) and tokens[place].text == "[":
        length = 2 if tokens[place + 1].text == "]" else 3
        if [token.text for token in tokens[place + length - 1 : place + length]] != ["]"]:
            break
        place += length
    return place


def _read(source: Source) -> Draft:
    tokens = _tokens(source.lines)
    rows = [row for row in _rows(tokens) if row]
    if sum(map(len, rows)) < 2 and _has_words(source, tokens):
        raise MalformedPuzzleError(f"line {source.lines[0].number}: {A_PROGRAM}")
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


def _has_words(source: Source, kept: Sequence[Entry]) -> bool:
    """Whether words stand around the list that these are, as a program has them."""
    return any(
        _WORD.match(token.text) and token not in kept
        for line in source.lines
        for token in line.matches(_TOKEN)
    )


def _rows(tokens: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The cells between two brackets each."""
    open_brackets: list[Entry] = []
    row: list[Entry] = []
    for token in tokens:
        if token.text in "[](){}":
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
        "A list of n*n integers, 0 = blank.", _read, _flat, _looks_like, one_line=True, rank=38
    ),
    "nested": plain("A list of n lists of n integers, 0 = blank.", _read, _nested),
}
