"""Clauses, and what their models say of the cells.

A formula in conjunctive normal form is a list of clauses, a clause is a tuple of literals, and a
literal is a variable 1, 2, ... or minus one: the integers of DIMACS.  What encodings differ in is
how "this cell takes this value" is said: by one literal (direct), by two (order), by one for each
bit (log).  A formula carries these sayings, and the way back follows from them: a model gives a
cell the value all of whose literals are true, and a grid is forbidden by the clause that negates
all of them.  A value that has no saying is one that the cell cannot take; a saying of no literals
is always true.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accord.encodings.model import ModelError
from accord.puzzles.grid import Grid, Value, cell_name

Clause = tuple[int, ...]  # literals: a variable, or minus a variable
Saying = Mapping[Value, Clause]  # of one cell: the literals that say together that it has a value


class CNF(NamedTuple):
    """A conjunction of clauses over the variables 1..variables; no clause is empty."""

    variables: int
    clauses: list[Clause]  # not to be changed: formulas of one shape may share it
    cells: Sequence[Saying]
    determined: bool = True  # each grid is exactly one model over the variables 1..variables


def decode(formula: CNF, model: Iterable[int]) -> Grid:
    """The grid that a model describes.

    Args:
        formula: what was solved.
        model: the literals that are true, in any order; further variables are ignored.

    Raises:
        ModelError: it gives a cell no value.
    """
    true = set(model)
    return Grid(
        next((value for value, said in saying.items() if true.issuperset(said)), None)
        or _no_value(cell, len(formula.cells))
        for cell, saying in enumerate(formula.cells)
    )


def _no_value(cell: int, cells: int) -> Value:
    name = cell_name(cell, round(cells**0.5))
    raise ModelError(f"the model gives {name} no value, expected exactly one")


def nogood(formula: CNF, grid: Grid) -> Clause:
    """The clause that forbids this grid and no other; empty where no other can be said."""
    sayings = zip(formula.cells, grid, strict=True)
    return tuple(-literal for saying, value in sayings for literal in saying[value])
