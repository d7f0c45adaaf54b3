"""The sandbox: what a submission sees of the machine, where Linux has namespaces.

bubblewrap (`bwrap`, from the package of that name) starts the submission in namespaces of its own:

    network      none but an empty loopback
    processes    its own; when the first ends, or the grader does, the kernel kills all of them;
                 /proc cannot be written, nor can settings of the kernel there
    files        the system's programs and libraries and the student's own file or folder, to be
                 read; 64 MB of /tmp to be written, new and empty for each puzzle
    accord       hidden, with the answers of its collections, if it is installed among those;
                 where a model is read, its readers and kinds are to be seen in another place
    environment  PATH, HOME and LANG alone; no terminal
    cores        the one it was started on

A filter of system calls (seccomp) refuses what no namespace keeps apart and no limit counts: the
CPUs of a process, the kernel's keyrings, shared memory, semaphores and messages of System V and
POSIX, hidden memory, namespaces within the sandbox, and, as they have been ways into the kernel
again and again, io_uring, userfaultfd, bpf and perf_event_open.

It also refuses what holds memory that no process is seen to have: files in memory (memfd), shared
memory without a file, descriptors on their way through a socket, pages of files in pipes, and
sockets, but for pairs of Unix sockets with buffers of the usual size (bench/run counts these
as full).  A process has DESCRIPTORS at most and cannot hide them.  Pipes of more than 64 MiB
together are held by the kernel itself to two pages each (pipe(7), pipe-user-pages-soft).

So there are neither other students' files, nor hidden puzzles, nor a process to be killed or read.
The limits of time, CPU time and memory hold from outside, as for every solver (bench/run).
Where there is no bwrap, or the kernel allows no namespaces, nothing is run unless the user says
that it may run with his rights, and then the report says `not isolated`.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from platform import machine
from re import findall
from shutil import which
from struct import pack
from tempfile import TemporaryDirectory

DESCRIPTORS = 256  # that a process may have open
ROOM = 64 << 20  # bytes that can be written to /tmp, and as many to /dev/shm
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CALLS = """
    cores         sched_setaffinity 203 122
    keyrings      add_key 248 217  request_key 249 218  keyctl 250 219
    System V      shmget 29 194  shmat 30 196  shmctl 31 195
                  semget 64 190  semop 65 193  semctl 66 191  semtimedop 220 192
                  msgget 68 186  msgsnd 69 189  msgrcv 70 188  msgctl 71 187
    POSIX         mq_open 240 180  mq_unlink 241 181
    hidden memory memfd_secret 447 447  memfd_create 319 279
    sockets       socket 41 198  setsockopt 54 208  sendmsg 46 211  sendmmsg 307 269
    file pages    splice 275 76  tee 276 77  vmsplice 278 75  sendfile 40 71
    namespaces    unshare 272 97  setns 308 268
    io_uring      io_uring_setup 425 425  io_uring_enter 426 426  io_uring_register 427 427
    further       userfaultfd 323 282  bpf 321 280  perf_event_open 298 241
"""
CALLS = {  # that are refused, with their numbers on x86_64 and on aarch64
    name: (int(first), int(second)) for name, first, second in findall(r"(\w+) (\d+) (\d+)", _CALLS)
}
CLONE, CLONE3, SOCKETPAIR = (56, 220), (435, 435), (53, 199)
MMAP, PRCTL = (9, 222), (157, 167)
NAMESPACES = 0x7E020000  # the flags of clone that make some
UNIX = 1  # AF_UNIX
SHARED, NO_FILE = 0x01, 0x20  # flags of mmap: MAP_SHARED, MAP_ANONYMOUS
HIDING = 4  # PR_SET_DUMPABLE, which hides a process's descriptors from other processes
LOAD, IF_EQUAL, IF_AT_LEAST, IF_ANY, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE = 0, 4  # where they stand
ARGUMENT, FLAGS = 16, 40  # of the first and of the fourth argument the low half
ALLOWED, REFUSED, UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026  # EPERM, ENOSYS
SECONDS = 10.0  # that `true` may take to start
PATH = "/usr/local/bin:/usr/bin:/bin"


def interpreter() -> Path:
    """The interpreter without its virtual environment, which would hold accord."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


class NoSandboxError(Exception):
    """No submission can be isolated on this system; says why."""


@cache
def obstacle() -> str:
    """The reason why no submission can be isolated here; empty where one can."""
    if sys.platform != "linux" or machine() not in ARCHITECTURES:
        return (
            f"found {sys.platform} on {machine()}, expected Linux on {' or '.join(ARCHITECTURES)}"
        )
    if not which("bwrap"):
        return "found no program bwrap, expected bubblewrap to be installed"
    with TemporaryDirectory(prefix="accord-") as folder:
        command = [*sandboxed(write_filter(Path(folder)), ()), "true"]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS
            )
        except (OSError, subprocess.SubprocessError) as error:
            return f"bubblewrap does not run: {error}"
    said = done.stderr.decode(errors="replace").strip()
    return f"bubblewrap makes no sandbox here: {said}" if done.returncode else ""


def write_filter(folder: Path) -> Path:
    """Write the filter of system calls into a folder: see seccomp(2) and filter.h of Linux."""
    file = folder / "calls"
    file.write_bytes(b"".join(pack("HBBI", *each) for each in filter_of(machine())))
    return file


def filter_of(architecture: str) -> list[tuple[int, int, int, int]]:
    """The filter of system calls: (code, jump if true, jump if false, value) for each step.

    A call in the convention of another architecture is refused.  Of clone3 the flags stand in
    memory, where a filter cannot look: it is unknown, and libraries call clone in its place.
    """
    own = ("x86_64", "aarch64").index(architecture)
    refuse, allow = (RETURN, 0, 0, REFUSED), (RETURN, 0, 0, ALLOWED)
    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, ARCHITECTURES[architecture]),
        refuse,
        (LOAD, 0, 0, NUMBER),
        (IF_AT_LEAST, 0, 1, 0x40000000),  # x32, whose numbers are others
        refuse,
    ]
    for numbers in CALLS.values():
        program += [(IF_EQUAL, 0, 1, numbers[own]), refuse]
    return [
        *program,
        *((IF_EQUAL, 0, 1, CLONE3[own]), (RETURN, 0, 0, UNKNOWN)),
        *((IF_EQUAL, 0, 4, CLONE[own]), (LOAD, 0, 0, ARGUMENT), (IF_ANY, 0, 1, NAMESPACES)),
        *(refuse, allow),
        *((IF_EQUAL, 0, 5, MMAP[own]), (LOAD, 0, 0, FLAGS)),
        *((IF_ANY, 0, 2, NO_FILE), (IF_ANY, 0, 1, SHARED), refuse, allow),
        *((IF_EQUAL, 0, 4, PRCTL[own]), (LOAD, 0, 0, ARGUMENT)),
        *((IF_EQUAL, 0, 1, HIDING), refuse, allow),
        *((IF_EQUAL, 0, 3, SOCKETPAIR[own]), (LOAD, 0, 0, ARGUMENT)),
        *((IF_EQUAL, 1, 0, UNIX), refuse, allow),
    ]


def sandboxed(
    calls: Path,
    seen: Sequence[Path | str | tuple[str, str]],
    folder: Path | None = None,
    packages: Sequence[str] = (),
) -> tuple[str, ...]:
    """The words that start a command in the sandbox, to be put before it.

    Args:
        calls: the filter of system calls.
        seen: what of the file system it sees, besides the system; of a pair the first, in the
            place of the second.
        folder: where it starts; by default the root.
        packages: folders of libraries that it sees, without accord.
    """
    return (
        *("/bin/sh", "-c", f'ulimit -n {DESCRIPTORS}; exec 9<"$0" && exec "$@"', str(calls)),
        *_words(seen, folder, packages),
    )


def _words(
    seen: Sequence[Path | str | tuple[str, str]], folder: Path | None, packages: Sequence[str]
) -> Iterator[str]:
    yield from (which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--as-pid-1")
    yield from ("--new-session", "--cap-drop", "ALL", "--clearenv", "--seccomp", "9")
    for name, value in (("PATH", PATH), ("HOME", "/tmp"), ("LANG", "C.UTF-8")):
        yield from ("--setenv", name, value)
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--dev-bind", "/dev/null", "/dev/zero")  # which makes shared memory without a file
    for place in ("/tmp", "/dev/shm"):
        yield from ("--size", str(ROOM), "--tmpfs", place)
    for place in (*SYSTEM, *SETTINGS):
        yield from ("--ro-bind-try", place, place)
    libraries = (str(Path(sys.base_prefix).resolve()), *packages)
    for place in libraries:
        yield from ("--ro-bind", place, place)
    for place in _hidden([*SYSTEM, *libraries]):
        yield from ("--tmpfs", place, "--remount-ro", place)
    for each in seen:
        yield from ("--ro-bind", *(each if isinstance(each, tuple) else (str(each), str(each))))
    for place in ("/proc", "/dev", "/"):  # of root, /proc/sys could be written otherwise
        yield from ("--remount-ro", place)
    yield from ("--chdir", str(folder or "/"), "--")


def _hidden(bound: Sequence[str]) -> Iterator[str]:
    """The folders of accord inside the visible ones, which the sandbox covers."""
    spec = find_spec("accord")
    for place in (spec and spec.submodule_search_locations) or ():
        folder = Path(place).resolve()
        if any(folder.is_relative_to(each) for each in bound):
            yield str(folder)
