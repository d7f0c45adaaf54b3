"""A process in which functions are called within limits of time; it is ended when one is over.

A SAT solver that is a library cannot be stopped from inside.  The process is kept for the next
call, and made anew after it was ended.

A limit of CPU time is a timer of the kernel in that process (ITIMER_PROF), so that what is done
within it does not depend on how busy the machine is.  It does not count the time of a program that
is started there: so the limit of wall time stands beside it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from multiprocessing.connection import Connection, Pipe
from time import monotonic
from typing import Any, Self

from accord.bench.run.process_tree import die_with


class LimitedProcess:
    """A process that calls functions; a context manager."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._is_ready = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def is_there(self) -> bool:
        """Whether the process is running."""
        return self._process is not None

    def start(self) -> None:
        """Start the process, where it is not running; the first call waits until it is ready."""
        if self._process is None:
            self._pipe, theirs = Pipe()
            with theirs:
                self._process = start_process(theirs)

    def call(
        self,
        function: Callable[..., object],
        seconds: float | None,
        *arguments: object,
        cpu: float = 0.0,
        watch: Callable[[Any], object] | None = None,
    ) -> object:
        """Call a function of a module in the process; its value or its exception.

        Args:
            function: what is called, and
            seconds: of wall time that it may take; None for no limit.
            arguments: what it gets.
            cpu: seconds of CPU time of this process that it may take; 0 for no limit.
            watch: gets what the function passes to its own argument `watch` meanwhile.

        Raises:
            TimeoutError: it did not within one of these limits.
            ChildProcessError: its process died; says how.
        """
        try:
            self.start()
            assert self._pipe is not None
            if not self._is_ready:
                self._pipe.recv()
                self._is_ready = True
            self._pipe.send((function, cpu, arguments, watch is not None))
            end = inf if seconds is None else monotonic() + seconds
            while True:
                if not self._pipe.poll(None if end == inf else max(0.0, end - monotonic())):
                    raise TimeoutError
                is_last, found, raised = self._pipe.recv()
                if is_last or watch is None:
                    break
                watch(found)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            assert self._process is not None
            code = self._process.wait()
            self._end()
            if code == -signal.SIGPROF:  # the end of its CPU time
                raise TimeoutError from None
            raise ChildProcessError(f"died with exit code {code}") from None
        except BaseException:
            self._end()
            raise
        if raised is not None:
            raise raised
        return found

    def kill(self) -> None:
        """Kill the process and the program it runs; may be called from another thread."""
        if (process := self._process) is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()  # where it has no session yet, it ends by that
        self.kill()
        if self._process is not None:
            self._process.wait()
        self._process = self._pipe = None
        self._is_ready = False


def start_process(theirs: Connection) -> "subprocess.Popen[bytes]":
    """Start a process, with a session of its own, that calls what comes through this pipe."""
    # -P: a file of the user's folder must not stand in for a library
    command = [sys.executable, "-P", "-m", __name__, str(theirs.fileno()), str(os.getpid())]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
    )


def serve(pipe: Connection, parent: int) -> None:
    """Call the functions named in a pipe, until it is closed or the parent ends."""
    die_with(parent)
    pipe.send("ready")
    with suppress(EOFError):
        while True:
            function, cpu, arguments, is_watched = pipe.recv()
            watch = {"watch": partial(_show, pipe)} if is_watched else {}
            found = raised = None
            signal.setitimer(signal.ITIMER_PROF, cpu)  # then it ends by SIGPROF
            try:
                found = function(*arguments, **watch)
            except Exception as error:
                raised = error
            signal.setitimer(signal.ITIMER_PROF, 0)
            pipe.send((True, found, raised))


def _show(pipe: Connection, found: object) -> None:
    """Send what a function has found before its end."""
    pipe.send((False, found, None))


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])), int(sys.argv[2]))
