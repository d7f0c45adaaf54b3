"""Lex place by place: as long as all places before were equal, the next two are in order.

A fresh 0/1 variable for each place says whether all places up to it are equal: four constraints for
each place (Ian Gent, Patrick Prosser and Barbara Smith, "A 0/1 encoding of the GACLex constraint
for pairs of vectors", ECAI 2002 workshop on modelling).
"""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import (
    Atom,
    comparison_of,
    operator_of,
    truth_of,
)
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.ordered import Order
from accord.puzzles.constraints.terms import Operation


def place_by_place(constraint: Lex, fresh: Fresh) -> Iterator[Constraint]:
    """Fresh 0/1 variables for each pair of lists: whether they are equal up to each place."""
    for one, other in constraint.pairs():
        yield from _in_order(one, other, constraint.operator, fresh)


def _in_order(
    one: tuple[int, ...], other: tuple[int, ...], operator: Order, fresh: Fresh
) -> Iterator[Constraint]:
    weak: Order = "<=" if operator in ("<", "<=") else ">="
    equal: Atom = 1
    for place, pair in enumerate(zip(one, other, strict=True), 1):
        left, right = map(Variable, pair)
        if place == len(one) and operator != weak:
            weak = operator
        compared = Operation(operator_of(weak), (left, right))
        if equal == 1:
            yield Linear(pair, weak, 0, (1, -1))
        else:
            yield Expression(Operation("imp", (equal, compared)))
        if place < len(one):
            here = Operation("eq", (left, right))
            both = here if equal == 1 else Operation("and", (equal, here))
            equal, said = truth_of(both, fresh)
            yield from said
    if not one and operator != weak:
        yield comparison_of((), "=", 1)


DECOMPOSITIONS = {Lex: place_by_place}
