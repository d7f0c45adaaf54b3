"""Fork servers that import nothing of accord nor OR-Tools: all are forked from one zygote.

Users' are forked from one for each command (bench/run/zygote.py), and tests start many hundreds.
So one process for each session of tests is the zygote of all, and imports what takes longest, and
all that the solvers import which are asked most often.
Tests of bench/run start theirs as users do: `as_users_do`.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import ClassVar
from unittest.mock import patch

from accord.bench.run import supervisor, zygote
from accord.bench.run.torture import MARK

IMPORTED = ("ortools.sat.python.cp_model",)  # takes longest
LOOKED_UP = (
    "backtracking-mrv",
    "backtracking-bitset",
    "cpsat",
    "logic",
    "sat-pycosat",
)  # most asked
STARTED = zygote.Zygote  # as users have one


@contextmanager
def as_users_do() -> Iterator[None]:
    """Each command and campaign has a zygote of its own."""
    with patch.object(supervisor, "Zygote", STARTED):
        yield


@contextmanager
def warm_fork_servers(at_once: bool = False) -> Iterator[None]:
    """Fork servers are forked from one zygote, which begins with the first, or at once.

    With one that has begun, forks of this process share it.
    """
    shared = SharedZygote()
    if at_once and sys.platform == "linux":
        shared.begin()
    try:
        with patch.object(supervisor, "Zygote", lambda: shared):
            yield
    finally:
        STARTED.close(shared)


class SharedZygote(zygote.Zygote):
    """The zygote of many commands and campaigns: none of them ends it."""

    all_processes: ClassVar[set[int]] = set()  # the numbers of all
    command = (sys.executable, "-P", __file__)
    read_at_start = (*zygote.Zygote.read_at_start, MARK)  # which is looked for in a process

    def begin(self) -> None:
        super().begin()
        assert self._process is not None
        self.all_processes.add(self._process.pid)

    def close(self) -> None:
        pass


def main() -> None:
    """Import what many solvers do, and be a zygote."""
    from accord.bench.run.fork_server import modules_of
    from accord.solvers.registry import MissingBackendError, usable

    for name in IMPORTED:
        with suppress(ImportError):
            import_module(name)
    for name in LOOKED_UP:
        with suppress(MissingBackendError):
            _ = usable(name).version
            modules_of(usable(name))
    zygote.main()


if __name__ == "__main__":
    main()
