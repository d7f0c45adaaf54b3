"""The supervisor's handles: of a fork server, and of a worker with its watchdog.

The supervisor has one fork server for each solver (bench/isolation/fork_server.py) and gets from it
a worker with its watchdog (bench/isolation/watchdog.py) for the price of two forks.  Questions go
to the worker as pickles; the worker and the watchdog answer in JSON lines, on a pipe each.  Reading
never blocks: half a message is no message, and counts as silence.  The watchdog reports that the
worker has ended, and how; when the watchdog itself is killed, the kernel kills its worker.
"""

import json
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any

from accord.bench.isolation.cgroup import home
from accord.bench.isolation.limits import Limits
from accord.bench.isolation.process_tree import signal_name
from accord.bench.isolation.watchdog import KILLERS
from accord.bench.machine.environment import FIXED

LONGEST_MESSAGE = 64 * 2**20  # bytes; more than any honest message has
LONGEST_WAIT = 3600.0  # seconds; what a selector can wait for at a time
LATE = 1.0  # seconds after a deadline in which what was said before it is still read
LAST_WORDS = 300  # bytes of a fork server's output that are shown
CLEARANCE = 5.0  # seconds a watchdog may take to clear up


Message = dict[str, Any]
WATCHDOG_KILLED: Message = {"outcome": "KILLED", "reason": "its watchdog was killed", "lost": True}


class SilentError(Exception):
    """Nothing was said before the deadline."""


class DiedError(Exception):
    """The other end has gone, or closed its pipe."""


class NonsenseError(Exception):
    """What comes out of the pipe is no message."""


class MessageReader:
    """JSON objects, one a line, from a descriptor that is never waited for."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        os.set_blocking(descriptor, False)
        self._lines: deque[bytes] = deque()
        self._rest = b""

    def read(self) -> bool:
        """Read what is there; whether there may be more."""
        try:
            data = os.read(self.descriptor, 1 << 20)
        except BlockingIOError:
            return True
        except OSError:
            return False
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(lines)
        return bool(data) and len(self._rest) <= LONGEST_MESSAGE

    def next(self) -> Message | None:
        """The next message that was read; None if there is none.

        Raises:
            NonsenseError: the line is no message.
        """
        if not self._lines:
            return None
        try:
            message = json.loads(self._lines.popleft())
        except (ValueError, RecursionError):
            raise NonsenseError from None
        if not isinstance(message, dict):
            raise NonsenseError
        return message


class ForkServerProcess:
    """Starts workers of one solver; several threads may ask it."""

    def __init__(self, solver: str, *, cold: bool = False) -> None:
        """Start the fork server; `ready` waits for it.

        Args:
            solver: as people write it.
            cold: leave to the workers' first runs what these prepare.
        """
        self._lock = threading.Lock()
        self._said: Message = {}
        self._output: IO[bytes] = TemporaryFile(prefix="accord-")  # noqa: SIM115  # closed with it
        self._control, theirs = socket.socketpair()
        self._lines = MessageReader(self._control.fileno())
        with theirs:
            self._child = subprocess.Popen(
                # -P: a file of the user's folder must not stand in for a library
                [
                    *(sys.executable, "-P", "-m", "accord.bench.isolation.fork_server"),
                    *(str(theirs.fileno()), solver, "cold" if cold else "warm"),
                    *(str(home() or ""), str(os.getpid())),
                ],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env=os.environ | FIXED,
            )

    @property
    def process(self) -> int:
        """Its number."""
        return self._child.pid

    @property
    def is_there(self) -> bool:
        """Whether it has not ended."""
        return self._child.poll() is None

    def ready(self, deadline: float) -> Message:
        """What it says when it is ready, or why it cannot be.

        Raises:
            SilentError: it is not ready before the deadline.
            DiedError: it has ended.
        """
        with self._lock:
            while not self._said:
                left = deadline - monotonic()
                if left <= 0:
                    raise SilentError
                more = _readable(self._control.fileno(), left) and self._lines.read()
                self._said = self._lines.next() or {}
                if not (more or self._said) and monotonic() < deadline:
                    raise DiedError
            return self._said

    def start(self, core: Sequence[int] = ()) -> "WorkerProcess":
        """A worker that may still be warming up.

        Args:
            core: the CPUs it may run on; by default all.

        Raises:
            DiedError: the fork server has ended.
        """
        control, its_control = socket.socketpair()
        answers, its_answers = os.pipe()
        its_questions, questions = os.pipe()
        theirs = [its_control.detach(), its_questions, its_answers]
        try:
            with self._lock:
                request = json.dumps(list(core)).encode() + b"\n"
                socket.send_fds(self._control, [request], theirs)
        except OSError:
            control.close()
            os.close(answers)
            os.close(questions)
            raise DiedError from None
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return WorkerProcess(control, questions, answers)

    def exit_report(self) -> Message:
        """How it ended: outcome and reason."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(0.5)
        words = ""
        with suppress(ValueError):  # another thread has closed it
            self._output.seek(0, os.SEEK_END)
            self._output.seek(max(0, self._output.tell() - LAST_WORDS))
            words = self._output.read().decode(errors="replace").strip()
        code = self._child.returncode
        how = "closed its pipe" if code is None else f"exited with code {code}"
        if code is not None and code < 0:
            how = f"ended by the signal {signal_name(-code)}"
        killed = code is not None and -code in KILLERS
        said = f"; its last words: {words}" if words else ""
        return {"outcome": "KILLED" if killed else "ERROR", "reason": how + said}

    def close(self) -> None:
        """End it; its workers do not end with it."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(CLEARANCE)  # for its watchdogs
        self._child.kill()
        self._child.wait()
        self._control.close()
        self._output.close()


class WorkerProcess:
    """A worker with its watchdog."""

    def __init__(self, control: socket.socket, questions: int, answers: int) -> None:
        self._control = control
        self._questions = questions
        self._worker = MessageReader(answers)
        self._watchdog = MessageReader(control.fileno())
        self._selector = selectors.DefaultSelector()
        for lines in (self._worker, self._watchdog):
            self._selector.register(lines.descriptor, selectors.EVENT_READ)
        self.processes: list[int] = []  # the numbers of the watchdog and the worker, once known
        self._ended: Message | None = None  # the watchdog's last word
        self._over = self._closed = False
        os.set_blocking(questions, False)

    def watch(self, limits: Limits) -> None:
        """Have the watchdog hold what comes to these limits, until it is asked to sweep.

        Raises:
            DiedError: it has gone.
        """
        self._tell(watch=asdict(limits))

    def sweep(self, deadline: float) -> tuple[list[str], bool]:
        """The names of what the runs have left behind, all ended; and whether the worker is, too.

        Raises:
            SilentError: the watchdog said nothing before the deadline.
            DiedError: the worker has ended, or its watchdog has.
        """
        self._tell(sweep=True)
        while True:
            while (message := self._watchdog.next()) is not None:
                if "swept" in message:
                    return list(map(str, message["swept"])), bool(message["gone"])
                self._note(message)
            if self._over:
                raise DiedError
            if not _readable(self._control.fileno(), deadline - monotonic()):
                raise SilentError
            self._over = not self._watchdog.read()

    def send(self, value: object, deadline: float) -> None:
        """Hand the worker a value.

        Raises:
            SilentError: it did not take it before the deadline (of `time.monotonic`).
            DiedError: it is not there any more.
        """
        data = memoryview(pickle.dumps(value))
        with selectors.DefaultSelector() as selector:
            selector.register(self._questions, selectors.EVENT_WRITE)
            while data:
                if not selector.select(min(max(0.0, deadline - monotonic()), LONGEST_WAIT)):
                    raise SilentError
                try:
                    data = data[os.write(self._questions, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise DiedError from None

    def receive(self, deadline: float) -> Message:
        """The worker's next message.

        Raises:
            SilentError: none came before the deadline (of `time.monotonic`).
            DiedError: none will come.
            NonsenseError: this is none.
        """
        while (message := self._worker.next()) is None:
            if self._over:
                raise DiedError
            left = deadline - monotonic()
            found = self._selector.select(min(max(0.0, left), LONGEST_WAIT))
            if left <= (0 if not found else -LATE):
                raise SilentError
            ready = {key.fd for key, _ in found}
            if self._worker.descriptor in ready:
                self._over = not self._worker.read()
            elif self._watchdog.descriptor in ready:
                self._hear_watchdog()
        return message

    def _hear_watchdog(self) -> None:
        more = self._watchdog.read()
        while (message := self._watchdog.next()) is not None:
            self._note(message)
        self._over = self._over or not more

    def _note(self, message: Message) -> None:
        if "pids" in message:
            self.processes = message["pids"]
        elif "ended" in message:
            self._ended = message["ended"]
            while self._worker.read() and _readable(self._worker.descriptor, 0.0):
                pass  # what it said before
            self._over = True

    def exit_report(self, patience: float = 0.5) -> Message:
        """How it ended: outcome, reason, place, times and peak memory of its run.  Ends it.

        Args:
            patience: seconds it may take to end by itself.
        """
        ended = self._last_word(patience)
        if ended is None:
            with suppress(DiedError):
                self._tell(end=True)
            ended = self._last_word(CLEARANCE) or {}
            if not (ended.get("overrun") or ended.get("lost")):
                ended |= {"outcome": "ERROR", "reason": "broke the protocol of its pipe"}
        self.close()
        words = ended.get("words", "")
        reason = ended["reason"] + (f"; its last words: {words}" if words else "")
        unknown = dict.fromkeys(("wall_time", "cpu_time", "peak_memory"))
        return {"place": 0} | unknown | ended | {"reason": reason}

    def _last_word(self, seconds: float) -> Message | None:
        """What the watchdog says at the end, if it comes within so many seconds."""
        deadline = monotonic() + seconds
        while self._ended is None and _readable(self._watchdog.descriptor, deadline - monotonic()):
            more = self._watchdog.read()
            while (message := self._watchdog.next()) is not None:
                self._note(message)
            if not more and self._ended is None:
                self._ended = WATCHDOG_KILLED
        return self._ended

    def _tell(self, **message: Any) -> None:
        try:
            self._control.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            raise DiedError from None

    def interrupt(self) -> None:
        """Have it ended, from another thread; the thread that waits for it sees it die."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """End it with everything it has started."""
        if self._closed:
            return
        self._closed = True
        self.interrupt()
        deadline = monotonic() + CLEARANCE
        while _readable(self._control.fileno(), deadline - monotonic()):
            if not self._watchdog.read():
                break
        else:
            for pid in self.processes:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        self._selector.close()
        self._control.close()
        os.close(self._questions)
        os.close(self._worker.descriptor)


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether something can be read within so many seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(min(max(0.0, seconds), LONGEST_WAIT)))
