"""Enforcement: which limits are held on this system, how, and how surely.

    grade          meaning
    -----------    --------------------------------------------------------------------------
    enforced       a run is ended, whatever goes wrong in it; a hostile solver could escape
    best-effort    a run is ended; a process that leaves its parent escapes
    unavailable    there is no means here

Linux lets a process adopt the orphans among its descendants (`PR_SET_CHILD_SUBREAPER`, Linux 3.4)
and see all of them under /proc: so a watchdog without privileges sees the whole tree of a solver,
daemons included.  Memory is measured up to 500 times a second; where a control group (version 2) is
delegated to the user, the kernel stands behind that.  BenchExec (Beyer, Löwe and Wendler, "Reliable
benchmarking: requirements and solutions", STTT 21, 2019) holds all by control groups, and cannot
where they are not delegated.

macOS has processes that can be measured and killed, and no means to adopt orphans.  Windows has no
fork and no signals; its job objects could hold most of this and are not used.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from accord.bench.run.cgroup import delegated
from accord.bench.run.process_tree import can_adopt_orphans
from accord.bench.run.terms import Limits, expect_processes
from accord.solvers.budget import LimitError

Limit = Literal["wall time", "CPU time", "memory", "process tree", "affinity"]
Grade = Literal["enforced", "best-effort", "unavailable"]

LIMITS: tuple[Limit, ...] = ("wall time", "CPU time", "memory", "process tree", "affinity")
_WORSE: tuple[Grade, ...] = ("enforced", "best-effort", "unavailable")


@dataclass(frozen=True)
class Enforcement:
    """The means by which one limit is held, and how surely."""

    limit: Limit
    grade: Grade
    means: str  # in words; where there are none, what is missing


def enforcement(platform: str = sys.platform) -> tuple[Enforcement, ...]:
    """The enforcement of each limit on a platform, named as in `sys.platform`."""
    if platform == "linux":
        return _linux()
    if platform == "win32":
        return _nowhere("Windows has neither fork nor signals")
    return _held(  # other kinds of Unix
        "best-effort",
        "SIGTERM, and after 1 s SIGKILL to the descendants; daemons escape",
        "of the descendants; RLIMIT_CPU",
        "resident, of the descendants",
        "orphans are not adopted: daemons escape",
        affinity="the system does not bind processes to cores",
    )


def grade(limits: Limits, held: Sequence[Enforcement] | None = None) -> Grade:
    """The worst grade of enforcement among the limits that are asked for."""
    return max((each.grade for each in _asked_for(limits, held)), key=_WORSE.index)


def demand(limits: Limits, held: Sequence[Enforcement] | None = None) -> None:
    """Refuse limits that cannot be held at all, unless best effort is what is asked for.

    Raises:
        LimitError: there is no means to hold one; says which, and why.  Or there are no processes.
    """
    expect_processes()
    for each in _asked_for(limits, held):
        if each.grade == "unavailable" and not limits.best_effort:
            raise LimitError(
                f"the limit of {each.limit} cannot be enforced here ({each.means}); "
                "--best-effort goes on without"
            )


def _asked_for(limits: Limits, held: Sequence[Enforcement] | None) -> list[Enforcement]:
    wanted = {"wall time", "process tree"}
    wanted |= {"memory"} if limits.memory else set()
    wanted |= {"CPU time"} if limits.cpu_seconds else set()
    return [each for each in (_here() if held is None else held) if each.limit in wanted]


_here = cache(enforcement)


def _held(grade: Grade, *means: str, affinity: str, binds: bool = False) -> tuple[Enforcement, ...]:
    """The enforcement of each limit: all have one grade, but the affinity."""
    texts = zip(LIMITS, means, strict=False)
    return (
        *(Enforcement(limit, grade, text) for limit, text in texts),
        Enforcement("affinity", "enforced" if binds else "unavailable", affinity),
    )


def _nowhere(reason: str) -> tuple[Enforcement, ...]:
    return tuple(Enforcement(limit, "unavailable", reason) for limit in LIMITS)


def _linux(proc: Path = Path("/proc"), adopts: bool | None = None) -> tuple[Enforcement, ...]:
    """The enforcement on Linux, with the whole tree in sight or with daemons that escape."""
    if not (proc / "self/stat").exists():
        return _nowhere("/proc is not mounted")
    complete = can_adopt_orphans() if adopts is None else adopts
    binds = hasattr(os, "sched_setaffinity")
    return _held(
        "enforced" if complete else "best-effort",
        "a watchdog process: SIGTERM, and after 1 s SIGKILL to the tree",
        "of the tree, under /proc, but for what lives less than 50 ms; RLIMIT_CPU",
        _memory(),
        "orphans are adopted (PR_SET_CHILD_SUBREAPER), found under /proc and killed"
        if complete
        else "found under /proc and killed; PR_SET_CHILD_SUBREAPER is refused: daemons escape",
        affinity="sched_setaffinity: one core for each run"
        if binds
        else "Python has no sched_setaffinity here",
        binds=binds,
    )


def _memory() -> str:
    group = delegated()
    backstop = f"memory.max of a group below {group}" if group else "RLIMIT_DATA"
    unseen = "" if group else ", not what is written to a tmpfs and closed at once"
    return (
        "resident, of the tree, and in its open memfds and files on tmpfs, under /proc"
        f"{unseen}; {backstop} if the watchdog is late or dies"
    )
