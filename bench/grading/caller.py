"""The backend that asks a student's function: one process for each puzzle (runner.py).

The puzzle is written to the process when it has loaded the student's file, and not before, so that
the start of the interpreter and imports are no part of the time, and nothing can be prepared.  The
time ends when the answer is there.

Its answer is one line.  The process may write there what it likes: a line is a grid, which is
verified, or the claim that there is none; there is nothing else to be said on that channel.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.interface import Budget, GaveUpError
from accord.solvers.programs.program import Program

LONGEST_ANSWER = 1 << 20  # bytes; a 36x36 has 5,000
SHOWN = 60  # characters of what is no grid


class SubmissionError(Exception):
    """A fault of a submission, in words for its author."""


class LoadingError(Exception):
    """A submission's file that cannot be loaded; says why."""


def ask(command: Sequence[str], puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """Call the function once.

    Args:
        command: that runs runner.py.
        puzzle: its board is what the function gets.
        budget: its phase `encode` is the loading of the file, `search` the call; `decode` begins
            when the process says that it is ready, and does not where the file is not loaded.

    Raises:
        SubmissionError: it does not answer as it should.
        GaveUpError: the time is over, or the file was not loaded.
    """
    size, givens = puzzle.size, [*puzzle.givens]
    board = [givens[start : start + size] for start in range(0, size * size, size)]
    try:
        answer = _answer(command, json.dumps(board), budget)
    except LoadingError as error:
        raise GaveUpError(f"While its file was loaded: {error}") from None
    if answer is not None:
        yield _grid(answer, size)
        raise GaveUpError("it returns one grid and no more: ask for 1 solution")


def _answer(command: Sequence[str], question: str, budget: Budget) -> object:
    """The JSON value that the student's function returned."""
    budget.enter("encode")
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w") as questions:
        try:
            with Program(command, budget, Path(f"/dev/fd/{reading}")) as program:
                said = b""
                for data in program.output():
                    said += data
                    _expect_short(said)
                    if said.count(b"\n") and not questions.closed:
                        _expect_ready(said)
                        budget.enter("decode")
                        budget.enter("search")
                        with suppress(BrokenPipeError):
                            questions.write(question + "\n")
                            questions.close()
                    if said.count(b"\n") == 2:
                        budget.enter("decode")
        except GaveUpError:
            if not questions.closed:
                raise LoadingError(
                    f"it did not come to an end in {budget.seconds:g} s; is there a loop outside "
                    "of every function?"
                ) from None
            raise
        except RuntimeError as error:  # it printed too much
            raise SubmissionError(f"{error}, expected its answer alone") from None
    return _only_answer(said, program)


def _expect_short(said: bytes) -> None:
    if len(said) > LONGEST_ANSWER:
        raise SubmissionError(f"It wrote more than {LONGEST_ANSWER >> 20} MiB as its answer.")


def _expect_ready(said: bytes) -> None:
    """Refuse a file that could not be loaded."""
    first = _message(said.splitlines()[0])
    if "ready" not in first:
        raise LoadingError(f"{first.get('loading', 'it wrote to the result channel')}")


def _only_answer(said: bytes, program: Program) -> object:
    """The one answer among the lines."""
    lines = said.splitlines()
    if len(lines) < 2:
        manner = f"exit code {program.code}" if program.code >= 0 else f"signal {-program.code}"
        last = f"; it printed: {program.errors.splitlines()[-1]}" if program.errors else ""
        raise SubmissionError(f"The process ended without an answer ({manner}){last}")
    if len(lines) > 2:
        raise SubmissionError(f"It gave {len(lines) - 1} answers, expected one.")
    message = _message(lines[1])
    if "fault" in message:
        raise SubmissionError(str(message["fault"]))
    if "answer" not in message:
        raise SubmissionError("It wrote something else than an answer to the result channel.")
    return message["answer"]


def _message(line: bytes) -> dict[str, object]:
    """A line of JSON; empty where it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _grid(answer: object, size: int) -> Grid:
    """The grid that was returned, right or wrong."""
    rows = answer if isinstance(answer, list) else []
    values = [value for row in rows for value in (row if isinstance(row, list) else [row])]
    fits = len(rows) == size and all(isinstance(row, list) and len(row) == size for row in rows)
    if not fits or not all(type(value) is int and 0 <= value <= size for value in values):
        text = json.dumps(answer)
        shown = text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."
        raise SubmissionError(
            f"It returned {shown}, expected {size} rows of {size} whole numbers "
            f"from 1 to {size}, or None where there is no solution."
        )
    return Grid(values)
