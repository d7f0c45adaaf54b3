"""The excerpt: which events of a trace a page keeps, and what it says of the others.

A search may write two hundred thousand events and a page has to stay small, so a long trace keeps
its first and its last ones, half of the room for each: how it begins shows the method, how it ends
shows the result.  Between them stands one row that counts, kind by kind, what was left out.  What
follows it needs the state that it follows on, so this is worked out here, by replaying what the
page does not hold: for each decision that stands, which candidates and cells it changed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any

from accord.puzzles import Cell, Domain, Problem, Puzzle, Value, ValueSet
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.optimization import LONGEST_NAME
from accord.puzzles.phrasing import counted
from accord.solvers.traces.events import Event, Recording
from accord.solvers.traces.replay import Replay
from accord.views.narration.captions import COUNTED, ending, logical
from accord.views.narration.narration import words_for
from accord.views.player.packing import LETTERS, Packing, Row


@dataclass(frozen=True)
class Standing:
    """A decision that stands, and the board before it."""

    number: int  # of its event, from 1
    event: Event
    domains: list[ValueSet]
    settled: list[bool]


@dataclass
class BoardState:
    """A replay that remembers the board before each decision that stands."""

    replay: Replay
    stack: list[Standing] = field(default_factory=list)

    def apply(self, number: int, event: Event) -> None:
        """Do what the event says."""
        if event.kind == "decide":
            board = self.replay
            self.stack.append(Standing(number, event, board.domains.copy(), board.settled.copy()))
        self.replay.apply(event)
        del self.stack[self.replay.depth :]

    def levels(self, start: Replay) -> list[list[int]]:
        """The changes of the board before the first decision, and those at each decision."""
        boards = [(start.domains, start.settled)]
        boards += [(each.domains, each.settled) for each in self.stack]
        boards.append((self.replay.domains, self.replay.settled))
        spots = Places(self.replay.problem)
        return [_changes(spots, *one, *other) for one, other in pairwise(boards)]


class Places:
    """The number of each candidate: of a puzzle cell * n + value - 1, of a problem one by one.

    Args:
        problem: whose candidates they are.
    """

    def __init__(self, problem: Problem) -> None:
        every = range(1, problem.size + 1) if isinstance(problem, Puzzle) else None
        self._domains = [
            Domain.of(domain if every is None else every) for domain in problem.domains
        ]
        self._starts = [0, *accumulate(map(len, self._domains))]

    def of(self, cell: Cell, value: Value) -> int:
        """The number of a candidate."""
        place = self._starts[cell]
        for low, high in self._domains[cell].intervals:
            if value <= high:
                return place + value - low
            place += high - low + 1
        raise ValueError(f"found {value}, expected one of {self._domains[cell]}")


def _changes(
    places: Places,
    domains: Sequence[ValueSet],
    settled: Sequence[bool],
    later: Sequence[ValueSet],
    now: Sequence[bool],
) -> list[int]:
    """The differences between two boards.

    A candidate is its place; -1 - cell is a cell that is settled on one of them only.
    """
    candidates = [
        places.of(cell, value)
        for cell, (one, other) in enumerate(zip(domains, later, strict=True))
        if one != other
        for value in sorted(one ^ other)
    ]
    cells = zip(settled, now, strict=True)
    return candidates + [-1 - cell for cell, (one, other) in enumerate(cells) if one != other]


def packed(recording: Recording, room: int) -> dict[str, Any]:
    """The trace as the page reads it, in about so many bytes: as columns and tables.

    `gap` is None, or has `at` (how many rows stand before it), `left` (events), `kinds` (how many
    of each), and the state after them: `levels`, for each decision that stands what it changed, and
    `stack`, a list of [number, cell, value, holds].
    """
    events, packing = recording.events, Packing(recording.header, _cuts(recording))
    room -= _reserve(recording)
    head = _kept(packing, events, room // 2)
    tail = _kept(packing, events[: len(head) - 1 : -1] if head else events[::-1], room)[::-1]
    gap = _gap(recording, len(head), len(events) - len(tail))
    rows = [*head, *([packing.note("g", gap["text"])] if gap else []), *tail]
    if recording.end.left_out:
        rows.append(packing.note("o", _beyond(recording)))
    rows.append(packing.note("e", ending(recording)))
    return {
        "kinds": "".join(row.kind for row in rows),
        "cells": [row.cell for row in rows],
        "values": [row.value for row in rows],
        "says": [row.saying for row in rows],
        "sayings": packing.sayings.values,
        "reasons": packing.reasons.values,
        "grids": packing.grids.values,
        "sets": packing.sets.values,
        "events": len(events) + recording.end.left_out,
        "kept": len(events),
        "guesses": sum(event.kind == "decide" for event in events),
        "logic": int(logical(recording)),
        "gap": gap,
        "goal": _goal(recording, packing, rows),
    }


def _cuts(recording: Recording) -> set[int]:
    """The conflicts, by `id`, that rest on the best solution so far.

    The objective's variable has no better value left, or it is among those on which a constraint's
    conflict rests; before the first solution nothing is cut.
    """
    cell, found, is_known = _cell(recording.header.problem), set[int](), False
    for event in recording.events:
        is_known |= event.kind == "solution"
        if event.kind == "conflict" and is_known and cell is not None:
            reason = event.reason or {}
            if "bound" in reason or cell in reason.get("cells", ()):
                found.add(id(event))
    return found


def _cell(problem: Problem) -> Cell | None:
    """The variable that is a problem's objective, if there is one."""
    term = problem.goal.terms[0] if problem.goal else None
    return term.number if isinstance(term, Variable) else None


def _goal(recording: Recording, packing: Packing, rows: Sequence[Row]) -> dict[str, Any] | None:
    """The objective as the page draws it: its variable, the values of grids, and the seconds."""
    problem, cell = recording.header.problem, _cell(recording.header.problem)
    if problem.goal is None or cell is None:
        return None
    return {
        "cell": cell,
        "sense": problem.goal.sense,
        "name": problem.names[cell][:LONGEST_NAME],
        "worth": [grid[cell] for grid in packing.grids.values],
        "times": [row.at for row in rows if row.at is not None],
    }


def _kept(packing: Packing, events: Sequence[Event], room: int) -> list[Row]:
    """The first of these events, as many as fit."""
    rows = []
    for event in events:
        if (row := packing.packed(event, room)) is None:
            break
        rows.append(row)
    return rows


def _reserve(recording: Recording) -> int:
    """Bytes that the state after a gap takes at most, and of the notes, which are no events."""
    numbers = sum(map(len, recording.header.problem.domains))
    cells = len(recording.header.problem.domains)
    depth = max((event.depth or 0 for event in recording.events), default=0)
    return 4000 + (numbers + cells) * (len(str(numbers)) + 1) + depth * 30


def _gap(recording: Recording, first: int, last: int) -> dict[str, Any] | None:
    """The events between two parts of an excerpt; None where there are none."""
    if first == last:
        return None
    problem = recording.header.problem
    start, state = Replay(problem), BoardState(Replay(problem))
    for number, event in enumerate(recording.events[:last], 1):
        state.apply(number, event)
    kinds = Counter(event.kind for event in recording.events[first:last])
    return {
        "at": first,
        "left": last - first,
        "kinds": {LETTERS[kind]: number for kind, number in kinds.items()},
        "steps": _steps(recording.events[max(0, first - 1) : last]) if logical(recording) else 0,
        "text": f"Left out of this page: events {first + 1:,} to {last:,} "
        f"({words_for(recording.header, counts(kinds))}).",
        "levels": state.levels(start),
        "stack": [
            [each.number, each.event.cell, each.event.value, int(each.event.holds)]
            for each in state.stack
        ],
    }


def _steps(events: Sequence[Event]) -> int:
    """How many deductions begin behind the first of these events, as the page groups them."""
    return sum(
        other.kind in ("assign", "remove") and (not step or step != _step(one))
        for one, other in pairwise(events)
        for step in [_step(other)]
    )


def _step(event: Event) -> Any:
    """The key that the events of one step share; None for one that stands alone."""
    reason = event.reason or {}
    if "technique" in reason:
        return reason
    alone = event.kind != "remove" or "constraint" not in reason
    cells = reason.get("cells", ())
    return None if alone else (event.value if len(cells) == 1 else reason, *cells)


def counts(kinds: Mapping[Any, int]) -> str:
    """The number of events of each kind: `12 guesses, 1 conflict`."""
    return ", ".join(
        counted(kinds[kind], *words) for kind, words in COUNTED.items() if kinds.get(kind)
    )


def _beyond(recording: Recording) -> str:
    left = recording.end.left_out
    return (
        f"The trace ends here: it kept its first {len(recording.events):,} events, and only counted"
        f" the {left:,} that followed. How the search ended is known."
    )
