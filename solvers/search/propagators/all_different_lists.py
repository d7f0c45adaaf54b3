"""Generalized arc consistency of each two lists of AllDifferentLists.

Two lists lose something only where one is decided and the other but for one place: that place may
not complete the same values.  So the decided lists are put into a set, and looked up for each value
of each last place: a run costs O(variables + values), for any number of lists.  Where a variable
stands twice, the last open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.all_different_lists import AllDifferentLists, Values
from accord.solvers.search.propagators.propagator import (
    NOTHING,
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)


def each_two(constraint: AllDifferentLists) -> Propagator:
    """The propagator of lists that differ."""
    if not constraint.lists or not constraint.lists[0]:
        return last_open(constraint)
    excepted = frozenset(constraint.excepted)

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        taken: set[Values] = set()
        nearly: list[tuple[tuple[int, ...], int]] = []  # with the place that is open
        for each in constraint.lists:
            places = [place for place, variable in enumerate(each) if len(domains[variable]) > 1]
            if len(places) == 1:
                nearly.append((each, places[0]))
            elif not places:
                (values,) = _tuples(each, 0, domains).values()
                if values in taken:
                    return [(each[0], NOTHING)]
                taken |= {values} - excepted
        kept: dict[int, ValueSet] = {}
        for each, place in nearly:
            tuples = _tuples(each, place, domains)
            left = frozenset(value for value, whole in tuples.items() if whole not in taken)
            kept[each[place]] = kept.get(each[place], left) & left
        return narrower(kept.items(), domains)

    return in_turn(propagate, last_open(constraint))


def _tuples(own: Sequence[int], place: int, domains: Sequence[ValueSet]) -> dict[int, Values]:
    """The values of a list by the value of its one open place."""
    values = [next(iter(domains[variable])) for variable in own]
    before, after = tuple(values[:place]), tuple(values[place + 1 :])
    return {value: (*before, value, *after) for value in domains[own[place]]}


PROPAGATES = {AllDifferentLists: each_two}
