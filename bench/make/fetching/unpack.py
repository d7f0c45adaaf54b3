"""What was downloaded, as plain files: those of a zip or tar archive, or what was compressed.

Nothing is written outside of the folder: a member with an absolute path, with `..`, or that is a
link or a device is an error, and the whole archive with it.  Bytes and files are counted before
they are written, so that a small archive cannot fill a disk; and no more is written when its time
is over.  An archive in an archive stays one.

Nor can one fill the memory: what Python's readers ask for is looked at before it is read.  A tar
archive may say that the name of a file has 3 GiB, or describe one file with a thousand headers; a
zip archive lists all its files in one piece at its end.
"""

import lzma
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import FileIO
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import IO, Any, cast

from accord.bench.make.fetching.download import PART, FetchError
from accord.puzzles.files.bytes_of_text import format_of_problem
from accord.puzzles.files.compressed import BZIP2, GZIP, LZMA, XZ, chunks_of
from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST_FILES = 10_000  # and folders
LONGEST = 255  # bytes of a file's name
MOST_HEADER = PART  # bytes in all headers of a file in a tar archive
MOST_LIST = 2**22  # bytes of the list of files in a zip archive
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, RuntimeError,
    NotImplementedError,
)  # fmt: skip


def unpacked(file: Path, folder: Path, most: int, seconds: float) -> list[Path]:
    """The files that a downloaded one holds, written into a folder; the file itself if it is plain.

    Args:
        file: what was downloaded; it is moved into the folder, or deleted.
        folder: where the files are to be.
        most: bytes that they may have together.
        seconds: that unpacking them may take.

    Raises:
        FetchError: an archive is damaged, too large, takes too long, or names what lies outside.
    """

    def in_time(parts: Iterable[bytes]) -> Iterator[bytes]:
        for part in parts:
            if monotonic() > until:
                raise FetchError(
                    f"{file.name}: found an archive that takes more than {seconds:g} s to be "
                    "unpacked, expected less"
                )
            yield part

    until = monotonic() + seconds
    try:
        if zipfile.is_zipfile(file):
            with _ZipBytes(file) as stream, zipfile.ZipFile(cast("IO[bytes]", stream)) as archive:
                members = ((name, size, in_time(parts)) for name, size, parts in _of_zip(archive))
                found = _written(members, folder, most)
        elif _is_tar(file):
            found = _written(_of_tar(_TarBytes(in_time(chunks_of(file)), most)), folder, most)
        elif _is_compressed(file) and not format_of_problem(file):
            place = file.with_suffix("") if file.suffix in _ENDINGS else file
            found = _written([(place.name, None, in_time(chunks_of(file)))], folder, most)
        else:
            return [file.rename(folder / file.name)]
    except (*_DAMAGED, MalformedPuzzleError) as error:
        raise FetchError(f"{file.name}: found an archive that cannot be read: {error}") from None
    file.unlink()
    return found


_ENDINGS = (".gz", ".xz", ".lzma", ".bz2")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)  # others: any dictionary


def _too_many() -> FetchError:
    return FetchError(f"found more than {MOST_FILES:,} files, expected at most that")


def _too_large(most: int) -> FetchError:
    return FetchError(f"found more than {most:,} bytes when unpacked, expected at most that")


class _ZipBytes(FileIO):
    """The bytes of a zip archive, of which none are read that are too many at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        wanted = MOST_LIST + 1 if size is None or size < 0 else size
        if wanted <= MOST_LIST + 1 and len(found := super().read(wanted) or b"") <= MOST_LIST:
            return found
        raise FetchError(
            f"found a list of files of more than {MOST_LIST:,} bytes in a zip archive, expected at "
            "most that"
        )


class _TarBytes:
    """The bytes of a tar archive, read forward; counted, and looked at before they are read."""

    def __init__(self, parts: Iterator[bytes], most: int) -> None:
        self._parts, self._most = parts, most
        self._part, self._at = b"", 0  # what was not read yet of a part
        self.header: int | None = MOST_HEADER  # bytes that may be read; None where a file is read

    def tell(self) -> int:
        return self._at

    def seek(self, place: int) -> None:
        while self._at < place and self._next_bytes(min(PART, place - self._at)):
            pass

    def read(self, size: int) -> bytes:
        if self.header is not None:
            self.header -= size
            if self.header < 0:
                raise FetchError(
                    f"found more than {MOST_HEADER:,} bytes about one file in a tar archive, "
                    "expected at most that"
                )
        found = b""
        while len(found) < size and (part := self._next_bytes(size - len(found))):
            found += part
        return found

    def _next_bytes(self, size: int) -> bytes:
        self._part = self._part or next(self._parts, b"")
        found, self._part = self._part[:size], self._part[size:]
        self._at += len(found)
        if self._at > self._most:
            raise _too_large(self._most)
        return found


def _is_tar(file: Path) -> bool:
    """Whether it begins with the header of a tar archive."""
    try:
        tarfile.TarInfo.frombuf(_TarBytes(chunks_of(file), PART).read(512), "utf-8", "replace")
    except (*_DAMAGED, MalformedPuzzleError):
        return False
    return True


def _is_compressed(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(len(XZ)).startswith((GZIP, XZ, LZMA, BZIP2))


Member = tuple[str, int | None, Iterable[bytes]]  # name, bytes if they are said, its parts


def _of_zip(archive: zipfile.ZipFile) -> Iterator[Member]:
    for info in archive.infolist():
        if info.compress_type not in _METHODS:
            raise FetchError(f"found {info.filename!r} packed by another method than deflate")
        if not info.is_dir():
            yield info.filename, info.file_size, _parts(partial(archive.open, info))


def _of_tar(stream: _TarBytes) -> Iterator[Member]:
    archive: Any = tarfile.TarFile(fileobj=cast("Any", stream), mode="r")
    number = 0
    while (member := archive.next()) is not None:
        archive.members.clear()
        number += 1
        if number > MOST_FILES:
            raise _too_many()
        if member.issparse() or not (member.isfile() or member.isdir()):
            kind = "with holes" if member.issparse() else "a link or a device"
            raise FetchError(f"found {member.name!r}, {kind}, expected files")
        if member.isfile():
            stream.header = None
            yield member.name, member.size, _parts(partial(archive.extractfile, member))
        stream.header = MOST_HEADER


def _parts(opened: Callable[[], IO[bytes] | None]) -> Iterator[bytes]:
    if (stream := opened()) is None:
        return
    with stream:
        yield from iter(lambda: stream.read(PART), b"")


def _written(members: Iterable[Member], folder: Path, most: int) -> list[Path]:
    """The files, once they are written; the largest sum and the number of them are bounded."""
    found: list[Path] = []
    left = most
    for name, size, parts in members:
        place = folder / _inside(name)
        if len(found) == MOST_FILES:
            raise _too_many()
        if size is not None and size > left:
            raise _too_large(most)
        if place.exists():
            raise FetchError(f"found {name!r} twice in an archive, expected each name once")
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            for part in parts:
                left -= len(part)
                if left < 0:
                    raise _too_large(most)
                file.write(part)
        found.append(place)
    return found


def _inside(name: str) -> PurePosixPath:
    """The path of a member, which stays in its folder."""
    path = PurePosixPath(name)
    outside = path.is_absolute() or not path.parts or ".." in path.parts
    too_long = any(len(os.fsencode(part)) > LONGEST for part in path.parts)
    if outside or too_long or any(character in name for character in "\\\0:"):
        raise FetchError(
            f"found {name!r} in an archive, expected a path that stays inside, of names of up to "
            f"{LONGEST} bytes"
        )
    return path
