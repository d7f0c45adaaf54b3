"""The question to a solver and its terms: how many solutions, under which limits, started how.

Limits are what a run may use before it is ended from outside.  Wall time, CPU time and memory count
for all processes that a solver has started, together.  Memory is resident memory: what a library
reserves and does not touch does not count.

A `Call` stands for a question where a command needs something else of a solver's process than
answers.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from accord.bench.run.heartbeat import LONGEST_PREPARATION
from accord.puzzles.errors import whole_number
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.solvers.budget import LimitError, expect_limit, expect_seconds

LONG = 1e9  # seconds: no limit
SMALLEST_MEMORY = 64 * 2**20  # bytes; an interpreter with its library has to fit


@dataclass(frozen=True)
class Limits:
    """What one run may use; None for no limit."""

    seconds: float  # wall
    memory: int | None = None  # bytes, resident
    cpu_seconds: float | None = None
    best_effort: bool = False  # go on where the system cannot enforce one of them

    def __post_init__(self) -> None:
        take = object.__setattr__
        take(self, "seconds", expect_seconds("a time", self.seconds))
        if self.cpu_seconds is not None:
            take(self, "cpu_seconds", expect_seconds("a CPU time", self.cpu_seconds))
        if self.memory is not None:
            memory = whole_number(self.memory)
            if memory is None or memory < SMALLEST_MEMORY:
                raise LimitError(
                    f"found a memory limit of {self.memory!r} bytes, expected at least "
                    f"{SMALLEST_MEMORY >> 20}M"
                )
            take(self, "memory", memory)


def expect_processes() -> None:
    """Require a system on which a solver can run in a process of its own.

    Raises:
        LimitError: not on this system.
    """
    if sys.platform == "win32":
        raise LimitError(
            "no solver runs in a process of its own on Windows, which has neither fork nor "
            "signals; accord.solve asks one in this process"
        )


TEN_SECONDS = Limits(10.0)  # by default


def backstop(limits: Limits, runs: int = 1) -> None:
    """Set loose limits in the kernel for so many runs, in case the watchdog dies.

    What it counts is not what is limited: CPU time of this process alone, and memory that is
    reserved and not touched.  So it stands at twice the limits.  Not RLIMIT_AS, which counts
    address space: a library may ask for 20 GB of that and use 28 MB.
    """
    import resource

    seconds = limits.cpu_seconds or limits.seconds * (os.cpu_count() or 1)
    seconds += LONGEST_PREPARATION
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    _set(resource.RLIMIT_CPU, int(min(used + 2 * (seconds + 2.0) * runs, 1 << 62)) + 1)
    _set(resource.RLIMIT_DATA, limits.memory and _data_size() + 2 * limits.memory)
    _set(resource.RLIMIT_CORE, 0)


def _set(what: int, wanted: int | None) -> None:
    """Set a soft limit, so that it can be raised again."""
    import resource

    _, hard = resource.getrlimit(what)
    most = resource.RLIM_INFINITY if hard == resource.RLIM_INFINITY else hard
    fits = wanted is not None and wanted < 1 << 62 and (most < 0 or wanted < most)
    with suppress(ValueError, OSError):
        resource.setrlimit(what, (wanted if fits and wanted is not None else most, hard))


def _data_size() -> int:
    """The bytes of private memory this process has reserved; 0 if unknown."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[5]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


Asked = int | None | Literal["usual"]
"""Solutions asked for; None for all.  "usual" is two of a puzzle, which decides whether it has just
one, and one of any other problem."""
USUAL: Literal["usual"] = "usual"
IMPORT_LIMIT = 30.0  # seconds that a solver may take to be imported and to solve a tiny puzzle


@dataclass(frozen=True)
class Terms:
    """The terms of a question: limits, solutions asked for, and how often it is run."""

    limits: Limits = TEN_SECONDS
    limit: Asked = USUAL  # solutions asked for
    cold: bool = False  # asked first of all in a fresh process, its preparation in the times
    once: bool = False  # however short, it is not repeated for the sake of its times
    import_limit: float = IMPORT_LIMIT  # seconds, wall

    def __post_init__(self) -> None:
        take = object.__setattr__
        take(self, "limit", USUAL if self.limit == USUAL else expect_limit(self.limit))
        take(self, "import_limit", expect_seconds("an import", self.import_limit))

    def limit_on(self, problem: Problem) -> int | None:
        """The solutions that are asked for of a problem; None for all.

        Of one with an objective it is the best, and so all that a solver finds on its way there.
        """
        if problem.goal is not None:
            return None
        if self.limit == USUAL:
            return 2 if isinstance(problem, Puzzle) else 1
        return self.limit

    @property
    def columns(self) -> dict[str, Any]:
        """The terms by their names in a campaign's question."""
        return {
            "limit": self.limit,
            "time_limit": self.limits.seconds,
            "memory_limit": self.limits.memory,
            "cpu_limit": self.limits.cpu_seconds,
            "cold": self.cold,
        }

    def columns_on(self, problem: Problem) -> dict[str, Any]:
        """The terms by their names in a row on a problem; all belong to a run's key."""
        sense = problem.goal.sense if problem.goal else None
        return self.columns | {"limit": self.limit_on(problem), "sense": sense}


USUAL_TERMS = Terms()  # by default


class Question(NamedTuple):
    """A problem, with the terms on which a solver is asked to solve it."""

    problem: Problem
    terms: Terms


class Call(NamedTuple):
    """A function of accord that a solver's process calls with the solver."""

    function: Callable[..., Iterator[Any]]  # of a module; yields values that JSON can say
    arguments: tuple[Any, ...]  # behind the solver, as a Selection
    limits: Limits  # of the call
