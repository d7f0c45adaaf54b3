"""Campaigns of earlier versions: they load, resume, merge and report as they did when recorded.

The folders under tests/support/old_results were made by version 0.1.0 before the rooms were moved,
and `expected` holds what that version said of them.  `problems` and `proved` were made before the
best solution could be asked for, and variables hidden.
"""

import csv
import json
import shutil
from collections.abc import Set
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas
import pytest

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns import campaign as campaigns
from accord.bench.campaigns import database
from accord.bench.campaigns.folder import read_environment, read_question
from accord.bench.campaigns.merge import merge
from accord.bench.campaigns.store import ForeignWritingWarning
from accord.bench.run.declare import declare_all
from accord.bench.run.environment import environment
from accord.views.tables.table import report
from command_line import accord_here as said
from optional import library
from places import SUPPORT
from small_campaigns import run

OLD = SUPPORT / "old_results"
HELD = {"in tables": database.SMALL, "in files": 0}
KEY = ["puzzle", "solver", "settings", "repetition", "isomorph"]
# Of the table: PAR-2 has since become that of the statistics, and a crash cuts no time any more.
OTHERWISE_SINCE = {"par2", "PAR-2", "ratio_cut", "reference_cut", "ratio bound"}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the recorded folders, with the parts of the cluster's campaign joined."""
    folder = tmp_path_factory.mktemp("recorded") / "old"
    shutil.copytree(OLD, folder)
    merge([folder / f"cluster-{number}-of-2" for number in (1, 2)], folder / "merged")
    return folder


def records(rows: pandas.DataFrame) -> list[dict[str, Any]]:
    """Rows as the recorded ones are written, sorted by their key."""
    text = rows.sort_values(KEY).to_json(orient="records", lines=True, double_precision=15)
    return [json.loads(line) for line in text.splitlines()]


def recorded(name: str) -> list[dict[str, Any]]:
    """What version 0.1.0 loaded from a folder; its `solver` is the `backend` of today."""
    text = (OLD / "expected" / f"{name}.rows.json").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    for row in rows:
        row["backend"] = row["solver"]
        row["solver"] += f":{row['settings']}" if row["settings"] else ""
    return sorted(rows, key=lambda row: tuple(row[name] for name in KEY))


def figures_of(text: str, recorded: str, without: Set[str] = frozenset()) -> list[dict[str, str]]:
    """The rows of a table in the columns that were recorded, whatever the order of either.

    Seconds have 12 digits: the last ones depend on the order in which threads have added them.
    """
    columns = next(csv.reader([recorded.splitlines()[0]]))
    rows = list(csv.DictReader(text.splitlines()))
    assert set(columns) <= set(rows[0])
    columns = [column for column in columns if column not in without]
    kept = [{column: _rounded(row[column]) for column in columns} for row in rows]
    return sorted(kept, key=lambda row: list(row.values()))


def _rounded(figure: str) -> str:
    try:
        return f"{float(figure):.12g}"
    except ValueError:
        return figure


@pytest.fixture(params=HELD)
def held(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a campaign are held in tables, as those of a small one, or read from files."""
    monkeypatch.setattr(database, "SMALL", HELD[request.param])


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("name", ["campaign", "torn", "cluster-1-of-2", "merged"])
def test_every_recorded_row_and_figure_is_read_as_it_was(old: Path, name: str) -> None:
    rows = records(accord.load(old / name))
    assert all(
        row[key] == value
        for row, was in zip(rows, recorded(name), strict=True)
        for key, value in was.items()
    )
    figures = (OLD / "expected" / f"{name}.table.csv").read_text(encoding="utf-8")
    found = figures_of(report(table(old / name)).csv(), figures, OTHERWISE_SINCE)
    assert found == figures_of(figures, figures, OTHERWISE_SINCE)


def test_a_torn_campaign_goes_on_where_it_was(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the recording machine, with the recorded solvers: nothing of theirs is run again."""
    torn = tmp_path / "torn"
    shutil.copytree(old / "torn", torn)
    asked = read_question(torn)
    before = records(accord.load(torn))
    versions = {row["backend"]: row["solver_version"] for row in before}

    def declared(*arguments: Any) -> Any:
        return [replace(each, version=versions[each.name]) for each in declare_all(*arguments)]

    facts = environment() | read_environment(torn, before[0]["environment"])
    facts["host"] = before[0]["host"]
    monkeypatch.setattr(campaigns, "environment", lambda: facts)
    monkeypatch.setattr(campaigns, "declare_all", declared)
    with pytest.warns(ForeignWritingWarning, match="left out 1 line"):  # torn by the kill
        reported = run(
            torn,
            accord.instances(str(old / asked.collection)),
            asked.solvers,
            collection=asked.collection,
            terms=asked.terms,
            repeat=asked.repeat,
            isomorphs=asked.isomorphs,
            seed=asked.seed,
        )
    after = records(accord.load(torn))
    assert (reported[0].skipped, len(after)) == (len(before), asked.runs)
    known = [tuple(row[name] for name in KEY) for row in before]
    assert [row for row in after if tuple(row[name] for name in KEY) in known] == before


def test_a_saved_question_is_still_read(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(old)
    code, out, _ = said("bench", "question.toml", "-s", "backtracking-mrv", "-o", "new", "-q")
    assert (code, "24/24" in out) == (0, True)
    assert read_question(old / "new").seed == 7


def test_problems_and_certificates_from_before_the_best_are_read(old: Path) -> None:
    found = table(old / "problems")
    assert found.verdicts == {
        "multiple (certified; count certified)": 1,
        "none (certified)": 1,
        "unique (certified)": 2,  # one of these has an objective that is ignored
    }
    rows = accord.load(old / "problems")
    assert {*rows["category"]} == {"correct"}
    assert (len(rows), {*rows["limit"]}, bool(rows["sense"].isna().all())) == (8, {2}, True)
    assert read_question(old / "problems").limit == 2
    code, out, _ = said("certificate", old / "problems", old / "proved")
    assert (code, out.count("(certified)"), "REFUSED" in out) == (0, 6, False)


def test_statistics_and_report_say_what_they_said(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("scipy")
    library("altair")
    monkeypatch.setattr(
        database, "SMALL", 0
    )  # as of a large campaign; of small ones they say it, too
    code, out, _ = said("stats", old / "campaign", "--format", "csv", "--keep-wrong")
    figures = (OLD / "expected" / "campaign.stats.csv").read_text("utf-8")
    assert (code, figures_of(out, figures)) == (1, figures_of(figures, figures))
    by_solver = {row["solver"]: float(row["par2"]) for row in csv.DictReader(figures.splitlines())}
    of_table = {line.solver: line.par2 for line in table(old / "campaign").lines}
    assert of_table == pytest.approx(by_solver, rel=1e-12)
    code, _, _ = said("report", old / "campaign", "--tables", old / "tables", "--keep-wrong")
    assert code == 1  # claims were refuted
    for table_ in sorted((OLD / "expected" / "campaign.report").glob("*.csv")):
        figures, now = table_.read_text("utf-8"), (old / "tables" / table_.name).read_text("utf-8")
        other = {"comparison": OTHERWISE_SINCE, "pairs": {"verdict", "ratio bound"}}.get(
            table_.stem, set()
        )
        assert figures_of(now, figures, other) == figures_of(figures, figures, other)
