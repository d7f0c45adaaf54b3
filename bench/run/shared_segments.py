"""Segments of System V: shared memory that is in no process, and is there until it is removed.

Where the kernel allows it (to root), a worker and its watchdog get a namespace of IPC of their own:
all segments in it are the run's, and what is left of any kind, semaphores and message queues too,
ends with it.  Elsewhere a segment is a run's if it was not there before and the process that made
it is the worker or was seen in the run's tree; what another one makes that lives between two looks
is not seen.
"""

import ctypes
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

LIST = Path("/proc/sysvipc/shm")
_CLONE_NEWIPC, _IPC_RMID = 0x08000000, 0


def own_namespace() -> bool:
    """Give this process an IPC namespace of its own; whether the kernel permits it."""
    return sys.platform == "linux" and not ctypes.CDLL(None).unshare(_CLONE_NEWIPC)


class Segment(NamedTuple):
    """A System V segment of shared memory."""

    number: int
    maker: int  # the process
    size: int  # bytes, resident or swapped


class SharedSegments:
    """The System V segments that a tree of processes has made."""

    def __init__(self, worker: int = 0, *, alone: bool = False) -> None:
        """Begin with no segment seen.

        Args:
            worker: a process of the tree.
            alone: nobody else makes any in this namespace.
        """
        self._alone = alone
        self._before = frozenset[int]() if alone else frozenset(each.number for each in _listed())
        self._makers = {worker}

    def sizes(self, pids: Iterable[int]) -> dict[int, int]:
        """Bytes of each segment that these or earlier processes have made, by its number."""
        self._makers.update(pids)
        return {each.number: each.size for each in _listed() if self._is_own(each)}

    def remove(self) -> list[str]:
        """Remove the segments that still exist; their names."""
        return [*_removed(filter(self._is_own, _listed()))]

    def _is_own(self, segment: Segment) -> bool:
        return self._alone or (segment.maker in self._makers and segment.number not in self._before)


def remove_segments_of(pid: int) -> None:
    """Remove the segments that an ended process of ours made in this namespace."""
    for _ in _removed(each for each in _listed() if each.maker == pid):
        pass


def _removed(segments: Iterable[Segment]) -> Iterator[str]:
    for each in segments:
        if not ctypes.CDLL(None).shmctl(each.number, _IPC_RMID, None):
            yield f"shared memory {each.number}"


def _listed() -> Iterator[Segment]:
    """All segments that this process can see."""
    lines = list[str]()
    with suppress(OSError):
        lines = LIST.read_text("ascii").splitlines()[1:]
    for line in lines:
        _, number, _, _, maker, *_, resident, swapped = line.split()
        yield Segment(int(number), int(maker), int(resident) + int(swapped))
