"""Campaigns survive being killed: no run lost, none twice, no process left behind."""

import os
import random
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf, nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns import campaign as campaigns
from accord.bench.campaigns import making
from accord.bench.campaigns.campaign import OtherMachineWarning, Progress, StaleWarning
from accord.bench.campaigns.deduplicate import PUZZLES
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion, read_question, settle
from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.campaigns.run import KEY, Run
from accord.bench.campaigns.sessions import read_sessions
from accord.bench.campaigns.store import KEY_LIST, Journal, LockedError, locked, opened
from accord.bench.run.environment import environment
from accord.bench.run.schedule import _Schedule
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.torture import marked, traces
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.budget import LimitError
from command_line import run_here as command
from command_line import started
from optional import slow
from places import SUPPORT
from small_campaigns import run
from stored_rows import put, some_run, written

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


def processes(mark: str) -> set[int]:
    """Every living process that was started under a mark."""
    return {int(each.split()[1]) for each in traces(mark, None, 0.0)}


def gone(mark: str) -> bool:
    return not traces(mark, None, time.monotonic() + 600)


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_a_campaign_that_is_killed_at_any_moment_is_finished_by_the_next(tmp_path: Path) -> None:
    """Its supervisor is killed, every other time with its workers."""
    slow()
    puzzles, folder = tmp_path / "four.txt", tmp_path / "campaign"
    puzzles.write_text("\n".join(map(str, FOUR)))
    options = ["-q", "--repeat", "3", "-j", "2", "-s", SOLVERS[0], "-s", SOLVERS[1]]
    quiet: dict[str, Any] = dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)
    journal = folder / "runs" / "journal.jsonl"
    moments, kills = random.Random(5), 0
    for number, rows_before in enumerate((0, 1, 10, 30, 60, 90)):
        with marked() as mark, started("bench", puzzles, "-o", folder, *options, **quiet) as child:
            while child.poll() is None and lines_of(journal) < rows_before:
                time.sleep(0.01)
            time.sleep(0.1 * moments.random())
            victims = processes(mark) if number % 2 else {child.pid}
            child.kill()
            for victim in victims - {child.pid}:
                with suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
            kills += child.wait() != 0
            assert gone(mark)
    assert kills >= 3
    for place in (folder, tmp_path / "left alone"):
        assert command("bench", puzzles, "-o", place, *options).returncode == 0
    rows, whole = accord.load(folder), accord.load(tmp_path / "left alone")
    key = [name for name in KEY if name != "host"]
    assert len(rows) == len(FOUR) * len(SOLVERS) * 3
    assert not rows.duplicated(key).any()
    same = ["count", "exhausted", "digest", "category", "status", "outcome"]
    pairs = rows.merge(whole, on=key, suffixes=("", " alone"))
    assert len(pairs) == len(rows) == len(whole)
    assert all((pairs[name] == pairs[f"{name} alone"]).all() for name in same)


def test_ctrl_c_ends_every_worker() -> None:
    asked = ("check", "." * 81, "-s", f"{WRONG_SOLVERS}:sleeps", "-t", "60")
    with marked() as mark, started(*asked, start_new_session=True) as child:
        deadline = time.monotonic() + 600
        while len(processes(mark)) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        assert b"Traceback" not in child.communicate(timeout=600)[1]
        assert child.returncode == 130
        assert gone(mark)


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished campaign of eight runs, to be copied."""
    folder = tmp_path_factory.mktemp("eight")
    campaign(folder, slots=2)
    return folder


def test_a_finished_campaign_is_not_run_again(eight: Path) -> None:
    again = campaign(eight, slots=1)  # is the same question
    assert [(each.done, each.total, each.skipped) for each in again] == [(8, 8, 8)]
    assert set(accord.load(eight)["jobs"]) == {2}


def test_sittings_make_the_runs_of_a_whole_campaign_in_its_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Schedule, "_batch", lambda self, _: [self._ahead.popleft()])
    whole = [progress.run for progress in campaign(tmp_path / "whole") if progress.run]
    made = list[Any]()
    for most in (3, 0, 4, 1):
        left = iter([True] * most)  # jobs whose whole limit fits
        monkeypatch.setattr(_Schedule, "_fits", lambda *_, left=left: next(left, False))
        before = len(made)
        made += [each.run for each in campaign(tmp_path / "parts", seconds=1e6) if each.run]
        assert len(made) == before + most
        assert read_sessions(tmp_path / "parts")[-1].finished == (len(made) == 8)
    said = [
        [(each.puzzle, each.label, each.outcome, each.digest) for each in runs]
        for runs in (made, whole)
    ]
    assert said[0] == said[1]
    assert keys(tmp_path / "parts") == keys(tmp_path / "whole")


def test_a_sitting_shorter_than_the_limit_of_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match=r"found 0\.5 s for all runs, expected at least"):
        campaign(tmp_path / "none", seconds=0.5)


def test_another_question_in_the_same_folder_is_an_error(eight: Path) -> None:
    changes: list[tuple[dict[str, Any], str]] = [
        ({"terms": Terms(Limits(6.0))}, "time_limit is 10.0, asked was 6.0"),
        ({"terms": Terms(limit=None)}, "limit is 2, asked was 'all'"),
        ({"repeat": 2}, "repeat is 1, asked was 2"),
        ({"seed": 1}, "seed is 0, asked was 1"),
        ({"solvers": SOLVERS[:1]}, "solvers are backtracking-mrv, sat-pycosat, asked were"),
    ]
    for change, named in changes:
        with pytest.raises(CampaignError, match=named):
            campaign(eight, **change)
    assert len(keys(eight)) == 8
    for other in (SOLVERS[:1], (*SOLVERS, "propagate-search")):
        ways = "To add a solver.*accord merge.*to run one again.*--discard SOLVER@VERSION"
        with pytest.raises(CampaignError, match=ways):
            campaign(eight, solvers=other)


@pytest.mark.parametrize(
    ("nonsense", "named"),
    [
        ({"repeat": 0}, "found 0 repetitions"),
        ({"repeat": 1.5}, "found 1.5 repetitions"),
        ({"isomorphs": -1}, "found -1 isomorphs, expected 0 to"),
        ({"slots": 0}, "found 0 runs at a time"),
        ({"seed": 2**63}, "found 9223372036854775808 as the seed"),
        ({"seed": -(2**63)}, "found -9223372036854775808 as the seed"),
        ({"collection": "\udcff"}, "expected one in UTF-8"),
        ({"solvers": ("\udcff.py:solve",)}, "expected one in UTF-8"),
        ({"folder": Path("\udcff")}, "expected one in UTF-8"),
    ],
)
def test_numbers_that_make_no_sense_are_rejected_before_anything_runs(
    tmp_path: Path, nonsense: dict[str, Any], named: str
) -> None:
    folder = tmp_path / "campaign"
    question: dict[str, Any] = {"folder": folder, "solvers": SOLVERS}
    with pytest.raises((CampaignError, LimitError), match=named):
        run(instances=INSTANCES[:1], **question | nonsense)
    assert not folder.exists()


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "2", 2**63])
def test_no_face_takes_a_number_of_solutions_that_makes_no_sense(limit: Any) -> None:
    puzzle = INSTANCES[0].problem
    complaint = f"found {limit!r} solutions asked for, expected 1 to"
    solver = "backtracking-mrv"
    for face in (accord.check, accord.solve, accord.trace, partial(accord.run, "unused")):
        with pytest.raises(LimitError, match=complaint):
            face(puzzle, solver, limit=limit)
    with pytest.raises(LimitError, match=complaint):
        accord.solve_many([puzzle], solver, limit=limit)


@pytest.mark.parametrize("seconds", [0, -1.0, nan, "3", b"3", True, [1, 2], 1j])
def test_no_face_takes_seconds_that_make_no_sense(seconds: Any) -> None:
    puzzle = INSTANCES[0].problem
    for face in (accord.check, accord.solve, accord.trace, partial(accord.run, "unused")):
        with pytest.raises(LimitError, match=r"found a time limit of .* s, expected a finite one"):
            face(puzzle, "backtracking-mrv", seconds=seconds)


def test_in_this_process_no_limit_may_be_written_as_infinity() -> None:
    assert accord.solve(INSTANCES[0].problem, seconds=inf).solutions
    numbers: dict[str, Any] = {"limit": numpy.int64(1), "seconds": Fraction(5, 2)}
    assert accord.solve(INSTANCES[0].problem, **numbers).solutions


@given(
    st.text(st.characters(exclude_categories=["Cs"])), st.floats(min_value=1e-300, max_value=1e300)
)
@example("\U0001f600 a\x7fb\nc\"d'\\\x00\x1f", 1.0)
def test_a_question_comes_back_as_it_was_written(text: str, seconds: float) -> None:
    asked = RecordedQuestion(text, 1, "d", (text, "s"), None, seconds, 1, -(2**63) + 1)
    with TemporaryDirectory() as folder:
        settle(Path(folder), asked)
        assert read_question(Path(folder)) == asked


NAMES = ["solver=foo", "text=1", "a*b", "axb", "a?b", "a[x]b", "{axb,a*b}", "**", "~", "a 'b\"\nc"]
NAMES += ["\\", "a\\*b"]


def test_a_folder_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow()
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(NAMES):
        Path(name).mkdir()
        put(Path(name), INSTANCES[number])
        written(Path(name), some_run(FOUR[number], solver=SOLVERS[0]))
    for number, name in enumerate(NAMES):
        rows = accord.load(name)
        assert list(rows["solver"]) == [SOLVERS[0]]
        assert list(rows["puzzle"]) == [FOUR[number].digest]
    for _ in range(2):
        again = run(Path(NAMES[-1]), INSTANCES[:1], SOLVERS[:1], collection=NAMES[-1])
    assert [each.skipped for each in again] == [1]


def test_only_one_process_writes_to_a_folder(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(LockedError, match="another campaign is writing"):
        campaign(tmp_path)


REFUSED = [".lock", "sessions.jsonl"]  # what is written where it stands, and not beside it first
REPLACED = ["campaign.toml.unfinished", "runs/journal.renewed", "runs/unfinished.parquet"]
REPLACED += ["puzzles.unfinished", "table.md", "table.csv"]


@pytest.mark.parametrize("links", [*([name] for name in REFUSED), REPLACED], ids=str)
def test_no_file_of_a_campaign_is_written_through_a_link(tmp_path: Path, links: list[str]) -> None:
    victim, folder = tmp_path / "victim", tmp_path / "campaign"
    victim.write_text("precious")
    (folder / "runs").mkdir(parents=True)
    (folder / "runs" / "journal.jsonl").touch()
    for name in links:
        (folder / name).symlink_to(victim)
    puzzles = tmp_path / "four.txt"
    puzzles.write_text("1...............")
    done = command("bench", puzzles, "-s", SOLVERS[0], "-o", folder, "-q")
    assert victim.read_text() == "precious"
    refused = f"{links[0]}: found a link, expected a file" in done.stderr
    assert (done.returncode, refused) == ((0, False) if links is REPLACED else (2, True))


def torn(folder: Path, number: int) -> Path:
    """The journal of a process that was killed after so many runs."""
    journal = Journal(folder)
    for each in range(number):
        journal.append(some_run(repetition=each))
    journal._flush_late()  # the rest of the last moment would be made again
    journal._file.close()
    return journal.path


@pytest.mark.filterwarnings("ignore::accord.bench.campaigns.store.ForeignWritingWarning")
def test_a_torn_last_line_is_dropped_and_nothing_else(tmp_path: Path) -> None:
    path = torn(tmp_path, 3)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last, last + 1, last + 9, len(whole) - 20, len(whole) - 2):
        path.write_bytes(whole[:cut])
        assert {key[-2] for key in keys(tmp_path)} == {0, 1}
        mended = Journal(tmp_path)
        mended.append(some_run(repetition=2))
        mended._flush_late()
        mended._file.close()
        assert {key[-2] for key in keys(tmp_path)} == {0, 1, 2}


def test_a_kill_between_part_and_journal_counts_no_run_twice(tmp_path: Path) -> None:
    path = torn(tmp_path, 3)
    lines = path.read_bytes()
    Journal(tmp_path).close()
    assert not path.read_bytes()
    assert len(keys(tmp_path)) == 3
    path.write_bytes(lines)  # as if the kill came before the journal was emptied
    assert len(keys(tmp_path)) == 3
    journal = Journal(tmp_path)
    journal.append(some_run(repetition=3))
    journal.close()
    assert len(list((tmp_path / "runs").glob("part-*.parquet"))) == 2
    assert len(keys(tmp_path)) == 4


def test_a_part_from_elsewhere_keeps_its_name_and_counts(tmp_path: Path) -> None:
    torn(tmp_path, 2)
    Journal(tmp_path).close()
    runs = tmp_path / "runs"
    (runs / "part-00001.parquet").rename(runs / "part-otherhost.parquet")
    for number in (2, 3):
        journal = Journal(tmp_path)
        journal.append(some_run(repetition=number))
        journal.close()
    names = [part.name for part in sorted(runs.glob("part-*"))]
    assert names == ["part-00001.parquet", "part-00002.parquet", "part-otherhost.parquet"]
    assert {key[-2] for key in keys(tmp_path)} == {0, 1, 2, 3}


@pytest.mark.parametrize("name", [PUZZLES, "runs/part-00001.parquet"])
def test_a_damaged_file_is_named(eight: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(eight, folder)
    whole = (folder / name).read_bytes()
    inside = whole[:4] + b"\xff" * (len(whole) // 2) + whole[4 + len(whole) // 2 :]
    for damaged in (whole[:-30], b"", inside):
        (folder / name).write_bytes(damaged)
        for read in (table, accord.load, campaign)[: 2 if name == PUZZLES else 3]:
            with pytest.raises(CampaignError, match=f"{name}: cannot be read: "):
                read(folder)
    if name == PUZZLES:  # which the question says once more
        campaign(folder)
        assert len(accord.load(folder)) == len(accord.load(eight))


def test_a_part_of_another_campaign_is_an_error(eight: Path, tmp_path: Path) -> None:
    shutil.copytree(eight, tmp_path / "a")
    run(tmp_path / "b", INSTANCES[5:6], SOLVERS, collection="other")
    part = next((tmp_path / "b" / "runs").glob("*.parquet"))
    part.rename(tmp_path / "a" / "runs" / "part-b.parquet")
    with pytest.raises(CampaignError, match=f"found runs on the puzzle {FOUR[5].digest}"):
        table(tmp_path / "a")


def test_names_and_expectations_are_those_of_the_last_session(tmp_path: Path) -> None:
    slow()
    two = "..343412..434321"

    def go(*instances: Instance) -> tuple[str, ...]:
        run(tmp_path, instances, SOLVERS[:1])
        return table(tmp_path).contradictions

    puzzle = Puzzle(shape(4), Grid.parse(two))
    other = Instance("other", FOUR[0])
    surprise = "published is 1 solution, but 2 were verified"
    assert go(Instance("old", puzzle, Expected(count=1)), other) == (f"old: {surprise}",)
    assert go(Instance("new", puzzle, Expected(count=1)), other) == (f"new: {surprise}",)
    assert go(Instance("new", puzzle, Expected(count=2)), other) == ()
    before = (tmp_path / "puzzles.parquet").stat()
    assert go(Instance("new", puzzle, Expected(count=2)), other) == ()
    after = (tmp_path / "puzzles.parquet").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert len(keys(tmp_path)) == 2


def test_rows_hold_what_was_asked_claimed_and_spent(tmp_path: Path) -> None:
    campaign(tmp_path, solvers=("backtracking-mrv", "cpsat", f"{WRONG_SOLVERS}:says_no_solution"))
    rows: Any = accord.load(tmp_path).set_index("solver")
    assert set(rows.loc["backtracking-mrv", "category"]) == {"correct"}
    wrong = rows.loc[f"{WRONG_SOLVERS}:says_no_solution"]
    assert set(wrong["category"]) == {"wrong"}
    assert set(wrong["status"]) == {"UNSAT"}
    mrv = rows.loc["backtracking-mrv"]
    assert (mrv["nodes"] > 0).all()
    assert rows.loc["cpsat", "guesses"].isna().all()
    assert (mrv["encode_time"] + mrv["search_time"] <= mrv["wall_time"] + 1e-9).all()
    assert (mrv["first_solution_time"] <= mrv["wall_time"]).all()
    assert (mrv["limits"] == "enforced").all()
    assert (
        mrv["environment"].map(lambda name: (tmp_path / f"environments/{name}.json").exists()).all()
    )
    assert read_question(tmp_path).solvers[1:] == ("backtracking-mrv", "cpsat")


def test_ratios_are_to_whichever_solver_is_chosen(eight: Path) -> None:
    lines = table(eight, reference="sat-pycosat").lines
    assert {line.solver: line.ratio == 1 for line in lines} == {SOLVERS[0]: False, SOLVERS[1]: True}
    with pytest.raises(CampaignError, match="sat-pycosat; one of backtracking-mrv, sat-py"):
        table(eight, reference="sat")


def test_a_machine_goes_on_with_its_rows_under_any_name_and_another_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = environment() | {"host": "vm"}

    def skipped(**others: Any) -> int:
        monkeypatch.setattr(campaigns, "environment", lambda: facts | others)
        return campaign(tmp_path)[0].skipped

    assert (skipped(), skipped(), skipped(host="renamed")) == (0, 8, 8)
    words = r"runs of another machine, .*; those of this one, Other, .* of vm-2$"
    with pytest.warns(OtherMachineWarning, match=words):
        assert skipped(cpu="Other") == 0
    assert (skipped(cpu="Other", host="new name"), skipped()) == (8, 8)
    assert {*accord.load(tmp_path)["host"]} == {"vm", "vm-2"}


def test_noisy_runs_are_made_again_until_one_is_not_and_all_remain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise = {("four#0", SOLVERS[0]): 1, ("four#1", SOLVERS[1]): 9}  # how many of its runs

    def marked_row(planned: PlannedRun, *report: Any, **circumstances: Any) -> Run:
        about = planned.instance.name, planned.solver.name
        noise[about] = left = noise.get(about, 0) - 1
        return replace(as_run(planned, *report, **circumstances), flags="noisy" * (left >= 0))

    monkeypatch.setattr(making, "as_run", marked_row)
    told = run(tmp_path, INSTANCES[:4], SOLVERS, noisy=True)
    assert [each.done for each in told if each.run is None] == [0, 4, 6, 8]
    with opened(tmp_path) as base:
        made = dict(base.rows("SELECT instance, count(*) FROM everything GROUP BY 1"))
        noisy = base.rows("SELECT instance, solver FROM runs WHERE flags = 'noisy'")
        assert [*noisy] == [("four#1", SOLVERS[1])]
    assert made == {"four#0": 4, "four#1": 6, "four#2": 2, "four#3": 2}
    assert run(tmp_path, INSTANCES[:4], SOLVERS, noisy=True)[0].done == 8
    result = table(tmp_path)
    assert "while 1 of 8 runs went on, others used more than 10%" in result.disturbances[-1]
    assert "On the 3 questions without such a run of any solver" in result.disturbances[-1]


def test_runs_of_code_that_has_changed_are_stale_and_made_again_on_request(tmp_path: Path) -> None:
    slow()
    solver, helper, folder = (tmp_path / name for name in ("mine.py", "helper.py", "campaign"))
    solver.write_text(
        "from helper import wait\ndef solve(puzzle, budget):\n    yield from wait()\n"
    )
    solvers = (SOLVERS[0], f"{solver}:solve")

    def made(*, stale: bool = False) -> int:
        return run(folder, INSTANCES[:2], solvers, repeat=2, stale=stale)[0].done

    def sources() -> dict[str, set[str]]:
        rows = accord.load(folder)
        return {name: set(rows[rows["solver"] == name]["source"]) for name in solvers}

    helper.write_text("def wait():\n    return ()\n")
    assert (made(), made()) == (0, 8)
    before = sources()
    helper.write_text("# slower\ndef wait():\n    return []\n")
    with pytest.warns(StaleWarning, match=r"mine.py:solve: 4 runs made by other code"):
        assert made() == 8
    assert sources() == before
    assert (made(stale=True), made()) == (4, 8)
    after = sources()
    assert after[SOLVERS[0]] == before[SOLVERS[0]]
    assert len(after[solvers[1]]) == 1
    assert after[solvers[1]] != before[solvers[1]]
    assert len(accord.load(folder)) == 8
    with opened(folder) as base:
        assert base.value("SELECT count(*) FROM everything") == 12


REACHED = {  # how a solver may reach a module that its text does not name, or not with its folder
    "by a folder of sys.path": "import sys; sys.path.insert(0, {lib!r})\nfrom hidden import wait",
    "by one that is removed": "import sys; sys.path.insert(0, {lib!r})\nfrom hidden import wait\n"
    "sys.path.remove({lib!r})",
    "late": "import sys; sys.path.append({lib!r})\ndef wait():\n"
    "    import hidden\n    return hidden.wait()",
    "by its file": "from importlib.util import *\nimport sys\n"
    "spec = spec_from_file_location('h', {lib!r} + '/hidden.py')\n"
    "sys.modules['h'] = module = module_from_spec(spec)\n"
    "spec.loader.exec_module(module)\nwait = module.wait",
}


def test_an_edit_of_a_module_counts_however_a_solver_reaches_it(tmp_path: Path) -> None:
    slow()
    solvers, hidden = [], []
    for number, way in enumerate(REACHED.values()):
        solver, module = tmp_path / f"mine{number}.py", tmp_path / f"lib{number}/hidden.py"
        module.parent.mkdir()
        module.write_text("def wait():\n    return ()\n")
        text = f"{way.format(lib=str(module.parent))}\ndef solve(puzzle, budget):\n"
        solver.write_text(f"{text}    yield from wait()\n")
        solvers.append(f"{solver}:solve")
        hidden.append(module)
    runs = 2 * len(solvers)

    def made(*, stale: bool = False) -> int:
        return run(tmp_path / "c", INSTANCES[:2], solvers, stale=stale)[0].done

    assert made() == 0
    for module in hidden:
        module.write_text("def wait():\n    return []\n")
    with pytest.warns(StaleWarning) as warned:
        assert made() == runs
    said = "\n".join(str(warning.message) for warning in warned)
    for name in solvers:
        assert f"{name}: 2 runs made by other code" in said
    assert made(stale=True) == 0
