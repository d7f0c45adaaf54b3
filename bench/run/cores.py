"""The cores: which of them there are, and which slot runs where.

Two threads of one physical core share its caches and its units: two runs there are slower than one,
by a factor that depends on both.  So there is one slot a physical core, and what runs in it keeps
to that core, on all its threads (Beyer, Löwe, Wendler: Reliable Benchmarking, STTT 2019, section
4).  Linux lists which threads are siblings; elsewhere nothing is pinned.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

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
