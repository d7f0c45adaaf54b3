"""AllEqual and Ordered as sums of two variables, one for each two neighbours."""

from collections.abc import Iterator
from itertools import pairwise

from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Ordered


def equalities(constraint: AllEqual, fresh: Fresh) -> Iterator[Constraint]:
    """The difference of each two neighbours is 0."""
    for pair in pairwise(constraint.scope):
        yield Linear(pair, "=", 0, (1, -1))


def inequalities(constraint: Ordered, fresh: Fresh) -> Iterator[Constraint]:
    """The difference of each two neighbours is so large."""
    yield from constraint.links()


DECOMPOSITIONS = {AllEqual: equalities, Ordered: inequalities}
