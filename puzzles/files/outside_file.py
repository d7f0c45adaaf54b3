"""Files from outside: opened if they are plain files, read up to a bound, written through no link.

A folder that somebody else has made may hold a link to what its reader alone may read, a pipe that
nobody writes to, a device without an end, a file of 20 GB that takes no room.  So a file in it is
opened part by part of its path, following no link below that folder and waiting for nothing; what
is open is looked at, not what the name led to before; and no more is read than is allowed.  What is
written there is made anew, renamed into place, or opened by what follows no link.  A path that the
user has written is his own: links in it are followed.
"""

import errno
import os
import stat
from collections.abc import Collection
from pathlib import Path
from shutil import rmtree
from typing import Any, BinaryIO

from accord.puzzles.errors import InputError
from accord.puzzles.fields import MisfitError, read_fields
from accord.puzzles.outside_data import toml_table
from accord.puzzles.phrasing import listed

MOST = 1 << 20  # bytes that are read unless more are allowed
MOST_TOML = 1 << 18  # of TOML, of which tables in tables take 400 times as many in memory
MOST_WHOLE = 1 << 26  # of a file that accord itself has written, and somebody may have replaced
_LINKS = getattr(os, "O_NOFOLLOW", 0)  # Windows has neither
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
_FLAGS = os.O_RDONLY | _NO_WAITING | getattr(os, "O_CLOEXEC", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_FOUND = {
    errno.ELOOP: "a link",
    errno.ENOTDIR: "a link or a file where a folder should be",
    errno.ENXIO: "a pipe, a socket or a device",
    errno.EISDIR: "a folder",
    errno.ENAMETOOLONG: "a name that is too long",
    errno.EAGAIN: "a device",
}


class OutsideFileError(InputError):
    """No plain file, too large, or not readable; says where, what was found and expected."""


def open_outside(path: Path, within: Path | None = None) -> BinaryIO:
    """A plain file from outside, opened to be read as bytes.

    Args:
        path: of the file.
        within: the folder that came from outside, which holds it at any depth: below it no link is
            followed.  None: the path is the user's own, and links are followed.

    Raises:
        FileNotFoundError: there is nothing.
        OutsideFileError: it is a link, a pipe, a socket, a device or a folder, it is not below
            `within`, or it cannot be opened.
    """
    try:
        descriptor = os.open(path, _FLAGS) if within is None else _below(within, path)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise _refusal(path, error) from None
    return os.fdopen(_plain(path, descriptor, "a file"), "rb")


def read_outside(path: Path, within: Path | None = None, most: int = MOST) -> bytes:
    """The bytes of a plain file from outside.

    Args:
        path: of the file.
        within: as in `open_outside`.
        most: bytes that it may have.

    Raises:
        FileNotFoundError: there is nothing.
        OutsideFileError: it cannot be opened, see `open_outside`; or it is larger.
    """
    with open_outside(path, within) as file:
        try:
            size = os.fstat(file.fileno()).st_size
            content = b"" if size > most else file.read(size + 1) or b""
        except OSError as error:
            raise _refusal(path, error) from None
    if (size := max(size, len(content))) > most:
        raise OutsideFileError(f"{path}: found {size:,} bytes, expected up to {most:,}")
    return content


def toml_file(path: Path, within: Path | None = None, most: int = MOST_TOML) -> dict[str, Any]:
    """The table that a TOML file from outside holds; arguments as of `read_outside`.

    Raises:
        FileNotFoundError: there is nothing.
        OutsideFileError: it cannot be read, see `read_outside`; or it is no TOML.
    """
    try:
        return toml_table(read_outside(path, within, most))
    except ValueError as error:  # no TOML, or no UTF-8
        raise OutsideFileError(f"{path}: {error}") from None


def fields_of_toml(
    path: Path,
    kind: type,
    error: type[Exception],
    within: Path | None = None,
    most: int = MOST_TOML,
    without: Collection[str] = (),
    derived: Collection[str] = (),
) -> dict[str, Any]:
    """The arguments of a dataclass that a TOML file from outside says.

    Args:
        path: of the file.
        kind: the dataclass, see puzzles/fields.py.
        error: what is raised, with the file, the key, what was found and what was expected.
        within: the folder that came from outside, as of `read_outside`.
        most: bytes that it may have.
        without: keys that are passed over, as if the file had none of them.
        derived: fields without a default that it need not say.
    """
    try:
        table = toml_file(path, within, most)
        said = {key: value for key, value in table.items() if key not in without}
        return read_fields(kind, said, derived=derived)
    except FileNotFoundError as missing:
        raise error(f"{path}: {missing.strerror}, expected a file in TOML") from None
    except MisfitError as misfit:
        raise error(f"{path}: {misfit}") from None
    except OutsideFileError as refused:
        raise error(str(refused)) from None


def content_of(path: Path, folder: Path, most: int = MOST_WHOLE) -> bytes:
    """The bytes of a file in a folder from outside; none where there is no such file.

    Raises:
        OutsideFileError: a link leads to it, it is no plain file, or it has more bytes than `most`.
    """
    try:
        return read_outside(path, folder, most) if folder.is_dir() else b""
    except FileNotFoundError:
        return b""
    except OutsideFileError as error:
        raise OutsideFileError(f"{error}; remove it") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Have the file hold this, whenever this process is killed: or what it held before."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    vacate(unfinished)
    with unfinished.open("xb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    unfinished.replace(path)


def vacate(path: Path) -> None:
    """Have nothing stand where a file is to be made, so that none is written through a link."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        rmtree(path)
    else:
        path.unlink(missing_ok=True)


def subfolder(folder: Path, *names: str) -> Path:
    """A folder below this one, which is made where it is missing; no link is followed to it.

    Raises:
        OutsideFileError: it is a link.
    """
    place = folder
    for name in names:
        place /= name
        expect_folder(place)
        place.mkdir(parents=True, exist_ok=True)
    return place


def expect_folder(folder: Path) -> None:
    """Refuse what stands in the place of a folder.

    Raises:
        OutsideFileError: it is a link, or no folder; there may be nothing.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        found = "a link" if folder.is_symlink() else "none"
        raise OutsideFileError(f"{folder}: found {found}, expected a folder; remove it")


def expect_own(folder: Path, kind: str = "", *marks: str) -> None:
    """Refuse a folder that is neither new nor empty nor of this kind, before anything is written.

    Args:
        folder: what writes there locks it, so that `.lock` and `.scratch` alone leave it empty.
        kind: in words, as `one of an audit`; empty: it has to be new or empty.
        marks: patterns of names of which one is in each folder of the kind; a person's own files
            may stand beside them.

    Raises:
        InputError: it is of something else, or a file; says what is there.
    """
    expected = f"a new or empty folder{', or ' * bool(kind)}{kind}; choose another"
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: found a file, expected {expected}")
    there = sorted(each.name for each in folder.iterdir()) if folder.exists() else []
    found = [each for each in there if not each.startswith((".lock", ".scratch"))]
    if found and not any(True for mark in marks for _ in folder.glob(mark)):
        raise InputError(f"{folder}: found {listed(found, most=3)} in it, expected {expected}")


def unlinked(path: str, flags: int) -> int:
    """An opener of files that are written in place, which follows no link and waits for no pipe.

    Raises:
        OutsideFileError: it is one, or a folder.
    """
    try:
        descriptor = os.open(path, flags | _LINKS | _NO_WAITING, 0o666)
    except OSError as error:
        if error.errno not in _FOUND:
            raise
        found = _FOUND[error.errno]
        raise OutsideFileError(f"{path}: found {found}, expected a file; remove it") from None
    return _plain(path, descriptor, "a file; remove it")


def _plain(path: Path | str, descriptor: int, expected: str) -> int:
    """The descriptor of what is open, if it is a plain file; else it is closed.

    Raises:
        OutsideFileError: it is none.
    """
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    found = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
    raise OutsideFileError(f"{path}: found {found}, expected {expected}")


def _below(folder: Path, path: Path) -> int:
    """A descriptor of what stands below a folder, no link followed on the way."""
    *folders, file = path.relative_to(folder).parts or (".",)
    if ".." in (*folders, file):
        raise OSError(errno.EXDEV, f"a path that leads out of {folder}")
    if os.open not in os.supports_dir_fd:
        for above in (*path.parents, path):
            if above.is_relative_to(folder) and above != folder and above.is_symlink():
                raise OSError(errno.ELOOP, "")
        return os.open(path, _FLAGS)
    place = os.open(folder, _FLAGS | _FOLDER)
    try:
        for each in folders:
            below = os.open(each, _FLAGS | _LINKS | _FOLDER, dir_fd=place)
            os.close(place)
            place = below
        return os.open(file, _FLAGS | _LINKS, dir_fd=place)
    finally:
        os.close(place)


def _refusal(path: Path, error: Exception) -> OutsideFileError:
    """The error to raise where the system has refused a file."""
    found = str(error)
    if isinstance(error, OSError):
        found = _FOUND.get(error.errno or 0) or error.strerror or found
    return OutsideFileError(f"{path}: found {found}, expected a file that can be read")
