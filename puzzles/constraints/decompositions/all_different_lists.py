"""AllDifferentLists as a disjunction for each pair; AllDifferentMatrix as its rows and columns."""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import comparison_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation, Term


def disjunctions(constraint: AllDifferentLists, fresh: Fresh) -> Iterator[Constraint]:
    """Two lists differ at some place, or one of them is an excepted list."""
    for one, other in combinations(constraint.lists, 2):
        if () in constraint.excepted:
            return
        if not one:
            yield comparison_of((), "=", 1)
            return
        differ = [
            Operation("ne", (Variable(left), Variable(right)))
            for left, right in zip(one, other, strict=True)
        ]
        excepted = [Operation("and", _equal(one, values)) for values in constraint.excepted]
        yield Expression(Operation("or", (*differ, *excepted)))


def _equal(variables: tuple[int, ...], values: tuple[int, ...]) -> tuple[Term, ...]:
    pairs = zip(variables, values, strict=True)
    return tuple(Operation("eq", (Variable(variable), value)) for variable, value in pairs)


def lines(constraint: AllDifferentMatrix, fresh: Fresh) -> Iterator[Constraint]:
    """The rows and the columns."""
    yield from constraint.lines()


DECOMPOSITIONS = {AllDifferentLists: disjunctions, AllDifferentMatrix: lines}
