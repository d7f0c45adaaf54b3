"""Models as problems: the file that a student or the teacher has written, and what it says.

A student's file is read in the sandbox (model_reader.py).  It sees accord's readers and kinds, the
packages of this Python, or those that the tasks name, and its own folder; neither collections, nor
the tasks, nor the teacher's model.  The teacher's is read in the same way, with the teacher's
rights.  What comes out is JSON, and read as a stranger's file is.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from signal import SIGTERM
from tempfile import TemporaryFile
from time import sleep
from typing import Any

from accord.bench.grading.packages import PLACE, shown_packages
from accord.bench.grading.submissions import RUNNER, NoSubmissionError
from accord.bench.run.messages import ANY_TEXT
from accord.bench.run.model_file import MOST_PIECES, PIECE
from accord.bench.run.sandbox import interpreter, sandboxed
from accord.bench.run.supervisor import EndedError, Worker
from accord.bench.run.terms import Limits
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read_problem
from accord.puzzles.layout import element_of
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.problem import Problem
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.programs.program import run
from accord.solvers.registry import Selection

READER = Path(__file__).with_name("model_reader.py")
LIBRARY = "/reader"  # where the sandbox has the readers of accord
GRACE = 5.0  # seconds in which a process that is out of time is ended
NAMED = 5  # variables in a sentence


def reading(
    path: Path, file: Path, calls: Path | None, allowed: tuple[str, ...] | None = None
) -> list[str]:
    """The command that reads a model; what the model gets is its standard input.

    Args:
        path: the file or the folder that it sees.
        file: the model.
        calls: the sandbox's filter of system calls; None: it has the rights of the user.
        allowed: the distributions that it sees; None: all.
    """
    if calls is None:
        return [sys.executable, "-I", str(READER), os.pathsep.join(sys.path), str(file)]
    packages = [each for each in sys.path if each.endswith("-packages")] if allowed is None else []
    own = [(_package(name), f"{LIBRARY}/accord/{name}") for name in ("puzzles", "solvers")]
    # where these stand may be hidden with accord
    own += [(str(each), f"{LIBRARY}/{each.name}") for each in (READER, RUNNER)]
    own += shown_packages(allowed or ())
    words = sandboxed(calls, (path, *own), path if path.is_dir() else None, packages)
    paths = os.pathsep.join([LIBRARY, *packages, PLACE])
    return [*words, str(interpreter()), "-I", f"{LIBRARY}/{READER.name}", paths, str(file)]


def _package(name: str) -> str:
    """The folder of a floor of accord."""
    spec = find_spec(f"accord.{name}")
    return next(iter((spec and spec.submodule_search_locations) or ("",)))


def reader_answer(
    worker: Worker, command: Sequence[str], asked: object, limits: Limits
) -> tuple[Any, str]:
    """The problem of a model, or the table that its file makes of a number; and what it printed.

    Args:
        worker: of a solver that has no library.
        command: as `reading` makes it.
        asked: the arguments of the model by name, or the number.
        limits: of reading it.

    Raises:
        NoSubmissionError: it says none.
    """
    whole = Limits(limits.seconds + GRACE, limits.memory, best_effort=limits.best_effort)
    texts = worker.call(
        _output_of,
        [*command],
        json.dumps(asked),
        limits.seconds,
        limits=whole,
        kind=ANY_TEXT,
        least=2,
        most=MOST_PIECES,
    )
    try:
        wrong, printed, *pieces = texts
    except EndedError as error:
        printed, wrong = "", f"The model was not read: {error}"
        if error.report.outcome == "MEMOUT" and limits.memory:
            wrong = f"It used more than {limits.memory >> 20} MiB of memory"
    if wrong:
        raise NoSubmissionError(wrong, "late" if wrong.startswith(LATE) else "failed", printed)
    kind, _, text = "".join(pieces).partition("\n")
    try:
        if kind == "problem":
            return read_problem(text, format="json"), printed
        if kind == "instance":
            return json_value(text), printed
    except (InputError, ValueError) as error:
        kind, text = "fault", f"what it says is no {kind}: {error}"
    wrong = text if kind == "fault" else "It wrote to the result channel."
    raise NoSubmissionError(wrong, printed=printed)


LATE = "The file did not come to an end"


def _output_of(
    chosen: Selection, command: Sequence[str], asked: str, limit: float
) -> Iterator[str]:
    """An error or an empty text, what the model printed, and the reader's output in pieces."""
    budget = Budget(limit)
    budget.resume()
    output = printed = ""
    try:
        with TemporaryFile() as question:  # of any length; arguments of a command have a limit
            question.write(asked.encode())
            question.flush()
            ended = run(command, budget, Path(f"/dev/fd/{question.fileno()}"))
        if ended.code in (-SIGTERM, 128 + SIGTERM):  # the watchdog ends this process next, and
            sleep(GRACE)  # knows why
        output, printed = ended.output, ended.errors
        manner = ended.manner.partition("; its last output: ")[0]  # which is what it printed
        wrong = "" if output else f"It ended without a model: {manner}"
    except GaveUpError:
        wrong, printed = f"{LATE} in {limit:g} s; is there a loop?", budget.printed
    except RuntimeError as error:  # it printed too much
        wrong = f"{error}, expected less"
    yield from (wrong, printed)
    yield from (output[start : start + PIECE] for start in range(0, len(output), PIECE))


def places_of(problem: Problem, arrays: Iterable[str]) -> dict[str, list[int]]:
    """The numbers of a model's variables by array, in the order of their indices."""
    held: dict[str, dict[tuple[int, ...], int]] = {name: {} for name in arrays}
    for number, name in enumerate(problem.names):
        array, index = element_of(name)
        if array in held:
            held[array][index] = number
    return {array: [own[index] for index in sorted(own)] for array, own in held.items()}


def matching(problem: Problem, expected: Mapping[str, list[str]]) -> tuple[int, ...]:
    """The numbers of a model's variables that stand for those of the reference, in their order.

    Elements of an array match by the order of their indices, wherever these begin.

    Args:
        problem: of the model.
        expected: by array the names of the reference's variables.

    Raises:
        NoSubmissionError: there are more or fewer.
    """
    found = places_of(problem, expected)
    for array, names in expected.items():
        if (number := len(found[array])) != len(names):
            missing = [name for name in names if name not in problem.names] if number else names
            raise NoSubmissionError(
                f"Your model has {counted(number, 'variable')} {array}, expected {len(names)}"
                + (f": it says nothing of {listed(missing, most=NAMED)}." if missing else ".")
            )
    return tuple(each for array in expected for each in found[array])
