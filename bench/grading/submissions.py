"""Submissions: what students have handed in, one file or folder for each, and how it is asked.

    ada.py              a function, `solve` unless the tasks say otherwise
    grace/              the same with neighbours: a file `solve.py`, named as the function
    alan/solver.toml    a program in any language, as solvers/programs/descriptions.py has it

Where the tasks ask for models, `ada.py` is a model, and `grace/` has a file for each task, named as
it is, or `model.py`; so are those that end in .mzn, .xml and .json.  Where the tasks allow
notebooks, one that ends in .ipynb is as good as .py.

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
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from shutil import which

from accord.bench.grading import caller
from accord.bench.grading.packages import PLACE, shown_packages
from accord.bench.grading.tasks import Assignment
from accord.bench.run.sandbox import PATH, SYSTEM, interpreter, sandboxed, write_filter
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import OutsideFileError, open_outside, read_outside
from accord.puzzles.grid import Grid
from accord.puzzles.outside_data import in_a_line
from accord.puzzles.phrasing import listed
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, Problem, Solution
from accord.solvers.programs.descriptions import Description, DescriptionError, read_description
from accord.solvers.programs.instances import backend_of

NAMED = 3  # files in a sentence
NOBODY = re.compile(r"[.]|__|README", re.IGNORECASE)  # beginnings of names that are no student's
PYTHON = {".py": "Python", ".ipynb": "notebook"}  # forms of models by ending
MODELS = {**PYTHON, ".mzn": "MiniZinc", ".xml": "XCSP3", ".json": "JSON"}
LONGEST_PROGRAM = 80  # characters of its path in a sentence
LONGEST_LINE = 256  # bytes of the line that names an interpreter
LARGEST = 1 << 20  # bytes of a file in which is looked whether it could be handed in alone
FULL = "1234341221434321"  # a grid: how long a program takes for it is how long it takes to start
START = 1.0  # seconds, the most that the start of a program counts
UNUSED = ("version", "counters", "all", "exhausted", "distribution", "jar")  # keys, to mark by
_IMPORT = re.compile(r"^[ \t\"]*(?:from[ \t]+(\w+)|import[ \t]+(\w[\w.,\t ]*))", re.MULTILINE)
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
    """A submission cannot be asked; says why, the state of its mark, and what it has printed."""

    def __init__(self, why: str, state: str = "failed", printed: str = "") -> None:
        super().__init__(why)
        self.state, self.printed = state, printed


def submissions(path: Path, assignment: Assignment, isolated: bool = True) -> list[Submission]:
    """The submissions of a folder, or the one that a file or a student's folder is, by name.

    README files, hidden ones, folders as __pycache__, and notebooks where the tasks do not allow
    them, are no students.

    Args:
        path: of them, or of it.
        assignment: what is asked.
        isolated: whether they will run in the sandbox.

    Raises:
        InputError: there is nothing.
    """
    if path.is_file() or (path.is_dir() and _is_of_one_student(path, assignment)):
        return [_submission(path.resolve(), assignment, isolated)]
    if not path.is_dir():
        raise InputError(f"found no {path}, expected a folder of submissions, or one of them")
    entries = sorted(_entries(path.resolve(), assignment))
    if not entries:
        raise InputError(f"{path}: found nothing, expected a file or a folder for each student")
    return [*_each_student_once(_submission(each, assignment, isolated) for each in entries)]


def _entries(folder: Path, assignment: Assignment) -> list[Path]:
    """What may be a student's in a folder."""
    out = () if assignment.notebooks else (".ipynb",)
    found = folder.iterdir()
    return [each for each in found if not (NOBODY.match(each.name) or each.suffix in out)]


def _is_of_one_student(folder: Path, assignment: Assignment) -> bool:
    """Whether a folder is a submission: has a file named as one, and nothing else that is one.

    A file that the first imports by its name is a part of it.
    A class is one in which somebody has called his file so.
    """
    there = _entries(folder, assignment)
    own = _named(there, assignment)
    used = _imported(own, folder)
    others = [
        e.name
        for e in there
        if e not in own and e.stem not in used and _stands_alone(e, assignment)
    ]
    if len(others) == 1 and own and own[0].suffix == ".toml":  # it may be what the program is
        return others[0] in " ".join(described(own[0], folder).command)
    return bool(own) and not others


def _imported(files: Sequence[Path], folder: Path) -> set[str]:
    """The first names of the modules that files of Python import."""
    found = set[str]()
    for each in files:
        if each.suffix in PYTHON:
            with suppress(OutsideFileError, OSError):
                text = read_outside(each, folder, most=LARGEST).decode(errors="replace")
                for one, several in _IMPORT.findall(text):
                    found.update({one} if one else re.findall(r"(?:^|,)\s*(\w+)", several))
    return found


def _named(entries: Sequence[Path], assignment: Assignment) -> list[Path]:
    """The files named as a task or `model`; the one description, or else that of the function."""
    if assignment.models:
        names = {"model", *(task.name for task in assignment.models)}
        return [each for each in entries if each.suffix in MODELS and each.stem in names]
    own = [each for each in entries if each.suffix in PYTHON and each.stem == assignment.function]
    programs = [each for each in entries if each.suffix == ".toml"]
    is_one = len(programs) == 1 and _stands_alone(programs[0], assignment)
    return programs if is_one else own


def _stands_alone(path: Path, assignment: Assignment) -> bool:
    """Whether a file or folder could be handed in by itself: defines the function, is a model."""
    function = re.escape("model" if assignment.models else assignment.function)
    defined = rf"^[\s\"]*(def {function}\b|{function} *=)"
    of_models = {".mzn": r"\bsolve\b", ".xml": "<instance", ".json": '"(constraints|givens)"'}
    signs = {**dict.fromkeys(PYTHON, defined), **(of_models if assignment.models else {})}
    with suppress(DescriptionError, OutsideFileError, OSError):
        if path.is_dir() and not path.is_symlink():
            return bool(_named(_entries(path, assignment), assignment))
        if path.suffix == ".toml" and not assignment.models:
            return bool(described(path, path.parent))
        if path.suffix in signs:
            text = read_outside(path, path.parent, most=LARGEST).decode(errors="replace")
            return bool(re.search(signs[path.suffix], text, re.MULTILINE))
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


def _submission(path: Path, assignment: Assignment, isolated: bool) -> Submission:
    student = name_of(path.name if os.path.isdir(path) else path.stem)
    try:
        if assignment.models:
            there = _entries(path, assignment) if path.is_dir() else []
            files = [each for task in assignment.models for each in _models_in(there, task.name)]
            forms = [MODELS[each.suffix] for each in files or [path] if each.suffix in MODELS]
            return Submission(student, path, listed(dict.fromkeys(forms)))
        entry = _entry(path, assignment)
        return Submission(student, path, _form(path, entry, assignment, isolated), entry)
    except NoSubmissionError as error:
        return Submission(student, path, problem=str(error))
    except (OutsideFileError, DescriptionError) as error:
        words = str(error).removeprefix(f"{path.parent}/")  # the rest of the path is no news
        return Submission(student, path, problem=in_a_line(f"{words}."))
    except OSError as error:
        return Submission(student, path, problem=f"It cannot be read: {error.strerror}.")


def model_file(path: Path, task: str, assignment: Assignment) -> Path:
    """The file of a student's model: what is handed in, or in his folder the one named as the task.

    Raises:
        NoSubmissionError: there is none, or several.
        OutsideFileError: it is a link, a pipe or a device, or cannot be read.
    """
    if path.is_symlink():
        raise NoSubmissionError("Found a link, expected a file or a folder.")
    entries = _models_in(_entries(path, assignment), task) if path.is_dir() else [path]
    if len(entries) != 1 or entries[0].suffix not in MODELS:
        found = listed((name_of(each.name) for each in entries), most=NAMED) or "no model"
        named = f" named {task} or model" if path.is_dir() else ""
        endings = listed(MODELS, "or")
        raise NoSubmissionError(f"Found {found}; expected a file{named} that ends in {endings}.")
    open_outside(entries[0], path.parent).close()
    return entries[0]


def _models_in(entries: Sequence[Path], task: str) -> list[Path]:
    """The files of a folder that may be a model for a task: named as it is, or else `model`."""
    models = sorted(each for each in entries if each.suffix in MODELS)
    named = ([each for each in models if each.stem == stem] for stem in (task, "model"))
    return next(filter(None, named), [])


def _entry(path: Path, assignment: Assignment) -> Path:
    """The file of a submission that says how it is asked: plain, and in the student's own folder.

    Raises:
        NoSubmissionError: there is none, or several.
        OutsideFileError: it is a link, a pipe or a device, or cannot be read.
    """
    if path.is_symlink():  # the sandbox would show what it leads to
        raise NoSubmissionError("Found a link, expected a file or a folder.")
    entries = [path] if path.suffix in (*PYTHON, ".toml") else []
    what = f"the file {name_of(path.name)}"
    expected = "NAME.py with a function, or a folder"
    if path.is_dir():
        what = "a folder without either"
        expected = f"a file {assignment.function}.py, or one .toml that describes a program"
        there = sorted(_entries(path, assignment))
        entries = _named(there, assignment) or [e for e in there if e.suffix == ".toml"]
    if len(entries) != 1:
        found = listed((name_of(each.name) for each in entries), most=NAMED) or what
        raise NoSubmissionError(f"Found {found}; expected {expected}.")
    open_outside(entries[0], path.parent).close()
    return entries[0]


def _form(path: Path, entry: Path, assignment: Assignment, isolated: bool) -> str:
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
    if isolated and form != "function":
        _in_sandbox(description.command[0], path)
    return form


def _in_sandbox(program: str, own: Path) -> str:
    """The path of a program in the sandbox, which has the system's and a student's own.

    Raises:
        NoSubmissionError: the sandbox does not have it, or what it is interpreted by.
    """
    found = which(program, path=PATH) or ""
    real, roots = Path(found).resolve(), (own, Path(sys.base_prefix), *map(Path, SYSTEM))
    if not found or not any(real.is_relative_to(each.resolve()) for each in roots):
        name = in_a_line(program.removeprefix(f"{own}/"), LONGEST_PROGRAM)
        raise NoSubmissionError(
            f"Found no program {name} in the sandbox; expected one in {PATH} or in your folder."
        )
    if real.is_relative_to(own):
        with open_outside(real, own.parent) as file:
            first = file.readline(LONGEST_LINE).decode(errors="replace")
        if first.startswith("#!") and (words := first[2:].split()):
            _in_sandbox(words[0], own)
    return found


RUNNER = Path(__file__).with_name("runner.py")
PRINTED = "printed"  # a file beside the solver's


def solver_file(
    submission: Submission, assignment: Assignment, isolated: bool, folder: Path
) -> str:
    """Write a file that makes the backend, and return the solver's name.

    Args:
        submission: one that can be asked.
        assignment: what a file of Python has to define, and which packages it may import.
        isolated: whether it runs in the sandbox.
        folder: where the file is written.
    """
    kind = "program" if submission.form != "function" else "function"
    calls = str(write_filter(folder)) if isolated else ""
    arguments = [str(submission.path), str(submission.entry), calls, str(folder / PRINTED)]
    more = (assignment.function, assignment.packages or ()) if kind == "function" else ()
    file = folder / "submission.py"
    file.write_text(
        f"from accord.bench.grading.submissions import {kind}\n\n"
        f"SUBMISSION = {kind}({', '.join(map(repr, (*arguments, *more)))})\n",
        encoding="utf-8",
    )
    return f"{file}:SUBMISSION"


def function(
    path: str, entry: str, calls: str, printed: str, name: str, allowed: tuple[str, ...]
) -> Backend:
    """A function of Python, called once for each puzzle.

    Args:
        path: the file or the folder that it sees.
        entry: its file.
        calls: the sandbox's filter of system calls; empty: there is no sandbox.
        printed: the file in which the last of what it prints is left.
        name: of the function.
        allowed: the distributions that it may import.
    """
    packages = shown_packages(allowed)
    folders = {PLACE} if calls else {str(Path(each).parent) for each, _ in packages}
    paths = os.pathsep.join(folders)
    command = [str(interpreter()), "-I", str(RUNNER), entry, name, paths]
    if calls:
        start = Path(path) if path != entry else None
        command = [*sandboxed(Path(calls), (path, RUNNER, *packages), start), *command]

    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        yield from _told(caller.ask(command, problem, budget), budget, printed)

    return Backend(
        solve,
        engine="submission",
        model="submission",
        family="other",
        problems=True,
        enumerates=False,
        optimizes="objective",
    )


def program(path: str, entry: str, calls: str, printed: str) -> Backend:
    """A program that a description says, started for each puzzle, and before it for nothing.

    That start, of up to START seconds, is its phase `decode`.

    Args:
        path: the folder that it sees.
        entry: the description.
        calls: the sandbox's filter of system calls; empty: there is no sandbox.
        printed: the file in which the last of what it prints is left.
    """
    own, folder = described(Path(entry), Path(path).parent), Path(path)
    start = folder if path != entry else None

    def before(values: Mapping[str, str]) -> tuple[str, ...]:
        asked = [values[each] for each in ("cnf", "instance") if each in values]
        return sandboxed(Path(calls), (path, *asked), start)

    if calls:
        command = (_in_sandbox(own.command[0], folder), *own.command[1:])
        own = replace(own, before=before, command=command)
    backend = backend_of(own)

    @wraps(backend.solve)
    def solve(problem: Problem, budget: Budget) -> Iterator[Solution]:
        budget.enter("decode")
        trial = Budget(START, limit=1)
        trial.resume()
        with suppress(Exception):  # whatever it makes of nothing, it has started
            if backend.start_up is not None:
                backend.start_up(trial)
            else:
                next(backend.solve(Puzzle(shape(4), Grid.parse(FULL)), trial))
        yield from _told(backend.solve(problem, budget), budget, printed)

    return replace(backend, solve=solve, start_up=None)


def _told(answers: Iterator[Solution], budget: Budget, printed: str) -> Iterator[Solution]:
    """The answers; at their end what a program has printed is left for the grader."""
    try:
        yield from answers
    finally:
        Path(printed).write_text(budget.printed, encoding="utf-8", errors="replace")
