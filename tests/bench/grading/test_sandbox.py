"""The sandbox: what its filter refuses, by the kernel's own numbers and in it; and without one."""

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import psutil
import pytest

import students
from accord.bench.grading.grade import grade
from accord.bench.grading.tasks import read_tasks
from accord.bench.run import sandbox
from accord.bench.run.memory_files import MemoryFiles
from accord.bench.run.sandbox import CALLS, filter_of, interpreter, sandboxed, write_filter
from command_line import run_here
from optional import absent

HEADERS = {  # of the kernel, which say the numbers
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "i386": 0x40000003, "arm": 0x40000028}
ALLOWED, EPERM, ENOSYS = "allowed", 1, 38
USED = "read write openat close mmap munmap execve exit_group futex wait4 kill getpid pipe2 dup3"


def answer(architecture: str, of: str, number: int, first: int = 0, fourth: int = 0) -> str | int:
    """What the filter does with a call: the kernel's virtual machine of seccomp(2), by hand."""
    data = {0: number, 4: AUDIT[of], 16: first, 40: fourth}
    program, place, loaded = filter_of(architecture), 0, 0
    while True:
        code, if_true, if_false, value = program[place]
        place += 1
        if code == 0x20:  # BPF_LD | BPF_W | BPF_ABS
            loaded = data[value]
        elif code == 0x06:  # BPF_RET | BPF_K
            if value == 0x7FFF0000:
                return ALLOWED
            assert value >> 16 == 0x0005  # SECCOMP_RET_ERRNO
            return value & 0xFFFF
        else:
            holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}
            place += if_true if holds[code] else if_false


def numbers_of(architecture: str) -> dict[str, int]:
    """The kernel's system calls by name."""
    header = Path(HEADERS[architecture])
    if not header.is_file():
        absent(f"needs {header}")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    return {name: int(number) for name, number in found}


@pytest.mark.parametrize("architecture", HEADERS)
def test_the_filter_refuses_by_the_numbers_of_the_kernel(architecture: str) -> None:
    numbers = numbers_of(architecture)
    for name in CALLS:
        assert answer(architecture, architecture, numbers[name]) == EPERM, name
    assert answer(architecture, architecture, numbers["clone3"]) == ENOSYS
    for name in (*USED.split(), "mmap"):
        assert answer(architecture, architecture, numbers[name]) == ALLOWED, name
    namespaces = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
    for flag in namespaces:
        assert answer(architecture, architecture, numbers["clone"], flag | 17) == EPERM
    for flags in (17, 0x3D0F00, 0x1200011):  # of fork, of a thread, of another fork
        assert answer(architecture, architecture, numbers["clone"], flags) == ALLOWED
    families = {1: ALLOWED, 2: EPERM, 10: EPERM, 16: EPERM, 17: EPERM, 30: EPERM, 40: EPERM}
    for family, expected in families.items():
        assert answer(architecture, architecture, numbers["socketpair"], family) == expected
    mappings: dict[int, str | int] = {
        0x01: ALLOWED,
        0x02: ALLOWED,
        0x22: ALLOWED,
        0x4022: ALLOWED,
        0x20022: ALLOWED,
    }
    mappings |= {0x21: EPERM, 0x23: EPERM, 0x4021: EPERM}  # shared, without a file
    for flags, expected in mappings.items():
        assert answer(architecture, architecture, numbers["mmap"], 0, flags) == expected
    for option, expected in {4: EPERM, 1: ALLOWED, 15: ALLOWED, 38: ALLOWED}.items():
        assert answer(architecture, architecture, numbers["prctl"], option) == expected


@pytest.mark.parametrize("architecture", HEADERS)
def test_the_convention_of_another_architecture_is_refused(architecture: str) -> None:
    for other, number in product(AUDIT, (0, 1, 39, 59, 172)):
        expected = ALLOWED if other == architecture else EPERM
        assert answer(architecture, other, number) == expected
    assert answer(architecture, architecture, 0x40000000 + 39) == EPERM  # x32


TRYING = """
import asyncio, ctypes, errno, json, multiprocessing, os, subprocess, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
found = {}
for name, number in json.loads(sys.argv[1]).items():
    ctypes.set_errno(0)
    result = libc.syscall(number, 0, 0, 0, 0, 0, 0)
    found[name] = errno.errorcode.get(ctypes.get_errno(), result)
ran = []
thread = threading.Thread(target=lambda: ran.append("thread"))
thread.start()
thread.join()
ran.append(subprocess.run(["/bin/echo", "child"], capture_output=True, text=True).stdout.strip())
asyncio.run(asyncio.sleep(0, ran.append("task")))
fork = multiprocessing.get_context("fork")
here, there = fork.Pipe()
process = fork.Process(target=there.send, args=["process"])
process.start()
ran.append(here.recv())
with fork.Pool(2) as pool:
    ran += pool.map(str.lower, ["POOL"])
print(json.dumps([found, ran]))
"""


@pytest.mark.usefixtures("namespaces")
def test_in_the_sandbox_they_fail_while_threads_and_children_work(tmp_path: Path) -> None:
    from platform import machine

    own = ("x86_64", "aarch64").index(machine())
    numbers = {name: call[own] for name, call in CALLS.items()} | {"clone3": 435}
    command = [str(interpreter()), "-I", "-c", TRYING, json.dumps(numbers)]
    said = subprocess.run(
        [*sandboxed(write_filter(tmp_path), ()), *command], capture_output=True, check=True
    )
    found, ran = json.loads(said.stdout)
    assert found == dict.fromkeys(CALLS, "EPERM") | {"clone3": "ENOSYS"}
    assert ran == ["thread", "child", "task", "process", "pool"]


FILLING = """
import os, sys
for number in range(3000):
    os.mknod(f"/tmp/{number}")
with open("/dev/shm/large", "wb") as file:
    file.write(bytes(2**25))
os.write(1, b"ready")
sys.stdin.read()
"""


@pytest.mark.usefixtures("namespaces")
def test_files_in_the_sandbox_count_also_empty_and_closed_ones(tmp_path: Path) -> None:
    command = [
        *sandboxed(write_filter(tmp_path), ()),
        *(str(interpreter()), "-I", "-c", FILLING),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read(5)
        pids = [process.pid, *(each.pid for each in psutil.Process(process.pid).children(True))]
        least = 2**25 + 3000 * 1024
        assert least <= MemoryFiles().size(pids) <= least + 2**22
        process.communicate()


@pytest.fixture
def no_bwrap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which bubblewrap is not installed."""
    monkeypatch.setattr(sandbox, "which", lambda name: None)
    sandbox.obstacle.cache_clear()
    yield
    sandbox.obstacle.cache_clear()


@pytest.mark.usefixtures("no_bwrap")
def test_without_a_sandbox_nothing_is_run_unless_that_is_said(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    code = f"open({str(ran)!r}, 'w')\n{students.SOLVE}"
    handed_in, tasks = students.write_class(tmp_path, {"ada.py": code})
    tasks.write_text(students.ONE, encoding="utf-8")
    with pytest.raises(sandbox.NoSandboxError, match="found no program bwrap, expected bubblewrap"):
        grade(handed_in, read_tasks(tasks))
    done = run_here("grade", handed_in, "--tasks", tasks)
    assert (done.returncode, done.stdout) == (3, "")
    assert "there can be no sandbox: found no program bwrap" in done.stderr
    assert "`--unsandboxed` runs what was handed in with your rights" in done.stderr
    assert not ran.exists()
    done = run_here("grade", handed_in, "--tasks", tasks, "--unsandboxed")
    assert done.returncode == 0
    assert "not isolated: submissions ran as you" in done.stdout
    assert ran.exists()
