"""The backend that asks a student's function: one process for each puzzle (runner.py).

The puzzle is written to the process when it has loaded the student's file, and not before, so that
the start of the interpreter and imports are no part of the time, and nothing can be prepared.  The
time ends when the answer is there.

Its answer is one line.  The process may write there what it likes: a line is a solution, which is
verified, or the claim that there is none; there is nothing else to be said on that channel.

What a board says all of, is asked as a board, a list of rows.  Any other problem is asked as its
JSON, and answered by a value for each variable; of one with an objective the answer is the best.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle
from accord.solvers.interface import Budget, GaveUpError
from accord.solvers.programs.external import unsaid
from accord.solvers.programs.program import Program

LONGEST_ANSWER = 1 << 20  # bytes; a 36x36 has 5,000
SHOWN = 60  # characters of what is no grid


class SubmissionError(Exception):
    """A fault of a submission, in words for its author."""


class LoadingError(Exception):
    """A submission's file that cannot be loaded; says why."""


def ask(command: Sequence[str], problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Call the function once; what it prints is in `budget.printed`.

    Args:
        command: that runs runner.py.
        problem: its board, or its JSON, is what the function gets.
        budget: its phase `encode` is the loading of the file, `search` the call; `decode` begins
            when the process says that it is ready, and does not where the file is not loaded.

    Raises:
        SubmissionError: it does not answer as it should.
        GaveUpError: the time is over, or the file was not loaded.
    """
    if isinstance(problem, Puzzle) and not unsaid(problem):
        size, givens = problem.size, [*problem.givens]
        asked = json.dumps([givens[start : start + size] for start in range(0, size**2, size)])
        read: Callable[[object], Solution] = partial(_grid, size=size)
    else:
        asked = problem.without_grid().to_json()
        read = partial(_values, names=problem.names)
    try:
        answer = _answer(command, asked, budget)
    except LoadingError as error:
        raise GaveUpError(f"While its file was loaded: {error}") from None
    if answer is not None:
        yield read(answer)
        if problem.goal is None:
            raise GaveUpError("it returns one grid and no more: ask for 1 solution")


def _answer(command: Sequence[str], question: str, budget: Budget) -> object:
    """The JSON value that the student's function returned."""
    budget.enter("encode")
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w") as questions:
        try:
            with Program(command, budget, Path(f"/dev/fd/{reading}")) as program:
                said = b""
                try:
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
                finally:
                    budget.printed = program.errors
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
        raise SubmissionError(f"The process ended without an answer ({manner})")
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
        raise _no_answer(answer, f"{size} rows of {size} whole numbers from 1 to {size}")
    return Grid(values)


def _values(answer: object, names: Sequence[str]) -> Solution:
    """The values that were returned, by name or in the order of the variables, right or wrong."""
    if isinstance(answer, dict) and answer.keys() == {*names}:
        answer = [answer[name] for name in names]
    values = answer if isinstance(answer, list) else []
    if len(values) != len(names) or not all(type(value) is int for value in values):
        raise _no_answer(answer, f"a whole number for each of {len(names)} variables")
    return tuple(values)


def _no_answer(answer: object, expected: str) -> SubmissionError:
    """The error that an answer is none."""
    text = json.dumps(answer)
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."
    return SubmissionError(
        f"It returned {shown}, expected {expected}, or None where there is no solution."
    )
