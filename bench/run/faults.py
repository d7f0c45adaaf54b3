"""Faults: solvers that do what solvers do when they go wrong.

Each answers a puzzle that has givens correctly and goes wrong on an empty one.  `accord doctor
--torture` asks about the empty one and then about the other, and looks at what is left of the
harness (bench/run/torture.py).  Beside each fault stands how it has to end.
"""
# ruff: noqa: D103  # the decorator's first argument says what a fault is

import ctypes
import mmap
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from threading import Thread
from typing import NoReturn

from accord.puzzles.puzzle import Puzzle
from accord.solvers.budget import Budget
from accord.solvers.interface import Solution, Solver
from accord.solvers.search.backtracking_mrv import SOLVERS

STEP = 16 * 2**20  # bytes
BEYOND = 4 * 2**30  # bytes beyond its limit that a solver wants
FLOOD = 2**30  # bytes
_right = SOLVERS["backtracking-mrv"].solve


@dataclass(frozen=True)
class Trial:
    """A fault that is tried, with the outcome and reason that it has to have."""

    name: str
    solver: str  # in this file
    outcome: str
    reason: str  # a part of it
    seconds: float = 0.5


TRIALS: list[Trial] = []


def _fault(
    name: str, outcome: str, reason: str, seconds: float = 0.5
) -> Callable[[Callable[[Budget], None]], Solver]:
    """A decorator that makes a solver of a misbehaving function, and lists it as a trial."""

    def solver(misbehave: Callable[[Budget], None]) -> Solver:
        def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Solution]:
            if not any(puzzle.givens):
                misbehave(budget)
            yield from _right(puzzle, budget)

        TRIALS.append(Trial(name, misbehave.__name__, outcome, reason, seconds))
        return solve

    return solver


def _loop() -> NoReturn:
    while True:
        pass


def _grow() -> None:
    blocks = []
    for _ in range(0, 2 * BEYOND, STEP):
        block = mmap.mmap(-1, STEP)
        block.write(b"\1" * STEP)
        blocks.append(block)


@_fault("endless Python loop", "TIMEOUT", "overran its limit")
def endless_python_loop(budget: Budget) -> None:
    _loop()


@_fault("endless C loop that holds the GIL", "TIMEOUT", "overran its limit")
def endless_c_loop(budget: Budget) -> None:
    sum(repeat(0))


@_fault("4 GB beyond its memory", "MEMOUT", "of memory", 10.0)
def grows_beyond_its_memory(budget: Budget) -> None:
    _grow()


@_fault("its child 4 GB beyond its memory", "MEMOUT", "of memory", 10.0)
def grows_in_a_child(budget: Budget) -> None:
    if os.fork() == 0:
        os.setsid()
        _grow()
    os.wait()


@_fault("forks children and exits", "ERROR", "exited with code 3")
def forks_children_and_exits(budget: Budget) -> None:
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(3600)
    os._exit(3)


@_fault("daemon in a new session", "OK", "left behind", 5.0)
def leaves_a_daemon(budget: Budget) -> None:
    if (child := os.fork()) == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    os.waitpid(child, 0)


@_fault("a child that goes on as its parent", "TIMEOUT", "overran")
def forgets_to_exit_its_child(budget: Budget) -> None:
    if os.fork():  # and the child goes on as if it were the parent
        _loop()
    raise RuntimeError("there is no such thing")


@_fault("children that fork and exit", "OK", "left behind", 5.0)
def forks_in_a_chain(budget: Budget) -> None:
    if os.fork() == 0:
        os.setsid()
        for _ in range(100_000):
            if os.fork():
                os._exit(0)


@_fault("a thread that goes on", "OK", "left behind, and ended: a thread", 5.0)
def leaves_a_thread(budget: Budget) -> None:
    Thread(target=_loop, daemon=True).start()


@_fault("ignores SIGTERM", "TIMEOUT", "overran its limit")
def ignores_sigterm(budget: Budget) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _loop()


@_fault("prints 1 GB", "OK", "", 60.0)
def prints_a_gigabyte(budget: Budget) -> None:
    line = b"." * (1 << 20)
    for _ in range(0, FLOOD, len(line)):
        sent = 0
        while sent < len(line):
            sent += os.write(1, line[sent:])


@_fault("dies by SIGSEGV", "ERROR", "SIGSEGV")
def dies_by_sigsegv(budget: Budget) -> None:
    ctypes.string_at(0)


@_fault("closes its pipe", "ERROR", "protocol", 5.0)
def closes_its_pipe(budget: Budget) -> None:
    os.closerange(3, 256)
    _loop()


@_fault("answers a second late", "TIMEOUT", "overran its limit")
def answers_a_second_late(budget: Budget) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(budget.seconds_left() + 1.0)


@_fault("sends garbage to its pipe", "ERROR", "protocol", 5.0)
def sends_garbage(budget: Budget) -> None:
    for descriptor in range(3, 256):
        try:
            os.set_blocking(descriptor, False)
            os.write(descriptor, b'\xff{"end": garbage\n')
        except OSError:
            continue
    _loop()
