"""NoOverlap: for each two boxes a literal for each way to be apart, and that one of them is true.

They hold since each of these literals is true in a model exactly when the solution has the end of
one box not behind the origin of the other in a dimension: then whatever the origin and the length
are at least, the other origin is at least their sum; and a solution has two boxes apart so, or one
of them with a length of zero where these are ignored.  No length of a solution is negative.
"""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.no_overlap import Length, NoOverlap, NoOverlap2D
from accord.puzzles.proofs.literals import Clause, Literals
from accord.puzzles.proofs.quantity import FALSE, TRUE, Quantity


def apart(constraint: NoOverlap | NoOverlap2D, literals: Literals) -> Iterator[Clause]:
    """The lengths that are negative; then for each two boxes what being apart means."""
    if not all(literals.of(variable) for variable in constraint.scope):
        return  # a variable without values is false by itself
    boxes = constraint.boxes()
    for length in dict.fromkeys(each for box in boxes for each in box.lengths):
        if isinstance(length, Variable):
            direct, values = literals.of(length.number), literals.values(length.number)
            yield from ((-here,) for here, value in zip(direct, values, strict=True) if value < 0)
    for pair in combinations(boxes, 2):
        either: list[int] = []
        for one, other in (pair, pair[::-1]):
            for origin, length, behind in zip(one.origins, one.lengths, other.origins, strict=True):
                (before,) = literals.new(1)
                either.append(before)
                places = literals.quantity(origin), literals.quantity(behind)
                yield from _before(before, *places, _quantity(length, literals))
        if constraint.zero_ignored:
            either += [_zero(length, literals) for box in pair for length in box.lengths]
        yield tuple(either)


def _before(before: int, origin: Quantity, behind: Quantity, length: Quantity) -> Iterator[Clause]:
    """What a literal says: origin + length <= behind; without those that others imply."""
    for size in length.values:
        last = TRUE
        for value in origin.values:
            said = behind.at_least(value + size)
            if said != last:
                yield -before, -origin.at_least(value), -length.at_least(size), said
            last = said


def _quantity(length: Length, literals: Literals) -> Quantity:
    if isinstance(length, Variable):
        return literals.quantity(length.number)
    return Quantity([length], [])


def _zero(length: Length, literals: Literals) -> int:
    if isinstance(length, Variable):
        return literals.equal(length.number, 0)
    return FALSE if length else TRUE


RELAXATIONS = {NoOverlap: apart, NoOverlap2D: apart}
