"""What is known of the sessions of a campaign, and what its table says of them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from accord.bench.campaigns.sessions import SESSIONS, Session, Site, read_sessions, session
from accord.views.tables.circumstances import sessions


def go(folder: Path, runs: int = 3, error: type[BaseException] | None = None) -> None:
    with session(Site(folder, "here", "hash", 2)) as record:
        record.runs = runs
        record.harness = {"timed": 1e-6}
        if error:
            raise error


def test_a_session_is_written_when_it_begins_and_when_it_ends(tmp_path: Path) -> None:
    with session(Site(tmp_path, "here", "hash", 2), engine="dask") as record:
        (there,) = read_sessions(tmp_path)
        assert (there.host, there.environment, there.jobs) == ("here", "hash", 2)
        assert there.engine == "dask"
        assert (there.ended, there.finished, there.runs) == ("", False, 0)
        assert len(there.load_before) == 3
        record.runs = 7
        record.harness = {"timed": 1e-6}
    (there,) = read_sessions(tmp_path)
    assert (there.finished, there.runs, there.harness) == (True, 7, {"timed": 1e-6})
    assert there.began <= there.ended
    assert len(there.load_after) == 3


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_a_session_that_is_interrupted_says_so(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error):
        go(tmp_path, error=error)
    (there,) = read_sessions(tmp_path)
    assert (there.finished, there.runs) == (False, 3)
    assert there.ended


TORN = ['{"id": "x", "beg', "[]", "7", "{}", '{"id": 1}', "\udcff", '{"id": "x", "began": "2"']
TORN += ['{"id": "x", "began": "2", "load_before": 7}', '{"id": "x", "began": "2", "harness": 7}']


def test_torn_lines_are_left_out_and_spoil_no_other(tmp_path: Path) -> None:
    go(tmp_path)
    for number, junk in enumerate(TORN, 1):
        with (tmp_path / SESSIONS).open("ab") as file:
            file.write(junk.encode(errors="surrogateescape"))
        go(tmp_path)
        assert [each.runs for each in read_sessions(tmp_path)] == [3] * (1 + number), junk


def test_what_a_later_version_says_besides_is_passed_over(tmp_path: Path) -> None:
    go(tmp_path)
    (there,) = (json.loads(line) for line in (tmp_path / SESSIONS).read_text().splitlines()[1:])
    (tmp_path / SESSIONS).write_text(json.dumps(there | {"weather": "fine"}))
    assert [each.runs for each in read_sessions(tmp_path)] == [3]
    assert read_sessions(tmp_path / "nowhere") == []


def one(before: float | None = None, after: float | None = None, **known: Any) -> Session:
    first, last = (() if load is None else (load, 9.0, 9.0) for load in (before, after))
    return Session("id", "2026", load_before=first, load_after=last, **known)


COST = {"timed": 2.1e-6, "alone": 85e-6, "batched": 12e-6, "inside": 5e-6}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], []),
        ([one()], []),
        ([one(0.12, 1.03)], ["load: 0.12 before, 1.03 after."]),
        ([one(0.1, 1), one(0.2)], ["load: 0.10 before, 1.00 after; 0.20 before, unknown after."]),
        (
            [one(0.1 * n, 1 + n) for n in range(9)],
            ["load: 0.00 to 0.80 before, 1.00 to 9.00 after, in 9 sessions (9 without an end)."],
        ),
        (
            [one(harness=COST), one(harness=COST | {"timed": 2.4e-6})],
            [
                "harness: an empty solver is timed at 2.10 us to 2.40 us, and costs besides "
                "85.0 us by itself and 12.0 us in a batch."
            ],
        ),
        ([one(harness={"timed": 1.0})], []),
    ],
)
def test_the_table_says_how_busy_the_machine_was(found: list[Session], said: list[str]) -> None:
    assert list(sessions(found)) == said


def test_a_system_without_load_averages_says_nothing_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "getloadavg")
    go(tmp_path)
    assert not list(sessions(read_sessions(tmp_path)))
