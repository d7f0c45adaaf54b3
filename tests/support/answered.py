"""What a worker's responder sends, asked in this process: its messages without any pipe."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from unittest.mock import patch

from accord.bench.run import worker
from accord.bench.run.heartbeat import Heartbeat
from accord.bench.run.messages import Message
from accord.bench.run.terms import Question
from accord.solvers.backend import Backend
from accord.solvers.registry import Selection


class AskedHere:
    """A responder, and the messages that it has sent since the last question."""

    def __init__(self, backend: Backend) -> None:
        heartbeat, self._channel = Heartbeat(), StringIO()
        heartbeat.own()
        chosen = Selection("tests", backend, "")
        self.responder = worker.Responder(chosen, self._channel, heartbeat)

    def ask(self, *batch: Question) -> list[Message]:
        """Everything it sends about these questions."""
        self._channel.seek(0)
        self._channel.truncate()
        came = vars(worker)["perf_counter"]()  # which may be a clock of the test's
        self.responder.answer(batch, came)
        return [json.loads(line) for line in self._channel.getvalue().splitlines()]


@contextmanager
def answered(backend: Backend) -> Iterator[AskedHere]:
    """A responder in this process, whose limits and garbage are left as they are."""
    with patch.object(worker, "backstop"), patch.object(worker, "gc"):
        yield AskedHere(backend)
