"""Constraints: what a grid has to obey, each a small value that says what it means.

A constraint names its cells and lists what a grid does wrong.  Backends translate constraint by
constraint, so a new kind of constraint is a new class here, and a backend that does not know
it refuses it by name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from accord.puzzles.grid import Cell, Grid, Value, cell_name


class Constraint(Protocol):
    """A relation over some cells."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it constrains, in order."""
        ...

    @property
    def name(self) -> str:
        """What people call it, for example `row 3`."""
        ...

    def violations(self, grid: Grid) -> Iterator[str]:
        """Everything the values of a full grid break, in words."""
        ...


@dataclass(frozen=True)
class AllDifferent:
    """No two of the cells hold the same value.

    Over as many cells as there are values it also means that every value has a place; over fewer
    cells it does not.
    """

    cells: tuple[Cell, ...]
    name: str = field(default="", compare=False)  # a label, no part of the meaning

    def violations(self, grid: Grid) -> Iterator[str]:
        """One sentence for each value that stands more than once."""
        values = [grid[cell] for cell in self.cells]
        if len(set(values)) == len(values):
            return
        places: dict[Value, list[Cell]] = {}
        for cell, value in zip(self.cells, values, strict=True):
            places.setdefault(value, []).append(cell)
        for value, cells in places.items():
            if len(cells) > 1:
                where = ", ".join(cell_name(cell, grid.size) for cell in cells)
                yield f"{self.name or 'all-different'} repeats {value} at {where}"
