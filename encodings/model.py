"""Errors between a problem and an outside solver: it cannot be written, or not be read back.

Every encoding reads another language, and all of them end in `grid_of` or `solution_of`.  What
these give is a claim: it may break the rules, and a value may be outside of its domain.
"""

from collections.abc import Callable, Iterable

from accord.puzzles import Cell, Grid, Problem, Solution, Value, cell_name
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
    return Grid(_values(size * size, found, "cell", lambda cell: cell_name(cell, size)))


def solution_of(problem: Problem, found: Iterable[tuple[int, int]]) -> Solution:
    """The solution with these values of the variables; one may be found several times.

    Raises:
        ModelError: a variable has no value, or different ones.
    """
    number = len(problem.domains)
    return problem.solution(_values(number, found, "variable", problem.names.__getitem__))


def _values(
    number: int, found: Iterable[tuple[int, int]], what: str, name: Callable[[int], str]
) -> list[int]:
    """Values by place."""
    values: dict[int, int] = {}
    for place, value in found:
        if values.setdefault(place, value) != value:
            both = f"the values {values[place]} and {value} of {name(place)}"
            raise ModelError(f"found {both}, expected one value of each {what}")
    for place in range(number):
        if place not in values:
            raise ModelError(f"found no value of {name(place)}, expected one value of each {what}")
    return [values[place] for place in range(number)]
