"""A solver in a process of its own, so that one that crashes or exits leaves the others measured.

The process is a fresh interpreter, started when the solver is first asked and again after a death:
what it has imported, compiled and prepared stays for the questions that follow.  Questions and
answers go through a socket, as pickles.  The clock runs in the process (contestants.py), so that
neither the socket nor the start, half a second, is counted.  What the solver prints goes nowhere.

`python -m accord.bench.speed.own_process SOCKET SOLVER PARENT` answers until the socket closes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from accord.bench.machine.environment import FIXED
from accord.bench.measuring.process_tree import die_with, manner_of
from accord.bench.speed.contestants import (
    Contestant,
    NoSpeedError,
    TimedAnswers,
    asked_without_garbage,
    in_process,
)
from accord.puzzles import Shape
from accord.solvers.registry import Selection, usable

if TYPE_CHECKING:
    from accord.solvers.many import Grids


def in_own_process(chosen: Selection) -> Contestant:
    """A backend of accord, or another solver, in a process of its own."""
    process = OwnProcess(str(chosen))
    return replace(in_process(chosen), ask=process.ask, end=process.end)


class OwnProcess:
    """The process of a solver; there is none before the first question."""

    def __init__(self, solver: str) -> None:
        self._solver = solver
        self._child: subprocess.Popen[bytes] | None = None

    def ask(self, figure: Shape, givens: Grids, time_limit: float) -> TimedAnswers:
        """What the solver answers, see `Ask`.

        Raises:
            NoSpeedError: it raised something, or its process ended.
        """
        if self._child is None:
            self._start()
        try:
            self._channel.send((figure, givens, time_limit))
            found = self._channel.recv()
        except (EOFError, OSError):
            raise NoSpeedError("ERROR", self._last_words()) from None
        if isinstance(found, TimedAnswers):
            return found
        raise NoSpeedError(*found)

    def _start(self) -> None:
        self._channel, theirs = Pipe()
        # -P: a file of the user's folder must not stand in for a library
        command = [sys.executable, "-P", "-m", __name__, theirs.fileno(), self._solver, os.getpid()]
        with theirs:
            self._child = subprocess.Popen(
                list(map(str, command)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=os.environ | FIXED,
            )

    def _last_words(self) -> str:
        """How the process ended, once it has."""
        assert self._child is not None, "it was asked"
        self._channel.close()
        code = self._child.wait()
        self._child = None
        return manner_of(code)[1]

    def end(self) -> None:
        """End the process, if there is one."""
        if self._child is not None:
            self._child.kill()
            self._last_words()


def main() -> None:
    """Answer for a solver until nobody asks any more."""
    descriptor, solver, parent = sys.argv[1:]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command handles Ctrl-C
    os.set_inheritable(int(descriptor), False)  # a program that the solver starts needs none
    with Connection(int(descriptor)) as channel, suppress(EOFError):
        contestant = in_process(usable(solver))
        while True:
            channel.send(_answers(contestant, *channel.recv()))


def _answers(
    contestant: Contestant, figure: Shape, givens: Grids, time_limit: float
) -> TimedAnswers | tuple[str, str]:
    """The answers; or an outcome and a reason."""
    try:
        return asked_without_garbage(contestant, figure, givens, time_limit)
    except NoSpeedError as out:
        return out.outcome, out.reason
    except BaseException as error:  # SystemExit, for example
        return "ERROR", f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
