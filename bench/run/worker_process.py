"""The supervisor's handles: of a fork server, and of a worker with its watchdog.

The supervisor has one fork server for each solver (bench/run/fork_server.py) and gets from it
a worker with its watchdog (bench/run/watchdog.py) for the price of two forks.  Questions go
to the worker as pickles; the worker and the watchdog answer in JSON lines, on a pipe each.  Reading
never blocks: half a message is no message, and counts as silence.  The watchdog reports that the
worker has ended, and how; when the watchdog itself is killed, the kernel kills its worker.
"""

import json
import os
import selectors
import signal
import socket
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any

from accord.bench.run.cgroup import home
from accord.bench.run.heartbeat import LONGEST_PREPARATION
from accord.bench.run.messages import (
    DURATION,
    ENDED,
    OBJECT,
    TEXT,
    TRUTH,
    WATCHDOG_KILLED,
    ExitReport,
    Fields,
    Message,
    MessageReader,
    NonsenseError,
    Permitted,
    expect_fields,
    last_output,
    list_of,
    send_message,
)
from accord.bench.run.process_tree import manner_of
from accord.bench.run.shared_segments import remove_segments_of
from accord.bench.run.start_up import LONGEST
from accord.bench.run.terms import Limits, expect_processes
from accord.bench.run.zygote import Child, Start, start_interpreter
from accord.solvers.compiling import begin

LONGEST_WAIT = 3600.0  # seconds; what a selector can wait for at a time
GLANCE = 0.5  # seconds that it waits at a time
STANDSTILL = 1.0  # seconds later than it wanted to look: it was stopped meanwhile
LATE = 1.0  # seconds after a deadline in which what was sent before it is still read
READING = 5e-7  # seconds that a worker may take to read a byte of a question
KEPT = 1 << 14  # bytes of a fork server's output, of its beginning and of its end
NAMING = 1.0  # seconds a watchdog may take to name its worker
CLEARANCE = 5.0  # seconds a watchdog may take to end what the runs have left behind
END_TIME = 0.5  # seconds that a process which has closed its pipe may take to end


BROKEN = "broke the protocol of its pipe"
WENT_ON = (
    f"{BROKEN}: found a process that went on, expected its end, as it had closed the pipe or "
    "reported that it ends"
)
_PIDS = Permitted(
    "the numbers of two processes",
    lambda value: type(value) is list and [*map(type, value)] == [int, int] and min(value) > 1,
)
_SWEPT: Fields = {"swept": list_of(TEXT), "gone": TRUTH, "used": DURATION}


class SilentError(Exception):
    """No message came before the deadline."""


class DiedError(Exception):
    """The process at the other end of the pipe has ended, or closed it."""


class ForkServerProcess:
    """The fork server of one solver; several threads may use it."""

    def __init__(
        self,
        solver: str,
        *,
        cold: bool = False,
        timed: bool = True,
        start: Start = start_interpreter,
    ) -> None:
        """Start the process; `ready` waits for it.

        Args:
            solver: as people write it.
            cold: leave to the workers' first runs what these prepare.
            timed: measure what starting the solver's program costs.
            start: starts a process that is one.

        Raises:
            LimitError: the system cannot have it.
        """
        expect_processes()
        self._lock = threading.Lock()
        self._sent: list[Message] = []
        self._began = monotonic()
        self._output: IO[bytes] = TemporaryFile(prefix="accord-")  # noqa: SIM115  # closed with it
        self._control, theirs = socket.socketpair()
        self._messages = MessageReader(self._control.fileno())
        mode = "cold" if cold else "warm" if timed else "untimed"
        with theirs:
            words = (solver, mode, str(home() or ""))
            self._child: Child = start(words, self._output, theirs.fileno())

    @property
    def process(self) -> int:
        """The process number."""
        return self._child.pid

    @property
    def is_there(self) -> bool:
        """Whether the process has not ended."""
        return self._child.poll() is None

    def ready(self, seconds: float) -> Message:
        """The first message: the solver's declaration, or why it cannot be loaded.

        Raises:
            SilentError: it is not ready so many seconds after it was started, nor
                LONGEST_PREPARATION after it began to compile another function.
            DiedError: it has ended.
            NonsenseError: it reports nonsense.
        """
        return self._message(0, self._began + seconds)

    def start_up(self) -> Message:
        """The second message: the start-up time of the solver's program.

        Raises:
            SilentError, DiedError, NonsenseError: as `ready`.
        """
        return self._message(1, monotonic() + 2 * LONGEST + CLEARANCE)

    def _message(self, place: int, deadline: float) -> Message:
        """The message of this number, counted from 0."""
        with self._lock:
            while len(self._sent) <= place:
                left = deadline - monotonic()
                if left <= 0:
                    raise SilentError
                more = _readable(self._control.fileno(), left) and self._messages.read()
                for message in self._messages.waiting():
                    if "compiling" in message:
                        expect_fields("fork server", message, {"compiling": TRUTH})
                        begin()
                        deadline = max(deadline, monotonic() + LONGEST_PREPARATION)
                    else:
                        self._sent.append(message)
                if not more and len(self._sent) <= place and monotonic() < deadline:
                    raise DiedError
            return self._sent[place]

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

    def exit_report(self) -> ExitReport:
        """The end of the process, as an ExitReport."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(END_TIME)
        output = b""
        with suppress(ValueError):  # another thread has closed it
            length = self._output.seek(0, os.SEEK_END)
            self._output.seek(0)
            output = self._output.read(KEPT)
            self._output.seek(max(len(output), length - KEPT))
            output += self._output.read()
        code = self._child.returncode
        outcome, reason = ("ERROR", "closed its pipe") if code is None else manner_of(code)
        return ExitReport(outcome, reason, last_output(output))

    def kill(self) -> None:
        """Kill the process and its children while it imports and has no worker yet."""
        with suppress(OSError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """End the process; its workers go on."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(CLEARANCE)  # for its watchdogs
        self._child.kill()
        self._child.wait()
        remove_segments_of(self._child.pid)
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
        for reader in (self._worker, self._watchdog):
            self._selector.register(reader.descriptor, selectors.EVENT_READ)
        self.processes: list[int] = []  # the numbers of the watchdog and the worker, once known
        self.stood_still = 0.0  # seconds since a value was sent in which this process was stopped
        self.reading = 0.0  # seconds in which the worker may read that value
        self._swept: Message | None = None
        self._sweeps = 0  # that it was asked for and has not reported
        self._ended: ExitReport | None = None
        self._over = self._closed = False
        os.set_blocking(questions, False)

    @property
    def taken(self) -> int:
        """The bytes of all messages received from the worker."""
        return self._worker.taken

    def watch(self, limits: Limits) -> None:
        """Have the watchdog hold the next runs to these limits, until it is asked to sweep.

        Raises:
            DiedError: it has gone.
        """
        self._send(watch=asdict(limits))

    def cut(self, seconds: float, place: int) -> None:
        """Have a run of the batch ended after so many seconds; to be called from any thread."""
        with suppress(DiedError):
            self._send(cut=seconds, of=place)

    def spent(self) -> float | None:
        """CPU seconds of the worker's first thread by the kernel's count; None if unknown.

        The watchdog says which process that is once it has its turn, which may be after the worker
        is ready.
        """
        while not (self.processes or self._over) and self._read_watchdog(NAMING):
            pass
        with suppress(OSError, ValueError, IndexError):
            counted = Path(f"/proc/{self.processes[1]}/schedstat").read_text("ascii")
            return int(counted.split()[0]) * 1e-9
        return None

    def sweep(self, deadline: float) -> tuple[list[str], bool, float]:
        """End the runs' leftovers; their names, whether the worker has ended, and its CPU seconds.

        These are of its whole tree and of its watchdog, since they began.

        Raises:
            SilentError: the watchdog reported nothing before the deadline.
            DiedError: the worker has ended, or its watchdog has.
        """
        self._swept = None
        self._send(sweep=True)
        self._sweeps += 1
        while self._swept is None:
            if self._over:
                raise DiedError
            if not self._read_watchdog(deadline - monotonic()):
                raise SilentError
        return self._swept["swept"], self._swept["gone"], self._swept["used"]

    def send(self, pickled: bytes, seconds: float) -> None:
        """Send the worker a value, pickled; `reading` says how long it may read that.

        Raises:
            SilentError: it did not take it within these seconds, and those of reading.
            DiedError: it is not there any more.
        """
        self.stood_still = 0.0
        self.reading = len(pickled) * READING
        deadline, data = monotonic() + seconds + self.reading, memoryview(pickled)
        with selectors.DefaultSelector() as selector:
            selector.register(self._questions, selectors.EVENT_WRITE)
            while data:
                if not selector.select(_bounded(deadline - monotonic())):
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
            found = self._wait(min(left, GLANCE))
            if left <= (0 if not found else -LATE):
                raise SilentError
            ready = set(found)
            if self._worker.descriptor in ready:
                self._over = not self._worker.read()
            elif self._watchdog.descriptor in ready:
                self._read_watchdog(0.0)
        return message

    def _wait(self, seconds: float) -> list[int]:
        """The descriptors that become readable within so many seconds."""
        began = monotonic()
        found = self._selector.select(_bounded(seconds))
        late = monotonic() - began - max(0.0, seconds)
        if late > STANDSTILL:
            self.stood_still += late
        return [key.fd for key, _ in found]

    def _read_watchdog(self, seconds: float) -> bool:
        """Read a report of the watchdog; whether one came within so many seconds."""
        if not _readable(self._watchdog.descriptor, seconds):
            return False
        more = self._watchdog.read()
        try:
            for message in self._watchdog.waiting():
                self._note(message)
        except NonsenseError as error:  # of code that has replaced it when it was imported
            lost = ExitReport("ERROR", f"its watchdog {BROKEN}: {error}", lost=True)
            self._over, self._ended = True, lost
        if not more:
            self._over, self._ended = True, self._ended or WATCHDOG_KILLED
        return True

    def _note(self, message: Message) -> None:
        """Store a report of the watchdog.

        Raises:
            NonsenseError: it is nothing that a watchdog does, or does now; what is repeated without
                end would keep this process for ever.
        """
        if "pids" in message and not self.processes:
            expect_fields("watchdog", message, {"pids": _PIDS})
            self.processes = message["pids"]
        elif "swept" in message and self._sweeps:
            expect_fields("watchdog", message, _SWEPT)
            self._swept = message
            self._sweeps -= 1
        else:
            expect_fields("watchdog", message, {"ended": OBJECT})
            expect_fields("watchdog: ended", message["ended"], ENDED)
            self._ended = ExitReport(**message["ended"])
            while self._worker.read() and _readable(self._worker.descriptor, 0.0):
                pass  # what it sent before
            self._over = True

    def exit_report(self, end_time: float = END_TIME) -> ExitReport:
        """End the worker; its end, with times and peak memory of its run.

        Args:
            end_time: seconds it may take to end by itself.
        """
        ended = self._awaited_exit(end_time)
        if ended is None:
            with suppress(DiedError):
                self._send(end=True)
            ended = self._awaited_exit(CLEARANCE)
            if ended is None or not (ended.overrun or ended.lost):
                ended = replace(ended or ExitReport("", ""), outcome="ERROR", reason=WENT_ON)
        self.close()
        return ended

    def _awaited_exit(self, seconds: float) -> ExitReport | None:
        """The watchdog's last report, if it comes within so many seconds."""
        deadline = monotonic() + seconds
        while self._ended is None and self._read_watchdog(deadline - monotonic()):
            pass
        return self._ended

    def _send(self, **message: Any) -> None:
        """Send the watchdog a message.

        Raises:
            DiedError: it has gone.
        """
        try:
            send_message(self._control, **message)
        except OSError:
            raise DiedError from None

    def interrupt(self) -> None:
        """Have the worker ended from another thread; the waiting thread gets an error."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """End the worker and all its descendants."""
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
    """Whether a descriptor becomes readable within so many seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(_bounded(seconds)))


def _bounded(seconds: float) -> float:
    return min(max(0.0, seconds), LONGEST_WAIT)
