"""An external program: where it is, which version it is, and what it prints when it is run.

A program is looked for on the PATH and then among the files of Python distributions that ship it: a
wheel may hold a program that is on no PATH.  Neither imports anything.  It is run once to print its
version, because the version of a package does not describe a program that somebody built; where it
prints none, a hash of its file stands for it.

It runs as a child without a shell, without standard input or with a file there, and in the process
group of its parent, so that the harness which kills the group kills it, too.  When its time is
over, or the generator that waits for it is closed, it is killed here, with all its descendants.
Its output is read all the time; of its standard error the beginning and the end are kept.

The kernel reports what it has used when it has ended (`wait4`).  How its memory is measured:
docs/solvers/programs.md.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector, SelectorKey
from shutil import which
from typing import NamedTuple, Self

from accord.solvers.budget import Budget
from accord.solvers.programs.reported_error import reported_error

LONGEST_OUTPUT = 64 * 2**20  # bytes on standard output; a model of a 36x36 has 300,000
KEPT = 4096  # bytes of standard error that are kept, at its beginning and at its end
LAST_WORDS = 300  # characters of its end that are shown
FIRST_PAUSE = 0.001  # seconds after which to look at a silent program, then after twice as many
PAUSE = 0.2  # seconds after which to look at it at the latest
MAXRSS = 1 if sys.platform == "darwin" else 1024  # bytes in a unit of `ru_maxrss`
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)
NEARLY = 2**20  # bytes by which two figures of the same memory may differ
VERSION_SECONDS = 5.0  # a program may take to say its version
VERSIONS = (r"\b\d+(?:\.\d+)+[\w+-]*", r"\b[A-Za-z]*\d[\w+-]*")  # what looks like one, better first


def path_of(program: str, distributions: Sequence[str] = ()) -> str:
    """The path of a program, on the PATH or in a distribution; empty if it is not found."""
    return which(program) or next(filter(None, (_shipped(program, d) for d in distributions)), "")


@cache
def _shipped(program: str, distribution: str) -> str:
    return next(filter(which, files_of(program, distribution)), "")


def files_of(pattern: str, distribution: str) -> list[str]:
    """The paths of a distribution's files whose names match, such as `ACE-*.jar`."""
    from importlib import metadata

    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        return []
    return [str(file.locate()) for file in files if fnmatchcase(file.name, pattern)]


def version_of(path: str, arguments: Sequence[str]) -> str:
    """The first thing like a version that a program prints; or a hash of its file.

    Args:
        path: of the program.
        arguments: what it is called with to print it; none where it cannot.
    """
    changed = Path(path).stat().st_mtime_ns
    return _version(path, tuple(arguments), changed)


@cache
def _version(path: str, arguments: tuple[str, ...], changed: int) -> str:
    words = printed_by(path, arguments) if arguments else ""
    for pattern in VERSIONS:
        if found := re.search(pattern, words):
            return found[0]
    return f"sha256 {sha256(Path(path).read_bytes()).hexdigest()[:12]}"


def printed_by(path: str, arguments: Sequence[str]) -> str:
    """What a program prints at once, output and errors; empty where it fails or takes long."""
    try:
        done = subprocess.run(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=VERSION_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return (done.stdout + done.stderr).decode(errors="replace")


class Program:
    """A program that runs; at the end of a `with` it has ended, and the budget knows what it used.

    Args:
        command: its path and its arguments.
        budget: as long as this lasts.
        stdin: what it finds on its standard input; nothing by default.
        inherited: descriptors that are open in it, too.
        notice: seconds before the end of the budget's time at which it is told to end (SIGTERM).

    Raises:
        OSError: it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        budget: Budget,
        stdin: Path | None = None,
        inherited: Sequence[int] = (),
        notice: float = 0.0,
    ) -> None:
        self._budget, self._notice = budget, notice
        self.was_told = False  # to end
        self._errors = bytearray()
        self._errors_count = 0
        self._inherited_memory = peak_memory()
        self._seen_memory = 0
        with open(stdin or os.devnull, "rb") as source:
            self._child = subprocess.Popen(
                command,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=inherited,
            )
        self._end = exit_descriptor(self._child.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._look()
            if not self._has_ended():
                _kill(self._child.pid)
                self._has_ended(0)
        except ChildProcessError:  # it has been waited for elsewhere
            self._child.poll()
        finally:
            if self._end >= 0:
                os.close(self._end)
            for stream in (self._child.stdout, self._child.stderr):
                if stream:
                    stream.close()

    @property
    def code(self) -> int:
        """The exit code of the ended program; minus the number of the signal that ended it."""
        return int(self._child.returncode)

    @property
    def errors(self) -> str:
        """The beginning and the end of its standard error."""
        return self._errors.decode(errors="replace").strip()

    def output(self) -> Iterator[bytes]:
        """The program's output as it comes, until it has ended; others may hold its pipes open.

        Raises:
            GaveUpError: the time is over.
            RuntimeError: it printed more than LONGEST_OUTPUT bytes on standard error.
        """
        sources = {"output": self._child.stdout, "errors": self._child.stderr, "end": self._end}
        ended, pause, keys, reads = False, FIRST_PAUSE, list[SelectorKey](), 0
        with DefaultSelector() as selector:
            for name, source in sources.items():
                if source is not None and source != -1:
                    selector.register(source, EVENT_READ, name)
            while keys or not ended:
                self._budget.check_time()
                ended = self._has_ended()
                wait = 0 if ended else min(pause, self._seconds_left())
                keys = [key for key, _ in selector.select(wait)]
                if not keys or reads & (reads - 1) == 0:
                    self._look()
                for key in keys:
                    yield from self._reads(key, selector)
                pause = FIRST_PAUSE if keys else min(2 * pause, PAUSE)
                reads += bool(keys)

    def _seconds_left(self) -> float:
        """The seconds until the program is told to end, which is done here, or is killed."""
        left = self._budget.seconds_left()
        if self.was_told or not self._notice:
            return left
        if left <= self._notice:
            self.was_told = True
            os.kill(self._child.pid, signal.SIGTERM)
            return left
        return left - self._notice

    def _reads(self, key: SelectorKey, selector: DefaultSelector) -> Iterator[bytes]:
        """The output that is there to be read; errors are kept."""
        data = b"" if key.data == "end" else os.read(key.fd, 1 << 16)
        if not data:
            selector.unregister(key.fileobj)
            return
        text = data[-KEPT:].decode(errors="replace")
        self._budget.printed = (self._budget.printed + text)[-KEPT:]
        if key.data == "output":
            yield data
        else:
            self._errors += data
            self._errors[KEPT:-KEPT] = b""
            self._errors_count += len(data)
            _expect_short(self._errors_count)

    def _look(self) -> None:
        """Note the program's peak of resident memory."""
        if self._child.returncode is None:
            self._seen_memory = peak_memory(self._child.pid) or self._seen_memory

    def _has_ended(self, options: int = os.WNOHANG) -> bool:
        """Whether it has ended, and then it has been waited for."""
        if self._child.returncode is None:
            pid, status, used = os.wait4(self._child.pid, options)
            if pid:
                self._child.returncode = os.waitstatus_to_exitcode(status)
                memory = used.ru_maxrss * MAXRSS
                if memory <= self._inherited_memory + NEARLY:
                    memory = self._seen_memory
                self._budget.waited_for(used.ru_utime + used.ru_stime, memory)
        return self._child.returncode is not None


def _expect_short(length: int) -> None:
    if length > LONGEST_OUTPUT:
        raise RuntimeError(f"it printed more than {LONGEST_OUTPUT >> 20} MiB")


def exit_descriptor(pid: int) -> int:
    """A descriptor that is readable when a child has ended; -1 where there is no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):  # no Linux, an old one, or not allowed
        return -1


def peak_memory(process: int | str = "self") -> int:
    """The most resident memory that a process has had, in bytes; 0 where that is unknown."""
    try:
        with open(f"/proc/{process}/status", "rb", buffering=0) as status:
            found = _PEAK.search(status.read(1 << 14))  # of a zombie there is none
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


def _kill(pid: int) -> None:
    """End a program that has not been waited for, and what it has started."""
    import psutil

    family = []
    with suppress(psutil.Error):
        family = psutil.Process(pid).children(recursive=True)
    os.kill(pid, signal.SIGKILL)
    for each in family:
        with suppress(psutil.Error):
            each.kill()


def lines_of(output: Iterable[bytes]) -> Iterator[str]:
    """The lines of an output that comes in pieces, without spaces around them and colours.

    Raises:
        RuntimeError: one is too long.
    """
    rest = bytearray()
    for piece in output:
        *whole, last = piece.split(b"\n")
        for line in whole:
            yield _plain(rest + line)
            rest.clear()
        rest += last
        if len(rest) > LONGEST_OUTPUT:
            raise RuntimeError(f"it printed a line of more than {LONGEST_OUTPUT} bytes")
    yield _plain(rest)


def _plain(line: bytes | bytearray) -> str:
    return _COLOUR.sub("", line.decode(errors="replace")).strip()


class Ended(NamedTuple):
    """The output, errors and exit of a program that has run."""

    code: int  # its exit code; minus the number of the signal that ended it
    output: str
    errors: str  # the beginning and the end of its standard error

    @property
    def reported(self) -> str:
        """The error that it reports in what it printed; empty where it reports none."""
        return reported_error(self.errors) or reported_error(self.output)

    @property
    def manner(self) -> str:
        """The way in which it ended, with its errors, in words."""
        how = f"exit code {self.code}"
        if self.code < 0:
            how = f"ended by signal {-self.code}, {signal.strsignal(-self.code)}"
        if said := self.reported:
            return f"{how}; it reports: {said}"
        return how + (f"; its last output: {self.errors[-LAST_WORDS:]}" if self.errors else "")


def run(command: Sequence[str], budget: Budget, stdin: Path | None = None) -> Ended:
    """Run a program to its end.

    Args:
        command: its path and its arguments.
        budget: as long as this lasts.
        stdin: what it finds on its standard input; nothing by default.

    Raises:
        GaveUpError: the time is over.
        RuntimeError: it printed more than LONGEST_OUTPUT bytes.
        OSError: it cannot be started.
    """
    output = bytearray()
    with Program(command, budget, stdin) as program:
        for data in program.output():
            output += data
            _expect_short(len(output))
    return Ended(program.code, output.decode(errors="replace"), program.errors)
