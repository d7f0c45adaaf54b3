"""The file of tasks that a teacher writes, in TOML: what is asked, under which limits, for what.

    title = "Sudoku, week 3"

    [[task]]
    name = "small ones"
    public = "4x4"              a collection, or a file beside this one
    hidden = "hidden.txt"       optional: what students have not seen; puzzles or other problems
    points = 4

Optional keys at the top, with their defaults:

    reference = "backtracking-mrv"              the solver that times are held against
    seconds = 10                                for each puzzle, wall clock
    megabytes = 512                             of memory, all processes together
    accept = ["function", "line", "dimacs", "xcsp3"]     what may be handed in
    function = "solve"                          what a file of Python has to define
    packages = ["numpy"]                        distributions that files of Python may import, with
                                                those that they need; by default none, and models
                                                all of this Python
    notebooks = false                           whether a notebook is a file of Python: its cells
    slow = 100                                  right, but slower than this many times the
                                                reference: half the points; without it time is free
    seed = 8013702655217                        a secret, which repeats how puzzles were relabelled;
                                                by default a random one, which the marks say

and of a task `most`, of how many puzzles of each source are asked at most.  An unknown key is an
error: a misspelt one would be a rule that is silently ignored.

Where models are handed in, tables `[[model]]` stand in place of `[[task]]`:

    [[model]]
    name = "timetable"
    problem = "Each course has a time and a room; at a time a room has one course."
    file = "timetable.py"           the teacher's model, read as the students' are
    variables = ["time", "room"]    arrays and variables by which solutions are compared
    public = [{courses = 3}]        what `model` gets; `hidden` are such tables, too
    seeded = 2                      further ones for each student, of `instance(seed)` in the file
    points = 4
    listed = 1000                   solutions of each model that are listed and compared; where
    drawn = 200                     neither is listed whole, so many random ones of each are
    requires = ["all-different"]    kinds without which a right model has half the points
    words.time = ["Monday 9:00", "Monday 11:00"]    of the values from 0
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from sys import maxsize
from typing import Annotated, Any, Literal

from accord.bench.grading.packages import PackageError, shown_packages
from accord.bench.make.instances.collection import collections, instances_of
from accord.bench.run.terms import SMALLEST_MEMORY
from accord.puzzles.constraints.constraint import kinds
from accord.puzzles.errors import InputError
from accord.puzzles.fields import Check, Text, Texts, between
from accord.puzzles.files.outside_file import fields_of_toml
from accord.puzzles.phrasing import nearest
from accord.puzzles.puzzle import Instance

MOST = 10_000_000  # points, seconds, MiB
LONGEST_NAME = 255  # characters of the name of a file
COLUMNS = ("student", "points", "seconds", "start", "feedback")  # of the marks, beside the tasks
FORMS = ("function", "line", "dimacs", "xcsp3")  # what may be handed in


ONE_INSTANCE = (".xml", ".json")  # endings of models without parameters


class TasksError(InputError, ValueError):
    """The file holds no tasks; says where, what was found and what was expected."""


@dataclass(frozen=True)
class GradedTask:
    """Puzzles that share points equally."""

    name: str
    points: float
    public: tuple[Instance, ...]
    hidden: tuple[Instance, ...]


Positive = Annotated[float, Check(lambda n: 0 < n <= MOST, f"a number above 0, up to {MOST:,}")]


def _are_parameters(found: Any) -> bool:
    """Whether these are tables of what a function may get."""
    try:
        return all(name.isidentifier() for each in found for name in each) and bool(
            json.dumps(found)
        )
    except TypeError:  # of a date
        return False


Parameters = Annotated[
    tuple[Mapping[str, Any], ...],
    Check(_are_parameters, "a list of tables of numbers, texts and lists, by arguments of `model`"),
]


@dataclass(frozen=True, kw_only=True)
class ModelTask:
    """The keys of a task whose answers are models; its file with the folder that it stands in."""

    name: Text
    problem: Text  # in words
    file: Text  # the teacher's model
    variables: Texts  # names of arrays and variables by whose values solutions are compared
    public: Parameters
    hidden: Parameters = ()
    seeded: Annotated[int, between(0, 100)] = 0  # instances for each student
    points: Positive
    listed: Annotated[int, between(1, 100_000)] = 1000
    drawn: Annotated[int, between(1, 10_000)] = 200
    requires: tuple[str, ...] = ()  # kinds
    words: Annotated[
        Mapping[str, Any],
        Check(
            lambda of: all(
                isinstance(words, list | tuple) and all(type(word) is str for word in words)
                for words in of.values()
            ),
            "for each array a list of texts, the words of its values from 0",
        ),
    ] = field(default_factory=dict)

    @property
    def instances(self) -> int:
        """The number of instances that a student's model is judged by."""
        return len(self.public) + len(self.hidden) + self.seeded


@dataclass(frozen=True, kw_only=True)
class TaskFile:
    """The keys of a task in a file."""

    name: Text
    public: Text  # a collection, or a file
    hidden: Text = ""
    points: Positive
    most: Annotated[int, Check(lambda n: n > 0, "a whole number above 0")] = maxsize


@dataclass(frozen=True, kw_only=True)
class AssignmentRules:
    """The keys of a file that hold for all tasks."""

    title: Text
    reference: Text = "backtracking-mrv"
    seconds: Positive = 10.0  # for each puzzle, wall
    megabytes: Annotated[int, between(SMALLEST_MEMORY >> 20, MOST)] = 512  # of resident memory
    accept: Annotated[
        tuple[str, ...],
        Check(
            lambda forms: forms != () and {*forms} <= {*FORMS},
            f"a list of some of {', '.join(FORMS)}",
        ),
    ] = FORMS
    function: Annotated[str, Check(str.isidentifier, "the name of a function")] = "solve"
    slow: Annotated[float, Check(lambda n: 1 < n <= MOST, "a number above 1")] | None = None
    """Times the reference."""
    packages: tuple[str, ...] | None = None  # distributions; None: of models all, of functions none
    notebooks: bool = False
    seed: int | None = None  # None: a random one


@dataclass(frozen=True, kw_only=True)
class AssignmentFile(AssignmentRules):
    """The keys of a file of tasks."""

    task: tuple[TaskFile, ...] = ()
    model: tuple[ModelTask, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Assignment(AssignmentRules):
    """A file of tasks, checked, its puzzles read."""

    tasks: tuple[GradedTask, ...] = ()
    models: tuple[ModelTask, ...] = ()

    @property
    def worth(self) -> dict[str, float]:
        """The points of each task, by its name."""
        puzzles = {task.name: task.points for task in self.tasks}
        return puzzles | {task.name: task.points for task in self.models}

    @property
    def points(self) -> float:
        """The most that a student can have."""
        return sum(self.worth.values())


def read_tasks(path: Path) -> Assignment:
    """The tasks of a file.

    Raises:
        TasksError: it holds none.
        InputError: a file of puzzles cannot be read.
    """
    table = fields_of_toml(path, AssignmentFile, TasksError)
    asked, models = table.pop("task", ()), table.pop("model", ())
    if bool(asked) == bool(models):
        found = "both [[task]] and [[model]]" if asked else "no 'task'"
        raise TasksError(f"{path}: found {found}, expected a list of tables: [[task]] or [[model]]")
    tasks = tuple(_task(path, each) for each in asked)
    try:
        shown_packages(table.get("packages") or ())
    except PackageError as error:
        raise TasksError(f"{path}: packages: {error}") from None
    for model in models:
        if not model.instances or not (path.parent / model.file).is_file():
            what = "instance" if not model.instances else f"file {model.file!r:.80} beside it"
            raise TasksError(f"{path}: {model.name}: found no {what}, expected one")
        if model.instances > 1 and model.file.endswith(ONE_INSTANCE):
            found = f"{model.instances} instances with the file {model.file!r:.80}"
            raise TasksError(
                f"{path}: {model.name}: found {found}, expected one: XCSP3 and JSON have no "
                "parameters"
            )
        if model.seeded and not model.file.endswith(".py"):
            found = f"seeded = {model.seeded} with the file {model.file!r:.80}"
            raise TasksError(
                f"{path}: {model.name}: found {found}, expected one of Python with a function "
                "instance(seed)"
            )
        for key, found, known in (
            ("requires", model.requires, [*kinds()]),
            ("words", model.words, model.variables),
        ):
            for each in found:
                if each not in known:
                    expected = f"found {each!r:.80}, expected {nearest(each, known)}"
                    raise TasksError(f"{path}: {model.name}: {key}: {expected}")
    names = [task.name for task in (*tasks, *models)]
    for name in names:
        if name in COLUMNS or "/" in name:
            refused = f"no {', '.join(COLUMNS)} (columns of the marks), and no /"
            raise TasksError(f"{path}: found a task {name!r:.80}, expected {refused}")
        if names.count(name) > 1:
            raise TasksError(f"{path}: found two tasks {name!r}, expected a name for each")
    placed = (replace(each, file=str(path.resolve().parent / each.file)) for each in models)
    return Assignment(tasks=tasks, models=tuple(placed), **table)


def _task(path: Path, task: TaskFile) -> GradedTask:
    public, hidden = (_puzzles_of(path, task, source) for source in ("public", "hidden"))
    return GradedTask(task.name, task.points, public, hidden)


def _puzzles_of(
    path: Path, task: TaskFile, key: Literal["public", "hidden"]
) -> tuple[Instance, ...]:
    """The puzzles of one source."""
    said = source = getattr(task, key)
    if not source:
        return ()
    if source not in collections():
        file = path.parent / source
        if len(source) > LONGEST_NAME or not file.exists():
            raise TasksError(
                f"{path}: {key}: found no {source!r:.80}, expected a file beside this one or one "
                f"of the collections {', '.join(collections())}"
            )
        source = str(file)
    found = tuple(islice(instances_of(source), min(task.most, maxsize)))
    if not found:
        raise TasksError(f"{path}: {key}: found no puzzle in {said!r}, expected some")
    return found
