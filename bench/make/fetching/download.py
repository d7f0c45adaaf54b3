"""A request over http or https, bounded in bytes, in time and in redirections.

Python's own urllib, with the handlers for http and https alone: a redirection to a file, to ftp or
from https to http is refused.  The time is that of the whole answer, also where a server sends a
byte now and then: before each read the socket gets the time that is left.  A server that fails
(5xx, 429, a broken connection) is asked again, as often as TRIES says.

pooch 1.9, a library for fetching data, was weighed and left: with what it needs it is seven
packages, and it bounds neither bytes nor time and sends no POST; a checksum and a renaming remain.
"""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BufferedReader, RawIOBase
from socket import socket
from ssl import create_default_context
from time import monotonic, sleep
from typing import IO, Any
from urllib.parse import urlsplit

from accord.puzzles.errors import InputError
from accord.puzzles.outside_data import visible
from accord.puzzles.version import VERSION

TRIES = 3
PAUSE = 0.5  # seconds before the second try; twice as long before the third
MOST_REDIRECTIONS = 5
PART = 2**16  # bytes
_PASSING = (429, 500, 502, 503, 504)


class FetchError(InputError):
    """Something could not be fetched; says from where, what was found and what was expected."""


@dataclass(frozen=True)
class FetchLimits:
    """The limits of a download.

    Args:
        size: bytes that it may have; what is unpacked from it may have ten times as many.
        seconds: for the whole answer.
    """

    size: int = 100 * 2**20
    seconds: float = 60.0


class _Timed(RawIOBase):
    """A stream from a socket that ends in an error when its time is over."""

    def __init__(self, sock: socket) -> None:
        self._socket, self._raw = sock, sock.makefile("rb", buffering=0)
        self._deadline = monotonic() + (sock.gettimeout() or 0.0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Answer(http.client.HTTPResponse):
    """An answer whose headers and body have to come in time."""

    def __init__(self, sock: socket, *arguments: Any, **named: Any) -> None:
        super().__init__(sock, *arguments, **named)
        self.fp.close()
        self.fp = BufferedReader(_Timed(sock))


class _Connection(http.client.HTTPConnection):
    response_class = _Answer


class _SecureConnection(http.client.HTTPSConnection):
    response_class = _Answer


class _Http(urllib.request.HTTPHandler):
    def http_open(self, req: Any) -> Any:
        return self.do_open(_Connection, req)


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, req: Any) -> Any:
        return self.do_open(_SecureConnection, req, context=create_default_context())


class _SafeRedirections(urllib.request.HTTPRedirectHandler):
    """Redirections that stay with http and https, and with https once it is used."""

    max_redirections = MOST_REDIRECTIONS

    def redirect_request(self, req: Any, *answer: Any) -> Any:
        newurl = answer[-1]
        old, new = urlsplit(req.full_url).scheme, urlsplit(newurl).scheme
        if new not in ("http", "https") or (old == "https" and new == "http"):
            answer[0].close()
            raise FetchError(f"{req.full_url}: found a redirection to {newurl}, expected {old}")
        return super().redirect_request(req, *answer)


@cache
def _opener() -> urllib.request.OpenerDirector:
    """An opener of http and https addresses, and of nothing else."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        _Http,
        _Https,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
        _SafeRedirections,
    ):
        opener.add_handler(handler())
    opener.addheaders = [("User-Agent", f"accord/{VERSION}")]
    return opener


def is_address(text: str) -> bool:
    """Whether a text is the address of something that may be fetched."""
    try:
        parts = urlsplit(text)
    except ValueError:  # a bracket that is not closed
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def fetched(url: str, limits: FetchLimits, data: bytes | None = None) -> Iterator[bytes]:
    """The answer to a request, in parts.

    Args:
        url: of http or https.
        limits: bytes and seconds for this answer.
        data: JSON to send by POST; without it the request is a GET.

    Raises:
        FetchError: there is no answer, or it is larger or slower than is allowed.
    """
    if not is_address(url):
        raise FetchError(f"found {url!r}, expected an address as https://...")
    deadline = monotonic() + limits.seconds
    try:
        with _opened(url, data, deadline) as answer:
            yield from _parts(url, answer, limits, deadline)
    except FetchError:
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:  # a name that is no host's
        raise FetchError(f"{url}: {_reason(error, limits)}") from None


def _opened(url: str, data: bytes | None, deadline: float) -> IO[bytes]:
    """The answer before its first byte; asked for again where the server fails."""
    headers = {"Content-Type": "application/json"} if data is not None else {}
    for number in range(1, TRIES + 1):
        try:
            left = max(0.01, deadline - monotonic())
            request = urllib.request.Request(url, data, headers)
            answer: IO[bytes] | None = _opener().open(request, timeout=left)
            assert answer is not None
        except (OSError, http.client.HTTPException) as error:
            passing = True
            if isinstance(error, urllib.error.HTTPError):
                error.close()
                passing = error.code in _PASSING
            pause = PAUSE * 2 ** (number - 1)
            if number == TRIES or not passing or monotonic() + pause > deadline:
                raise
            sleep(pause)
        else:
            return answer
    raise AssertionError


def _parts(url: str, answer: Any, limits: FetchLimits, deadline: float) -> Iterator[bytes]:
    length = answer.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > limits.size:
        raise FetchError(f"{url}: found {int(length):,} bytes, expected at most {limits.size:,}")
    size = 0
    while part := answer.read1(PART):
        size += len(part)
        if size > limits.size:
            raise FetchError(f"{url}: found more than {limits.size:,} bytes, expected at most that")
        if monotonic() > deadline:
            raise TimeoutError
        yield part
    if length.isdecimal() and size < int(length):
        raise FetchError(f"{url}: found {size:,} bytes, expected {int(length):,}: it was cut off")


def _reason(error: Exception, limits: FetchLimits) -> str:
    """Why there is no answer, in words."""
    reason = getattr(error, "reason", None)
    if isinstance(error, urllib.error.HTTPError):
        return f"found the status {error.code} {visible(str(reason))}, expected 200"
    if isinstance(error, TimeoutError) or isinstance(reason, TimeoutError):
        return f"found no whole answer within {limits.seconds:g} s"
    words = reason or error
    strerror = getattr(words, "strerror", None)
    return f"found no answer: {strerror or visible(str(words)) or type(error).__name__}"
