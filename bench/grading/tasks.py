"""The file of tasks that a teacher writes, in TOML: what is asked, under which limits, for what.

    title = "Sudoku, week 3"

    [[task]]
    name = "small ones"
    public = "4x4"              a collection, or a file beside this one
    hidden = "hidden.txt"       optional: what students have not seen
    points = 4

Optional keys at the top, with their defaults:

    reference = "backtracking-mrv"              the solver that times are held against
    seconds = 10                                for each puzzle, wall clock
    megabytes = 512                             of memory, all processes together
    accept = ["function", "line", "dimacs", "xcsp3"]     what may be handed in
    function = "solve"                          what a file of Python has to define
    slow = 100                                  right, but slower than this many times the
                                                reference: half the points; without it time is free
    seed = 8013702655217                        a secret, which repeats how puzzles were relabelled;
                                                by default a random one, which the marks say

and of a task `most`, of how many puzzles of each source are asked at most.  An unknown key is an
error: a misspelt one would be a rule that is silently ignored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from sys import maxsize
from typing import Any

from accord.bench.instances.collection import collections, instances_of
from accord.bench.isolation.limits import SMALLEST_MEMORY
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import toml_file
from accord.puzzles.instance import Instance
from accord.puzzles.puzzle import Puzzle
from accord.solvers.programs.descriptions import TEXT, Kind, misfits
from accord.solvers.programs.external import unsaid

MOST = 10_000_000  # points, seconds, MiB
LONGEST_NAME = 255  # characters of the name of a file
FORMS = ("function", "line", "dimacs", "xcsp3")  # what may be handed in


class TasksError(InputError, ValueError):
    """The file holds no tasks; says where, what was found and what was expected."""


@dataclass(frozen=True)
class GradedTask:
    """Puzzles that share points equally."""

    name: str
    points: float
    public: tuple[Instance, ...]
    hidden: tuple[Instance, ...]


@dataclass(frozen=True)
class Assignment:
    """A file of tasks, checked, its puzzles read."""

    title: str
    tasks: tuple[GradedTask, ...]
    reference: str = "backtracking-mrv"
    seconds: float = 10.0  # for each puzzle, wall
    megabytes: int = 512  # of resident memory
    accept: tuple[str, ...] = FORMS
    function: str = "solve"
    slow: float | None = None  # times the reference
    seed: int | None = None  # None: a random one

    @property
    def points(self) -> float:
        """The most that a student can have."""
        return sum(task.points for task in self.tasks)


def read_tasks(path: Path) -> Assignment:
    """The tasks of a file.

    Raises:
        TasksError: it holds none.
        InputError: a file of puzzles cannot be read.
    """
    try:
        table = toml_file(path)
    except FileNotFoundError as error:
        raise TasksError(f"{path}: {error.strerror}, expected a file of tasks") from None
    except InputError as error:
        raise TasksError(str(error)) from None
    for complaint in misfits(table, KEYS, ("title", "task")):
        raise TasksError(f"{path}: {complaint}")
    for place, each in enumerate(table["task"], 1):
        for complaint in misfits(each, TASK_KEYS, ("name", "public", "points")):
            raise TasksError(f"{path}: task {place}: {complaint}")
    tasks = tuple(_task(path, each) for each in table.pop("task"))
    accept = tuple(table.pop("accept", FORMS))
    for instance in chain.from_iterable(chain(task.public, task.hidden) for task in tasks):
        if (reason := unsaid(instance.puzzle)) and not {*accept} <= {"dimacs", "xcsp3"}:
            raise TasksError(
                f"{path}: found {instance.name}, but {reason}; expected other puzzles, or "
                'accept = ["dimacs", "xcsp3"]'
            )
    names = [task.name for task in tasks]
    for name in names:
        if names.count(name) > 1:
            raise TasksError(f"{path}: found two tasks {name!r}, expected a name for each")
    return Assignment(tasks=tasks, accept=accept, **table)


def _task(path: Path, table: Mapping[str, Any]) -> GradedTask:
    public, hidden = (_read(path, table, source) for source in ("public", "hidden"))
    return GradedTask(table["name"], table["points"], public, hidden)


def _read(path: Path, table: Mapping[str, Any], key: str) -> tuple[Instance, ...]:
    """The puzzles of one source."""
    if key not in table:
        return ()
    source = table[key]
    if source not in collections():
        file = path.parent / source
        if len(source) > LONGEST_NAME or not file.exists():
            raise TasksError(
                f"{path}: {key}: found no {source!r:.80}, expected a file beside this one or one "
                f"of the collections {', '.join(collections())}"
            )
        source = str(file)
    found = tuple(islice(instances_of(source), min(table.get("most", maxsize), maxsize)))
    if not found:
        raise TasksError(f"{path}: {key}: found no puzzle in {table[key]!r}, expected some")
    for instance in found:
        if not isinstance(instance.puzzle, Puzzle):
            raise TasksError(f"{path}: {key}: found {instance.name}, expected puzzles only")
    return found


def _is_positive(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value <= MOST


def _are_forms(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(each in FORMS for each in value)


POSITIVE = Kind(_is_positive, f"a number above 0, up to {MOST:,}")
KEYS = {
    "title": TEXT,
    "reference": TEXT,
    "seconds": POSITIVE,
    "megabytes": Kind(
        lambda value: type(value) is int and SMALLEST_MEMORY >> 20 <= value <= MOST,
        f"a whole number from {SMALLEST_MEMORY >> 20} to {MOST:,}",
    ),
    "accept": Kind(_are_forms, f"a list of some of {', '.join(FORMS)}"),
    "function": Kind(
        lambda value: isinstance(value, str) and value.isidentifier(), "the name of a function"
    ),
    "slow": Kind(lambda value: _is_positive(value) and value > 1, "a number above 1"),
    "seed": Kind(lambda value: type(value) is int, "a whole number"),
    "task": Kind(
        lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value),
        "one table [[task]] or more",
    ),
}
TASK_KEYS = {
    "name": TEXT,
    "public": TEXT,
    "hidden": TEXT,
    "points": POSITIVE,
    "most": Kind(lambda value: type(value) is int and value > 0, "a whole number above 0"),
}
