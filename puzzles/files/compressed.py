"""Files as bytes, in parts, decompressed where they are compressed: gzip, xz and LZMA.

What a file is compressed with is told by its first bytes, not by its name.  It is decompressed part
by part, so that whoever takes the parts decides how much is read; a dictionary above MOST_MEMORY,
which a short file may ask for, is refused.
"""

import gzip
import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from accord.puzzles.sudoku.shape import MalformedPuzzleError

PART = 2**16  # bytes
MOST_MEMORY = 2**28  # bytes of a dictionary of LZMA
GZIP, XZ, LZMA = b"\x1f\x8b", b"\xfd7zXZ\x00", b"]\x00\x00"


def parts_of(path: Path) -> Iterator[bytes]:
    """The bytes of a file, decompressed, in parts of up to 64 KiB.

    Raises:
        MalformedPuzzleError: it is compressed and damaged, or asks for too much memory.
    """
    with path.open("rb") as file:
        start = file.peek(len(XZ))
        try:
            if start.startswith(GZIP):
                with gzip.open(file) as unpacked:
                    yield from iter(lambda: unpacked.read(PART), b"")
            elif start.startswith((XZ, LZMA)):
                yield from _of_lzma(file)
            else:
                yield from iter(lambda: file.read(PART), b"")
        except (lzma.LZMAError, gzip.BadGzipFile, zlib.error, EOFError) as error:
            raise MalformedPuzzleError(
                f"found a compressed file that is damaged: {error}"
            ) from None


def _of_lzma(file: BinaryIO) -> Iterator[bytes]:
    unpack, rest = lzma.LZMADecompressor(memlimit=MOST_MEMORY), b""
    while True:
        if unpack.needs_input and not rest:
            rest = file.read(PART)
            if not rest:
                raise EOFError("it ends too early")
        yield unpack.decompress(rest, PART)
        rest = b""
        if unpack.eof:
            rest = unpack.unused_data or file.read(PART)
            if not rest.strip(b"\0"):
                return
            unpack = lzma.LZMADecompressor(memlimit=MOST_MEMORY)
