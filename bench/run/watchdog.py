"""The watchdog: stands between the supervisor and one worker, and ends what overruns its limits.

It is the worker's parent and adopts every orphan among its descendants, so that the worker's whole
tree can be measured and killed, daemons included, without root.  It watches

    wall time    by the worker's heartbeat, so that each run of a batch is watched by itself
    CPU time     of the tree, in ticks of 10 ms; what is reported is measured by the worker
    memory       resident, of the tree; measured as often as it could be used up meanwhile
    death        of the worker, with its exit code, its signal and its last output

and ends an overrun with SIGTERM, a grace, and SIGKILL to the tree.  Memory has less grace: what
has used a tenth more than its limit is killed at once.  When its supervisor ends, in whatever
way, the pipe between them closes and the watchdog ends everything.  Costs:
docs/explanation/measuring.md.

    from the supervisor   {"watch": limits}   until it is asked to sweep
                          {"cut": seconds, "of": place}    end that run of the batch earlier
                          {"sweep": true}     end what the runs have left behind
                          {"end": true}       end the worker
    to the supervisor     {"pids": [watchdog, worker]}
                          {"swept": [names], "gone": whether the worker is, "used": CPU seconds}
                          {"ended": an exit report}
"""

import os
import selectors
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any, NoReturn

from accord.bench.run.cgroup import ControlGroup, new_group
from accord.bench.run.cutoff import NOT_WAITED_FOR
from accord.bench.run.heartbeat import LONGEST_PREPARATION, Beat, Heartbeat, Phase
from accord.bench.run.messages import ExitReport, MessageReader, last_output, send_message
from accord.bench.run.process_tree import (
    TreeMeter,
    adopt_orphans,
    descendants,
    die_with,
    end_all,
    is_alive,
    manner_of,
    name_of,
    newest,
    send,
    threads_beyond,
    tree_time,
)
from accord.bench.run.shared_segments import own_namespace
from accord.bench.run.terms import Limits
from accord.solvers.programs.program import MAXRSS, exit_descriptor

if sys.platform != "win32":
    import fcntl

REPORT_TIME = 0.05  # seconds after a limit in which a solver that keeps time itself may report it
GRACE = 1.0  # seconds between SIGTERM and SIGKILL
EXCESS = 1.1  # times the memory limit, after which there is no grace
PIPE = 1 << 20  # bytes of output that may wait
FASTEST = 4 * 2**30  # bytes a second; no process fills memory faster
OFTEN, SELDOM = 0.002, 0.05  # seconds between two looks
JOINED = 0.05  # seconds that a thread which was joined may take to disappear
NAMED = 10  # leftovers, at most
KEPT = 1 << 14  # bytes of a run's output, of its beginning and of its end
_OUT_OF_MEMORY = ("bad_alloc", "memoryerror", "out of memory", "cannot allocate memory")


def fork_and_watch(
    control: socket.socket,
    work: Callable[[], None],
    descriptors: Sequence[int],
    heartbeat: Heartbeat,
    folder: str,
    above: str = "",
) -> NoReturn:
    """Fork a worker and watch it to its end.  To be called in a process that may go with it.

    Args:
        control: to the supervisor.
        work: what the worker does.
        descriptors: of the worker, closed here.
        heartbeat: of the worker.
        folder: for the worker's files; removed in the end.
        above: the control group below which the worker gets one; none by default.
    """
    os.setsid()
    adopt_orphans()
    output, its_output = _output_pipe()
    alone = own_namespace()
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
    for descriptor in (its_output, *descriptors):
        os.close(descriptor)
    try:
        counted = newest() != before  # in some sandboxes it is always the same
        watchdog = Watchdog(control, worker, output, heartbeat, group, counted, alone)
        try:
            watchdog.watch()
        finally:
            watchdog.end()
    except BaseException as error:
        with suppress(OSError):
            reason = f"its watchdog failed: {type(error).__name__}: {error}"
            send_message(control, ended=asdict(ExitReport("ERROR", reason, lost=True)))
    finally:
        end_all()
        if group is not None:
            group.kill()
            group.remove()
        rmtree(folder, ignore_errors=True)
        os._exit(0)


def _output_pipe() -> tuple[int, int]:
    """A pipe for the worker's output, enlarged where the system permits.

    One of the usual 64 KiB is full at once: the worker waits for the watchdog, which on a busy
    machine waits for its turn, 16,000 times where 1 GB is printed.
    """
    reading, writing = os.pipe()
    if sys.platform == "linux":
        with suppress(OSError):  # too many large ones
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE)
    return reading, writing


def _group(above: str) -> ControlGroup | None:
    with suppress(OSError):
        return new_group(Path(above)) if above else None
    return None


def _settle(watchdog: int, output: int, folder: str) -> None:
    """Make this process a worker: with its own session, output and temporary folder."""
    os.setsid()
    die_with(watchdog)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ["TMPDIR"] = tempfile.tempdir = folder


@dataclass(frozen=True)
class Overrun:
    """A broken limit for which a run is ended: outcome and reason."""

    outcome: str
    reason: str


@dataclass
class Watchdog:
    """Watches one worker; made in the watchdog's process."""

    control: socket.socket  # to the supervisor
    worker: int  # the process
    output: int  # what it prints
    heartbeat: Heartbeat  # of the worker
    group: ControlGroup | None  # of the worker, if it has one
    counted: bool  # `newest` shows here when a process was made
    alone: bool = False  # it and the worker have IPC of their own

    def __post_init__(self) -> None:
        """Begin with no limits watched."""
        self._requests = MessageReader(self.control.fileno())
        self._printed = b""  # by the present run: the first and the last of it
        self._read = 0  # bytes of output, of all runs
        self._newest = ""  # process at the end of the latest sweep
        self._limits: Limits | None = None  # nothing is watched
        self._cut: tuple[int, float] | None = None  # the place of a run, and the seconds it gets
        self._began = monotonic()  # the batch
        self._place = 0  # in its batch, of the run that was seen last
        self._overrun: Overrun | None = None
        self._kill_at = 0.0  # of time.monotonic, after an overrun
        self._meter = TreeMeter(self.worker, alone=self.alone)
        self._status: int | None = None  # of the worker that has ended
        self._peak = 0  # bytes, resident, it had at most
        self._cpu = 0.0  # seconds of CPU time it had used, with programs it waited for
        self._end = exit_descriptor(self.worker)
        self._selector = selectors.DefaultSelector()
        os.set_blocking(self.output, False)
        for descriptor in (self.control.fileno(), self.output, self._end):
            if descriptor >= 0:
                self._selector.register(descriptor, selectors.EVENT_READ)

    def watch(self) -> None:
        """Watch until the worker has ended or the supervisor has gone."""
        pause: float | None = None  # seconds until the next look
        self._send(pids=[os.getpid(), self.worker])
        while True:
            ready = {key.fd for key, _ in self._selector.select(pause)}
            if self.output in ready and not self._drain():
                self._selector.unregister(self.output)
            if self.control.fileno() in ready and not self._obey():
                return
            if self._has_ended():
                self._report()
                return
            pause = None if self._end >= 0 else SELDOM
            if self._limits:
                pause = self._look(self._limits)

    def end(self) -> list[str]:
        """End all processes and remove their memory files; the names of what was there."""
        self._meter.look_at_files()
        return [*end_all(), *self._meter.files.remove()]

    def _has_ended(self) -> bool:
        if self._status is None:
            try:
                ended, status, used = os.wait4(self.worker, os.WNOHANG)
            except ChildProcessError:  # killed and waited for in a sweep
                self._status = signal.SIGKILL
            else:
                if ended:
                    self._status, self._peak = status, used.ru_maxrss * MAXRSS
                    self._cpu = used.ru_utime + used.ru_stime
        return self._status is not None

    def _drain(self) -> bool:
        """Read output of the worker; whether there was any."""
        data = b""
        self.heartbeat.show_output(self._read, is_reading=True)
        with suppress(OSError):  # nothing more to read, or closed
            data = os.read(self.output, PIPE)
        before, self._read = self._read, self._read + len(data)
        self.heartbeat.show_output(self._read)
        earlier = self.heartbeat.earlier_output - before  # bytes of the data that are another run's
        self._printed = data[earlier:] if earlier >= 0 else self._printed + data
        if len(self._printed) > 2 * KEPT:
            self._printed = self._printed[:KEPT] + b"\n" + self._printed[-KEPT:]
        return bool(data)

    def _obey(self) -> bool:
        """Carry out the supervisor's messages; whether the supervisor is still there."""
        there = self._requests.read()
        for message in self._requests.waiting():
            if "watch" in message:
                self._begin(Limits(**message["watch"]))
            elif "cut" in message:
                self._cut = message["of"], message["cut"]
            elif "end" in message:
                send(signal.SIGKILL, descendants())
            elif not (self._has_ended() or self._overrun):  # then its end is the answer
                self._limits = None
                self._sweep()
        return there

    def _begin(self, limits: Limits) -> None:
        self._limits, self._began, self._cut = limits, monotonic(), None
        self._meter.restart()
        if self.group is not None:
            with suppress(OSError):  # it is a backstop
                self.group.limit(limits.memory)

    def _sweep(self) -> None:
        """End processes left by the runs, and the worker with them, which could start new ones."""
        self._meter.look_at_files()
        left = self._meter.files.segments.remove()
        clean = bool(self._newest) and newest() == self._newest
        if not clean and (found := self._leftovers()) is not None:
            with suppress(OSError):
                os.killpg(self.worker, signal.SIGKILL)
            self._has_ended()
            left = [*left, *found, *end_all()][:NAMED]
            self._status = signal.SIGKILL  # no fault of the solver
        self._newest = newest() if self.counted else ""
        used = tree_time((os.getpid(), self.worker))
        self._send(swept=left, gone=self._status is not None, used=used)

    def _leftovers(self) -> list[str] | None:
        """Names of processes and threads besides the worker; None if there were none."""
        others = [process for process in descendants() if process.pid != self.worker]
        threads = threads_beyond(self.heartbeat.threads, self.worker, JOINED)
        if not (others or threads):
            return None
        living = [name_of(process) for process in others if is_alive(process)]
        return [*living, "a thread"] if threads else living

    def _send(self, **message: Any) -> None:
        with suppress(OSError):  # a supervisor that has gone is seen when reading
            send_message(self.control, **message)

    def _look(self, limits: Limits) -> float:
        """Hold the worker to its limits; seconds until the next look."""
        self._reap()
        beat = self._beat()
        overrun, left = _overstayed(beat, limits)
        if self._cut and (beat.place, beat.phase) == (self._cut[0], Phase.RUN):
            left = min(left, self._cut[1] - (monotonic() - beat.began))
            if left <= 0:
                overrun = overrun or Overrun("TIMEOUT", NOT_WAITED_FOR)
        if limits.memory or limits.cpu_seconds:
            used_up, bound = self._used_up(beat, limits)
            overrun, left = used_up or overrun, min(left, bound)
        if overrun and not self._overrun:
            self._overrun, self._kill_at = overrun, monotonic() + GRACE
            self._meter.look_at_files()
            send(signal.SIGTERM, descendants())
        if self._overrun and monotonic() >= self._kill_at:
            send(signal.SIGKILL, descendants())
        return min(max(left, OFTEN), SELDOM)

    def _beat(self) -> Beat:
        """The worker's heartbeat; the peak is reset where another run of the batch has begun."""
        beat = self.heartbeat.look()
        if beat.place != self._place:
            self._place, self._meter.peak = beat.place, 0
        return beat

    def _reap(self) -> None:
        """Wait for adopted orphans that have ended, so that the process table does not fill."""
        if not hasattr(os, "waitid"):  # before Python 3.13 on macOS, where orphans go to init
            return
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, options)) and ended.si_pid != self.worker:
                os.waitpid(ended.si_pid, os.WNOHANG)

    def _used_up(self, beat: Beat, limits: Limits) -> tuple[Overrun | None, float]:
        """The limit that the tree has overrun, if any, and seconds until it can overrun one."""
        memory, spent = self._meter.measure()
        most, cpu = limits.memory or inf, inf
        if limits.cpu_seconds and beat.phase is not Phase.REST:
            cpu = limits.cpu_seconds + beat.cpu
        if memory > most * EXCESS and self._overrun:
            self._kill_at = 0.0
        overrun = None
        if memory > most:
            reason = f"ended from outside: it used {memory >> 20} MiB of memory"
            overrun = Overrun("MEMOUT", reason)
        elif spent > cpu + REPORT_TIME:
            overrun = Overrun("TIMEOUT", "ended from outside: it overran its limit of CPU time")
        return overrun, min((most - memory) / FASTEST, (cpu - spent) / (os.cpu_count() or 1))

    def _report(self) -> None:
        """Report the worker's end, and end all that it has left."""
        left = self.end()
        while self._drain():
            pass
        beat = self._beat()
        outcome, reason = self._manner()
        if left:
            reason += f"; left behind, and ended: {', '.join(left)}"
        ran = beat.phase is not Phase.REST
        began = max(self._began, beat.began)  # the worker may have written nonsense there
        spent = max(self._cpu, self._meter.cpu) - max(0.0, beat.cpu)
        report = ExitReport(
            outcome,
            reason,
            output="" if self._overrun else last_output(self._printed),
            overrun=self._overrun is not None,
            place=beat.place,
            wall_time=max(0.0, monotonic() - began) if ran else None,
            cpu_time=max(0.0, spent) if ran or self._overrun else None,
            peak_memory=max(self._peak, self._meter.peak) or None,
            used=tree_time([os.getpid()]),
        )
        self._send(ended=asdict(report))

    def _manner(self) -> tuple[str, str]:
        """The outcome and the reason of the worker's end."""
        if self._overrun:
            return self._overrun.outcome, self._overrun.reason
        assert self._status is not None
        code = os.waitstatus_to_exitcode(self._status)
        outcome, reason = manner_of(code)
        if code == -signal.SIGKILL and self.group is not None and self.group.overrun():
            return "MEMOUT", "ended by the kernel: its control group had used its memory"
        if code == -signal.SIGXCPU:
            return "TIMEOUT", reason
        if code == -signal.SIGABRT and self._wanted_memory():
            return "MEMOUT", reason
        return outcome, reason

    def _wanted_memory(self) -> bool:
        """Whether a worker that aborted lacked memory, by its output or its peak."""
        if not self._limits or not self._limits.memory:
            return False
        output = last_output(self._printed).lower()
        printed = any(words in output for words in _OUT_OF_MEMORY)
        return printed or self._meter.peak > 0.9 * self._limits.memory


def _overstayed(beat: Beat, limits: Limits) -> tuple[Overrun | None, float]:
    """The limit of time that the worker's phase has overrun, if any, and the seconds left."""
    if beat.phase is Phase.REST:
        return None, SELDOM
    left = -beat.overrun
    if not left <= max(limits.seconds, LONGEST_PREPARATION):
        return Overrun("ERROR", "ended from outside: it wrote over what shows its time"), left
    if left > -REPORT_TIME:
        return None, left
    late = "its preparation took too long" if beat.phase is Phase.PREPARE else ""
    return Overrun("TIMEOUT", late or "ended from outside: it overran its limit"), left
