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
def _step(s: ClauseState, x: int, below: bool, place: int) -> int:
    """The step of the literal at a place of the trail that bounds a number from below, or above.

    x <= values[step] is that literal, or false by it.  At -1 it is the domain that bounds: then the
    step is beside those that have a literal.
    """
    if place >= 0:
        return long(s.step[s.trail[place] >> 1])
    return long(s.steps[x] if below else s.steps[x + 1]) - 1


@compiled
def least(s: ClauseState, i: int, place: int) -> int:
    """The least value of a term by the literal at a place of the trail; -1: by its domain."""
    weight = s.weights[i]
    below = weight > 0
    return long(weight * s.values[_step(s, long(s.terms[i]), below, place) + below])


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
        below = weight < 0
        step = _step(s, x, below, s.latest[2 * x + below])
        most = slack + least(s, i, s.latest[2 * x + (not below)])
        while weight * s.values[step + below] > most:
            step += 1 if below else -1
            literal = long(s.atmost[step] ^ below)
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
        if place < 0:
            continue
        x, now = long(s.terms[i]), least(s, i, place)
        step = _weakest(s, i, place, now - excess)
        excess -= now - s.weights[i] * s.values[step + (s.weights[i] > 0)]
        if s.steps[x] <= step < s.steps[x + 1] - 1:
            s.buffer[found] = s.atmost[step] >> 1
            found += 1
    return found


@compiled
def _weakest(s: ClauseState, i: int, place: int, needed: int) -> int:
    """The step of the weakest bound of a term by which it is at least so much.

    All bounds that are weaker than the one at this place of the trail are true, and stand before
    what sums conclude, as clauses are propagated first.
    """
    x, weight = long(s.terms[i]), s.weights[i]
    if weight > 0:
        low, high = long(s.steps[x]) - 1, _step(s, x, True, place)
        while low < high:
            middle = (low + high) >> 1
            if weight * s.values[middle + 1] >= needed:
                high = middle
            else:
                low = middle + 1
        return long(low)
    low, high = _step(s, x, False, place), long(s.steps[x + 1]) - 1
    while low < high:
        middle = (low + high + 1) >> 1
        if weight * s.values[middle] >= needed:
            low = middle
        else:
            high = middle - 1
    return long(low)


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
