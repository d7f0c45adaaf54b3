"""What a solver cannot do to the harness, nor to the next run."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from accord.bench.campaigns.schedule import Job, perform
from accord.bench.isolation import worker_process as process
from accord.bench.isolation.faults import TRIALS, Trial
from accord.bench.isolation.limits import Limits
from accord.bench.isolation.report import Report
from accord.bench.isolation.supervisor import Worker
from accord.bench.isolation.terms import Terms
from accord.bench.isolation.torture import EASY, EMPTY, attempt, marked, traces
from accord.bench.isolation.worker import Question
from accord.bench.machine.cores import cores_of_slots, siblings
from places import SUPPORT

GROUPS = Path("/sys/fs/cgroup/unified")
SOLVERS = SUPPORT / "process_probes.py"
TEN = Limits(10.0)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")


def seen(report: Report) -> dict[str, Any]:
    assert report.outcome == "OK", report.reason
    found: dict[str, Any] = json.loads(report.reason)
    return found


def soon(what: Callable[[], bool], seconds: float = 5.0) -> bool:
    deadline = monotonic() + seconds
    while not what() and monotonic() < deadline:
        sleep(0.02)
    return what()


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
def test_the_limits_hold_against(trial: Trial) -> None:
    result = attempt(trial)
    if not result.held:  # a busy machine may be late once
        result = attempt(trial)
    assert result.held, result.detail


def test_torture_sees_what_is_not_held() -> None:
    wrong = Trial("daemon", "leaves_a_daemon", "TIMEOUT", "overran its limit", 5.0)
    assert not attempt(wrong).held


def test_a_worker_has_a_session_a_folder_and_an_environment_of_its_own() -> None:
    with Worker(f"{SOLVERS}:sees") as worker:
        here = seen(worker.ask(EASY, 1, TEN))
        assert here["leads its session"]
        assert here["threads for algebra"] == "1"
        assert Path(here["folder"]).is_dir()
    assert soon(lambda: not Path(here["folder"]).exists())
    with Worker(f"{SOLVERS}:sees") as worker:
        assert seen(worker.ask(EASY, 1, TEN))["hash"] == here["hash"]


def test_a_worker_that_was_ended_is_forked_anew_from_what_was_imported_once() -> None:
    with Worker(f"{SOLVERS}:sees") as worker:
        first = seen(worker.ask(EASY, 1, TEN))
        os.kill(first["process"], signal.SIGKILL)
        second = seen(worker.ask(EASY, 1, TEN))
    assert second["process"] != first["process"]
    assert second["imported"] == first["imported"]
    assert (first["asked"], second["asked"]) == (1, 1)


def test_a_library_that_leaves_a_thread_gets_a_fresh_interpreter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ACCORD_TEST_THREAD", "1")
    with Worker(f"{SOLVERS}:sees") as worker:
        first = seen(worker.ask(EASY, 1, TEN))
        os.kill(first["process"], signal.SIGKILL)
        second = seen(worker.ask(EASY, 1, TEN))
    assert second["imported"] > first["imported"]
    assert second["leads its session"]
    with Worker(f"{SOLVERS}:sleeps_if_empty") as worker:
        assert worker.ask(EMPTY, 1, Limits(0.2)).outcome == "TIMEOUT"
        assert worker.ask(EASY, 2, TEN).exhausted


def test_who_is_killed_whenever_it_is_asked_is_killed() -> None:
    with Worker(f"{SOLVERS}:kills_itself") as worker:
        report = worker.ask(EASY, 1, TEN)
    assert (report.outcome, report.reason) == ("KILLED", "ended by the signal SIGKILL")


@pytest.mark.parametrize("victim", ["watchdog", "fork_server"])
def test_whoever_of_the_harness_is_killed_the_next_question_is_answered(victim: str) -> None:
    with marked() as mark, Worker(f"{SOLVERS}:sees") as worker:
        here = seen(worker.ask(EASY, 1, TEN))
        watchdog = psutil.Process(here["watchdog"])
        psutil.Process(here["watchdog"] if victim == "watchdog" else watchdog.ppid()).kill()
        for _ in range(2):
            assert seen(worker.ask(EASY, 1, TEN))["leads its session"]
    assert traces(mark, None, monotonic() + 2.0) == []


def test_nothing_outlives_a_supervisor_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left"
    monkeypatch.setenv("ACCORD_TEST_FILE", str(left))
    script = (
        "from accord.bench.isolation.supervisor import Worker;"
        "from accord.bench.isolation.limits import Limits;"
        "from accord.bench.isolation.torture import EASY;"
        f"Worker({str(SOLVERS) + ':leaves_a_daemon_and_sleeps'!r}).ask(EASY, 1, Limits(60.0))"
    )
    with marked() as mark:
        with subprocess.Popen([sys.executable, "-P", "-c", script]) as supervisor:
            try:  # fork server, watchdog, worker and daemon
                assert soon(lambda: left.exists() and len(traces(mark, None, 0.0)) == 5, 20.0)
            finally:
                supervisor.kill()
        assert traces(mark, None, monotonic() + 2.0) == []


@pytest.mark.skipif(not os.access(GROUPS, os.W_OK), reason="needs a control group to write to")
def test_a_worker_has_a_control_group_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    above = GROUPS / f"accord-test-{os.getpid()}"
    above.mkdir()
    monkeypatch.setattr(process, "home", lambda: above)
    try:
        with Worker(f"{SOLVERS}:sees") as worker:
            here = seen(worker.ask(EASY, 1, Limits(10.0, 2**30)))["group"]
            assert f"/{above.name}/worker-" in here
        assert soon(lambda: not any(each.is_dir() for each in above.iterdir()))
    finally:
        above.rmdir()


def test_a_crash_in_a_batch_costs_the_others_nothing() -> None:
    puzzles = [EMPTY if place in (3, 17) else EASY for place in range(40)]
    questions = [Question(puzzle, Terms(TEN, once=True)) for puzzle in puzzles]
    with Worker(f"{SOLVERS}:crashes_if_empty") as worker:
        reports = dict(worker.ask_all(questions))
    assert sorted(reports) == list(range(40))
    for place, puzzle in enumerate(puzzles):
        assert reports[place].outcome == ("ERROR" if puzzle is EMPTY else "OK")
        assert reports[place].exhausted == (puzzle is EASY)


def test_each_run_of_a_batch_has_the_whole_limit() -> None:
    questions = [
        Question(each, Terms(Limits(0.3), once=True)) for each in (EASY, EMPTY, EMPTY, EASY)
    ]
    with Worker(f"{SOLVERS}:sleeps_if_empty") as worker:
        reports = dict(worker.ask_all(questions))
    outcomes = [reports[place].outcome for place in range(4)]
    assert outcomes == ["OK", "TIMEOUT", "TIMEOUT", "OK"]
    assert all(0.3 <= reports[place].cost["wall_time"] < 2.0 for place in (1, 2))


def test_preparation_is_shown_warm_and_charged_cold() -> None:
    with Worker(f"{SOLVERS}:PREPARES") as worker:
        first, second = (worker.ask(EASY, 2, TEN).cost for _ in range(2))
    assert first["prepare_time"] >= 0.2 > first["wall_time"]
    assert second["prepare_time"] < 0.2
    with Worker(f"{SOLVERS}:PREPARES", cold=True) as worker:
        costs = [worker.ask(EASY, 2, TEN).cost for _ in range(2)]
    assert all(cost["wall_time"] >= 0.2 for cost in costs)
    assert all(cost["inner_repetitions"] == 1 for cost in costs)


def test_cold_asks_every_question_in_a_process_that_was_asked_none() -> None:
    with Worker(f"{SOLVERS}:sees", cold=True) as worker:
        first, second = (seen(worker.ask(EASY, 1, TEN)) for _ in range(2))
    assert first["process"] != second["process"]
    assert first["asked"] == second["asked"] == 1


def test_cpu_time_counts_for_the_whole_tree() -> None:
    began = monotonic()
    with Worker(f"{SOLVERS}:burns") as worker:
        report = worker.ask(EASY, 1, Limits(60.0, cpu_seconds=0.5))
    assert (report.outcome, "CPU time" in report.reason) == ("TIMEOUT", True)
    assert report.cost["cpu_time"] >= 0.5
    assert monotonic() - began < 20


def test_memory_that_is_refused_is_memout() -> None:
    with Worker(f"{SOLVERS}:wants_it_all_at_once") as worker:
        report = worker.ask(EASY, 1, Limits(10.0, 256 * 2**20))
    assert (report.outcome, report.exhausted) == ("MEMOUT", False)
    assert report.reason == "no memory left"


@pytest.mark.parametrize(
    ("solver", "memory", "outcome"),
    [
        ("aborts_for_want_of_memory", 2**28, "MEMOUT"),
        ("aborts_for_want_of_memory", None, "ERROR"),
        ("aborts", 2**28, "ERROR"),
    ],
)
def test_an_abort_is_memout_only_under_a_memory_limit(
    solver: str, memory: int | None, outcome: str
) -> None:
    with Worker(f"{SOLVERS}:{solver}") as worker:
        report = worker.ask(EASY, 1, Limits(10.0, memory))
    assert report.outcome == outcome
    assert "SIGABRT" in report.reason


def test_a_slot_keeps_to_its_core_where_timings_matter() -> None:
    for timed in (True, False):
        jobs = [Job(EASY, f"{SOLVERS}:sees", Terms(TEN, 1), None)]
        with closing(perform(jobs, 1, timed=timed)) as reports:
            ((_, report),) = reports
        expected = cores_of_slots(1)[0] if timed else ()
        assert seen(report)["cores"] == sorted(expected or os.sched_getaffinity(0))
    assert cores_of_slots(1000) == [()] * 1000
    assert {cpu for core in siblings() for cpu in core} <= os.sched_getaffinity(0)
