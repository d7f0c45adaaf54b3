"""The backend that a submission is: a process in the sandbox for each question.

It runs in a worker of bench/run, which holds the limits and measures; the student's own code
runs in a child of that worker and never in it.  A worker finds its solver by a name such as
`file.py:OBJECT`, so `solver_file` writes a file that makes the backend.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from accord.bench.grading import caller
from accord.bench.grading.submissions import Submission, described
from accord.bench.run.sandbox import interpreter, sandboxed, write_filter
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget
from accord.solvers.programs.instances import backend_of

RUNNER = Path(__file__).with_name("runner.py")


def solver_file(submission: Submission, function: str, isolated: bool, folder: Path) -> str:
    """Write a file that makes the backend, and return the solver's name.

    Args:
        submission: one that can be asked.
        function: what a file of Python has to define.
        isolated: whether it runs in the sandbox.
        folder: where the file is written.
    """
    kind = "program" if submission.form != "function" else "function"
    calls = str(write_filter(folder)) if isolated else ""
    arguments = [str(submission.path), str(submission.entry), calls]
    arguments += [function] if kind == "function" else []
    file = folder / "submission.py"
    file.write_text(
        f"from accord.bench.grading.backends import {kind}\n\n"
        f"SUBMISSION = {kind}({', '.join(map(repr, arguments))})\n",
        encoding="utf-8",
    )
    return f"{file}:SUBMISSION"


def function(path: str, entry: str, calls: str, name: str) -> Backend:
    """A function of Python, called once for each puzzle.

    Args:
        path: the file or the folder that it sees.
        entry: its file.
        calls: the sandbox's filter of system calls; empty: there is no sandbox.
        name: of the function.
    """
    command = [str(interpreter()), "-I", str(RUNNER), entry, name]
    if calls:
        start = Path(path) if path != entry else None
        command = [*sandboxed(Path(calls), (path, RUNNER), start), *command]

    def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
        yield from caller.ask(command, puzzle, budget)

    return Backend(solve, engine="submission", model="submission", family="other", enumerates=False)


def program(path: str, entry: str, calls: str) -> Backend:
    """A program that a description says, started for each puzzle.

    Args:
        path: the folder that it sees.
        entry: the description.
        calls: the sandbox's filter of system calls; empty: there is no sandbox.
    """
    description = described(Path(entry), Path(path).parent)
    start = Path(path) if path != entry else None

    def before(values: Mapping[str, str]) -> tuple[str, ...]:
        asked = [values[each] for each in ("cnf", "instance") if each in values]
        return sandboxed(Path(calls), (path, *asked), start)

    return backend_of(replace(description, before=before) if calls else description)
