"""Generalized arc consistency of ArgMaximum and ArgMinimum, index by index.

An index is possible where its variable can be as large as the least values of all others, and
larger than those that its rank puts in its place.  Under it, the variable is at least so large, and
no other is larger than it can be.  Each keeps what it has under some possible index.  A run costs
O(variables x (variables + values)).  Where a variable stands twice, the last open one gets the
values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)


def arg_extreme(constraint: ArgMaximum | ArgMinimum) -> Propagator:
    """The propagator of the index of a maximum or minimum."""
    variables, index, start = constraint.variables, constraint.index, constraint.start
    sign = 1 if constraint.extreme == "maximum" else -1

    def beaten(place: int, other: int) -> int:
        """The least difference by which one place has to exceed another: 0 or 1."""
        earlier = constraint.rank == "first" and other < place
        return int(earlier or (constraint.rank == "last" and other > place))

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        own = [frozenset(sign * value for value in domains[each]) for each in variables]
        low, high = [*map(min, own)], [*map(max, own)]
        possible, found = set(), [set[int]() for _ in own]
        for at in domains[index]:
            if not 0 <= (place := at - start) < len(own):
                continue
            others = [other for other in range(len(own)) if other != place]
            least = max((low[other] + beaten(place, other) for other in others), default=low[place])
            if least > high[place]:
                continue
            possible.add(at)
            found[place].update(value for value in own[place] if value >= least)
            for other in others:
                most = high[place] - beaten(place, other)
                found[other].update(value for value in own[other] if value <= most)
        kept = [(index, frozenset(possible))]
        for variable, values in zip(variables, found, strict=True):
            kept.append((variable, frozenset(sign * value for value in values)))
        return narrower(kept, domains)

    return in_turn(propagate, last_open(constraint))


PROPAGATES = {ArgMaximum: arg_extreme, ArgMinimum: arg_extreme}
