"""Conditions: bounds of a number that is measured, and of what it is compared with.

A measure (a maximum, a count) has a value between a least and a greatest; where it is compared with
a variable, each side bounds the other.
"""

from collections.abc import Callable, Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import COMPARISONS, Comparison
from accord.puzzles.constraints.measure import Measure
from accord.solvers.search.propagators.propagator import (
    NOTHING,
    Kept,
    Propagator,
    in_turn,
    last_open,
    narrower,
)

Ends = tuple[int, int]  # the least and the greatest value
Bounds = Callable[[Sequence[ValueSet]], Ends]
"""Between which values a measure is, of the domains of the scope without the right side."""
Narrowing = Callable[[Sequence[ValueSet], Ends], Sequence[ValueSet]]
"""What the domains may keep where the measure is between such values."""


def bounds(constraint: Measure, ends_of: Bounds, narrowed: Narrowing) -> Propagator:
    """The propagator of a measure: first by bounds, then the last open variable."""
    right, operator = constraint.right, constraint.operator
    variables = constraint.scope[:-1] if isinstance(right, Variable) else constraint.scope

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        own = [domains[each] for each in variables]
        against = domains[right.number] if isinstance(right, Variable) else frozenset({right})
        ends = ends_of(own)
        left = frozenset(value for value in against if _may_compare(ends, operator, value))
        if not left:
            return [(constraint.scope[0], NOTHING)]
        kept: dict[int, ValueSet] = {}
        if isinstance(right, Variable):
            kept[right.number] = left
        limited = _limited(ends, operator, (min(left), max(left)))
        for variable, values in zip(variables, narrowed(own, limited), strict=True):
            kept[variable] = kept.get(variable, values) & values
        return narrower(kept.items(), domains)

    return in_turn(propagate, last_open(constraint))


def _may_compare(ends: Ends, operator: Comparison, value: int) -> bool:
    """Whether something between the ends compares so with a value."""
    low, high = ends
    if operator == "=":
        return low <= value <= high
    if operator == "!=":
        return low < high or low != value
    return COMPARISONS[operator](low if operator in ("<", "<=") else high, value)


def _limited(ends: Ends, operator: Comparison, right: Ends) -> Ends:
    """The ends of a measure, narrowed to values that can compare so with the right side."""
    (low, high), (least, most) = ends, right
    match operator:
        case "=":
            return max(low, least), min(high, most)
        case "<" | "<=":
            return low, min(high, most - (operator == "<"))
        case ">" | ">=":
            return max(low, least + (operator == ">")), high
        case _:
            return ends
