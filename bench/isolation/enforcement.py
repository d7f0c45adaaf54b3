"""Enforcement: which limits are held on this system, how, and how surely.

    grade          meaning
    -----------    --------------------------------------------------------------------------
    enforced       it is ended, however careless it is; nothing here holds a hostile solver
    best-effort    what behaves is ended; a process that leaves its parent gets away
    unavailable    there is no means here

Linux lets a process adopt the orphans among its descendants (`PR_SET_CHILD_SUBREAPER`, Linux 3.4)
and look at all of them under /proc: thus a watchdog without privileges has the whole tree of a
solver before its eyes, daemons included.  Memory is looked at up to 500 times a second; where a
control group (version 2) is delegated to the user, the kernel stands behind that.  BenchExec
(Beyer, Löwe and Wendler, "Reliable benchmarking: requirements and solutions", STTT 21, 2019) holds
all by control groups, and cannot where they are not delegated.

macOS has processes to be looked at and killed and nobody who adopts them.  On Windows there is no
fork and are no signals; its job objects could hold most of this and are not used.
"""

import ctypes
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from accord.bench.isolation.limits import LimitError, Limits

Limit = Literal["wall time", "CPU time", "memory", "process tree", "affinity"]
Grade = Literal["enforced", "best-effort", "unavailable"]

_PR_GET_CHILD_SUBREAPER = 37
_WORSE: tuple[Grade, ...] = ("enforced", "best-effort", "unavailable")


@dataclass(frozen=True)
class Enforcement:
    """How one limit is held."""

    limit: Limit
    grade: Grade
    means: str  # in words; where there are none, what is missing


def enforcement(platform: str = sys.platform) -> tuple[Enforcement, ...]:
    """How each limit is held on a platform, named as `sys.platform` does."""
    if platform == "linux":
        return _linux()
    if platform == "win32":
        return _nowhere("Windows has neither fork nor signals")
    return _elsewhere()


def grade(limits: Limits, holds: Sequence[Enforcement] | None = None) -> Grade:
    """How surely what a run may use is held: as surely as the worst held of these limits."""
    ranks = [hold.grade for hold in _asked_for(limits, holds)]
    return max(ranks, key=_WORSE.index)


def demand(limits: Limits, holds: Sequence[Enforcement] | None = None) -> None:
    """Refuse limits that cannot be held at all, unless best effort is what is asked for.

    Raises:
        LimitError: there is no means to hold one; says which, and why.
    """
    for hold in _asked_for(limits, holds):
        if hold.grade == "unavailable" and not limits.best_effort:
            raise LimitError(
                f"the limit of {hold.limit} cannot be enforced here ({hold.means}); "
                "--best-effort goes on without"
            )


def _asked_for(limits: Limits, holds: Sequence[Enforcement] | None) -> list[Enforcement]:
    wanted = {"wall time", "process tree"}
    wanted |= {"memory"} if limits.memory else set()
    wanted |= {"CPU time"} if limits.cpu_seconds else set()
    return [hold for hold in (_here() if holds is None else holds) if hold.limit in wanted]


@cache
def _here() -> tuple[Enforcement, ...]:
    return enforcement()


def _linux(proc: Path = Path("/proc"), adopts: bool | None = None) -> tuple[Enforcement, ...]:
    """With the whole tree in sight, or what is left where a sandbox hides it."""
    if not (proc / "self/stat").exists():
        return _nowhere("/proc is not mounted")
    complete = _can_adopt_orphans() if adopts is None else adopts
    grade: Grade = "enforced" if complete else "best-effort"
    orphans = (
        "orphans are adopted (PR_SET_CHILD_SUBREAPER), found under /proc and killed"
        if complete
        else "found under /proc and killed; PR_SET_CHILD_SUBREAPER is refused: daemons get away"
    )
    return (
        Enforcement(
            "wall time", grade, "a watchdog process: SIGTERM, and after 1 s SIGKILL to the tree"
        ),
        Enforcement(
            "CPU time",
            grade,
            "of the tree, under /proc, but for what lives less than 50 ms; RLIMIT_CPU",
        ),
        Enforcement("memory", grade, _memory()),
        Enforcement("process tree", grade, orphans),
        _affinity(),
    )


def _memory() -> str:
    from accord.bench.isolation.cgroup import delegated

    group = delegated()
    backstop = f"memory.max of a group below {group}" if group else "RLIMIT_DATA"
    return f"resident, of the tree, under /proc; {backstop} if the watchdog is late or dies"


def _affinity() -> Enforcement:
    if hasattr(os, "sched_setaffinity"):
        return Enforcement("affinity", "enforced", "sched_setaffinity: one core for each run")
    return Enforcement("affinity", "unavailable", "Python has no sched_setaffinity here")


def _elsewhere() -> tuple[Enforcement, ...]:
    """Other kinds of Unix."""
    ended = "SIGTERM, and after 1 s SIGKILL to the descendants; daemons get away"
    return (
        Enforcement("wall time", "best-effort", ended),
        Enforcement("CPU time", "best-effort", "of the descendants; RLIMIT_CPU"),
        Enforcement("memory", "best-effort", "resident, of the descendants"),
        Enforcement("process tree", "best-effort", "nobody adopts orphans: daemons get away"),
        Enforcement("affinity", "unavailable", "the system does not bind processes to cores"),
    )


def _nowhere(reason: str) -> tuple[Enforcement, ...]:
    limits: tuple[Limit, ...] = ("wall time", "CPU time", "memory", "process tree", "affinity")
    return tuple(Enforcement(limit, "unavailable", reason) for limit in limits)


def _can_adopt_orphans() -> bool:
    """Whether the kernel knows of subreapers, and nothing forbids to ask."""
    answer = ctypes.c_int()
    try:
        return not ctypes.CDLL(None).prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(answer), 0, 0, 0)
    except (OSError, AttributeError):
        return False
