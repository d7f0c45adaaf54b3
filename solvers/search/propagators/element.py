"""Generalized arc consistency of Element, index by index.

Under each index there is an equality between the item and the value, which has the values that both
may take.  An index without such values goes.  A variable keeps what it has under some index: under
those where it is neither the item nor the value, everything.  A run costs O(indices x values).
"""

from collections import Counter
from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.element import Element
from accord.solvers.search.propagators.propagator import Kept, Propagator, narrower


def gac(constraint: Element) -> Propagator:
    """The propagator of an element constraint."""
    index, items, start = constraint.index, constraint.items, constraint.start

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        possible: set[int] = set()
        found: dict[int, set[int]] = {}
        times: Counter[int] = Counter()  # under how many indices a variable is bound
        for each in domains[index]:
            if not 0 <= each - start < len(items):
                continue
            sides = items[each - start], constraint.value
            first, second = (_values(side, index, each, domains) for side in sides)
            if not (common := first & second):
                continue
            possible.add(each)
            bound = {side.number for side in sides if isinstance(side, Variable)} - {index}
            for variable in bound:
                found.setdefault(variable, set()).update(common)
                times[variable] += 1
        kept = [(index, frozenset(possible))]
        for variable, values in found.items():
            if times[variable] == len(possible):
                kept.append((variable, frozenset(values)))
        return narrower(kept, domains)

    return propagate


def _values(side: int | Variable, index: int, value: int, domains: Sequence[ValueSet]) -> ValueSet:
    """The possible values of an item, or of the value, where the index has this value."""
    if isinstance(side, int):
        return frozenset({side})
    return frozenset({value}) if side.number == index else domains[side.number]


PROPAGATES = {Element: gac}
