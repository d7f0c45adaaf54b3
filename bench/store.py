"""The store: the rows of a campaign on disk, written once and never corrected.

A finished run goes at once to the journal, `runs/journal.jsonl`: one line with its checksum, so
that a line torn by a kill is known and dropped.  Now and then, and at the end, the journal becomes
a Parquet part, written whole through DuckDB and renamed into place; only then is the journal
emptied.  A kill between the two leaves rows in both: reading keeps one row per key.
"""

import fcntl
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zlib import crc32

from accord.bench.folder import CampaignError, parquet, quoted, unreadable
from accord.bench.judge import Judged, Verdict, judge
from accord.bench.run import COLUMNS, KEY, Run
from accord.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    import duckdb

ROWS_PER_PART = 5000
_LIST = ", ".join(f'"{name}"' for name in COLUMNS)  # quoted: `limit` is a word of SQL
_KEY = ", ".join(f'"{name}"' for name in KEY)
_JUDGEMENT = {name: COLUMNS[name] for name in KEY} | {
    "status": "VARCHAR",
    "decided": "BOOLEAN",
    "category": "VARCHAR",
    "refutations": "VARCHAR[]",
}


class LockedError(Exception):
    """Another process is writing to this folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only writer of a campaign.

    Raises:
        LockedError: somebody else is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LockedError(f"{folder}: another campaign is writing to this folder") from None
        yield


class Journal:
    """The runs that are not yet in a part.  One process writes it: see `locked`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "runs" / "journal.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        rows = list(_journal_rows(folder))
        self._write(self.path.with_suffix(".mended"), rows)  # without a torn last line
        self._rows = len(rows)
        self._file = self.path.open("a", encoding="utf-8")

    def _write(self, path: Path, rows: list[str]) -> None:
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{crc32(row.encode()):08x} {row}\n" for row in rows)
            file.flush()
            os.fsync(file.fileno())
        path.replace(self.path)

    def append(self, run: Run) -> None:
        """Write a run down; it survives the death of this process from here on."""
        row = json.dumps(run.row())
        self._file.write(f"{crc32(row.encode()):08x} {row}\n")
        self._file.flush()
        self._rows += 1
        if self._rows >= ROWS_PER_PART:
            self.compact()

    def compact(self) -> None:
        """Make a part of the journal."""
        if not self._rows:
            return
        runs = self.path.parent
        number = 1 + max(map(_number, _parts(runs.parent)), default=0)
        unfinished = runs / "unfinished.parquet"
        with _connection() as connection:
            _read_journal(connection, runs.parent)
            connection.execute(f"COPY journal TO {quoted(unfinished)} (FORMAT parquet)")
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.rename(runs / f"part-{number:05d}.parquet")
        self._file.truncate(0)
        os.fsync(self._file.fileno())
        self._rows = 0

    def close(self) -> None:
        """Make a part of what is left."""
        self.compact()
        self._file.close()


def _journal_rows(folder: Path) -> Iterator[str]:
    """The JSON texts of the journal's lines whose checksum is right."""
    path = folder / "runs" / "journal.jsonl"
    if not path.exists():
        return
    for line in path.read_bytes().split(b"\n"):
        checksum, _, row = line.partition(b" ")
        if row and checksum == f"{crc32(row):08x}".encode():
            yield row.decode()


def _parts(folder: Path) -> list[Path]:
    return sorted((folder / "runs").glob("part-*.parquet"))


def _number(part: Path) -> int:
    """The number of a part; 0 for one that came from elsewhere under a name of its own."""
    found = re.fullmatch(r"part-([0-9]+)", part.stem)
    return int(found[1]) if found else 0


@contextmanager
def _connection() -> Iterator["duckdb.DuckDBPyConnection"]:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        yield connection


def _read_journal(connection: "duckdb.DuckDBPyConnection", folder: Path) -> None:
    """Make the table `journal`."""
    _read_lines(connection, "journal", COLUMNS, _journal_rows(folder))


def _read_lines(
    connection: "duckdb.DuckDBPyConnection",
    table: str,
    columns: Mapping[str, str],
    lines: Iterable[str],
) -> None:
    """Make a table with these columns of JSON objects, one a line."""
    types = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "rows.jsonl"
        with file.open("w", encoding="utf-8") as rows:
            rows.writelines(f"{line}\n" for line in lines)
        connection.execute(
            f"CREATE TABLE {table} AS SELECT * FROM read_json({quoted(file)}, "
            f"hive_partitioning = false, format = 'newline_delimited', columns = {{{types}}})"
        )


@contextmanager
def opened(folder: Path) -> Iterator["duckdb.DuckDBPyConnection"]:
    """A connection with the view `runs`: one row per key, journal and parts together.

    Columns that an older part lacks are null.

    Raises:
        CampaignError: a part cannot be read.
    """
    import duckdb

    parts = _parts(folder)
    with _connection() as connection, parquet(*parts) as rows:
        _read_journal(connection, folder)
        sources = ["FROM journal", *([f"FROM {rows}"] if parts else [])]
        try:
            connection.execute(
                f"CREATE VIEW runs AS SELECT {_LIST} FROM ({' UNION ALL BY NAME '.join(sources)}) "
                f"QUALIFY row_number() OVER (PARTITION BY {_KEY} ORDER BY started) = 1"
            )
            yield connection
        except duckdb.Error:
            for part in parts:
                _read_through(part)
            raise


def _read_through(part: Path) -> None:
    """Raise a CampaignError if this part is what cannot be read."""
    import duckdb

    try:
        with _connection() as connection, parquet(part) as rows:
            connection.execute(f"CREATE TABLE part AS FROM {rows}")
    except duckdb.Error as error:
        raise unreadable(part, error) from None


def keys(folder: Path) -> set[tuple[object, ...]]:
    """The keys of the runs that are done."""
    with opened(folder) as connection:
        return set(connection.execute(f"SELECT {_KEY} FROM runs").fetchall())


def verdicts(
    connection: "duckdb.DuckDBPyConnection", puzzles: dict[str, Puzzle]
) -> Iterator[tuple[str, Verdict]]:
    """Every puzzle of the view `runs` by its digest, judged by all its rows.

    Raises:
        CampaignError: there are runs on a puzzle that is none of these.
    """
    cursor = connection.execute(f"SELECT {_LIST} FROM runs ORDER BY {_KEY}")
    rows = (dict(zip(COLUMNS, row, strict=True)) for row in _fetched(cursor))
    for digest, group in groupby(rows, itemgetter("puzzle")):
        if digest not in puzzles:
            raise CampaignError(
                f"found runs on the puzzle {digest}, expected those of the campaign's "
                f"{len(puzzles)}; a part of another campaign?"
            )
        yield digest, judge(puzzles[digest], map(Run.from_row, group))


def _fetched(cursor: "duckdb.DuckDBPyConnection") -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(10_000):
        yield from rows


def add_categories(
    connection: "duckdb.DuckDBPyConnection",
    puzzles: dict[str, Puzzle],
    watch: Callable[[str, Verdict], None] = lambda digest, verdict: None,
) -> None:
    """Make the table `judged`: `runs` with status, decided, category and refutations.

    Args:
        connection: as `opened` gives it.
        puzzles: by their digest.
        watch: told the verdict on each puzzle.
    """

    def lines() -> Iterator[str]:
        for digest, verdict in verdicts(connection, puzzles):
            watch(digest, verdict)
            yield from (json.dumps(_judgement(judged)) for judged in verdict.runs)

    _read_lines(connection, "judgements", _JUDGEMENT, lines())
    same = " AND ".join(f'runs."{name}" IS NOT DISTINCT FROM judgements."{name}"' for name in KEY)
    connection.execute(
        "CREATE TABLE judged AS SELECT runs.*, status, decided, category, refutations "
        f"FROM runs JOIN judgements ON {same}"
    )


def _judgement(judged: Judged) -> dict[str, Any]:
    run = judged.run
    assert isinstance(run, Run)
    return {name: getattr(run, name) for name in KEY} | {
        "status": run.status,
        "decided": judged.decided,
        "category": judged.category,
        "refutations": list(judged.refutations),
    }
