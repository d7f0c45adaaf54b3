"""The guardian: stands between the supervisor and one worker, and ends what overruns its limits.

It is the worker's parent and adopts every orphan among its descendants, so that the worker's whole
tree can be measured and killed, daemons included, without root.  It watches

    wall time    by the worker's pulse, so that each run of a batch is watched by itself
    CPU time     of the tree, in ticks of 10 ms; what is reported is measured by the worker
    memory       resident, of the tree; looked at as often as it could be used up meanwhile
    death        of the worker, with its exit code, its signal and its last words

and ends an overrun with SIGTERM, a grace, and SIGKILL to the tree.  Memory has less grace: what
has used a tenth more than its limit is killed at once.  When its supervisor ends, in whatever
way, the pipe between them closes and the guardian ends everything.  It sleeps while no run is
watched, and costs 0.1 ms of CPU time at each look, at most fifty times a second (and up to 500
times while less than 200 MB are left).

    from the supervisor   {"watch": limits}   until it is asked to sweep
                          {"sweep": true}     end what the runs have left behind
                          {"end": true}       end the worker
    to the supervisor     {"pids": [guardian, worker]}
                          {"swept": [names]}
                          {"ended": {"outcome", "reason", "overrun", "words", "place",
                           "wall_time", "peak_memory"}}
"""

import json
import os
import selectors
import signal
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any, NoReturn

import psutil

from accord.bench.cgroup import ControlGroup, new_group
from accord.bench.limits import Limits
from accord.bench.pulse import LONGEST_PREPARATION, Beat, Phase, Pulse
from accord.bench.tree import adopt_orphans, descendants, die_with, end_all, newest, send, usage
from accord.solvers.program import MAXRSS, exit_descriptor

PATIENCE = 0.05  # seconds after a limit in which a solver that keeps time itself may say so
GRACE = 1.0  # seconds between SIGTERM and SIGKILL
EXCESS = 1.1  # times the memory limit, after which there is no grace
FASTEST = 4 * 2**30  # bytes a second; nobody fills memory faster
OFTEN, SELDOM = 0.002, 0.05  # seconds between two looks
LAST_WORDS = 2000  # bytes of output that are kept
_OUT_OF_MEMORY = ("bad_alloc", "memoryerror", "out of memory", "cannot allocate memory")


def guard(
    control: socket.socket,
    work: Callable[[], None],
    theirs: Sequence[int],
    pulse: Pulse,
    above: str = "",
) -> NoReturn:
    """Fork a worker and watch it to its end.  To be called in a process that may go with it.

    Args:
        control: to the supervisor.
        work: what the worker does.
        theirs: descriptors of the worker, which are not open here then.
        pulse: of the worker.
        above: the control group below which the worker gets one; none by default.
    """
    os.setsid()
    adopt_orphans()
    folder = tempfile.mkdtemp(prefix="accord-")
    output, its_output = os.pipe()
    own, group = os.getpid(), _group(above)
    worker = os.fork()
    if worker == 0:
        control.close()
        os.close(output)
        if group is not None:
            group.add(os.getpid())  # before it starts anything
        _settle(own, its_output, folder)
        work()
        os._exit(0)
    for descriptor in (its_output, *theirs):
        os.close(descriptor)
    try:
        Guardian(control, worker, output, pulse, group).watch()
    finally:
        end_all()
        if group is not None:
            group.kill()
            group.remove()
        rmtree(folder, ignore_errors=True)
        os._exit(0)


def _group(above: str) -> ControlGroup | None:
    with suppress(OSError):
        return new_group(Path(above)) if above else None
    return None


def _settle(guardian: int, output: int, folder: str) -> None:
    """Make this process a worker's: a session, an output and a folder for its files."""
    os.setsid()
    die_with(guardian)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ["TMPDIR"] = tempfile.tempdir = folder


@dataclass
class Overrun:
    """A run that is being ended."""

    outcome: str
    reason: str
    kill_at: float  # of time.monotonic


class Guardian:
    """Watches one worker; made in the guardian's process."""

    def __init__(
        self,
        control: socket.socket,
        worker: int,
        output: int,
        pulse: Pulse,
        group: ControlGroup | None = None,
    ) -> None:
        self._control = control
        self._worker = worker
        self._output = output
        self._pulse = pulse
        self._group = group
        self._limits: Limits | None = None  # nothing is watched
        self._overrun: Overrun | None = None
        self._newest = ""  # process when the watch began
        self._asked = b""
        self._words = b""
        self._memory = 0  # bytes, resident, of the tree: the most that was seen
        self._status: int | None = None  # of the worker that has ended
        self._peak = 0  # bytes, resident, it had at most
        self._tree: list[psutil.Process] = []
        self._listed = 0.0  # when, of time.monotonic
        self._selector = selectors.DefaultSelector()
        self._end = exit_descriptor(worker)
        for descriptor in (control.fileno(), output, self._end):
            if descriptor >= 0:
                self._selector.register(descriptor, selectors.EVENT_READ)

    def watch(self) -> None:
        """Watch until the worker has ended or the supervisor has gone; leave nothing alive."""
        pause: float | None = None
        self._tell(pids=[os.getpid(), self._worker])
        while True:
            ready = {key.fd for key, _ in self._selector.select(pause)}
            if self._output in ready:
                self._drain()
            if self._control.fileno() in ready and not self._obey():
                end_all()
                return
            if self._has_ended():
                self._report()
                return
            pause = self._look() if self._limits else None if self._end >= 0 else SELDOM

    def _has_ended(self) -> bool:
        if self._status is None:
            ended, status, usage = os.wait4(self._worker, os.WNOHANG)
            if ended:
                self._status, self._peak = status, usage.ru_maxrss * MAXRSS
        return self._status is not None

    def _drain(self) -> None:
        data = os.read(self._output, 1 << 20)
        self._words = (self._words + data)[-LAST_WORDS:]
        if not data:
            self._selector.unregister(self._output)

    def _obey(self) -> bool:
        """Do what the supervisor says; whether it is still there."""
        data = self._control.recv(1 << 16)
        *lines, self._asked = (self._asked + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "watch" in message:
                self._begin(Limits(**message["watch"]))
            elif "end" in message:
                send(signal.SIGKILL, descendants())
            elif not (self._has_ended() or self._overrun):  # then its end is the answer
                self._limits = None
                clean = self._newest and newest() == self._newest
                self._tell(swept=[] if clean else end_all(spared=self._worker))
        return bool(data)

    def _begin(self, limits: Limits) -> None:
        self._limits, self._newest = limits, newest()
        if self._group is not None:
            with suppress(OSError):  # it is a backstop
                self._group.limit(limits.memory)

    def _tell(self, **message: Any) -> None:
        with suppress(OSError):  # a supervisor that has gone is seen when reading
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def _look(self) -> float:
        """Hold the worker to its limits; seconds until the next look."""
        assert self._limits
        beat = self._pulse.look()
        if beat.phase is Phase.REST and not self._overrun:
            return SELDOM
        left, found = -beat.overrun, None
        if not left <= max(self._limits.seconds, LONGEST_PREPARATION):
            found = "ERROR", "ended from outside: it wrote over what shows its time"
        elif left <= -PATIENCE:
            late = "its preparation took too long" if beat.phase is Phase.PREPARE else ""
            found = "TIMEOUT", late or "ended from outside: it overran its limit"
        if self._limits.memory or self._limits.cpu_seconds:
            measured, bound = self._measure(beat, self._limits)
            left, found = min(left, bound), measured or found
        if found and not self._overrun:
            self._overrun = Overrun(*found, monotonic() + GRACE)
            send(signal.SIGTERM, descendants())
        if self._overrun and monotonic() >= self._overrun.kill_at:
            send(signal.SIGKILL, descendants())
        return min(max(left, OFTEN), SELDOM)

    def _measure(self, beat: Beat, limits: Limits) -> tuple[tuple[str, str] | None, float]:
        """What the tree has overrun, if anything, and seconds in which it cannot overrun more."""
        if monotonic() > self._listed + SELDOM:
            self._tree, self._listed = descendants(), monotonic()
        used = usage(self._tree)
        self._memory = max(self._memory, used.memory)
        memory, cpu = limits.memory or inf, limits.cpu_seconds or inf
        if used.memory > memory * EXCESS and self._overrun:
            self._overrun.kill_at = 0.0
        found = None
        if used.memory > memory:
            found = "MEMOUT", f"ended from outside: it used {used.memory >> 20} MiB of memory"
        elif used.cpu - beat.cpu > cpu + PATIENCE:
            found = "TIMEOUT", "ended from outside: it overran its limit of CPU time"
        threads = os.cpu_count() or 1
        return found, min((memory - used.memory) / FASTEST, (cpu + beat.cpu - used.cpu) / threads)

    def _report(self) -> None:
        """Say how the worker ended, and leave nothing of it."""
        assert self._status is not None
        left = end_all()
        os.set_blocking(self._output, False)
        with suppress(OSError):  # nothing more to read, or closed
            while data := os.read(self._output, 1 << 20):
                self._words = (self._words + data)[-LAST_WORDS:]
        beat = self._pulse.look()
        outcome, reason = self._autopsy(os.waitstatus_to_exitcode(self._status))
        if left:
            reason += f"; processes left behind, and ended: {', '.join(left)}"
        self._tell(
            ended={
                "outcome": outcome,
                "reason": reason,
                "peak_memory": max(self._peak, self._memory) or None,
                "overrun": self._overrun is not None,
                "words": "" if self._overrun else self._said(),
                "place": beat.place,
                "wall_time": None if beat.phase is Phase.REST else monotonic() - beat.began,
            }
        )

    def _autopsy(self, code: int) -> tuple[str, str]:
        if self._overrun:
            return self._overrun.outcome, self._overrun.reason
        if code >= 0:
            return "ERROR", f"exited with code {code}"
        number = -code
        reason = f"ended by the signal {signal.Signals(number).name}"
        if number == signal.SIGKILL and self._group is not None and self._group.overrun():
            return "MEMOUT", "ended by the kernel: its control group had used its memory"
        if number == signal.SIGXCPU:
            return "TIMEOUT", reason
        if number == signal.SIGABRT and self._wanted_memory():
            return "MEMOUT", reason
        return "KILLED" if number in (signal.SIGKILL, signal.SIGTERM) else "ERROR", reason

    def _said(self) -> str:
        return self._words.decode(errors="replace").strip()[-300:]

    def _wanted_memory(self) -> bool:
        """Whether a worker that aborted did so for want of memory."""
        if not self._limits or not self._limits.memory:
            return False
        told = any(word in self._said().lower() for word in _OUT_OF_MEMORY)
        return told or self._memory > 0.9 * self._limits.memory
