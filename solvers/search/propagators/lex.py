"""Generalized arc consistency of two lists in lexicographic order; of more, pair by pair.

Up to the first place whose values are not decided and equal, nothing is to be done.  There the
first list may have no larger value, and an equal one only if the rest can still be in order: if
some later place can be smaller and all between can be equal, or all to the end can (Alan Frisch,
Brahim Hnich, Zeynep Kiziltan, Ian Miguel and Toby Walsh, "Propagation algorithms for lexicographic
ordering constraints", Artificial Intelligence 170, 2006).  A run costs O(values).  Where a variable
stands twice the last open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.lex import Lex
from accord.solvers.search.propagators.propagator import (
    NOTHING,
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)


def lex(constraint: Lex) -> Propagator:
    """The propagator of lists in order."""
    strict = constraint.operator in ("<", ">")
    ascending = constraint.operator in ("<", "<=")
    pairs = [(one, other) if ascending else (other, one) for one, other in constraint.pairs()]
    ordered = [_pair(one, other, strict) for one, other in pairs if one]
    return in_turn(*ordered, last_open(constraint))


def _pair(smaller: Sequence[int], larger: Sequence[int], strict: bool) -> Propagator:
    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        pairs = [*zip(smaller, larger, strict=True)]
        kept: dict[int, ValueSet] = {}
        for (x, y), room in zip(pairs, _can_follow(pairs, domains, strict), strict=True):
            left, right = domains[x], domains[y]
            most, least = max(right) - (not room), min(left) + (not room)
            lower = frozenset(value for value in left if value <= most)
            upper = frozenset(value for value in right if value >= least)
            if not (lower and upper):
                return [(x, NOTHING)]
            kept[x] = kept.get(x, domains[x]) & lower
            kept[y] = kept.get(y, domains[y]) & upper
            if not (len(lower) == 1 and lower == upper):
                break
        return narrower(kept.items(), domains)

    return propagate


def _can_follow(
    pairs: Sequence[tuple[int, int]], domains: Sequence[ValueSet], strict: bool
) -> list[bool]:
    """For each place whether what is behind it can be in order."""
    found = [not strict]
    for x, y in reversed(pairs[1:]):
        left, right = domains[x], domains[y]
        in_order = min(left) < max(right)
        found.append(in_order or (found[-1] and not left.isdisjoint(right)))
    return found[::-1]


PROPAGATES = {Lex: lex}
