"""Solvers that look at the machine they run on, or harm it: for the tests of clusters."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil

from accord.puzzles import Grid, Puzzle
from accord.solvers.budget import Budget
from accord.solvers.search import backtracking_mrv

honest: Callable[..., Iterator[Any]] = backtracking_mrv.solve

POISON = "ACCORD_TEST_POISON"  # the hash of a puzzle
SET_BY_DASK = ("MALLOC_TRIM_THRESHOLD_", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def naps(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    time.sleep(0.1)
    yield from honest(puzzle, budget)


def kills_its_worker(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Kills the process of Dask that it runs under, if the puzzle is the one."""
    if puzzle.digest == os.environ[POISON]:
        for process in psutil.Process().parents():
            if "spawn_main" in " ".join(process.cmdline()):
                process.kill()
                time.sleep(3600)
    yield from honest(puzzle, budget)


def looks_around(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Counts what Dask could have left: variables, and signals that are blocked."""
    budget.spend(nodes=sum(name in os.environ for name in SET_BY_DASK))
    budget.spend(guesses=len(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
    yield from ()
