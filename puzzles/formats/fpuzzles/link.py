"""Links that hold a puzzle of f-puzzles, as SudokuPad shares them too, and the format of them.

    https://www.f-puzzles.com/?load=N4Ig...        https://f-puzzles.com/?load=N4Ig...
    https://sudokupad.app/fpuzzlesN4Ig...          https://sudokupad.app/?puzzleid=fpuzzlesN4Ig...
    fpuzzlesN4Ig...                                https://puzz.link/p?sudoku/9/9/g5h1...
    N4Ig...

`scl`, `ctc` and `scf` begin an object of SudokuPad's own, most of whose rules are drawings, with
words for people: they are refused.  puzz.link, and pzv.jp before it, write the
cells row by row: a hexadecimal digit is a given, `-` comes before two of them, `.` is a blank, and
the letters g to z are 1 to 20 blanks.  A short link holds only the name of a puzzle on a server;
other links hold one in a form that is not read.  Both are refused, with what to do.
"""

import re
from urllib.parse import unquote

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Format, FormatError, Record
from accord.puzzles.formats.fpuzzles.board import record_of
from accord.puzzles.formats.fpuzzles.lz_string import ALPHABET, decompressed
from accord.puzzles.formats.json_object import load
from accord.puzzles.formats.source import Source
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST = 2_000_000  # characters of an unpacked link
_LINK = re.compile(r"(https?://|sudokupad://|fpuz|scl|ctc|scf|N4Ig)\S{8,}")
_PAYLOAD = re.compile(r"(?:[?&]load=|(?:^|[/=])(?:fpuz(?:zles)?(?!zles)|(?=N4Ig)))([^?&#\s]+)")
_GRID_OF_CELLS = re.compile(r"[?/]sudoku/(?:v:/)?(\d{1,2})/(\d{1,2})/([0-9a-z.-]+)$")
_CELLS = re.compile(r"[0-9._*-]{16,}")
_NAME = re.compile(r"//[^/?#]+/(?:[^?#]*/)?[\w-]{5,}/?(?:[?#]|$)|[?&](?:puzzle)?id=\w")
_LONG = 30  # characters of a link that are more than a name
_OWN = re.compile(r"(?:^|[/=])(scl|ctc|scf)\S{8}")  # of SudokuPad


def looks_like(source: Source) -> bool:
    """Whether a text is a link."""
    return bool(_LINK.fullmatch(source.raw.strip()))


def record(source: Source) -> Record:
    """The puzzle in a link.

    Raises:
        MalformedPuzzleError: it holds none; says why.
    """
    text = source.raw.strip()
    if grid := _GRID_OF_CELLS.search(text):
        return Record(_of_puzz_link(int(grid[1]), int(grid[2]), grid[3]), line=source.first)
    if (match := _PAYLOAD.search(text)) is None:
        raise _without_puzzle(text)
    said = unquote(match[1])
    if not said.startswith("{"):
        packed = said.replace(" ", "+").rstrip("=")
        if not set(packed) <= set(ALPHABET):
            raise MalformedPuzzleError("found a link with other characters than Base64 has")
        said = decompressed(packed, MOST)
    if len(said) > MOST:
        raise MalformedPuzzleError(
            f"found {len(said):,} characters in the link, expected at most {MOST:,}"
        )
    try:
        value = load(Source(said))
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"in the link: {error}") from None
    if not isinstance(value, dict):
        raise MalformedPuzzleError("found no object in the link, expected a puzzle")
    return record_of(value, source.first)


def _of_puzz_link(columns: int, rows: int, text: str) -> Draft:
    """The givens of a grid in a link of puzz.link."""
    values: list[int] = []
    place = 0
    while place < len(text):
        letter, place = text[place], place + 1
        if letter == ".":
            values.append(0)
        elif letter > "f":
            values += [0] * (int(letter, 36) - 15)
        else:
            digits = text[place : place + 2] if letter == "-" else letter
            place += 2 * (letter == "-")
            if not re.fullmatch("[0-9a-f]+", digits):
                raise MalformedPuzzleError(f"found -{digits} in the link, expected -10 to -ff")
            values.append(int(digits, 16))
    if rows != columns or len(values) != rows * columns:
        raise MalformedPuzzleError(
            f"found {len(values)} cells for {columns} x {rows} in the link, expected a square grid"
        )
    if max(values) > rows:
        raise MalformedPuzzleError(f"found {max(values)} in the link, expected 1 to {rows}")
    return Draft(values)


def _without_puzzle(link: str) -> MalformedPuzzleError:
    """Why there is no puzzle to be read in a link."""
    if own := _OWN.search(link):
        return MalformedPuzzleError(
            f"found a link of SudokuPad's own ({own[1]}...), whose rules are drawings, expected "
            "the link of f-puzzles (fpuzzles...), if there is one"
        )
    held = max(re.split(r"[/?&#=]", unquote(link)), key=len)
    if _CELLS.fullmatch(held):
        return MalformedPuzzleError(
            f"found {len(held)} cells in the link, expected a square number of up to 1296"
        )
    if len(held) >= _LONG:
        return MalformedPuzzleError(
            f"found a link that holds something in a form that is not read ({held[:12]}...), "
            "expected 81 characters, or a link of f-puzzles, SudokuPad, SudokuWiki or puzz.link: "
            "export the puzzle so"
        )
    if not _NAME.search(link):
        return MalformedPuzzleError(
            "found a link without a puzzle in it, expected one that holds it: "
            "?load=... or fpuzzles..., as `export` or `share` of its site gives"
        )
    return MalformedPuzzleError(
        "found a link that only names a puzzle on a server, expected one that holds it: "
        "?load=... or fpuzzles..., as `export` or `share` of its site gives"
    )


def _write(puzzle: Puzzle) -> str:
    raise FormatError(
        "found a puzzle to be written as f-puzzles, which is read only; expected json"
    )


FORMATS = {
    "fpuzzles": Format(
        "A link of f-puzzles.com or SudokuPad that holds a puzzle; its JSON. Read only.",
        lambda source: record(source).draft,
        _write,
        looks_like,
        one_line=True,
        rank=3,
    )
}
