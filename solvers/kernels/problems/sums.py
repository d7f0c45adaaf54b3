"""Sums: weighted numbers that are at most so much together, by the bounds of the numbers.

A number has the literals x <= v of the order encoding, and its bounds are the last of them on the
trail.  A sum concludes that no term is larger than what the least values of the others leave of the
right side.  Why a literal follows is asked only when a conflict needs it (O. Ohrimenko, P. Stuckey
and M. Codish, "Propagation via lazy clause generation", Constraints 14, 2009): then the bounds that
the other terms had before it on the trail are found again, each in a chain of the places where it
was tightened.  Bounds that were tighter than needed are replaced by earlier ones, from the first
term on, as long as the sum stays too large.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import ClauseState, assign, long

NOWHERE = 1 << 30  # a place behind all of the trail


@compiled
def least(s: ClauseState, i: int, place: int) -> int:
    """The least value of a term by the literal at a place of the trail; -1: by its domain."""
    x, weight = long(s.terms[i]), s.weights[i]
    if place >= 0:
        step = long(s.step[s.trail[place] >> 1])
    elif weight > 0:
        step = long(s.steps[x] - 1)
    else:
        step = long(s.steps[x + 1] - 1)
    return long(weight * s.values[step + (weight > 0)])


@compiled
def _greatest(s: ClauseState, i: int) -> int:
    """The greatest value that a term has left."""
    x, weight = long(s.terms[i]), s.weights[i]
    place = s.latest[2 * x + (weight < 0)]
    if place >= 0:
        step = long(s.step[s.trail[place] >> 1])
    elif weight > 0:
        step = long(s.steps[x + 1] - 1)
    else:
        step = long(s.steps[x] - 1)
    return long(weight * s.values[step + (weight < 0)])


@compiled
def propagate_sum(s: ClauseState, number: int) -> bool:
    """Draw the conclusions of a sum; False where it cannot hold."""
    begin, end, cause = long(s.sums[number]), long(s.sums[number + 1]), number << 2 | state.SUM
    slack = s.rights[number]
    for i in range(begin, end):
        slack -= least(s, i, s.latest[2 * s.terms[i] + (s.weights[i] > 0)])
    if slack < 0:
        s.numbers[state.CAUSE] = cause
        return False
    for i in range(begin, end):
        x, weight = long(s.terms[i]), s.weights[i]
        most = slack + least(s, i, s.latest[2 * x + (weight > 0)])
        if _greatest(s, i) <= most:
            continue
        low, high = long(s.steps[x]), long(s.steps[x + 1])
        while low < high:  # the first value that is too large, or for weight < 0 that is not
            middle = (low + high) >> 1
            if (weight * s.values[middle] <= most) == (weight > 0):
                low = middle + 1
            else:
                high = middle
        if s.steps[x] < low < s.steps[x + 1]:
            literal = long(s.atmost[low - 1] ^ (weight < 0))
            if s.value[literal] == 0:
                assign(s, literal, cause)
    return True


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
            excess += _refuted(s, i, x)
        else:
            excess += least(s, i, _bound_before(s, i, until))
    found = long(0)
    for i in range(begin, end):
        if s.terms[i] == own:
            continue
        place = _bound_before(s, i, until)
        while place >= 0:
            earlier = long(s.before[place])
            less = least(s, i, place) - least(s, i, earlier)
            if less > excess:
                break
            excess -= less
            place = earlier
        if place >= 0:
            s.buffer[found] = s.trail[place] >> 1
            found += 1
    return found


@compiled
def _bound_before(s: ClauseState, i: int, until: int) -> int:
    """The place of the literal that bounded a term from below before this place; or -1."""
    place = long(s.latest[2 * s.terms[i] + (s.weights[i] > 0)])
    while place >= until:
        place = long(s.before[place])
    return place


@compiled
def _refuted(s: ClauseState, i: int, x: int) -> int:
    """The least value of a term among those that the literal of x has excluded."""
    weight = s.weights[i]
    return long(weight * s.values[s.step[x] + (weight > 0)])
