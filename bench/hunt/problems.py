"""What solvers are asked: random problems by column, small classics, and problems of files.

A column is a kind of constraints, or one of these:

    column          what it has
    -------------   -----------------------------------------------------------------------
    a kind          one or two constraints of it, over up to four variables of four values
    arithmetic      three expressions over numbers of both signs; the operators take turns
    mixed           constraints of any kinds
    hidden          constraints of any kinds, and some variables, or all, are not shown
    best            constraints of any kinds, and an objective: the best solution is asked for
    sudoku          a puzzle from 1x1 to 6x6
    large-numbers   linear constraints whose coefficients exceed 8, 16 or 32 bits
    large-values    variables whose values are about 100, 30,000 or 2^31, or less than 0 by as much
    larger          four to nine constraints of any kinds over seven to nine variables: so many
                    assignments that they are not tried
    sudoku-9        a 9x9 puzzle, of one solution, of none or of many
    classics        the classics of the fewest assignments

`random_of` takes a problem of a column from a source of random choices, as fuzzing does.  An audit
asks numbered problems of the columns `AUDITED`, the same for a number everywhere.  Most random
problems have no solution, for some kinds nearly all; so for three numbers in four the first one is
taken that has some, and not all assignments.  Its puzzles are made to tell: whoever ignores a kind
of house or the candidates finds a grid that is no solution.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import log, prod
from pathlib import Path
from random import Random
from typing import NamedTuple

from accord.bench.hunt.relations import MOVED, moved
from accord.bench.hunt.truth import solutions_of
from accord.bench.make.instances.collection import collections, instances_of
from accord.bench.make.instances.folder import at_least_one
from accord.bench.make.random_objectives import with_objective
from accord.bench.make.random_problems import KINDS, random_arithmetic, random_problem
from accord.bench.make.random_puzzles import (
    NINE,
    SMALL,
    WITH_SUMS,
    random_puzzle,
    random_telling_puzzle,
)
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.errors import InputError
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance

SUDOKU, NINE_BY_NINE, CLASSICS = "sudoku", "sudoku-9", "classics"
ARITHMETIC, MIXED, HIDDEN, LARGER = "arithmetic", "mixed", "hidden", "larger"
BEST = "best"
LARGE_NUMBERS, LARGE_VALUES = "large-numbers", "large-values"
AUDITED = (SUDOKU, *KINDS, ARITHMETIC, MIXED, BEST)  # columns of random problems
FUZZED = (*KINDS, ARITHMETIC, MIXED, HIDDEN, BEST, LARGE_NUMBERS, LARGE_VALUES, SUDOKU, LARGER)
FUZZED += (NINE_BY_NINE,)
ONE_OR_TWO = (1, 2)  # of constraints
FACTORS = (100, 30_000, 1 << 31)  # of coefficients up to 3, and what values are moved by
ENDINGS = (  # of files in a folder
    *(".json", ".jsonl", ".xml"),
    *(".xml.lzma", ".xml.xz", ".xml.gz", ".xml.bz2"),
)
TRIALS = 100  # random problems of which one becomes the problem of a number
USUAL_PROBLEMS, USUAL_CLASSICS = 10, 12


class AuditProblem(NamedTuple):
    """A problem, and the column of the matrix that it counts in."""

    column: str
    instance: Instance


class Extent(NamedTuple):
    """The extent of an audit: columns, problems of each, seed, classics and sources."""

    columns: Sequence[str] = AUDITED
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
            instance = Instance(f"{column}-{number}", _numbered(column, number))
            yield AuditProblem(column, instance)
    for each in islice(by_size(instances_of(CLASSICS)), extent.classics):
        yield AuditProblem(CLASSICS, each)
    for source in extent.sources:
        for each in instances_in(source):
            yield AuditProblem(Path(source).name, each)


def by_size(instances: Iterable[Instance]) -> list[Instance]:
    """Instances, those of the fewest assignments first."""
    return sorted(instances, key=lambda each: (log_assignments(each.problem), each.name))


def log_assignments(problem: Problem) -> float:
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


def random_of(column: str, random: Random) -> Problem:
    """A random problem of a column of `FUZZED`."""
    if column == SUDOKU:
        return random_puzzle(random, [*SMALL, *WITH_SUMS])
    if column == NINE_BY_NINE:
        return random_puzzle(random, NINE)
    if column == LARGE_NUMBERS:
        return _multiplied(random_problem(random, Linear.kind, ONE_OR_TWO), random.choice(FACTORS))
    if column == LARGE_VALUES:
        step = random.choice(FACTORS) * random.choice((1, -1))
        return moved(random_problem(random, random.choice(MOVED), ONE_OR_TWO), step)
    if column == LARGER:
        return random_problem(random, variables=range(7, 10), numbers=range(4, 10))
    if column == ARITHMETIC:
        return random_arithmetic(random.randrange(10**6), random.randrange(10**6))
    if column == BEST:
        return with_objective(random)
    if column in (MIXED, HIDDEN):
        problem = random_problem(random, numbers=range(4))
        return problem if column == MIXED else _hiding(problem, random)
    return random_problem(random, column, ONE_OR_TWO)


def _hiding(problem: Problem, random: Random) -> Problem:
    """The problem with one variable not shown, or with more."""
    number = len(problem.domains)
    shown = random.sample(range(number), random.randrange(number))
    return Problem(problem.domains, problem.constraints, shown=shown)


def _multiplied(problem: Problem, factor: int) -> Problem:
    """The problem with both sides of its linear constraints multiplied."""
    return Problem(problem.domains, [_times(each, factor) for each in problem.constraints])


def _times(constraint: Constraint, factor: int) -> Constraint:
    assert isinstance(constraint, Linear)
    larger = tuple(factor * weight for weight in constraint.coefficients)
    return Linear(constraint.scope, constraint.operator, factor * constraint.constant, larger)


def _numbered(column: str, number: int) -> Problem:
    """The problem of this number: the first random one, or the first that tells more."""
    if column == SUDOKU:
        return random_telling_puzzle(number)
    kind, numbers = ("", (max(ONE_OR_TWO),)) if column == MIXED else (column, ONE_OR_TWO)
    first = number * TRIALS
    several = (
        random_arithmetic(seed, turn=number)
        if column == ARITHMETIC
        else with_objective(seed)
        if column == BEST
        else random_problem(seed, kind, numbers)
        for seed in range(first, first + TRIALS)
    )
    problem = next(several)
    if number % 4 == 0 or _is_telling(problem):
        return problem
    return next(filter(_is_telling, several), problem)


def _is_telling(problem: Problem) -> bool:
    """Whether some assignments are solutions, and some are none."""
    number = len(solutions_of(problem.without_objective()))
    return 0 < number < prod(map(len, problem.domains))
