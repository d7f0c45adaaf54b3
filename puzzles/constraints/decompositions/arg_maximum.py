"""ArgMaximum and ArgMinimum: the extreme is a fresh variable, and the item at the index."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.terms import Operation


def by_extreme(constraint: ArgMaximum | ArgMinimum, fresh: Fresh) -> Iterator[Constraint]:
    """The extreme, the element, and for the first or last index a bound by every extreme item."""
    variables, index = constraint.variables, constraint.index
    best = Variable(fresh.variable(reduce(or_, fresh.of(variables))))
    kind = Maximum if constraint.extreme == "maximum" else Minimum
    yield kind(variables, "=", best)
    yield Element(tuple(map(Variable, variables)), index, best, constraint.start)
    if constraint.rank == "any":
        return
    bound = "le" if constraint.rank == "first" else "ge"
    for at, variable in enumerate(variables, constraint.start):
        is_extreme = Operation("eq", (Variable(variable), best))
        within = Operation(bound, (Variable(index), at))
        yield Expression(Operation("imp", (is_extreme, within)))


DECOMPOSITIONS = {ArgMaximum: by_extreme, ArgMinimum: by_extreme}
