"""A recorded campaign is stale if anything it shows is not what today's code would make."""

from pathlib import Path
from typing import Any

import pytest

from accord.bench.analysis.table import table
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
    stale.main([str(recorded)])
    assert capsys.readouterr().out.splitlines() == [
        "small: stale",
        "    1 solver not in it: logic",
        "    1 solver with other code now: backtracking-mrv",
        "    6 runs made while others ran, expected one at a time",
        "    recorded at abc+, expected a commit without changed files",
        "    1 file not what the rows give today: table.md",
    ]


def test_the_solvers_of_a_recorded_campaign_are_those_it_would_ask_today() -> None:
    core = stale._asked_today(Path("results/tour"))
    assert {"backtracking-bitset", "cpsat", "sat-pycosat", "logic"} <= core
    assert core.isdisjoint({"backtracking-kernel", "z3-int", "external", "clingo"})
    every = stale._asked_today(Path("results/zoo"))
    assert every >= {*backends()}
    assert str(select("sat-cadical:minimal")) in every
