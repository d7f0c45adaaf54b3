"""Submissions: what students have handed in, one file or folder for each, and how it is asked.

    ada.py              a function, `solve` unless the tasks say otherwise
    grace/              the same with neighbours: a file `solve.py`, named as the function
    alan/solver.toml    a program in any language, as solvers/programs/descriptions.py has it

Where the tasks ask for models, `ada.py` is a model, and `grace/` has a file for each task, named as
it is, or `model.py`; so are those that end in .mzn, .xml and .json.

A student is named as his file or folder.  What is no submission is one all the same, with the
sentence that says why: a teacher sees everybody, and nobody's files end the marking of others.
Only plain files in a student's own folder are read, and no more of them than a description needs.

The backend that a submission is starts a process in the sandbox for each question.  It runs in a
worker of bench/run, which holds the limits and measures; the student's own code runs in a child of
that worker and never in it.  A worker finds its solver by a name such as `file.py:OBJECT`, so
`solver_file` writes a file that makes the backend.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from accord.bench.grading import caller
from accord.bench.grading.tasks import Assignment
from accord.bench.run.sandbox import interpreter, sandboxed, write_filter
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import OutsideFileError, open_outside
from accord.puzzles.grid import Grid
from accord.puzzles.outside_data import in_a_line
from accord.puzzles.phrasing import listed
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget
from accord.solvers.programs.descriptions import Description, DescriptionError, read_description
from accord.solvers.programs.instances import backend_of

NAMED = 3  # files in a sentence
NOBODY = re.compile(r"[.]|__|README|.*[.]ipynb$", re.IGNORECASE)  # names that are no student's
MODELS = {".py": "Python", ".mzn": "MiniZinc", ".xml": "XCSP3", ".json": "JSON"}  # by ending
UNUSED = ("version", "counters", "all", "exhausted", "distribution", "jar")  # keys, to mark by
_PLAIN_NAME = re.compile(r"\w(?:[\w .,'@+()-]*[\w)])?")


@dataclass(frozen=True)
class Submission:
    """The file or folder of one student, and how it is asked."""

    student: str  # as `name_of` shows him
    path: Path  # what he sees of the file system: his file or his folder
    form: str = ""  # of tasks.FORMS; empty where it is none of them
    entry: Path = Path()  # the file of Python, or the description
    problem: str = ""  # why it cannot be asked, in words


class NoSubmissionError(Exception):
    """A submission cannot be asked; says why, and the state of its mark."""

    def __init__(self, why: str, state: str = "failed") -> None:
        super().__init__(why)
        self.state = state


def submissions(path: Path, assignment: Assignment) -> list[Submission]:
    """The submissions of a folder, or the one that a file or a student's folder is, by name.

    README files and notebooks in a folder are no students.

    Raises:
        InputError: there is nothing.
    """
    if path.is_file() or _is_of_one_student(path, assignment):
        return [_submission(path.resolve(), assignment)]
    if not path.is_dir():
        raise InputError(f"found no {path}, expected a folder of submissions, or one of them")
    entries = sorted(each for each in path.resolve().iterdir() if not NOBODY.match(each.name))
    if not entries:
        raise InputError(f"{path}: found nothing, expected a file or a folder for each student")
    return [*_each_student_once(_submission(each, assignment) for each in entries)]


def _is_of_one_student(folder: Path, assignment: Assignment) -> bool:
    """Whether a folder is a submission: has a file named as the function, or just a program's.

    Of models it is one that holds no folder, and no model but those named as a task or `model`.
    """
    if not folder.is_dir():
        return False
    if assignment.models:  # else it is a class, in which somebody may have called his file so
        own = [each for each in folder.iterdir() if not NOBODY.match(each.name)]
        stems = {each.stem for each in own if each.suffix in MODELS}
        names = {"model", *(task.name for task in assignment.models)}
        return bool(stems) and stems <= names and not any(each.is_dir() for each in own)
    if os.path.lexists(folder / f"{assignment.function}.py"):
        return True
    entries = [each for each in folder.iterdir() if each.suffix in (".py", ".toml")]
    with suppress(DescriptionError, OutsideFileError, OSError):
        return len(entries) == 1 and bool(described(entries[0], folder))
    return False


def _each_student_once(found: Iterator[Submission]) -> Iterator[Submission]:
    """A submission for each student; of several of his none is asked, as nobody knows which."""
    everything = [*found]
    several = Counter(each.student for each in everything)
    of_several: dict[str, list[str]] = {}
    for each in everything:
        if several[each.student] > 1:
            of_several.setdefault(each.student, []).append(name_of(each.path.name))
    for each in everything:
        if several[each.student] == 1:
            yield each
        elif names := of_several.pop(each.student, None):
            problem = f"Found {listed(names, most=NAMED)}, expected one file or folder."
            yield replace(each, form="", problem=problem)


def name_of(name: str) -> str:
    r"""The name of a file as it is shown: in quotes, with escapes, where it is no plain name.

    >>> print(name_of("ada"), name_of("ada: All answers are right.\n"))
    ada 'ada: All answers are right.\n'
    """
    return name if _PLAIN_NAME.fullmatch(name) else repr(name)


def described(entry: Path, folder: Path) -> Description:
    """The program that a student's description says.

    Raises:
        DescriptionError: it says none.
    """
    return read_description(entry, folder, UNUSED)


def _submission(path: Path, assignment: Assignment) -> Submission:
    student = name_of(path.name if os.path.isdir(path) else path.stem)
    try:
        if assignment.models:
            files = [each for task in assignment.models for each in _models_in(path, task.name)]
            forms = [MODELS[each.suffix] for each in files or [path] if each.suffix in MODELS]
            return Submission(student, path, listed(dict.fromkeys(forms)))
        entry = _entry(path, assignment.function)
        return Submission(student, path, _form(path, entry, assignment), entry)
    except NoSubmissionError as error:
        return Submission(student, path, problem=str(error))
    except (OutsideFileError, DescriptionError) as error:
        words = str(error).removeprefix(f"{path.parent}/")  # the rest of the path is no news
        return Submission(student, path, problem=in_a_line(f"{words}."))
    except OSError as error:
        return Submission(student, path, problem=f"It cannot be read: {error.strerror}.")


def model_file(path: Path, task: str) -> Path:
    """The file of a student's model: what is handed in, or in his folder the one named as the task.

    Raises:
        NoSubmissionError: there is none, or several.
        OutsideFileError: it is a link, a pipe or a device, or cannot be read.
    """
    if path.is_symlink():
        raise NoSubmissionError("Found a link, expected a file or a folder.")
    entries = _models_in(path, task) if path.is_dir() else [path]
    if len(entries) != 1 or entries[0].suffix not in MODELS:
        found = listed((name_of(each.name) for each in entries), most=NAMED) or "no model"
        named = f" named {task} or model" if path.is_dir() else ""
        endings = listed(MODELS, "or")
        raise NoSubmissionError(f"Found {found}; expected a file{named} that ends in {endings}.")
    open_outside(entries[0], path.parent).close()
    return entries[0]


def _models_in(folder: Path, task: str) -> list[Path]:
    """The files of a folder that may be a model for a task: named as it is, or else `model`."""
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    models = [each for each in there if each.suffix in MODELS]
    named = ([each for each in models if each.stem == stem] for stem in (task, "model"))
    return next(filter(None, named), [])


def _entry(path: Path, function: str) -> Path:
    """The file of a submission that says how it is asked: plain, and in the student's own folder.

    Raises:
        NoSubmissionError: there is none, or several.
        OutsideFileError: it is a link, a pipe or a device, or cannot be read.
    """
    if path.is_symlink():  # the sandbox would show what it leads to
        raise NoSubmissionError("Found a link, expected a file or a folder.")
    entries = [path] if path.suffix in (".py", ".toml") else []
    what = f"the file {name_of(path.name)}"
    expected = "NAME.py with a function, or a folder"
    if path.is_dir():
        what = "a folder without either"
        expected = f"a file {function}.py, or one .toml that describes a program"
        names = os.listdir(path)
        described_in = [name for name in sorted(names) if name.endswith(".toml")]
        own = f"{function}.py"
        entries = [path / name for name in ([own] if own in names else described_in)]
    if len(entries) != 1:
        found = listed((name_of(each.name) for each in entries), most=NAMED) or what
        raise NoSubmissionError(f"Found {found}; expected {expected}.")
    open_outside(entries[0], path.parent).close()
    return entries[0]


def _form(path: Path, entry: Path, assignment: Assignment) -> str:
    """The form of a submission, of tasks.FORMS.

    Raises:
        NoSubmissionError: it is none that the task accepts.
        DescriptionError: it describes no program.
    """
    form = "function"
    if entry.suffix == ".toml":
        description = described(entry, path.parent)
        form = {"puzzle": "line"}.get(description.input, description.input)
        if description.takes("result"):
            raise NoSubmissionError(
                "The description has {result}; expected a program that prints its answer."
            )
    if form not in assignment.accept:
        accepted = listed(assignment.accept, "or")
        raise NoSubmissionError(f"This is a {form}; the task accepts {accepted} only.")
    return form


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
        f"from accord.bench.grading.submissions import {kind}\n\n"
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
