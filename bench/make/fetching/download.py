"""A request over http or https, bounded in bytes and in time.

Python's own urllib, with the handlers for http and https alone: no redirection is followed.  The
time is that of the whole answer, also where a server sends a byte now and then: before each read
the socket gets the time that is left.  A server that fails (5xx, 429, a broken connection) is asked
again, as often as TRIES says.
"""

import http.client
import urllib.error
import urllib.request
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
_PASSING = (429, 500, 502, 503, 504)


class FetchError(InputError):
    """Something could not be fetched; says from where, what was found and what was expected."""


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
    ):
        opener.add_handler(handler())
    opener.addheaders = [("User-Agent", f"accord/{VERSION}")]
    return opener


def answer_to(url: str, sent: bytes, most: int, seconds: float) -> bytes:
    """The answer to a POST of JSON.

    Args:
        url: of http or https.
        sent: the JSON.
        most: bytes that the answer may have.
        seconds: for the whole answer.

    Raises:
        FetchError: there is no answer, or it is larger or slower than is allowed.
    """
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise FetchError(f"found {url!r}, expected an address as https://...")
        with _opened(url, sent, monotonic() + seconds) as answer:
            found = answer.read(most + 1)
    except FetchError:
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:  # a name that is no host's
        raise FetchError(f"{url}: {_reason(error, seconds)}") from None
    if len(found) > most:
        raise FetchError(f"{url}: found more than {most:,} bytes, expected at most that")
    return found


def _opened(url: str, sent: bytes, deadline: float) -> IO[bytes]:
    """The answer before its first byte; asked for again where the server fails."""
    headers = {"Content-Type": "application/json"}
    for number in range(1, TRIES + 1):
        try:
            left = max(0.01, deadline - monotonic())
            request = urllib.request.Request(url, sent, headers)
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


def _reason(error: Exception, seconds: float) -> str:
    """Why there is no answer, in words."""
    reason = getattr(error, "reason", None)
    if isinstance(error, urllib.error.HTTPError):
        return f"found the status {error.code} {visible(str(reason))}, expected 200"
    if isinstance(error, TimeoutError) or isinstance(reason, TimeoutError):
        return f"found no whole answer within {seconds:g} s"
    words = reason or error
    strerror = getattr(words, "strerror", None)
    return f"found no answer: {strerror or visible(str(words)) or type(error).__name__}"
