"""Memory files: memory that is in no process, in a memfd or a file on a tmpfs such as /dev/shm.

Segments of System V are files to the kernel, too, and are counted here (shared_segments.py).

It counts as a run's while a process of its tree has it open or mapped.  What of it is mapped and
touched is resident memory of that process, and is not counted twice.  A file that was seen so, and
was made after the worker, is removed with the worker: on a tmpfs inodes are numbered in the order
in which files are made, so that one of ours, made first, divides them.  Listings of a folder are
never compared: what others make there meanwhile is theirs.

What is written, closed and left between two looks is not seen; a control group counts it.

Of a process that sees another file system, as in a sandbox, the tmpfs on its /tmp and /dev/shm
count whole, each file in them as INODE at least, open or not.

Two more things of the kernel's are counted, as they cost a process nothing else: its page tables,
and its sockets, each as full as it can be at the usual size, as how full it is cannot be seen from
outside.  Where a process hides its descriptors, each that it has room for counts as a socket.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from mmap import PAGESIZE
from pathlib import Path
from stat import S_ISSOCK

from accord.bench.run.shared_segments import SharedSegments

BLOCK = 512  # bytes, of st_blocks
INODE = 1024  # bytes that the kernel keeps for a file, also an empty one
SOCKET = 512 << 10  # bytes: two messages of net.core.wmem_default, and what is kept about them
Identity = tuple[int, int]  # device and inode
_STATUS = re.compile(r"^(RssShmem|VmPTE|FDSize):\s+(\d+)", re.MULTILINE)


class MemoryFiles:
    """The memory files that the processes of a tree have been seen to hold."""

    def __init__(self, worker: int = 0, *, alone: bool = False) -> None:
        """Begin with no file seen.

        Args:
            worker: a process that shares one page with its watchdog, which is no file.
            alone: nobody else makes segments of System V in this namespace.
        """
        self.segments = SharedSegments(worker, alone=alone)
        self._worker = worker
        self._first = dict(_newest_inodes())  # by device
        self._devices = {f"{os.major(each):02x}:{os.minor(each):02x}" for each in self._first}
        self._root = os.stat("/").st_dev
        self._private = dict[int, bool]()  # by device: a tmpfs that another file system has
        self._seen: dict[Identity, str] = {}  # made since then, and where

    def size(self, pids: Iterable[int]) -> int:
        """Bytes of these processes' memory files that are not resident, page tables and sockets."""
        pids = [*pids]
        sizes: dict[Identity, int] = {}
        sockets = set[Identity]()
        mapped = kernel = 0
        for pid in pids:
            status = _status(pid)
            sizes |= self._of_another_root(pid)
            own = status.get("RssShmem", 0) << 10
            mapped += own
            kernel += status.get("VmPTE", 0) << 10
            more = own > (PAGESIZE if pid == self._worker else 0)  # to look takes a millisecond
            try:
                opened = [*self._open(pid)]
            except PermissionError:
                opened = []
                kernel += SOCKET * status.get("FDSize", 0)
            for path, there in chain(opened, self._mapped(pid) if more else ()):
                identity = (there.st_dev, there.st_ino)
                if S_ISSOCK(there.st_mode):
                    sockets.add(identity)
                    continue
                sizes[identity] = there.st_blocks * BLOCK
                if there.st_nlink and there.st_ino > (self._first[there.st_dev] or there.st_ino):
                    self._seen[identity] = path
        segments = self.segments.sizes(pids)
        kernel += SOCKET * len(sockets)
        return kernel + max(0, sum(sizes.values()) + sum(segments.values()) - mapped)

    def _open(self, pid: int) -> Iterator[tuple[str, os.stat_result]]:
        """The memory files and sockets a process has open, with their paths.

        The worker's sockets are left out, through which it speaks with its supervisor.

        Raises:
            PermissionError: it hides them.
        """
        folder = f"/proc/{pid}/fd"
        with suppress(FileNotFoundError, ProcessLookupError):
            for name in os.listdir(folder):
                with suppress(OSError):
                    there = os.stat(f"{folder}/{name}")
                    is_socket = S_ISSOCK(there.st_mode) and pid != self._worker
                    if there.st_dev in self._first or is_socket:
                        yield os.readlink(f"{folder}/{name}"), there

    def _of_another_root(self, pid: int) -> dict[Identity, int]:
        """Bytes of each tmpfs of a process that sees another file system, by device."""
        sizes: dict[Identity, int] = {}
        root = f"/proc/{pid}/root"
        with suppress(OSError):
            if os.stat(root).st_dev == self._root:
                return sizes
            for place in ("/tmp", "/dev/shm"):
                device = os.stat(root + place).st_dev
                if device not in self._private:
                    mounts = Path(f"/proc/{pid}/mounts").read_text().splitlines()
                    kinds = [each.split()[2] for each in mounts if each.split()[1] == place]
                    self._private[device] = kinds[-1:] == ["tmpfs"] and device not in self._first
                if self._private[device]:
                    there = os.statvfs(root + place)
                    sizes[device, 0] = (there.f_blocks - there.f_bfree) * there.f_frsize
                    sizes[device, 0] += (there.f_files - there.f_ffree) * INODE
        return sizes

    def _mapped(self, pid: int) -> Iterator[tuple[str, os.stat_result]]:
        """The memory files that a process has mapped and that still have a path."""
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
                _, _, _, device, _, *path = line.split(maxsplit=5)
                if path and device in self._devices:
                    with suppress(OSError):
                        if (there := os.stat(path[0])).st_dev in self._first:
                            yield path[0], there

    def remove(self) -> list[str]:
        """Remove the memory files that still exist; their names."""
        removed = self.segments.remove()
        for identity, path in self._seen.items():
            with suppress(OSError):
                there = os.lstat(path)
                if (there.st_dev, there.st_ino) == identity:
                    os.unlink(path)
                    removed.append(path)
        self._seen.clear()
        return removed


def _status(pid: int) -> dict[str, int]:
    """A process's resident memory files and page tables in KiB, and its room for descriptors."""
    with suppress(OSError):
        status = Path(f"/proc/{pid}/status").read_text()
        return {name: int(number) for name, number in _STATUS.findall(status)}
    return {}


def _newest_inodes() -> Iterator[tuple[int, int]]:
    """Each device of memory files, with the inode that a file made now gets there; 0 for memfds."""
    if not hasattr(os, "memfd_create"):
        return
    with suppress(OSError):
        with os.fdopen(os.memfd_create("accord"), "wb") as file:
            yield os.fstat(file.fileno()).st_dev, 0
        for line in Path("/proc/self/mounts").read_text().splitlines():
            _, place, kind, *_ = line.split(" ")
            with suppress(OSError):
                if kind == "tmpfs":
                    with tempfile.TemporaryFile(dir=place) as file:
                        there = os.fstat(file.fileno())
                        yield there.st_dev, there.st_ino
