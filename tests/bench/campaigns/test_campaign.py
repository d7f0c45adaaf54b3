"""Campaigns survive being killed: no run lost, none twice, no process left behind."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaigns import run

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns.campaign import Progress
from accord.bench.campaigns.folder import Asked, CampaignError, read_question, settle
from accord.bench.campaigns.run import KEY, Run
from accord.bench.campaigns.store import KEY_LIST, Journal, LockedError, locked, opened
from accord.bench.isolation.limits import Limits
from accord.bench.isolation.terms import Terms
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.views.tables.table import as_csv, markdown
from places import SUPPORT

WRONG_SOLVERS = SUPPORT / "wrong_solvers.py"
SOLVERS = ("backtracking-mrv", "sat-pycosat")
FOUR = [Puzzle(shape(4), Grid((a, b, *[0] * 14))) for a in range(4) for b in range(5)]
INSTANCES = [Instance(f"four#{number}", puzzle) for number, puzzle in enumerate(FOUR)]


def campaign(folder: Path, solvers: tuple[str, ...] = SOLVERS, **options: Any) -> list[Progress]:
    return run(folder, INSTANCES[:4], solvers, collection="four", **options)


def keys(folder: Path) -> set[tuple[object, ...]]:
    """The keys of the runs that are done."""
    with opened(folder) as base:
        found = base.execute(f"SELECT {KEY_LIST} FROM runs").fetchall()
    assert len(found) == len(set(found))
    return set(found)


def workers(session: int) -> list[psutil.Process]:
    """Every living process whose command line names this supervisor as its parent."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        command = process.info["cmdline"] or []
        if "accord.bench.isolation.worker" in command and command[-1] == str(session):
            found.append(process)
    return found


def gone(session: int) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not workers(session):
            return True
        time.sleep(0.05)
    return False


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.parametrize("everything", [False, True], ids=["the supervisor", "everything"])
def test_a_campaign_that_is_killed_at_any_moment_is_finished_by_the_next(
    tmp_path: Path, everything: bool
) -> None:
    puzzles = tmp_path / "four.txt"
    puzzles.write_text("\n".join(map(str, FOUR)))
    folder = tmp_path / "campaign"
    command = [sys.executable, "-P", "-m", "accord", "bench", str(puzzles), "-o", str(folder), "-q"]
    command += ["--repeat", "3", "-j", "2", "-s", SOLVERS[0], "-s", SOLVERS[1]]
    journal = folder / "runs" / "journal.jsonl"
    moments = random.Random(5)
    kills = 0
    for rows_before in (0, 0, 1, 10, 30, 60, 90):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        while child.poll() is None and lines_of(journal) < rows_before:
            time.sleep(0.01)
        time.sleep(0.1 * moments.random())
        victims = workers(child.pid) if everything else []
        child.kill()
        for victim in victims:
            with suppress(psutil.NoSuchProcess):
                victim.kill()
        kills += child.wait() != 0
        assert gone(child.pid)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert kills >= 3
    rows = accord.load(folder)
    left_alone = tmp_path / "left alone"
    subprocess.run([*command[:7], str(left_alone), *command[8:]], check=True, capture_output=True)
    whole = accord.load(left_alone)
    key = [name for name in KEY if name != "host"]
    assert len(rows) == len(FOUR) * len(SOLVERS) * 3
    assert not rows.duplicated(key).any()
    same = ["count", "exhausted", "digest", "category", "status", "outcome"]
    pairs = rows.merge(whole, on=key, suffixes=("", " alone"))
    assert len(pairs) == len(rows) == len(whole)
    assert all((pairs[name] == pairs[f"{name} alone"]).all() for name in same)


def test_ctrl_c_ends_every_worker(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "accord",
        "check",
        "." * 81,
        "-s",
        f"{WRONG_SOLVERS}:sleeps",
        "-t",
        "60",
    ]
    child = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 10
    while not workers(child.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(child.pid, signal.SIGINT)
    assert child.wait(timeout=10) == 130
    assert child.stderr
    assert b"Traceback" not in child.stderr.read()
    child.stderr.close()
    assert gone(child.pid)


def test_a_finished_campaign_is_not_run_again(tmp_path: Path) -> None:
    campaign(tmp_path)
    again = campaign(tmp_path)
    assert [(each.done, each.total, each.skipped) for each in again] == [(8, 8, 8)]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"terms": Terms(Limits(6.0))}, "time_limit is 10.0, asked was 6.0"),
        ({"terms": Terms(limit=None)}, "limit is 2, asked was 0"),
        ({"repeat": 2}, "repeat is 1, asked was 2"),
        ({"seed": 1}, "seed is 0, asked was 1"),
        ({"solvers": SOLVERS[:1]}, "solvers is backtracking-mrv, sat-pycosat, asked was"),
    ],
)
def test_another_question_in_the_same_folder_is_an_error(
    tmp_path: Path, change: dict[str, Any], named: str
) -> None:
    campaign(tmp_path)
    with pytest.raises(CampaignError, match=named):
        campaign(tmp_path, **change)
    assert len(keys(tmp_path)) == 8


@pytest.mark.parametrize(
    ("nonsense", "named"),
    [
        ({"terms": Terms(limit=-1)}, "found -1 solutions asked for, expected 1 to"),
        ({"terms": Terms(limit=0)}, "found 0 solutions asked for"),
        ({"terms": Terms(limit=2**63)}, "found 9223372036854775808 solutions asked for"),
        ({"repeat": 0}, "found 0 repetitions"),
        ({"slots": 0}, "found 0 runs at a time"),
        ({"seed": 2**63}, "found the seed 9223372036854775808"),
        ({"seed": -(2**63)}, "found the seed -9223372036854775808"),
        ({"collection": "\udcff"}, "expected one in UTF-8"),
    ],
)
def test_numbers_that_make_no_sense_are_rejected_before_anything_runs(
    tmp_path: Path, nonsense: dict[str, Any], named: str
) -> None:
    folder = tmp_path / "campaign"
    with pytest.raises(CampaignError, match=named):
        run(folder, INSTANCES[:1], SOLVERS, **nonsense)
    assert not folder.exists()


@given(
    st.text(st.characters(exclude_categories=["Cs"])), st.floats(min_value=1e-300, max_value=1e300)
)
def test_a_question_comes_back_as_it_was_written(text: str, seconds: float) -> None:
    asked = Asked(text, 1, "d", (text, "s"), 0, seconds, 1, -(2**63) + 1)
    with TemporaryDirectory() as folder:
        settle(Path(folder), asked)
        assert read_question(Path(folder)) == asked


@pytest.mark.parametrize("name", ["\U0001f600", "a\x7fb", "a\nb\"c'\\", "\x00\x1f"])
def test_names_that_toml_would_not_take_plainly_come_back(tmp_path: Path, name: str) -> None:
    for _ in range(2):
        run(tmp_path, INSTANCES[:1], SOLVERS[:1], collection=name)
    assert read_question(tmp_path).collection == name


NAMES = ["solver=foo", "text=1", "a*b", "axb", "a?b", "a[x]b", "{axb,a*b}", "**", "~", "a 'b\"\nc"]
NAMES += ["\\", "a\\*b"]


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        mine = INSTANCES[number : number + 1]
        run(Path(name), mine, SOLVERS[:1], collection=name)
        again = run(Path(name), mine, SOLVERS[:1], collection=name)
        assert [each.skipped for each in again] == [1]
    for number, name in enumerate(NAMES):
        rows = accord.load(name)
        assert list(rows["solver"]) == [SOLVERS[0]]
        assert list(rows["puzzle"]) == [FOUR[number].digest]
        assert table(Path(name)).puzzles == 1


def test_only_one_process_writes_to_a_folder(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(LockedError, match="another campaign is writing"):
        campaign(tmp_path)


def some_run(number: int) -> Run:
    """A row that differs from others in its repetition."""
    return Run(
        puzzle=FOUR[0].digest,
        instance="four#0",
        solver="s",
        solver_version="1",
        settings="",
        family="search",
        engine="s",
        model="s",
        repetition=number,
        seed=0,
        limit=None,
        time_limit=5.0,
        limits="enforced",
        outcome="OK",
        reason="found the 2 solutions",
        exhausted=False,
        count=1,
        valid=1,
        solutions=(Grid.parse("1234341221434321"),),
        digest="d",
        wall_time=0.1,
    )


def written(folder: Path, number: int) -> Path:
    """The journal of a process that was killed after so many runs."""
    journal = Journal(folder)
    for each in range(number):
        journal.append(some_run(each))
    journal._flush_late()  # the rest of the last moment would be made again
    journal._file.close()
    return journal.path


def test_a_torn_last_line_is_dropped_and_nothing_else(tmp_path: Path) -> None:
    path = written(tmp_path, 3)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last, last + 1, last + 9, len(whole) - 20, len(whole) - 2):
        path.write_bytes(whole[:cut])
        assert {key[-2] for key in keys(tmp_path)} == {0, 1}
        mended = Journal(tmp_path)
        mended.append(some_run(2))
        mended._flush_late()
        mended._file.close()
        assert {key[-2] for key in keys(tmp_path)} == {0, 1, 2}


def test_a_kill_between_part_and_journal_counts_no_run_twice(tmp_path: Path) -> None:
    path = written(tmp_path, 3)
    lines = path.read_bytes()
    Journal(tmp_path).close()
    assert not path.read_bytes()
    assert len(keys(tmp_path)) == 3
    path.write_bytes(lines)  # as if the kill came before the journal was emptied
    assert len(keys(tmp_path)) == 3
    journal = Journal(tmp_path)
    journal.append(some_run(3))
    journal.close()
    assert len(list((tmp_path / "runs").glob("part-*.parquet"))) == 2
    assert len(keys(tmp_path)) == 4


def test_a_part_from_elsewhere_keeps_its_name_and_counts(tmp_path: Path) -> None:
    written(tmp_path, 2)
    Journal(tmp_path).close()
    runs = tmp_path / "runs"
    (runs / "part-00001.parquet").rename(runs / "part-otherhost.parquet")
    for number in (2, 3):
        journal = Journal(tmp_path)
        journal.append(some_run(number))
        journal.close()
    names = [part.name for part in sorted(runs.glob("part-*"))]
    assert names == ["part-00001.parquet", "part-00002.parquet", "part-otherhost.parquet"]
    assert {key[-2] for key in keys(tmp_path)} == {0, 1, 2, 3}


@pytest.mark.parametrize("name", ["puzzles.parquet", "runs/part-00001.parquet"])
@pytest.mark.parametrize("damage", ["cut", "emptied", "overwritten inside"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str, damage: str) -> None:
    campaign(tmp_path)
    path = tmp_path / name
    whole = path.read_bytes()
    inside = whole[:4] + b"\xff" * (len(whole) // 2) + whole[4 + len(whole) // 2 :]
    path.write_bytes({"cut": whole[:-30], "emptied": b"", "overwritten inside": inside}[damage])
    for read in (table, accord.load, campaign):
        with pytest.raises(CampaignError, match=f"{name}: cannot be read: "):
            read(tmp_path)


def test_a_part_of_another_campaign_is_an_error(tmp_path: Path) -> None:
    campaign(tmp_path / "a")
    run(tmp_path / "b", INSTANCES[5:6], SOLVERS, collection="other")
    part = next((tmp_path / "b" / "runs").glob("*.parquet"))
    part.rename(tmp_path / "a" / "runs" / "part-b.parquet")
    with pytest.raises(CampaignError, match=f"found runs on the puzzle {FOUR[5].digest}"):
        table(tmp_path / "a")


def test_names_and_expectations_are_those_of_the_last_session(tmp_path: Path) -> None:
    two = "..343412..434321"

    def go(*instances: Instance) -> tuple[str, ...]:
        run(tmp_path, instances, SOLVERS[:1])
        return table(tmp_path).contradictions

    puzzle = Puzzle(shape(4), Grid.parse(two))
    other = Instance("other", FOUR[0])
    said = "published are 1 solutions, but 2 were verified"
    assert go(Instance("old", puzzle, Expected(count=1)), other) == (f"old: {said}",)
    assert go(Instance("new", puzzle, Expected(count=1)), other) == (f"new: {said}",)
    assert go(Instance("new", puzzle, Expected(count=2)), other) == ()
    before = (tmp_path / "puzzles.parquet").stat()
    assert go(Instance("new", puzzle, Expected(count=2)), other) == ()
    after = (tmp_path / "puzzles.parquet").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert len(keys(tmp_path)) == 2


def test_rows_say_how_many_runs_went_on_at_a_time(tmp_path: Path) -> None:
    campaign(tmp_path, slots=2)
    assert set(accord.load(tmp_path)["jobs"]) == {2}
    again = campaign(tmp_path, slots=1)  # is the same question
    assert again[-1].skipped == 8


def test_a_row_comes_back_as_it_was_written(tmp_path: Path) -> None:
    row = some_run(0)
    journal = Journal(tmp_path)
    journal.append(row)
    journal.close()
    assert keys(tmp_path) == {row.key}
    assert Run.from_row(row.row()) == row


def test_rows_hold_what_was_asked_claimed_and_spent(tmp_path: Path) -> None:
    campaign(tmp_path, solvers=("backtracking-mrv", "cpsat", f"{WRONG_SOLVERS}:says_no_solution"))
    rows: Any = accord.load(tmp_path).set_index("solver")
    assert set(rows.loc["backtracking-mrv", "category"]) == {"correct"}
    liar = rows.loc[f"{WRONG_SOLVERS}:says_no_solution"]
    assert set(liar["category"]) == {"wrong"}
    assert set(liar["status"]) == {"UNSAT"}
    mrv = rows.loc["backtracking-mrv"]
    assert (mrv["nodes"] > 0).all()
    assert rows.loc["cpsat", "guesses"].isna().all()
    assert (mrv["wall_time"] < 1).all()
    assert (abs(mrv["encode_time"] + mrv["search_time"] - mrv["wall_time"]) < 1e-4).all()
    assert (mrv["first_solution_time"] <= mrv["wall_time"]).all()
    assert (mrv["limits"] == "enforced").all()
    assert (
        mrv["environment"].map(lambda name: (tmp_path / f"environments/{name}.json").exists()).all()
    )
    assert read_question(tmp_path).solvers[1:] == ("backtracking-mrv", "cpsat")


def test_the_table_never_drops_a_time_out(tmp_path: Path) -> None:
    slow = f"{WRONG_SOLVERS}:sleeps"
    instances = [Instance("two", FOUR[1], Expected(count=1))]
    run(tmp_path, instances, ("backtracking-mrv", slow), terms=Terms(Limits(0.2)))
    result = table(tmp_path)
    best, worst = result.lines
    assert (best.solver, best.solved, best.cut, best.ratio) == ("backtracking-mrv", 1, 0, 1.0)
    assert (worst.solver, worst.solved, worst.timeouts, worst.cut) == (slow, 0, 1, 1)
    assert (worst.mean, worst.median, worst.fastest, worst.par2) == (0.2, 0.2, None, 0.4)
    assert not worst.median_known
    assert (worst.total, worst.per_second) == (0.2, 0.0)
    assert worst.ratio_cut == 1
    assert worst.nodes is None
    assert len(result.contradictions) == 1
    assert ">=" in markdown(result).replace("&gt;", ">")
    version, host = worst.version, worst.host
    assert as_csv(result).splitlines()[2].startswith(f"{slow},{version},{host},other,1,0,0,1,")


def test_a_witness_that_arrives_later_convicts_an_earlier_run(tmp_path: Path) -> None:
    liar = f"{WRONG_SOLVERS}:stops_after_one"
    run(tmp_path / "a", INSTANCES[:1], (liar,))
    assert set(accord.load(tmp_path / "a")["category"]) == {"correct"}
    run(tmp_path / "b", INSTANCES[:1], ("backtracking-mrv",))
    part = next((tmp_path / "b" / "runs").glob("*.parquet"))
    part.rename(tmp_path / "a" / "runs" / "part-00002.parquet")
    rows = accord.load(tmp_path / "a").set_index("solver")
    assert rows.loc[liar, "category"] == "wrong"
    assert rows.loc["backtracking-mrv", "category"] == "correct"


def test_a_table_says_when_its_campaign_is_not_finished(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        campaign(tmp_path, stop_at=3)
    assert "INCOMPLETE: 3 of 8 runs" in markdown(table(tmp_path))
    campaign(tmp_path)
    assert "INCOMPLETE" not in markdown(table(tmp_path))


def test_ratios_are_to_whom_one_likes(tmp_path: Path) -> None:
    campaign(tmp_path, solvers=("sat-pycosat", "propagate-search"))
    assert "no ratio: backtracking-mrv did not run" in markdown(table(tmp_path))
    result = table(tmp_path, reference="sat-pycosat")
    assert {line.solver: line.ratio == 1 for line in result.lines} == {
        "sat-pycosat": True,
        "propagate-search": False,
    }
    with pytest.raises(CampaignError, match="expected one of propagate-search, sat-pycosat"):
        table(tmp_path, reference="sat")
