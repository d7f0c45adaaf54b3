"""Precedence place by place: a fresh 0/1 variable says whether a value has occurred so far."""

from collections.abc import Iterator
from itertools import pairwise

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import Atom, truth_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.terms import Operation


def occurrences(constraint: Precedence, fresh: Fresh) -> Iterator[Constraint]:
    """A value needs the one before it at an earlier place; covered: each occurs at least once."""
    for before, value in pairwise(constraint.values):
        so_far: Atom = 0
        for place, variable in enumerate(constraint.scope, 1):
            here = Operation("eq", (Variable(variable), value))
            yield Expression(Operation("imp", (here, so_far)))
            if place < len(constraint.scope):
                other = Operation("eq", (Variable(variable), before))
                so_far, said = truth_of(Operation("or", (so_far, other)), fresh)
                yield from said
    for value in constraint.values if constraint.covered else ():
        yield Count(constraint.scope, ">=", 1, (value,))


DECOMPOSITIONS = {Precedence: occurrences}
