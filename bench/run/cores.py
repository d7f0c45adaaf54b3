"""The cores: which of them there are, and which slot runs where.

Two threads of one physical core share its caches and its units: two runs there are slower than one,
by a factor that depends on both.  So there is one slot a physical core, and what runs in it keeps
to that core, on all its threads (Beyer, Löwe, Wendler: Reliable Benchmarking, STTT 2019, section
4).  Linux lists which threads are siblings; elsewhere nothing is pinned.

A core is one slot's alone, whichever process has the slot.  One process keeps its slots apart by
itself (`FreeCores`).  Several on one machine - the workers of a cluster, two campaigns - would all
choose the same core, the last.  So a process that times runs holds a lock on a file for each core
that it uses; the kernel releases it when the process ends, in whatever way.  The files are one
user's: what other users do on the machine is not known here.
"""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil

if sys.platform != "win32":
    import fcntl

CPUS = Path("/sys/devices/system/cpu")


def cores() -> int:
    """The number of physical cores that this process may use, at least one."""
    return len(siblings()) or psutil.cpu_count(logical=False) or 1


def usable_cpus() -> int:
    """The number of CPUs (threads of cores) that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_at_once() -> int:
    """The largest number of runs at a time that an option may ask for on this machine."""
    return max(64, 8 * (os.cpu_count() or 1))


def siblings(cpus: Path = CPUS) -> list[tuple[int, ...]]:
    """For each physical core the CPUs (threads) that this process may use; empty if unknown."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    found: dict[tuple[str, ...], list[int]] = {}
    for cpu in sorted(os.sched_getaffinity(0)):
        topology = cpus / f"cpu{cpu}" / "topology"
        names = [topology / name for name in ("physical_package_id", "core_id")]
        with suppress(OSError):
            core = tuple(name.read_text().strip() for name in names)
            found.setdefault(core, []).append(cpu)
    return [tuple(core) for core in found.values()]


class FreeCores:
    """The cores that runs may have, and which of them are free.

    A run that works on more cores than there are has them all.
    """

    def __init__(self, cores: Sequence[tuple[int, ...]]) -> None:
        """Begin with all cores free.

        Args:
            cores: the CPUs of each; of those that are only counted, none.
        """
        self._cores = cores
        self._free = [*range(len(cores))]

    def take(self, wanted: int) -> tuple[int, ...]:
        """Take so many cores, as their places; empty if not as many are free."""
        number = min(wanted, len(self._cores))
        taken, left = self._free[:number], self._free[number:]
        if len(taken) < number:
            return ()
        self._free = left
        return tuple(taken)

    def give_back(self, places: Iterable[int]) -> None:
        """Mark these cores as free again."""
        self._free = sorted({*self._free, *places})

    def cpus(self, places: Iterable[int]) -> tuple[int, ...]:
        """The CPUs of these cores; empty where cores are only counted."""
        return tuple(cpu for place in places for cpu in self._cores[place])


def cores_of_slots(slots: int) -> list[tuple[int, ...]]:
    """For each slot its own core's CPUs; nothing for each where there are fewer cores than slots.

    The last cores come first: interrupts and the harness itself mostly run on the first ones.
    """
    there = siblings()[::-1]
    return there[:slots] if len(there) >= slots else [()] * slots


@contextmanager
def reserved(wanted: int, least: int | None = None) -> Iterator[list[tuple[int, ...]]]:
    """Reserve so many cores, or as many as are free; empty tuples where too few are.

    The last cores come first, as in `cores_of_slots`.

    Args:
        wanted: cores, the more of which there are the better.
        least: cores without which there is no use in any; by default as many as are wanted.
    """
    least = wanted if least is None else least
    cores: list[tuple[int, ...]] = []
    with ExitStack() as locks:
        for core in siblings()[::-1]:
            if len(cores) < wanted and _take(core, locks):
                cores.append(core)
        if len(cores) < least:
            locks.close()
            cores = [()] * wanted
        yield cores


def _take(core: tuple[int, ...], locks: ExitStack) -> bool:
    """Lock a core, until these locks are released; false if another process has it.

    Where there can be no such file, every process has it.
    """
    folder = Path(tempfile.gettempdir(), f"accord-cores-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(folder / str(core[0]), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError:
        return True
    locks.callback(os.close, lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
