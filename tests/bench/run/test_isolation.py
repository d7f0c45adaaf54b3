"""What a solver cannot do to the harness, nor to the next run."""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from accord.bench.run import supervisor, worker_process
from accord.bench.run.cores import cores_of_slots, siblings
from accord.bench.run.faults import TRIALS, Trial
from accord.bench.run.heartbeat import Heartbeat, Phase
from accord.bench.run.report import Declaration, Report
from accord.bench.run.schedule import Job, perform
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Question, Terms
from accord.bench.run.torture import EASY, EMPTY, attempt, marked, traces
from accord.puzzles import Grid, Problem, Puzzle, Solution, shape
from accord.puzzles.constraints.linear import Linear
from command_line import started
from optional import library, slow
from places import SUPPORT
from process_probes import PREPARATION
from tried_again import OverrunError, tried_again

GROUPS = Path("/sys/fs/cgroup/unified")
SOLVERS = SUPPORT / "process_probes.py"
MINUTE = Limits(60.0)
FIRST = Terms(MINUTE, 1)
COLD = Terms(MINUTE, cold=True)
SLACK = 15.0  # seconds: ten times a limit of 0.5 s with its grace
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")


def ask(
    solver: str, puzzle: Puzzle = EASY, limits: Limits = MINUTE, limit: int | None = 1
) -> Report:
    """What a solver of process_probes.py reports of one question."""
    with Worker(f"{SOLVERS}:{solver}") as worker:
        return worker.ask(puzzle, Terms(limits, limit))


def seen(report: Report) -> dict[str, Any]:
    """What the solver `sees` has found of its process.

    The reason goes on where its watchdog, killed just before, died only after the answer.
    """
    assert report.outcome == "OK", report.reason
    found: dict[str, Any] = json.JSONDecoder().raw_decode(report.reason)[0]
    return found


def soon(what: Callable[[], bool]) -> bool:
    deadline = monotonic() + 600
    while not what() and monotonic() < deadline:
        sleep(0.02)
    return what()


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.name)
@tried_again
def test_the_limits_hold_against(trial: Trial) -> None:
    result = attempt(trial, SLACK)
    if not result.held:
        raise OverrunError(result.detail)


def test_torture_sees_what_is_not_held() -> None:
    wrong = Trial("daemon", "leaves_a_daemon", "TIMEOUT", "overran its limit", 5.0)
    assert not attempt(wrong, SLACK).held


def test_a_worker_has_a_session_a_folder_and_an_environment_of_its_own() -> None:
    with Worker(f"{SOLVERS}:sees") as worker:
        here = seen(worker.ask(EASY, FIRST))
        assert here["leads its session"]
        assert here["threads for algebra"] == "1"
        assert Path(here["folder"]).is_dir()
    assert soon(lambda: not Path(here["folder"]).exists())
    assert seen(ask("sees"))["hash"] == here["hash"]


def test_a_worker_of_highs_holds_no_library_that_clashes_with_it() -> None:
    """HiGHS 1.15 and OR-Tools 9.15, which CPMpy imports, have a shared library of one name."""
    library("highspy")
    library("cpmpy")  # the process that asks has both
    problem = Problem([range(3)] * 2, [Linear((0, 1), "<=", 1, (1, 1))])
    with Worker(f"{SOLVERS}:HIGHS_AND_MODULES") as worker:
        report = worker.ask(problem, Terms(MINUTE, None))
    assert (report.grids.valid, report.reason) == (3, "highspy")


@pytest.mark.parametrize("thread", [False, True])
def test_a_worker_that_was_killed_is_replaced(
    thread: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    if thread:  # a library that leaves one when it is imported cannot be forked
        monkeypatch.setenv("ACCORD_TEST_THREAD", "1")
    with Worker(f"{SOLVERS}:sees") as worker:
        first = seen(worker.ask(EASY, FIRST))
        os.kill(first["process"], signal.SIGKILL)
        second = seen(worker.ask(EASY, FIRST))
    assert second["process"] != first["process"]
    assert second["leads its session"]
    assert (first["asked"], second["asked"]) == (1, 1)
    assert (second["imported"] == first["imported"]) is not thread
    with Worker(f"{SOLVERS}:sleeps_if_empty") as worker:
        assert worker.ask(EMPTY, Terms(Limits(0.2), 1)).outcome == "TIMEOUT"
        assert worker.ask(EASY, Terms(MINUTE)).exhausted


@tried_again
def test_a_copy_of_a_worker_is_asked_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    asked.unlink(missing_ok=True)
    monkeypatch.setenv("ACCORD_TEST_FILE", str(asked))
    ask("forks_when_asked_again")
    processes = asked.read_text().split()
    if len(processes) < 4:  # so often is a short run repeated, unless the machine makes it long
        raise OverrunError(f"asked {len(processes)} times")
    assert len({*processes}) == 1


def test_a_question_whose_process_is_killed_each_time_is_killed() -> None:
    report = ask("kills_itself")
    assert (report.outcome, report.reason) == ("KILLED", "ended by the signal SIGKILL")


@pytest.mark.parametrize("victim", ["watchdog", "fork server", "zygote"])
def test_the_next_question_is_answered_when_a_process_of_the_harness_is_killed(
    victim: str,
) -> None:
    with marked() as mark, Worker(f"{SOLVERS}:sees") as worker:
        here = seen(worker.ask(EASY, FIRST))
        watchdog = psutil.Process(here["watchdog"])
        above = [watchdog, *watchdog.parents()]
        above[["watchdog", "fork server", "zygote"].index(victim)].kill()
        for _ in range(2):
            assert seen(worker.ask(EASY, FIRST))["leads its session"]
    assert traces(mark, None, monotonic() + 600) == []


def test_an_answer_stands_when_the_watchdog_is_silent_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (supervisor, worker_process):
        monkeypatch.setattr(module, "CLEARANCE", 0.5)
    with Worker("backtracking-mrv") as worker:

        def suspend(_: Solution) -> None:
            stopped.append(worker._process.processes[0] if worker._process else 0)
            psutil.Process(stopped[0]).suspend()

        stopped: list[int] = []
        report = worker.ask(EASY, FIRST, suspend)
        assert (report.outcome, report.grids.valid) == ("OK", 1)
        assert stopped[0] not in worker.processes  # it was asked again


def test_half_a_heartbeat_is_never_read() -> None:
    class Torn:
        """A page that another beat is written to between the two halves of the first reading."""

        readings = 0

        def __getitem__(self, where: slice) -> bytes:
            self.readings += 1
            half = 2 * len(beats[0]) // 5  # place and phase
            return beats[0][:half] + beats[1][half:] if self.readings == 1 else beats[1]

    shown = Heartbeat()
    shown.own()
    beats = []
    for phase, allowed in ((Phase.RUN, 60.0), (Phase.REST, 0.0)):
        shown.show(phase, 0, allowed, 0.0)
        beats.append(shown._page[:40])
    vars(shown)["_page"] = Torn()
    assert shown.look().phase is Phase.REST


def test_nothing_outlives_a_command_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left"
    monkeypatch.setenv("ACCORD_TEST_FILE", str(left))
    solver = f"{SOLVERS}:leaves_a_daemon_and_sleeps"
    with marked() as mark:
        with started("check", "." * 16, "-s", solver, "-t", "600s") as command:
            try:  # itself, watchdog, worker and daemon, and a fork server where it has one
                assert soon(left.exists), command.poll()
                assert len(traces(mark, None, 0.0)) >= 4
            finally:
                command.kill()
        assert traces(mark, None, monotonic() + 600) == []


@pytest.mark.skipif(not os.access(GROUPS, os.W_OK), reason="needs a control group to write to")
def test_a_worker_has_a_control_group_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    above = GROUPS / f"accord-test-{os.getpid()}"
    above.mkdir()
    monkeypatch.setattr(worker_process, "home", lambda: above)
    try:
        here = seen(ask("sees", limits=Limits(60.0, 2**30)))["group"]
        assert f"/{above.name}/worker-" in here
        assert soon(lambda: not any(each.is_dir() for each in above.iterdir()))
    finally:
        above.rmdir()


def test_a_worker_that_waits_for_a_busy_supervisor_is_not_out_of_time() -> None:
    limits = Limits(0.5)
    broken = Puzzle(shape(4), Grid([1, 1] + [0] * 14))  # no grid is sent
    questions = [Question(EASY, Terms(limits))] + [Question(broken, Terms(limits))] * 500
    with Worker(f"{SOLVERS}:honest") as worker:
        reports = worker.ask_all(questions, lambda grid: sleep(3))  # until the pipe is full
        assert {report.outcome for _, report in reports} == {"OK"}


def test_a_crash_in_a_batch_costs_the_others_nothing() -> None:
    puzzles = [EMPTY if place in (3, 17) else EASY for place in range(40)]
    questions = [Question(puzzle, Terms(MINUTE, once=True)) for puzzle in puzzles]
    with Worker(f"{SOLVERS}:crashes_if_empty") as worker:
        reports = dict(worker.ask_all(questions))
    assert sorted(reports) == list(range(40))
    for place, puzzle in enumerate(puzzles):
        assert reports[place].outcome == ("ERROR" if puzzle is EMPTY else "OK")
        assert reports[place].exhausted == (puzzle is EASY)


def test_each_run_of_a_batch_has_the_whole_limit() -> None:
    terms = Terms(Limits(0.5), once=True)
    questions = [Question(each, terms) for each in (EASY, EMPTY, EMPTY, EASY)]
    with Worker(f"{SOLVERS}:sleeps_if_empty") as worker:
        reports = dict(worker.ask_all(questions))
    outcomes = [reports[place].outcome for place in range(4)]
    assert outcomes == ["OK", "TIMEOUT", "TIMEOUT", "OK"]
    took = [reports[place].cost["wall_time"] for place in (1, 2)]
    assert min(took) >= 0.5


def test_a_run_that_is_ended_took_the_time_before_its_first_grid_too() -> None:
    with Worker(f"{SOLVERS}:sleeps_around_its_first_grid") as worker:
        ended = worker.ask(EASY, Terms(Limits(2.0), None, once=True))
    assert (ended.outcome, ended.grids.valid) == ("TIMEOUT", 1)
    assert ended.cost["wall_time"] >= 2.0


def test_preparation_is_shown_warm_and_charged_cold() -> None:
    with Worker(f"{SOLVERS}:PREPARES") as worker:
        first, second = (worker.ask(EASY, Terms(MINUTE)).cost for _ in range(2))
    assert first["prepare_time"] >= PREPARATION > first["wall_time"]
    assert second["prepare_time"] == 0.0
    with Worker(f"{SOLVERS}:PREPARES", cold=True) as worker:
        costs = [worker.ask(EASY, COLD).cost for _ in range(2)]
    assert all(cost["wall_time"] >= PREPARATION for cost in costs)
    assert all(cost["inner_repetitions"] == 1 for cost in costs)


def test_cold_asks_every_question_in_a_process_that_was_asked_none() -> None:
    with Worker(f"{SOLVERS}:sees", cold=True) as worker:
        first, second = (seen(worker.ask(EASY, COLD)) for _ in range(2))
    assert first["process"] != second["process"]
    assert first["asked"] == second["asked"] == 1


def test_cpu_time_counts_for_the_whole_tree() -> None:
    report = ask("burns", limits=Limits(600.0, cpu_seconds=0.5))
    assert (report.outcome, "CPU time" in report.reason) == ("TIMEOUT", True)
    assert report.cost["cpu_time"] >= 0.5
    assert report.cost["cpu_time"] < 10 * 0.5


def test_the_cpu_time_of_a_killed_run_is_without_that_of_the_runs_before(tmp_path: Path) -> None:
    slow()
    file = tmp_path / "mine.py"
    file.write_text(
        "from time import process_time, sleep\n\n\n"
        "def solve(puzzle, budget):\n"
        "    if all(len(domain) > 1 for domain in puzzle.domains):\n"
        "        while True:\n"
        "            sleep(60)\n"
        "    while process_time() < 2:\n"
        "        pass\n"
        "    yield from ()\n"
    )
    with Worker(f"{file}:solve") as worker:
        first = worker.ask(EASY, Terms(MINUTE, once=True))
        killed = worker.ask(EMPTY, Terms(Limits(0.3), once=True))
    assert (first.outcome, killed.outcome) == ("OK", "TIMEOUT")
    assert killed.cost["cpu_time"] < 1 < first.cost["cpu_time"]


def test_memory_that_is_refused_is_memout() -> None:
    report = ask("wants_it_all_at_once", limits=Limits(60.0, 256 * 2**20))
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
    report = ask(solver, limits=Limits(60.0, memory))
    assert report.outcome == outcome
    assert "SIGABRT" in report.reason


def test_a_slot_keeps_to_its_core_where_timings_matter() -> None:
    for timed in (True, False):
        declared = Declaration(f"{SOLVERS}:sees", "", "", "other", "sees", "sees")
        jobs = [Job(Question(EASY, Terms(MINUTE, 1)), declared, None)]
        with closing(perform(jobs, 1, timed=timed)) as reports:
            ((_, report),) = reports
        expected = cores_of_slots(1)[0] if timed else ()
        assert seen(report)["cores"] == sorted(expected or os.sched_getaffinity(0))
    assert cores_of_slots(1000) == [()] * 1000
    assert {cpu for core in siblings() for cpu in core} <= os.sched_getaffinity(0)
