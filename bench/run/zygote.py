"""The zygote: a process that has imported accord, and nothing of a solver, and forks fork servers.

An interpreter that imports what a fork server (bench/run/fork_server.py) needs of accord takes
0.2 s of CPU time, a fork of one that has done so a few milliseconds: for 31 solvers, a third of
what `accord check` takes on an easy puzzle.  The name is that of Android's and Chromium's process.
A fork server imports its solver's library in its own process as before, so that no two of them
meet, and it gets the folder, the environment and the CPUs that the supervisor has by then.

Where processes are not forked (bench/run/fork_server.py: `may_fork`), where the environment has
changed in what an interpreter reads when it starts, and when the zygote has gone, is stopped or
cannot fork, a fork server is an interpreter of its own.

`python -m accord.bench.run.zygote CONTROL PARENT`: each request on the socket CONTROL is the JSON
list of a fork server's words, folder, environment and CPUs, and comes with three descriptors: the
fork server's socket, the file for its output, and a socket on which come the number of the process
and, in the end, its exit code.  The zygote ends with the supervisor, and the kernel kills the fork
servers with it.
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from select import select
from selectors import EVENT_READ, DefaultSelector
from threading import Lock
from typing import IO, ClassVar, Protocol

from accord.solvers.programs.program import exit_descriptor

FIXED = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}  # variables of every worker
LONGEST = 1 << 20  # bytes of a request
PATIENCE = 30.0  # seconds that the zygote may take to be imported
REPORTING = 1.0  # seconds that it may take to report an end, or to end itself
LOST = -9  # by SIGKILL, which Windows has no name for: a fork server whose zygote was killed
_NUMBER = 4  # bytes of a process number, and of an exit code
# -P: a file of the user's folder must not stand in for a library
_MODULE = (sys.executable, "-P", "-m")


class Child(Protocol):
    """A child process, as `subprocess.Popen` shows one."""

    pid: int

    @property
    def returncode(self) -> int | None:
        """The exit code; a negative one is a signal, None stands for none yet."""

    def poll(self) -> int | None:
        """Look whether it has ended; its exit code."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; its exit code."""

    def kill(self) -> None:
        """Kill it unless it has ended."""


Start = Callable[[Sequence[str], IO[bytes], int], Child]  # as `start_interpreter`


def start_interpreter(words: Sequence[str], output: IO[bytes], control: int) -> Child:
    """Start a fork server as a fresh interpreter.

    Args:
        words: the solver, the mode and the control group above; see bench/run/fork_server.py.
        output: for what its library prints.
        control: a descriptor that it inherits.
    """
    return subprocess.Popen(
        [*_MODULE, "accord.bench.run.fork_server", str(control), *words, str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        pass_fds=[control],
        start_new_session=True,
        env=os.environ | FIXED,
    )


class Zygote:
    """The supervisor's handle of a zygote, which begins with its first fork server."""

    command: ClassVar[Sequence[str]] = (*_MODULE, "accord.bench.run.zygote")
    read_at_start: ClassVar[tuple[str, ...]] = ("PYTHON", "LD_")  # beginnings of variables' names

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_silent = False  # it has not answered
        self._like = self._interpreter()

    @property
    def processes(self) -> list[int]:
        """Its process number, once it has begun."""
        return [self._process.pid] if self._process is not None else []

    def start(self, words: Sequence[str], output: IO[bytes], control: int) -> Child:
        """Start a fork server: see `start_interpreter`."""
        forks = sys.platform == "linux" and self._interpreter() == self._like
        found = self._fork(words, output, control) if forks and not self._is_silent else None
        return found or start_interpreter(words, output, control)

    def _interpreter(self) -> dict[str, str]:
        """The variables that are read when an interpreter starts."""
        return {
            name: os.environ[name] for name in os.environ if name.startswith(self.read_at_start)
        }

    def _fork(self, words: Sequence[str], output: IO[bytes], control: int) -> Child | None:
        """A forked fork server; None if the zygote cannot fork, or has gone."""
        ours, theirs = socket.socketpair()
        descriptors = (control, output.fileno(), theirs.fileno())
        with self._lock, suppress(OSError):  # EPIPE, silence, or there is no folder any more
            cpus = sorted(os.sched_getaffinity(0))
            request = json.dumps([[*words], os.getcwd(), os.environ | FIXED, cpus])
            if self._process is None:
                self.begin()
            socket.send_fds(self._control, [request.encode()], descriptors)
            theirs.close()
            ours.settimeout(PATIENCE)
            try:
                process = int.from_bytes(ours.recv(_NUMBER))
            except TimeoutError:  # it is stopped; the next one does not wait for it
                process, self._is_silent = 0, True
            if process:
                return ForkedProcess(process, ours)
        ours.close()
        theirs.close()
        return None

    def begin(self) -> None:
        """Start the process."""
        self._control, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [*self.command, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=os.environ | FIXED,
            )

    def close(self) -> None:
        """End the process, and with it the fork servers that are left; the next begins another."""
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                with suppress(OSError):
                    self._control.shutdown(socket.SHUT_RDWR)  # which a fork of this may have, too
                self._control.close()
                self._is_silent = False
                with suppress(subprocess.TimeoutExpired):
                    process.wait(REPORTING)
                process.kill()  # one that is stopped ends by nothing else
                process.wait()


class ForkedProcess:
    """The supervisor's handle of a fork server that a zygote has forked."""

    def __init__(self, process: int, connection: socket.socket) -> None:
        self.pid = process
        self.returncode: int | None = None
        self._connection = connection
        self._end = exit_descriptor(process)  # none if the zygote has waited for it already
        self._lock = Lock()

    def poll(self) -> int | None:
        """Look whether it has ended; its exit code."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; its exit code."""
        with self._lock:
            if self.returncode is None:
                if self._end >= 0:
                    with DefaultSelector() as selector:
                        selector.register(self._end, EVENT_READ)
                        if not selector.select(timeout):
                            raise subprocess.TimeoutExpired("a fork server", timeout or 0)
                    os.close(self._end)
                self._connection.settimeout(REPORTING)
                code = b""
                with suppress(TimeoutError):  # its zygote is stopped
                    code = self._connection.recv(_NUMBER)
                self.returncode = int.from_bytes(code, signed=True) if code else LOST
                self._connection.close()
            return self.returncode

    def kill(self) -> None:
        """Kill it unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def main() -> None:
    """Fork a fork server for each request, until the supervisor ends."""
    # the supervisor, which imports this module, needs none of it
    from accord.bench.run import fork_server

    descriptor, supervisor = map(int, sys.argv[1:])
    control = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor handles Ctrl-C
    above, own = exit_descriptor(supervisor), str(os.getpid())
    if above < 0 or os.getppid() != supervisor or not fork_server.may_fork():
        return
    gc.collect()
    gc.freeze()
    forked: dict[int, tuple[int, socket.socket]] = {}  # by a descriptor that shows its end
    while above not in (ready := select([descriptor, above, *forked], [], [])[0]):
        for end in [end for end in forked if end in ready]:
            os.close(end)
            _report(*forked.pop(end))
        if descriptor not in ready:
            continue
        request, descriptors, *_ = socket.recv_fds(control, LONGEST, 3)
        if not request:
            return
        theirs, output, connection = descriptors
        try:
            process = os.fork()
        except OSError:  # there may be no more processes; the supervisor sees the connection's end
            for received in descriptors:
                os.close(received)
            continue
        if process == 0:
            for each in (control, *(others for _, others in forked.values())):
                each.close()
            for end in (above, *forked):
                os.close(end)
            words = _become(output, connection, *json.loads(request))
            fork_server.main([str(theirs), *words, own])
            return
        os.close(theirs)
        os.close(output)
        forked[exit_descriptor(process)] = process, socket.socket(fileno=connection)


def _report(process: int, connection: socket.socket) -> None:
    """Report how a fork server has ended."""
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with connection, suppress(OSError):  # nobody is there to read it
        connection.send(code.to_bytes(_NUMBER, signed=True))


def _become(
    output: int,
    connection: int,
    words: list[str],
    folder: str,
    environment: Mapping[str, str],
    cpus: Sequence[int],
) -> list[str]:
    """Be a process as `start_interpreter` makes it; its words."""
    os.setsid()
    os.write(connection, os.getpid().to_bytes(_NUMBER))
    os.close(connection)
    for standard in (1, 2):
        os.dup2(output, standard)
    os.close(output)
    os.sched_setaffinity(0, cpus)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    return words


if __name__ == "__main__":
    main()
