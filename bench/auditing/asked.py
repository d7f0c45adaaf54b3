"""What an audit asks: random problems of each kind, small classics, and problems of files.

A random problem has one or two constraints, all of one kind, over up to four variables of up to
four values each (bench/generation/random_problems.py), and is the same for a number everywhere.
Most of what is drawn has no solution, for some kinds nearly all of it; so of three numbers in four
the first draw is taken that has some, and not all assignments.  A `mixed` one has two constraints
of any kinds, an `arithmetic` one three expressions over numbers of both signs, where the operators
of numbers take turns.  `sudoku-7` is a puzzle of 4x4 or 6x6 cells, for the backends that take
nothing but puzzles: by `TURNS` with boxes, regions, diagonals, windows or candidates, and whoever
ignores these, or the rows or the columns, finds a grid that is no solution.  Of the classics those
with the fewest assignments come first.  Of a problem that asks for a best solution all are asked
for.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count, islice
from math import log, prod
from pathlib import Path
from random import Random
from typing import NamedTuple

from accord.bench.auditing.truth import LARGEST_TRIED, solutions_of
from accord.bench.generation.chance import shuffled
from accord.bench.generation.full_grid import full_grid
from accord.bench.generation.random_problems import KINDS, random_arithmetic, random_problem
from accord.bench.instances.collection import collections, instances_of
from accord.bench.instances.folder import at_least_one
from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, Shape, Value, shape
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
CANDIDATES = "candidates"
PLAIN, JIGSAW = shape(4), shape(4, regions=[*map(int, "0001021122132333")])
DIAGONALS = shape(4, rules=["diagonals"])
EXTRA = shape(4, extra=[AllDifferent((0, 6, 13), "extra")])
SIX = shape(6, rules=["diagonals"])
TURNS: Sequence[tuple[Shape, str]] = (  # of puzzles: the shape, and what matters in it
    (PLAIN, "box"),
    (PLAIN, "row"),
    (PLAIN, "column"),
    (DIAGONALS, "diagonal"),
    (shape(4, rules=["windoku"]), "window"),
    (JIGSAW, "region"),
    (SIX, "diagonal from top left"),
    (SIX, "diagonal from top right"),
    (EXTRA, "extra"),
    (PLAIN, CANDIDATES),
    (shape(6, box=(2, 3)), "box"),
    (shape(6, box=(3, 2)), "box"),
)
MOST_DIFFERING = 12  # cells of a 6x6 puzzle in which two grids differ
FEW = 2**MOST_DIFFERING  # assignments of it; if they would be more, the cells have two candidates
MOST_MORE = 3  # blanks of a 4x4 puzzle besides those that are needed
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


def small_puzzle(number: int) -> Puzzle:
    """A puzzle in which one kind of house matters, or the candidates do: by turns of the number.

    Most have solutions; all have a grid that obeys everything but that kind.
    """
    random = Random(number)
    figure, kind = TURNS[number % len(TURNS)]
    grid, wrong = next(filter(None, (_misread(figure, kind, random) for _ in count())))
    differing = [cell for cell in figure.cells if grid[cell] != wrong[cell]]
    one, blank = random.choice(differing), {*differing}
    every = frozenset(range(1, figure.size + 1))
    marks = [every] * len(figure.cells)
    if figure.size <= LARGEST_TRIED:
        same = [cell for cell in figure.cells if cell not in blank]
        blank.update(shuffled(same, random)[: random.randint(0, MOST_MORE)])
    elif figure.size ** len(blank) > FEW:
        marks = [
            frozenset(pair) if len({*pair}) > 1 else every for pair in zip(grid, wrong, strict=True)
        ]
    if kind == CANDIDATES:
        marks[one] -= {wrong[one]}
    elif random.random() < 0.2:
        blank.remove(one)  # so that the grid is no solution, and often nothing is
    values = Grid(0 if cell in blank else wrong[cell] for cell in figure.cells)
    return Puzzle(figure, values, tuple(marks) if {*marks} != {every} else None)


def _misread(figure: Shape, kind: str, random: Random) -> tuple[Grid, Grid] | None:
    """A grid, and another one of the same givens that disobeys houses of one kind only.

    Where candidates matter it disobeys nothing.  None: not every grid has such another one.
    """
    grid = full_grid(figure, random)
    values = random.sample(range(1, figure.size + 1), min(figure.size, 4))
    cells = shuffled((cell for cell in figure.cells if grid[cell] in values), random)
    cells = cells[: random.randint(figure.size + 2, 3 * figure.size)]
    houses = [each.scope for each in figure.constraints if not each.name.startswith(kind)]
    dropped = [each for each in figure.constraints if each.name.startswith(kind)]
    for other in islice(_refilled(grid, cells, values, houses), DRAWS):
        broken = any(not each.holds([other[cell] for cell in each.scope]) for each in dropped)
        near = sum(map(int.__ne__, grid, other)) <= MOST_DIFFERING
        if (broken if dropped else other != grid) and (near or figure.size <= LARGEST_TRIED):
            return grid, other
    return None


def _refilled(
    grid: Grid, cells: Sequence[Cell], values: Sequence[Value], houses: Sequence[Sequence[Cell]]
) -> Iterator[Grid]:
    """The grids with other values in some cells that repeat nothing in these houses."""
    peers = {
        cell: {*chain.from_iterable(h for h in houses if cell in h)} - {cell} for cell in cells
    }
    filled = [*grid]
    for cell in cells:
        filled[cell] = 0

    def fill(place: int) -> Iterator[Grid]:
        if place == len(cells):
            yield Grid(filled)
            return
        cell = cells[place]
        for value in values:
            if all(filled[peer] != value for peer in peers[cell]):
                filled[cell] = value
                yield from fill(place + 1)
        filled[cell] = 0

    return fill(0)
