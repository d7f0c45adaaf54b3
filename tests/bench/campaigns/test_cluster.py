"""A campaign on workers of Dask has the rows it would have here, whoever dies meanwhile."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest
from click.testing import CliRunner
from pandas.testing import assert_frame_equal

import accord
from accord.bench.campaigns import campaign, cluster
from accord.bench.campaigns.campaign import Progress
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import KEY
from accord.bench.campaigns.sessions import read_sessions
from accord.bench.run.declare import declare
from accord.bench.run.environment import environment
from accord.bench.run.torture import marked, traces
from accord.cli.commands import bench
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.budget import COUNTERS
from accord.solvers.registry import MissingBackendError
from command_line import accord as accord_command
from command_line import started
from optional import library
from places import SUPPORT
from small_campaigns import run

distributed = library("distributed")

CLUSTER_SOLVERS = SUPPORT / "cluster_solvers.py"
LOOKS_AROUND = f"{CLUSTER_SOLVERS}:looks_around"  # and says that there is no solution
NAPS = f"{CLUSTER_SOLVERS}:naps"
SLEEPS = f"{SUPPORT / 'wrong_solvers.py'}:sleeps"
POISON = "ACCORD_TEST_POISON"
ZYGOTE = "accord.bench.run.zygote"
FOUR = [Puzzle(shape(4), Grid((a, b, *[0] * 14))) for a in range(4) for b in range(4)]
INSTANCES = [Instance(f"four#{number}", puzzle) for number, puzzle in enumerate(FOUR, 1)]
SAME = ["instance", "family", "engine", "model", "jobs", "limits", "category", "outcome", "reason"]
SAME += ["exhausted", "count", "valid", "solutions", "digest", "contradictory", *COUNTERS]


def asking(folder: Path, *options: str, puzzles: Sequence[Puzzle] = FOUR) -> list[str]:
    """The words of a campaign on some puzzles."""
    file = folder.parent / "four.txt"
    file.write_text("\n".join(map(str, puzzles)))
    return ["bench", str(file), "-o", str(folder), "-q", "-t", "1200s", *options]


def run_here(folder: Path, solvers: list[str], **more: Any) -> list[Progress]:
    return run(folder, INSTANCES, solvers, collection="four", **more)


def rows(folder: Path) -> Any:
    """What a campaign claims, in the order of the keys."""
    key = [name for name in KEY if name not in ("host", "time_limit")]
    found = accord.load(folder).sort_values(key).reset_index(drop=True)
    assert not found.duplicated(key).any()
    return found[[*key, *SAME]].astype(str)


@contextmanager
def left_clean(*folders: Path) -> Iterator[None]:
    """Nothing is alive afterwards, and no folder holds what is to be thrown away."""
    with marked() as mark:
        yield
        assert not traces(mark, None, monotonic() + 600)
    for folder in folders:
        assert not (folder / ".scratch").exists()
        assert not list(folder.rglob("*unfinished*"))


def wait_until(what: Callable[[], Any], seconds: float = 600.0) -> Any:
    deadline = monotonic() + seconds
    while not (found := what()) and monotonic() < deadline:
        sleep(0.02)
    assert found
    return found


def words_below(process: int) -> list[list[str]]:
    """The command lines of everything that descends from a process."""
    found = []
    for each in psutil.Process(process).children(recursive=True):
        with suppress(psutil.Error):
            found.append(each.cmdline())
    return found


def at_work(client: int) -> list[psutil.Process]:
    """The workers of Dask below a client that have a worker of ours below them."""
    children = psutil.Process(client).children()
    return [child for child in children if ZYGOTE in str(words_below(child.pid))]


FORGER = """
from pathlib import Path

def solve(puzzle, budget):
    for journal in Path({folder!r}).glob("**/.scratch/**/journal.jsonl"):
        with journal.open("ab") as file:
            file.write(b"debug: 42")
        journal.with_name("part-lie.parquet").write_bytes(b"garbage")
    return iter(())
"""


def test_the_rows_are_those_of_the_local_engine(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    broken, imports = tmp_path / "broken.py", tmp_path / "imports"
    broken.write_text(f"open({str(imports)!r}, 'a').write('one ')\nraise OSError('no')\n")
    forger = tmp_path / "forger.py"
    forger.write_text(FORGER.format(folder=str(there)))
    named = [LOOKS_AROUND, f"{broken}:solve", f"{forger}:solve"]
    solvers = ["backtracking-mrv", "sat-pycosat", *named]
    options = [word for solver in solvers for word in ("-s", solver)]
    with left_clean(there):
        done = accord_command(*asking(there, *options, "--engine", "dask"))
        assert done.returncode == 1  # looks_around is wrong
    run_here(here, solvers)
    assert len(rows(there)) == len(FOUR) * len(solvers)
    assert_frame_equal(rows(there), rows(here))  # which says what differs
    (session,) = read_sessions(there)
    host = environment()["host"]
    assert (session.engine, session.hosts, session.jobs) == ("dask", (host,), 1)
    assert session.finished
    assert session.runs == 80
    assert imports.read_text() == "one " * 2  # once for each campaign
    assert session.harness
    loaded = accord.load(there)
    names = set(loaded["environment"])
    assert all((there / "environments" / f"{name}.json").exists() for name in names)
    assert set(loaded["host"]) == {host}
    # What was written where a worker made its rows is reported, once.
    said = re.findall(
        r"^accord: warning: .*forger.py:solve on \S+: (runs/\S+: found)", done.stderr, re.M
    )
    assert sorted(said) == ["runs/journal.jsonl: found", "runs/part-lie.parquet: found"]
    assert {file.read_bytes() for file in (there / "spoiled").iterdir()} == {b"garbage"}


def test_runs_that_workers_die_of_are_tried_twice_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "campaign"
    monkeypatch.setenv(POISON, FOUR[1].digest)
    killer = f"{CLUSTER_SOLVERS}:kills_its_worker"
    with left_clean(folder):
        asked = asking(folder, "-s", killer, "--engine", "dask", puzzles=FOUR[:4])
        done = accord_command(*asked, timeout=600)
        assert done.returncode == 2
        assert done.stderr == (
            "accord: workers died of these runs, twice, and they were given up: "
            f"{killer} on four#2; the same command tries again\n"
        )
        assert set(accord.load(folder)["instance"]) == {"four#1", "four#3", "four#4"}
        assert not read_sessions(folder)[-1].finished
    monkeypatch.setenv(POISON, "")
    assert accord_command(*asked[: asked.index("--engine")]).returncode == 0  # nor needs it Dask
    assert len(rows(folder)) == 4
    assert [each.runs for each in read_sessions(folder)] == [3, 1]


def test_workers_that_dask_does_not_start_again_are_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        """What a nanny did once, when its worker died while it was being started."""

    monkeypatch.setattr(distributed.Nanny, "_on_worker_exit", nothing)
    monkeypatch.setattr(cluster, "RENEWAL", 1.0)
    monkeypatch.setenv(POISON, FOUR[1].digest)
    killer = f"{CLUSTER_SOLVERS}:kills_its_worker"
    with pytest.raises(CampaignError, match=r"twice, and they were given up: .* on four#2;"):
        run(tmp_path, INSTANCES[:3], [killer], scheduler="")
    assert set(accord.load(tmp_path)["instance"]) == {"four#1", "four#3"}


def test_ctrl_c_keeps_what_is_done_and_leaves_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    asked = asking(folder, "-s", NAPS, "--repeat", "5", "-j", "2", "--engine", "dask")
    with left_clean(folder):
        child = started(*asked, text=True, start_new_session=True)
        wait_until(lambda: list(folder.glob("runs/part-*.parquet")))
        wait_until(lambda: at_work(child.pid))
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does
        said = child.communicate(timeout=600)[1]
        assert child.returncode == 130
        kept = len(accord.load(folder))
        assert said == f"accord: interrupted: {kept} of 80 runs are in {folder}; " + (
            "the same command goes on\n"
        )
        assert 0 < kept < 80


def test_ctrl_c_while_workers_start_is_as_quiet(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    with left_clean(folder):
        asked = asking(folder, "-s", NAPS, "--engine", "dask")
        child = started(*asked, text=True, start_new_session=True)
        wait_until(lambda: "spawn_main" in str(words_below(child.pid)))
        os.killpg(child.pid, signal.SIGINT)
        said = child.communicate(timeout=600)[1]
        assert child.returncode == 130
        kept = f"interrupted: 0 of 16 runs are in {folder}"
        assert said == f"accord: {kept}; the same command goes on\n"


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, Callable[[str], int]]]:
    """The address of a scheduler that somebody else has started, and a way to start more."""
    programs: list[subprocess.Popen[bytes]] = []

    def type_in(line: str) -> int:
        words = [sys.executable, "-P", "-m", *shlex.split(line), "--no-dashboard"]
        with (folder / f"{len(programs)}.log").open("w") as log:
            programs.append(subprocess.Popen(words, stdout=log, stderr=log, cwd=folder))
        return programs[-1].pid

    try:
        type_in("dask scheduler --host 127.0.0.1 --port 0")
        log = folder / "0.log"
        found = wait_until(lambda: re.search(r"Scheduler at: +tcp://(\S+)", log.read_text()))
        yield found[1], type_in
    finally:
        for program in reversed(programs):
            program.terminate()
            program.wait(timeout=600)


def test_workers_of_any_scheduler_make_runs_on_the_same_terms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "campaign"
    monkeypatch.setattr(cluster, "ANSWER_TIME", 1.0)
    with left_clean(folder), scheduler(tmp_path) as (address, type_in):
        with pytest.raises(CampaignError, match=f"{address}: found no worker with the") as error:
            run_here(folder, [LOOKS_AROUND], scheduler=address)
        worker = type_in(str(error.value).partition("started by: ")[2])
        monkeypatch.setattr(cluster, "ANSWER_TIME", 200.0)
        run_here(folder, [LOOKS_AROUND], scheduler=address)
        found = accord.load(folder)
        assert set(found["nodes"]) == set(found["guesses"]) == {0}
        (session,) = read_sessions(folder)
        assert (session.engine, session.jobs, session.finished) == ("dask", 1, True)
        there = ["-s", SLEEPS, "--engine", "dask", "--scheduler", address]
        interrupt(asking(tmp_path / "interrupted", *there), worker)
        here = declare("backtracking-mrv")
        with monkeypatch.context() as patched:
            patched.setattr(campaign, "declare_all", lambda *_: [replace(here, version="0.0")])
            other = rf"found {here} {re.escape(here.version)} .*, expected {here} 0\.0 "
            with pytest.raises(CampaignError, match=f"^{session.host}: {other}"):
                run_here(tmp_path / "other", ["backtracking-mrv"], scheduler=address)


def interrupt(asked: list[str], worker: int) -> None:
    """Stop a campaign on a foreign worker, which must be free at once: no run goes on there."""
    child = started(*asked)
    wait_until(lambda: ZYGOTE in str(words_below(worker)))
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=600)
    assert child.returncode == 130
    wait_until(lambda: ZYGOTE not in str(words_below(worker)))


def test_there_must_be_a_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIME", 0.5)
    for address in ("127.0.0.1:1", "ftp://x:1"):
        with pytest.raises(CampaignError, match=f"{address}: found no scheduler of Dask, expected"):
            run_here(tmp_path / "campaign", ["backtracking-mrv"], scheduler=address)
    with pytest.raises(CampaignError, match="found the scheduler 'nonsense', expected HOST:PORT"):
        run_here(tmp_path / "campaign", ["backtracking-mrv"], scheduler="nonsense")


def test_what_another_machine_has_done_is_done_for_a_cluster_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_here(tmp_path, ["backtracking-mrv"])
    elsewhere = environment() | {"host": "elsewhere", "cpu": "another"}
    monkeypatch.setattr(campaign, "environment", lambda: elsewhere)
    again = run_here(tmp_path, ["backtracking-mrv"], scheduler="")
    assert [(each.skipped, each.total) for each in again] == [(16, 16)]
    with pytest.warns(campaign.OtherMachineWarning):
        assert run_here(tmp_path, ["backtracking-mrv"])[0].skipped == 0


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [str(tmp_path / "four.txt"), "--scheduler", "127.0.0.1:1"]
    for more in ([], ["--engine", "dask", "-j", "2"]):
        result = CliRunner().invoke(bench.command, [*words, *more])
        assert result.exit_code == 2
        assert "--scheduler goes with --engine dask, and without -j" in result.output
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingBackendError, match=r"^--engine dask: .*pip install .distributed"):
        run_here(tmp_path / "campaign", ["backtracking-mrv"], scheduler="")
