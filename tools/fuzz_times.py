"""How long fuzzing takes to find wrong solvers: `python tools/fuzz_times.py [FILE[:NAME] ...]`.

Each generator of a file, without one those of the tests' wrong solvers, is fuzzed by itself from
nothing, in all columns, until its first finding.  For each it prints the CPU time of the fuzzing
and of all processes that it starts, the time on the clock, which is longer on a busy machine, the
problems until then and the column; `-` where nothing is found.  The finding is not made smaller.

`ACCORD_SECONDS` are those that each solver has on the clock; 60 of them by default, and more where
a busy machine gives each process a part of its time only.  Linux only: it adopts the processes that
outlive their parents, to count them.
"""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from inspect import isgeneratorfunction
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from runpy import run_path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from accord.bench.fuzzing.fuzz import FuzzExtent, fuzz
from accord.bench.isolation.limits import Limits

ROOT = Path(__file__).resolve().parents[1]
SUPPORT = ROOT / "tests" / "support"
FILES = ("wrong_solvers.py", "wrong_problem_solvers.py", "solvers_of_one_form.py")
HARMLESS = {  # what is no fault here: right, or it gives up, or refuses
    "answers_twice_over",
    "honest",
    "counts_below_zero",
    "counts_beyond_all_numbers",
    "counts_what_nobody_asked",
    "gives_up",
    "leaves_a_child_behind",
    "prints_a_flood",
    "takes_its_first_answer_back",
}
SECONDS = float(os.environ.get("ACCORD_SECONDS", "60"))
LIMIT = 5.0  # seconds of each question
ALONE = "--alone"  # one solver, in this process
ADOPT = 36  # PR_SET_CHILD_SUBREAPER


class Time(NamedTuple):
    """How long it took."""

    cpu: float  # seconds, of all processes
    wall: float  # seconds
    finding: str  # problems until then, and the column


def main() -> None:
    """Print a line for each solver."""
    if sys.argv[1:2] == [ALONE]:
        _fuzz(sys.argv[2])
        return
    sources = sys.argv[1:] or [str(SUPPORT / each) for each in FILES]
    sys.path.insert(0, str(SUPPORT))
    ctypes.CDLL(None).prctl(ADOPT, 1)
    print("| solver | CPU s | s | problems | column |\n|---|---:|---:|---:|---|", flush=True)
    for solver in (each for source in sources for each in solvers(source)):
        name, taken = solver.rpartition(":")[2], measured(solver)
        print(f"| {name} | {taken.cpu:.1f} | {taken.wall:.1f} | {taken.finding} |", flush=True)


def solvers(source: str) -> Iterator[str]:
    """The solvers of a file, or the one that is named."""
    if not source.endswith(".py"):
        yield source
        return
    for name, each in run_path(source).items():
        named = name[0] != "_" and name not in HARMLESS
        if named and isgeneratorfunction(each) and each.__globals__["__file__"] == source:
            yield f"{source}:{name}"


def measured(solver: str) -> Time:
    """Fuzz a solver in a process of its own until something is found."""
    began, before = monotonic(), _spent()
    command = [sys.executable, __file__, ALONE, solver]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    wall = monotonic() - began
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    return Time(_spent() - before, wall, done.stdout.strip() or "- | -")


def _fuzz(solver: str) -> None:
    """Print the problems and the column of the first finding."""
    extent = FuzzExtent(Limits(LIMIT), SECONDS, findings=1, shrinking=0.0)
    with TemporaryDirectory() as folder:
        (result,) = fuzz([solver], Path(folder), extent)
    for each in result.found:
        print(f"{each.tried} | {each.column}")


def _spent() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
    else:
        main()
