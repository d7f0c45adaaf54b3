"""Channel as an element for each place, both ways where it can; ChannelValue as expressions."""

from collections.abc import Iterator

from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation


def elements(constraint: Channel, fresh: Fresh) -> Iterator[Constraint]:
    """The elements; between lists of the same length those of the other way, which follow."""
    yield from constraint.elements()
    lists = constraint.lists
    if len(lists) == 2 and len(lists[0]) == len(lists[1]):
        yield from Channel(lists[::-1], constraint.starts[::-1]).elements()


def equivalences(constraint: ChannelValue, fresh: Fresh) -> Iterator[Constraint]:
    """The value is an index, and each variable is 1 exactly if it is its own."""
    places = [*enumerate(constraint.variables, constraint.start)]
    yield Table((constraint.value,), tuple((at,) for at, _ in places))
    for at, variable in places:
        here = Operation("eq", (Variable(constraint.value), at))
        is_one = Operation("eq", (Variable(variable), 1))
        yield Expression(Operation("iff", (here, is_one)))


DECOMPOSITIONS = {Channel: elements, ChannelValue: equivalences}
