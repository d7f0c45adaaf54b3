"""Element as clauses: the index is in the list, and each index says which item the value is.

A value implies one of the indices where it may stand, too, which unit propagation would not find;
unless an item has more values than have literals of their own.
"""

from accord.encodings.clauses.kinds.integers import Integers
from accord.encodings.clauses.kinds.table import support
from accord.puzzles.constraints.element import Element


def pick(to: Integers, constraint: Element) -> None:
    """The clauses of an element constraint."""
    value, domain = to.number(constraint.value), to.fresh.domains[constraint.index]
    places = enumerate(constraint.items, constraint.start)
    items = {at: to.number(item) for at, item in places if at in domain}
    to.restrict(constraint.index, items)
    here = {at: to.equal(constraint.index, at) for at in items}
    for at, item in items.items():
        to.same(item, value, (-here[at],))
    if all(map(to.is_direct, items.values())):
        support(to, value, [(each, here[at]) for at in items for each in to.values(items[at])])
