"""The tree of a process: everything that descends from it, and how it is ended.

A daemon is made by forking twice and leaving the session: its parent has ended, and init adopts it.
On Linux a process may ask to adopt such orphans among its descendants (`PR_SET_CHILD_SUBREAPER`,
Linux 3.4), and then its tree is complete, without root and without control groups.  Elsewhere
daemons escape, and limits are best-effort.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil

from accord.bench.run.memory_files import MemoryFiles

QUIET = 2  # searches in a row that find nothing
LISTED = 0.05  # seconds for which a list of descendants is used
PERSISTENCE = 2.0  # seconds spent on killing what forks faster than it is killed
KILLERS = ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT")  # what others send
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER, _PR_GET_CHILD_SUBREAPER = 1, 36, 37


def adopt_orphans() -> None:
    """Make this process the parent of orphaned descendants, if the system can do that."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def can_adopt_orphans() -> bool:
    """Whether the kernel has subreapers, and permits this process to ask for them."""
    return _prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(ctypes.c_int()))


def die_with(parent: int) -> None:
    """Have the kernel kill this process when the thread that forked it ends, if it can.

    Args:
        parent: the process of that thread; if it has gone already, this one ends at once.
    """
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _prctl(option: int, value: Any) -> bool:
    return sys.platform == "linux" and not ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def descendants() -> list[psutil.Process]:
    """All descendants of this process that have not been waited for."""
    with suppress(psutil.Error):
        return psutil.Process().children(recursive=True)
    return []


def newest() -> str:
    """The number of the newest process or thread, as text; empty where it is not known.

    While it stays the same, no process has new descendants: to read it takes 15 us, to search all
    processes a millisecond or more.
    """
    with suppress(OSError):
        return Path("/proc/loadavg").read_text().split()[4]
    return ""


class TreeMeter:
    """A meter of memory and CPU time of this process's descendants."""

    def __init__(self, worker: int = 0, *, alone: bool = False) -> None:
        self.peak = 0  # bytes, resident, of all together: the most that was seen
        self.files = MemoryFiles(worker, alone=alone)
        self._tree: list[psutil.Process] = []
        self._listed = 0.0  # when, of time.monotonic
        self._spent: dict[psutil.Process, float] = {}  # CPU seconds, as they were seen last

    def restart(self) -> None:
        """Forget the CPU time of ended processes, and the peak."""
        self._spent.clear()
        self.peak = 0

    @property
    def cpu(self) -> float:
        """CPU seconds of all processes that were seen, ended ones included."""
        return sum(self._spent.values())

    def measure(self) -> tuple[int, float]:
        """Bytes of all processes together, shared pages counted for each, and their CPU seconds.

        Resident ones, and those in memory files (bench/run/memory_files.py).

        The CPU time is the larger of two sums: `cpu`, and that of the living with the children they
        have waited for.
        """
        if monotonic() > self._listed + LISTED:
            self._tree, self._listed = descendants(), monotonic()
        memory, cpu = 0, 0.0
        for process in self._tree:
            with suppress(psutil.Error), process.oneshot():
                memory += process.memory_info().rss
                times = process.cpu_times()
                self._spent[process] = times.user + times.system
                cpu += self._spent[process]
                cpu += getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
        memory += self.look_at_files()
        self.peak = max(self.peak, memory)
        return memory, max(cpu, self.cpu)

    def look_at_files(self) -> int:
        """List the processes' memory files; their bytes that are not resident."""
        if not self._tree:
            self._tree = descendants()
        return self.files.size(process.pid for process in self._tree)


def tree_time(processes: Iterable[int]) -> float:
    """CPU seconds of these processes and of all descendants that were waited for."""
    used = 0.0
    for process in processes:
        with suppress(psutil.Error):
            used += sum(psutil.Process(process).cpu_times()[:4])
    return used


def send(number: int, processes: Iterable[psutil.Process]) -> None:
    """Send a signal to each of these processes, unless its number is another's by now."""
    for process in processes:
        with suppress(psutil.Error):
            process.send_signal(number)


def end_all() -> list[str]:
    """Kill all descendants of this process; the names of those that were alive.

    What forks while it is killed leaves new processes.  So its whole process group is killed at
    once, and the tree is searched until nothing is found twice in a row, neither alive nor dead.
    """
    names: dict[int, str] = {}
    deadline, quiet = monotonic() + PERSISTENCE, 0
    while quiet < QUIET and monotonic() < deadline:
        left = descendants()
        living = [process for process in left if is_alive(process)]
        for process in living:
            names.setdefault(process.pid, name_of(process))
        _kill_groups(living)
        send(signal.SIGKILL, living)
        for process in left:
            with suppress(ChildProcessError):  # a grandchild, or it lives
                os.waitpid(process.pid, os.WNOHANG)
        quiet = 0 if left else quiet + 1
        sleep(0.001 if left else 0.0)
    return list(names.values())


def _kill_groups(processes: Iterable[psutil.Process]) -> None:
    groups = set()
    for process in processes:
        with suppress(OSError):
            groups.add(os.getpgid(process.pid))
    for group in groups - {os.getpgid(0)}:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


def is_alive(process: psutil.Process) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def name_of(process: psutil.Process) -> str:
    """The name of a process; its number if it has ended."""
    try:
        return process.name()
    except psutil.Error:
        return str(process.pid)


def threads(pid: int) -> int:
    """The number of threads of a process; 0 if unknown."""
    with suppress(psutil.Error):
        return psutil.Process(pid).num_threads()
    return 0


def threads_beyond(number: int, pid: int, seconds: float) -> int:
    """The number of threads above `number` that a process still has after so many seconds."""
    deadline = monotonic() + seconds  # a thread that was joined may take a moment to disappear
    while (more := threads(pid) - number) > 0 and monotonic() < deadline:
        sleep(0.001)
    return max(0, more)


def manner_of(code: int) -> tuple[str, str]:
    """The outcome and the reason that an exit code stands for; a negative one is a signal."""
    if code >= 0:
        return "ERROR", f"exited with code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:  # some have no name
        name = f"SIG{-code}"
    return "KILLED" if name in KILLERS else "ERROR", f"ended by the signal {name}"
