"""The folder of what was fetched: for each its puzzles, and a record of where they are from.

    ~/.local/share/accord/fetched/NAME/puzzles/...   the files, as they came or were unpacked
    ~/.local/share/accord/fetched/NAME/record.json   source, time, licence, bytes, checksums

The folder may be elsewhere (bench/run/environment.py).  Something is kept once it is whole and
holds puzzles: it is written beside, and renamed into its place.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import islice, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.make.fetching.address import file_name, files_of
from accord.bench.make.fetching.download import FetchError, FetchLimits
from accord.bench.make.fetching.service import Service, different
from accord.bench.make.instances.collection import instances_of
from accord.bench.make.instances.folder import PROBLEMS
from accord.bench.run.environment import data_folder
from accord.puzzles.errors import InputError
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.outside_data import json_value

MOST_READ = 100_000  # puzzles that are read to see whether there are some
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_WEB_PAGE = "it is a web page; the address of the file itself is needed"
_RECORD, _PUZZLES = "record.json", "puzzles"


@dataclass(frozen=True)
class FetchedFile:
    """A file that was fetched: its path in the folder of puzzles, and how many there are in it."""

    path: str
    sha256: str
    puzzles: int | None  # None where it was not read to the end


@dataclass(frozen=True)
class Fetched:
    """The files of one fetch, with their source.

    Args:
        name: of its folder.
        source: the address.
        time: when, in UTC, as 2026-01-31T12:00:00+00:00.
        licence: under which it may be used, as the user or the service says; "" where nobody does.
        asked: what a service was asked.
        size: bytes of the files.
        files: what was unpacked of it.
    """

    name: str
    source: str
    time: str
    licence: str
    asked: dict[str, Any]
    size: int
    files: Sequence[FetchedFile]

    @property
    def folder(self) -> Path:
        """The folder of the puzzles."""
        return fetched_folder() / self.name / _PUZZLES

    @property
    def paths(self) -> list[Path]:
        """The paths for other commands: the folder of problem files, or each file with puzzles."""
        found = [self.folder / each.path for each in self.files if each.puzzles != 0]
        if len(found) > 1 and any(file.name.endswith(PROBLEMS) for file in found):
            return [self.folder]
        return found

    @property
    def puzzles(self) -> str:
        """The number of puzzles as text, with `>=` before it where not all were counted."""
        least = sum(each.puzzles or 0 for each in self.files)
        return f"{'>=' if any(each.puzzles is None for each in self.files) else ''}{least:,}"

    @property
    def state(self) -> str:
        """The state of the files: `as fetched`, `changed` or `missing`."""
        if not all((self.folder / each.path).is_file() for each in self.files):
            return "missing"
        same = all(checksum(self.folder / each.path) == each.sha256 for each in self.files)
        return "as fetched" if same else "changed"


def fetched_folder() -> Path:
    """The folder of all that was fetched; it may not exist yet."""
    return data_folder("fetched")


def checksum(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def records() -> Iterator[Fetched]:
    """The fetches that are kept, by name.

    Raises:
        FetchError: a record cannot be read.
    """
    for file in sorted(fetched_folder().glob(f"[!.]*/{_RECORD}")):
        try:
            said = json_value(file.read_bytes())
            files = [FetchedFile(**each) for each in said.pop("files")]
            yield Fetched(**said, files=files)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FetchError(f"{file}: found no record of something fetched: {error}") from None


def fetch_address(url: str, limits: FetchLimits, name: str | None, licence: str = "") -> Fetched:
    """Fetch an address and keep its files; those of an earlier fetch are replaced.

    Raises:
        FetchError: it cannot be fetched, holds no puzzle, or the name is that of something else.
    """
    chosen = _checked(name or re.sub(r"\.(zip|tar|tgz|gz|xz|lzma)\b", "", file_name(url)))
    known = {each.name: each for each in records()}.get(chosen)
    if known and known.source != url:
        raise FetchError(
            f"found {chosen!r}, which was fetched from {known.source}, expected another --name"
        )
    with _new_folder() as new:
        (new / _PUZZLES).mkdir()
        (work := new / "work").mkdir()
        files = files_of(url, new / _PUZZLES, work, limits)
        shutil.rmtree(work)
        return _kept(new, chosen, url, licence, {}, files, limits.seconds)


def fetch_service(
    service: Service,
    label: str,
    *,
    difficulty: str,
    count: int,
    limits: FetchLimits,
    name: str | None = None,
    steps: ShowStep = not_shown,
) -> tuple[Fetched, FetchError | None]:
    """Fetch and keep `count` different puzzles of a service; the error if there are fewer.

    Raises:
        FetchError: there is none at all, or the name is that of something else.
    """
    names = {each.name for each in records()}
    free = (f"{label}-{difficulty}-{number}" for number in range(1, len(names) + 2))
    chosen = _checked(name or next(each for each in free if each not in names))
    if chosen in names:
        raise FetchError(f"found {chosen!r}, which is there already, expected another --name")
    lines: list[str] = []
    error: FetchError | None = None
    try:
        for instance in different(service.ask(service.url, difficulty, limits), count):
            named = replace(instance, name=f"{chosen}/{len(lines) + 1:04}")
            lines.append(write_instance(named))
            steps("fetching puzzles", len(lines), count)
    except FetchError as found:
        if not lines:
            raise
        error = found
    if not error and len(lines) < count:
        error = FetchError(f"{service.url}: found {len(lines)} different puzzles, expected {count}")
    with _new_folder() as new:
        (new / _PUZZLES).mkdir()
        file = new / _PUZZLES / f"{chosen}.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        asked = {"difficulty": difficulty, "count": count}
        source = (service.url, service.licence)
        return _kept(new, chosen, *source, asked, [file], limits.seconds), error


def _checked(name: str) -> str:
    if not NAME.fullmatch(name):
        raise FetchError(f"found the name {name!r}, expected letters, digits, points and dashes")
    return name


@contextmanager
def _new_folder() -> Iterator[Path]:
    """A folder on the disk of the others, which is gone afterwards if it was not renamed."""
    fetched_folder().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(
        prefix=".new-", dir=fetched_folder(), ignore_cleanup_errors=True
    ) as new:
        yield Path(new)


def _counted(files: Sequence[Path], url: str, seconds: float) -> list[int | None]:
    """The number of puzzles in each file; 0 where it cannot be read.

    After so many seconds no further file is read.

    Raises:
        FetchError: there is none.
    """
    left, found, why, until = MOST_READ, list[int | None](), "it is empty", monotonic() + seconds
    for file in files:
        if monotonic() > until:
            found.append(None)
            continue
        try:
            some = islice(instances_of(str(file)), left)
            number = sum(1 for _ in takewhile(lambda _: monotonic() <= until, some))
        except (InputError, OSError) as error:
            number = 0
            why = _WEB_PAGE if _is_web_page(file) else str(error).replace(f"{file}: ", "")
        left -= number
        found.append(number if left and monotonic() <= until else None)
    if not any(number != 0 for number in found):
        raise FetchError(f"{url}: found no puzzle, expected at least one: {why}")
    return found


def _is_web_page(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(100).lstrip().lower().startswith((b"<!doctype html", b"<html"))


def _kept(
    new: Path,
    name: str,
    source: str,
    licence: str,
    asked: dict[str, Any],
    files: Sequence[Path],
    seconds: float,
) -> Fetched:
    """The record of new files, once they are in their place."""
    folder = new / _PUZZLES
    numbers = _counted(files, source, seconds)
    fetched = Fetched(
        name,
        source,
        datetime.now(UTC).isoformat(timespec="seconds"),
        licence,
        asked,
        sum(file.stat().st_size for file in files),
        [
            FetchedFile(str(file.relative_to(folder)), checksum(file), number)
            for file, number in zip(files, numbers, strict=True)
        ],
    )
    record = json.dumps(asdict(fetched), indent=2)
    (new / _RECORD).write_text(f"{record}\n", encoding="utf-8")
    place = fetched_folder() / name
    if place.exists():
        shutil.rmtree(place)
    new.rename(place)
    return fetched
