"""What a kind of system lacks of what accord uses, and what follows from it.

accord is made and tested on Linux, where everything is there.  The facts are those of the code that
uses them: bench/run/ (processes, signals, /proc, control groups, cores, figures of the machine),
bench/campaigns/ (locks) and solvers/programs/.  How surely each limit is held on a system says
bench/run/enforcement.py; a sandbox or a container may lack more, and is found there.
docs/explanation/what-runs-where.md has the same words.
"""

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Lack:
    """A means of holding limits or measuring that this system does not have, and its effect."""

    what: str
    consequence: str


NO_FIGURES = Lack(
    "figures of the machine under /sys",
    "accord doctor does not know clock rates, governor, turbo, control groups or a virtual machine",
)
NO_AFFINITY = Lack(
    "binding of processes to cores (sched_setaffinity)",
    "runs move between cores, and two campaigns at a time may share one: times are noisier",
)
OF_UNIX = (  # macOS, BSD
    Lack(
        "adoption of orphans (PR_SET_CHILD_SUBREAPER)",
        "a daemon that a solver starts escapes its limits: every limit is best-effort",
    ),
    Lack("death signals (PR_SET_PDEATHSIG)", "where a watchdog is killed, its worker goes on"),
    Lack(
        "control groups",
        "nothing but RLIMIT_DATA ends a solver that takes memory faster than it is measured",
    ),
    Lack(
        "/proc",
        "files in memory do not count as memory; peak_memory is that of the worker since it "
        "started; CPU time is not held against the kernel's own count",
    ),
    Lack(
        "libraries that can be forked safely",
        "each worker imports its solver anew: a worker takes longer to start, and no run does",
    ),
    NO_AFFINITY,
    NO_FIGURES,
)
OF_WINDOWS = (
    Lack(
        "fork, signals and descriptors that are handed to another process",
        "no solver runs in a process of its own, and no limit is held: solve, check, bench, claim, "
        "ladder, conformance, speed, verify --unique, and trace and show of a solver's file are "
        "refused",
    ),
    Lack(
        "locks of files (flock)",
        "no campaign is written: merge and repair are refused; campaigns can be read",
    ),
    Lack(
        "waiting for a program together with its CPU time (wait4)",
        "solvers that are programs do not run: external, minizinc, descriptions in TOML",
    ),
    Lack(
        "the kernel's account of a process (getrusage)",
        "CPU times are those of time.process_time, which steps by 15.6 ms",
    ),
    Lack("files that are read while they are written", "sat-cadical writes no trace"),
    NO_AFFINITY,
    NO_FIGURES,
)


def lacking(platform: str = sys.platform, sandbox: str = "") -> tuple[Lack, ...]:
    """The means that this system lacks, the gravest first.

    Args:
        platform: named as `sys.platform` does.
        sandbox: why submissions cannot be isolated (bench/run/sandbox.py), or nothing.
    """
    of_platform = () if platform == "linux" else OF_WINDOWS if platform == "win32" else OF_UNIX
    lack = Lack(
        f"a sandbox for submissions: {sandbox}",
        "accord grade refuses to run what students hand in, unless --unsandboxed says that it may "
        "run with your rights",
    )
    return (*of_platform, lack) if sandbox else of_platform
