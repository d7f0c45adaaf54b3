"""Memory files: memory that is in no process, in a memfd or a file on a tmpfs such as /dev/shm.

Segments of System V are files to the kernel, too, and are counted here (shared_segments.py).

It counts as a run's while a process of its tree has it open or mapped.  What of it is mapped and
touched is resident memory of that process, and is not counted twice.  A file that was seen so, and
was made after the worker, is removed with the worker: on a tmpfs inodes are numbered in the order
in which files are made, so that one of ours, made first, divides them.  Listings of a folder are
never compared: what others make there meanwhile is theirs.

What is written, closed and left between two looks is not seen; a control group counts it.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from mmap import PAGESIZE
from pathlib import Path

from accord.bench.measuring.shared_segments import SharedSegments

BLOCK = 512  # bytes, of st_blocks
Identity = tuple[int, int]  # device and inode
_SHARED = re.compile(r"^RssShmem:\s+(\d+) kB", re.MULTILINE)


class MemoryFiles:
    """The memory files that a tree of processes was seen to have."""

    def __init__(self, worker: int = 0, *, alone: bool = False) -> None:
        """Nothing is seen yet.

        Args:
            worker: a process that shares one page with its watchdog, which is no file.
            alone: nobody else makes segments of System V in this namespace.
        """
        self.segments = SharedSegments(worker, alone=alone)
        self._worker = worker
        self._first = dict(_newest_inodes())  # by device
        self._devices = {f"{os.major(each):02x}:{os.minor(each):02x}" for each in self._first}
        self._seen: dict[Identity, str] = {}  # made since then, and where

    def size(self, pids: Iterable[int]) -> int:
        """Bytes of these processes' memory files that are not in their resident memory."""
        pids = [*pids]
        sizes: dict[Identity, int] = {}
        mapped = 0
        for pid in pids:
            own = _mapped(pid)
            mapped += own
            more = own > (PAGESIZE if pid == self._worker else 0)  # to look takes a millisecond
            for path, there in chain(self._open(pid), self._mapped(pid) if more else ()):
                identity = (there.st_dev, there.st_ino)
                sizes[identity] = there.st_blocks * BLOCK
                if there.st_nlink and there.st_ino > (self._first[there.st_dev] or there.st_ino):
                    self._seen[identity] = path
        segments = self.segments.sizes(pids)
        return max(0, sum(sizes.values()) + sum(segments.values()) - mapped)

    def _open(self, pid: int) -> Iterator[tuple[str, os.stat_result]]:
        """The memory files a process has open, with their paths."""
        folder = f"/proc/{pid}/fd"
        with suppress(OSError):
            for name in os.listdir(folder):
                with suppress(OSError):
                    there = os.stat(f"{folder}/{name}")
                    if there.st_dev in self._first:
                        yield os.readlink(f"{folder}/{name}"), there

    def _mapped(self, pid: int) -> Iterator[tuple[str, os.stat_result]]:
        """Those it has mapped, of which there is still a path."""
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
                _, _, _, device, _, *path = line.split(maxsplit=5)
                if path and device in self._devices:
                    with suppress(OSError):
                        if (there := os.stat(path[0])).st_dev in self._first:
                            yield path[0], there

    def remove(self) -> list[str]:
        """Remove those that are still there; their names."""
        removed = self.segments.remove()
        for identity, path in self._seen.items():
            with suppress(OSError):
                there = os.lstat(path)
                if (there.st_dev, there.st_ino) == identity:
                    os.unlink(path)
                    removed.append(path)
        self._seen.clear()
        return removed


def _mapped(pid: int) -> int:
    """Bytes of memory files that are resident in a process."""
    with suppress(OSError):
        if found := _SHARED.search(Path(f"/proc/{pid}/status").read_text()):
            return int(found[1]) * 1024
    return 0


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
