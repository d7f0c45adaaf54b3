"""Errors between a puzzle and an outside solver: it cannot be written, or not be read back.

Every encoding reads another language, and all of them end in `grid_of`.  The grid is a claim: it
may break the rules, and a value may be out of range.
"""

from collections.abc import Iterable

from accord.puzzles import Cell, Grid, Value, cell_name
from accord.puzzles.errors import InputError


class UnsupportedError(InputError):
    """The language cannot say this, or the solver cannot be asked it; says what is in the way."""


class ModelError(ValueError):
    """The text of an outside solver is no model; says what was found and what was expected."""


class UnsatisfiableError(ModelError):
    """An outside solver claims that there is no model, so that there is nothing to read."""


def grid_of(size: int, found: Iterable[tuple[Cell, Value]]) -> Grid:
    """The grid with these values; one may be found several times.

    Raises:
        ModelError: a cell has no value, or different ones.
    """
    values: dict[Cell, Value] = {}
    for cell, value in found:
        if values.setdefault(cell, value) != value:
            both = f"the values {values[cell]} and {value} of {cell_name(cell, size)}"
            raise ModelError(f"found {both}, expected one value of each cell")
    for cell in range(size * size):
        if cell not in values:
            name = cell_name(cell, size)
            raise ModelError(f"found no value of {name}, expected one value of each cell")
    return Grid(values[cell] for cell in range(size * size))
