"""Submissions: what students have handed in, one file or folder for each.

    ada.py              a function, `solve` unless the tasks say otherwise
    grace/              the same with neighbours: a file `solve.py`, named as the function
    alan/solver.toml    a program in any language, as solvers/programs/descriptions.py has it

A student is named as his file or folder.  What is no submission is one all the same, with the
sentence that says why: a teacher sees everybody.
"""

from dataclasses import dataclass
from pathlib import Path

from accord.bench.grading.tasks import Assignment
from accord.puzzles.errors import InputError
from accord.puzzles.phrasing import listed
from accord.solvers.programs.descriptions import DescriptionError, read_description


@dataclass(frozen=True)
class Submission:
    """What one student has handed in."""

    student: str
    path: Path  # what he sees of the file system: his file or his folder
    form: str = ""  # of tasks.FORMS; empty where it is none of them
    entry: Path = Path()  # the file of Python, or the description
    problem: str = ""  # why it cannot be asked, in words


def submissions(path: Path, assignment: Assignment) -> list[Submission]:
    """What a folder holds, or the one submission that a file is; by name.

    Raises:
        InputError: there is nothing.
    """
    if path.is_file():
        return [_submission(path.resolve(), assignment)]
    if not path.is_dir():
        raise InputError(f"found no {path}, expected a folder of submissions, or one of them")
    entries = sorted(
        each for each in path.resolve().iterdir() if not each.name.startswith((".", "__"))
    )
    if not entries:
        raise InputError(f"{path}: found nothing, expected a file or a folder for each student")
    found = [_submission(each, assignment) for each in entries]
    names = [each.student for each in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{path}: found two submissions of {name}, expected one")
    return found


def _submission(path: Path, assignment: Assignment) -> Submission:
    student = path.stem if path.is_file() else path.name
    if path.is_symlink():  # the sandbox would show what it leads to
        return Submission(student, path, problem="Found a link, expected a file or a folder.")
    if path.is_file():
        entries = [path] if path.suffix in (".py", ".toml") else []
        seen = path.parent if path.suffix == ".toml" and not entries else path
    else:
        function = path / f"{assignment.function}.py"
        entries = [function] if function.is_file() else sorted(path.glob("*.toml"))
        seen = path
    if len(entries) != 1:
        found = listed(each.name for each in entries) or "neither"
        return Submission(
            student,
            path,
            problem=f"Found {found}; expected a file {assignment.function}.py, or one .toml that "
            "describes a program.",
        )
    (entry,) = entries
    if entry.is_symlink():
        return Submission(student, path, problem=f"Found a link {entry.name}, expected a file.")
    form = "function"
    if entry.suffix == ".toml":
        try:
            description = read_description(entry)
        except DescriptionError as error:
            return Submission(student, path, problem=f"The description cannot be used: {error}")
        form = {"puzzle": "line"}.get(description.input, description.input)
        if description.takes("result"):
            return Submission(
                student,
                path,
                problem="The description has {result}; expected a program that prints its answer.",
            )
    if form not in assignment.accept:
        accepted = listed(assignment.accept, "or")
        return Submission(
            student, path, problem=f"This is a {form}; the task accepts {accepted} only."
        )
    return Submission(student, seen, form, entry)
