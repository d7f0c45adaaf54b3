"""All-different numbers: what intervals that are full exclude.

As many numbers as an interval has values, with both bounds in it, take all of them (a Hall
interval): the bounds of the others cannot lie in it, and one number more is a conflict (J.-F.
Puget, "A fast algorithm for the bound consistency of alldiff constraints", AAAI 1998; here each
lower bound is tried as the beginning of an interval, in quadratic time).  The reason of a bound is
that these numbers lie in the interval, each by the least tight bounds that say so, and that the
number itself does not lie below it, or above.
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.state import ClauseState, assign, bounding, long, step_of
from accord.solvers.kernels.problems.sums import NOWHERE


@compiled
def bound_of(s: ClauseState, x: int, below: int, place: int) -> int:
    """A bound of a number by the literal at a place of the trail; -1: by its domain.

    Args:
        s: the state.
        x: the number.
        below: 1 for its least value, 0 for its largest.
        place: of the literal.
    """
    return long(s.values[step_of(s, x, below, place) + below])


@compiled
def place_of(s: ClauseState, x: int, below: int, until: int) -> int:
    """The place of the literal that bounded a number before a place; -1: none did."""
    place = long(s.latest[2 * x + below])
    while place >= until:
        place = long(s.before[place])
    return place


@compiled
def read_bounds(s: ClauseState, number: int) -> None:
    """Note the bounds of an all-different's numbers, of tasks the largest ends, and order them."""
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    for i in range(begin, end):
        x = long(s.terms[i])
        s.lows[i] = bound_of(s, x, 1, s.latest[2 * x + 1])
        s.highs[i] = bound_of(s, x, 0, s.latest[2 * x]) + s.weights[i]
    for i in range(begin + 1, end):  # the places in `ordered` by largest values; nearly in order
        each = s.ordered[i]
        j = i
        while j > begin and s.highs[s.ordered[j - 1]] > s.highs[each]:
            s.ordered[j] = s.ordered[j - 1]
            j -= 1
        s.ordered[j] = each


@compiled
def propagate_interval(s: ClauseState, number: int) -> bool:
    """Draw the conclusions of full intervals; False where one has too many numbers."""
    cause = number << 2 | state.SUM
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    read_bounds(s, number)
    for i in range(begin, end):
        low = s.lows[i]
        inside = 0
        for j in range(begin, end):
            if s.lows[s.ordered[j]] < low:
                continue
            inside += 1
            high = s.highs[s.ordered[j]]
            if inside > high - low + 1:
                s.numbers[state.CAUSE] = cause
                s.numbers[state.LOW], s.numbers[state.HIGH] = low, high
                return False
            if inside == high - low + 1 and not _exclude(s, number, low, high):
                return True
    return True


@compiled
def _exclude(s: ClauseState, number: int, low: int, high: int) -> bool:
    """Take an interval from the bounds of numbers that are not inside; False if any changed."""
    same = True
    for i in range(s.sums[number], s.sums[number + 1]):
        x = long(s.terms[i])
        inside = s.lows[i] >= low and s.highs[i] <= high
        if inside or s.highs[i] < low or s.lows[i] > high:
            continue
        for below in range(2):  # 1: it is larger than `high`; 0: it is smaller than `low`
            if (s.lows[i] >= low) if below else (s.highs[i] <= high):
                step = last_step(s, x, high if below else low - 1)
                if step >= s.steps[2 * x]:
                    s.low[s.numbers[state.END]], s.high[s.numbers[state.END]] = low, high
                    assign(s, bounding(s, x, long(below), step), number << 2 | state.SUM)
                    same = False
    return same


@compiled
def last_step(s: ClauseState, x: int, bound: int) -> int:
    """The last step of a number whose value is not beyond a bound; one less where all are."""
    low, high = long(s.steps[2 * x]), long(s.steps[2 * x + 1])
    while low < high:
        middle = (low + high) >> 1
        if s.values[middle] <= bound:
            low = middle + 1
        else:
            high = middle
    return low - 1


@compiled
def explain_interval(s: ClauseState, number: int, x: int) -> int:
    """Write the variables of the bounds that led to x into the buffer; how many.

    Args:
        s: the state; the trail is as it was, perhaps longer.
        number: of the all-different.
        x: the variable that it has decided; -1 where it could not hold.
    """
    until, own = long(NOWHERE), long(-1)
    low, high = s.numbers[state.LOW], s.numbers[state.HIGH]
    if x >= 0:
        until, own = long(s.place[x]), long(s.owner[x])
        low, high = long(s.low[until]), long(s.high[until])
    below = long(s.trail[s.place[x]] & 1) if x >= 0 else long(0)
    found = long(0)
    for i in range(s.sums[number], s.sums[number + 1]):
        y = long(s.terms[i])
        least, most = place_of(s, y, 1, until), place_of(s, y, 0, until)
        inside = bound_of(s, y, 1, least) >= low and bound_of(s, y, 0, most) <= high
        if inside or (y == own and below):
            found = _weakest(s, y, 1, least, low, found)
        if inside or (y == own and not below):
            found = _weakest(s, y, 0, most, high, found)
    return found


@compiled
def _weakest(s: ClauseState, y: int, below: int, place: int, bound: int, found: int) -> int:
    """Write the first literal that bounded a number so far; how many are in the buffer then."""
    while place >= 0:
        earlier = long(s.before[place])
        value = bound_of(s, y, below, earlier)
        if (value < bound) if below else (value > bound):
            s.buffer[found] = s.trail[place] >> 1
            return found + 1
        place = earlier
    return found
