"""The file that a problem is read from, kept beside it as it is read.

It is compressed, one of XML part by part, to a tenth to a third of its size and in 2 % of the time
of reading, so that neither a campaign nor a pickle holds a file of megabytes for each problem.

Only UTF-8 is kept, which is what a program takes it for: a text may say that it is something else,
and come from a place where that is not so any more.  A file in another encoding is read, and has no
original.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from contextlib import suppress
from zlib import compress, compressobj

from accord.puzzles.problem import Problem

FAST = 1  # zlib's level: a fifth of the time of the usual one, half as much again to hold
START = 200  # bytes, in which the declaration of XML says the encoding
_ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']""")


def keep(content: bytes, problem: Problem) -> Problem:
    """Keep a file, if it is UTF-8, beside the problem that was read from it, which is returned."""
    with suppress(UnicodeDecodeError):
        content.decode()
        vars(problem)["packed"] = compress(content, FAST)
    return problem


class Keeping:
    """A file that is compressed while it is read."""

    def __init__(self) -> None:
        self._compressor = compressobj(FAST)
        self._parts: list[bytes] = []
        self._start = b""

    def passed(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """The parts of the file, each kept when it is asked for."""
        for chunk in chunks:
            self._start += chunk[: START - len(self._start)]
            self._parts.append(self._compressor.compress(chunk))
            yield chunk

    def packed(self) -> bytes | None:
        """All that has passed, compressed as zlib does; None where it is not surely UTF-8."""
        self._parts.append(self._compressor.flush())
        return b"".join(self._parts) if _is_utf_8(self._start) else None


def _is_utf_8(start: bytes) -> bool:
    """Whether XML that expat has read and that begins so is UTF-8."""
    said = _ENCODING.match(start)
    encoding = said[1].lower() if said else b"utf-8"
    is_utf_16 = start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or b"\0" in start
    return not is_utf_16 and encoding in (b"utf-8", b"us-ascii")
