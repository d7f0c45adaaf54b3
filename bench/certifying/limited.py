"""Certify within a time limit: in a process of its own, which is ended when the limit is over.

A SAT solver that is a library cannot be stopped from inside.  The process is kept for the next
problem, and made anew after it was ended.
"""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from accord.bench.certifying.certify import Certified, UncertifiedError, certify
from accord.puzzles.problem import Problem, Solution


class LimitedCertifier:
    """Who certifies within so many seconds; a context manager."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> "LimitedCertifier":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def certify(
        self, problem: Problem, producer: str, at_most: int, known: Iterable[Solution] = ()
    ) -> Certified:
        """The certificate of a problem: see `accord.bench.certifying.certify.certify`.

        Raises:
            UncertifiedError: not within the limit, or its process died; or as there.
        """
        pipe = self._pipe or self._begin()
        try:
            pipe.send((problem, producer, at_most, [*known]))
            if not pipe.poll(self.seconds):
                self._end()
                raise UncertifiedError(f"{producer} has no proof within {self.seconds:g} s")
            found = pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            self._end()
            raise UncertifiedError(f"{producer} died with exit code {code}") from None
        except BaseException:
            self._end()
            raise
        if isinstance(found, Certified):
            return found
        raise found

    def _begin(self) -> Connection:
        """Start the process, and wait until it is there."""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe.recv()
        return self._pipe

    def _end(self) -> None:
        """End the process, and the program that it runs."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _serve(pipe: Connection) -> None:
    """Certify what comes through a pipe, until it is closed."""
    os.setsid()
    pipe.send("ready")
    with suppress(EOFError):
        while True:
            asked = pipe.recv()
            try:
                made = certify(*asked)
                found: object = replace(made, certificate=replace(made.certificate))
            except Exception as error:
                found = error
            pipe.send(found)
