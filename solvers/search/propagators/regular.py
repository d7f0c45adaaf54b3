"""Generalized arc consistency of Regular and of MDD, layer by layer; and of Instantiation.

The automaton is unrolled over the variables: forward from the start with the values of the domains,
then backward from the final states; a value stays where a transition is left that has it (Gilles
Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004).  A
run costs O(variables * transitions) and keeps nothing for the next one: MDD-4R (Guillaume Perez and
Jean-Charles Régin, "Improving GAC-4 for table and MDD constraints", CP 2014) would be faster on
large diagrams.  Where a variable stands twice, its places are filtered one by one, and the last
open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.automaton import layers
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.regular import Regular
from accord.solvers.search.propagators.by_meaning import last_open
from accord.solvers.search.propagators.propagator import Kept, Propagator, in_turn, narrower


def regular(constraint: Regular) -> Propagator:
    """The propagator of an automaton."""
    automaton, scope = constraint.automaton, constraint.scope

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept: dict[int, ValueSet] = {}
        every = layers(automaton, [domains[variable] for variable in scope])
        for variable, layer in zip(scope, every, strict=True):
            values = frozenset(value for _, value, _ in layer)
            kept[variable] = kept.get(variable, values) & values
        return narrower(kept.items(), domains)

    once = len({*scope}) == len(scope)
    return propagate if once else in_turn(propagate, last_open(constraint))


def mdd(constraint: MDD) -> Propagator:
    """The propagator of a diagram: that of its automaton."""
    return regular(constraint.regular)


def instantiation(constraint: Instantiation) -> Propagator:
    """The propagator that leaves each variable its value."""

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        kept: dict[int, ValueSet] = {}
        for variable, value in zip(constraint.scope, constraint.values, strict=True):
            kept[variable] = kept.get(variable, domains[variable]) & {value}
        return narrower(kept.items(), domains)

    return propagate


PROPAGATES = {Regular: regular, MDD: mdd, Instantiation: instantiation}
