"""What the bytes of a file are: UTF-8, or UTF-16, which Excel calls Unicode; a problem; or no text.

Files of one problem, XCSP3 and the like, are read from their bytes, decompressed if need be.  How
one begins says its format, and only where it says none its name.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import BufferedReader
from pathlib import Path

from accord.puzzles.files.compressed import chunks_of
from accord.puzzles.formats import registry
from accord.puzzles.formats.source import Source
from accord.puzzles.sudoku.shape import MalformedPuzzleError

UTF_8 = "utf-8-sig"
START = 8  # bytes that show what a file is
_BINARY = {  # what is no text, by how it begins
    b"%PDF-": "a PDF, expected text: copy the puzzle out of it",
    b"\x89PNG": "a picture, expected text: type the cells",
    b"\xff\xd8\xff": "a picture, expected text: type the cells",
    b"GIF8": "a picture, expected text: type the cells",
    b"PK\x03\x04": "a workbook or another archive, expected text: save it as CSV",
    b"\xd0\xcf\x11\xe0": "a workbook or another document, expected text: save it as CSV",
    b"7z\xbc\xaf": "an archive, expected text: unpack it",
    b"Rar!": "an archive, expected text: unpack it",
    b"PAR1": "a table in Parquet, expected text: write it as CSV",
    b"SQLite": "a database, expected text: write it as CSV",
    b"\x7fELF": "a program, expected text",
}
_COMPRESSED = (b"\x1f\x8b", b"\xfd7zXZ", b"BZh", b"(\xb5/\xfd")


def encoding_of(path: Path) -> str:
    """The encoding in which a file is opened."""
    return _encoding(start_of(path))


def encoding_of_stream(stream: BufferedReader) -> str:
    """The encoding of what can be read once, told by what has come of it."""
    return _encoding(stream.peek(2))


def _encoding(start: bytes) -> str:
    """The encoding of a text that begins so; without a mark, every second byte of UTF-16 is 0."""
    marks = (BOM_UTF16_LE, BOM_UTF16_BE)
    if start[:2] in marks or start in (mark[:1] for mark in marks):  # or one byte has come so far
        return "utf-16"
    if start[1:2] == b"\0" and start[:1].isascii():
        return "utf-16-le"
    return "utf-16-be" if start[:1] == b"\0" else UTF_8


def binary(start: bytes) -> str:
    """The kind of a file that begins so and is surely no text, in words; "" of any other."""
    return next((f"found {what}" for magic, what in _BINARY.items() if start.startswith(magic)), "")


def no_text(path: Path | None, error: UnicodeDecodeError) -> str:
    """The complaint about a file or stream that cannot be decoded: what was found and expected."""
    start = start_of(path) if path else bytes(error.object[:START])
    if start.startswith(_COMPRESSED):
        return "found a compressed file, expected text: unpack it"
    if error.encoding.startswith("utf-16"):
        return "found UTF-16 that is cut or damaged, expected all of it: save the text again"
    return binary(start) or f"found bytes that are no UTF-8: {error}"


def start_of(path: Path) -> bytes:
    """The first START bytes of a file; none of a pipe, which gives them once."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(START)


PACKED = (".lzma", ".xz", ".gz", ".bz2")  # endings of compressed files
ENDINGS = (".xml", ".cnf", ".dimacs", ".opb", ".wcnf", ".fzn")  # of files of one problem


def format_of_problem(path: Path) -> str:
    """The name of the format of a file of one problem; "" of others, and of what can be read once.

    One that is compressed and damaged is taken for one, so that reading it says so.
    """
    if not path.is_file():
        return ""
    try:
        start = next(filter(None, chunks_of(path)), b"")
    except MalformedPuzzleError:
        return "xcsp3"
    source = Source(start.decode(_encoding(start), "ignore"))
    if form := registry.recognised(source, lambda form: form.chunks is not None):
        return registry.name_of(form)
    name, known = unpacked_name(path), registry.formats()
    return next((each for each, form in known.items() if name.endswith(form.endings)), "")


def unpacked_name(path: Path) -> str:
    """The name of a file without what says how it is compressed."""
    name = path.name
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name


def name_of(path: Path) -> str:
    """The name of a file without what says its format: Queens-8 for Queens-8.xml.lzma."""
    name = unpacked_name(path)
    for ending in ENDINGS:
        name = name.removesuffix(ending)
    return name
