"""Unit propagation of Clauses: generalized arc consistency of each clause by itself.

A clause of which one literal is left takes it.  Two literals of each are watched: while both can be
true, nothing follows from it, and its others are not looked at (Moskewicz, Madigan, Zhao, Zhang and
Malik, "Chaff: engineering an efficient SAT solver", DAC 2001).  Which two these are is kept from
one call to the next, whatever the domains are then: it says only where to look first.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.clauses import Clauses
from accord.solvers.search.propagators.propagator import NOTHING, Kept, Propagator, narrower

ZERO = frozenset({0})
Literal = tuple[int, bool]  # a variable, and whether it has to be true


def clauses(constraint: Clauses) -> Propagator:
    """The propagator of clauses, those that are always true left out."""
    true = [(variable, True) for variable in constraint.scope]
    every = [
        [*dict.fromkeys(clause)]
        for clause in constraint.said(true, [(variable, False) for variable, _ in true])
    ]
    kept_ones = [each for each in every if len({variable for variable, _ in each}) == len(each)]

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        found: list[Kept] = []
        for clause in kept_ones:
            if len(clause) > 1 and _can_be(clause[0], domains) and _can_be(clause[1], domains):
                continue
            left = [literal for literal in clause if _can_be(literal, domains)]
            if not left:
                return [(constraint.scope[0], NOTHING)]
            if len(left) == 1:
                variable, is_true = left[0]
                found.append((variable, domains[variable] - ZERO if is_true else ZERO))
            else:
                clause.sort(key=left[:2].__contains__, reverse=True)
        return narrower(found, domains)

    return propagate


def _can_be(literal: Literal, domains: Sequence[ValueSet]) -> bool:
    variable, is_true = literal
    return domains[variable] != ZERO if is_true else 0 in domains[variable]


PROPAGATES = {Clauses: clauses}
