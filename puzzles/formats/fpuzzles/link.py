"""Links that hold a puzzle of f-puzzles or SudokuPad, and the format that reads them.

    https://www.f-puzzles.com/?load=N4Ig...        https://f-puzzles.com/?load=N4Ig...
    https://sudokupad.app/fpuzzlesN4Ig...          https://sudokupad.app/?puzzleid=fpuzzlesN4Ig...
    fpuzzlesN4Ig...                                https://sudokupad.app/sclN4Ig...

`scl` and `ctc` begin an object of SudokuPad's own.  A short link holds only the name of a puzzle on
a server, and is refused with what to do.
"""

import re
from typing import Any
from urllib.parse import unquote

from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.fpuzzles.board import record_of
from accord.puzzles.formats.fpuzzles.lz_string import ALPHABET, decompressed
from accord.puzzles.formats.fpuzzles.sudokupad import record_of as of_sudokupad
from accord.puzzles.formats.fpuzzles.zipped import unzipped
from accord.puzzles.formats.json_object import load
from accord.puzzles.formats.record import Record
from accord.puzzles.formats.source import Source
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST = 10_000_000  # characters of an unpacked link
_LINK = re.compile(r"(https?://|sudokupad://|fpuz|scl|ctc|scf)\S{8,}")
_PAYLOAD = re.compile(r"(?:[?&]load=|(?:^|[/=])(?:fpuz(?:zles)?(?!zles)|(scl|ctc)))([^?&#\s]+)")
_QUOTED = re.compile(r'\s*\{\s*"')  # JSON, not the short notation
_CLASSIC = re.compile(r"(^|[/=])scf")


def looks_like(source: Source) -> bool:
    """Whether a text is a link."""
    return bool(_LINK.fullmatch(source.raw.strip()))


def record(source: Source) -> Record:
    """The puzzle in a link.

    Raises:
        MalformedPuzzleError: it holds none; says why.
    """
    text = source.raw.strip()
    if (match := _PAYLOAD.search(text)) is None:
        if _CLASSIC.search(text):
            raise MalformedPuzzleError("found a link of scf..., expected fpuzzles... or scl...")
        raise MalformedPuzzleError(
            "found a link that only names a puzzle on a server, expected one that holds it: "
            "?load=... or fpuzzles..., as `export` or `share` of its site gives"
        )
    said = unquote(match[2])
    if not said.startswith("{"):
        packed = said.replace(" ", "+").rstrip("=")
        if not set(packed) <= set(ALPHABET):
            raise MalformedPuzzleError("found a link with other characters than Base64 has")
        said = decompressed(packed, MOST)
    try:
        zipped = match[1] and not _QUOTED.match(said)
        value: Any = unzipped(said) if zipped else load(Source(said))
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"in the link: {error}") from None
    if not isinstance(value, dict):
        raise MalformedPuzzleError("found no object in the link, expected a puzzle")
    of = of_sudokupad if match[1] and "grid" not in value else record_of
    return of(value, source.first)


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
