"""The logic trace: deductions as the events of a trace, with everything that they rest on.

What a deduction places is an `assign`, what it removes a `remove`, and both carry its reason: the
technique, its sentence, and the cells, houses, candidates and links that it rests on
(highlights.py).  The value that a cell takes from those that see it is written as what it is, a
constraint, and needs no sentence.  All that one technique finds on a board follows from that board,
so the reasons of a step name candidates as they were before its first event.

Where deductions contradict each other, the puzzle has no solution.  They are written as
`Board.after` applies them: a cell in which two values are placed loses every candidate, one
deduction after the other, and the conflict names the cell or house that has run empty.
"""

from collections.abc import Iterable
from sys import maxsize
from typing import Any

from accord.puzzles import AllDifferent, Cell
from accord.puzzles.version import VERSION
from accord.solvers.logic.chains.chains import Place
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.engine import TECHNIQUES
from accord.solvers.logic.engine.explanation import Explanation
from accord.solvers.logic.engine.highlights import highlights
from accord.solvers.logic.engine.layout import members
from accord.solvers.logic.techniques.singles import Seen
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.trace import Trace


def write_deductions(
    trace: Trace, deductions: Iterable[Deduction], before: Board, after: Board
) -> None:
    """Write what some deductions do.

    Args:
        trace: what is written to; it leaves out what has happened before.
        deductions: what is applied together.
        before: the board on which they were found.
        after: the board with all of them.
    """
    for deduction in deductions:
        if isinstance(deduction.reason, Seen):
            _write_seen(trace, deduction, deduction.reason.cell)
            continue
        reason = event_reason(deduction.reason, before)
        for cell, value in deduction.placed.items():
            if after.values[cell] == value:
                trace.assign(cell, value, reason)
                continue
            for other in sorted(trace.board.domains[cell] - {value}):
                trace.remove(cell, other, reason)
        for cell, values in deduction.removed.items():
            for value in sorted(values):
                trace.remove(cell, value, reason)


def _write_seen(trace: Trace, deduction: Deduction, holder: Cell) -> None:
    """Write what a value takes from the cells that see it."""
    for cell, values in deduction.removed.items():
        number = next(
            number
            for number, constraint in enumerate(trace.constraints)
            if isinstance(constraint, AllDifferent)
            and cell in constraint.scope
            and holder in constraint.scope
        )
        for value in values:
            trace.remove(cell, value, {"constraint": number, "cells": [holder]})


def event_reason(reason: Reason, board: Board) -> dict[str, Any]:
    """A reason as events have it: technique, title, sentence, cells, houses, candidates, links.

    Args:
        reason: why something follows.
        board: where it was found.
    """
    shown, title = highlights(reason, board), TECHNIQUES[reason.technique].title
    return {
        "technique": reason.technique,
        "title": title,
        "sentence": f"{title}: {reason.sentence}",
        "cells": [*shown.cells],
        "houses": [house.index for house in shown.houses],
        "candidates": [[cell, value] for cell, value in shown.candidates],
        "links": [
            {"from": _node(link.one), "to": _node(link.other), "strong": link.strong}
            for link in shown.links
        ],
    }


def _node(place: Place) -> dict[str, Any]:
    return {"cells": [*place.cells], "value": place.value}


def write_conflict(trace: Trace, last: Board) -> None:
    """Write the conflict that a path ends with, where it does."""
    for cell in members(last.open):
        if not last.marks[cell]:
            trace.conflict({"domain": []}, cell)
            return
    for value in range(1, last.size + 1):
        placed = last.placed_at[value]
        for house in last.layout.houses:
            if not (placed | last.where[value]) & house.mask:
                trace.conflict({"constraint": house.index, "value": value})
                return
        for number, constraint in enumerate(trace.constraints):
            holders = [cell for cell in constraint.scope if placed >> cell & 1]
            if len(holders) > 1 and isinstance(constraint, AllDifferent):
                trace.conflict({"constraint": number, "cells": holders[:2]})
                return
    for number, constraint in enumerate(trace.constraints):
        values = [last.values[cell] for cell in constraint.scope]
        if all(values) and not constraint.holds(values):
            trace.conflict({"constraint": number, "cells": [*constraint.scope]})
            return


def recording_of(explanation: Explanation) -> Recording:
    """The path of an explanation as a trace, techniques that assume a unique solution included.

    It is not called a path of the solver `logic`: it was checked against solutions that another
    solver had found, and claims no more than that one did.
    """
    last, version = explanation.last, VERSION
    events: list[Event] = []
    trace = Trace(explanation.puzzle, events.append, most=maxsize)
    for step in explanation.steps:
        write_deductions(trace, [step.deduction], step.found_on, step.after)
    if explanation.solved:
        trace.solution(last.grid)
    elif last.broken:
        write_conflict(trace, last)
    versions = {"accord": version, "backend": f"accord {version}"}
    header = Header(explanation.puzzle, "human logic", limit=None, versions=versions)
    return Recording(header, events, _end(explanation, trace))


def _end(explanation: Explanation, trace: Trace) -> End:
    """The end of the trace: how far the path came, and what the other solver had found."""
    last, why = explanation.last, ""
    if explanation.solved:
        status, exhausted = "SAT", len(explanation.solutions) == 1
    else:
        status, exhausted = ("UNSAT", True) if last.broken else ("UNKNOWN", False)
        cells = last.open.bit_count()
        why = "" if last.broken else f"no technique finds anything more, and {cells} cells are open"
        if len(explanation.solutions) > 1:
            why = f"the puzzle has several solutions; {why}"
    return End(
        status,
        exhausted,
        why,
        counters={"deductions": len(explanation.steps)},
        events=trace.events,
        left_out=trace.left_out,
        grid=trace.grid,
    )
