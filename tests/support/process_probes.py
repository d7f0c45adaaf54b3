"""Solvers that probe their process: `sees` writes what it finds as the reason why it gave up."""

import ctypes
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from accord.puzzles import Problem, Puzzle, Solution
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.milp.highs import SOLVERS as HIGHS
from accord.solvers.search.backtracking_mrv import SOLVERS as HONEST

IMPORTED = time.monotonic()
_honest = HONEST["backtracking-mrv"].solve
_asked = 0
_prepared = False
PREPARATION = 0.5  # seconds


def sees(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    global _asked
    _asked += 1
    seen = {
        "process": os.getpid(),
        "leads its session": os.getsid(0) == os.getpid() == os.getpgid(0),
        "imported": IMPORTED,
        "asked": _asked,
        "hash": hash("accord"),
        "threads for algebra": os.environ.get("OPENBLAS_NUM_THREADS"),
        "cores": sorted(os.sched_getaffinity(0)),
        "folder": os.environ["TMPDIR"],
        "watchdog": os.getppid(),
        "group": Path("/proc/self/cgroup").read_text(),
    }
    raise GaveUpError(json.dumps(seen))
    yield from ()


def looks_around(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    variables = {each: os.environ[each] for each in os.environ if each != "TMPDIR"}
    modules = sorted(each for each in sys.modules if not each.startswith("accord.bench.run."))
    found = json.dumps([os.getcwd(), sorted(variables.items()), modules, hash("accord")])
    cores = sorted(os.sched_getaffinity(0))
    raise GaveUpError(json.dumps([cores, sha256(found.encode()).hexdigest()]))
    yield from ()


def honest(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    yield from _honest(puzzle, budget)


def forks_when_asked_again(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    global _asked
    _asked += 1
    if _asked > 1:
        with Path(os.environ["ACCORD_TEST_FILE"]).open("a") as file:
            file.write(f"{os.getpid()}\n")
        os.fork()
    yield Solution(puzzle.givens)


def crashes_if_empty(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    if not any(puzzle.givens):
        ctypes.string_at(0)
    yield from _honest(puzzle, budget)


def sleeps_if_empty(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    if not any(puzzle.givens):
        time.sleep(60)
    yield from _honest(puzzle, budget)


def sleeps_around_its_first_grid(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    time.sleep(1.5)
    yield from _honest(puzzle, budget)
    time.sleep(60)


def burns(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    os.fork()
    while True:
        sum(range(10_000))
    yield from _honest(puzzle, budget)


def wants_it_all_at_once(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    bytearray(3 * 2**30)  # of zeros, which are not touched
    yield from _honest(puzzle, budget)


def aborts_for_want_of_memory(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()
    yield from _honest(puzzle, budget)


def kills_itself(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield from _honest(puzzle, budget)


def aborts(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    os.abort()
    yield from _honest(puzzle, budget)


def leaves_a_daemon_and_sleeps(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    Path(os.environ["ACCORD_TEST_FILE"]).write_text("left")
    time.sleep(3600)
    yield from _honest(puzzle, budget)


def _prepare(puzzle: Puzzle) -> None:
    global _prepared
    if not _prepared:
        time.sleep(PREPARATION)
    _prepared = True


def _highs_and_modules(problem: Problem, budget: Budget) -> Iterator[Solution]:
    yield from HIGHS["highs"].solve(problem, budget)
    raise GaveUpError(" ".join(sorted({"cpmpy", "highspy", "ortools", "pandas"} & {*sys.modules})))


HIGHS_AND_MODULES = replace(HIGHS["highs"], solve=_highs_and_modules)
PREPARES = Backend(honest, engine="tests", model="tests", family="other", prepare=_prepare)

if os.environ.get("ACCORD_TEST_THREAD"):  # as a library may do that is imported
    threading.Thread(target=time.sleep, args=[3600], daemon=True).start()
