"""Tasks that share a resource: how much of a window of time they must use.

A task of known duration that begins neither before its least nor after its largest value has a
share in each window from `low` until before `high`: what of it lies inside wherever it begins.  Its
shares times its height are its energy.  All tasks together have at most the limit times the
window's length; where that leaves a task less of the window than it would use if it began so early
(so late), it begins later (earlier).  This is energetic reasoning (P. Baptiste, C. Le Pape and W.
Nuijten, "Satisfiability tests and time-bound adjustments for cumulative scheduling problems",
Annals of Operations Research 92, 1999), of two kinds of windows:

    a point    where a task that certainly runs begins or ends: the time table
    wide ones  from a least begin to a largest end: overload and edge finding

Tasks that may not overlap have height 1 and the limit 1.  Whatever the window, the reason is one:
each task lies so that it has its share.  It is as weak as what is used above the limit allows: of
shares that are larger than needed a part is left out (A. Schutt, T. Feydy, P. Stuckey and M.
Wallace, "Explaining the cumulative propagator", Constraints 16, 2011).
"""

from accord.solvers.kernels.loading import compiled
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.intervals import bound_of, last_step, place_of, read_bounds
from accord.solvers.kernels.problems.state import (
    ClauseState,
    assign,
    bounding,
    inward,
    long,
    step_of,
)
from accord.solvers.kernels.problems.sums import NOWHERE


@compiled
def propagate_resource(s: ClauseState, number: int) -> bool:
    """Draw the conclusions of points and wide windows; False where one is used too much."""
    read_bounds(s, number)
    return _points(s, number) and _windows(s, number)


@compiled
def _points(s: ClauseState, number: int) -> bool:
    """Draw the conclusions of the times at which what certainly runs begins or ends."""
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    limit = s.limits[number - s.queue.size]
    for i in range(begin, end):
        if s.highs[i] - s.lows[i] >= 2 * s.weights[i]:
            continue
        for side in range(2):
            time = (s.lows[i] + s.weights[i]) if side else (s.highs[i] - s.weights[i])
            used, until = long(0), long(NOWHERE) << 31
            for k in range(begin, end):
                finish = s.lows[k] + s.weights[k]
                if s.highs[k] - s.weights[k] <= time < finish:
                    used += s.heights[k]
                    until = min(until, finish)
            if used > limit:
                return _overfull(s, number, time, time + 1)
            for j in range(begin, end):
                if used + s.heights[j] > limit:
                    _avoid(s, number, j, time, until)
    return True


@compiled
def _avoid(s: ClauseState, number: int, j: int, time: int, until: int) -> None:
    """Let a task end before a time or begin at the other, if it cannot run between them."""
    first, last, length = s.lows[j], s.highs[j] - s.weights[j], s.weights[j]
    if last <= time < first + length:
        return
    while first < until and first + length > time:
        point = min(until, first + length) - 1
        _begin_at(s, number, j, point + 1, point, point + 1)
        first = point + 1
    while last < until and last + length > time:
        point = max(time, last)
        _begin_until(s, number, j, point - length, point, point + 1)
        last = point - length


@compiled
def _windows(s: ClauseState, number: int) -> bool:
    """Draw the conclusions of windows from a least begin to a largest end."""
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    limit = s.limits[number - s.queue.size]
    most = long(0)
    for i in range(begin, end):
        most = max(most, s.weights[i] * s.heights[i])
    for i in range(begin, end):
        low, energy = s.lows[i], long(0)
        for at in range(begin, end):
            k = s.ordered[at]
            if s.lows[k] < low:
                continue
            energy += s.weights[k] * s.heights[k]
            if energy + most > limit * (s.highs[k] - low) and not _window(
                s, number, low, s.highs[k]
            ):
                return False
    return True


@compiled
def _window(s: ClauseState, number: int, low: int, high: int) -> bool:
    """Draw the conclusions of a window; False where more of it is used than there is."""
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    free = s.limits[number - s.queue.size] * (high - low)
    for k in range(begin, end):
        free -= s.heights[k] * _share(s, k, s.lows[k], s.highs[k], low, high)
    if free < 0:
        return _overfull(s, number, low, high)
    for j in range(begin, end):
        first, last, length = s.lows[j], s.highs[j] - s.weights[j], s.weights[j]
        share = _share(s, j, first, s.highs[j], low, high)
        most = (free + s.heights[j] * share) // s.heights[j]
        if min(first + length, high) - max(first, low) > most:
            _begin_at(s, number, j, high - most, low, high)
        if min(last + length, high) - max(last, low) > most:
            _begin_until(s, number, j, low + most - length, low, high)
    return True


@compiled
def _share(s: ClauseState, k: int, least: int, end: int, low: int, high: int) -> int:
    """How much of a window a task uses at least that begins at `least` or later and ends so."""
    length = s.weights[k]
    share = min(length, high - low, least + length - low, high - end + length)
    return long(max(0, share))


@compiled
def _overfull(s: ClauseState, number: int, low: int, high: int) -> bool:
    """Note that a window is used too much; False."""
    s.numbers[state.CAUSE] = number << 2 | state.SUM
    s.numbers[state.LOW], s.numbers[state.HIGH] = low, high
    return False


@compiled
def _begin_at(s: ClauseState, number: int, j: int, time: int, low: int, high: int) -> None:
    """Let a task begin at a time or later, by a window: the weakest literals first."""
    x = long(s.terms[j])
    step = min(last_step(s, x, time - 1), step_of(s, x, long(0), long(s.latest[2 * x])) - 1)
    if step > step_of(s, x, long(1), long(s.latest[2 * x + 1])):
        _conclude(s, number, x, long(1), step, low, high)


@compiled
def _begin_until(s: ClauseState, number: int, j: int, time: int, low: int, high: int) -> None:
    """Let a task begin at a time or earlier, by a window: the weakest literals first."""
    x = long(s.terms[j])
    step = max(last_step(s, x, time), step_of(s, x, long(1), long(s.latest[2 * x + 1])) + 1)
    if step < step_of(s, x, long(0), long(s.latest[2 * x])):
        _conclude(s, number, x, long(0), step, low, high)


@compiled
def _conclude(
    s: ClauseState, number: int, x: int, below: int, step: int, low: int, high: int
) -> None:
    """Make a bound and all weaker ones true by a window; later, where no variable is spare."""
    if s.numbers[state.SPARE] == 0:
        s.waits[number] = 1
        return
    last = bounding(s, x, below, step)
    weaker, literal = inward(s, x, below), long(-1)
    while literal != last:
        literal = 2 * weaker + below
        s.low[s.numbers[state.END]], s.high[s.numbers[state.END]] = low, high
        assign(s, literal, number << 2 | state.SUM)
        weaker = long(s.link[2 * weaker + below])


@compiled
def explain_resource(s: ClauseState, number: int, x: int) -> int:
    """Write the variables of the bounds that led to x into the buffer; how many.

    Args:
        s: the state; the trail is as it was, perhaps longer.
        number: of the resource.
        x: the variable that it has decided; -1 where a window is used too much.
    """
    begin, end = long(s.sums[number]), long(s.sums[number + 1])
    until, own, found = long(NOWHERE), long(-1), long(0)
    low, high = s.numbers[state.LOW], s.numbers[state.HIGH]
    if x >= 0:
        until, own = long(s.place[x]), long(s.owner[x])
        low, high = long(s.low[until]), long(s.high[until])
    excess = -s.limits[number - s.queue.size] * (high - low) - 1
    for k in range(begin, end):
        y = long(s.terms[k])
        least = bound_of(s, y, 1, place_of(s, y, 1, until))
        finish = bound_of(s, y, 0, place_of(s, y, 0, until)) + s.weights[k]
        if y != own:
            s.lows[k] = _share(s, k, least, finish, low, high)
        elif s.trail[until] & 1:
            most = min(high - s.values[s.step[x]] - 1, _inside(s, k, least, low, high) - 1)
            found = _say(s, y, 1, low + most + 1 - s.weights[k], until, found)
            s.lows[k] = most + 1
        else:
            last, latest = finish - s.weights[k], s.values[s.step[x] + 1] - 1
            most = min(latest + s.weights[k] - low, _inside(s, k, last, low, high) - 1)
            found = _say(s, y, 0, high - most - 1, until, found)
            s.lows[k] = most + 1
        excess += s.heights[k] * s.lows[k]
    for k in range(begin, end):
        y = long(s.terms[k])
        if y == own:
            continue
        spare = min(s.lows[k], excess // s.heights[k])
        excess -= spare * s.heights[k]
        share = s.lows[k] - spare
        if share > 0:
            found = _say(s, y, 1, low + share - s.weights[k], until, found)
            found = _say(s, y, 0, high - share, until, found)
    return found


@compiled
def _inside(s: ClauseState, k: int, first: int, low: int, high: int) -> int:
    """How much of a window a task uses that begins at a time."""
    return long(min(first + s.weights[k], high) - max(first, low))


@compiled
def _say(s: ClauseState, y: int, below: int, bound: int, until: int, found: int) -> int:
    """Write the weakest literal before a place that bounds a number so, unless its domain does."""
    step = last_step(s, y, bound - below)
    if not s.steps[2 * y] <= step < s.steps[2 * y + 1] - 1:
        return found
    weaker = long(s.trail[place_of(s, y, below, until)] >> 1)
    while weaker >= 0 and ((s.step[weaker] >= step) if below else (s.step[weaker] <= step)):
        s.buffer[found] = weaker
        weaker = long(s.link[2 * weaker + 1 - below])
    return found + 1
