"""Bounds of a weighted sum: each variable within what the others leave it at the least or most.

With s the least value of the sum, and m the least share of a variable in it, the variable's share
may be at most right - (s - m); the same from above.  That is consistency of the bounds, in real
numbers where the sum has to be equal (Chiu Wo Choi, Warwick Harvey, Jimmy Lee and Peter Stuckey,
"Finite domain bounds consistency revisited", AI 2006), and all there is to know of an inequality;
the last open variable gets exactly the values that hold.  `!=` waits for that variable.  A run
costs O(values of all variables).
"""

from collections import Counter
from collections.abc import Sequence

from accord.puzzles import ValueSet
from accord.puzzles.constraints.linear import Linear
from accord.solvers.search.propagators.propagator import Kept, Propagator, last_open, never


def bounds(constraint: Linear) -> Propagator:
    """The propagator of a weighted sum."""
    if constraint.operator == "!=":
        return last_open(constraint)
    weights: Counter[int] = Counter()
    for variable, weight in zip(constraint.scope, constraint.coefficients, strict=True):
        weights[variable] += weight
    weights = Counter({variable: weight for variable, weight in weights.items() if weight})
    if not weights:
        return _settled(constraint)
    least, most = _limits(constraint)

    def propagate(domains: Sequence[ValueSet]) -> list[Kept]:
        ends = [_ends(weight, domains[variable]) for variable, weight in weights.items()]
        low, high = sum(end[0] for end in ends), sum(end[1] for end in ends)
        up = None if most is None else most - low  # that a share may be above its least value
        down = None if least is None else high - least
        kept = []
        for (variable, weight), (lowest, highest) in zip(weights.items(), ends, strict=True):
            width = highest - lowest
            if (up is None or width <= up) and (down is None or width <= down):
                continue
            top = highest if up is None else lowest + up
            bottom = lowest if down is None else highest - down
            own = domains[variable]
            left = frozenset(value for value in own if bottom <= weight * value <= top)
            if len(left) < len(own):
                kept.append((variable, left))
        return kept

    return propagate


def _settled(constraint: Linear) -> Propagator:
    """The propagator of a sum in which all weights cancel: it holds or fails."""
    if constraint.holds([0] * len(constraint.scope)):
        return lambda domains: []
    return never(constraint)


def _limits(constraint: Linear) -> tuple[int | None, int | None]:
    """The least and the greatest value that the sum may have; None where there is none."""
    right = constraint.constant
    match constraint.operator:
        case "<" | "<=":
            return None, right - (constraint.operator == "<")
        case ">" | ">=":
            return right + (constraint.operator == ">"), None
        case _:
            return right, right


def _ends(weight: int, domain: ValueSet) -> tuple[int, int]:
    """The least and the greatest share of a variable in the sum."""
    low, high = weight * min(domain), weight * max(domain)
    return (low, high) if weight > 0 else (high, low)


PROPAGATES = {Linear: bounds}
