"""Databases in memory: each is empty, whatever the one before it has held or suffered."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from accord.bench.campaigns import database as module
from accord.bench.campaigns.database import Database, database
from optional import slow

MANY = "SELECT range AS n, hash(range) AS h, hash(range + 1) AS i FROM range(3_000_000)"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One entry for each instance of DuckDB that was started."""
    entries: list[None] = []
    start = module._instance

    def counted() -> duckdb.DuckDBPyConnection:
        entries.append(None)
        return start()

    monkeypatch.setattr(module, "_instance", counted)
    module._idle.clear()
    return entries


def tables(base: Database) -> set[str]:
    return {name for (name,) in base.rows("SELECT table_name FROM information_schema.tables")}


def fail_in_the_middle(error: type[BaseException]) -> None:
    with database() as base:
        base.execute("CREATE TABLE numbers AS FROM range(3)")
        base.execute("BEGIN")
        raise error


def test_an_instance_is_used_again_by_one_database_after_the_other(started: list[None]) -> None:
    def first_row() -> Iterator[int]:
        with database() as base:
            yield from (n for (n,) in base.rows("FROM range(10_000)"))

    assert next(first_row()) == 0  # and no other
    for _ in range(2):
        with database() as base:
            assert tables(base) == set()
            base.execute("CREATE TABLE numbers AS FROM range(3)")
            base.execute("CREATE VIEW same AS FROM numbers")
            base.execute("SET TimeZone = 'Europe/Rome'")
            with database() as inner:  # at the same time
                assert tables(inner) == set()
                assert inner.value("SELECT current_setting('TimeZone')") == "UTC"
            assert tables(base) == {"numbers", "same"}
    for error in (ValueError, KeyboardInterrupt, duckdb.Error):
        with pytest.raises(error):
            fail_in_the_middle(error)
    assert len(started) == 2


def test_what_does_not_fit_into_memory_goes_where_each_database_wants_it(
    tmp_path: Path, started: list[None]
) -> None:
    slow()
    for name in ("a", "b"):
        (near := tmp_path / name).mkdir()
        with database(near) as base:
            base.execute(f"CREATE TABLE sorted AS {MANY} ORDER BY h")
            assert list(near.glob("*/spilled/*"))
        assert not list(near.iterdir())
    assert len(started) == 2


def test_a_broken_instance_is_not_used_again(started: list[None]) -> None:
    with database() as base:
        base.execute("USE memory")
        base.execute("DETACH working")  # stands for an instance that refuses everything
    with database() as base:
        assert base.value("SELECT 1") == 1
    assert len(started) == 2
