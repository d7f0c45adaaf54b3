r"""Kakuro: a crossword of sums.  Digits 1 to 9 that differ in each run, and add up to its clue.

    >>> kakuro(r'''
    ...  #    4\    6\
    ...  \3   .     .
    ...  \7   .     .
    ... ''')
    Problem(9 variables, 4 constraints)

`.` is a white cell and `#` a black one; `6\` is the sum of the run below, `\3` of the run to the
right, `6\3` says both.  Jacob E. Funk of Dell Magazines invented it in 1966 as Cross Sums.

One puzzle, two models: a run is the table of its digits, or a sum and an all-different, as pairs of
kinds that a solver may propagate more or less of.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Literal

from accord.puzzles.classics.boards.board import rows_of
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Problem

DIGITS = range(1, 10)
Run = tuple[str, int, tuple[int, ...]]  # its name, its sum and its cells


def kakuro(text: str, model: Literal["linear", "table"] = "linear") -> Problem:
    r"""The digit of each white cell; a black cell is a variable whose only value is 0.

    >>> accord.solve(kakuro("# 4\\ 6\\\n\\3 . .\n\\7 . .")).solutions[0]
    (0, 0, 0, 0, 1, 2, 0, 3, 4)

    Args:
        text: rows of cells with spaces between them: `.` is white and `#` black; black cells with
            clues are `16\` (the run below), `\3` (the run to the right) and `16\3`.
        model: each run as a sum and an all-different, or as a table.

    Raises:
        MalformedConstraintError: the rows are not equally long, or a cell is none; says which.
    """
    rows = rows_of(text)
    columns = len(rows[0])
    names = [f"r{r}c{c}" for r, row in enumerate(rows, 1) for c in range(1, len(row) + 1)]
    cells = [cell for row in rows for cell in row]
    down, across = [0] * len(cells), [0] * len(cells)
    for place, cell in enumerate(cells):
        if cell not in (".", "#"):
            down[place], across[place] = _clue(cell, names[place])
    constraints: list[Constraint] = []
    for name, total, run in _runs(cells, columns, down, across):
        if model == "table":
            constraints.append(Table(run, _ways(len(run), total), name=f"{name} = {total}"))
        else:
            constraints += [AllDifferent(run, name), Linear(run, "=", total, name=name)]
    domains = [DIGITS if cell == "." else (0,) for cell in cells]
    black = tuple(place for place, cell in enumerate(cells) if cell != ".")
    layout = ProblemLayout("grid", columns=columns, black=black)
    return Problem(domains, constraints, names, layout)


@lru_cache(maxsize=1024)
def _ways(cells: int, total: int) -> tuple[tuple[int, ...], ...]:
    """The different digits, in every order, that have this sum."""
    return tuple(each for each in permutations(DIGITS, cells) if sum(each) == total)


def _clue(cell: str, name: str) -> tuple[int, int]:
    """The sums below and to the right; 0 where there is none."""
    down, bar, across = cell.partition("\\")
    if not bar or not all(part == "" or part.isdecimal() for part in (down, across)):
        raise MalformedConstraintError(
            rf"{name}: found {cell!r}, expected `.`, `#` or a clue such as 16\ or \3 or 16\3"
        )
    return int(down or 0), int(across or 0)


def _runs(cells: list[str], columns: int, down: list[int], across: list[int]) -> Iterator[Run]:
    """Every clue with the white cells that it is about."""
    for place in range(len(cells)):
        row, column = divmod(place, columns)
        if across[place]:
            right = range(place + 1, (row + 1) * columns)
            yield f"r{row + 1}c{column + 1} across", across[place], _white(cells, right)
        if down[place]:
            below = range(place + columns, len(cells), columns)
            yield f"r{row + 1}c{column + 1} down", down[place], _white(cells, below)


def _white(cells: list[str], places: range) -> tuple[int, ...]:
    """The places up to the first black cell."""
    black = next((at for at, place in enumerate(places) if cells[place] != "."), len(places))
    return tuple(places[:black])
