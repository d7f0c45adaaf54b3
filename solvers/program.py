"""A program that is not ours: where it is, which version it is, and what it prints when it is run.

A program is looked for on the PATH and then among the files of Python distributions that ship it: a
wheel may hold a program that is on no PATH.  Neither imports anything.

Which version it is, is asked of the program itself, as the version of a package says nothing of a
program that somebody built; where it does not tell, a hash of its file stands for it.  It is asked
once, for 2 to 8 ms.

It runs as a child without a shell, without standard input or with a file there, and in the process
group of its parent, so that the harness which kills the group kills it, too.  When its time is
over, or the generator that waits for it is closed, it is killed here, with everything that it has
started and that is still its descendant.  What it prints is read all the time, up to a bound; of
its standard error only the last words are kept.
"""

import os
import re
import selectors
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from math import inf
from pathlib import Path
from shutil import which
from signal import strsignal
from typing import NamedTuple

from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError

LONGEST_OUTPUT = 64 * 2**20  # bytes on standard output; a model of a 36x36 has 300,000
LAST_WORDS = 300  # bytes of standard error that are kept
PAUSE = 0.2  # seconds after which to look whether a silent program is still there
VERSION_SECONDS = 5.0  # a program may take to say its version
VERSIONS = (r"\b\d+(?:\.\d+)+[\w+-]*", r"\b[A-Za-z]*\d[\w+-]*")  # what looks like one, better first


def path_of(program: str, distributions: Sequence[str] = ()) -> str:
    """Where a program is: a path, a name on the PATH, or a file of a distribution; or empty."""
    return which(program) or next(filter(None, (_shipped(program, d) for d in distributions)), "")


@cache
def _shipped(program: str, distribution: str) -> str:
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        return ""
    paths = (str(file.locate()) for file in files if file.name == program)
    return next((path for path in paths if which(path)), "")


def version_of(path: str, arguments: Sequence[str]) -> str:
    """The first thing like a version that a program prints; or a hash of its file.

    Args:
        path: of the program.
        arguments: what it is called with to tell; none where it cannot.
    """
    changed = Path(path).stat().st_mtime_ns
    return _version(path, tuple(arguments), changed)


@cache
def _version(path: str, arguments: tuple[str, ...], changed: int) -> str:
    words = _says(path, arguments) if arguments else ""
    for pattern in VERSIONS:
        if found := re.search(pattern, words):
            return found[0]
    return f"sha256 {sha256(Path(path).read_bytes()).hexdigest()[:12]}"


def _says(path: str, arguments: tuple[str, ...]) -> str:
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


class Ended(NamedTuple):
    """What is left of a program that has run."""

    code: int  # its exit code; minus the number of the signal that ended it
    output: str
    errors: str  # its last words on standard error

    @property
    def manner(self) -> str:
        """How it ended, in words."""
        how = f"exit code {self.code}"
        if self.code < 0:
            how = f"ended by signal {-self.code}, {strsignal(-self.code)}"
        return how + (f"; its last words: {self.errors}" if self.errors else "")


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
    with (
        open(stdin or os.devnull, "rb") as source,
        subprocess.Popen(
            command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child,
    ):
        try:
            output, errors = _listen(child, budget)
            code = child.wait(_timeout(budget))
        except subprocess.TimeoutExpired:
            raise GaveUpError(OUT_OF_TIME) from None
        finally:
            _kill(child)
    words = errors.decode(errors="replace").strip()
    return Ended(code, output.decode(errors="replace"), words)


def _listen(child: "subprocess.Popen[bytes]", budget: Budget) -> tuple[bytes, bytes]:
    """What the program prints, and its last words, until it has closed both or has ended."""
    assert child.stdout
    assert child.stderr
    output, errors = bytearray(), bytearray()
    heard = {child.stdout.fileno(): output, child.stderr.fileno(): errors}
    with selectors.DefaultSelector() as selector:
        for descriptor in heard:
            selector.register(descriptor, selectors.EVENT_READ)
        while selector.get_map():
            budget.check_time()
            ended = child.poll() is not None  # others may hold its pipes open
            ready = selector.select(min(PAUSE, budget.seconds_left()))
            if ended and not ready:
                break
            for key, _ in ready:
                data = os.read(key.fd, 1 << 16)
                heard[key.fd] += data
                if not data:
                    selector.unregister(key.fd)
            del errors[:-LAST_WORDS]
            if len(output) > LONGEST_OUTPUT:
                raise RuntimeError(f"it printed more than {LONGEST_OUTPUT} bytes")
    return bytes(output), bytes(errors)


def _timeout(budget: Budget) -> float | None:
    seconds = budget.seconds_left()
    return None if seconds == inf else seconds


def _kill(child: "subprocess.Popen[bytes]") -> None:
    """End the program, if it has not ended, and what it has started."""
    if child.poll() is not None:
        return
    import psutil

    family = []
    with suppress(psutil.Error):
        family = psutil.Process(child.pid).children(recursive=True)
    child.kill()
    for each in family:
        with suppress(psutil.Error):
            each.kill()
