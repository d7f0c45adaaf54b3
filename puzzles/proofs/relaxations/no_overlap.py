"""NoOverlap: for each two boxes a literal for each way to be apart, and that one of them is true.

They hold since each of these literals is true in a model exactly when the solution has the end of
one box not behind the origin of the other in a dimension: then whatever the origin and the length
are at least, the other origin is at least their sum; and a solution has two boxes apart so, or one
of them with a length of zero where these are ignored.  No length of a solution is negative.
"""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.proofs.literals import Clause, Literals, ends_before, equal, quantity_of


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
                size = quantity_of(length, literals)
                yield from ends_before(before, places[0], size, places[1])
        if constraint.zero_ignored:
            either += [equal(length, 0, literals) for box in pair for length in box.lengths]
        yield tuple(either)


RELAXATIONS = {NoOverlap: apart, NoOverlap2D: apart}
