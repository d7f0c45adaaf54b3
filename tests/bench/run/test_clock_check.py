"""Times that cannot be are errors, doubtful ones are asked again, and honest ones stand."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from math import isnan
from pathlib import Path
from typing import Any

import psutil
import pytest

import accord
from accord.bench.run.clock_check import DOUBTFUL, ClockCheck
from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Question, Terms
from accord.bench.run.torture import EASY, EMPTY
from accord.bench.run.worker_process import WorkerProcess
from accord.puzzles.grid import Grid
from command_line import COMMAND
from optional import slow
from places import ROOT
from tried_again import OverrunError, tried_again

linux = pytest.mark.skipif(sys.platform != "linux", reason="limits are best-effort here")
TERMS = Terms(Limits(60.0), once=True)
WRONG = Grid.parse("1234341221434312")
COUNTED = {"aside": 0.0, "inner_repetitions": 1, "worked": 1e-3}
TIMES = {"wall_time": 1e-3, "cpu_time": 1e-3} | COUNTED
SOLVER = """
import time
from accord.puzzles.grid import Grid
from accord.solvers import budget as clock
from accord.solvers.budget import Duration
from accord.solvers.search.backtracking_mrv import solve as honest
real, asked = time.perf_counter, 0
{patch}

def solve(puzzle, budget):
    global asked
    asked += 1
    {before}
    try:
        yield from honest(puzzle, budget)
    finally:
        {behind}
"""
FROZEN = "clock.perf_counter = lambda: 0.0"


def solver(folder: Path, patch: str = "", before: str = "", behind: str = "") -> str:
    """One that replaces a clock when it is imported, or does something before or behind."""
    file = folder / "solver.py"
    parts = {"patch": patch, "before": before or "pass", "behind": behind or "pass"}
    file.write_text(SOLVER.format(**parts))
    return f"{file}:solve"


def reports(solver: str, puzzles: int = 1) -> list[Report]:
    """What comes of a batch."""
    with Worker(solver) as worker:
        found = dict(worker.ask_all([Question(EASY, TERMS)] * puzzles))
    return [found[place] for place in range(puzzles)]


@pytest.mark.parametrize(
    ("times", "named"),
    [
        ({"wall_time": -1e-9}, "reports a wall_time of -1e-09 s"),
        ({"search_cpu_time": float("nan")}, "reports a search_cpu_time of nan s"),
        ({"encode_time": float("inf")}, "reports an encode_time of inf s"),
        ({"cpu_time": 3.3e-3}, "reports 0.0033 s of CPU time in 0.001 s on 2 CPUs"),
        ({"wall_time": 2.0, "worked": 2.0}, "reports 2 s of work in"),
        ({"prepare_time": 2.0}, "reports 2 s of work in"),
        ({"aside": -1.0}, "reports a time of its other work of -1 s, expected"),
        ({"wall_time": 5e-324}, "reports a wall_time of 4.94066e-324 s, expected 0 or at least"),
        ({"time_error": 9e18}, "reports a time_error of 9e+18, expected at most 0.707"),
        ({"counters": {"nodes": 2**63 - 1}}, "reports 9223372036854775807 nodes, expected at most"),
        ({"peak_memory": 2**63 - 1}, "reports 8796093022207 MiB of memory, expected at most"),
        ({"counters": {"nodes": 10**7}, "peak_memory": 2**25, "time_error": 0.5}, ""),
        ({"cpu_time": 3.1e-3}, ""),
        ({"cpu_time": 3.1e-2, "aside": 1.5e-2}, ""),
        ({}, ""),
    ],
)
def test_what_cannot_be_is_named_and_the_rest_stands(times: dict[str, Any], named: str) -> None:
    clock = ClockCheck(cpus=2)
    time.sleep(0.02)
    found = clock.contradiction(TIMES | times)
    assert found.startswith(named)
    assert bool(found) == bool(named)


@linux
@pytest.mark.parametrize(
    ("patch", "before", "named"),
    [
        ("clock.now = lambda: Duration(real() - asked, 0.0)", "", "it reports a wall_time of -"),
        ("clock.now = lambda: Duration(real(), 1e3 * real())", "", "s of CPU time in"),
        ("clock.now = lambda: Duration(1e3 * real(), 0.0)", "", "s of work in"),
        (FROZEN, "time.sleep(1.2)", "clock doubtful: it took"),
        ("", "budget._since = None; time.sleep(1.2)", "clock doubtful: it took"),
    ],
)
def test_a_clock_that_is_replaced_or_stopped_is_an_error(
    tmp_path: Path, patch: str, before: str, named: str
) -> None:
    (report,) = reports(solver(tmp_path, patch, before))
    assert report.outcome == "ERROR"
    assert named in report.reason
    assert not any(name.endswith("_time") for name in report.cost)
    assert report.grids.valid == 1  # what it claims stands


@linux
@pytest.mark.parametrize("before", ["budget.pause()", "budget.pause(); budget.resume()"])
def test_a_solver_that_stops_the_clock_is_an_error_however_short(
    tmp_path: Path, before: str
) -> None:
    for report in reports(solver(tmp_path, before=before), puzzles=3):
        assert report.outcome == "ERROR"
        assert "the solver stopped the budget's clock" in report.reason


def expect_doubt(report: Report) -> None:
    """See that a report has its times and a doubt; on a busy machine it may have others."""
    if (report.outcome, report.flags, report.exhausted) != ("OK", (DOUBTFUL,), True):
        raise OverrunError(f"{report.outcome} {report.flags} {report.reason}")


@linux
@tried_again
def test_where_less_is_missing_the_row_says_so(tmp_path: Path) -> None:
    (report,) = reports(solver(tmp_path, FROZEN, "time.sleep(0.5)"))
    expect_doubt(report)
    assert "clock doubtful: it took" in report.reason


SPIN = "end = time.process_time() + 0.1\n    while time.process_time() < end: pass"
LATE = "import accord.bench.run.watchdog as d; watch = d.Watchdog.watch; "
LATE += "d.Watchdog.watch = lambda self: (time.sleep(0.2), watch(self))"
STOPPED = "clock.perf_counter = lambda: 0.0; clock.now = lambda: Duration({wall}, 0.0)"


@linux
@pytest.mark.parametrize(
    ("wall", "before", "named"),
    [
        ("0.0", "", "it reports a wall_time of 0 s"),
        ("1e-9 * next(ticks)", SPIN, r"it used 0\.[1{}]"),  # together, or asked again alone
    ],
)
@pytest.mark.parametrize("puzzles", [1, 2])
@tried_again
def test_a_clock_that_lacks_what_the_kernel_counts_is_doubtful(
    tmp_path: Path, wall: str, before: str, named: str, puzzles: int
) -> None:
    patch = f"import itertools; ticks = itertools.count(); {STOPPED.format(wall=wall)}"
    patch += "; import accord.bench.run.worker as w; w.perf_counter = lambda: 1.0"
    patch += f"; {LATE}"  # the worker is ready before its watchdog has named it
    for report in reports(solver(tmp_path, patch, before), puzzles):
        expect_doubt(report)
        assert re.search(named.format(puzzles), report.reason), report.reason


@linux
@pytest.mark.parametrize("puzzles", [1, 5])
@pytest.mark.parametrize("hidden", ["time.sleep(1.2)", "spin()"])
def test_a_doubtful_batch_is_asked_again_and_its_claims_are_kept(
    tmp_path: Path, hidden: str, puzzles: int
) -> None:
    first = f"budget._since = None; {hidden}; yield Grid.parse('{WRONG}')"
    patch = f"def spin():\n    {SPIN}"
    found = reports(solver(tmp_path, patch, f"if asked == 1: {first}"), puzzles)
    assert [(report.outcome, report.flags) for report in found] == [("OK", ())] * puzzles
    assert [WRONG in report.grids for report in found] == [True, *[False] * (puzzles - 1)]
    assert [report.contradictory for report in found] == [True, *[False] * (puzzles - 1)]


@linux
def test_time_that_is_not_the_solvers_is_no_reason_to_doubt(tmp_path: Path) -> None:
    one, all_ = Terms(Limits(60.0), 1, once=True), Terms(Limits(60.0), None)
    with Worker(solver(tmp_path, behind="time.sleep(0.7)")) as worker:
        slow_to_close = worker.ask(EMPTY, one)
    with Worker("backtracking-mrv") as worker:
        slowly_read = worker.ask(EMPTY, all_, lambda _: time.sleep(0.005))
    for report, count in ((slow_to_close, 1), (slowly_read, 288)):
        assert (report.outcome, report.flags, report.grids.valid) == ("OK", (), count)


@pytest.mark.parametrize(
    "folder", ["results/tour", "results/zoo", "tests/support/old_results/campaign"]
)
def test_no_recorded_row_has_impossible_times(folder: str) -> None:
    rows = accord.load(ROOT / folder)
    there = rows[rows["wall_time"].notna() & rows["cpu_time"].notna()]
    assert len(there)
    for row in there.to_dict("records"):
        named = {str(name): value for name, value in row.items() if str(name).endswith("_time")}
        times = {name: value for name, value in named.items() if not isnan(value)}
        clock = ClockCheck(cpus=1)
        clock._began -= 1e6
        assert not clock.contradiction(times | COUNTED), row


SLEEPER = """
import time
from pathlib import Path
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    with Path({asked!r}).open("a") as file:
        file.write("asked\\n")
    time.sleep(0.5)
    yield from honest(puzzle, budget)
"""


@linux
def test_a_run_in_which_all_was_stopped_is_asked_again(tmp_path: Path) -> None:
    slow()
    asked, file, puzzle = (tmp_path / name for name in ("asked", "sleeper.py", "puzzle.txt"))
    file.write_text(SLEEPER.format(asked=str(asked)))
    puzzle.write_text(str(EASY))
    out = tmp_path / "out"
    bench = [*COMMAND, "bench", str(puzzle), "-q", "-s", f"{file}:solve", "-o", str(out)]
    with subprocess.Popen(bench, stdout=subprocess.DEVNULL) as harness:
        while not asked.exists():
            assert harness.poll() is None
            time.sleep(0.01)
        supervisor = psutil.Process(harness.pid)
        processes = [supervisor, *supervisor.children(recursive=True)]
        for sent in (signal.SIGSTOP, signal.SIGCONT):
            for process in processes:
                os.kill(process.pid, sent)
            time.sleep(3.0 if sent == signal.SIGSTOP else 0)
        assert harness.wait() == 0
    assert asked.read_text().count("asked") == 2
    (row,) = accord.load(out).to_dict("records")
    assert (row["outcome"], row["category"]) == ("OK", "correct")


@pytest.mark.parametrize(
    "said",
    [b'{"swept": [], "gone": false}\n', b'{"pids": [4, 5]}\n{"pids": [4, 5]}\n'],
    ids=["unasked", "again"],
)
def test_a_watchdog_says_nothing_that_it_was_not_asked(said: bytes) -> None:
    control, theirs = socket.socketpair()
    (answers, its_answers), (its_questions, questions) = os.pipe(), os.pipe()
    process = WorkerProcess(control, questions, answers)
    with theirs:
        theirs.sendall(said)
        process.spent()
        theirs.shutdown(socket.SHUT_RDWR)
        ended = process.exit_report()
    os.close(its_answers)
    os.close(its_questions)
    assert ended.lost
    assert "its watchdog broke the protocol of its pipe: watchdog: found" in ended.reason
