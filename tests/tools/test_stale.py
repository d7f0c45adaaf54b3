"""A recorded campaign is stale if anything it shows is not what today's code would make."""

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pandas
import pytest

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns.folder import read_question
from accord.bench.make.instances.collection import instances_of
from accord.solvers.registry import backends, select
from accord.views.tables.table import report
from developer_tools import tool
from optional import library
from small_campaigns import run

library("altair")
stale = tool("stale")
ASKED = ("backtracking-mrv", "sat-pycosat")


@pytest.fixture
def slots() -> int:
    """How many runs of the campaign are made at a time."""
    return 1


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slots: int) -> Path:
    """A campaign that is as of now, its commit and its solvers included."""
    folder = tmp_path / "small"
    run(folder, list(instances_of("4x4"))[:3], ASKED, slots=slots)
    result = table(folder)
    (folder / "table.md").write_text(report(result).markdown(), encoding="utf-8")
    (folder / "table.csv").write_text(report(result).csv(), encoding="utf-8")
    page = stale.page(stale.report_data(folder))
    (folder / "report.html").write_text(page, encoding="utf-8")
    monkeypatch.setattr(stale, "_asked_today", lambda folder: {*ASKED})
    monkeypatch.setattr(stale, "read_environment", lambda folder, name: {"commit": "abc"})
    monkeypatch.setattr(stale, "KEPT", tmp_path / "kept.json")
    return folder


def test_a_campaign_of_today_is_as_of_now(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stale.main([str(recorded)])
    assert capsys.readouterr().out == "small: as of now\n"


@pytest.mark.parametrize("slots", [2])
def test_each_thing_that_is_older_is_listed(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = {"backtracking-mrv": "0123456789ab"}
    before: Any = stale.source_of
    monkeypatch.setattr(stale, "source_of", lambda name: old.get(name) or before(name))
    monkeypatch.setattr(stale, "_asked_today", lambda folder: {*ASKED, "logic"})
    monkeypatch.setattr(stale, "read_environment", lambda folder, name: {"commit": "abc+"})
    (recorded / "table.md").write_text("an older one", encoding="utf-8")
    monkeypatch.setattr(stale, "changed_modules", lambda *_: ["puzzles.problem"])
    stale.main([str(recorded)])
    assert capsys.readouterr().out.splitlines() == [
        "small: stale",
        "    1 solver not in it: logic",
        "    1 solver with other code now: backtracking-mrv",
        "    1 module changed: puzzles.problem",
        "    6 runs made while others ran, expected no more at a time than 1 core",
        "    recorded at abc+, expected a commit without changed files",
        "    1 file not what the rows give today: table.md",
    ]


def test_rows_that_other_code_made_stand_where_a_part_of_them_comes_again(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before: Any = stale.source_of
    new = {"backtracking-mrv": "0123456789ab"}
    monkeypatch.setattr(stale, "source_of", lambda name: new.get(name) or before(name))
    monkeypatch.setattr(stale, "recorded_question", lambda folder: _asked(folder, "4x4"))
    monkeypatch.setattr(stale, "NOISE", inf)
    own: list[str] = ["solvers.search.orders"]
    monkeypatch.setattr(stale, "changed_modules", lambda *_: own)
    assert stale.main(["--confirm", str(recorded)]) == 1
    assert "its own code has changed: solvers.search.orders" in capsys.readouterr().out
    own[:] = ["puzzles.problem"]
    assert stale.main(["--confirm", str(recorded)]) == 0
    assert "backtracking-mrv: 1 row asked again" in capsys.readouterr().out
    stale.main([str(recorded)])
    assert capsys.readouterr().out == "small: as of now\n"
    own[:] = []
    rows = accord.load(recorded)
    for column, value in {"solver_version": "0.0", "environment": "0" * 16}.items():
        monkeypatch.setattr(
            stale.accord, "load", lambda _, c=column, v=value: rows.assign(**{c: v})
        )
        new["backtracking-mrv"] = f"{column:.12}"
        monkeypatch.setattr(stale, "is_same_machine", lambda one, _: bool(one))
        monkeypatch.setattr(
            stale, "read_environment", lambda _, name: {} if name[0] == "0" else {"a": 1}
        )
        assert stale.main(["--confirm", str(recorded)]) == 1
        assert "the rows are of another" in capsys.readouterr().out
    monkeypatch.setattr(stale.accord, "load", lambda _: rows)
    new["backtracking-mrv"] = "ba9876543210"
    stale.main([str(recorded)])
    assert "with other code now: backtracking-mrv" in capsys.readouterr().out


def test_other_claims_counters_and_times_are_found(recorded: Path) -> None:
    rows = accord.load(recorded)
    old = rows[rows["solver"] == "backtracking-mrv"].set_index("puzzle")
    assert not [*stale.differences(old, old)]
    others: dict[str, str | int] = {"digest": "1", "nodes": 10**6, "outcome": "TIMEOUT"}
    for column, value in others.items():
        new = old.copy()
        new.loc[new.index[0], column] = value
        (said,) = stale.differences(old, new)
        assert said == f"{column} of 1 run is another one: {old['instance'].iloc[0]}"
    seconds = pandas.Series([1.0, 2.0, 3.0, 0.001])
    slow = pandas.Series([0.009, 5.0, 1.0])
    assert stale.noise(slow, pandas.Series([5.0, 5.0, 9.0]))[1] == 1.25
    assert stale.noise(slow[:1], pandas.Series([5.0])) == (pytest.approx(500), 1.1)
    assert stale.noise(seconds, 1.3 * seconds) == (pytest.approx(1.3), 1.1)
    ratio, largest = stale.noise(seconds, seconds * pandas.Series([0.5, 1.0, 2.0, 5.0]))
    assert (ratio, largest) == (pytest.approx(1), 1.25)


def _asked(folder: Path, collection: str) -> Any:
    """The question of a campaign whose puzzles are those of a collection that ships."""
    return replace(read_question(folder), collection=collection)


def test_the_solvers_of_a_recorded_campaign_are_those_it_would_ask_today() -> None:
    core = stale._asked_today(Path("results/tour"))
    assert {"backtracking-bitset", "cpsat", "sat-pycosat", "logic"} <= core
    assert core.isdisjoint({"backtracking-kernel", "z3-int", "external", "clingo"})
    every = stale._asked_today(Path("results/zoo"))
    assert every >= {*backends()}
    assert str(select("sat-cadical:minimal")) in every
