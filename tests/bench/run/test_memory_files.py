"""Memory in memfds and in files on a tmpfs counts, and what a run made of it goes with it."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from accord.bench.run.memory_files import MemoryFiles
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.torture import EASY
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


KEEPING = """
import mmap, os, socket, sys
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
space = mmap.mmap(-1, 2**36, flags, mmap.PROT_READ)
{body}
os.write(1, b"ready")
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("body", "least"),
    [
        ("kept = [socket.socketpair() for _ in range(50)]", 50 * 2 * 2 * 212_992),
        ("space[:: 2**21]", 2**36 // 2**21 * 4096),
    ],
)
def test_sockets_and_page_tables_count(
    body: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-I", "-c", KEEPING.format(body=body)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read(5)
        found = MemoryFiles().size([process.pid])
        assert least <= found <= 2 * least

        def hidden(path: str) -> list[str]:
            raise PermissionError(path)

        monkeypatch.setattr(os, "listdir", hidden)  # as of a process that is not dumpable
        assert MemoryFiles().size([process.pid]) >= max(64 * 2 * 212_992, found)
        process.communicate()
