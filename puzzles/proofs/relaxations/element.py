"""Element: what each index says of the value, and from which indices a value can come.

They hold since a solution's index k lies in the list and its value is that of item k; so whichever
of the two has a value, the other has it, and a value that a solution has is that of some item.
"""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.proofs.literals import Clause, Literals
from accord.puzzles.proofs.quantity import FALSE, TRUE

Term = int | Variable


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
            for each in _values(one, literals):
                yield -here, -_equal(one, each, literals), _equal(other, each, literals)
        for each in _values(item, literals):
            possible.setdefault(each, []).append(here)
    for each in _values(value, literals):
        yield (-_equal(value, each, literals), *possible.get(each, ()))


def _values(term: Term, literals: Literals) -> list[int]:
    return [*literals.values(term.number)] if isinstance(term, Variable) else [term]


def _equal(term: Term, value: int, literals: Literals) -> int:
    if isinstance(term, Variable):
        return literals.equal(term.number, value)
    return TRUE if term == value else FALSE


RELAXATIONS = {Element: items}
