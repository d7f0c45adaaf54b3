"""Bounds of the number of different values.

The values of decided variables are there; the others add at most one each, and at most as many as
there are further values.  Where there may be no more, the others take one that is there or is not
counted.  (Nicolas Beldiceanu, "Pruning for the minimum constraint family and for the number of
distinct values constraint family", CP 2001, has a sharper lower bound from intervals; the exact one
is NP-hard.)
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.n_values import NValues
from accord.solvers.search.propagators.condition import Ends, bounds
from accord.solvers.search.propagators.propagator import Propagator


def n_values(constraint: NValues) -> Propagator:
    """The propagator of a number of values."""
    excepted = frozenset(constraint.excepted)

    def there(own: Sequence[ValueSet]) -> ValueSet:
        decided = (domain for domain in own if len(domain) == 1)
        return frozenset().union(*decided) - excepted

    def ends(own: Sequence[ValueSet]) -> Ends:
        known = there(own)
        adding = [domain - known - excepted for domain in own]
        others = len(frozenset().union(*adding))
        most = len(known) + min(sum(map(bool, adding)), others)
        counted = any(domain.isdisjoint(excepted) for domain in own)
        return max(len(known), int(counted)), most

    def narrowed(own: Sequence[ValueSet], limits: Ends) -> Sequence[ValueSet]:
        known = there(own)
        if len(known) < limits[1]:
            return own
        return [domain & (known | excepted) for domain in own]

    return bounds(constraint, ends, narrowed)


PROPAGATES = {NValues: n_values}
