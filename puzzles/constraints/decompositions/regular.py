"""Regular place by place: a fresh variable for the state, and tables of transitions; MDD is one.

Only transitions on a way to a final state within the domains are written, and the automaton is
deterministic, so that the values say each state.
"""

from collections.abc import Iterator

from accord.puzzles.constraints.automaton import layers
from accord.puzzles.constraints.constraint import Constraint, TooLargeError
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table


def states(constraint: Regular, fresh: Fresh) -> Iterator[Constraint]:
    """A table for each place: the state before, the value, the state behind.

    Raises:
        TooLargeError: there would be too many tuples.
    """
    scope = constraint.scope
    every = layers(constraint.automaton, fresh.of(scope))
    size = sum(map(len, every))
    if size > LARGEST:
        raise TooLargeError(f"tables of {size:,} transitions; at most {LARGEST:,}")
    if not size:  # no variable, or no word
        yield Table(scope, ((),) if constraint.holds(()) and not scope else ())
        return
    before = None
    for place, (variable, layer) in enumerate(zip(scope, every, strict=True)):
        last = place == len(scope) - 1
        after = None if last else fresh.variable({following for _, _, following in layer})
        own = [each for each in (before, variable, after) if each is not None]
        first, end = int(before is None), 2 if last else 3
        yield Table(tuple(own), tuple(step[first:end] for step in layer), name=constraint.name)
        before = after


def automaton(constraint: MDD, fresh: Fresh) -> Iterator[Constraint]:
    """The diagram as an automaton."""
    yield constraint.regular


DECOMPOSITIONS = {Regular: states, MDD: automaton}
