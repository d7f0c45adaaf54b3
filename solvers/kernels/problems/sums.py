"""Sums: weighted numbers that are at most so much together, by the bounds of the numbers.

A number has literals x <= v of the order encoding, and its bounds are the last of them on the
trail.  A sum concludes that no term is larger than what the least values of the others leave of the
right side.  Why a literal follows is asked only when a conflict needs it (O. Ohrimenko, P. Stuckey
and M. Codish, "Propagation via lazy clause generation", Constraints 14, 2009): then the bounds that
the other terms had before it on the trail are found again, each in a chain of the places where it
was tightened.  Bounds that were tighter than needed are replaced by earlier ones, from the first
term on, as long as the sum stays too large.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import (
    ClauseState,
    assign,
    bounding,
    inward,
    long,
    step_of,
)

NOWHERE = 1 << 30  # a place behind all of the trail


@compiled
def least(s: ClauseState, i: int, place: int) -> int:
    """The least value of a term by the literal at a place of the trail; -1: by its domain."""
    weight = s.weights[i]
    below = weight > 0
    return long(weight * s.values[step_of(s, long(s.terms[i]), long(below), place) + below])


@compiled
def propagate_sum(s: ClauseState, number: int) -> bool:
    """Draw the conclusions of a sum; False where it cannot hold.

    Each literal that follows has the sum as its cause, the weakest first: what led to a weak one is
    less than what led to the strongest.
    """
    begin, end, cause = long(s.sums[number]), long(s.sums[number + 1]), number << 2 | state.SUM
    slack = s.rights[number]
    for i in range(begin, end):
        slack -= least(s, i, s.latest[2 * s.terms[i] + (s.weights[i] > 0)])
    if slack < 0:
        s.numbers[state.CAUSE] = cause
        return False
    for i in range(begin, end):
        x, weight = long(s.terms[i]), s.weights[i]
        below = long(weight < 0)
        most = slack + least(s, i, s.latest[2 * x + 1 - below])
        if weight * s.values[step_of(s, x, below, s.latest[2 * x + below]) + below] <= most:
            continue
        literal = bounding(s, x, below, _reached(s, i, most))
        weaker = inward(s, x, below)
        while weaker != literal >> 1:
            assign(s, 2 * weaker + below, cause)
            weaker = long(s.link[2 * weaker + below])
        assign(s, literal, cause)
    return True


@compiled
def _reached(s: ClauseState, i: int, most: int) -> int:
    """The step of the weakest bound of a term by which it is at most so much."""
    x, weight = long(s.terms[i]), s.weights[i]
    low, high = long(s.steps[2 * x]), long(s.steps[2 * x + 1]) - 2
    while low < high:
        middle = (low + high + (weight > 0)) >> 1
        if weight > 0:
            if weight * s.values[middle] <= most:
                low = middle
            else:
                high = middle - 1
        elif weight * s.values[middle + 1] <= most:
            high = middle
        else:
            low = middle + 1
    return low


@compiled
def explain_sum(s: ClauseState, number: int, x: int) -> int:
    """Write the variables of the bounds that led to x into the buffer; how many.

    Args:
        s: the state; the trail is as it was, perhaps longer.
        number: the sum.
        x: the variable that it has decided; -1 where it could not hold.
    """
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    until = long(s.place[x]) if x >= 0 else long(NOWHERE)
    own = long(s.owner[x]) if x >= 0 else long(-1)
    excess = -s.rights[number] - 1
    for i in range(begin, end):
        if s.terms[i] == own:
            excess += _excluding(s, i, x)
        else:
            excess += least(s, i, _bound_before(s, i, until))
    found = long(0)
    for i in range(begin, end):
        if s.terms[i] == own:
            continue
        place = _bound_before(s, i, until)
        if place < 0:
            continue
        now = least(s, i, place)
        bound = _weakest(s, i, long(s.trail[place] >> 1), now - excess)
        if bound < 0:
            excess -= now - least(s, i, -1)
        else:
            excess -= now - _excluding(s, i, bound)
            s.buffer[found] = bound
            found += 1
    return found


@compiled
def _weakest(s: ClauseState, i: int, bound: int, needed: int) -> int:
    """The variable of the weakest bound of a term by which it is at least so much; -1: none is.

    All bounds that are weaker than this one are true, and stand before what sums conclude, as
    clauses are propagated first.
    """
    if least(s, i, -1) >= needed:
        return long(-1)
    outward = long(s.weights[i] < 0)
    weaker = long(s.link[2 * bound + outward])
    while weaker >= 0 and _excluding(s, i, weaker) >= needed:
        bound, weaker = weaker, long(s.link[2 * weaker + outward])
    return bound


@compiled
def _bound_before(s: ClauseState, i: int, until: int) -> int:
    """The place of the literal that bounded a term from below before this place; or -1."""
    place = long(s.latest[2 * s.terms[i] + (s.weights[i] > 0)])
    while place >= until:
        place = long(s.before[place])
    return place


@compiled
def _excluding(s: ClauseState, i: int, x: int) -> int:
    """The least value of a term that a bound of it says, or that the bound has excluded."""
    weight = s.weights[i]
    return long(weight * s.values[s.step[x] + (weight > 0)])
