"""The puzzle: a problem on an n x n grid, which knows its geometry; and instances, with a name.

A backend reads `domains` (for each cell the values still allowed) and `constraints`, as of every
problem.  Code that knows about grids may also read the shape, the givens and the candidates: a
given is a value the author printed, candidates are pencil marks that were crossed out beforehand.
Both narrow the domain; an empty domain is no error, it means that there is no solution.

An instance is a puzzle or another problem with a name, and what its collection expects of it: a
claim like any other, never assumed to be true, and reported when a witness contradicts it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import compress
from operator import contains
from typing import Any, TypeGuard

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.record import constraints_in_json
from accord.puzzles.grid import Cell, Grid, Value, cell_name, in_json
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.objective import Value as ObjectiveValue
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape, default_box

ValueSet = frozenset[Value]


@dataclass(frozen=True)
class Puzzle(Problem):
    """A puzzle: a shape, its givens and, where they are known, candidates.

    Args:
        shape: size and rules.
        givens: one value per cell, 0 for a blank.
        candidates: one set of values per cell, or None where every value is allowed everywhere.

    Raises:
        MalformedPuzzleError: the number of cells or a value does not fit the size.
    """

    shape: Shape
    givens: Grid
    candidates: tuple[ValueSet, ...] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.givens, Grid):
            object.__setattr__(self, "givens", Grid(self.givens))
        givens, size = self.givens, self.size
        if len(givens) != size * size or not _givens(size).issuperset(givens):
            _check(size, "givens", ((value,) for value in givens), lowest=0)
        if self.candidates is not None:
            marks = tuple(map(frozenset, self.candidates))
            _check(self.size, "candidates", marks, lowest=1)
            marks = tuple(
                frozenset({given}) if given in mark else mark
                for given, mark in zip(self.givens, marks, strict=True)
            )
            nothing_crossed_out = all(
                given in mark or len(mark) == self.size
                for given, mark in zip(self.givens, marks, strict=True)
            )
            object.__setattr__(self, "candidates", None if nothing_crossed_out else marks)

    @property
    def size(self) -> int:
        """The number of rows, of columns and of values: 9 for a usual Sudoku."""
        return self.shape.size

    @property
    def box(self) -> tuple[int, int] | None:
        """Rows and columns of a box; None for Latin squares and jigsaws."""
        return self.shape.box

    @property
    def rules(self) -> frozenset[str]:
        """The rules by name: diagonals, windoku, latin."""
        return self.shape.rules

    @property
    def regions(self) -> tuple[int, ...] | None:
        """For each cell the number of its jigsaw region, or None."""
        return self.shape.regions

    @property
    def houses(self) -> tuple[AllDifferent, ...]:
        """The sets of n cells whose values differ pairwise."""
        return self.shape.houses

    @property
    def peers(self) -> tuple[frozenset[Cell], ...]:
        """For each cell, the cells it shares a house with."""
        return self.shape.peers

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """Everything a grid has to obey besides the domains."""
        return self.shape.constraints

    @property
    def kinds(self) -> frozenset[type[Constraint]]:
        """The classes of the constraints."""
        return self.shape.kinds

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cells: r1c1, r1c2 ..."""
        return tuple(cell_name(cell, self.size) for cell in self.shape.cells)

    @property
    def layout(self) -> ProblemLayout:
        """A grid of n columns."""
        return ProblemLayout("grid", self.size)

    @property
    def objective(self) -> None:
        """Return None: every grid that obeys the rules is as good."""

    @property
    def symbols(self) -> None:
        """Return None: the values of cells are numbers."""

    @property
    def shown(self) -> Sequence[Cell]:
        """All cells."""
        return self.shape.cells

    @property
    def shows_all(self) -> bool:
        """Return True: no cell is hidden."""
        return True

    def projected(self, solution: Solution) -> Solution:
        """The grid itself."""
        return solution

    def without_grid(self) -> Problem:
        """The puzzle as a problem without geometry."""
        return Problem(self.domains, self.constraints, self.names, self.layout)

    def solution(self, values: Iterable[int]) -> Grid:
        """Values of the cells as a grid."""
        return Grid(values)

    def text(self, solution: Sequence[int]) -> str:
        """A grid as one line."""
        return str(solution) if isinstance(solution, Grid) else str(Grid(solution))

    def parsed(self, text: str) -> Grid:
        """The grid of such a line."""
        return Grid.parse(text)

    def worded(self, solution: Sequence[int], most: int | None = None) -> str:
        """A grid for people: as one line."""
        return self.text(solution)

    @cached_property
    def domains(self) -> tuple[ValueSet, ...]:
        """For each cell the values still allowed; a given is a domain of one value."""
        fixed = _fixed(self.size)
        marks = self.candidates
        if marks is None:
            return tuple([fixed[given] for given in self.givens])
        return tuple(
            fixed[given] & mark if given else mark
            for given, mark in zip(self.givens, marks, strict=True)
        )

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that say which puzzle this is, the same on every machine."""
        shape = self.shape
        marks = self.candidates and [sorted(mark) for mark in self.candidates]
        extra = [_identity(constraint) for constraint in shape.extra]
        parts = (self.size, shape.box, sorted(shape.rules), shape.regions, extra)
        return sha256(repr((*parts, tuple(self.givens), marks)).encode()).hexdigest()[:16]

    def violations(self, grid: Sequence[Value]) -> Iterator[str]:
        """Everything that is wrong with `grid` as a solution, in words: nothing, when it is one."""
        if len(grid) != len(self.givens):
            yield f"found {counted(len(grid), 'value')}, expected {len(self.givens)}"
            return
        grid = grid if isinstance(grid, Grid) else Grid(grid)
        keeps = self._keeps(grid)
        if not keeps:
            for cell, (value, domain) in enumerate(zip(grid, self.domains, strict=True)):
                if value not in domain:
                    yield self._misfit(cell, value)
        shape = self.shape
        for constraint in shape.others if keeps and shape.differ(grid) else shape.constraints:
            values = [grid[cell] for cell in constraint.scope]
            if not constraint.holds(values):
                names = [cell_name(cell, self.size) for cell in constraint.scope]
                yield from constraint.violations(values, names)

    def _keeps(self, grid: Grid) -> bool:
        """Whether each cell has a value of its domain: 2 us for 81, as no domain is made for it."""
        if self.candidates is not None:
            return all(map(contains, self.domains, grid))
        if not _fixed(self.size)[0].issuperset(grid):
            return False
        return [*compress(grid, self.givens)] == [*filter(None, self.givens)]

    def _misfit(self, cell: Cell, value: Value) -> str:
        where = cell_name(cell, self.size)
        if not 1 <= value <= self.size:
            return f"{where} holds {value}, expected 1..{self.size}"
        if (given := self.givens[cell]) and given != value:
            return f"{where} holds {value}, but {given} is given"
        marks = " ".join(map(str, sorted(self.candidates[cell]))) if self.candidates else ""
        return f"{where} holds {value}, but its candidates are {marks or 'none'}"

    def record(self) -> dict[str, Any]:
        """The puzzle as a JSON object; what is usual is left out."""
        boxless = self.regions is not None or "latin" in self.rules
        usual = None if boxless else default_box(self.size)
        whole = {
            "size": self.size,
            "box": None if self.box == usual else self.box,
            "rules": sorted(self.rules) or None,
            "regions": self.regions and in_json([number + 1 for number in self.regions]),
            "givens": in_json(self.givens),
            "candidates": self.candidates and [sorted(marks) for marks in self.candidates],
            **self._extra(),
        }
        return {key: value for key, value in whole.items() if value is not None}

    def _extra(self) -> dict[str, Any]:
        """The constraints besides the houses: lists of cells where these say all."""
        extra = self.shape.extra
        if not extra:
            return {}
        if all(each == AllDifferent(each.scope) and not each.name for each in extra):
            return {"extra": [each.scope for each in extra]}
        return constraints_in_json(extra, self.names)

    def copy(self) -> "Puzzle":
        """An equal one, of which no part that can be changed is shared with anything."""
        return self.with_shape(self.shape.copy())

    def with_shape(self, shape: Shape) -> "Puzzle":
        """The givens and candidates on an equal shape."""
        return Puzzle(shape, self.givens, self.candidates)

    def __str__(self) -> str:
        return str(self.givens)

    def __reduce__(self) -> tuple[object, ...]:
        return Puzzle, (self.shape, self.givens, self.candidates)


def no_puzzle(problem: Problem, who: str = "") -> MalformedPuzzleError:
    """The error for a problem where only a puzzle can stand; `who` needs its geometry."""
    why = f": {who} needs its geometry" if who else ""
    variables = counted(len(problem.domains), "variable")
    return MalformedPuzzleError(
        f"found a problem of {variables}, expected a puzzle of n x n cells{why}"
    )


def expect_puzzle(problem: Problem, who: str = "") -> Puzzle:
    """The problem, which has to be a puzzle.

    Raises:
        MalformedPuzzleError: it is none.
    """
    if not isinstance(problem, Puzzle):
        raise no_puzzle(problem, who)
    return problem


def is_plain(problem: Problem) -> TypeGuard[Puzzle]:
    """Whether it is a puzzle all of whose constraints are AllDifferents without exceptions."""
    return isinstance(problem, Puzzle) and not problem.shape.others


def _identity(constraint: Constraint) -> tuple[str, object]:
    """The digest's part of a constraint: of a plain AllDifferent its cells alone."""
    if isinstance(constraint, AllDifferent) and not constraint.excepted:
        return "AllDifferent", constraint.scope
    names = [str(cell) for cell in range(max(constraint.scope, default=-1) + 1)]
    return constraint.kind, json.dumps(constraint.record(names), sort_keys=True)


@lru_cache(maxsize=64)
def _fixed(size: int) -> tuple[ValueSet, ...]:
    """By given, the domain of its cell; of a blank, every value."""
    values = range(1, size + 1)
    return (frozenset(values), *(frozenset({value}) for value in values))


@lru_cache(maxsize=64)
def _givens(size: int) -> ValueSet:
    """The values that a given may have, 0 for a blank included."""
    return frozenset(range(size + 1))


def _check(size: int, what: str, cells: Iterable[Iterable[Value]], *, lowest: int) -> None:
    """Complain unless there are n*n cells with values in lowest..n."""
    number = 0
    for cell, values in enumerate(cells):
        number += 1
        for value in values:
            if not lowest <= value <= size:
                where = cell_name(cell, size)
                raise MalformedPuzzleError(
                    f"{what}: found {value} at {where}, expected {lowest}..{size}"
                )
    if number != size * size:
        raise MalformedPuzzleError(
            f"{what}: found {number} cells, expected {size * size} ({size} x {size})"
        )


@dataclass(frozen=True)
class Expected:
    """The claims of a collection about a puzzle."""

    count: int | None = None  # the exact number of solutions
    at_least: int | None = None  # where only a lower bound is claimed
    solution: Solution | None = None  # of a puzzle a Grid
    optimum: ObjectiveValue | None = None  # the value of the best solution

    def record(self) -> dict[str, object]:
        """The claims in JSON: `count`, `at_least`, `solution`, `optimum` where they are known."""
        solution: object = self.solution
        if self.solution is not None:
            is_grid = isinstance(self.solution, Grid)
            solution = in_json(self.solution) if is_grid else [*self.solution]
        claims = {"count": self.count, "at_least": self.at_least, "solution": solution}
        claims["optimum"] = self.optimum
        return {claim: value for claim, value in claims.items() if value is not None}


@dataclass(frozen=True)
class Instance:
    """A problem, most often a puzzle, as a row of a benchmark."""

    name: str
    problem: Problem
    expected: Expected | None = None
    source: str = ""
    notes: Mapping[str, Any] = field(default_factory=dict, compare=False)  # what else its file says
    compile_time: float | None = field(default=None, compare=False)
    """Seconds, wall, of the compiler of its source; None where it needs none."""
