"""The heartbeat: what a worker shows its watchdog without a message, a page of memory they share.

A watchdog must know what its worker is doing and since when, to the millisecond, also when a run
takes ten microseconds and a message would take longer.  So the worker writes a few numbers where
the watchdog can read them at any time: 0.5 us a beat, no system call, and no way to block.

The watchdog may read while the worker writes, and mix two beats: an old phase with the limits of
the next one.  So it reads until it finds the same twice; `began` differs from beat to beat.

Behind the beat stands which output is whose: the watchdog shows how many bytes it has read, and the
worker, before each question, how many those and what still waits in the pipe are together.
"""

import os
import struct
import sys
from contextlib import suppress
from enum import IntEnum
from mmap import mmap
from time import monotonic, sleep
from typing import IO, NamedTuple

from accord.bench.run.process_tree import threads

if sys.platform != "win32":
    import fcntl
    import termios

LONGEST_PREPARATION = 300.0  # seconds that a worker may take before the clock starts
_BEAT = struct.Struct("=qqddd")  # place, number of the phase, began, allowed, cpu
_NUMBER = struct.Struct("=q")  # what stands alone: the phase in the beat, and what is behind it
_PHASE_AT = 8
_THREADS_AT = _BEAT.size
_READ_AT = _THREADS_AT + _NUMBER.size  # bytes of output, doubled; odd while the watchdog reads
_EARLIER_AT = _READ_AT + _NUMBER.size  # bytes of output that had come before the question
_SIZE = _EARLIER_AT + _NUMBER.size
_READING = 1e-4  # seconds in which the watchdog may have read what it reads
_MOST_READINGS = 1000  # of a page that changes all the time, which no honest worker's does


class Phase(IntEnum):
    """The activity of a worker: at rest, preparing, running ..."""

    REST = 0  # waits for questions, or reports
    PREPARE = 1  # what it does before the clock
    RUN = 2
    REPEAT = 3  # the same question again, for the sake of its times


class Beat(NamedTuple):
    """The contents of a heartbeat's page."""

    place: int  # of the question in its batch
    phase: Phase
    began: float  # seconds, of time.monotonic; later by what its clock stood still
    allowed: float  # seconds that the phase may take
    cpu: float  # seconds of CPU time the worker had used by then, with programs it waited for

    @property
    def overrun(self) -> float:
        """Seconds beyond the time that the phase is allowed; negative before that."""
        return monotonic() - self.began - self.allowed


class Heartbeat:
    """A shared page of memory, made by the watchdog and inherited by the worker."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        """Make a page.

        Args:
            file: that holds it; by default none, and only forked processes can share it.
        """
        self.file = file
        self._owner = 0  # the worker; others may read
        if file is not None:
            os.truncate(file.fileno(), _SIZE)
        self._page = mmap(file.fileno() if file else -1, _SIZE)

    def own(self) -> None:
        """Make this process, which has warmed up, the worker, and show how many threads it has.

        A copy of it that writes here as if it were the worker, ends.
        """
        self._owner = os.getpid()
        self._write(_THREADS_AT, threads(self._owner))

    @property
    def threads(self) -> int:
        """The number of the worker's threads when it had warmed up."""
        return self._number(_THREADS_AT)

    def show_output(self, read: int, is_reading: bool = False) -> None:
        """Write how many bytes of output the watchdog has read, and whether it reads more now."""
        self._write(_READ_AT, 2 * read + is_reading)

    def begin_output(self) -> None:
        """Mark that from now on the worker's output belongs to another question."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):  # a solver may have put anything there
                stream.flush()
        for _ in range(_MOST_READINGS):
            read, waiting = self._number(_READ_AT), _waiting_output()
            if read == self._number(_READ_AT) and not read % 2:
                break
            sleep(_READING)
        self._write(_EARLIER_AT, read // 2 + waiting)

    @property
    def earlier_output(self) -> int:
        """The number of bytes of output that came before the question."""
        return self._number(_EARLIER_AT)

    def _number(self, place: int) -> int:
        (number,) = _NUMBER.unpack_from(self._page, place)
        return int(number)

    def _write(self, place: int, number: int) -> None:
        self._page[place : place + _NUMBER.size] = _NUMBER.pack(number)

    def show(
        self, phase: Phase, place: int, allowed: float, cpu: float, spent: float = 0.0
    ) -> None:
        """Write a phase's beginning or progress; the phase last, so no half-written beat counts.

        Args:
            phase: what it does.
            place: of the question in its batch.
            allowed: seconds that the phase may take.
            cpu: seconds of CPU time that this process had used when the phase began.
            spent: wall seconds that the phase has taken already.
        """
        self.rest()
        beat = _BEAT.pack(place, Phase.REST, monotonic() - spent, allowed, cpu)
        self._page[: _BEAT.size] = beat  # `pack_into` would write zeros first
        _NUMBER.pack_into(self._page, _PHASE_AT, phase)

    def rest(self) -> None:
        """Write that nothing is to be watched."""
        if os.getpid() != self._owner:
            os._exit(1)
        _NUMBER.pack_into(self._page, _PHASE_AT, Phase.REST)

    def look(self) -> Beat:
        """Read the page."""
        seen, again = b"", self._page[: _BEAT.size]
        for _ in range(_MOST_READINGS):
            if seen == again:
                break
            seen, again = again, self._page[: _BEAT.size]
        place, phase, *times = _BEAT.unpack(again)
        known = phase in list(Phase)  # a worker that has written nonsense there is at work
        return Beat(place, Phase(phase) if known else Phase.RUN, *times)


def _waiting_output() -> int:
    """The number of bytes that this process has printed and nobody has read; 0 if unknown."""
    with suppress(OSError):
        return int.from_bytes(fcntl.ioctl(1, termios.FIONREAD, bytes(4)), sys.byteorder)
    return 0
