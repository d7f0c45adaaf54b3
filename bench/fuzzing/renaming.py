"""Renamed values: constraints in which every value has another name.

Where a kind only asks which values are equal, or lists them, its constraint can be said of other
values, and solutions correspond one to one.  Kinds that compare or add values have no such form.
One that lists values and counts them has it where the count is a number, not a variable.  If all
names are moved by the same number, a linear constraint has one, too.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem

Names = Callable[[int], int]  # of all whole numbers, one to one


def renamed(constraint: Constraint, names: Names) -> Constraint | None:
    """The constraint on the values with these names; None where it is on more than which it is."""
    change = RENAMED.get(type(constraint))
    found: Constraint | None = change(constraint, names) if change else None
    return found


def _values(each: Any, names: Names) -> Any:
    """Values of a list; what is none of them stays."""
    return tuple(names(value) if isinstance(value, int) else value for value in each)


def _excepted(constraint: Any, names: Names) -> Any:
    return replace(constraint, excepted=_values(constraint.excepted, names))


def _n_values(constraint: Any, names: Names) -> Any:
    return None if _is_counted(constraint.right) else _excepted(constraint, names)


def _is_counted(number: object) -> bool:
    """Whether how often something occurs is the value of a variable."""
    return isinstance(number, Variable)


def _excepted_lists(constraint: Any, names: Names) -> Any:
    excepted = tuple(_values(each, names) for each in constraint.excepted)
    return replace(constraint, excepted=excepted)


def _listed(constraint: Any, names: Names) -> Any:
    return replace(constraint, values=_values(constraint.values, names))


def _count(constraint: Any, names: Names) -> Any:
    return None if _is_counted(constraint.right) else _listed(constraint, names)


def _cardinality(constraint: Any, names: Names) -> Any:
    return None if any(map(_is_counted, constraint.occurrences)) else _listed(constraint, names)


def _table(constraint: Any, names: Names) -> Any:
    return replace(constraint, tuples=tuple(_values(each, names) for each in constraint.tuples))


def _transitions(constraint: Any, names: Names) -> Any:
    moved = tuple((one, names(value), other) for one, value, other in constraint.transitions)
    return replace(constraint, transitions=moved)


RENAMED: dict[type[Constraint], Callable[[Any, Names], Any]] = {  # a constraint, or None
    AllDifferent: _excepted,
    AllDifferentLists: _excepted_lists,
    AllDifferentMatrix: _excepted,
    AllEqual: lambda constraint, names: constraint,
    Cardinality: _cardinality,
    Count: _count,
    Instantiation: _listed,
    MDD: _transitions,
    NValues: _n_values,
    Precedence: _listed,
    Regular: _transitions,
    Table: _table,
}
MOVED = (Linear.kind, *(each.kind for each in RENAMED))  # kinds of which values can be moved


def moved(problem: Problem, step: int) -> Problem:
    """The problem with all its values moved; as it is where it has a constraint that cannot be."""
    constraints = list[Constraint]()
    for each in problem.constraints:
        other = renamed(each, lambda value: value + step)
        if isinstance(each, Linear):
            other = replace(each, right=each.constant + step * sum(each.coefficients))
        if other is None:
            return problem
        constraints.append(other)
    domains = [Domain.of(value + step for value in domain) for domain in problem.domains]
    return Problem(domains, constraints, problem.names)
