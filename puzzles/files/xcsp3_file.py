"""Which files are XCSP3, and what their instances are called.

A file is one if it begins as XML does, after it is decompressed, and is none of OpenSudoku's: its
name is not asked.
"""

from pathlib import Path

from accord.puzzles.files.compressed import chunks_of
from accord.puzzles.formats.programs.opensudoku import BEGINNING
from accord.puzzles.sudoku.shape import MalformedPuzzleError

ENDINGS = (".lzma", ".xz", ".gz", ".bz2", ".xml")
_MARKS = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"  # byte order marks and blanks


def is_xcsp3(path: Path) -> bool:
    """Whether a file begins as an instance does; what can be read once only is none."""
    if not path.is_file():
        return False
    try:
        start = next(filter(None, chunks_of(path)), b"").lstrip(_MARKS)
        return start.startswith(b"<") and not BEGINNING.match(start.replace(b"\0", b""))
    except MalformedPuzzleError:  # compressed and damaged
        return True


def name_of(path: Path) -> str:
    """The name of a file without what says its format: Queens-8 for Queens-8.xml.lzma."""
    name = path.name
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    return name
