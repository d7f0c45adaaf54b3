"""Call a function within a time limit: in a process of its own, which is ended when that is over.

A SAT solver that is a library cannot be stopped from inside.  The process is kept for the next
call, and made anew after it was ended.  Mostly it certifies.  What it compiles the first time that
it is used here is compiled before the limit begins: ended in the middle, it would be compiled again
and again.
"""

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from accord.bench.certify.certify import Certified, UncertifiedError, certify
from accord.bench.run.process_tree import die_with
from accord.puzzles.grid import Grid
from accord.puzzles.phrasing import seconds as seconds_in_words
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.deciding import exact


class LimitedCertifier:
    """A process that certifies within a time limit; a context manager."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._process: Any = None
        self._pipe: Connection | None = None

    def __enter__(self) -> "LimitedCertifier":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def is_there(self) -> bool:
        """Whether the process is running."""
        return self._process is not None

    def certify(
        self, problem: Problem, producer: str, at_most: int, known: Iterable[Solution] = ()
    ) -> Certified:
        """The certificate of a problem: see `accord.bench.certify.certify.certify`.

        Raises:
            UncertifiedError: not within the limit, or its process died; or as there.
        """
        try:
            self.call(_prepare, None, problem, producer)
            found = self.call(_certified, self.seconds, problem, producer, at_most, [*known])
        except TimeoutError:
            within = seconds_in_words(self.seconds)
            raise UncertifiedError(f"{producer} has no proof within {within}") from None
        except ChildProcessError as error:
            raise UncertifiedError(f"{producer} {error}") from None
        assert isinstance(found, Certified)
        return found

    def call(
        self, function: Callable[..., object], seconds: float | None, *arguments: object
    ) -> object:
        """Call a function of a module in the process; its value or its exception.

        Raises:
            TimeoutError: it did not within so many seconds, if there is a limit.
            ChildProcessError: its process died; says how.
        """
        pipe = self._pipe or self._begin()
        try:
            pipe.send((function, arguments))
            if not pipe.poll(seconds):
                raise TimeoutError
            found, raised = pipe.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self._process.join()
            code = self._process.exitcode
            self._end()
            raise ChildProcessError(f"died with exit code {code}") from None
        except BaseException:
            self._end()
            raise
        if raised is not None:
            raise raised
        return found

    def _begin(self) -> Connection:
        """Start the process, and wait until it is ready."""
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe.recv()
        return self._pipe

    def _end(self) -> None:
        """End the process and the program it runs."""
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _certified(*asked: Any) -> Certified:
    """Certify; the certificate without the values that it caches."""
    made = certify(*asked)
    return replace(made, certificate=replace(made.certificate))


def _prepare(problem: Problem, producer: str) -> None:
    """Compile the code for searching and certifying, where that was never done."""
    _certify_once(producer)
    backend = exact()
    if backend.prepare and isinstance(problem, Puzzle) and not backend.unsupported(problem):
        backend.prepare(problem)


@cache
def _certify_once(producer: str) -> None:
    """Certify the smallest puzzle whose proof has a conflict, to compile all code."""
    with suppress(Exception):  # of a producer that takes no puzzles
        certify(Puzzle(shape(4), Grid([1, 0, 0, 0, 0, 1, *[0] * 10])), producer, 1)


def _serve(pipe: Connection, parent: int) -> None:
    """Call the functions named in a pipe, until it is closed or the parent ends."""
    os.setsid()
    die_with(parent)
    pipe.send("ready")
    with suppress(EOFError):
        while True:
            function, arguments = pipe.recv()
            found = raised = None
            try:
                found = function(*arguments)
            except Exception as error:
                raised = error
            pipe.send((found, raised))
