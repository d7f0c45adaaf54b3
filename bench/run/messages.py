"""Messages between the processes of the harness: JSON objects, one a line, and the exit report.

A sender writes a line at once.  A reader never blocks: it takes what is there, and half a line is
no message yet.  Nothing that comes from a process with a solver in it is trusted: a line that is no
JSON object is an error, and so is one that is longer than any message of a worker, or that has
other keys or other values than such a message can have (`expect_fields`).
"""

import json
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from reprlib import Repr
from types import MappingProxyType
from typing import Any, NamedTuple

from accord.puzzles.outside_data import expect_memory
from accord.solvers.budget import is_count
from accord.solvers.programs.reported_error import reported_error

LONGEST_REASON = 500  # characters; a row of the results holds it
SHOWN = 300  # characters of what a process printed last
LONGEST_MESSAGE = 64 * 2**20  # bytes; more than any message of a worker has

Message = dict[str, Any]


class NonsenseError(Exception):
    """A message from the pipe that is malformed, or cannot come now; says what was found."""


class Permitted(NamedTuple):
    """The values that a field of a message may have, in words and as a test."""

    words: str
    holds: Callable[[Any], bool]


def _is_time(value: Any) -> bool:
    return type(value) is float or (type(value) is int and abs(value) < 1 << 63)


def _is_reason(value: Any) -> bool:
    if type(value) is not str or len(value) > LONGEST_REASON:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)


TEXT = Permitted(f"a text of at most {LONGEST_REASON} characters of UTF-8", _is_reason)
ANY = Permitted("any value", lambda value: True)
ANY_TEXT = Permitted("a text", lambda value: type(value) is str)
TRUTH = Permitted("true or false", lambda value: type(value) is bool)
COUNT = Permitted("a whole number from 0 to 2^63-1", is_count)
TIME = Permitted("seconds", _is_time)  # which of them are possible, others say
MOMENT = Permitted("finite seconds", lambda value: _is_time(value) and isfinite(value))
DURATION = Permitted(
    "finite seconds from 0 up", lambda value: _is_time(value) and 0 <= value < 1 << 63
)
LIST = Permitted("a list", lambda value: type(value) is list)
OBJECT = Permitted("an object", lambda value: type(value) is dict)
Fields = Mapping[str, Permitted]
_NONE: Fields = MappingProxyType({})
_brief = Repr()
_brief.maxstring = _brief.maxlong = _brief.maxother = 60


def or_none(each: Permitted) -> Permitted:
    """Values permitted by this, or None."""
    return Permitted(f"{each.words}, or null", lambda value: value is None or each.holds(value))


def list_of(each: Permitted) -> Permitted:
    """Lists of values that are each permitted by this."""
    return Permitted(
        f"a list, in which each is {each.words}",
        lambda value: type(value) is list and all(map(each.holds, value)),
    )


def expect(where: str, found: Any, permitted: Permitted) -> None:
    """Require a value of a message to be permitted.

    Raises:
        NonsenseError: it is not; says where it stands, what it is, and what was expected.
    """
    if not permitted.holds(found):
        raise NonsenseError(f"{where}: found {_brief.repr(found)}, expected {permitted.words}")


def expect_fields(where: str, found: Any, needed: Fields, optional: Fields = _NONE) -> None:
    """Require an object of a message to have these keys, with permitted values, and no others.

    Raises:
        NonsenseError: it has not.
    """
    expect(where, found, OBJECT)
    if missing := needed.keys() - found.keys():
        raise NonsenseError(f"{where}: found no {min(missing)}, expected one")
    for key, value in found.items():
        permitted = needed.get(key) or optional.get(key)
        if permitted is None:
            keys = ", ".join([*needed, *optional])
            raise NonsenseError(f"{where}: found the key {_brief.repr(key)}, expected {keys}")
        expect(f"{where}: {key}", value, permitted)


@dataclass(frozen=True)
class ExitReport:
    """The end of a process: its reason, and what the current run had used by then."""

    outcome: str
    reason: str
    output: str = ""  # the last of what it printed, and the error it reported
    overrun: bool = False  # it was ended from outside, at a limit
    lost: bool = False  # its watchdog ended before it
    place: int = 0  # of the run in its batch
    wall_time: float | None = None  # seconds
    cpu_time: float | None = None  # seconds, of the whole tree
    peak_memory: int | None = None  # bytes, resident, of the whole tree
    used: float | None = None  # CPU seconds of the tree and its watchdog, since they began

    @property
    def explanation(self) -> str:
        """The reason, and the last output."""
        return self.reason + (f"; its last output: {self.output}" if self.output else "")


def last_output(printed: bytes) -> str:
    """The end of what a process has printed, behind the error it reports where that is earlier."""
    text = printed.decode(errors="replace").strip()
    end, error = text[-SHOWN:], reported_error(text)
    if error in " ".join(end.split()):
        return end
    error = error[: SHOWN // 2]  # so that half of it is left for the end
    return f"{error} ... {end[len(error) :]}"


_ENDINGS = ("TIMEOUT", "MEMOUT", "ERROR", "KILLED")
ENDED: Fields = {  # the fields of an exit report
    "outcome": Permitted("how a run is ended", lambda value: value in _ENDINGS),
    "reason": ANY_TEXT,
    "output": ANY_TEXT,
    **dict.fromkeys(("overrun", "lost"), TRUTH),
    "place": Permitted("a whole number", lambda value: type(value) is int),
    **dict.fromkeys(("wall_time", "cpu_time", "used"), or_none(DURATION)),
    "peak_memory": or_none(COUNT),
}
WATCHDOG_KILLED = ExitReport("KILLED", "its watchdog was killed", lost=True)


def send_message(channel: socket.socket, **message: Any) -> None:
    """Send a message.

    Raises:
        OSError: the other end has gone.
    """
    channel.sendall(json.dumps(message).encode() + b"\n")


class MessageReader:
    """A reader of messages from a descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        os.set_blocking(descriptor, False)
        self._lines: deque[bytes] = deque()
        self._rest = bytearray()
        self.taken = 0  # bytes of all messages that were handed on

    def read(self) -> bool:
        """Read the available bytes; whether there may be more."""
        try:
            data = os.read(self.descriptor, 1 << 20)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._rest += data
        if b"\n" in data:
            *lines, self._rest = self._rest.split(b"\n")
            self._lines.extend(map(bytes, lines))
        return bool(data) and len(self._rest) <= LONGEST_MESSAGE

    def next(self) -> Message | None:
        """The next message that was read completely; None if there is none.

        Raises:
            NonsenseError: the line is no message.
        """
        if not self._lines:
            return None
        line = self._lines.popleft()
        self.taken += len(line)
        try:
            expect_memory(line)
        except ValueError as error:
            raise NonsenseError(str(error)) from None
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            raise NonsenseError(f"found {line[:60]!r}, expected a line of JSON") from None
        expect("message", message, OBJECT)
        return dict(message)

    def waiting(self) -> Iterator[Message]:
        """All messages that were read completely.

        Raises:
            NonsenseError: one is none.
        """
        while (message := self.next()) is not None:
            yield message
