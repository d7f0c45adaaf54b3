"""What was downloaded, as plain files: those of a zip or tar archive, or what was compressed.

Nothing is written outside of the folder: a member with an absolute path, with `..`, or that is a
link or a device is an error, and the whole archive with it.  Bytes and files are counted before
they are written, so that a small archive cannot fill a disk.  An archive in an archive stays one.
"""

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from accord.bench.fetching.download import PART, FetchError
from accord.puzzles.files.compressed import GZIP, LZMA, XZ, parts_of
from accord.puzzles.files.xcsp3_file import is_xcsp3
from accord.puzzles.sudoku.shape import MalformedPuzzleError

MOST_FILES = 10_000
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, RuntimeError,
    NotImplementedError,
)  # fmt: skip


def unpacked(file: Path, folder: Path, most: int) -> list[Path]:
    """The files that a downloaded one holds, written into a folder; the file itself if it is plain.

    Args:
        file: what was downloaded; it is moved into the folder, or deleted.
        folder: where the files are to be.
        most: bytes that they may have together.

    Raises:
        FetchError: an archive is damaged, too large, or names what lies outside.
    """
    try:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                found = _written(_of_zip(archive), folder, most)
        elif _is_tar(file):
            with tarfile.open(file) as tar:
                found = _written(_of_tar(tar), folder, most)
        elif _is_compressed(file) and not is_xcsp3(file):
            place = file.with_suffix("") if file.suffix in (".gz", ".xz", ".lzma") else file
            found = _written([(place.name, None, parts_of(file))], folder, most)
        else:
            return [file.rename(folder / file.name)]
    except (*_DAMAGED, MalformedPuzzleError) as error:
        raise FetchError(f"{file.name}: found an archive that cannot be read: {error}") from None
    file.unlink()
    return found


def _is_tar(file: Path) -> bool:
    try:
        return tarfile.is_tarfile(file)
    except _DAMAGED:
        return False


def _is_compressed(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(len(XZ)).startswith((GZIP, XZ, LZMA))


Member = tuple[str, int | None, Iterable[bytes]]  # name, bytes if they are said, its parts


def _of_zip(archive: zipfile.ZipFile) -> Iterator[Member]:
    for info in archive.infolist():
        if not info.is_dir():
            yield info.filename, info.file_size, _parts(partial(archive.open, info))


def _of_tar(archive: tarfile.TarFile) -> Iterator[Member]:
    for member in archive:
        if member.isdir():
            continue
        if not member.isfile():
            raise FetchError(f"found {member.name!r}, a link or a device, expected files")
        opened = partial(archive.extractfile, member)
        yield member.name, member.size, _parts(opened)


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
            raise FetchError(f"found more than {MOST_FILES:,} files, expected at most that")
        if size is not None and size > left:
            raise FetchError(f"found more than {most:,} bytes when unpacked, expected at most that")
        if place.exists():
            raise FetchError(f"found {name!r} twice in an archive, expected each name once")
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            for part in parts:
                left -= len(part)
                if left < 0:
                    raise FetchError(
                        f"found more than {most:,} bytes when unpacked, expected at most that"
                    )
                file.write(part)
        found.append(place)
    return found


def _inside(name: str) -> PurePosixPath:
    """The path of a member, which stays in its folder."""
    path = PurePosixPath(name)
    outside = path.is_absolute() or not path.parts or ".." in path.parts
    if outside or any(character in name for character in "\\\0:"):
        raise FetchError(f"found {name!r} in an archive, expected a path that stays inside")
    return path
