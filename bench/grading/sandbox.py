"""The sandbox: what a submission sees of the machine, where Linux has namespaces.

bubblewrap (`bwrap`, from the package of that name) starts the submission in namespaces of its own:

    network      none but an empty loopback
    processes    its own; when the first ends, or the grader does, the kernel kills all of them;
                 /proc cannot be written, nor can settings of the kernel there
    files        the system's programs and libraries and the student's own file or folder, to be
                 read; 64 MB of /tmp to be written, new and empty for each puzzle
    accord       hidden, with the answers of its collections, if it is installed among those
    environment  PATH, HOME and LANG alone; no terminal
    cores        the one it was started on: a seccomp filter refuses sched_setaffinity

So there are neither other students' files, nor hidden puzzles, nor a process to be killed or read.
The limits of time, CPU time and memory hold from outside, as for every solver (bench/isolation).
Where there is no bwrap, or the kernel allows no namespaces, a submission runs as the user who
grades, and the report says `not isolated`.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from platform import machine
from shutil import which
from struct import pack
from tempfile import TemporaryDirectory

ROOM = 64 << 20  # bytes that can be written to /tmp, and as many to /dev/shm
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
ARCHITECTURES = {"x86_64": (0xC000003E, 203), "aarch64": (0xC00000B7, 122)}
LOAD, IF_EQUAL, IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOWED, REFUSED = 0x7FFF0000, 0x00050001  # EPERM
SECONDS = 10.0  # that `true` may take to start
PATH = "/usr/local/bin:/usr/bin:/bin"


def interpreter() -> Path:
    """The interpreter without its virtual environment, which would hold accord."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


@cache
def isolates() -> bool:
    """Whether a submission can be isolated here."""
    if sys.platform != "linux" or machine() not in ARCHITECTURES:
        return False
    with TemporaryDirectory(prefix="accord-") as folder:
        command = [*sandboxed(write_filter(Path(folder)), ()), "true"]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS
            )
        except (OSError, subprocess.SubprocessError):
            return False
    return done.returncode == 0


def write_filter(folder: Path) -> Path:
    """Write the filter of system calls into a folder: see seccomp(2) and filter.h of Linux.

    It refuses sched_setaffinity, and every call in the convention of another architecture.
    """
    architecture, number = ARCHITECTURES[machine()]
    program = [
        (LOAD, 0, 0, 4),  # the architecture
        (IF_EQUAL, 0, 4, architecture),
        (LOAD, 0, 0, 0),  # the number of the call
        (IF_AT_LEAST, 2, 0, 0x40000000),  # x32, whose numbers are others
        (IF_EQUAL, 1, 0, number),
        (RETURN, 0, 0, ALLOWED),
        (RETURN, 0, 0, REFUSED),
    ]
    file = folder / "one-core"
    file.write_bytes(b"".join(pack("HBBI", *each) for each in program))
    return file


def sandboxed(
    calls: Path, seen: Sequence[Path | str], folder: Path | None = None
) -> tuple[str, ...]:
    """The words before a command that start it in the sandbox.

    Args:
        calls: the filter of system calls.
        seen: what of the file system it sees, besides the system.
        folder: where it starts; by default the root.
    """
    return (
        *("/bin/sh", "-c", 'exec 9<"$0" && exec "$@"', str(calls)),
        *_words(seen, folder),
    )


def _words(seen: Sequence[Path | str], folder: Path | None) -> Iterator[str]:
    yield from (which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--as-pid-1")
    yield from ("--new-session", "--cap-drop", "ALL", "--clearenv", "--seccomp", "9")
    for name, value in (("PATH", PATH), ("HOME", "/tmp"), ("LANG", "C.UTF-8")):
        yield from ("--setenv", name, value)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for place in ("/tmp", "/dev/shm"):
        yield from ("--size", str(ROOM), "--tmpfs", place)
    for place in (*SYSTEM, *SETTINGS):
        yield from ("--ro-bind-try", place, place)
    prefix = str(Path(sys.base_prefix).resolve())
    yield from ("--ro-bind", prefix, prefix)
    for place in _hidden([*SYSTEM, prefix]):
        yield from ("--tmpfs", place, "--remount-ro", place)
    for thing in map(str, seen):
        yield from ("--ro-bind", thing, thing)
    for place in ("/proc", "/dev", "/"):  # of root, /proc/sys could be written otherwise
        yield from ("--remount-ro", place)
    yield from ("--chdir", str(folder or "/"), "--")


def _hidden(bound: Sequence[str]) -> Iterator[str]:
    """The folders of accord, if they are among those that are seen."""
    spec = find_spec("accord")
    for place in (spec and spec.submodule_search_locations) or ():
        folder = Path(place).resolve()
        if any(folder.is_relative_to(each) for each in bound):
            yield str(folder)
