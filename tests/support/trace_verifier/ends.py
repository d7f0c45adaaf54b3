"""The end of a trace held against what happened.

    why          one of the reasons for which a solver stops; and that it has found as many as it
                 was asked for just where it has
    exhausted    nothing is left to be found: of a search all values have been tried; of a solver
                 that learns the last event is a conflict with no decision standing
    status       that of the puzzle, as a solver says that writes no trace
    counters     guesses are decisions, backtracks conflicts, and nodes what the solver calls so;
                 of CaDiCaL's, all decisions were written, and no more restarts than there were

Where events are left out nobody knows what they were, so that such an end proves nothing: it is
refused unless that was said before (`cut`).

What still passes: a solver that was stopped, a moment earlier or later than it was; one that was
stopped or left events out, with other counters; propagations, which are no events; and of CaDiCaL
fewer conflicts or more restarts than it has counted, as traces have more of those and fewer of
these.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

from accord.solvers.budget import OUT_OF_TIME
from trace_verifier.reasons import LOGIC
from trace_verifier.refused import need

if TYPE_CHECKING:
    from trace_verifier.verifier import Verifier

FOUND = "found as many solutions as it was asked for: "
STUCK = "no technique finds anything more"
STOPPED = (OUT_OF_TIME, "interrupted")  # at any moment, also between a count and its event
SEARCHES = ("search", "exact-cover")
COUNTED = {"guesses", "backtracks", "nodes"}
COUNTED_BY_SAT = {"decisions", "restarts", "conflicts"}


def check_end(search: "Verifier", cut: bool) -> None:
    """Check what is said at the end.

    Raises:
        NotJustifiedError: it does not fit what happened.
    """
    end, limit = search.recording.end, search.recording.header.limit
    need(end.left_out >= 0, "end: fewer than no events are left out")
    need(len(search.recording.events) == end.events - end.left_out, "end: other events")
    need(limit is None or len(search.found) <= limit, "end: more solutions than asked for")
    need(cut or not end.left_out, "end: events are left out, so that nothing is proved")
    _check_why(search)
    _check_status(search)
    if search.family in SEARCHES:
        _check_counters(search)
    if search.family == "sat":
        _check_counters_of_sat(search)
    if end.left_out:
        known = end.status != "SAT" or not [*search.puzzle.violations(end.grid)]
        need(known, "end: the grid is no solution")
    else:
        need(end.grid == (search.found or [search.grid])[-1], "end: the grid is another")
    if search.writes_steps:
        _check_completeness(search)


def _check_why(search: "Verifier") -> None:
    """Check why it stopped."""
    end, limit = search.recording.end, search.recording.header.limit
    need(end.exhausted == (not end.why), "end: it stopped for no reason, or for one too many")
    enough = end.why.startswith(FOUND)
    need(not enough or end.why == f"{FOUND}{limit}", "end: it was asked for another number")
    if not end.left_out and search.family:
        need(enough == (len(search.found) == limit), "end: it did not find as many")
    known = enough or not end.why or end.why in STOPPED
    if search.recording.header.solver in LOGIC:
        need(known or STUCK in end.why, "end: human logic does not stop for that")
    elif search.family in (*SEARCHES, "sat"):
        need(known, "end: no search stops for that")


def _check_completeness(search: "Verifier") -> None:
    """Hold what is claimed to be exhausted, or left open, against what was searched."""
    end = search.recording.end
    complete = search.closed and not search.levels and search.left is None
    if search.learns:
        complete = complete and search.before == "conflict"
    need(complete or not end.exhausted or end.left_out > 0, "end: not all has been searched")
    need(not (complete and end.left_out), "end: nothing was left to be written")
    late = complete and end.why == OUT_OF_TIME and search.before != "solution"
    need(not late, "end: nothing was left to be searched")


def _check_status(search: "Verifier") -> None:
    """Hold what is claimed against what was found, and against the solutions that there are."""
    end, known = search.recording.end, search.known
    claimed = "SAT" if search.found else "UNSAT" if end.exhausted else "UNKNOWN"
    if not end.left_out:
        need(end.status == claimed, f"end: the status is {claimed}")
        need(not end.exhausted or {*known.solutions} <= {*search.found}, "end: there are more")
    need(end.status in ("SAT", "UNSAT", "UNKNOWN"), "end: there is no such status")
    need(end.status == "SAT" or not search.found, "end: a solution was found")
    need(end.exhausted == (end.status == "UNSAT") or end.status == "SAT", "end: it knows more")
    need(end.status != "UNSAT" or not known.solutions, "end: the puzzle has a solution")
    unsolvable = known.exhausted and not known.solutions
    need(end.status != "SAT" or not unsolvable, "end: it has none")


def _check_counters(search: "Verifier") -> None:
    """As many guesses as decisions, and values that wait; as many backtracks as conflicts."""
    end, counts = search.recording.end, search.recording.counts
    need({*end.counters} >= COUNTED, "end: there are no counters")
    if end.left_out:
        need(end.counters["guesses"] >= counts.get("decide", 0), "end: too few guesses")
        return
    stopped = end.why in STOPPED
    guesses = end.counters["guesses"] - _waiting(search) - counts.get("decide", 0)
    need(0 <= guesses <= (search.size if stopped else 0), "end: guesses are not decisions")
    before = end.counters["nodes"] == 0 and end.status == "UNSAT"  # the search began
    backtracks = end.counters["backtracks"] + before - counts.get("conflict", 0)
    need(0 <= backtracks <= stopped, "end: backtracks are not conflicts")
    at_once = "conflict" in counts and "decide" not in counts  # perhaps before all givens were seen
    missing = _nodes(search) - end.counters["nodes"]
    need(stopped or missing == 0 or (at_once and missing > 0), "end: it has other nodes")


def _waiting(search: "Verifier") -> int:
    """How many values wait that were counted as guesses when they were put aside."""
    if search.recording.header.solver != "exact-cover-bits":
        return 0
    levels = [*search.levels, *([search.left] if search.left else [])]
    return sum(level.untried for level in levels)


def _nodes(search: "Verifier") -> int:
    """How many nodes the solver has counted, by what it calls a node."""
    counts, header = search.recording.counts, search.recording.header
    decisions, assigned = counts.get("decide", 0), counts.get("assign", 0)
    givens = sum(value > 0 for value in search.puzzle.givens)
    singles = sum(len(domain) == 1 for domain in search.puzzle.domains) - givens
    failed = counts.get("conflict", 0)
    roots = 1 + search.restarts
    if header.solver == "backtracking-naive":
        return search.branchings
    if header.solver == "backtracking-first":
        return search.branchings + assigned - singles + failed
    if header.solver == "dancing-links":
        return search.branchings + assigned + givens + failed
    if header.settings.get("filter") == "forward":
        return roots + decisions + assigned - singles - _left_of_two(search)
    return roots + decisions


def _left_of_two(search: "Verifier") -> int:
    """How often x != v left one value, which is no node of its own."""
    return sum(
        (one.kind, one.holds, one.cell, other.kind) == ("decide", False, other.cell, "assign")
        for one, other in pairwise(search.recording.events)
    )


def _check_counters_of_sat(search: "Verifier") -> None:
    """Compare what CaDiCaL has counted with what was written of it, unless it was stopped."""
    end, counts = search.recording.end, search.recording.counts
    if end.why in STOPPED:
        return
    need({*end.counters} >= COUNTED_BY_SAT, "end: there are no counters")
    decisions, written = end.counters["decisions"], counts.get("decide", 0)
    need(search.restarts <= end.counters["restarts"], "end: it left what was not searched")
    need(written == decisions or (written < decisions and end.left_out > 0), "end: other decisions")
    met = counts.get("conflict", 0)
    need(end.left_out > 0 or met >= end.counters["conflicts"], "end: conflicts are missing")
