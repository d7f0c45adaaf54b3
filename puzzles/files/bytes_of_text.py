"""The bytes of a file as text: UTF-8, or UTF-16, which Excel calls Unicode; and what else."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import BufferedReader
from pathlib import Path

UTF_8 = "utf-8-sig"
_ARCHIVE = b"PK\x03\x04"  # which the files of spreadsheets are


def encoding_of(path: Path) -> str:
    """The encoding in which a file is opened."""
    return _encoding(_start(path))


def encoding_of_stream(stream: BufferedReader) -> str:
    """The encoding of what can be read once, told by what has come of it."""
    return _encoding(stream.peek(2))


def _encoding(start: bytes) -> str:
    """The encoding of a text that begins so; without a mark, every second byte of UTF-16 is 0."""
    if start[:1] in (BOM_UTF16_LE[:1], BOM_UTF16_BE[:1]):  # with which no UTF-8 begins
        return "utf-16"
    if start[1:2] == b"\0" and start[:1].isascii():
        return "utf-16-le"
    return "utf-16-be" if start[:1] == b"\0" else UTF_8


def no_text(path: Path | None, error: UnicodeDecodeError) -> str:
    """What was found in a file that cannot be decoded, and what was expected."""
    if path and _start(path).startswith(_ARCHIVE):
        return "found a workbook or another archive, expected text: save it as CSV"
    return f"found bytes that are no UTF-8: {error}"


def _start(path: Path) -> bytes:
    """Its first bytes; none of a pipe, which gives them once."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(4)
