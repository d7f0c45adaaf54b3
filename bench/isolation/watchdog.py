"""The watchdog: stands between the supervisor and one worker, and ends what overruns its limits.

It is the worker's parent and adopts every orphan among its descendants, so that the worker's whole
tree can be measured and killed, daemons included, without root.  It watches

    wall time    by the worker's heartbeat, so that each run of a batch is watched by itself
    CPU time     of the tree, in ticks of 10 ms; what is reported is measured by the worker
    memory       resident, of the tree; looked at as often as it could be used up meanwhile
    death        of the worker, with its exit code, its signal and its last words

and ends an overrun with SIGTERM, a grace, and SIGKILL to the tree.  Memory has less grace: what
has used a tenth more than its limit is killed at once.  When its supervisor ends, in whatever
way, the pipe between them closes and the watchdog ends everything.  It sleeps while no run is
watched, and costs 0.1 ms of CPU time at each look, at most fifty times a second (and up to 500
times while less than 200 MB are left).

    from the supervisor   {"watch": limits}   until it is asked to sweep
                          {"sweep": true}     end what the runs have left behind
                          {"end": true}       end the worker
    to the supervisor     {"pids": [watchdog, worker]}
                          {"swept": [names], "gone": whether the worker is}
                          {"ended": {"outcome", "reason", "overrun", "words", "place",
                           "wall_time", "cpu_time", "peak_memory"}}
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
from time import monotonic, sleep
from typing import Any, NoReturn

import psutil

from accord.bench.isolation.cgroup import ControlGroup, new_group
from accord.bench.isolation.heartbeat import LONGEST_PREPARATION, Beat, Heartbeat, Phase
from accord.bench.isolation.limits import Limits
from accord.bench.isolation.process_tree import (
    adopt_orphans,
    descendants,
    die_with,
    end_all,
    is_alive,
    name_of,
    newest,
    send,
    signal_name,
    threads,
    usage,
)
from accord.solvers.programs.program import MAXRSS, exit_descriptor

PATIENCE = 0.05  # seconds after a limit in which a solver that keeps time itself may say so
GRACE = 1.0  # seconds between SIGTERM and SIGKILL
EXCESS = 1.1  # times the memory limit, after which there is no grace
FASTEST = 4 * 2**30  # bytes a second; nobody fills memory faster
OFTEN, SELDOM = 0.002, 0.05  # seconds between two looks
FAREWELL = 0.05  # seconds that a thread which was joined may take to disappear
KILLERS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)  # what others send
NAMED = 10  # leftovers, at most
LAST_WORDS = 2000  # bytes of output that are kept
_OUT_OF_MEMORY = ("bad_alloc", "memoryerror", "out of memory", "cannot allocate memory")


def guard(
    control: socket.socket,
    work: Callable[[], None],
    theirs: Sequence[int],
    heartbeat: Heartbeat,
    folder: str,
    above: str = "",
) -> NoReturn:
    """Fork a worker and watch it to its end.  To be called in a process that may go with it.

    Args:
        control: to the supervisor.
        work: what the worker does.
        theirs: descriptors of the worker, which are not open here then.
        heartbeat: of the worker.
        folder: for the worker's files; removed in the end.
        above: the control group below which the worker gets one; none by default.
    """
    os.setsid()
    adopt_orphans()
    output, its_output = os.pipe()
    own, group, before = os.getpid(), _group(above), newest()
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
        counted = newest() != before  # in some sandboxes it is always the same
        Watchdog(control, worker, output, heartbeat, group, counted).watch()
    except BaseException as error:
        with suppress(OSError):
            reason = f"its watchdog failed: {type(error).__name__}: {error}"
            ended = {"outcome": "ERROR", "reason": reason, "lost": True}
            control.sendall(json.dumps({"ended": ended}).encode() + b"\n")
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


def _settle(watchdog: int, output: int, folder: str) -> None:
    """Make this process a worker's: a session, an output and a folder for its files."""
    os.setsid()
    die_with(watchdog)
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


class Watchdog:
    """Watches one worker; made in the watchdog's process."""

    def __init__(
        self,
        control: socket.socket,
        worker: int,
        output: int,
        heartbeat: Heartbeat,
        group: ControlGroup | None = None,
        counted: bool = False,
    ) -> None:
        """Watch nothing yet.

        Args:
            control: to the supervisor.
            worker: the process.
            output: what it prints.
            heartbeat: of the worker.
            group: its control group, if it has one.
            counted: `newest` tells here when a process was made.
        """
        self._control = control
        self._worker = worker
        self._output = output
        self._heartbeat = heartbeat
        self._group = group
        self._limits: Limits | None = None  # nothing is watched
        self._overrun: Overrun | None = None
        self._newest = ""  # process at the end of the latest sweep
        self._counted = counted
        self._spent: dict[psutil.Process, float] = {}  # CPU seconds, as they were seen last
        self._asked = b""
        self._words = b""
        self._memory = 0  # bytes, resident, of the tree: the most that was seen
        self._status: int | None = None  # of the worker that has ended
        self._peak = 0  # bytes, resident, it had at most
        self._cpu = 0.0  # seconds of CPU time it had used, with programs it waited for
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
            try:
                ended, status, used = os.wait4(self._worker, os.WNOHANG)
            except ChildProcessError:  # killed and waited for in a sweep
                self._status = signal.SIGKILL
            else:
                if ended:
                    self._status, self._peak = status, used.ru_maxrss * MAXRSS
                    self._cpu = used.ru_utime + used.ru_stime
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
                self._sweep()
        return bool(data)

    def _sweep(self) -> None:
        """End what the runs have left behind; with it the worker, which could make it again."""
        left: list[str] = []
        clean = bool(self._newest) and newest() == self._newest
        if not clean and (found := self._leftovers()) is not None:
            with suppress(OSError):
                os.killpg(self._worker, signal.SIGKILL)
            self._has_ended()
            left = [*found, *end_all()][:NAMED]
            self._status = signal.SIGKILL  # which is nobody's fault
        self._newest = newest() if self._counted else ""
        self._tell(swept=left, gone=self._status is not None)

    def _leftovers(self) -> list[str] | None:
        """What lives besides the worker; None if nothing was left, dead orphans included."""
        others = [process for process in descendants() if process.pid != self._worker]
        deadline = monotonic() + FAREWELL
        usual = self._heartbeat.threads
        while (more := threads(self._worker) > usual) and monotonic() < deadline:
            sleep(0.001)
        if not (others or more):
            return None
        living = [name_of(process) for process in others if is_alive(process)]
        return [*living, *["a thread"] * more]

    def _begin(self, limits: Limits) -> None:
        self._limits = limits
        self._spent.clear()
        if self._group is not None:
            with suppress(OSError):  # it is a backstop
                self._group.limit(limits.memory)

    def _tell(self, **message: Any) -> None:
        with suppress(OSError):  # a supervisor that has gone is seen when reading
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def _look(self) -> float:
        """Hold the worker to its limits; seconds until the next look."""
        assert self._limits
        self._reap()
        beat = self._heartbeat.look()
        found, left = _overstayed(beat, self._limits)
        if self._limits.memory or self._limits.cpu_seconds:
            measured, bound = self._measure(beat, self._limits)
            left, found = min(left, bound), measured or found
        if found and not self._overrun:
            self._overrun = Overrun(*found, monotonic() + GRACE)
            send(signal.SIGTERM, descendants())
        if self._overrun and monotonic() >= self._overrun.kill_at:
            send(signal.SIGKILL, descendants())
        return min(max(left, OFTEN), SELDOM)

    def _reap(self) -> None:
        """Wait for adopted orphans that have ended, or they would fill the table of processes."""
        if not hasattr(os, "waitid"):  # before Python 3.13 on macOS, where nobody adopts
            return
        looked = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, looked)) and ended.si_pid != self._worker:
                os.waitpid(ended.si_pid, os.WNOHANG)

    def _measure(self, beat: Beat, limits: Limits) -> tuple[tuple[str, str] | None, float]:
        """What the tree has overrun, if anything, and seconds in which it cannot overrun more."""
        if monotonic() > self._listed + SELDOM:
            self._tree, self._listed = descendants(), monotonic()
        used = usage(self._tree)
        self._memory = max(self._memory, used.memory)
        self._spent |= used.each
        spent = max(used.cpu, sum(self._spent.values()))
        memory, cpu = limits.memory or inf, limits.cpu_seconds or inf
        cpu = inf if beat.phase is Phase.REST else cpu + beat.cpu
        if used.memory > memory * EXCESS and self._overrun:
            self._overrun.kill_at = 0.0
        found = None
        if used.memory > memory:
            found = "MEMOUT", f"ended from outside: it used {used.memory >> 20} MiB of memory"
        elif spent > cpu + PATIENCE:
            found = "TIMEOUT", "ended from outside: it overran its limit of CPU time"
        cores = os.cpu_count() or 1
        return found, min((memory - used.memory) / FASTEST, (cpu - spent) / cores)

    def _report(self) -> None:
        """Say how the worker ended, and leave nothing of it."""
        assert self._status is not None
        left = end_all()
        os.set_blocking(self._output, False)
        with suppress(OSError):  # nothing more to read, or closed
            while data := os.read(self._output, 1 << 20):
                self._words = (self._words + data)[-LAST_WORDS:]
        beat = self._heartbeat.look()
        outcome, reason = self._exit_report(os.waitstatus_to_exitcode(self._status))
        if left:
            reason += f"; processes left behind, and ended: {', '.join(left)}"
        ran = beat.phase is not Phase.REST
        spent = max(self._cpu, sum(self._spent.values())) - beat.cpu
        self._tell(
            ended={
                "outcome": outcome,
                "reason": reason,
                "peak_memory": max(self._peak, self._memory) or None,
                "overrun": self._overrun is not None,
                "words": "" if self._overrun else self._said(),
                "place": beat.place,
                "wall_time": monotonic() - beat.began if ran else None,
                "cpu_time": max(0.0, spent) if ran or self._overrun else None,
            }
        )

    def _exit_report(self, code: int) -> tuple[str, str]:
        if self._overrun:
            return self._overrun.outcome, self._overrun.reason
        if code >= 0:
            return "ERROR", f"exited with code {code}"
        number = -code
        reason = f"ended by the signal {signal_name(number)}"
        if number == signal.SIGKILL and self._group is not None and self._group.overrun():
            return "MEMOUT", "ended by the kernel: its control group had used its memory"
        if number == signal.SIGXCPU:
            return "TIMEOUT", reason
        if number == signal.SIGABRT and self._wanted_memory():
            return "MEMOUT", reason
        return "KILLED" if number in KILLERS else "ERROR", reason

    def _said(self) -> str:
        return self._words.decode(errors="replace").strip()[-300:]

    def _wanted_memory(self) -> bool:
        """Whether a worker that aborted did so for want of memory."""
        if not self._limits or not self._limits.memory:
            return False
        told = any(word in self._said().lower() for word in _OUT_OF_MEMORY)
        return told or self._memory > 0.9 * self._limits.memory


def _overstayed(beat: Beat, limits: Limits) -> tuple[tuple[str, str] | None, float]:
    """Whether what a worker does has taken too long, and the seconds it has left."""
    if beat.phase is Phase.REST:
        return None, SELDOM
    left = -beat.overrun
    if not left <= max(limits.seconds, LONGEST_PREPARATION):
        return ("ERROR", "ended from outside: it wrote over what shows its time"), left
    if left > -PATIENCE:
        return None, left
    late = "its preparation took too long" if beat.phase is Phase.PREPARE else ""
    return ("TIMEOUT", late or "ended from outside: it overran its limit"), left
