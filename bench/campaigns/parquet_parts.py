"""The parts: the rows of a campaign as Parquet files, few of them and none too large.

A journal becomes a part of some thousand rows.  Ten parts of about a size are merged into one, and
so on up to MOST_BYTES (log-structured merging: O'Neil, Cheng, Gawlick and O'Neil, "The
log-structured merge-tree", Acta Informatica 1996).  Rows are copied as they are and in no order:
sorted by puzzle they would take a tenth less, but sorting what is wide takes memory.

A merge can be killed at any moment.  The new part is written whole under another name, and a note
names the parts it replaces, before it gets its name and they are removed; the next writer finishes
the merge by that note.  The note alone is not enough: a part is removed when every row of it
stands in the other.  A lock on the folder of the parts keeps readers and merges
apart; a merge does not wait for readers, there will be another.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from accord.bench.campaigns.database import WRITTEN, Database, database, quoted
from accord.bench.campaigns.run import COLUMNS
from accord.puzzles.files.outside_file import (
    OutsideFileError,
    expect_folder,
    read_outside,
    vacate,
    write_whole,
)
from accord.puzzles.outside_data import json_value

if sys.platform != "win32":
    import fcntl

ENOUGH = 10  # parts of about a size are merged
MOST_BYTES = 32 * 2**20
RUNS, NOTE = "runs", "merging.json"
ROW = ", ".join(f'"{name}"' for name in COLUMNS)  # quoted: `limit` is a word of SQL


def parts(folder: Path) -> list[Path]:
    """The parts of a campaign, in the order of their names.

    Raises:
        OutsideFileError: a link leads to them.
    """
    expect_folder(folder / RUNS)
    return sorted((folder / RUNS).glob("part-*.parquet"))


def stamps(folder: Path) -> dict[str, tuple[int, int, int]]:
    """The inode, bytes and time of change of each part, by name, to notice replaced ones."""
    found = ((part.name, part.lstat()) for part in parts(folder))
    return {name: (each.st_ino, each.st_size, each.st_mtime_ns) for name, each in found}


def rows_of(base: Database, *paths: Path) -> str:
    """SQL for the rows of these parts; columns that an older part lacks are null.

    They have the types of rows, whatever they have in the file: else reading them is an error.
    """
    types = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in COLUMNS.items())
    empty = f"SELECT {types} WHERE false"
    there = f" UNION ALL BY NAME FROM {base.outside_parquet(*paths)}" if paths else ""
    cast = ", ".join(f'"{name}"::{kind} AS "{name}"' for name, kind in COLUMNS.items())
    return f"SELECT {cast} FROM ({empty}{there})"


def write_part(base: Database, folder: Path, rows: str) -> int:
    """Make a part of the rows of a query, unless there are none; returns their number."""
    path, number = _written(base, folder, rows)
    if number:
        put(path, _next(folder))
    else:
        path.unlink()
    return number


def rewrite(base: Database, folder: Path, part: Path, rows: str) -> None:
    """Replace a part by the rows of a query; remove it if there are none."""
    path, number = _written(base, folder, rows)
    if number:
        put(path, part)
    else:
        path.unlink()
        part.unlink()


def add_part(folder: Path, part: bytes) -> None:
    """Add a part that was written elsewhere."""
    unfinished = _unfinished(folder)
    unfinished.write_bytes(part)
    put(unfinished, _next(folder))
    combine(folder)


def combine(folder: Path) -> None:
    """Merge parts of similar size while there are enough of them.

    What cannot be read, or not be held in memory, stays as it is: reading it is an error.
    """
    import duckdb

    while group := _group(parts(folder)):
        with _lock(folder, exclusive=True) as free:
            if not free:
                return
            try:
                _merge(folder, group)
            except duckdb.Error:
                return


def finish(folder: Path) -> None:
    """Finish a merge that was killed, if there is one."""
    note = folder / RUNS / NOTE
    if not os.path.lexists(note):
        return
    there = {part.name: part for part in parts(folder)}  # a name is no path to elsewhere
    try:
        names = json_value(read_outside(note, folder))
        into, *group = (there.get(name) for name in (names["into"], *names["from"]))
    except (ValueError, KeyError, TypeError, OutsideFileError):
        into, group = None, []  # spoiled: every row is there once or twice
    for part in group:
        if part and into and part != into and _stands_in(part, into):
            part.unlink()
    vacate(note)


def _group(paths: Sequence[Path]) -> list[Path]:
    """The first parts of similar size that are enough or fill a part of the largest size."""
    sizes = {path: path.lstat().st_size for path in paths}
    for digits in sorted({len(str(size)) for size in sizes.values()}):
        group: list[Path] = []
        for path, size in sizes.items():
            if len(str(size)) != digits or 2 * size > MOST_BYTES:
                continue
            if sum(map(sizes.__getitem__, group)) + size > MOST_BYTES:
                return group
            group.append(path)
            if len(group) == ENOUGH:
                return group
    return []


def _merge(folder: Path, group: Sequence[Path]) -> None:
    note = folder / RUNS / NOTE
    into = _next(folder)
    with database(folder) as base:
        unfinished, _ = _written(base, folder, rows_of(base, *group))
    names = {"into": into.name, "from": [part.name for part in group]}
    write_whole(note, json.dumps(names))
    put(unfinished, into)
    for part in group:
        part.unlink()
    note.unlink()


def _stands_in(part: Path, other: Path) -> bool:
    """Whether a part holds every row of another."""
    with database() as base:
        for name, path in (("part", part), ("other", other)):
            rows = rows_of(base, path)
            base.execute(f"CREATE VIEW {name} AS SELECT hash({ROW}) AS hash FROM ({rows})")
        return not base.value("SELECT count(*) FROM part ANTI JOIN other USING (hash)")


def _written(base: Database, folder: Path, rows: str) -> tuple[Path, int]:
    """A file, not yet a part, with the rows of a query; and their number."""
    path = _unfinished(folder)
    return path, int(base.value(f"COPY ({rows}) TO {quoted(path)} {WRITTEN}"))


def _unfinished(folder: Path) -> Path:
    """A path for an unfinished part; a file or link there is removed."""
    path = folder / RUNS / "unfinished.parquet"
    vacate(path)
    return path


def _next(folder: Path) -> Path:
    """The path of a new part, numbered above all existing parts."""
    number = 1 + max(map(_number, parts(folder)), default=0)
    return folder / RUNS / f"part-{number:05d}.parquet"


def _number(part: Path) -> int:
    """The number in a part's name; 0 if it has a name of another form."""
    found = re.fullmatch(r"part-([0-9]+)", part.stem)
    return int(found[1]) if found else 0


def put(unfinished: Path, path: Path) -> None:
    """Rename a finished file; the rename survives a power cut."""
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Keep a campaign's parts from being merged or replaced in the block."""
    with _lock(folder, exclusive=False):
        yield


@contextmanager
def _lock(folder: Path, *, exclusive: bool) -> Iterator[bool]:
    """Hold a lock on the folder of the parts; false if another process has it.

    Where a folder cannot be locked (NFS, Windows, none there) it is true all the same.
    """
    if sys.platform == "win32":
        yield True
        return
    try:
        descriptor = os.open(folder / RUNS, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        yield True
        return
    try:
        free = True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB if exclusive else fcntl.LOCK_SH)
        except BlockingIOError:
            free = False
        except OSError:
            pass
        yield free
    finally:
        os.close(descriptor)
