"""Element: what each index says of the value, and from which indices a value can come.

They hold since a solution's index k lies in the list and its value is that of item k; so whichever
of the two has a value, the other has it, and a value that a solution has is that of some item.
"""

from collections.abc import Iterator

from accord.puzzles.constraints.element import Element
from accord.puzzles.proofs.literals import Clause, Literals, equal, values_of


def items(constraint: Element, literals: Literals) -> Iterator[Clause]:
    """For each index the item and the value say each other; then the indices of each value."""
    places = dict(enumerate(constraint.items, constraint.start))
    value, index = constraint.value, constraint.index
    possible: dict[int, list[int]] = {}
    for here, at in zip(literals.of(index), literals.values(index), strict=True):
        if at not in places:
            yield (-here,)
            continue
        item = places[at]
        sides = [(item, value), (value, item)]
        for one, other in [side for side in sides if isinstance(side[0], int)][:1] or sides:
            for each in values_of(one, literals):
                yield -here, -equal(one, each, literals), equal(other, each, literals)
        for each in values_of(item, literals):
            possible.setdefault(each, []).append(here)
    for each in values_of(value, literals):
        yield (-equal(value, each, literals), *possible.get(each, ()))


RELAXATIONS = {Element: items}
