"""What an audit asks: random problems of each kind, small classics, and problems of files.

A random problem has one or two constraints, all of one kind, over up to four variables of up to
four values each (bench/generation/random_problems.py), and is the same for a number everywhere.
Most of what is drawn has no solution, for some kinds nearly all of it; so of three numbers in four
the first draw is taken that has some, and not all assignments.  A `mixed` one has two constraints
of any kinds, an `arithmetic` one three expressions over numbers of both signs, where the operators
of numbers take turns.  `sudoku-7` is a 4x4 puzzle of which a few cells are blank, for the backends
that take nothing but puzzles.  Of the classics those with the fewest assignments come first.  Of a
problem that asks for a best solution all are asked for.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import log, prod
from pathlib import Path
from random import Random
from typing import NamedTuple

from accord.bench.auditing.truth import solutions_of
from accord.bench.generation.chance import shuffled
from accord.bench.generation.full_grid import full_grid
from accord.bench.generation.random_problems import KINDS, random_arithmetic, random_problem
from accord.bench.instances.collection import collections, instances_of
from accord.bench.instances.folder import at_least_one
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.errors import InputError
from accord.puzzles.instance import Instance
from accord.puzzles.problem import Problem

SUDOKU, MIXED, CLASSICS = "sudoku", "mixed", "classics"  # columns beside those of the kinds
ARITHMETIC = "arithmetic"
RANDOM_COLUMNS = (SUDOKU, *KINDS, ARITHMETIC, MIXED)
NUMBERS = (1, 2)  # of constraints
ENDINGS = (
    ".json",
    ".jsonl",
    ".xml",
    ".xml.lzma",
    ".xml.xz",
    ".xml.gz",
    ".xml.bz2",
)  # of files in a folder
DRAWS = 100  # of which one becomes the problem of a number
MOST_BLANKS = 7  # of a puzzle
USUAL_PROBLEMS, USUAL_CLASSICS = 10, 12


class AuditProblem(NamedTuple):
    """A problem, and the column of the matrix that it counts in."""

    column: str
    instance: Instance


class Extent(NamedTuple):
    """How much an audit asks."""

    columns: Sequence[str] = RANDOM_COLUMNS  # of random problems
    problems: int = USUAL_PROBLEMS  # of each column
    seed: int = 0  # of the first of them
    classics: int = USUAL_CLASSICS
    sources: Sequence[str] = ()  # folders, files and collections


def audit_problems(extent: Extent) -> Iterator[AuditProblem]:
    """The problems, in the order in which they are asked.

    Raises:
        InputError: a source is not there, or cannot be read.
    """
    for number in range(extent.seed, extent.seed + extent.problems):
        for column in extent.columns:
            instance = Instance(f"{column}-{number}", _random(column, number))
            yield AuditProblem(column, instance)
    for each in islice(by_size(instances_of(CLASSICS)), extent.classics):
        yield AuditProblem(CLASSICS, each)
    for source in extent.sources:
        for each in instances_in(source):
            problem = replace(each, puzzle=each.puzzle.without_objective())
            yield AuditProblem(Path(source).name, problem)


def by_size(instances: Iterable[Instance]) -> list[Instance]:
    """Those of the fewest assignments first."""
    return sorted(instances, key=lambda each: (size(each.puzzle), each.name))


def size(problem: Problem) -> float:
    """The logarithm of the number of assignments; of none it is 0."""
    return log(max(1, prod(map(len, problem.domains))))


def instances_in(source: str) -> Iterator[Instance]:
    """The problems of a folder, a file or a collection; of a folder all files of `ENDINGS` in it.

    Raises:
        InputError: there is none, or one cannot be read; says which.
    """
    folder = Path(source)
    if source in collections() or not folder.is_dir():
        yield from at_least_one(instances_of(source), folder)
        return
    files = sorted(path for path in folder.rglob("*") if path.is_file() and _is_one(path))
    if not files:
        raise InputError(f"found no file in {folder}, expected some of {', '.join(ENDINGS)}")
    for path in files:
        above = path.relative_to(folder).parent
        for each in instances_of(str(path)):
            yield replace(each, name=(above / each.name).as_posix())


def _is_one(path: Path) -> bool:
    return path.name.endswith(ENDINGS) and path.name[0] != "."


def _random(column: str, number: int) -> Problem:
    """The problem of this number: its first draw, or the first that tells more."""
    if column == SUDOKU:
        return small_puzzle(number)
    kind, numbers = ("", (max(NUMBERS),)) if column == MIXED else (column, NUMBERS)
    first = number * DRAWS
    drawn = (
        random_arithmetic(seed, turn=number)
        if column == ARITHMETIC
        else random_problem(seed, kind, numbers)
        for seed in range(first, first + DRAWS)
    )
    problem = next(drawn)
    if number % 4 == 0 or _is_telling(problem):
        return problem
    return next(filter(_is_telling, drawn), problem)


def _is_telling(problem: Problem) -> bool:
    """Whether some assignments are solutions, and some are none."""
    return 0 < len(solutions_of(problem)) < prod(map(len, problem.domains))


def small_puzzle(seed: int) -> Puzzle:
    """A 4x4 puzzle with some blank cells, and at times with a given that is changed."""
    random, figure = Random(seed), shape(4)
    givens = list(full_grid(figure, random))
    cells = shuffled(range(len(givens)), random)
    for cell in cells[: random.randint(4, MOST_BLANKS)]:
        givens[cell] = 0
    if random.random() < 0.2:
        givens[cells[-1]] = random.randint(1, 4)
    return Puzzle(figure, Grid(givens))
