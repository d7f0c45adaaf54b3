"""A child process that speaks JSON lines, and is never waited for longer than one likes.

The child gets a process group of its own, so that killing it kills what it started, and a folder
for temporary files, which goes with it.  It reads
pickles on standard input and writes messages on a pipe whose descriptor it is told; what it prints
otherwise is drained all the time, and its last words are kept for the error.  Reading never
blocks: a child that writes half a message and falls silent is a silent child.  A child is dead
when its process is, whoever still holds its end of the pipe.
"""

import json
import os
import pickle
import selectors
import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

LONGEST_MESSAGE = 64 * 2**20  # bytes; more than any honest message has
LONGEST_WAIT = 3600.0  # seconds; what a selector can wait for at a time
LATE = 1.0  # seconds after a deadline in which what was said before it is still read
LAST_WORDS = 2000  # bytes of its output that are kept


class SilentError(Exception):
    """The child said nothing before the deadline."""


class DiedError(Exception):
    """The child has ended or closed its pipe, or what comes out of it is no message."""


class Process:
    """`python -m MODULE DESCRIPTOR LIFELINE *ARGUMENTS PARENT`, started at once.

    The lifeline is a pipe that closes when this process ends, in whatever way.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self._folder = TemporaryDirectory(prefix="accord-", ignore_cleanup_errors=True)
        self._channel, channel = os.pipe()
        lifeline, self._lifeline = os.pipe()
        theirs = [channel, lifeline]
        try:
            self._child = subprocess.Popen(
                # -P: a file of the user's folder must not stand in for a library
                [
                    *(sys.executable, "-P", "-m", module),
                    *(*map(str, theirs), *arguments, str(os.getpid())),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=theirs,
                start_new_session=True,
                env={**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
                | {"TMPDIR": self._folder.name},
            )
        except BaseException:
            os.close(self._channel)
            os.close(self._lifeline)
            self._folder.cleanup()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assert self._child.stdin
        assert self._child.stdout
        self._end = _exit_descriptor(self._child.pid)
        self._input, self._output = self._child.stdin.fileno(), self._child.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._channel, self._output, self._end):
            if descriptor >= 0:
                self._selector.register(descriptor, selectors.EVENT_READ)
        for descriptor in (self._channel, self._output, self._input):
            os.set_blocking(descriptor, False)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._words = b""

    def send(self, value: object, deadline: float) -> None:
        """Hand the child a value.

        Raises:
            SilentError: it did not take it before the deadline (of `time.monotonic`).
            DiedError: it is not there any more.
        """
        data = memoryview(pickle.dumps(value))
        with selectors.DefaultSelector() as selector:
            selector.register(self._input, selectors.EVENT_WRITE)
            while data:
                if not selector.select(min(max(0.0, deadline - monotonic()), LONGEST_WAIT)):
                    raise SilentError
                try:
                    data = data[os.write(self._input, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise DiedError from None

    def receive(self, deadline: float) -> dict[str, Any]:
        """The next message.

        Raises:
            SilentError: none came before the deadline (of `time.monotonic`).
            DiedError: none will come.
        """
        while not self._lines:
            left = deadline - monotonic()
            ready = self._selector.select(min(max(0.0, left), LONGEST_WAIT))
            if left <= (0 if not ready else -LATE):
                raise SilentError
            readable = {key.fd for key, _ in ready}
            if self._output in readable:
                self._read_output()
            if self._channel in readable:
                self._read_channel()
            elif self._end in readable:  # and it has said everything
                raise DiedError
        try:
            message = json.loads(self._lines.popleft())
        except (ValueError, RecursionError):
            raise DiedError from None
        if not isinstance(message, dict):
            raise DiedError
        return message

    def _read_channel(self) -> None:
        data = os.read(self._channel, 1 << 20)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(lines)
        if not (data or self._lines) or len(self._rest) > LONGEST_MESSAGE:
            raise DiedError

    def _read_output(self) -> None:
        data = os.read(self._output, 1 << 20)
        self._words = (self._words + data)[-LAST_WORDS:]
        if not data:
            self._selector.unregister(self._output)

    def autopsy(self) -> tuple[str, str]:
        """The outcome and the reason of a child that died or spoke nonsense; ends it for good."""
        code: int | None = None
        with suppress(subprocess.TimeoutExpired):
            code = self._child.wait(timeout=0.5)
        with suppress(OSError):  # nothing more to read, or closed
            while data := os.read(self._output, 1 << 20):
                self._words = (self._words + data)[-LAST_WORDS:]
        self.kill()
        words = self._words.decode(errors="replace").strip()[-300:]
        said = f"; its last words: {words}" if words else ""
        if code is None:
            return "ERROR", f"broke the protocol of its pipe{said}"
        if code >= 0:
            return "ERROR", f"exited with code {code}{said}"
        from_outside = -code in (signal.SIGKILL, signal.SIGTERM)
        name = signal.Signals(-code).name
        return "KILLED" if from_outside else "ERROR", f"ended by the signal {name}{said}"

    def kill_group(self) -> None:
        """Send SIGKILL to the child and everything in its process group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End the child and everything in its process group."""
        if self._channel < 0:
            return
        self.kill_group()
        self._child.wait()
        self._selector.close()
        for descriptor in (self._channel, self._lifeline, self._end):
            if descriptor >= 0:
                os.close(descriptor)
        self._channel = -1
        for stream in (self._child.stdin, self._child.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()
        self._folder.cleanup()


def _exit_descriptor(pid: int) -> int:
    """A descriptor that is readable when the child has ended; -1 where there is no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):  # no Linux, an old one, or not allowed
        return -1
