"""Messages between the processes of the harness: JSON objects, one a line, and the exit report.

A sender writes a line at once.  A reader never blocks: it takes what is there, and half a line is
no message yet.  Nothing that comes from a worker is trusted: a line that is no JSON object is an
error, and so is one that is longer than any message of a worker.
"""

import json
import os
import socket
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LONGEST_MESSAGE = 64 * 2**20  # bytes; more than any message of a worker has

Message = dict[str, Any]


class NonsenseError(Exception):
    """What comes out of the pipe is no message."""


@dataclass(frozen=True)
class ExitReport:
    """How a process ended, and what the run that was going on had used by then."""

    outcome: str
    reason: str
    output: str = ""  # the last of what it printed
    overrun: bool = False  # it was ended from outside, at a limit
    lost: bool = False  # its watchdog ended before it
    place: int = 0  # of the run in its batch
    wall_time: float | None = None  # seconds
    cpu_time: float | None = None  # seconds, of the whole tree
    peak_memory: int | None = None  # bytes, resident, of the whole tree

    @property
    def explanation(self) -> str:
        """The reason, and the last output."""
        return self.reason + (f"; its last output: {self.output}" if self.output else "")


WATCHDOG_KILLED = ExitReport("KILLED", "its watchdog was killed", lost=True)


def send_message(channel: socket.socket, **message: Any) -> None:
    """Send a message.

    Raises:
        OSError: the other end has gone.
    """
    channel.sendall(json.dumps(message).encode() + b"\n")


class MessageReader:
    """Messages from a descriptor."""

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
            message = json.loads(self._lines.popleft().decode())
        except (ValueError, RecursionError):
            raise NonsenseError from None
        if not isinstance(message, dict):
            raise NonsenseError
        return message

    def waiting(self) -> Iterator[Message]:
        """All messages that were read.

        Raises:
            NonsenseError: one is none.
        """
        while (message := self.next()) is not None:
            yield message
