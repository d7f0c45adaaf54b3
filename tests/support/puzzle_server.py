"""A server of puzzles on this machine, which follows the contract of youdosudoku.com, or breaks it.

A test says what each path answers: bytes, an error, or a function that takes the handler.  What
was asked is on record.
"""

import json
import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from typing import Any

from format_samples import NAKED

NAKED_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

Answer = bytes | int | Callable[["Handler"], None]  # a body, a status, or what answers


@dataclass
class PuzzleServer:
    """A server that runs, where it is, and what it was asked."""

    url: str
    answers: dict[str, Answer]
    asked: list[tuple[str, str, Any]] = field(default_factory=list)  # method, path, JSON

    def at(self, path: str) -> str:
        return f"{self.url}{path}"


class Handler(BaseHTTPRequestHandler):
    """Answers as the server's table says."""

    protocol_version = "HTTP/1.1"
    puzzles: PuzzleServer

    def do_GET(self) -> None:
        self.reply("GET", None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.reply("POST", json.loads(body))

    def reply(self, method: str, said: Any) -> None:
        self.puzzles.asked.append((method, self.path, said))
        self.close_connection = True
        answer = self.puzzles.answers.get(self.path, 404)
        if isinstance(answer, int):
            self.send_error(answer)
        elif isinstance(answer, bytes):
            self.send(answer)
        else:
            answer(self)

    def send(self, body: bytes, length: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def puzzle_server(answers: Mapping[str, Answer]) -> Iterator[PuzzleServer]:
    """A server that runs while the context lasts."""

    class Own(Handler):
        pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Own) as server:
        server.daemon_threads = True
        Own.puzzles = PuzzleServer(f"http://127.0.0.1:{server.server_port}", dict(answers))
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield Own.puzzles
        finally:
            server.shutdown()
            thread.join()


def relabelled(text: str, shift: int) -> str:
    """The same puzzle with other values."""
    others = {str(v): str((v - 1 + shift) % 9 + 1) for v in range(1, 10)}
    return "".join(others.get(character, character) for character in text)


def variant(text: str, number: int) -> str:
    """One of 36 different ones: other values, rows for columns, the last cell first."""
    if number // 9 % 2:
        text = "".join(text[row::9] for row in range(9))
    return relabelled(text[::-1] if number // 18 % 2 else text, number % 9)


def service(different: int = 9, **changes: Any) -> Callable[[Handler], None]:
    """Answers by the contract, with so many different puzzles in turn; changed as a test wants."""

    def answer(handler: Handler) -> None:
        method, _, asked = handler.puzzles.asked[-1]
        if method != "POST" or asked != {**asked, "solution": True, "array": False}:
            handler.send_error(400)
            return
        number = len(handler.puzzles.asked) % different
        said = {
            "difficulty": asked["difficulty"],
            "puzzle": variant(NAKED.replace(".", "0"), number),
            "solution": variant(NAKED_SOLUTION, number),
        }
        handler.send(json.dumps({**said, **changes}).encode())

    return answer


def redirect(target: str, code: int = 302) -> Callable[[Handler], None]:
    def answer(handler: Handler) -> None:
        handler.send_response(code)
        handler.send_header("Location", target)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def endless(handler: Handler) -> None:
    """A body without end, whose length is not said."""
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b"." * 10_000)
    except OSError:
        pass


def drop_by_drop(handler: Handler) -> None:
    """A byte now and then, so that no single read takes long."""
    handler.send_response(200)
    handler.end_headers()
    _drip(handler, b".")


def slow_headers(handler: Handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    _drip(handler, b"X-Header: 1\r\n")


def _drip(handler: Handler, drop: bytes) -> None:
    try:
        for _ in range(1000):
            handler.wfile.write(drop)
            handler.wfile.flush()
            sleep(0.02)
    except OSError:
        pass


def reset(handler: Handler) -> None:
    """The connection broken off, without an answer."""
    linger = struct.pack("ii", 1, 0)
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    handler.connection.close()


def failing(times: int, then: Answer) -> Callable[[Handler], None]:
    """An error of the server so often, and then an answer."""
    left = [times]

    def answer(handler: Handler) -> None:
        left[0] -= 1
        if left[0] >= 0:
            handler.send_error(503)
        elif isinstance(then, bytes):
            handler.send(then)
        else:
            assert callable(then)
            then(handler)

    return answer
