"""Quiet: what on this machine disturbs timings, and what to do about it.

A rule reads the facts and returns what it has found and the remedy; what is not known is no
finding, and a machine without findings gets no advice.  The rules are those of the field: D. Beyer,
S. Löwe and P. Wendler, "Reliable benchmarking: requirements and solutions", STTT 21, 2019, on
memory, processors and swap; V. Stinner's notes to `pyperf system tune` on clock rates.  For what
passes by itself one can wait.

The thresholds: a load of a tenth for each thread, a hundredth of the time stolen by the hypervisor,
wall clocks that step by more than a microsecond, and CPU clocks by more than a millisecond.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from accord.bench.run.machine import Clock, Machine, activity
from accord.puzzles.phrasing import counted, listed

LOAD = 0.1  # for each thread
STOLEN = 0.01
QUIET_FOR = 5  # seconds in a row
COARSE = {"perf_counter": 1e-6, "process_time": 1e-3}  # seconds
FAST_SOURCES = ("tsc", "arch_sys_counter")  # read without asking the kernel
CPU = "/sys/devices/system/cpu"


@dataclass(frozen=True)
class Advice:
    """A disturbance of measurements, and its remedy: a command, or what to do."""

    finding: str
    remedy: str


def advice(machine: Machine, clocks: Sequence[Clock], slots: int | None = None) -> list[Advice]:
    """The disturbances of this machine with their remedies, before measuring.

    Args:
        machine: the facts.
        clocks: as measured.
        slots: runs at a time; by default one for each physical core.
    """
    return [
        *_clock_rates(machine),
        *_others(machine),
        *_swap(machine),
        *_cores(machine, slots),
        *_virtual(machine),
        *_clocks(machine, clocks),
    ]


def _clock_rates(machine: Machine) -> Iterator[Advice]:
    governors = machine.frequency.governors
    if governors and governors != ("performance",):
        yield Advice(
            f"the frequency governor is {listed(governors)}, not performance: clock rates "
            "follow the load, and the first milliseconds of a run are slow",
            f"echo performance | sudo tee {CPU}/cpu*/cpufreq/scaling_governor",
        )
    if machine.frequency.turbo:
        intel = (machine.frequency.driver or "").startswith("intel")
        setting, value = ("intel_pstate/no_turbo", 1) if intel else ("cpufreq/boost", 0)
        yield Advice(
            "turbo is on: the clock rate of a core depends on its heat and on what the others do",
            f"echo {value} | sudo tee {CPU}/{setting}",
        )
    if machine.on_battery:
        yield Advice("the machine runs on its battery, and saves it", "plug it in")


def _others(machine: Machine) -> Iterator[Advice]:
    busy = machine.activity.busy or ()
    if machine.load and machine.threads and machine.load[0] > LOAD * machine.threads:
        yield Advice(
            f"the load is {machine.load[0]:.2f} on {counted(machine.threads, 'thread')}, more than "
            f"{LOAD:g} for each",
            "end what is not needed, and wait until `uptime` shows less",
        )
    if busy:
        names = ", ".join(f"{each.name} ({each.pid}, {each.share:.0%} of a core)" for each in busy)
        yield Advice(f"other processes are busy: {names}", "wait for them, or end them")


def _swap(machine: Machine) -> Iterator[Advice]:
    used, available = machine.memory.swap_used, machine.memory.available
    if not used:
        return
    fits = available is not None and available > used
    yield Advice(
        f"{used / 2**20:,.0f} MiB are swapped out, and may have to be fetched during a run",
        "sudo swapoff --all && sudo swapon --all" if fits else "end what needs that much memory",
    )


def _cores(machine: Machine, slots: int | None) -> Iterator[Advice]:
    asked, room = slots or machine.cores, machine.room
    if asked and room and asked > room:
        yield Advice(
            f"{counted(asked, 'run')} at a time, and room for {room}: {_why(machine)}", f"-j {room}"
        )
    if machine.quota is not None:
        yield Advice(
            "a control group stops its processes for the rest of each period when they have used "
            f"{machine.quota:g} processors' worth of it",
            "measure CPU time (accord table --measure cpu), or raise cpu.max",
        )
    if machine.smt:
        yield Advice(
            "SMT is on: two threads share a core, and slow each other down",
            f"echo off | sudo tee {CPU}/smt/control, or at most one run a core (the default)",
        )


def _why(machine: Machine) -> str:
    """The reason for the number of runs that is recommended."""
    limits = [counted(machine.cores, "core")] if machine.cores else []
    if machine.usable is not None and machine.usable < (machine.threads or 0):
        limits.append(f"{counted(machine.usable, 'thread')} on which accord may run")
    if machine.quota is not None:
        limits.append(f"CPU time for {machine.quota:g}")
    return ", ".join(limits)


def _virtual(machine: Machine) -> Iterator[Advice]:
    stolen = machine.activity.stolen or 0.0
    if machine.virtual.machine:
        lost = f"; {stolen:.0%} of the time went to others just now" if stolen > STOLEN else ""
        yield Advice(
            f"this is a virtual machine: what others on its host do is seen in the wall time{lost}",
            "measure CPU time (accord table --measure cpu), repeat runs (--repeat 5), or use a "
            "machine of your own",
        )


def _clocks(machine: Machine, clocks: Sequence[Clock]) -> Iterator[Advice]:
    for clock in clocks:
        if clock.step > COARSE.get(clock.name, 0.0):
            yield Advice(
                f"{clock.name} steps by {clock.step * 1e6:,.0f} us",
                "compare only times that are a hundred times as long",
            )
    if machine.clock_source and not machine.clock_source.startswith(
        (*FAST_SOURCES, "kvm", "hyperv")
    ):
        yield Advice(
            f"the kernel's clock source is {machine.clock_source}, which is slow to read",
            "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource",
        )


def wait_for_quiet(seconds: float, show: Callable[[str], object]) -> bool:
    """Wait until the processors idle but for LOAD, for QUIET_FOR seconds; whether they do in time.

    Where nothing is known of them it does not wait.

    Args:
        seconds: that it may wait.
        show: called with each second's load, and who causes it, in words.
    """
    until, quiet = monotonic() + seconds, 0
    while quiet < QUIET_FOR:
        if monotonic() >= until:
            return False
        found = activity(1.0)
        if found.used is None:
            return True
        quiet = 0 if found.used > LOAD else quiet + 1
        names = listed(f"{each.name} ({each.pid})" for each in found.busy or ())
        show(f"{found.used:.0%} of the processors used{names and ' by '}{names}")
    return True
