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

A module of this room that ends in `CLAUSE_ENCODINGS = {name: ClauseEncoding(...)}` is one encoding
or several, and cnf.py finds it.  Most make the clauses of the constraints alone, which are the same
for every puzzle of a shape; those of the domains are added for each puzzle (`with_domains`).

Conflict clauses, so called by Walsh ("SAT v CSP", CP 2000), are all that the rules of a puzzle
need: a value that is crossed out is forbidden by negating its literals, and two cells of a scope
are forbidden to share a value by negating the literals of both (`differences`).  The order and the
log encoding are made so.  Repeats are kept: a box and a row contribute some of the same pairs.
"""

from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from accord.encodings.model import ModelError
from accord.encodings.scopes import Scope
from accord.puzzles import Grid, Problem, Puzzle, Solution, Value, cell_name
from accord.puzzles.optimization import goal_of

Clause = tuple[int, ...]  # literals: a variable, or minus a variable
ValueLiterals = Mapping[Value, Clause]  # of one cell: the literals that together mean a value


class BoundLiterals(Mapping[Value, Clause]):
    """The literals that mean a value in the order encoding: at most it, and not less.

    Nothing is kept of a value but its place: a number of 100,000 values costs no more than one of
    two.

    Args:
        values: of a cell, in order.
        at_most: for each value but the highest the literal that the cell is at most that.
    """

    def __init__(self, values: Sequence[Value], at_most: Sequence[int]) -> None:
        self._values, self._at_most = values, at_most

    def __getitem__(self, value: Value) -> Clause:
        place = bisect_left(self._values, value)
        if place == len(self) or self._values[place] != value:
            raise KeyError(value)
        above = (-self._at_most[place - 1],) if place else ()
        return (*self._at_most[place : place + 1], *above)

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def value(self, true: Container[int]) -> Value:
        """The value that true literals mean."""
        return self._values[bisect_left(self._at_most, True, key=true.__contains__)]


class CNF(NamedTuple):
    """A conjunction of clauses over the variables 1..variables; no clause is empty."""

    variables: int
    clauses: list[Clause]  # not to be changed: formulas of one shape may share it
    cells: Sequence[ValueLiterals]
    determined: bool = True  # each grid is exactly one model over the variables 1..variables
    of: Problem | None = None  # what is asked, unless it is a puzzle of all-different alone
    at_most: Mapping[Value, int] | None = None
    """Where an objective is a variable: for each of its values but the highest the literal that it
    is at most so much."""


def decode(formula: CNF, model: Iterable[int]) -> Solution:
    """The grid that a model describes; of a problem that is no puzzle a tuple of values.

    Args:
        formula: what was solved.
        model: the literals that are true, in any order; further variables are ignored.

    Raises:
        ModelError: it gives a cell no value.
    """
    true = model if isinstance(model, set) else set(model)
    values = (_value(formula, cell, true) for cell in range(len(formula.cells)))
    return Grid(values) if formula.of is None else formula.of.solution(values)


def _value(formula: CNF, cell: int, true: set[int]) -> Value:
    meanings = formula.cells[cell]
    if isinstance(meanings, BoundLiterals):
        return meanings.value(true)
    for value, literals in meanings.items():
        if true.issuperset(literals):
            return value
    raise ModelError(f"the model gives {name_of(formula, cell)} no value, expected exactly one")


def name_of(formula: CNF, cell: int) -> str:
    """The name of a cell, r1c2, or of a variable of a problem."""
    if formula.of is not None:
        return formula.of.names[cell]
    return cell_name(cell, round(len(formula.cells) ** 0.5))


def nogood(formula: CNF, grid: Sequence[int]) -> Clause:
    """The clause that forbids this grid and no other; empty where no other is possible.

    Of a problem that hides variables it is over the shown ones, and forbids all that count as one.
    """
    shown = range(len(grid)) if formula.of is None else formula.of.shown
    return tuple(-literal for cell in shown for literal in formula.cells[cell][grid[cell]])


def better(formula: CNF, grid: Sequence[int]) -> Clause:
    """The clause, a literal, that all solutions better than this one satisfy; empty if none can be.

    Raises:
        HasNoObjectiveError: the best one is not asked for.
    """
    assert formula.of is not None
    goal = goal_of(formula.of)
    value, ends = goal.value(grid), formula.at_most or {}
    if goal.sense == "maximize":
        return tuple(-literal for end, literal in ends.items() if end == value)
    return tuple(literal for end, literal in ends.items() if goal.is_better(end, value))[-1:]


class ClauseEncoding(NamedTuple):
    """A way to say a puzzle in clauses, and what it is made from."""

    clauses: Callable[..., CNF]
    """Of n values and scopes; or of the puzzle.  Then, if it takes one, a name of AT_MOST_ONE."""
    takes_at_most_one: bool = True
    takes_puzzle: bool = False  # and not n and scopes: the domains decide what is said
    form: str = ""  # of the variables of other problems, in the clauses of kinds/; none: no others


def differences(scopes: Iterable[Scope], cells: Sequence[ValueLiterals]) -> Iterator[Clause]:
    """The clauses that forbid two cells of one scope to take the same value.

    Args:
        scopes: cells that must differ.
        cells: how each cell says each of its values.
    """
    negated = [
        {value: tuple(-literal for literal in literals) for value, literals in meaning.items()}
        for meaning in cells
    ]
    for scope in scopes:
        for value in negated[scope[0]] if scope else ():
            pairs = combinations([negated[cell][value] for cell in scope], 2)
            yield from [one + other for one, other in pairs]


def with_domains(blank: CNF, puzzle: Puzzle) -> CNF:
    """The clauses of the blank grid and those of the puzzle's domains, these first.

    The value of a cell that has one is fixed by its literals, one clause each; elsewhere every
    value that is crossed out is one clause.  Where a value needs no literal, as in a grid of one
    cell, it is forbidden by a contradiction, for which there is a variable if there was none.
    """
    clauses = list(_of_domains(puzzle, blank.cells))
    if () not in clauses:
        return blank._replace(clauses=clauses + blank.clauses)
    return blank._replace(variables=max(1, blank.variables), clauses=[(1,), (-1,)])


def _of_domains(puzzle: Puzzle, cells: Sequence[ValueLiterals]) -> Iterator[Clause]:
    every = range(1, puzzle.size + 1)
    for meaning, domain in zip(cells, puzzle.domains, strict=True):
        if len(domain) == 1:
            yield from ((literal,) for literal in meaning[min(domain)])
        elif len(domain) < puzzle.size:
            crossed_out = (value for value in every if value not in domain)
            yield from (tuple(-literal for literal in meaning[value]) for value in crossed_out)
