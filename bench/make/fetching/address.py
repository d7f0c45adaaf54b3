"""An address on the net as files: of a file, an archive, or a list that names more files.

A list has the path or the address of a file on each line, as a list of files on the disk has; a
path is taken from where the list is.  The files are kept, numbered as they are listed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from accord.bench.make.fetching.download import FetchError, FetchLimits, fetched, is_address
from accord.bench.make.fetching.unpack import unpacked
from accord.bench.make.instances.folder import PROBLEMS

MOST_LISTED = 1000  # files of a list
UNPACKED = 10  # times the bytes of a download
_SAFE = re.compile(r"[^A-Za-z0-9._-]+")
_NAMED = re.compile(r"(https?://)?[\w./%~?=&:-]{1,500}", re.ASCII)


def file_name(url: str) -> str:
    """The name on disk of an address's file: letters, digits, points and dashes."""
    last = unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2]
    return _SAFE.sub("_", last).lstrip(".-")[-100:] or "puzzles"


def files_of(url: str, folder: Path, work: Path, limits: FetchLimits) -> list[Path]:
    """The files of an address, written into a folder.

    Args:
        url: of the file, the archive or the list.
        folder: where they are to be; it is there and empty.
        work: another folder, on the same disk.
        limits: of each answer; bytes of all together.

    Raises:
        FetchError: something cannot be fetched, or is not as it should be.
    """
    file = _kept(url, work, limits)
    size = file.stat().st_size
    found = unpacked(file, folder, UNPACKED * limits.size, limits.seconds)
    if found != [folder / file.name] or not (names := listed(found[0])):
        return found
    kept: list[Path] = []
    for name in names:
        left = FetchLimits(limits.size - size, limits.seconds)
        file = _kept(urljoin(url, name), work, left)
        size += file.stat().st_size
        kept.append(file.rename(folder / f"{len(kept) + 1:04}-{file.name}"))
    found[0].unlink()
    return kept


def _kept(url: str, work: Path, limits: FetchLimits) -> Path:
    file = work / file_name(url)
    with file.open("wb") as stream:
        for part in fetched(url, limits):
            stream.write(part)
    return file


def listed(file: Path) -> list[str]:
    """The files that a list names; none of another file.

    Raises:
        FetchError: it names too many.
    """
    names = [*_lines(file)]
    if not names or not all(_NAMED.fullmatch(name) and _is_file(name) for name in names):
        return []
    if len(names) > MOST_LISTED:
        raise FetchError(f"found {len(names):,} files in a list, expected at most {MOST_LISTED:,}")
    return names


def _is_file(name: str) -> bool:
    """Whether a line of a list names a file, and is no puzzle."""
    return is_address(name) or name.endswith((*PROBLEMS, ".txt", ".sdm", ".csv", ".jsonl", ".sdk"))


def _lines(file: Path) -> Iterator[str]:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            for line in lines:
                if name := line.split("#", 1)[0].strip():
                    yield name
                    if not _is_file(name):
                        return
    except UnicodeDecodeError:
        return
