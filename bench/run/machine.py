"""The machine, as far as it disturbs timings: clock rates, other processes, virtual machines, swap.

Linux has it in small files below /sys and /proc; other systems have some of it through psutil, and
macOS little.  What is not known is None, or an empty tuple: a virtual machine or a container may
hide all of it, and nothing is guessed.

Which processes use the processors is measured for a quarter of a second.  The kernel counts CPU
time in ticks of 10 ms, so that a share below a twentieth of a core is noise and not shown.

Of the clocks that accord reads stands here what they promise, and what they do.  What a system
claims of a clock is often finer than the clock: Linux calls each of them exact to a nanosecond.  So
the smallest step is measured, from one reading to the first that differs, and what a reading costs;
a step cannot be seen that is shorter than this.
"""

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from timeit import repeat
from typing import Literal, TypeVar

import psutil

Known = TypeVar("Known")
ClockName = Literal["perf_counter", "process_time"]

INTERVAL = 0.25  # seconds in which others are watched
SMALLEST_SHARE = 0.05  # of a core, that is shown
MOST_SHOWN = 5  # processes
VENDORS = {  # of virtual machines, by a word in the firmware's names
    "qemu": "QEMU",
    "kvm": "KVM",
    "vmware": "VMware",
    "virtualbox": "VirtualBox",
    "innotek": "VirtualBox",
    "xen": "Xen",
    "microsoft corporation virtual": "Hyper-V",
    "amazon ec2": "Amazon EC2",
    "google compute": "Google Compute Engine",
    "parallels": "Parallels",
    "bochs": "Bochs",
}
CLOCK_SOURCE = "sys/devices/system/clocksource/clocksource0/current_clocksource"
MARKS = {".dockerenv": "Docker", "run/.containerenv": "Podman"}  # files that containers have
ENOUGH = 0.02  # seconds that may be spent on the steps of one clock, a step being finished always
STEPS = 50
READINGS = 1000  # in a row, to see what one costs
BEST_OF = 5
CLOCKS: tuple[ClockName, ...] = ("perf_counter", "process_time")  # for wall time and CPU time
GROUPS = {"docker": "Docker", "kubepods": "Kubernetes", "libpod": "Podman", "lxc": "LXC"}


@dataclass(frozen=True)
class Frequency:
    """Clock rates of the processors in MHz, and what decides on them."""

    current: tuple[float, float] | None = None  # the slowest and the fastest of them now
    range: tuple[float, float] | None = None  # what they may have
    governors: tuple[str, ...] = ()
    driver: str | None = None
    turbo: bool | None = None


@dataclass(frozen=True)
class Virtual:
    """The virtual machine and the container that this system runs in, if any."""

    machine: bool | None = None  # whether it is virtual
    hypervisor: str | None = None
    container: str | None = None  # None where there is no sign of one


@dataclass(frozen=True)
class Busy:
    """A process with the share of a processor that it uses."""

    pid: int
    name: str
    share: float  # of one core


@dataclass(frozen=True)
class Activity:
    """The load by other processes, measured for some seconds."""

    busy: tuple[Busy, ...] | None = None
    stolen: float | None = None  # share of all processors that the hypervisor gave to others
    used: float | None = None  # share of all processors that did not idle, stolen time included


@dataclass(frozen=True)
class MemoryState:
    """The memory and swap of the machine, in bytes."""

    total: int | None = None
    available: int | None = None
    swap: int | None = None
    swap_used: int | None = None


@dataclass(frozen=True)
class Machine:
    """The facts of a machine that measures; None for what is not known."""

    processor: str | None = None
    cores: int | None = None  # physical ones
    threads: int | None = None
    usable: int | None = None  # threads on which this process may run
    quota: float | None = None  # processors' worth of CPU time that control groups allow, if less
    smt: bool | None = None
    frequency: Frequency = Frequency()
    virtual: Virtual = Virtual()
    load: tuple[float, float, float] | None = None  # over 1, 5 and 15 minutes
    activity: Activity = Activity()
    memory: MemoryState = MemoryState()
    on_battery: bool | None = None
    clock_source: str | None = None

    @property
    def room(self) -> int | None:
        """The number of runs that can have a core each."""
        known = [number for number in (self.cores, self.usable) if number]
        if self.quota is not None:
            known.append(max(1, int(self.quota)))
        return min(known, default=None)


def machine(processor: str | None, interval: float = INTERVAL, root: Path = Path("/")) -> Machine:
    """The facts of this machine, after some seconds in which its load is measured.

    Args:
        processor: its name, as bench/run/environment.py has it.
        interval: seconds.
        root: where sys and proc are.
    """
    load = _known(lambda: os.getloadavg())  # before anything here adds to it
    cores, threads = psutil.cpu_count(logical=False), psutil.cpu_count()
    return Machine(
        processor=processor or None,
        cores=cores,
        threads=threads,
        usable=_known(lambda: len(os.sched_getaffinity(0))),
        quota=quota(root),
        smt=smt(root, cores, threads),
        frequency=frequency(root),
        virtual=virtual(root),
        load=load,
        activity=activity(interval),
        memory=_known(_memory) or MemoryState(),
        on_battery=_known(_on_battery),
        clock_source=_small_file_text(root / CLOCK_SOURCE),
    )


def frequency(root: Path) -> Frequency:
    """The clock rates and governors of all processors; psutil's where the kernel shows none."""
    system = root / "sys/devices/system/cpu"
    each = sorted(system.glob("cpu[0-9]*/cpufreq"))
    now, lowest, highest = (
        [value for path in each if (value := _number(path / name))]
        for name in ("scaling_cur_freq", "cpuinfo_min_freq", "cpuinfo_max_freq")
    )
    return Frequency(
        current=(min(now) / 1000, max(now) / 1000) if now else _known(_current),
        range=(min(lowest) / 1000, max(highest) / 1000) if lowest and highest else None,
        governors=_all(path / "scaling_governor" for path in each),
        driver=", ".join(_all(path / "scaling_driver" for path in each)) or None,
        turbo=_turbo(system, each),
    )


def _turbo(system: Path, each: Iterable[Path]) -> bool | None:
    """Whether turbo is on: Intel's driver has a file for off, the others have one for on."""
    off = _number(system / "intel_pstate/no_turbo")
    if off is not None:
        return not off
    on = [_number(path) for path in (system / "cpufreq/boost", *(p / "boost" for p in each))]
    known = [value for value in on if value is not None]
    return any(known) if known else None


def _current() -> tuple[float, float] | None:
    """The processors' clock rates in MHz, from psutil."""
    found = psutil.cpu_freq()
    return (found.current, found.current) if found and found.current else None


def smt(root: Path, cores: int | None, threads: int | None) -> bool | None:
    """Whether several threads share a core (simultaneous multithreading)."""
    active = _number(root / "sys/devices/system/cpu/smt/active")
    if active is not None:
        return bool(active)
    return threads > cores if cores and threads else None


def virtual(root: Path) -> Virtual:
    """The virtual machine or container, by CPU flag, firmware's name and marks of containers."""
    names = [root / "sys/class/dmi/id" / name for name in ("sys_vendor", "product_name")]
    firmware = " ".join(filter(None, map(_small_file_text, names))).lower()
    found = next((name for word, name in VENDORS.items() if word in firmware), None)
    hypervisor = _small_file_text(root / "sys/hypervisor/type") or found
    flags = re.search(
        r"^flags\s*:(.*)$", _small_file_text(root / "proc/cpuinfo") or "", re.MULTILINE
    )
    by_flag = "hypervisor" in flags[1].split() if flags else None
    return Virtual(True if hypervisor else by_flag, hypervisor, _container(root))


def _container(root: Path) -> str | None:
    for mark, name in MARKS.items():
        if (root / mark).exists():
            return name
    groups = _small_file_text(root / "proc/1/cgroup") or ""
    return next((name for word, name in GROUPS.items() if word in groups), None)


def quota(root: Path) -> float | None:
    """The CPU time that the control group allows, in processors; None without a quota."""
    group = root / "sys/fs/cgroup"
    words = (
        _small_file_text(group / "cpu.max") or ""
    ).split()  # version 2: microseconds in each period
    if len(words) == 2 and words[0].isdigit() and int(words[1]):
        return int(words[0]) / int(words[1])
    allowed, period = (_number(group / f"cpu/cpu.cfs_{what}_us") for what in ("quota", "period"))
    return allowed / period if allowed and period and allowed > 0 else None


def activity(interval: float) -> Activity:
    """The CPU use of other processes for some seconds, and the share the hypervisor takes."""
    began, before = perf_counter(), _times()
    processors = psutil.cpu_times()._asdict()
    sleep(interval)
    elapsed, after = perf_counter() - began, _times()
    then = psutil.cpu_times()._asdict()
    idle = _part(processors, then, "idle", "iowait")
    return Activity(
        tuple(_busiest(before, after, elapsed)) if after else None,
        _part(processors, then, "steal") if "steal" in processors else None,
        None if idle is None else 1 - idle,
    )


def _times() -> dict[tuple[int, str], float]:
    """The CPU seconds of each other process that may be read, by number and name."""
    found = {}
    for process in psutil.process_iter(["name", "cpu_times"]):
        times = process.info["cpu_times"]
        if times and process.pid != os.getpid():
            found[process.pid, process.info["name"] or "?"] = times.user + times.system
    return found


def _busiest(
    before: Mapping[tuple[int, str], float], after: Mapping[tuple[int, str], float], elapsed: float
) -> Iterator[Busy]:
    used = {each: after[each] - before[each] for each in after.keys() & before.keys()}
    for pid, name in sorted(used, key=lambda each: -used[each])[:MOST_SHOWN]:
        if (share := used[pid, name] / elapsed) >= SMALLEST_SHARE:
            yield Busy(pid, name, share)


def _part(before: Mapping[str, float], after: Mapping[str, float], *kinds: str) -> float | None:
    """The share of these kinds in the time of all processors; None where no time is counted."""
    spent = {each: after[each] - before[each] for each in after if not each.startswith("guest")}
    whole = sum(spent.values())
    return sum(spent.get(each, 0.0) for each in kinds) / whole if whole > 0 else None


def _memory() -> MemoryState:
    memory, swap = psutil.virtual_memory(), psutil.swap_memory()
    return MemoryState(memory.total, memory.available, swap.total, swap.used)


def _on_battery() -> bool | None:
    found = psutil.sensors_battery()
    return None if found is None or found.power_plugged is None else not found.power_plugged


def _known(read: Callable[[], Known]) -> Known | None:
    """The value that a function reads; None on a system that lacks or hides it."""
    with suppress(AttributeError, NotImplementedError, OSError, RuntimeError):
        return read()
    return None


def _all(paths: Iterable[Path]) -> tuple[str, ...]:
    """The different words in some files, sorted."""
    return tuple(sorted({word for path in paths if (word := _small_file_text(path))}))


def _number(path: Path) -> int | None:
    text = _small_file_text(path) or ""
    return int(text) if re.fullmatch(r"-?\d+", text) else None


def _small_file_text(path: Path) -> str | None:
    """The text of a small file; None if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        return None


@dataclass(frozen=True)
class Clock:
    """One of Python's clocks, as documented and as measured; times in seconds."""

    name: ClockName
    implementation: str
    claimed: float  # resolution
    step: float  # the smallest that was seen
    cost: float  # of a reading
    adjustable: bool  # it can be set


def clocks() -> tuple[Clock, ...]:
    """Python's clocks, each measured in a few hundredths of a second."""
    return tuple(_measured(name) for name in CLOCKS)


def _measured(name: ClockName) -> Clock:
    read: Callable[[], float] = getattr(time, name)
    info = time.get_clock_info(name)
    step = smallest_step(read)
    cost = min(repeat(read, number=READINGS, repeat=BEST_OF)) / READINGS
    return Clock(name, info.implementation, info.resolution, step, cost, info.adjustable)


def smallest_step(read: Callable[[], float]) -> float:
    """The smallest difference of two readings of a clock, in seconds."""
    smallest, end = inf, time.perf_counter() + ENOUGH
    for _ in range(STEPS):
        began = now = read()
        while now == began:
            now = read()
        smallest = min(smallest, now - began)
        if time.perf_counter() > end:
            break
    return smallest
