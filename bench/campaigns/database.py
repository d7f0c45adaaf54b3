"""DuckDB with bounded memory and one thread, and with names of files that are not patterns.

A campaign of a million runs has to leave the machine to the solvers: DuckDB may use MEMORY and one
thread, and sorts, groups and joins what does not fit through files.  It does so well as long as the
rows are narrow: to sort 400 MB of texts of 2 kB within 128 MB it fails, as every block it merges
from has to be in memory.  So what is wide is never sorted as a whole, but slice by slice: puzzles
have a hash for a name, so that equal ranges of it are equal parts of them (see `slices`).  A join
is made in the order it is written: its right side is held in memory, and is narrow.

To start an instance of DuckDB takes 18 ms, most of a small query's time.  So one that was used is
kept for the next database of this process, which finds an empty catalog in it, unless it is broken
or has spilled to files.  To plan a query over files and views takes several times as long as over
tables: the rows of a small campaign are held in these.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from accord.bench.campaigns.folder import SCRATCH, CampaignError
from accord.puzzles.files.outside_file import OutsideFileError, open_outside

if TYPE_CHECKING:
    import duckdb

MEMORY = "112MB"
SMALL = 2**20  # bytes of files whose rows are held in tables
WRITTEN = "(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20480, ROW_GROUP_SIZE_BYTES '16MB')"
FETCHED = 2048  # rows at a time
_ROWS = "SELECT sum(row_group_num_rows) FROM parquet_metadata({}) WHERE column_id = 0"


@dataclass(frozen=True)
class Database:
    """A database in memory, and a temporary folder for its files."""

    connection: "duckdb.DuckDBPyConnection"
    scratch: Path
    links: Path  # a folder with links to files, whose names DuckDB takes as they are
    small: bool = False  # tables in memory hold what would stay in files

    def execute(self, query: str, parameters: object = None) -> "duckdb.DuckDBPyConnection":
        """Execute a query; the connection, from which its rows can be fetched."""
        return self.connection.execute(query, parameters)

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, read in batches; no other query may run until all are read."""
        cursor = self.execute(query)
        while rows := cursor.fetchmany(FETCHED):
            yield from rows

    def value(self, query: str) -> Any:
        """The single value that a query returns."""
        ((value,),) = self.execute(query).fetchall()
        return value

    def parquet(self, *paths: Path) -> str:
        """SQL for the rows of Parquet files, with `file_row_number`."""
        names = ", ".join(map(self._linked, paths))
        return (
            f"read_parquet([{names}], hive_partitioning = false, union_by_name = true, "
            "file_row_number = true)"
        )

    def expect_columns(self, path: Path, names: Iterable[str]) -> None:
        """Require a Parquet file to have these columns.

        Raises:
            CampaignError: one is missing.
            duckdb.Error: it cannot be read.
        """
        query = f"SELECT name FROM parquet_schema({self._linked(path)})"
        there = {name for (name,) in self.execute(query).fetchall()}
        for name in names:
            if name not in there:
                raise CampaignError(f"{path}: found no column {name!r}, expected one")

    def outside_parquet(self, *paths: Path) -> str:
        """`parquet` for untrusted files: at most one row for each byte.

        An honest row takes 80 bytes, six of them its wall time; one row five million times, 55 KB.

        Raises:
            duckdb.Error: a file has more rows, or cannot be read.
        """
        import duckdb

        for path in paths:
            rows, size = self.value(_ROWS.format(self._linked(path))) or 0, path.stat().st_size
            if rows > size:
                raise duckdb.InvalidInputException(
                    f"found {rows:,} rows in {size:,} bytes, expected no more rows than bytes"
                )
        return self.parquet(*paths)

    def json_lines(self, path: Path, columns: Mapping[str, str]) -> str:
        """SQL for a file of JSON objects, one a line, with these columns and their types."""
        types = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
        return (
            f"read_json({self._linked(path)}, hive_partitioning = false, "
            f"format = 'newline_delimited', columns = {{{types}}})"
        )

    def define(self, name: str, query: str) -> None:
        """Name the rows of a query: as a view, or of a small campaign as a table."""
        self.execute(f"CREATE {'TABLE' if self.small else 'VIEW'} {name} AS {query}")

    def keep(self, name: str, query: str) -> int:
        """Compute the rows of a query once, and name them; returns their number."""
        if self.small:
            return int(self.value(f"CREATE TABLE {name} AS {query}"))
        path = self.scratch / f"{name}.parquet"
        number = self.value(f"COPY ({query}) TO {quoted(path)} {WRITTEN}")
        self.execute(
            f"CREATE VIEW {name} AS SELECT * EXCLUDE (file_row_number) FROM {self.parquet(path)}"
        )
        return int(number)

    def _linked(self, path: Path) -> str:
        """SQL for a link to a file, under a name that accord has chosen.

        DuckDB takes `a*b` for a pattern, has no switch against it and no escape for every name.
        Nor is a folder `solver=x` a column of the rows.  For a pipe it would wait, and a link in
        a folder from elsewhere may lead to any file.

        Raises:
            duckdb.IOException: it is no plain file.
        """
        import duckdb

        try:
            with suppress(FileNotFoundError):
                open_outside(path, path.parent).close()
        except OutsideFileError as error:
            raise duckdb.IOException(str(error).removeprefix(f"{path}: ")) from None
        link = self.links / f"{len(os.listdir(self.links))}"
        link.symlink_to(path.absolute())
        return quoted(link)


@contextmanager
def database(near: Path | None = None, *, size: float = inf) -> Iterator[Database]:
    """An empty database.

    Args:
        near: the folder for what does not fit into memory; by default the system's for such files.
        size: bytes of the files whose rows it gets.
    """
    with (
        TemporaryDirectory(prefix="accord-") as links,
        TemporaryDirectory(prefix=f"{SCRATCH}-" if near else "accord-", dir=near) as scratch,
        _catalog(Path(scratch) / "spilled") as connection,
    ):
        yield Database(connection, Path(scratch), Path(links), size <= SMALL)


@contextmanager
def _catalog(spilled: Path) -> Iterator["duckdb.DuckDBPyConnection"]:
    """A connection to an empty catalog; what does not fit into memory is spilled to a folder."""
    idle = _idle[os.getpid()]
    try:
        instance = idle.pop()
    except IndexError:
        instance = _instance()
    try:
        instance.execute(f"SET temp_directory = {quoted(spilled)}")
        with instance.cursor() as connection:
            connection.execute("ATTACH ':memory:' AS working")
            connection.execute("USE working")
            connection.execute("SET TimeZone = 'UTC'")
            connection.execute("SET disabled_optimizers = 'join_order,build_side_probe_side'")
            yield connection
    finally:
        if _is_emptied(instance) and not spilled.exists():
            idle.append(instance)
        else:  # once there is a folder, DuckDB would not go to another
            instance.close()


def _is_emptied(instance: "duckdb.DuckDBPyConnection") -> bool:
    """Remove the catalog; whether that worked, which a fault of DuckDB can prevent."""
    import duckdb

    try:
        instance.execute("DETACH working")
    except duckdb.Error:
        return False
    return True


# Instances that are not used at the moment, by process: a fork has no use for those of its parent.
_idle: dict[int, list["duckdb.DuckDBPyConnection"]] = defaultdict(list)


def _instance() -> "duckdb.DuckDBPyConnection":
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "threads": 1,
        "preserve_insertion_order": False,  # or a group of large rows could not end early
    }
    return duckdb.connect(config=config)


def slices(number: int) -> list[str]:
    """Conditions that cut the hashes in the column `puzzle` into equal ranges, in order."""
    bounds = [f"'{16**8 * each // number:08x}'" for each in range(1, number)]
    least = ["true", *(f"puzzle >= {bound}" for bound in bounds)]
    below = [*(f"puzzle < {bound}" for bound in bounds), "true"]
    return [f"({a} AND {b})" for a, b in zip(least, below, strict=True)]


def quoted(path: Path) -> str:
    """A file's name as a literal of SQL; `~` is not expanded."""
    return literal(str(path.absolute()))


def literal(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"
