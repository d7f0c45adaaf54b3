"""Element as a table of indices and items; with variable items as an expression for each index."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation


def by_index(constraint: Element, fresh: Fresh) -> Iterator[Constraint]:
    """The index is one of the list, and what follows from each."""
    places = dict(enumerate(constraint.items, constraint.start))
    constants = {at: item for at, item in places.items() if isinstance(item, int)}
    value = constraint.value
    if isinstance(value, Variable) and len(constants) == len(places):
        yield Table((constraint.index, value.number), tuple(constants.items()))
        return
    within = [at for at in places if at in fresh.domains[constraint.index]]
    yield Table((constraint.index,), tuple((at,) for at in within))
    for at in within:
        here = Operation("eq", (Variable(constraint.index), at))
        yield Expression(Operation("imp", (here, Operation("eq", (value, places[at])))))


DECOMPOSITIONS = {Element: by_index}
