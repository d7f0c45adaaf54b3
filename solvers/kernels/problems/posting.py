"""A problem as clauses and sums.

The clauses are those of accord.encodings.clauses.  Linear constraints whose partial sums would take
many clauses are left out of them and become sums (sums.py) over the same literals x <= v.
"""

from collections.abc import Sequence
from typing import NamedTuple

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF
from accord.encodings.clauses.kinds import problem as kinds
from accord.encodings.clauses.kinds.integers import Integers
from accord.encodings.clauses.kinds.linear import Term, terms_of
from accord.puzzles import Problem, is_plain
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.linear import Linear

LONG = 4  # terms of a sum that is not said in clauses


class Number(NamedTuple):
    """An integer variable in sums."""

    values: Sequence[int]  # in order
    at_most: Sequence[int]  # for each but the last the literal x <= value; DIMACS


class Sum(NamedTuple):
    """Weighted numbers that are at most so much together."""

    weights: Sequence[int]
    numbers: Sequence[int]  # places in `Posted.numbers`
    right: int


class Posted(NamedTuple):
    """What the search is about."""

    formula: CNF
    numbers: Sequence[Number] = ()
    sums: Sequence[Sum] = ()


def post(problem: Problem) -> Posted:
    """The clauses and sums that say the solutions of a problem.

    Raises:
        UnsupportedError: clauses cannot say it.
    """
    if is_plain(problem):
        return Posted(cnf.encode(problem))
    left = _Left()
    formula = kinds.encode(problem, left_out=left.take)
    return Posted(formula, [*left.numbers.values()], left.sums)


class _Left:
    """The linear constraints that are left out of the clauses, as sums."""

    def __init__(self) -> None:
        self.numbers: dict[int, Number] = {}  # by variable
        self.sums: list[Sum] = []

    def take(self, to: Integers, constraint: Constraint) -> bool:
        """Whether a constraint is left out; it is noted then."""
        if not isinstance(constraint, Linear) or constraint.operator == "!=":
            return False
        terms = terms_of(constraint.coefficients, constraint.scope)
        open_ones = [term for term in terms if len(to.values(term.variable)) > 1]
        if not pays(open_ones, to):
            return False
        right = constraint.constant
        right -= sum(
            term.weight * to.values(term.variable)[0] for term in terms if term not in open_ones
        )
        weights = [term.weight for term in open_ones]
        places = [self._place(to, term.variable) for term in open_ones]
        if constraint.operator in ("<", "<=", "="):
            self.sums.append(Sum(weights, places, right - (constraint.operator == "<")))
        if constraint.operator in (">", ">=", "="):
            below = [-weight for weight in weights]
            self.sums.append(Sum(below, places, -right - (constraint.operator == ">")))
        return True

    def _place(self, to: Integers, variable: int) -> int:
        """Where the number of a variable stands."""
        if variable not in self.numbers:
            values = to.values(variable)
            at_most = [to.at_most(variable, value) for value in values[:-1]]
            self.numbers[variable] = Number(values, at_most)
        return [*self.numbers].index(variable)


def pays(terms: Sequence[Term], to: Integers) -> bool:
    """Whether a sum of these terms is better not said in clauses."""
    return len(terms) >= LONG
