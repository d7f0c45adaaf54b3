"""The worker: the process in which one solver runs, apart from the harness's clock and memory.

It solves one tiny puzzle untimed, reports `ready`, and then answers the batches of questions that
come pickled on a pipe.  Its messages are JSON lines on another pipe: for each question a `grid` as
soon as one is yielded, and `end` with the claims and their cost; before them whether it prepares
something, which may take longer than the limit of a question.  Standard output is no part of this:
what a library prints goes to the watchdog.  The worker shows what it is doing in its
heartbeat (bench/isolation/heartbeat.py), where the watchdog reads it (bench/isolation/watchdog.py);
the watchdog sends SIGTERM when the time is over.

A worker is forked by a fork server that has imported the library already
(bench/isolation/fork_server.py), or is an interpreter of its own: `python -m
accord.bench.isolation.worker QUESTIONS ANSWERS HEARTBEAT SOLVER PARENT`.
"""

import gc
import json
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO, NoReturn, TextIO

from accord.bench.isolation.answering import Responder, in_words
from accord.bench.isolation.heartbeat import Heartbeat
from accord.bench.isolation.terms import Question
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import Selection, backends, usable

WARM_UP_SECONDS = 2.0


def main() -> None:
    """Be a worker with an interpreter of its own."""
    *descriptors, solver, _ = sys.argv[1:]
    questions, answers, page = map(int, descriptors)
    heartbeat = Heartbeat(os.fdopen(page, "r+b"))
    for descriptor in (questions, answers, page):
        os.set_inheritable(descriptor, False)  # a program that the solver starts needs none
    work(solver, questions, answers, heartbeat)


def work(
    solver: Selection | str, questions: int, answers: int, heartbeat: Heartbeat, warm: bool = True
) -> NoReturn:
    """Answer questions until there are no more; then this process ends.

    Args:
        solver: which one.
        questions: descriptor of the pipe they come from.
        answers: descriptor of the pipe for the answers.
        heartbeat: shared with the watchdog.
        warm: solve a tiny puzzle first.
    """
    with os.fdopen(answers, "w", encoding="ascii") as channel:
        try:
            selection = usable(solver) if isinstance(solver, str) else solver
            if warm:
                warm_up(selection)
            gc.collect()
            gc.freeze()
        except BaseException as error:
            _send(channel, failed=in_words(error))
            os._exit(1)
        _send(channel, ready=True)
        heartbeat.own()
        responder = Responder(selection, channel, heartbeat)
        signal.signal(signal.SIGTERM, responder.give_up)
        signal.signal(signal.SIGINT, lambda *_: None)  # the supervisor handles Ctrl-C
        for batch in _read(os.fdopen(questions, "rb")):
            responder.answer(batch)
    os._exit(0)


def _read(questions: BinaryIO) -> Iterator[tuple[Question, ...]]:
    with suppress(EOFError):
        while True:
            yield pickle.load(questions)


def _send(channel: TextIO, **message: Any) -> None:
    channel.write(json.dumps(message) + "\n")
    channel.flush()


def warm_up(selection: Selection) -> None:
    """Import what the first run would import, so that no run's time includes it.

    What compiles its code does so when it is prepared, for which there is more time.
    """
    warnings.simplefilter("ignore")
    for need in selection.backend.needs:
        if need.module:
            import_module(need.module)
    from_here = selection.name in backends()  # one from outside is called for real questions only
    if from_here and not selection.backend.compiled:
        puzzle = Puzzle(shape(4), Grid([0] * 16))
        with suppress(UnsupportedError):
            settings = selection.settings
            answer(selection.backend, puzzle, limit=1, seconds=WARM_UP_SECONDS, **settings)


if __name__ == "__main__":
    main()
