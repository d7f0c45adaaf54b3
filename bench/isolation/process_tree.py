"""The tree of a process: everything that descends from it, and how it is ended.

A process that forks twice and leaves its session is nobody's child any more, and falls to init: so
daemons are made.  On Linux a process may ask to adopt such orphans among its descendants
(`PR_SET_CHILD_SUBREAPER`, Linux 3.4), and then its tree is complete, without root and without
control groups.  Elsewhere daemons get away, and limits are best-effort.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import psutil

QUIET = 2  # looks in a row that find nothing
PERSISTENCE = 2.0  # seconds spent on killing what forks faster than it is killed
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


class Usage(NamedTuple):
    """What a tree has used."""

    memory: int  # bytes, resident, of all its processes together; shared pages count for each
    cpu: float  # seconds, of all its processes that live and the children they have waited for
    each: dict[psutil.Process, float]  # CPU seconds without such children


def adopt_orphans() -> bool:
    """Become the parent of descendants that lose theirs; whether the system can do that."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> bool:
    """Have the kernel kill this process when the thread that made it ends; whether it can do that.

    Args:
        parent: the process of that thread; if it has gone already, this one ends at once.
    """
    held = _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    return held


def _prctl(option: int, value: int) -> bool:
    return sys.platform == "linux" and not ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def descendants() -> list[psutil.Process]:
    """Everything that descends from this process and has not been waited for."""
    with suppress(psutil.Error):
        return psutil.Process().children(recursive=True)
    return []


def newest() -> str:
    """A word that changes whenever a process or a thread is made; empty where there is none.

    While it stays the same, nobody has any new descendants: to know that takes 15 us, to look
    through all processes a millisecond or more.
    """
    with suppress(OSError):
        return Path("/proc/loadavg").read_text().split()[4]
    return ""


def usage(processes: Iterable[psutil.Process]) -> Usage:
    """What these processes use, those that have ended meanwhile left out."""
    memory, cpu, each = 0, 0.0, {}
    for process in processes:
        with suppress(psutil.Error), process.oneshot():
            memory += process.memory_info().rss
            times = process.cpu_times()
            each[process] = times.user + times.system
            cpu += each[process]
            cpu += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
    return Usage(memory, cpu, each)


def send(number: int, processes: Iterable[psutil.Process]) -> None:
    """Send a signal to each of these processes that is still the one it was."""
    for process in processes:
        with suppress(psutil.Error):
            process.send_signal(number)


def end_all(spared: int = 0) -> list[str]:
    """Kill everything that descends from this process; the names of what was alive.

    Who forks while it is killed leaves new processes: its whole process group is killed at once,
    which nobody forks away from, and it is looked again until nothing is found twice in a row,
    neither alive nor dead.

    Args:
        spared: a child that may live; its process group is not killed at once.
    """
    names: dict[int, str] = {}
    deadline, quiet = monotonic() + PERSISTENCE, 0
    while quiet < QUIET and monotonic() < deadline:
        left = [process for process in descendants() if process.pid != spared]
        living = [process for process in left if is_alive(process)]
        for process in living:
            names.setdefault(process.pid, name_of(process))
        _kill_groups(living, spared)
        send(signal.SIGKILL, living)
        for process in left:
            with suppress(ChildProcessError):  # a grandchild, or it lives
                os.waitpid(process.pid, os.WNOHANG)
        quiet = 0 if left else quiet + 1
        sleep(0.001 if left else 0.0)
    return list(names.values())


def _kill_groups(processes: Iterable[psutil.Process], spared: int) -> None:
    groups = set()
    for process in processes:
        with suppress(OSError):
            groups.add(os.getpgid(process.pid))
    for group in groups - {os.getpgid(0), spared}:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


def is_alive(process: psutil.Process) -> bool:
    """Whether it still runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def name_of(process: psutil.Process) -> str:
    """What a process is called; its number if it has gone."""
    try:
        return process.name()
    except psutil.Error:
        return str(process.pid)


def threads(pid: int) -> int:
    """How many threads a process has; 0 where that is not known."""
    with suppress(psutil.Error):
        return psutil.Process(pid).num_threads()
    return 0


def signal_name(number: int) -> str:
    """What people call a signal; some have no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIG{number}"
