"""Files as bytes, in parts, decompressed where they are compressed: gzip, xz, LZMA and bzip2.

What a file is compressed with is told by its first bytes, not by its name.  It is decompressed part
by part, so that whoever takes the parts decides how much is read.  Refused are a dictionary above
MOST_MEMORY, which a short file may ask for, and what grows out of proportion: a gigabyte of blanks
is 150 kB of xz, and reading them takes ten seconds.  The most regular files of XCSP3 that are known
grow to 140 times their size; large ones, which cost the time, to fewer.
"""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from io import BufferedReader
from pathlib import Path

from accord.puzzles.sudoku.shape import MalformedPuzzleError

CHUNK = 2**16  # bytes
MOST_MEMORY = 2**28  # bytes of a dictionary of LZMA
FREE, MOST_TIMES = 2**26, 200  # above so many bytes it is at most so many times as large as packed
LARGE, FEWER_TIMES = 2**28, 50  # and above so many
GZIP, XZ, LZMA, BZIP2 = b"\x1f\x8b", b"\xfd7zXZ\x00", b"]\x00\x00", b"BZh"
Decompressor = lzma.LZMADecompressor | bz2.BZ2Decompressor


def chunks_of(path: Path) -> Iterator[bytes]:
    """The bytes of a file, decompressed, in parts of up to 64 KiB.

    Raises:
        MalformedPuzzleError: it is compressed and damaged, asks for too much memory, or becomes
            too many times as large.
    """
    with path.open("rb") as file:
        size = 0
        try:
            for part in _unpacked(file):
                size += len(part)
                most, times = (LARGE, FEWER_TIMES) if size > LARGE else (FREE, MOST_TIMES)
                if size > max(most, times * file.tell()):
                    raise MalformedPuzzleError(
                        f"found a compressed file that becomes more than {times} times as large, "
                        f"and more than {most:,} bytes, expected less: unpack it to have it read "
                        "all the same"
                    )
                yield part
        except (lzma.LZMAError, gzip.BadGzipFile, zlib.error, EOFError) as error:
            raise MalformedPuzzleError(
                f"found a compressed file that is damaged: {error}"
            ) from None


def _unpacked(file: BufferedReader) -> Iterator[bytes]:
    start = file.peek(len(XZ))
    if start.startswith(GZIP):
        with gzip.open(file) as unpacked:
            yield from iter(lambda: unpacked.read(CHUNK), b"")
    elif start.startswith((XZ, LZMA)):
        yield from _of_streams(file, partial(lzma.LZMADecompressor, memlimit=MOST_MEMORY))
    elif start.startswith(BZIP2):
        yield from _of_streams(file, bz2.BZ2Decompressor)
    else:
        yield from iter(lambda: file.read(CHUNK), b"")


def _of_streams(file: BufferedReader, new: Callable[[], Decompressor]) -> Iterator[bytes]:
    """The content of the compressed streams in a file, one after the other."""
    unpack, rest = new(), b""
    while True:
        if unpack.needs_input and not rest:
            rest = file.read(CHUNK)
            if not rest:
                raise EOFError("it ends too early")
        try:
            yield unpack.decompress(rest, CHUNK)
        except OSError as error:  # of bzip2, where nothing is read from the disk
            raise EOFError(error) from None
        rest = b""
        if unpack.eof:
            rest = unpack.unused_data or file.read(CHUNK)
            if not rest.strip(b"\0"):
                return
            unpack = new()
