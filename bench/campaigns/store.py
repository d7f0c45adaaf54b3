"""The store: the rows of a campaign on disk, written once and never corrected.

A finished run goes at once to the journal, `runs/journal.jsonl`: one line with its checksum.  Where
many runs are finished within AT_LATEST seconds, they are handed to the system together: each by
itself took 86 us, most of them waiting for the lock of Python's interpreter, which other threads of
the harness are as busy with.  Now and then, and at the end, the rows become a Parquet part
(bench/campaigns/parquet_parts.py), written whole and renamed into place; only then is the journal
emptied.  A kill between the two leaves rows in both: times are read of one row per key, of several
the one that started first with the code that the solver had last (solvers/source.py), and before
all others one that is not noisy (bench/run/other_load.py), whatever its times; as evidence all of
them are read (bench/analysis/judging.py).

The journal is for the time after a kill, and is read then only: parts are made of the rows that the
supervisor holds in memory, since the file can be written by others, the solvers among them.  What a
kill has torn, or something else has written, fails its checksum; it is left out and counted.

Which keys stand there twice is found by a hash of 64 bits for each row, and only rows whose hash is
not alone are held against each other: 0.2 s for a million rows.
"""

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import MISSING, fields
from os.path import samestat
from pathlib import Path
from shutil import rmtree
from threading import Lock, Timer
from time import monotonic
from typing import Any
from uuid import uuid4
from zlib import crc32

from accord.bench.campaigns.database import Database, database
from accord.bench.campaigns.folder import (
    ENVIRONMENTS,
    SCRATCH,
    SPOILED,
    CampaignError,
    set_aside,
    unreadable,
)
from accord.bench.campaigns.kept_files import KeptFiles
from accord.bench.campaigns.parquet_parts import (
    RUNS,
    add_part,
    combine,
    finish,
    parts,
    reading,
    rows_of,
    stamps,
    write_part,
)
from accord.bench.campaigns.run import COLUMNS, IS_NOISY, KEY, NEEDED, Run
from accord.bench.campaigns.withdrawn import is_read, withdrawals
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import (
    OutsideFileError,
    expect_folder,
    open_outside,
    unlinked,
    vacate,
)
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted

if sys.platform != "win32":
    import fcntl

JOURNAL = "journal.jsonl"
ROWS_PER_PART = 5000
MOST_JOURNAL = 2**28  # bytes of a journal that are read
AT_LATEST = 0.05  # seconds; a kill loses the runs of the last ones, which are made again
BYTES_PER_PART = 16 * 2**20  # of the journal
SLICE = 50_000  # rows that are held against each other at a time
KEY_LIST = ", ".join(f'"{name}"' for name in KEY)  # quoted: `limit` is a word of SQL
_DEFAULTS = {each.name: each.default for each in fields(Run) if each.name in KEY}
_NORMAL = ", ".join(  # what an old row lacks of its key has its default
    f'coalesce("{name}", {json.dumps(default)}) AS "{name}"'
    if isinstance(default := _DEFAULTS.get(name), int)
    else f'"{name}"'
    for name in COLUMNS
)
LATEST = f"max(started) OVER (PARTITION BY {KEY_LIST}, source)"  # run of the same code
CHOSEN = f"latest DESC, {IS_NOISY}, started, outcome, digest, exhausted, wall_time"


class LockedError(InputError):
    """Another process is writing to this folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a campaign's folder against other writers, and remove unfinished files there.

    Raises:
        OutsideFileError: `.lock` or a folder in this one is a link.
        CampaignError: the system cannot lock files as this needs.
        LockedError: another process is.
        OSError: nothing can be written there; names the folder.
    """
    if sys.platform == "win32":
        raise CampaignError(f"{folder}: no campaign is written on Windows, which lacks flock")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = open(folder / ".lock", "ab", opener=unlinked)  # noqa: SIM115  # closed below
    except OSError as error:
        error.filename = str(folder)
        raise
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LockedError(f"{folder}: another campaign is writing to this folder") from None
        for left in folder.glob(f"{SCRATCH}*"):
            rmtree(left, ignore_errors=True)
        for name in (RUNS, ENVIRONMENTS, SPOILED):
            expect_folder(folder / name)
        yield


def is_barren(folder: Path) -> bool:
    """Whether no run was ever written into a folder."""
    journal = folder / RUNS / JOURNAL
    return not parts(folder) and not (journal.is_file() and journal.stat().st_size)


class ForeignWritingWarning(UserWarning):
    """Another program has written into the folder of this campaign."""


class Journal:
    """The runs that are not yet in a part, in a file with one writer: see `locked`."""

    def __init__(self, folder: Path, warn: Callable[[str], None] | None = None) -> None:
        """Open the journal with the rows that are there.

        Args:
            folder: of the campaign.
            warn: called with each sentence about foreign writing; by default it is a warning.

        Warns:
            ForeignWritingWarning: not all of it is rows.
        """
        self._warn = warn or _warn
        self.folder = folder
        self.path = folder / RUNS / JOURNAL
        self.path.parent.mkdir(parents=True, exist_ok=True)
        finish(folder)
        self._rows, left_out = journal_texts(folder)  # as JSON, that are in no part yet
        if left_out:
            self._warn(
                f"{self.path}: left out {counted(left_out, 'line')} whose checksum is wrong: torn "
                "by a kill, or written by something else"
            )
        self._renew(b"".join(map(_line, self._rows)))
        self._lines: list[bytes] = []  # that are not handed to the system yet
        self._flushed = 0.0  # when
        self._late: Timer | None = None  # flushes what is not flushed at once
        self._changing = Lock()
        self._open = ExitStack()
        self._base: Database | None = None
        self._parts = stamps(folder)  # as this campaign has left them
        self._kept = KeptFiles(folder)

    def append(self, run: Run) -> None:
        """Write a run; it survives a kill of this process after AT_LATEST."""
        row = _row_json(run)
        with self._changing:
            self._rows.append(row)
            self._lines.append(line := _line(row))
            self._bytes += len(line)
            if monotonic() - self._flushed >= AT_LATEST:
                self._flush()
            elif self._late is None:
                self._late = Timer(AT_LATEST, self._flush_late)
                self._late.daemon = True
                self._late.start()
        if len(self._rows) >= ROWS_PER_PART or self._bytes >= BYTES_PER_PART:
            self.compact()

    def _flush(self) -> None:
        self._file.write(b"".join(self._lines))
        self._file.flush()
        self._lines.clear()
        self._flushed = monotonic()

    def _flush_late(self) -> None:
        with self._changing:
            self._late = None
            if not self._file.closed:
                with suppress(OSError):  # a full disk: the next flush raises it to the caller
                    self._flush()

    def compact(self) -> None:
        """Move all rows from the journal into a part.

        Warns:
            ForeignWritingWarning: the folder is not as it was written.
        """
        with self._changing:
            self._flush()
            foreign = [*self._foreign(), *self._foreign_parts(), *self._kept.restore()]
            if self._rows:
                self._base = self._base or self._open.enter_context(database())
                write_part(self._base, self.folder, rows_of_texts(self._base, self._rows))
                self._rows.clear()
            if self._bytes or foreign:
                self._file.close()
                self._renew()
        combine(self.folder)
        self._parts = stamps(self.folder)
        for complaint in foreign:
            self._warn(complaint)

    def add_part(self, part: bytes) -> None:
        """Add a part that was written elsewhere for this campaign."""
        foreign = [*self._foreign_parts()]
        add_part(self.folder, part)
        self._parts = stamps(self.folder)
        for complaint in foreign:
            self._warn(complaint)

    def _foreign_parts(self) -> Iterator[str]:
        """Set parts aside that this campaign did not make; a sentence on each."""
        found, runs = stamps(self.folder), self.folder / RUNS
        for name in found.keys() - self._parts.keys():
            set_aside(self.folder, runs / name)
            yield f"{runs / name}: found a new part, {_REPORT}; it is set aside in {SPOILED}/"
        for name in sorted(self._parts):
            if found.get(name) != self._parts[name]:
                yield (
                    f"{runs / name}: {'found it changed' if name in found else 'it is gone'}, so "
                    "something else has written to the folder, perhaps a solver: its rows may be "
                    "forged or lost; `accord repair` sets aside what cannot be read, and the same "
                    "question makes again what is missing"
                )

    def _foreign(self) -> Iterator[str]:
        """Sentences on a journal that is not as this process wrote it."""
        try:
            is_ours = samestat(self.path.lstat(), os.fstat(self._file.fileno()))
        except FileNotFoundError:
            is_ours = False
        if not is_ours:
            yield f"{self.path}: found another file there, or none, {_REPORT}"
        elif (size := self.path.stat().st_size) != self._bytes:
            yield f"{self.path}: found {size:,} bytes, expected {self._bytes:,}, {_REPORT}"

    def _renew(self, lines: bytes = b"") -> None:
        """Replace the journal by a new file with these lines."""
        renewed = self.path.with_suffix(".renewed")
        vacate(renewed)
        with renewed.open("xb") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        if self.path.is_dir():
            vacate(self.path)
        renewed.replace(self.path)
        self._file = self.path.open("ab")
        self._bytes = len(lines)  # of the file, once all lines are handed to the system

    def close(self) -> None:
        """Move what is left into a part, and close the journal."""
        with self._open:
            self.compact()
        with self._changing:
            self._file.close()


_REPORT = (
    "so something else has written to it, perhaps a solver: the rows of this campaign are complete "
    "and no other is counted"
)


def _warn(sentence: str) -> None:
    warnings.warn(sentence, ForeignWritingWarning, stacklevel=3)


def _line(row: bytes) -> bytes:
    """A row as a line: a JSON object whose checksum covers all that follows it."""
    return b'%s%08x",%s\n' % (_CHECKED, crc32(row[1:]), row[1:])


_CHECKED = b'{"checksum":"'
_encode = json.JSONEncoder(check_circular=False).encode


def _row_json(run: Run) -> bytes:
    """A run as JSON, without unknown values."""
    row = {name: value for name, value in vars(run).items() if value is not None}
    row["solutions"] = [] if run.assignments is not None else list(map(str, run.solutions))
    return _encode(row).encode()


def journal_texts(folder: Path) -> tuple[list[bytes], int]:
    """The rows of the journal as JSON texts, and the number of other lines.

    What is no plain file has none; what follows MOST_JOURNAL bytes is one line that is none.
    """
    rows, others, left = list[bytes](), 0, MOST_JOURNAL
    with suppress(OSError, OutsideFileError), open_outside(folder / RUNS / JOURNAL, folder) as file:
        while line := file.readline(left):
            left -= len(line)
            row = _verified(line)
            if row is None:
                others += 1
            else:
                rows.append(row)
        others += bool(file.read(1))
    return rows, others


def _verified(line: bytes) -> bytes | None:
    """The row in a line as JSON text; None if its checksum is wrong or missing."""
    if line.startswith(_CHECKED):
        checksum, _, rest = line.removeprefix(_CHECKED).rstrip(b"\n").partition(b'",')
    else:  # of an earlier version: checksum, space, row
        checksum, _, rest = line.rstrip(b"\n").partition(b" {")
    row = b"{" + rest
    if checksum not in (b"%08x" % crc32(rest), b"%08x" % crc32(row)):
        return None
    try:
        found = json_value(row)
        values = {name: value for name, value in found.items() if name in COLUMNS}
        written = json.dumps(values, ensure_ascii=False).encode()
    except ValueError:  # half of a surrogate pair is a ValueError
        return None
    return written if _is_row(values) else None


def _is_row(values: dict[str, Any]) -> bool:
    """Whether fields are columns of a run, with all that every version has written."""
    return values.keys() >= _REQUIRED and all(
        _holds(COLUMNS[name], value) for name, value in values.items()
    )


def _holds(column: str, value: Any) -> bool:
    """Whether a column of this type can hold a JSON value."""
    if isinstance(value, list):
        return column == "VARCHAR[]" and all(type(each) is str for each in value)
    if type(value) is int and not -(2**63) <= value < 2**63:
        return False
    return type(value) in _TYPES[column]


_TYPES: dict[str, set[type]] = {
    "VARCHAR": {str},
    "VARCHAR[]": {list},
    "BIGINT": {int},
    "DOUBLE": {int, float},
    "BOOLEAN": {bool},
}
_REQUIRED = {each.name for each in fields(Run) if each.default is MISSING} - {"limit"}


def rows_of_texts(base: Database, rows: Iterable[bytes]) -> str:
    """SQL for rows that are given as JSON texts."""
    file = base.scratch / f"{uuid4()}.jsonl"
    with file.open("wb") as lines:
        lines.writelines(row + b"\n" for row in rows)
    return f"FROM {base.json_lines(file, COLUMNS)}"


def journal_rows(base: Database, folder: Path) -> str:
    """SQL for the rows of a journal."""
    rows, _ = journal_texts(folder)
    return rows_of_texts(base, rows)


@contextmanager
def opened(folder: Path) -> Iterator[Database]:
    """A database with the view `runs`: one row per key, of the journal and all parts.

    Columns that an older part lacks are null, or where they are of the key have their default.
    The view `every_row` has all rows, `everything` those that were not withdrawn, the table
    `repeated` the hashes of keys that are there more than once.

    Raises:
        CampaignError: a part cannot be read, or lacks a column.
    """
    import duckdb

    with reading(folder), ExitStack() as stack:
        paths = parts(folder)
        size = sum(path.lstat().st_size for path in (*paths, *(folder / RUNS).glob(JOURNAL)))
        base = stack.enter_context(database(size=size))
        counts = is_read(base, withdrawals(folder))
        base.execute(f"CREATE TABLE journal AS {journal_rows(base, folder)}")
        try:
            for path in paths:
                base.expect_columns(path, NEEDED)
            base.define(
                "every_row",
                f"SELECT {_NORMAL} FROM (FROM journal UNION ALL BY NAME {rows_of(base, *paths)})",
            )
            base.execute(f"CREATE VIEW everything AS FROM every_row WHERE {counts}")
            _make_unique(base)
            yield base
        except duckdb.Error as error:
            raise cause(error, folder) from None


def _make_unique(base: Database) -> None:
    """Define the view `runs`: of the rows in `everything` with one key, one."""
    base.execute(
        "CREATE TABLE repeated AS SELECT key FROM "
        f"(SELECT hash({KEY_LIST}) AS key FROM everything) GROUP BY key HAVING count(*) > 1"
    )
    repeated = base.value("SELECT count(*) FROM repeated")
    if not repeated:
        base.execute("CREATE VIEW runs AS FROM everything")
        return
    hashed = f"(SELECT *, hash({KEY_LIST}) AS key FROM everything)"
    pieces = 1 + repeated // SLICE
    for piece in range(pieces):
        base.keep(
            f"earliest{piece}",
            f"SELECT * EXCLUDE (key, latest) FROM (SELECT *, {LATEST} AS latest "
            f"FROM {hashed} SEMI JOIN repeated USING (key) WHERE key % {pieces} = {piece}) "
            f"QUALIFY row_number() OVER (PARTITION BY {KEY_LIST} ORDER BY {CHOSEN}) = 1",
        )
    sources = [f"SELECT * EXCLUDE (key) FROM {hashed} ANTI JOIN repeated USING (key)"]
    sources += [f"FROM earliest{piece}" for piece in range(pieces)]
    base.define("runs", " UNION ALL ".join(sources))


def cause(error: Exception, folder: Path) -> Exception:
    """The CampaignError or other error to raise for one of DuckDB.

    A part cannot be read, or the texts are too large.
    """
    import duckdb

    for part in parts(folder):
        try:
            with database() as base:
                rows = rows_of(base, part)
                base.execute(f"SELECT max(hash(COLUMNS(*))) FROM ({rows})").fetchall()
        except duckdb.Error as found:
            return CampaignError(f"{unreadable(part, found)}; `accord repair` sets it aside")
    is_too_large = isinstance(error, duckdb.OutOfMemoryException)
    return unreadable(folder, error) if is_too_large else error
