"""A puzzle as a 0/1 linear program: equations and inequalities over variables that are 0 or 1.

x(c, v) is 1 where cell c takes value v.  Everything else is a sum of some of them:

    each cell                                         sum over its values  = 1
    each value in an all-different constraint,
        full (as many cells as there are values)      sum over the cells   = 1
        short (a value need not have a place)         sum over the cells  <= 1
    each cell's domain                                bounds: a given is 1, what is crossed out 0

The solutions in integers are the solutions of the puzzle, one for each; branch and bound excludes
the fractional ones.  Nothing is minimized.  It is the assignment problem in three dimensions, known
from Latin squares; for Sudoku see Bartlett, Chartier, Langville and Rankin, "An integer programming
model for the Sudoku problem", Journal of Online Mathematics and its Applications 8, 2008.

The price of a blank grid of n x n cells with h houses is n^3 variables and n^2 + h n rows of n
terms:

    blank grid       variables     rows      terms
    -------------   ----------   ------   --------
    9x9 Sudoku             729      324      2,916
    16x16 Sudoku         4,096    1,024     16,384
    25x25 Sudoku        15,625    2,500     62,500

The file is in the LP format of CPLEX.  Why fixed variables stay in it: docs/encodings/others.md.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError, grid_of
from accord.encodings.problems.linear import CODEC, in_lines, named_values
from accord.encodings.scopes import Scope, scopes
from accord.puzzles import Cell, Grid, Problem, Puzzle, cell_name, is_plain

Variable = int  # 0, 1, ...: cell * n + value - 1

INTEGRAL = 1e-6  # how far from 0 or 1 a solver may end and still mean it


class ProgramRow(NamedTuple):
    """Of some variables exactly one is 1, or at most one."""

    name: str  # what it says, in letters that files may have
    variables: tuple[Variable, ...]
    exactly: bool


class LinearProgram(NamedTuple):
    """Rows over the variables 0..size**3 - 1, of which some are fixed."""

    size: int
    rows: Sequence[ProgramRow]  # not to be changed: programs of one shape share it
    fixed: dict[Variable, int]  # to 0 or 1; what follows from these by a row is left unsaid


def encode(puzzle: Puzzle) -> LinearProgram:
    """The 0/1 linear program whose solutions are those of `puzzle`, one for each.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    return LinearProgram(puzzle.size, rows(puzzle), _fixed(puzzle))


def prepare(puzzle: Problem, **settings: object) -> None:
    """Make and keep what the constraints of `puzzle` alone determine, whatever the settings."""
    if is_plain(puzzle):
        rows(puzzle)


def rows(puzzle: Puzzle) -> Sequence[ProgramRow]:
    """The rows of the puzzle's constraints, made once for all puzzles that have them."""
    names = tuple(constraint.name for constraint in puzzle.constraints)
    return _rows(puzzle.size, tuple(scopes(puzzle)), names)


@lru_cache(maxsize=4)
def _rows(n: int, every: tuple[Scope, ...], names: tuple[str, ...]) -> tuple[ProgramRow, ...]:
    values = range(1, n + 1)
    cells = [tuple(range(cell * n, cell * n + n)) for cell in range(n * n)]
    rows = [
        ProgramRow(f"{cell_name(c, n)}_has_a_value", every, True) for c, every in enumerate(cells)
    ]
    for scope, name in zip(every, _row_names(names), strict=True):
        for value in values if scope else ():
            places = tuple(cells[cell][value - 1] for cell in sorted(scope))
            rows.append(ProgramRow(f"{name}_has_a_{value}", places, len(scope) == n))
    return tuple(rows)


def _row_names(names: Sequence[str]) -> list[str]:
    """Different names for constraints, whatever names these have: letters, digits and `_`.

    A word with a digit first, or after an `e`, would be a number to readers of LP files.
    """
    words: list[str] = []
    for number, name in enumerate(names, 1):
        word = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:100]
        if not re.match(r"(?![eE][0-9])[A-Za-z]", word):
            word = f"constraint_{number}"
        while word in words:
            word += f"_{number}"
        words.append(word)
    return words


def _fixed(puzzle: Puzzle) -> dict[Variable, int]:
    """What the domains say: the value of a cell that has one, or those that are crossed out."""
    n = puzzle.size
    fixed = {}
    for cell, domain in enumerate(puzzle.domains):
        if len(domain) == 1:
            fixed[cell * n + min(domain) - 1] = 1
        elif len(domain) < n:
            fixed |= {cell * n + v - 1: 0 for v in range(1, n + 1) if v not in domain}
    return fixed


def is_one(value: float, name: str = "a variable") -> bool:
    """Whether a variable is 1, within the precision of floating point; else it is 0.

    Raises:
        ModelError: it is neither.
    """
    if not min(abs(value), abs(value - 1)) <= INTEGRAL:
        raise ModelError(f"found {name} = {value}, expected 0 or 1")
    return value > 0.5


def decode(program: LinearProgram, ones: Iterable[Variable]) -> Grid:
    """The grid in which these variables are 1.

    Raises:
        ModelError: they give some cell no value, or several.
    """
    n = program.size
    return grid_of(n, ((variable // n, variable % n + 1) for variable in sorted(ones)))


def nogood(program: LinearProgram, grid: Grid) -> list[Variable]:
    """The variables that are 1 in `grid`, and not in every grid: not all of them is a nogood.

    Empty where there is no other grid.
    """
    ones = (cell * program.size + value - 1 for cell, value in enumerate(grid))
    return [variable for variable in ones if variable not in program.fixed]


def variable_name(variable: Variable, size: int) -> str:
    """What a variable is called in files: x_r1c2_5."""
    cell, value = divmod(variable, size)
    return f"x_{cell_name(cell, size)}_{value + 1}"


def write(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
    """A 0/1 linear program: one variable for each cell and value, rows that add up to 1.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    n, rows, fixed = encode(puzzle)
    names = [variable_name(variable, n) for variable in range(n**3)]
    free = [name for variable, name in enumerate(names) if variable not in fixed]
    yield (
        f"\\ A puzzle of {n} x {n} cells as a 0/1 linear program, in the LP format of CPLEX.\n"
        "\\ x_r1c2_5 is 1 where row 1, column 2 holds a 5, and 0 where it does not.\n"
        "\\ There is nothing to minimize: what is feasible is a solution of the puzzle.\n"
        f"Minimize\n nothing: 0 {names[0]}\nSubject To\n"
        "\\ Each cell has one value; each value has one place in each row, column, box ...,\n"
        "\\ and at most one (<= 1) where there are not as many cells as values.\n"
    )
    for row in _without_repeats(rows) if distinct else rows:
        terms = in_lines([names[variable] for variable in row.variables], " + ")
        yield f" {row.name}: {terms} {'=' if row.exactly else '<='} 1\n"
    if fixed:
        yield "Bounds\n\\ What is given is 1; what is no candidate is 0.\n"
        yield from (f" {names[variable]} = {value}\n" for variable, value in fixed.items())
    if free:
        yield f"\\ What is fixed is whole; the rest is 0 or 1.\nBinary\n {in_lines(free, ' ')}\n"
    yield "End\n"


def _without_repeats(rows: Iterable[ProgramRow]) -> Iterable[ProgramRow]:
    """The rows, those that say the same as one before left out."""
    first: dict[object, ProgramRow] = {}
    for row in rows:
        first.setdefault(row[1:], row)
    return first.values()


_NAME = re.compile(r"x_r(\d{1,2})c(\d{1,2})_(\d{1,2})")


def read(puzzle: Puzzle, text: str) -> Grid:
    """The grid in a solution file or a log: lines with the name of a variable and its value.

    So write HiGHS, SCIP, CBC and GLPK; what is not named is 0.

    Raises:
        UnsatisfiableError: the solver says that the program is infeasible.
        ModelError: there are no values, or they are no grid.
    """
    values: dict[Variable, bool] = {}
    for name, value in named_values(text, _NAME.pattern, "x_r1c2_5 1"):
        one, variable = is_one(value, name), _variable(puzzle.size, name)
        if values.setdefault(variable, one) != one:
            raise ModelError(f"found two values of {name}, expected one")
    ones = [variable for variable, one in values.items() if one]
    return decode(LinearProgram(puzzle.size, (), {}), ones)


def _variable(n: int, name: str) -> Variable:
    named = _NAME.fullmatch(name)
    assert named, "named_values gives these only"
    row, column, value = (int(each) - 1 for each in named.groups())
    if not (0 <= row < n and 0 <= column < n and 0 <= value < n):
        raise ModelError(f"found {name}, expected rows, columns and values 1..{n}")
    cell: Cell = row * n + column
    return cell * n + value


def size(puzzle: Puzzle) -> Size:
    """Variables, rows, different rows, and terms in all rows."""
    rows = encode(puzzle).rows
    different = len({row[1:] for row in rows})
    return Size(puzzle.size**3, len(rows), different, sum(len(row.variables) for row in rows))


ENCODINGS = {
    "linear": Encoding("0/1 linear program (CPLEX LP)", ".lp", Codec(write, read, size), CODEC)
}
