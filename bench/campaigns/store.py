"""The store: the rows of a campaign on disk, written once and never corrected.

A finished run goes at once to the journal, `runs/journal.jsonl`: one line with its checksum, so
that a line torn by a kill is known and dropped.  Where many runs are finished within AT_LATEST
seconds, they are handed to the system together: each by itself took 86 us, most of them waiting for
the lock of Python's interpreter, which other threads of the harness are as busy with.  Now and
then, and at the end, the journal becomes a Parquet part (bench/campaigns/parts.py), written whole
and renamed into place; only then is the journal emptied.  A kill between the two leaves rows in
both: times are read of one row per key, of several the one that started first; as evidence
all of them are read (bench/judging/judging.py).

Which keys stand there twice is found by a hash of 64 bits for each row, and only rows whose hash is
not alone are held against each other: 0.2 s for a million rows.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from threading import Lock, Timer
from time import monotonic
from uuid import uuid4
from zlib import crc32

from accord.bench.campaigns.database import Database, database
from accord.bench.campaigns.folder import unreadable
from accord.bench.campaigns.parts import combine, finish, parts, reading, rows_of, write_part
from accord.bench.campaigns.run import COLUMNS, KEY, Run
from accord.bench.upkeep.withdrawn import is_read, withdrawals
from accord.puzzles.errors import InputError

ROWS_PER_PART = 5000
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
EARLIEST = "started, outcome, digest, exhausted, wall_time"


class LockedError(InputError):
    """Another process is writing to this folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only writer of a campaign.

    Raises:
        LockedError: another process is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LockedError(f"{folder}: another campaign is writing to this folder") from None
        yield


def is_barren(folder: Path) -> bool:
    """Whether no run was ever written down here."""
    journal = folder / "runs" / "journal.jsonl"
    return not parts(folder) and not (journal.exists() and journal.stat().st_size)


class Journal:
    """The runs that are not yet in a part.  One process writes it: see `locked`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "runs" / "journal.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        finish(folder)
        self._rows = self._bytes = 0
        mended = self.path.with_suffix(".mended")  # without a torn last line
        with mended.open("wb") as file:
            for row in _journal_lines(folder):
                self._rows += 1
                self._bytes += file.write(_line(row))
            file.flush()
            os.fsync(file.fileno())
        mended.replace(self.path)
        self._file = self.path.open("ab")
        self._lines: list[bytes] = []  # that are not handed to the system yet
        self._flushed = 0.0  # when
        self._late: Timer | None = None  # flushes what is not flushed at once
        self._changing = Lock()
        self._open = ExitStack()
        self._base: Database | None = None

    def append(self, run: Run) -> None:
        """Write a run down; it survives the death of this process from AT_LATEST on."""
        line = _line(_text(run))
        with self._changing:
            self._lines.append(line)
            self._bytes += len(line)
            self._rows += 1
            if monotonic() - self._flushed >= AT_LATEST:
                self._flush()
            elif self._late is None:
                self._late = Timer(AT_LATEST, self._flush_late)
                self._late.daemon = True
                self._late.start()
        if self._rows >= ROWS_PER_PART or self._bytes >= BYTES_PER_PART:
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
                self._flush()

    def compact(self) -> None:
        """Make a part of the journal."""
        if not self._rows:
            return
        if self._base is None:
            self._base = self._open.enter_context(database())
        with self._changing:
            self._flush()
            rows = f"FROM {self._base.json_lines(self.path, COLUMNS)}"
            write_part(self._base, self.folder, rows)
            self._file.truncate(0)
            os.fsync(self._file.fileno())
            self._rows = self._bytes = 0
        combine(self.folder)

    def close(self) -> None:
        """Make a part of what is left."""
        with self._open:
            self.compact()
        with self._changing:
            self._file.close()


def _line(row: bytes) -> bytes:
    """The line of a row, a JSON object; the checksum is that of all that follows it."""
    return b'%s%08x",%s\n' % (_CHECKED, crc32(row[1:]), row[1:])


_CHECKED = b'{"checksum":"'
_encode = json.JSONEncoder(check_circular=False).encode


def _text(run: Run) -> bytes:
    """The row of a run as JSON; what is unknown is left out."""
    row = {name: value for name, value in vars(run).items() if value is not None}
    row["solutions"] = list(map(str, run.solutions))
    return _encode(row).encode()


def _journal_lines(folder: Path) -> Iterator[bytes]:
    """The JSON texts of the journal's lines whose checksum is right."""
    path = folder / "runs" / "journal.jsonl"
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if line.startswith(_CHECKED):
                checksum, _, rest = line.removeprefix(_CHECKED).rstrip(b"\n").partition(b'",')
            else:  # of an earlier version: checksum, space, row
                checksum, _, rest = line.rstrip(b"\n").partition(b" {")
            row = b"{" + rest
            if checksum in (b"%08x" % crc32(rest), b"%08x" % crc32(row)):
                yield row


def journal_rows(base: Database, folder: Path) -> str:
    """SQL for the rows of a journal."""
    file = base.scratch / f"{uuid4()}.jsonl"
    with file.open("wb") as rows:
        rows.writelines(row + b"\n" for row in _journal_lines(folder))
    return f"FROM {base.json_lines(file, COLUMNS)}"


@contextmanager
def opened(folder: Path) -> Iterator[Database]:
    """A database with the view `runs`: one row per key, journals and parts together.

    Columns that an older part lacks are null, or where they are of the key have their default.
    The view `everything` has all the rows that were not withdrawn, the table `repeated` the hashes
    of keys that are there more than once.

    Raises:
        CampaignError: a part cannot be read.
    """
    import duckdb

    with reading(folder), database() as base:
        paths = parts(folder)
        counts = is_read(base, withdrawals(folder))
        base.execute(f"CREATE TABLE journal AS {journal_rows(base, folder)}")
        try:
            base.execute(
                f"CREATE VIEW everything AS SELECT {_NORMAL} FROM "
                f"(FROM journal UNION ALL BY NAME {rows_of(base, *paths)}) WHERE {counts}"
            )
            _make_unique(base)
            yield base
        except duckdb.Error:
            for path in paths:
                _read_through(path)
            raise


def _make_unique(base: Database) -> None:
    """Make the view `runs` of `everything`."""
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
            f"SELECT * EXCLUDE (key) FROM {hashed} SEMI JOIN repeated USING (key) "
            f"WHERE key % {pieces} = {piece} "
            f"QUALIFY row_number() OVER (PARTITION BY {KEY_LIST} ORDER BY {EARLIEST}) = 1",
        )
    sources = [f"SELECT * EXCLUDE (key) FROM {hashed} ANTI JOIN repeated USING (key)"]
    sources += [f"FROM earliest{piece}" for piece in range(pieces)]
    base.execute(f"CREATE VIEW runs AS {' UNION ALL '.join(sources)}")


def _read_through(part: Path) -> None:
    """Raise a CampaignError if this part is what cannot be read."""
    import duckdb

    try:
        with database() as base:
            base.execute(f"SELECT max(hash(COLUMNS(*))) FROM {base.parquet(part)}").fetchall()
    except duckdb.Error as error:
        raise unreadable(part, error) from None
