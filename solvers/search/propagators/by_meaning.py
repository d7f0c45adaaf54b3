"""Propagation by the meaning of a constraint alone, for every kind: try it.

Forward checking of constraints over any number of variables, in the form that waits until one
variable is open (nFC0 of Christian Bessière, Pedro Meseguer, Eugene Freuder and Javier Larrosa, "On
forward checking for non-binary constraint satisfaction", Artificial Intelligence 141, 2002).  A run
costs as many checks as the open variable has values, and nothing where two are open.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Constraint
from accord.solvers.search.propagators.propagator import NOTHING, Kept, Propagator


def last_open(constraint: Constraint) -> Propagator:
    """Try each value of the only open variable; where none is open, check."""
    return _trying(constraint, most=1)


def holds(constraint: Constraint) -> Propagator:
    """Check where no variable is open."""
    return _trying(constraint, most=0)


def _trying(constraint: Constraint, most: int) -> Propagator:
    scope = constraint.scope
    variables = tuple(dict.fromkeys(scope))

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        last, several = variables[0], 0
        for variable in variables:
            if len(domains[variable]) > 1:
                last, several = variable, several + 1
                if several > most:
                    return []
        values = {each: next(iter(domains[each])) for each in variables}
        kept = []
        for value in domains[last]:
            values[last] = value
            if constraint.holds([values[each] for each in scope]):
                kept.append(value)
        return [(last, frozenset(kept))] if len(kept) < len(domains[last]) else []

    return propagate


def never(constraint: Constraint) -> Propagator:
    """The constraint is false whatever its variables are."""
    first = constraint.scope[0]
    return lambda domains: [(first, NOTHING)]
