"""A campaign on workers of Dask has the rows it would have here, whoever dies meanwhile."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

import accord
from accord.bench import campaign, parcel
from accord.bench.campaign import Progress, declare, run_campaign
from accord.bench.cluster import Dispatcher, parcels, size_of_parcels
from accord.bench.environment import environment
from accord.bench.folder import CampaignError, Entry
from accord.bench.limits import Limits
from accord.bench.parcel import Delivery, Parcel, Terms, check, make
from accord.bench.plan import Step
from accord.bench.reservation import reserved
from accord.bench.run import KEY
from accord.bench.sessions import read_sessions
from accord.bench.torture import marked, traces
from accord.puzzles.grid import Grid
from accord.puzzles.instance import Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.shape import shape
from accord.solvers.budget import COUNTERS
from optional import library

distributed = library("distributed")

GUESTS = Path(__file__).parent / "guests.py"
LIAR = f"{Path(__file__).parent / 'liars.py'}:says_no_solution"
NAPS = f"{GUESTS}:naps"
POISON = "ACCORD_TEST_POISON"
FOUR = [Puzzle(shape(4), Grid((a, b, *[0] * 14))) for a in range(4) for b in range(4)]
INSTANCES = [Instance(f"four#{number}", puzzle) for number, puzzle in enumerate(FOUR, 1)]
SAME = ["instance", "family", "engine", "model", "jobs", "limits", "category", "outcome", "reason"]
SAME += ["exhausted", "count", "valid", "solutions", "digest", "contradictory", *COUNTERS]
TERMS = Terms(2, Limits(5.0), cold=False, once=False, seed=0)


def command(folder: Path, *options: str) -> list[str]:
    """A campaign on the puzzles."""
    puzzles = folder.parent / "four.txt"
    puzzles.write_text("\n".join(map(str, FOUR)))
    said = [sys.executable, "-P", "-m", "accord", "bench", str(puzzles), "-o", str(folder), "-q"]
    return [*said, "-t", "20s", *options]


def run_here(folder: Path, solvers: list[str], repeat: int = 1, **more: Any) -> None:
    run_campaign(
        folder, INSTANCES, solvers, collection="four", limits=Limits(5.0), repeat=repeat, **more
    )


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
        assert not traces(mark, None, monotonic() + 3.0)
    for folder in folders:
        assert not (folder / ".scratch").exists()
        assert not list(folder.rglob("*unfinished*"))


def wait_until(what: Callable[[], Any], seconds: float = 20.0) -> Any:
    deadline = monotonic() + seconds
    while not (found := what()) and monotonic() < deadline:
        sleep(0.02)
    assert found
    return found


def at_work(client: int) -> list[psutil.Process]:
    """The workers of Dask below a client that have a worker of ours below them."""
    found = []
    for child in psutil.Process(client).children():
        below = [process.cmdline() for process in child.children(recursive=True)]
        if any("accord.bench.starter" in words for words in below):
            found.append(child)
    return found


def test_the_rows_are_those_of_the_local_engine(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    solvers = ["backtracking-mrv", "sat-pycosat", LIAR]
    options = [word for solver in solvers for word in ("-s", solver)]
    with left_clean(there):
        asked = command(there, *options, "--repeat", "2", "-j", "2", "--engine", "dask")
        assert subprocess.run(asked, stdout=subprocess.DEVNULL).returncode == 1  # one lies
    run_here(here, solvers, repeat=2, slots=2)
    assert len(rows(there)) == len(FOUR) * len(solvers) * 2
    assert rows(there).equals(rows(here))
    (session,) = read_sessions(there)
    host = environment()["host"]
    assert (session.engine, session.hosts, session.jobs) == ("dask", (host,), 2)
    assert session.finished
    assert session.runs == 96
    assert session.harness
    loaded = accord.load(there)
    names = set(loaded["environment"])
    assert all((there / "environments" / f"{name}.json").exists() for name in names)
    assert set(loaded["host"]) == {host}


def test_a_worker_that_is_killed_costs_no_row(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    with left_clean(there):
        asked = command(there, "-s", NAPS, "--repeat", "3", "-j", "2", "--engine", "dask")
        child = subprocess.Popen(asked, stdout=subprocess.DEVNULL)
        wait_until(lambda: list(there.glob("runs/part-*.parquet")))
        victim = wait_until(lambda: at_work(child.pid))[0]
        victim.kill()
        assert child.wait(timeout=30) == 0
    run_here(here, [NAPS], repeat=3, slots=2)
    assert len(rows(there)) == len(FOUR) * 3
    assert rows(there).equals(rows(here))


def test_runs_that_workers_die_of_are_tried_twice_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "campaign"
    monkeypatch.setenv(POISON, FOUR[6].digest)
    killer = f"{GUESTS}:kills_its_worker"
    asked = command(folder, "-s", "backtracking-mrv", "-s", killer, "--engine", "dask")
    with left_clean(folder):
        done = subprocess.run(asked, capture_output=True, text=True)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith("accord: workers died of these runs, twice, and they were")
        assert done.stderr.count(f"{killer} on four#") == 1  # parcel
        parcel = size_of_parcels(2 * len(FOUR), 1)
        assert len(accord.load(folder)) == 2 * len(FOUR) - parcel
        assert not read_sessions(folder)[-1].finished
        monkeypatch.setenv(POISON, "")
        subprocess.run(asked, check=True, stdout=subprocess.DEVNULL)
    assert len(rows(folder)) == 2 * len(FOUR)


def test_ctrl_c_keeps_what_is_done_and_leaves_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    asked = command(folder, "-s", NAPS, "--repeat", "5", "-j", "2", "--engine", "dask")
    with left_clean(folder):
        child = subprocess.Popen(asked, stderr=subprocess.PIPE, text=True, start_new_session=True)
        wait_until(lambda: list(folder.glob("runs/part-*.parquet")))
        wait_until(lambda: at_work(child.pid))
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does
        said = child.communicate(timeout=15)[1]
        assert child.returncode == 130
        kept = len(accord.load(folder))
        assert said == f"accord: interrupted: {kept} of 80 runs are in {folder}; " + (
            "the same command goes on\n"
        )
        assert 0 < kept < 80
