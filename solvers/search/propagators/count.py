"""Bounds of a count.

Variables that can only have one of the values are counted for sure, those that can have one
perhaps; of values that are variables, decided ones are values for sure, those of all perhaps.
Where no more may be counted, the others lose these values; where all that can be are needed, they
lose the rest.  That is generalized arc consistency where no variable stands twice, the values are
constants, and the right side is a constant and no `!=` (Christian Bessière, Emmanuel Hebrard,
Brahim Hnich, Zeynep Kiziltan and Toby Walsh, "Among, common and disjoint constraints", CSCLP 2005).
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.count import Count
from accord.solvers.search.propagators.condition import Ends, bounds
from accord.solvers.search.propagators.propagator import Propagator


def count(constraint: Count) -> Propagator:
    """The propagator of a count."""
    number, constants = len(constraint.variables), constraint.constants

    def counted(among: Sequence[ValueSet]) -> tuple[ValueSet, ValueSet]:
        """The values that are counted for sure, and those that perhaps are."""
        decided = [domain for domain in among if len(domain) == 1]
        return constants.union(*decided), constants.union(*among)

    def ends(own: Sequence[ValueSet]) -> Ends:
        surely, perhaps = counted(own[number:])
        some = sum(not domain.isdisjoint(perhaps) for domain in own[:number])
        return sum(domain <= surely for domain in own[:number]), some

    def narrowed(own: Sequence[ValueSet], limits: Ends) -> Sequence[ValueSet]:
        (fewest, some), (least, most) = ends(own), limits
        (surely, perhaps), among = counted(own[number:]), own[number:]
        if fewest == some:
            return own
        if fewest == most:
            kept = [domain if domain <= surely else domain - surely for domain in own[:number]]
            return [*kept, *among]
        if some == least:
            return [*(domain & perhaps or domain for domain in own[:number]), *among]
        return own

    return bounds(constraint, ends, narrowed)


PROPAGATES = {Count: count}
