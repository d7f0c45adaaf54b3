"""Faults: solvers that do what solvers do when they go wrong.

Each is honest with a puzzle that has givens and does its worst with an empty one.  `accord doctor
--torture` asks both, in this order, and sees what is left of the harness.
"""

import ctypes
import mmap
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from threading import Thread

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.budget import Budget
from accord.solvers.interface import Solver
from accord.solvers.search.backtracking_mrv import SOLVERS

STEP = 16 * 2**20  # bytes
BEYOND = 4 * 2**30  # bytes beyond its limit that a solver wants
FLOOD = 2**30  # bytes
_honest = SOLVERS["backtracking-mrv"].solve


def _fault(misbehave: Callable[[Budget], None]) -> Solver:
    def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
        if not any(puzzle.givens):
            misbehave(budget)
        yield from _honest(puzzle, budget)

    return solve


def _loop(budget: Budget) -> None:
    while True:
        pass


def _loop_in_c(budget: Budget) -> None:
    sum(repeat(0))


def _grow(budget: Budget) -> None:
    blocks = []
    for _ in range(0, 2 * BEYOND, STEP):
        block = mmap.mmap(-1, STEP)
        block.write(b"\1" * STEP)
        blocks.append(block)


def _grow_in_a_child(budget: Budget) -> None:
    if os.fork() == 0:
        os.setsid()
        _grow(budget)
    os.wait()


def _fork_and_leave(budget: Budget) -> None:
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(3600)
    os._exit(3)


def _leave_a_daemon(budget: Budget) -> None:
    if (child := os.fork()) == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    os.waitpid(child, 0)


def _ignore_sigterm(budget: Budget) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _loop(budget)


def _print(budget: Budget) -> None:
    line = b"." * (1 << 20)
    for _ in range(0, FLOOD, len(line)):
        sent = 0
        while sent < len(line):
            sent += os.write(1, line[sent:])


def _crash(budget: Budget) -> None:
    ctypes.string_at(0)


def _close(budget: Budget) -> None:
    os.closerange(3, 256)
    _loop(budget)


def _be_late(budget: Budget) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(budget.seconds_left() + 1.0)


def _babble(budget: Budget) -> None:
    for descriptor in range(3, 256):
        try:
            os.set_blocking(descriptor, False)
            os.write(descriptor, b'\xff{"end": garbage\n')
        except OSError:
            continue
    _loop(budget)


def _forget_to_exit(budget: Budget) -> None:
    if os.fork():  # and the child goes on as if it were the parent
        _loop(budget)
    raise RuntimeError("there is no such thing")


def _fork_in_a_chain(budget: Budget) -> None:
    if os.fork() == 0:
        os.setsid()
        for _ in range(100_000):
            if os.fork():
                os._exit(0)


def _leave_a_thread(budget: Budget) -> None:
    Thread(target=_loop, args=[budget], daemon=True).start()


endless_python_loop = _fault(_loop)
endless_c_loop = _fault(_loop_in_c)
grows_beyond_its_memory = _fault(_grow)
grows_in_a_child = _fault(_grow_in_a_child)
forks_children_and_exits = _fault(_fork_and_leave)
leaves_a_daemon = _fault(_leave_a_daemon)
ignores_sigterm = _fault(_ignore_sigterm)
forgets_to_exit_its_child = _fault(_forget_to_exit)
forks_in_a_chain = _fault(_fork_in_a_chain)
leaves_a_thread = _fault(_leave_a_thread)
prints_a_gigabyte = _fault(_print)
dies_by_sigsegv = _fault(_crash)
closes_its_pipe = _fault(_close)
answers_a_second_late = _fault(_be_late)
sends_garbage = _fault(_babble)


@dataclass(frozen=True)
class Trial:
    """What is tried, and how it has to end."""

    name: str
    solver: str  # in this file
    outcome: str
    reason: str  # a part of it
    seconds: float = 0.5


@dataclass(frozen=True)
class TrialResult:
    """What came of it."""

    name: str
    held: bool
    detail: str


TRIALS = (
    Trial("endless Python loop", "endless_python_loop", "TIMEOUT", "overran its limit"),
    Trial("endless C loop that holds the GIL", "endless_c_loop", "TIMEOUT", "overran its limit"),
    Trial("4 GB beyond its memory", "grows_beyond_its_memory", "MEMOUT", "of memory", 10.0),
    Trial("its child 4 GB beyond its memory", "grows_in_a_child", "MEMOUT", "of memory", 10.0),
    Trial("forks children and exits", "forks_children_and_exits", "ERROR", "exited with code 3"),
    Trial("daemon in a new session", "leaves_a_daemon", "OK", "left behind", 5.0),
    Trial("a child that goes on as its parent", "forgets_to_exit_its_child", "TIMEOUT", "overran"),
    Trial("children that fork and exit", "forks_in_a_chain", "OK", "left behind", 5.0),
    Trial("a thread that goes on", "leaves_a_thread", "OK", "left behind", 5.0),
    Trial("ignores SIGTERM", "ignores_sigterm", "TIMEOUT", "overran its limit"),
    Trial("prints 1 GB", "prints_a_gigabyte", "OK", "", 60.0),
    Trial("dies by SIGSEGV", "dies_by_sigsegv", "ERROR", "SIGSEGV"),
    Trial("closes its pipe", "closes_its_pipe", "ERROR", "protocol", 5.0),
    Trial("answers a second late", "answers_a_second_late", "TIMEOUT", "overran its limit"),
    Trial("sends garbage to its pipe", "sends_garbage", "ERROR", "protocol", 5.0),
)
