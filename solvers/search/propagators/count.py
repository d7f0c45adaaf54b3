"""Bounds of a count.

Variables that can only have one of the values are counted for sure, those that can have one
perhaps.  Where no more may be counted, the others lose these values; where all that can be are
needed, they lose the rest.  That is generalized arc consistency where no variable stands twice and
the right side is a constant and no `!=` (Christian Bessière, Emmanuel Hebrard, Brahim Hnich, Zeynep
Kiziltan and Toby Walsh, "Among, common and disjoint constraints", CSCLP 2005).
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.count import Count
from accord.solvers.search.propagators.condition import Ends, bounds
from accord.solvers.search.propagators.propagator import Propagator


def count(constraint: Count) -> Propagator:
    """The propagator of a count."""
    values = frozenset(constraint.values)

    def ends(own: Sequence[ValueSet]) -> Ends:
        surely = sum(domain <= values for domain in own)
        return surely, sum(not domain.isdisjoint(values) for domain in own)

    def narrowed(own: Sequence[ValueSet], limits: Ends) -> Sequence[ValueSet]:
        (surely, perhaps), (least, most) = ends(own), limits
        if surely == perhaps:
            return own
        if surely == most:
            return [domain if domain <= values else domain - values for domain in own]
        if perhaps == least:
            return [domain & values or domain for domain in own]
        return own

    return bounds(constraint, ends, narrowed)


PROPAGATES = {Count: count}
