"""Campaigns in shards, on several machines, by several people: joined, nothing lost or doubled."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas
import pytest

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns import merge as merging
from accord.bench.campaigns import parquet_parts as partition
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion, read_question, settle
from accord.bench.campaigns.merge import Merged, merge
from accord.bench.campaigns.run import Run
from accord.bench.campaigns.sessions import read_sessions
from accord.bench.campaigns.store import LockedError, locked
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.views.tables.table import notes
from command_line import run_here as command
from optional import slow
from small_campaigns import run
from stored_rows import FOUR, A, B, put, some_run, written

SOLVERS = ("backtracking-mrv", "propagate-search")
INSTANCES = [
    Instance(f"i{number}", Puzzle(shape(4), Grid((*row, *[0] * 12))))
    for number, row in enumerate(
        ((1, 2, 3, 4), (1, 2, 0, 0), (0, 1, 2, 3), (4, 0, 0, 1), (3, 0, 4, 0))
    )
]
ASKED = RecordedQuestion("four", 4, "d", ("s",), 2, 10.0, 3, 0)


def campaign(
    folder: Path, solvers: tuple[str, ...] = SOLVERS, **options: Any
) -> list[tuple[str, str, int]]:
    """Run a campaign; returns what was run, as it came: puzzle, solver, isomorph."""
    reported = run(folder, INSTANCES, solvers, isomorphs=1, seed=3, **options)
    runs = [each.run for each in reported if each.run]
    return [(each.puzzle, each.solver, each.isomorph) for each in runs]


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign, and its shards, 1 to 3."""
    root = tmp_path_factory.mktemp("shards")
    order = campaign(root / "whole")
    for number in range(1, 4):
        mine = campaign(root / str(number), shard=(number, 3))
        asked = {puzzle for puzzle, _, _ in mine}
        assert sorted(mine) == sorted(each for each in order if each[0] in asked)
    return root


def claims(folder: Path) -> pandas.DataFrame:
    """What the rows of a campaign say, their times and circumstances aside."""
    rows = accord.load(folder)
    key = ["puzzle", "instance", "solver", "settings", "isomorph", "seed"]
    said = ["outcome", "count", "valid", "digest", "exhausted", "category", "status"]
    return rows[key + said].sort_values(key).reset_index(drop=True)


def test_shards_are_merged_into_the_campaign_that_they_are_of(shards: Path, tmp_path: Path) -> None:
    slow()
    out = tmp_path / "out"
    merged = merge([shards / "1", shards / "3", shards / "2"], out)
    assert merged == Merged(20, 0, 0, (), 3)
    assert claims(out).equals(claims(shards / "whole"))
    assert (out / "campaign.toml").read_text() == (shards / "whole" / "campaign.toml").read_text()
    assert len(list((out / "environments").iterdir())) == 1
    ids = {each.id for number in "123" for each in read_sessions(shards / number)}
    assert {each.id for each in read_sessions(out)} == ids
    assert len(ids) == 3
    assert not campaign(out)  # there is nothing left to be done


def test_an_incomplete_merge_says_so_and_is_finished_by_another_or_by_running(
    shards: Path, tmp_path: Path
) -> None:
    slow()
    out = tmp_path / "out"
    assert merge([shards / "2"], out).missing == (1, 3)
    assert any(note.startswith("INCOMPLETE") for note in notes(table(out)))
    assert read_question(out).merged == "2/3"
    assert merge([shards / "3"], out).missing == (1,)
    assert read_question(out).merged == "2,3/3"
    shutil.copytree(out, tmp_path / "copy")
    assert merge([shards / "1"], out).missing == ()
    assert campaign(tmp_path / "copy")
    for folder in (out, tmp_path / "copy"):
        assert merge([shards / "1"], folder).missing == ()
        assert claims(folder).equals(claims(shards / "whole"))
        assert not read_question(folder).merged


def test_merging_again_changes_nothing(shards: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    merge([shards / "1", shards / "2"], out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for again in ([shards / "1", shards / "2"], [shards / "2"], [shards / "2", out], [out]):
        assert merge(again, out) == Merged(0, 0, 0, (3,), 3)
        assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_a_shard_by_itself_is_complete(shards: Path) -> None:
    said = notes(table(shards / "1"))
    assert any(note.startswith("shard 1/3 of a campaign") for note in said)
    assert not any(note.startswith("INCOMPLETE") for note in said)


def test_more_shards_than_puzzles_leave_some_empty(tmp_path: Path) -> None:
    run(tmp_path, INSTANCES[:1], SOLVERS[:1], shard=(2, 2))
    assert (table(tmp_path).runs, table(tmp_path).puzzles) == (0, 0)
    assert not any(note.startswith("INCOMPLETE") for note in notes(table(tmp_path)))
    with pytest.raises(CampaignError, match="found shard 3/2, expected I/N with I from 1 to N"):
        campaign(tmp_path / "x", shard=(3, 2))


def another(folder: Path, *rows: Any, **question: Any) -> Path:
    """A campaign on FOUR with these rows."""
    folder.mkdir()
    settle(folder, replace(ASKED, **question))
    put(folder, *FOUR)
    written(folder, *rows)
    return folder


def test_different_questions_are_not_merged(tmp_path: Path) -> None:
    a = another(tmp_path / "a")
    shutil.copytree(a, tmp_path / "out")
    changes: list[tuple[dict[str, Any], str]] = [
        ({"digest": "e"}, "digest is 'd' and 'e'"),
        ({"time_limit": 9.0}, "time_limit is 10.0 and 9.0"),
        ({"repeat": 4, "seed": 2}, "repeat is 3 and 4"),
        ({"isomorphs": 1}, "isomorphs is 0 and 1"),
        ({"cold": True}, "cold is False and True"),
        ({"memory_limit": 1}, "memory_limit is 0 and 1"),
        ({"shard": "1/2", "solvers": ("t",)}, "solvers is s and t"),
    ]
    for number, (change, named) in enumerate(changes):
        b = another(tmp_path / f"{number}", **change)
        complaint = f"and .*{number} are different campaigns: {named}"
        with pytest.raises(CampaignError, match=f"a {complaint}"):
            merge([a, b], tmp_path / "new")
        assert not (tmp_path / "new").exists()
        with pytest.raises(CampaignError, match=f"out {complaint}"):
            merge([b], tmp_path / "out")
    halves = [another(tmp_path / f"of {n}", shard=f"1/{n}") for n in (2, 3)]
    with pytest.raises(CampaignError, match="shard is of 2 and of 3"):
        merge(halves, tmp_path / "new")
    with pytest.raises(CampaignError, match="found no campaign"):
        merge([tmp_path / "nothing"], tmp_path / "new")


def test_solvers_that_ran_on_different_machines_are_one_campaign(tmp_path: Path) -> None:
    def rows(**known: Any) -> list[Run]:
        return [some_run(puzzle, repetition=n, **known) for puzzle in FOUR for n in range(3)]

    a = another(tmp_path / "a", *rows(host="x"))
    question: dict[str, Any] = {"solvers": ("t",), "collection": "/elsewhere/four"}
    b = another(tmp_path / "b", *rows(host="y", solver="t")[:-2], **question)
    assert merge([a, b], tmp_path / "out").missing == ()
    asked = read_question(tmp_path / "out")
    assert (asked.solvers, asked.collection) == (("s", "t"), "four")
    result = table(tmp_path / "out")
    assert (result.runs, result.asked) == (22, 24)
    found = {(line.solver, line.host, line.runs) for line in result.lines}
    assert found == {("s", "x", 12), ("t", "y", 10)}


def test_the_same_runs_on_another_machine_do_not_make_a_campaign_complete(tmp_path: Path) -> None:
    half = [(puzzle, n) for puzzle in FOUR[:2] for n in range(3)]
    for host in "xy":
        another(tmp_path / host, *(some_run(each, repetition=n, host=host) for each, n in half))
    merge([tmp_path / "x", tmp_path / "y"], tmp_path / "out")
    found = notes(table(tmp_path / "out"))
    assert any(note.startswith("INCOMPLETE: 6 of 12 runs") for note in found)


def test_rows_that_contradict_each_other_are_counted_and_the_earliest_is_read(
    tmp_path: Path,
) -> None:
    def rows(*years: str, **claims: Any) -> list[Run]:
        return [
            some_run(repetition=n, started=year, reason=year, **claims)
            for n, year in enumerate(years)
        ]

    two: dict[str, Any] = {"solutions": (A, B), "count": 2, "valid": 2, "digest": "b"}
    a = another(tmp_path / "a", *rows("2027", "2025", "2027"))
    b = another(tmp_path / "b", *rows("2025", "2027", **two), *rows("2027", "2027", "2025")[2:])
    for _ in range(2):
        merged = merge([a, b], tmp_path / "out")
        assert (merged.repeated, merged.contradictory) == (3, 2)
        found = accord.load(tmp_path / "out").set_index("repetition")
        assert list(found["reason"]) == ["2025", "2025", "2025"]
        assert list(found["count"]) == [2, 1, 1]


def test_a_merge_that_is_killed_is_finished_by_the_next(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    steps = [
        *((merging, name) for name in ("write_question", "_unite_puzzles", "_copy_environments")),
        *((merging, name) for name in ("_unite_sessions", "_copy_rows", "write_part", "combine")),
        (partition, "put"),
    ]
    for module, name in steps:
        for after in (False, True)[: 2 if name == "put" else 1]:  # after one is before the next
            out = tmp_path / f"{name} {after}"
            with monkeypatch.context() as patch:
                step = getattr(module, name)

                def killed(*arguments: Any, step: Any = step, after: bool = after) -> None:
                    if after:
                        step(*arguments)
                    raise KeyboardInterrupt

                patch.setattr(module, name, killed)
                with pytest.raises(KeyboardInterrupt):
                    merge([shards / number for number in "123"], out)
            merge([shards / number for number in "123"], out)
            assert claims(out).equals(claims(shards / "whole"))
            assert len(read_sessions(out)) == 3


def test_nobody_writes_while_folders_are_merged(shards: Path, tmp_path: Path) -> None:
    with locked(shards / "1"), pytest.raises(LockedError):
        merge([shards / "1", shards / "2"], tmp_path / "out")
    assert not (tmp_path / "out").exists()
    (tmp_path / "out" / ".scratch-of-one-that-was-killed").mkdir(parents=True)
    with locked(tmp_path / "out"), pytest.raises(LockedError):
        merge([shards / "1"], tmp_path / "out")
    assert {each.name for each in (tmp_path / "out").iterdir()} == {".lock"}


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.txt").write_text("\n".join(str(each.problem) for each in INSTANCES))
    bench = ("bench", "four.txt", "-s", SOLVERS[0], "-q")
    for shard in ("1/2", "2/2"):
        assert command(*bench, "--shard", shard).returncode == 0
    local = tmp_path / "results" / "local"
    first, second = local / "four-1-of-2", local / "four-2-of-2"
    done = command("merge", first, "-o", "out")
    assert (done.returncode, "shards are missing: 2/2" in done.stderr) == (0, True)
    assert "INCOMPLETE" in done.stdout
    done = command("merge", first, second, "-o", "out")
    assert (done.returncode, done.stderr) == (0, "2 rows are new\nresults: out\n")
    assert (tmp_path / "out" / "table.md").exists()
    assert "5/5" in (tmp_path / "out" / "table.md").read_text()
    done = command(*bench, "--shard", "3/2")
    assert (done.returncode, "expected I/N with I from 1 to N" in done.stderr) == (2, True)
    done = command("bench", first / "campaign.toml", "-o", first)  # which says its shard
    assert done.returncode == 0
