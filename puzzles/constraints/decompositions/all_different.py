"""AllDifferent as disequalities: k (k - 1) / 2 of them, which propagate less than the whole."""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation


def disequalities(constraint: AllDifferent, fresh: Fresh) -> Iterator[Constraint]:
    """A disequality for each pair; with excepted values, or one of these."""
    for one, other in combinations(constraint.scope, 2):
        if not constraint.excepted:
            yield Linear((one, other), "!=", 0, (1, -1))
            continue
        x, y = Variable(one), Variable(other)
        is_excepted = Operation("in", (x, Operation("set", constraint.excepted)))
        yield Expression(Operation("or", (Operation("ne", (x, y)), is_excepted)))


DECOMPOSITIONS = {AllDifferent: disequalities}
