"""Fork servers that import nothing of accord: each is forked from a process that has imported it.

To import what a fork server needs takes 0.2 s, and tests start many hundreds.  So one process per
session of tests, the seed, imports it.  For each fork server it forks a parent, which forks the
fork server, ends it when the tests end, and reports how it ended.  `warm_fork_servers` has the
fork servers of this process started so, but where the environment asks for another interpreter,
or the seed has died.
The tests of bench/run and bench/run start theirs as users do: `as_users_do`.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Lock
from typing import IO, Any, ClassVar
from unittest.mock import patch

from accord.bench.run import worker_process
from accord.bench.run.environment import FIXED
from accord.bench.run.torture import MARK

LONGEST_REQUEST = 1 << 20  # bytes
READ_AT_START = ("PYTHON", "LD_", MARK)
IMPORTED = ("ortools.sat.python.cp_model",)  # takes longest
LOOKED_UP = (
    "backtracking-mrv",
    "backtracking-bitset",
    "cpsat",
    "logic",
    "sat-pycosat",
)  # most asked
STARTED = worker_process.start_interpreter  # as users start one


@contextmanager
def as_users_do() -> Iterator[None]:
    """Fork servers have interpreters of their own."""
    with patch.object(worker_process, "start_interpreter", STARTED):
        yield


@contextmanager
def warm_fork_servers(at_once: bool = False) -> Iterator[None]:
    """Fork servers are forked from a seed, which begins with the first, or at once.

    With one that has begun, forks of this process share it.
    """
    if sys.platform != "linux":
        yield
        return
    seed = Seed()
    if at_once:
        seed.begin()
    try:
        with patch.object(worker_process, "start_interpreter", seed.start):
            yield
    finally:
        seed.close()


class Seed:
    """The process that is forked, from outside."""

    processes: ClassVar[set[int]] = set()  # the numbers of all

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control, self._theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self._like = _interpreter()

    def start(self, arguments: Sequence[object], output: IO[bytes], control: int) -> Any:
        """As `worker_process.start_interpreter`."""
        if _interpreter() != self._like:
            return STARTED(arguments, output, control)
        ours, theirs = socket.socketpair()
        cpus = sorted(os.sched_getaffinity(0))
        request = [[*map(str, arguments)], os.getcwd(), os.environ | FIXED, cpus]
        descriptors = (control, output.fileno(), theirs.fileno())
        with self._lock, theirs, suppress(OSError):  # it has died
            if self._process is None:
                self.begin()
            socket.send_fds(self._control, [json.dumps(request).encode()], descriptors)
        if process := int.from_bytes(ours.recv(4)):
            return Forked(process, ours)
        ours.close()
        return STARTED(arguments, output, control)

    def begin(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(self._theirs.fileno())],
            pass_fds=[self._theirs.fileno()],
            stdin=subprocess.DEVNULL,
            env=os.environ | FIXED,
        )
        self.processes.add(self._process.pid)
        self._theirs.close()

    def close(self) -> None:
        """End it."""
        self._control.close()
        self._theirs.close()
        if self._process is not None:
            self._process.wait()


def _interpreter() -> dict[str, str]:
    """The variables that are read when an interpreter starts, or looked for in a process."""
    return {name: os.environ[name] for name in os.environ if name.startswith(READ_AT_START)}


class Forked:
    """A forked fork server, with what is used of `subprocess.Popen`."""

    def __init__(self, process: int, parent: socket.socket) -> None:
        self.pid = process
        self._parent = parent
        self._lock = Lock()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        with self._lock:
            if self.returncode is None:
                if not select.select([self._parent], [], [], timeout)[0]:
                    raise subprocess.TimeoutExpired("the fork server", timeout or 0)
                code = self._parent.recv(4)
                self.returncode = int.from_bytes(code, signed=True) if code else -signal.SIGKILL
                self._parent.close()
        return self.returncode

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def main() -> None:
    """Import what a fork server does and many solvers do, and fork one for each request."""
    from accord.bench.run import fork_server
    from accord.solvers.registry import MissingBackendError, usable

    for name in IMPORTED:
        with suppress(ImportError):
            import_module(name)
    for name in LOOKED_UP:
        with suppress(MissingBackendError):
            _ = usable(name).version
    control = socket.socket(fileno=int(sys.argv[1]))
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        request, descriptors, *_ = socket.recv_fds(control, LONGEST_REQUEST, 3)
        if not request:
            return
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if os.fork() == 0:
            control.close()
            break
        for descriptor in descriptors:
            os.close(descriptor)
    theirs, output, connection = descriptors
    if (child := os.fork()) != 0:
        os.close(theirs)
        os.close(output)
        be_parent(child, connection)
    become(output, connection, *json.loads(request)[1:])
    words = json.loads(request)[0]
    sys.argv = [fork_server.__file__, str(theirs), *words[1:-1], str(os.getppid())]
    fork_server.main()


def be_parent(child: int, connection: int) -> None:
    """Report how the fork server ended; end it where nobody is there to hear that."""
    ended = os.pidfd_open(child)
    if ended not in select.select([ended, connection], [], [])[0]:
        os.killpg(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(OSError):
        os.write(connection, code.to_bytes(4, signed=True))
    os._exit(0)


def become(
    output: int, connection: int, folder: str, environment: dict[str, str], cpus: list[int]
) -> None:
    """Be a process as `worker_process.start_interpreter` makes it."""
    os.setsid()
    os.write(connection, os.getpid().to_bytes(4))
    os.close(connection)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.sched_setaffinity(0, cpus)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    main()
