"""Segments of System V count as a run's memory, and what a run has made goes with it."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from accord.bench.run.shared_segments import SharedSegments
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.torture import EASY
from tried_again import OverrunError, tried_again

LIST = Path("/proc/sysvipc/shm")
pytestmark = pytest.mark.skipif(not LIST.is_file(), reason="needs shared memory of System V")
SOLVER = """
import ctypes, os, time
from accord.solvers.search.backtracking_mrv import solve as honest
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]

def fill(size, keep=False):
    number = libc.shmget(0, ctypes.c_size_t(size), 0o1600)
    place = libc.shmat(number, ctypes.c_void_p(), 0)
    ctypes.memset(place, 1, size)
    if not keep:
        libc.shmdt(place)

{top}

def solve(puzzle, budget):
    {body}
    yield from honest(puzzle, budget)
"""
CHILD = "\n    if os.fork() == 0: fill(20 << 20); time.sleep(0.3); os._exit(0)\n    os.wait()"
CASES = {
    "too much": ("fill(400 << 20); time.sleep(60)", "", "MEMOUT"),
    "too much, attached": ("fill(400 << 20, keep=True); time.sleep(60)", "", "MEMOUT"),
    "too much in parts": ("[fill(20 << 20) for _ in range(20)]; time.sleep(60)", "", "MEMOUT"),
    "left": ("fill(20 << 20)", "", "OK"),
    "attached": ("fill(130 << 20, keep=True); time.sleep(0.3)", "", "OK"),  # counted once
    "of a child": (CHILD, "", "OK"),
    "with a crash": ("fill(20 << 20); os.abort()", "", "ERROR"),
    "in an import": ("pass", "fill(20 << 20)", "OK"),
}


def segments() -> set[str]:
    """The numbers of what there is here."""
    return {line.split()[1] for line in LIST.read_text().splitlines()[1:]}


@pytest.mark.parametrize("case", CASES)
@tried_again
def test_segments_count_and_are_removed(case: str, tmp_path: Path) -> None:
    body, top, outcome = CASES[case]
    solver, before = tmp_path / "solver.py", segments()
    solver.write_text(SOLVER.format(body=body, top=top))
    with Worker(f"{solver}:solve") as worker:
        report = worker.ask(EASY, Terms(Limits(30.0, 256 * 2**20), once=True))
    assert report.outcome == outcome, report.reason
    if left := segments() - before:
        raise OverrunError(f"found the segments {left}, expected the watchdog to look within 0.2 s")


@pytest.mark.parametrize("case", ["too much", "attached", "of a child", "left", "with a crash"])
def test_they_count_where_no_namespace_is_allowed(case: str, tmp_path: Path) -> None:
    body, top, outcome = CASES[case]
    solver, before = tmp_path / "solver.py", segments()
    top += "\nimport accord.bench.run.watchdog as watchdog\nwatchdog.own_namespace = bool\n"
    solver.write_text(SOLVER.format(body=body, top=top))
    with Worker(f"{solver}:solve") as worker:
        report = worker.ask(EASY, Terms(Limits(30.0, 256 * 2**20), once=True))
    assert report.outcome == outcome, report.reason
    if case != "of a child":  # which may have lived between two looks
        assert not segments() - before


def test_what_was_there_before_and_what_others_make_is_left() -> None:
    libc = ctypes.CDLL(None)
    earlier = libc.shmget(0, 4096, 0o1600)
    own = SharedSegments()
    made = libc.shmget(0, 4096, 0o1600)
    code = "import ctypes; print(ctypes.CDLL(None).shmget(0, 4096, 0o1600), end='')"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    try:
        assert {*own.sizes([os.getpid()])} == {made}
        assert own.remove() == [f"shared memory {made}"]
        assert {str(earlier), other} <= segments()
        assert str(made) not in segments()
    finally:
        for number in (earlier, made, int(other)):
            libc.shmctl(number, 0, None)
    assert not {str(earlier), other} & segments()
