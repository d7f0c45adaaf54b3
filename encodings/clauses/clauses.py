"""Clauses, and what their models mean for the cells.

A formula in conjunctive normal form is a list of clauses, a clause is a tuple of literals, and a
literal is a variable 1, 2, ... or minus one: the integers of DIMACS.  Encodings differ in the
literals that mean "this cell takes this value": one literal (direct), two (order), one for each
bit (log).  A formula keeps these literals for each value, and the way back follows from them: a
model gives a cell the value all of whose literals are true, and a grid is forbidden by the clause
that negates all of them.  A value without an entry is one that the cell cannot take; an entry of no
literals is always true.

Of a problem that is no puzzle of all-different alone the cells are its variables, in their order;
the clauses have further ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accord.encodings.model import ModelError
from accord.puzzles import Grid, Problem, Solution, Value, cell_name

Clause = tuple[int, ...]  # literals: a variable, or minus a variable
ValueLiterals = Mapping[Value, Clause]  # of one cell: the literals that together mean a value


class CNF(NamedTuple):
    """A conjunction of clauses over the variables 1..variables; no clause is empty."""

    variables: int
    clauses: list[Clause]  # not to be changed: formulas of one shape may share it
    cells: Sequence[ValueLiterals]
    determined: bool = True  # each grid is exactly one model over the variables 1..variables
    of: Problem | None = None  # what is asked, unless it is a puzzle of all-different alone


def decode(formula: CNF, model: Iterable[int]) -> Solution:
    """The grid that a model describes; of a problem that is no puzzle a tuple of values.

    Args:
        formula: what was solved.
        model: the literals that are true, in any order; further variables are ignored.

    Raises:
        ModelError: it gives a cell no value.
    """
    true = set(model)
    values = (_value(formula, cell, true) for cell in range(len(formula.cells)))
    return Grid(values) if formula.of is None else formula.of.solution(values)


def _value(formula: CNF, cell: int, true: set[int]) -> Value:
    for value, literals in formula.cells[cell].items():
        if true.issuperset(literals):
            return value
    raise ModelError(f"the model gives {name_of(formula, cell)} no value, expected exactly one")


def name_of(formula: CNF, cell: int) -> str:
    """What people call a cell, or a variable of a problem."""
    if formula.of is not None:
        return formula.of.names[cell]
    return cell_name(cell, round(len(formula.cells) ** 0.5))


def nogood(formula: CNF, grid: Sequence[int]) -> Clause:
    """The clause that forbids this grid and no other; empty where no other is possible."""
    pairs = zip(formula.cells, grid, strict=True)
    return tuple(-literal for meaning, value in pairs for literal in meaning[value])
