"""NoOverlap as expressions: of each two boxes one ends before the other begins."""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import comparison_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.no_overlap import Box, NoOverlap, NoOverlap2D
from accord.puzzles.constraints.terms import Operation


def pairs(constraint: NoOverlap | NoOverlap2D, fresh: Fresh) -> Iterator[Constraint]:
    """A disjunction for each two boxes: apart in some dimension, or one of them is ignored."""
    boxes = constraint.boxes()
    for length in dict.fromkeys(each for box in boxes for each in box.lengths):
        if isinstance(length, Variable):
            yield comparison_of((length,), ">=", 0)
    if constraint.zero_ignored:
        boxes = tuple(box for box in boxes if 0 not in box.lengths)
    for one, other in combinations(boxes, 2):
        either = [*_before(one, other), *_before(other, one)]
        if constraint.zero_ignored:
            lengths = dict.fromkeys((*one.lengths, *other.lengths))
            either += [Operation("eq", (each, 0)) for each in lengths if isinstance(each, Variable)]
        yield Expression(Operation("or", tuple(either)))


def _before(one: Box, other: Box) -> Iterator[Operation]:
    """The terms that one box ends before the other begins, one for each dimension."""
    for origin, length, next_origin in zip(one.origins, one.lengths, other.origins, strict=True):
        end = Operation("add", (Variable(origin), length))
        yield Operation("le", (end, Variable(next_origin)))


DECOMPOSITIONS = {NoOverlap: pairs, NoOverlap2D: pairs}
