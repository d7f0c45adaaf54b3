"""AllDifferent: the extended direct encoding, pairwise.

They hold since no two places have the same value; since places that differ are as many as their
values, each value has one where there are no more values than places; and since fewer values than
places have no solution, whose empty clause holds for all of none.
"""

from collections.abc import Sequence

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.proofs.arithmetic_blocks import AtLeastOne, AtMostOne, Chained
from accord.puzzles.proofs.literals import Clause, Literals


def differences(constraint: AllDifferent, literals: Literals) -> Sequence[Clause]:
    """For each value a clause for each two places; then one for the places of each value."""
    places: dict[int, list[int]] = {}
    for variable in constraint.scope:
        values = literals.values(variable)
        for literal, value in zip(literals.of(variable), values, strict=True):
            places.setdefault(value, []).append(literal)
    excepted = [places.pop(value) for value in constraint.excepted if value in places]
    groups = [places[value] for value in sorted(places)]
    if excepted or len(groups) > len(constraint.scope):
        return AtMostOne(groups)
    if len(groups) < len(constraint.scope):
        return [()]
    return Chained([AtMostOne(groups), AtLeastOne(groups)])


RELAXATIONS = {AllDifferent: differences}
