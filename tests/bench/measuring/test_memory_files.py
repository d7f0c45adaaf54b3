"""Memory in memfds and in files on a tmpfs counts, and what a run made of it goes with it."""

import os
from pathlib import Path
from uuid import uuid4

import pytest

from accord.bench.isolation.limits import Limits
from accord.bench.isolation.supervisor import Worker
from accord.bench.isolation.terms import Terms
from accord.bench.isolation.torture import EASY
from tried_again import OverrunError, tried_again

SHARED = Path("/dev/shm")
pytestmark = pytest.mark.skipif(not os.access(SHARED, os.W_OK), reason="needs a tmpfs")
SOLVER = """
import mmap, os, time
from accord.solvers.search.backtracking_mrv import solve as honest
kept = []

def fill(descriptor, size):
    for _ in range(size >> 20):
        os.write(descriptor, bytes(1 << 20))

def solve(puzzle, budget):
    {body}
    yield from honest(puzzle, budget)
"""
OPEN = "d = os.open('{file}', os.O_RDWR | os.O_CREAT); kept.append(d); "
MAPPED = "os.ftruncate(d, 160 << 20); m = mmap.mmap(d, 160 << 20); kept.append(m); "
MAPPED += "[m.write(bytes(1 << 20)) for _ in range(160)]; time.sleep(0.3)"


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("fill(os.memfd_create('x'), 400 << 20); time.sleep(60)", "MEMOUT"),
        (f"{OPEN}fill(d, 400 << 20); time.sleep(60)", "MEMOUT"),
        (f"{OPEN}fill(d, 1 << 20); time.sleep(0.2)", "OK"),
        (f"{OPEN}fill(d, 1 << 20); os.abort()", "ERROR"),
        (f"{OPEN}{MAPPED}", "OK"),  # 160 MiB are counted once
    ],
)
@tried_again
def test_memory_files_count_and_are_removed(tmp_path: Path, body: str, outcome: str) -> None:
    file, solver = SHARED / f"accord-test-{uuid4().hex}", tmp_path / "solver.py"
    solver.write_text(SOLVER.format(body=body.format(file=file)))
    terms = Terms(Limits(30.0, 256 * 2**20), once=True)
    try:
        with Worker(f"{solver}:solve") as worker:
            report = worker.ask(EASY, terms)
        assert report.outcome == outcome, report.reason
        if file.exists() and "abort" not in body:  # which the watchdog may not have seen
            raise OverrunError(f"found {file}, expected the watchdog to look within 0.2 s")
    finally:
        file.unlink(missing_ok=True)


def test_what_was_there_before_is_left(tmp_path: Path) -> None:
    file, solver = SHARED / f"accord-test-{uuid4().hex}", tmp_path / "solver.py"
    file.write_text("precious")
    body = OPEN.format(file=file)
    solver.write_text(SOLVER.format(body=f"{body}time.sleep(0.3)"))
    try:
        with Worker(f"{solver}:solve") as worker:
            assert worker.ask(EASY, Terms(Limits(30.0, 2**28), once=True)).outcome == "OK"
        assert file.read_text() == "precious"
    finally:
        file.unlink()
