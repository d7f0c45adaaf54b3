"""Processes that certify, forked from one that has imported what they need.

To start one as a user's is started takes 0.6 s of CPU, and each dispute or question why starts
one.  Here multiprocessing forks them from a process that has imported what certifies.  They get the
environment that they would have inherited, and end with the process that they are forked from,
which ends with the tests.  In `marked` blocks, which look for what is left with their mark in its
environment, they are started as a user's are.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import forkserver, get_context, util
from multiprocessing.connection import Connection
from pkgutil import iter_modules
from typing import Any
from unittest.mock import patch

from accord.bench.certify import limited_process
from accord.bench.run.torture import MARK
from accord.puzzles.proofs import relaxations
from places import SUPPORT
from warm_fork_servers import SharedZygote

STARTED = limited_process.start_process  # as users start one
IMPORTED = [
    "accord.bench.certify.cheap",
    "accord.bench.certify.limited",
    "accord.solvers.proofs.produce",
    "accord.solvers.search.backtracking_bitset",
    "accord.solvers.search.backtracking_mrv",
    *(f"{relaxations.__name__}.{each.name}" for each in iter_modules(relaxations.__path__)),
    __name__,  # as each looks up `serve` in it
]


@contextmanager
def warm_certifiers() -> Iterator[None]:
    """Processes of `LimitedCertifier` in this process are forked."""
    util.get_temp_dir()  # or it would lie in the folder of the first test that certifies
    with patch.object(limited_process, "start_process", _start):
        yield


def _start(theirs: Connection) -> Any:
    usual = sys.platform != "linux" or MARK in os.environ
    return STARTED(theirs) if usual else ForkedCertifier(theirs)


class ForkedCertifier:
    """A forked process, with what LimitedCertifier uses of `subprocess.Popen`."""

    def __init__(self, theirs: Connection) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(IMPORTED)
        with patch.dict(os.environ, PYTHONPATH=str(SUPPORT)):
            forkserver.ensure_running()
        SharedZygote.all_processes.add(forkserver._forkserver._forkserver_pid)  # type: ignore[attr-defined]
        asked = (theirs, {**os.environ})
        self._process = context.Process(target=serve, args=asked, daemon=True)
        self._process.start()
        self.pid = self._process.pid

    def wait(self) -> int | None:
        """Wait until it has ended; its exit code."""
        self._process.join()
        return self._process.exitcode


def serve(pipe: Connection, environment: Mapping[str, str]) -> None:
    """Serve in the forked process, with the environment of the one that asked for it.

    Its parent is the process that it is forked from.
    """
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    limited_process.serve(pipe, os.getppid())
