"""Generalized arc consistency of Precedence, by the states of an automaton.

The values that have occurred so far are the first ones of the list, so that their number is all
there is to know: a variable may take one of them, the next one, which adds it, or a value that is
not listed.  From the left follow the numbers that can be reached before each place, from the right
those from which an end can be: a value stays where it leads from one of the former to one of the
latter.  (Yat Chiu Law and Jimmy Lee, "Global constraints for integer and set value precedence", CP
2004, do it for two values; for a chain Toby Walsh, "Symmetry breaking using value precedence", ECAI
2006, whose automaton this is.)  A run costs O(variables x listed values + values of all variables).
Where a variable stands twice, the last open one gets the values that hold.
"""

from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.precedence import Precedence
from accord.solvers.search.propagators.propagator import (
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)

Places = frozenset[int | None]  # of values in the list, from 0; None is that of all others


def precedence(constraint: Precedence) -> Propagator:
    """The propagator of a chain of values."""
    place_of = {value: place for place, value in enumerate(constraint.values)}
    number = len(constraint.values)
    ends = {number} if constraint.covered else {*range(number + 1)}

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        own = [domains[variable] for variable in constraint.scope]
        places = [frozenset(map(place_of.get, domain)) for domain in own]
        before = [{0}]
        for each in places:
            before.append({state + step for state in before[-1] for step in _steps(state, each)})
        kept, after = [], ends
        for variable, domain, each, states in zip(
            reversed(constraint.scope), reversed(own), reversed(places), before[-2::-1], strict=True
        ):
            used = {
                state for state in states if any(state + s in after for s in _steps(state, each))
            }
            staying = max((state for state in used if state in after), default=-1)
            adding = {state for state in used if state + 1 in after}
            left = frozenset(
                value
                for value in domain
                if staying > (place := place_of.get(value, -1)) or place in adding
            )
            kept.append((variable, left))
            after = used
        return narrower(kept, domains)

    return in_turn(propagate, last_open(constraint))


def _steps(state: int, places: Places) -> list[int]:
    """The possible steps (0, 1 or both) to the number of values that have occurred."""
    stays = None in places or any(place is not None and place < state for place in places)
    return [0] * stays + [1] * (state in places)


PROPAGATES = {Precedence: precedence}
