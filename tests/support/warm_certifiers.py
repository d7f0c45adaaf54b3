"""Processes that certify, forked from one that has imported what they need.

To start one as a user's is started takes 0.6 s of CPU, and each dispute or question why starts
one.  Here multiprocessing forks them from a process that has imported what certifies.  They get the
environment that they would have inherited, and end with the process that they are forked from,
which ends with the tests.  In `marked` blocks, which look for what is left with their mark in its
environment, they are started as a user's are.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import forkserver, get_context
from typing import Any
from unittest.mock import patch

from accord.bench.certify import limited
from accord.bench.run.torture import MARK
from warm_fork_servers import Seed

IMPORTED = ["accord.bench.certify.limited", "accord.solvers.proofs.produce"]


@contextmanager
def warm_certifiers() -> Iterator[None]:
    """Processes of `LimitedCertifier` in this process are forked."""
    with patch.object(limited, "get_context", _context):
        yield


def _context(method: str) -> Any:
    usual = sys.platform != "linux" or MARK in os.environ
    return get_context(method) if usual else WarmContext()


class WarmContext:
    """A context of multiprocessing for LimitedCertifier, whose processes are forked."""

    def __init__(self) -> None:
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(IMPORTED)
        self.Pipe = self._context.Pipe

    def Process(  # noqa: N802
        self, target: Callable[..., None], args: tuple[Any, int], daemon: bool
    ) -> Any:
        """A process, of which the parent in `args` is the process that it is forked from."""
        forkserver.ensure_running()
        Seed.processes.add(forkserver._forkserver._forkserver_pid)  # type: ignore[attr-defined]
        pipe, _ = args
        asked = (target, pipe, {**os.environ})
        return self._context.Process(target=serve, args=asked, daemon=daemon)


def serve(target: Callable[..., None], pipe: Any, environment: Mapping[str, str]) -> None:
    """Call the target in the forked process, with the environment of the one that asked for it."""
    os.environ.clear()
    os.environ.update(environment)
    target(pipe, os.getppid())
