"""Corrupted traces of problems: lies of many kinds, each of which a verifier has to refuse.

The number of events at the end is mended, as in corrupted_traces.py.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from accord.puzzles import AllDifferent, Domain
from accord.solvers.traces.events import Event, Recording
from accord.solvers.traces.replay import Replay


def corrupted(trace: Recording) -> Iterator[tuple[str, Recording]]:
    """Traces that say what is not so, with the name of the lie."""
    board, events = Replay(trace.header.problem), trace.events
    for place, event in enumerate(events):
        for name, lie in LIES.items():
            for others in lie(trace, event, board):
                yield name, _with(trace, [*events[:place], *others, *events[place + 1 :]])
        board.apply(event)
    yield from _other_ends(trace)


def _with(trace: Recording, events: Sequence[Event]) -> Recording:
    return replace(trace, events=events, end=replace(trace.end, events=len(events)))


Lie = Callable[[Recording, Event, Replay], Iterator[Sequence[Event]]]  # what stands in its place


def _a_value_of_a_solution_goes(
    trace: Recording, event: Event, board: Replay
) -> Iterator[Sequence[Event]]:
    """At the beginning, with each constraint of the variable as its reason."""
    if event is not trace.events[0] or trace.end.status != "SAT":
        return
    for number, constraint in enumerate(trace.header.constraints):
        for cell in {*constraint.scope}:
            others = [each for each in dict.fromkeys(constraint.scope) if each != cell]
            texts = [str(Domain.of(board.domains[each])) for each in others]
            reason = {"constraint": number, "cells": others, "domains": texts}
            if len(board.domains[cell]) > 1:
                yield [Event("remove", cell, trace.end.grid[cell], reason), event]


def _more_is_removed(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """All but one of the values that the constraint allows."""
    if event.kind == "remove" and event.cell is not None:
        left = sorted(board.domains[event.cell].difference(event.removed))
        if len(left) > 1:
            gone = board.domains[event.cell] - {left[0]}
            yield [replace(event, value=None, values=Domain.of(sorted(gone)))]


def _another_value_is_removed(
    trace: Recording, event: Event, board: Replay
) -> Iterator[Sequence[Event]]:
    """One that the variable does not have."""
    if event.kind == "remove":
        yield [replace(event, value=99, values=None)]
        yield [event, event]


def _reason(event: Event, **changes: Any) -> list[Event]:
    return [replace(event, reason={**(event.reason or {}), **changes})]


def _rests_on_less(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """Without any of the variables that it rests on; of sums it may follow all the same."""
    reason = event.reason or {}
    if reason.get("cells"):
        constraint = trace.header.constraints[reason["constraint"]]
        if isinstance(constraint, AllDifferent):
            yield _reason(event, cells=[], domains=[])


def _other_domains(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """Of the variables that it rests on."""
    if cells := (event.reason or {}).get("cells"):
        yield _reason(event, domains=["0..1000"] * len(cells))


def _no_reason(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    if event.reason:
        yield [replace(event, reason=None)]
        yield [replace(event, reason={"domain": [99]})]


def _out_of_scope(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """A constraint that does not have the variable."""
    for number, constraint in enumerate(trace.header.constraints):
        if event.kind == "remove" and event.cell not in constraint.scope:
            yield _reason(event, constraint=number)


def _another_guess(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """Of a variable that is settled, of a value that is gone, or at another depth."""
    if event.kind == "decide":
        assert event.depth is not None
        settled = [each for each, is_settled in enumerate(board.settled) if is_settled]
        yield from ([replace(event, cell=each)] for each in settled)
        yield [replace(event, value=99)]
        yield [replace(event, depth=event.depth + 1)]
        yield [replace(event, reason={"decision": "chance", "values": "0..1"})]


def _a_conflict_that_is_none(
    trace: Recording, event: Event, board: Replay
) -> Iterator[Sequence[Event]]:
    """Before an event that goes on: so that what is below would not be searched."""
    if event.kind in ("decide", "solution"):
        yield [Event("conflict", 0, None, {"domain": []}), event]
        for number, constraint in enumerate(trace.header.constraints):
            cells = [*dict.fromkeys(constraint.scope)]
            texts = [str(Domain.of(board.domains[each])) for each in cells]
            reason = {"constraint": number, "cells": cells, "domains": texts}
            yield [Event("conflict", reason=reason), event]


def _too_far_back(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """To before what is left to be tried; or from where nothing was found."""
    if event.kind == "backtrack" and board.depth > 1:
        yield [replace(event, depth=0)]
    if event.kind == "decide":
        yield [event, Event("backtrack", depth=board.depth)]


def _dropped(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """A guess, a conflict, a step back or a solution never was."""
    if event.kind in ("decide", "conflict", "backtrack", "solution"):
        yield []


def _another_solution(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """Any with one value changed; and the same again."""
    if event.grid is not None:
        for place in range(len(event.grid)):
            values = [*event.grid]
            values[place] += 1
            yield [replace(event, grid=tuple(values))]
        yield [event, event]


def _another_bound(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """Of a cut: another value is the best so far; or a better value goes."""
    best = (event.reason or {}).get("bound")
    if best is not None:
        yield _reason(event, bound=best + 1)
        yield [replace(event, cell=(event.cell or 0) - 1)]
    goal = trace.header.problem.goal
    if goal is not None and event.kind == "solution" and event.grid is not None:
        variable, value = goal.scope[0], goal.value(event.grid)
        yield [event, Event("conflict", variable, None, {"bound": value}), event]
    if goal is not None and event.kind == "decide" and goal.scope[0] != event.cell:
        yield [Event("conflict", goal.scope[0], None, {"bound": 0}), event]


def _begins_anew(trace: Recording, event: Event, board: Replay) -> Iterator[Sequence[Event]]:
    """A search without restarts."""
    yield [Event("restart", depth=0), event]


LIES: dict[str, Lie] = {
    "a value of a solution goes": _a_value_of_a_solution_goes,
    "more is removed": _more_is_removed,
    "another value is removed": _another_value_is_removed,
    "it rests on less": _rests_on_less,
    "other domains": _other_domains,
    "no reason": _no_reason,
    "a constraint without the variable": _out_of_scope,
    "another guess": _another_guess,
    "a conflict that is none": _a_conflict_that_is_none,
    "too far back": _too_far_back,
    "dropped": _dropped,
    "another solution": _another_solution,
    "another bound": _another_bound,
    "a restart": _begins_anew,
}
AT_THE_END = ("an end too early", "another status", "other counters", "other values at the end")


def _other_ends(trace: Recording) -> Iterator[tuple[str, Recording]]:
    end, names = trace.end, iter(AT_THE_END)
    early, status, counters, values = names
    for place in range(1, len(trace.events)):
        yield early, _with(trace, trace.events[:place])
    for each in {"SAT", "UNSAT", "UNKNOWN"} - {end.status}:
        yield status, replace(trace, end=replace(end, status=each))
    yield status, replace(trace, end=replace(end, exhausted=not end.exhausted))
    for name in ("guesses", "backtracks"):
        other = {**end.counters, name: end.counters[name] + 1}
        yield counters, replace(trace, end=replace(end, counters=other))
    yield values, replace(trace, end=replace(end, grid=tuple(0 for _ in end.grid)))
