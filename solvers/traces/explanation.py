"""Explanations: the variables on whose domains a conclusion of a propagator rests.

What a propagator concludes where a variable has all the values of the problem does not rest on
those that the variable has lost.  So each variable of the constraint is given its lost values back
in turn, and the propagator is run again: the variable is left out if it concludes the same, or
that nothing is left at all.  What remains cannot be made smaller without a stronger propagator (the
deletion filter of John Chinneck and Erik Dravnieks, "Locating minimal infeasible constraint sets in
linear programs", ORSA Journal on Computing 3, 1991).  No kind of constraint needs code of its own,
and a propagator that is sound explains itself.

It costs one run of the propagator for each variable that has lost values; only traces pay it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accord.puzzles import Constraint, ValueSet
from accord.solvers.search.propagators.propagator import Kept, Propagator


@dataclass(frozen=True)
class Inference:
    """A run of a propagator that took something."""

    constraint: Constraint
    propagator: Propagator
    initial: Sequence[ValueSet]  # the domains of the problem
    domains: Sequence[ValueSet]  # that it was run on
    kept: Sequence[Kept]  # what it concluded

    @property
    def is_conflict(self) -> bool:
        """Whether a variable keeps nothing."""
        return _empties(self.kept, self.domains)

    def removal(self, variable: int, values: ValueSet) -> list[int]:
        """The variables on whose domains it rests that one loses these values."""
        return self._needed(variable, values)

    def conflict(self) -> list[int]:
        """The variables whose domains leave nothing."""
        return self._needed(None, frozenset())

    def _needed(self, target: int | None, values: ValueSet) -> list[int]:
        tried, needed = [*self.domains], list[int]()
        for variable in dict.fromkeys(self.constraint.scope):
            if variable == target or self.domains[variable] == self.initial[variable]:
                continue
            tried[variable] = self.initial[variable]
            kept = self.propagator(tried)
            gone = target is not None and values.isdisjoint(left_to(target, kept, tried))
            if not gone and not _empties(kept, tried):
                tried[variable] = self.domains[variable]
                needed.append(variable)
        return needed


def left_to(variable: int, kept: Iterable[Kept], domains: Sequence[ValueSet]) -> ValueSet:
    """The domain that a conclusion leaves to a variable."""
    left = domains[variable]
    for each, values in kept:
        if each == variable:
            left &= values
    return left


def _empties(kept: Sequence[Kept], domains: Sequence[ValueSet]) -> bool:
    return any(not left_to(variable, kept, domains) for variable, _ in kept)
