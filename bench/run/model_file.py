"""A model file: run in a process of its own, under limits; its problem comes back as JSON.

What the process says is not trusted: it is a problem or an error, as text, and read as such a file
is.  The process is that of a solver of accord's that has no library, so that the same watchdog
holds its limits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from accord.bench.run.messages import ANY_TEXT
from accord.bench.run.supervisor import EndedError, Worker
from accord.bench.run.terms import Limits
from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.files.texts import read_problem
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.models.running import NoModelError, run
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.registry import Selection
from accord.solvers.source import MOST_CODE

LIMITS = Limits(60.0, memory=4 << 30)
HOST = "backtracking-naive"  # imports nothing that a model could meet
PIECE = 1 << 20  # characters of a problem's text in a message
MOST_PIECES = 200
HEAD = 3  # texts before the problem's: an error, the notes, and the model's library


@dataclass(frozen=True)
class ReadModel:
    """The problem of a model file, and what is to be said of it."""

    problem: Problem
    notes: tuple[str, ...]


def read_model(file: Path, settings: Mapping[str, str] | None = None) -> ReadModel:
    """The problem that a model file makes.

    Args:
        file: a program that makes a `Model` of CPMpy or a `Problem` of python-constraint, under any
            one name, or has a function `model` that returns one.
        settings: what that function gets, by name, as texts.

    Raises:
        MalformedPuzzleError: it makes none, or cannot be run; says the line.
    """
    try:
        source = read_outside(file, most=MOST_CODE).decode()
    except (OSError, OutsideFileError, UnicodeDecodeError) as error:
        raise MalformedPuzzleError(f"{file}: found no program: {error}") from None
    program = ModelProgram(str(file), source, tuple((settings or {}).items()))
    try:
        with Worker(HOST) as worker:
            called = worker.call(
                *(_said, program),
                limits=LIMITS,
                kind=ANY_TEXT,
                least=HEAD,
                most=HEAD + MOST_PIECES,
            )
            wrong, notes, library, *pieces = called
    except EndedError as error:
        allowed = f"{LIMITS.seconds:g} s and {(LIMITS.memory or 0) >> 30} GiB"
        raise MalformedPuzzleError(f"{file}: {error}; a model file has {allowed}") from None
    if wrong:
        raise MalformedPuzzleError(wrong)
    problem = replace(program, library=library).attach(read_problem("".join(pieces)))
    return ReadModel(problem, tuple(notes.splitlines()))


def _said(chosen: Selection, program: ModelProgram) -> Iterator[Any]:
    """An error or an empty text, the notes, the library, and the problem's text in pieces."""
    try:
        made = run(program)
    except NoModelError as error:
        yield from (str(error), "", "")
        return
    yield ""
    yield "\n".join(made.notes)
    yield made.library
    text = made.problem.to_json()
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE]
