"""Extended: a puzzle with further constraints, and cells that are named by text.

What adds to a board takes a puzzle and gives one, so that variants combine:
`non_consecutive(anti_knight(puzzle))`.
"""

import re
from collections.abc import Iterable

from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError
from accord.puzzles.grid import Cell
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape


def extended(puzzle: Puzzle, extra: Iterable[Constraint]) -> Puzzle:
    """The puzzle with these constraints as well."""
    old = puzzle.shape
    new = shape(old.size, old.box, old.rules, old.regions, (*old.extra, *extra))
    return Puzzle(new, puzzle.givens, puzzle.candidates)


def path(text: str, size: int) -> tuple[Cell, ...]:
    """The cells of a path: `r1c1 r1c2 r2c3`, at least two, each next to the one before.

    Raises:
        MalformedConstraintError: one is no cell, stands twice, or touches the one before not even
            at a corner; says which.
    """
    names = text.split()
    cells: list[Cell] = []
    for name in names:
        found = re.fullmatch(r"r([0-9]{1,4})c([0-9]{1,4})", name)
        row, column = (int(part) - 1 for part in found.groups()) if found else (-1, -1)
        if not (0 <= row < size and 0 <= column < size):
            raise MalformedConstraintError(
                f"path {text!r}: found {name!r}, expected r1c1 to r{size}c{size}"
            )
        if cells:
            above, left = divmod(cells[-1], size)
            if max(abs(row - above), abs(column - left)) != 1:
                raise MalformedConstraintError(
                    f"path {text!r}: found {name}, expected a cell that touches the one before"
                )
        if row * size + column in cells:
            raise MalformedConstraintError(f"path {text!r}: found {name} twice, expected it once")
        cells.append(row * size + column)
    if len(cells) < 2:
        raise MalformedConstraintError(f"path {text!r}: found {len(cells)} cells, expected 2")
    return tuple(cells)
