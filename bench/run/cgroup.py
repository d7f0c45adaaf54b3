"""Control groups: limits that the kernel holds by itself, where the user has been given some.

A control group (cgroup v2; T. Heo, "Control Group v2", in the documentation of Linux) contains
processes and all that they start, daemons included.  It is killed as a whole, and its memory has a
limit that no burst outruns.  No root is needed where a part of the hierarchy is delegated to the
user, as `systemd-run --user --scope -p Delegate=yes accord bench ...` and many containers do.
Processes may then be in the leaves only, so this one is moved, with all others in its group, into a
leaf, `accord`, and beside it each worker gets a group of its own.  Its limit is a backstop, above
that of the run: a group counts more than the resident memory that decides
(docs/decisions/007-watchdogs.md).  Where nothing is delegated everything goes on without.

Left out: CPU time, which a group counts and does not limit; and asking systemd for a scope over its
bus, which the command above does.
"""

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
LEAF = "accord"
CONTROLLER = "memory"
ATTEMPTS = 10  # at moving processes that fork meanwhile
PERSISTENCE = 2.0  # seconds spent on killing
PAUSE = 0.001  # seconds between two attempts


@cache
def home() -> Path | None:
    """The control group below which this process can make others; None where it cannot.

    It is looked for and prepared once; other processes get its path as an argument.
    """
    path = delegated()
    return path if path and prepare(path) else None


def delegated(root: Path = ROOT, own: Path = OWN) -> Path | None:
    """This process's control group, if groups with limits can be made below it; else None.

    If that is the leaf that an earlier process has made, it is the group above.

    Args:
        root: where the hierarchy of version 2 is mounted.
        own: the file in which the kernel names this process's groups.
    """
    try:
        lines = own.read_text().splitlines()
    except (OSError, ValueError):  # no Linux
        return None
    names = [line.removeprefix("0::/") for line in lines if line.startswith("0::/")]
    if not names or ".." in Path(names[0]).parts:  # version 1, or outside of this namespace
        return None
    path = root / names[0]
    if path.name == LEAF and _is_ours(path.parent) and _is_prepared(path.parent):
        return path.parent
    return path if _is_ours(path) else None


def _is_ours(path: Path) -> bool:
    """Whether groups can be made in this one, processes moved, and the controller enabled."""
    files = (path, path / "cgroup.procs", path / "cgroup.subtree_control")
    known = CONTROLLER in _file_text(path / "cgroup.controllers").split()
    return known and all(os.access(file, os.W_OK) for file in files)


def _is_prepared(path: Path) -> bool:
    return CONTROLLER in _file_text(path / "cgroup.subtree_control").split()


def prepare(path: Path) -> bool:
    """Enable the memory controller below a delegated group; whether that worked.

    Its processes are moved into a leaf: this one, what it has started and, where systemd has marked
    the group as delegated, all others.  Where others are there without that mark, and if it does
    not work, everything is as it was.
    """
    if not (_is_delegated_by_systemd(path) or _own_processes().issuperset(_processes(path))):
        return False
    leaf = path / LEAF
    try:
        leaf.mkdir(exist_ok=True)
        _move(path, leaf)
        _write(path / "cgroup.subtree_control", f"+{CONTROLLER}")
    except OSError:  # EBUSY while another process is there
        with suppress(OSError):
            _move(leaf, path)
            leaf.rmdir()
        return False
    return True


def _is_delegated_by_systemd(path: Path) -> bool:
    """Whether systemd (251 or newer) marks the group as delegated, not only writable."""
    try:
        return os.getxattr(path, "user.delegate") == b"1"
    except (AttributeError, OSError):  # no Linux, or no mark
        return False


def _own_processes() -> set[int]:
    """This process and its descendants."""
    import psutil

    this = psutil.Process()
    return {this.pid, *(child.pid for child in this.children(recursive=True))}


def _move(source: Path, target: Path) -> None:
    for _ in range(ATTEMPTS):
        for pid in _processes(source):
            with suppress(ProcessLookupError):  # it has ended
                _write(target / "cgroup.procs", str(pid))


@dataclass(frozen=True)
class ControlGroup:
    """A control group that accord has made, named by its path."""

    path: Path

    def limit(self, memory: int | None) -> None:
        """Limit the group's memory to the backstop of so many bytes; None lifts the limit.

        Raises:
            OSError: it cannot be limited.
        """
        _write(self.path / "memory.max", "max" if memory is None else str(backstop(memory)))
        _write(self.path / "memory.oom.group", "1")
        with suppress(OSError):  # there is no swap
            _write(self.path / "memory.swap.max", "0")

    def add(self, pid: int) -> None:
        """Move a process into this group; its later children are in it, too.

        Memory that it has already stays where it was counted.

        Raises:
            OSError: it cannot be moved, or is not there.
        """
        _write(self.path / "cgroup.procs", str(pid))

    def processes(self) -> list[int]:
        """The processes of this group and of groups below, without zombies."""
        return [pid for path in self._tree() for pid in _processes(path)]

    def overrun(self) -> bool:
        """Whether the kernel has killed a process because this group was at its limit."""
        events = dict(line.split() for line in _file_text(self.path / "memory.events").splitlines())
        return all(int(events.get(name, 0)) for name in ("oom", "oom_kill"))

    def kill(self) -> bool:
        """Kill every process of this group; whether none is left."""
        deadline = monotonic() + PERSISTENCE
        while self.processes():
            if monotonic() > deadline:
                return False
            self._send_kill()
            sleep(PAUSE)
        return True

    def _send_kill(self) -> None:
        try:
            _write(self.path / "cgroup.kill", "1")  # a process that forks meanwhile is killed, too
        except OSError:  # before Linux 5.14
            for pid in self.processes():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    def remove(self) -> None:
        """Remove this group and all below.

        Raises:
            OSError: something lives here.
        """
        for path in reversed(self._tree()):
            path.rmdir()

    def _tree(self) -> list[Path]:
        """This group and all below, each after the one it is in."""
        return [Path(path) for path, _, _ in os.walk(self.path)]


def new_group(above: Path) -> ControlGroup:
    """A control group that did not exist before.

    Args:
        above: where, as `home` returns it.

    Raises:
        OSError: it cannot be made.
    """
    return ControlGroup(Path(mkdtemp(prefix="worker-", dir=above)))


def backstop(memory: int) -> int:
    """The kernel's limit in bytes behind a memory limit in bytes, some 10 % above it."""
    return memory + memory // 10 + 32 * 2**20


def _processes(path: Path) -> list[int]:
    return [int(word) for word in _file_text(path / "cgroup.procs").split()]


def _file_text(file: Path) -> str:
    """The text of a file; empty where there is none."""
    try:
        return file.read_text(encoding="ascii")
    except OSError:
        return ""


def _write(file: Path, text: str) -> None:
    """Write into a file that is there."""
    descriptor = os.open(file, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(descriptor, text.encode("ascii"))
    finally:
        os.close(descriptor)
