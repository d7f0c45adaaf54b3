"""Corrupted traces: every way to change one thing in a trace that stays as plausible as before.

The number of events at the end is mended where an event is dropped or added: a verifier has to see
what is wrong with what happens, and not only that somebody counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

from accord.puzzles import Grid, Puzzle
from accord.solvers.budget import OUT_OF_TIME
from accord.solvers.logic import TECHNIQUES
from accord.solvers.traces.events import Event, Recording

FOUND = "found as many solutions as it was asked for: "

Corrupted = tuple[str, Recording]  # what was done to it


def corrupted(trace: Recording) -> Iterator[Corrupted]:
    """Every trace that differs from this one in one thing, with the name of the change."""
    events = list(trace.events)
    for place, event in enumerate(events):
        before, after = events[:place], events[place + 1 :]
        yield f"drop {event.kind}", _with(trace, [*before, *after])
        yield f"repeat {event.kind}", _with(trace, [*before, event, event, *after])
        yield "add restart", _with(trace, [*before, Event("restart", depth=0), event, *after])
        for what, other in _changed(trace, event):
            yield f"{what} of {event.kind}", _with(trace, [*before, other, *after])
    for place, (one, other) in enumerate(pairwise(events)):
        swapped = [*events[:place], other, one, *events[place + 2 :]]
        yield f"swap {one.kind} and {other.kind}", _with(trace, swapped)
    yield from _lies(trace)
    yield from _other_ends(trace)


def _with(trace: Recording, events: list[Event]) -> Recording:
    added = len(events) - len(trace.events)
    return replace(trace, events=events, end=replace(trace.end, events=trace.end.events + added))


def _changed(trace: Recording, event: Event) -> Iterator[tuple[str, Event]]:
    """The event with something else in one of its fields."""
    puzzle = trace.header.puzzle
    if event.kind in ("assign", "remove", "decide"):
        for cell in {*puzzle.shape.cells} - {event.cell}:
            yield "cell", replace(event, cell=cell)
        for value in {*range(1, puzzle.size + 1)} - {event.value}:
            yield "value", replace(event, value=value)
        yield "reason", replace(event, reason=None)
    if event.kind == "conflict" and event.cell is not None:
        for cell in {*puzzle.shape.cells} - {event.cell}:
            yield "cell", replace(event, cell=cell)
    if event.depth is not None:
        for depth in {*range(event.depth + 3)} - {event.depth}:
            yield "depth", replace(event, depth=depth)
    if event.grid is not None:
        yield from (("grid", replace(event, grid=grid)) for grid in others(event.grid))
    if event.reason is not None:
        for what, reason in _reasons(trace, event.reason):
            yield what, replace(event, reason=reason)


def _reasons(trace: Recording, reason: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The reason with something else in one of its fields."""
    puzzle = trace.header.puzzle
    numbers = {
        "constraint": range(len(puzzle.constraints)),
        "value": range(1, puzzle.size + 1),
    }
    for name, possible in numbers.items():
        if name in reason:
            yield from ((name, {**reason, name: each}) for each in {*possible} - {reason[name]})
    lists = {
        "cells": puzzle.shape.cells,
        "values": range(1, puzzle.size + 1),
        "domain": range(1, puzzle.size + 1),
    }
    for name, possible in lists.items():
        if name in reason and "technique" not in reason:
            yield from ((name, {**reason, name: each}) for each in _lists(reason[name], possible))
    if "item" in reason:
        for _, item in _reasons(trace, reason["item"]):
            yield "item", {**reason, "item": item}
        yield "item", {name: reason[name] for name in reason if name != "item"}
    if "technique" in reason:
        yield from misreasoned(puzzle, reason)
    if "clause" in reason:
        yield from _clauses(puzzle, reason)


def _clauses(puzzle: Puzzle, reason: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The clause with a literal less, turned or more, or said to be from elsewhere."""
    clause = reason["clause"]
    yield "learnt", {**reason, "learnt": not reason["learnt"]}
    yield "learnt", {**reason, "learnt": None}
    for place, (cell, value, holds) in enumerate(clause):
        before, after = clause[:place], clause[place + 1 :]
        yield "literal less", {**reason, "clause": [*before, *after]}
        yield "literal turned", {**reason, "clause": [*before, [cell, value, not holds], *after]}
        yield "literal twice", {**reason, "clause": [*clause, clause[place]]}
    for cell, value in product(puzzle.shape.cells, range(1, puzzle.size + 1)):
        for holds in (True, False):
            if [cell, value, holds] not in clause:
                yield "literal more", {**reason, "clause": [*clause, [cell, value, holds]]}


def misreasoned(puzzle: Puzzle, reason: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The reason of a technique with something else in one of its parts."""
    cells, houses, links = reason["cells"], reason["houses"], reason["links"]
    every, known = [*puzzle.shape.cells], range(len(puzzle.constraints))
    rest = reason["sentence"].removeprefix(reason["title"])
    changes: list[tuple[str, dict[str, Any]]] = [
        ("other words", {"sentence": f"{reason['title']}: because I say so"}),
        ("other words", {"sentence": f"{reason['title']}: r1c1 is not r{puzzle.size}c1"}),
        ("other words", {"sentence": rest}),
        ("unknown name", {"technique": "zzz"}),
        ("other title", {"title": "Zzz", "sentence": f"Zzz{rest}"}),
        ("all cells", {"cells": every}),
        ("a cell that is none", {"cells": [*cells, len(every)]}),
        ("one cell more", {"cells": [*cells, min({*every} - {*cells})]}),
        ("one cell less", {"cells": cells[1:]}),
        ("no candidates", {"candidates": [], "links": []}),
        ("one candidate less", {"candidates": reason["candidates"][1:]}),
        ("a candidate that is none", {"candidates": [*reason["candidates"], [0, 0]]}),
        ("all houses", {"houses": [*known]}),
        ("a house that is none", {"houses": [*houses, len(known)]}),
        ("no houses", {"houses": []}),
        ("other houses", {"houses": [(house + 1) % len(known) for house in houses]}),
        ("no links", {"links": []}),
        ("links turned", {"links": [_turned(link) for link in links]}),
    ]
    changes += [
        ("one link less", {"links": [*links[:place], *links[place + 1 :]]})
        for place in range(len(links))
    ]
    changes += [
        (
            "strong link weak" if link["strong"] else "weak link strong",
            {"links": [*links[:place], _turned(link), *links[place + 1 :]]},
        )
        for place, link in enumerate(links)
    ]
    for name, technique in TECHNIQUES.items():
        if name != reason["technique"]:
            title = technique.title
            sentence = f"{title}{rest}"
            changes.append(
                ("other name", {"technique": name, "title": title, "sentence": sentence})
            )
    for what, change in changes:
        if {**reason, **change} != reason:
            yield what, {**reason, **change}


def _turned(link: Mapping[str, Any]) -> dict[str, Any]:
    return {**link, "strong": not link["strong"]}


def _lists(members: list[int], possible: range) -> Iterator[list[int]]:
    """With one member less, with another in its place, and with one more."""
    strangers = sorted({*possible} - {*members})
    for place in range(len(members)):
        rest = members[:place] + members[place + 1 :]
        yield rest
        yield from (sorted([*rest, stranger]) for stranger in strangers)
    yield from (sorted([*members, stranger]) for stranger in strangers)


def others(grid: Grid) -> Iterator[Grid]:
    """The grid with two neighbours exchanged, and with one value changed."""
    values = list(grid)
    for place in range(len(values) - 1):
        one, other = values[place : place + 2]
        if one != other:
            yield Grid([*values[:place], other, one, *values[place + 2 :]])
    for place, value in enumerate(values):
        yield Grid([*values[:place], value % grid.size + 1, *values[place + 1 :]])


def _lies(trace: Recording) -> Iterator[Corrupted]:
    """A value of a solution is removed at the beginning, as if a cell of a house had it."""
    events = list(trace.events)
    puzzle, solved = trace.header.puzzle, trace.end.grid
    for number, constraint in enumerate(puzzle.constraints if trace.end.status == "SAT" else ()):
        for cell, other in pairwise(constraint.scope):
            reason = {"constraint": number, "cells": [other]}
            lie = Event("remove", cell, solved[cell], reason)
            yield "lie", _with(trace, [lie, *events])


def _other_ends(trace: Recording) -> Iterator[Corrupted]:
    """Another end behind the same events."""
    end = trace.end
    for status in {"SAT", "UNSAT", "UNKNOWN"} - {end.status}:
        yield "end", replace(trace, end=replace(end, status=status))
    yield "end", replace(trace, end=replace(end, exhausted=not end.exhausted))
    yield "end", replace(trace, end=replace(end, events=end.events + 1))
    yield "end", replace(trace, end=replace(end, left_out=1))
    if trace.header.solver != "logic":
        yield "end", replace(trace, end=replace(end, counters={}))
        yield "end", replace(trace, end=replace(end, status="UNKNOWN", exhausted=True, why=""))
        yield "end", _silent(trace)
    for name in {"guesses", "backtracks", "nodes", "decisions", "conflicts"} & {*end.counters}:
        for count in (end.counters[name] - 1, end.counters[name] + 1):
            counters = {**end.counters, name: count}
            yield f"{name} of end", replace(trace, end=replace(end, counters=counters))
    for why in ("I am tired", f"{FOUND}{len(trace.events)}"):
        yield "end", replace(trace, end=replace(end, exhausted=False, why=why))
    yield "late end", replace(trace, end=replace(end, exhausted=False, why=OUT_OF_TIME))
    yield "end", replace(trace, end=replace(end, left_out=5, events=end.events + 5))
    yield from (("end", replace(trace, end=replace(end, grid=grid))) for grid in others(end.grid))


def _silent(trace: Recording) -> Recording:
    """Nothing but the solutions, or nothing at all: as if the solver had not been listened to."""
    kept = [event for event in trace.events if event.kind == "solution"]
    return _with(trace, kept)
