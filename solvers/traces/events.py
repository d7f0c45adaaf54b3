"""The events of a trace: what a solver did, step by step, and why; and how they are written.

A trace is a file of JSON lines, so that it can be read while it grows, by a person or by a program
in any language:

    {"trace": 1, "puzzle": ..., "solver": ..., "settings": ..., "limit": ..., "versions": ...,
     "constraints": [{"name": "row 1", "cells": [0, 1, ...]}, ...]}
    {"event": "remove", "cell": 4, "value": 5, "reason": {"constraint": 0, "cells": [3]}}
    ...
    {"event": "end", "status": "SAT", "counters": ..., "left_out": 0, "grid": ...}

    event       what happened
    ---------   ----------------------------------------------------------------------------------
    assign      the cell is settled: it keeps this candidate only
    remove      the cell loses this candidate
    decide      a guess, which may be taken back; `holds` is false where the guess is that the
                cell has another value.  `depth` is how many decisions stand, this one included.
    conflict    the candidates contradict a constraint; `cell` is the one that has run empty
    backtrack   decisions are taken back until `depth` stand, and all that followed from them; with
                no conflict or solution before it a restart that keeps some (solvers that learn)
    restart     all decisions are taken back, to begin anew with what was learnt
    solution    the solver claims that `grid` is one

A reason is an object with one of these keys, which say its kind:

    key          other keys           means
    ----------   ------------------   ------------------------------------------------------------
    decision     values               which order chose the cell, and the values it had left
                 item, values or      of an exact cover: a {cell} with these values, or a value of
                 cells                a {constraint, value} with these cells to choose from
    constraint   cells, of a remove   these cells of the constraint have no more candidates between
                                      them than there are cells: they need this value (a Hall set)
                 none, of an assign   the value has no other place in the constraint
                 cells, of a          these cells cannot have different values
                 conflict
                 value, of a          no cell of the constraint can have it
                 conflict
    domain                            the candidates that are left in the cell: one, or none
    technique    title, sentence,     human logic: what the sentence says rests on these cells,
                 cells, houses,       constraints, candidates ([cell, value] pairs), and links
                 candidates, links    ({from, to, strong} between {cells, value})
    clause       learnt               literals [cell, value, holds] of which all others are false;
                                      given with the formula, or learnt

Constraints are places in the list of the header.  Cells are numbered from 0, row by row.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from accord.puzzles.constraints.all_different import AllDifferent, Constraint
from accord.puzzles.files.read import read as read_puzzle
from accord.puzzles.files.write import write as write_puzzle
from accord.puzzles.formats.format import FormatError
from accord.puzzles.grid import Cell, Grid, Value
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.traces.reasons import Places, refuse_unreasonable
from accord.solvers.traces.replay import Replay

Kind = Literal["assign", "remove", "decide", "conflict", "backtrack", "restart", "solution"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FORMAT = 1  # of the files
DEEPEST = 10**6  # decisions that may stand, in a trace from anybody
Reason = Mapping[str, Any]
BREAKS_OFF = "the trace breaks off"  # why there is no end


class MalformedTraceError(ValueError):
    """What was given is no trace; says the line, what was found and what was expected."""


@dataclass(frozen=True)
class Header:
    """What was asked, of whom."""

    puzzle: Puzzle
    solver: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    limit: int | None = 1
    versions: Mapping[str, str] = field(default_factory=dict)  # accord's, and the backend's

    @property
    def constraints(self) -> Sequence[Constraint]:
        """What the numbers in reasons mean."""
        return self.puzzle.constraints

    @property
    def title(self) -> str:
        """The solver with its settings: `NAME:KEY=VALUE,...`."""
        words = ",".join(f"{name}={_word(value)}" for name, value in self.settings.items())
        return f"{self.solver}:{words}" if words else self.solver


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a solver did."""

    kind: Kind
    cell: Cell | None = None
    value: Value | None = None
    reason: Reason | None = None
    depth: int | None = None  # decisions that stand after it
    holds: bool = True  # of a decision: whether it is that the cell has the value
    grid: Grid | None = None  # of a solution


@dataclass(frozen=True)
class End:
    """How it ended."""

    status: str = "UNKNOWN"  # SAT, UNSAT or UNKNOWN
    exhausted: bool = False  # claimed: there are no more solutions
    why: str = ""  # it stopped, unless it is exhausted
    counters: Mapping[str, int] = field(default_factory=dict)
    events: int = 0  # that happened
    left_out: int = 0  # of these, the last ones, which are not in the trace
    grid: Grid = field(default_factory=Grid)
    """The last solution; where there is none, what was settled when it stopped, 0 for the rest."""
    figures: Mapping[str, Any] = field(default_factory=dict)  # what else the solver says of itself


@dataclass(frozen=True)
class Recording:
    """A whole trace."""

    header: Header
    events: Sequence[Event]
    end: End

    @property
    def counts(self) -> dict[str, int]:
        """How many events there are of each kind."""
        found = Counter(event.kind for event in self.events)
        return {kind: found[kind] for kind in KINDS if kind in found}


def wrong_solutions(recording: Recording) -> dict[int, list[str]]:
    """What is wrong with the solutions of a trace, by their numbers from 1; empty where all are.

    A grid that breaks the puzzle is wrong, and so is one that was found before.  The last solution
    stands in the end too; a grid there that is another one has the number after the last.
    """
    puzzle, end = recording.header.puzzle, recording.end
    grids = [event.grid for event in recording.events if event.grid is not None]
    if end.status == "SAT" and end.grid and end.grid not in grids[-1:]:
        grids.append(end.grid)
    found: dict[int, list[str]] = {}
    first: dict[Grid, int] = {}
    for number, grid in enumerate(grids, 1):
        again = first.setdefault(grid, number) != number
        violations = [*puzzle.violations(grid), *[f"it is solution {first[grid]} again"] * again]
        if violations:
            found[number] = violations
    return found


def header_line(header: Header) -> str:
    """The first line.

    Raises:
        FormatError: the puzzle has a constraint that cannot be written.
    """
    return json.dumps(
        {
            "trace": FORMAT,
            "puzzle": json.loads(write_puzzle(header.puzzle, "json")),
            "solver": header.solver,
            "settings": dict(header.settings),
            "limit": header.limit,
            "versions": dict(header.versions),
            "constraints": [_constraint(each) for each in header.constraints],
        }
    )


def _constraint(constraint: Constraint) -> dict[str, Any]:
    if not isinstance(constraint, AllDifferent):
        raise FormatError(f"found {type(constraint).__name__}, but traces know only AllDifferent")
    return {"name": constraint.name, "cells": constraint.cells}


def event_line(event: Event) -> str:
    """A line between the first and the last."""
    said: dict[str, Any] = {"event": event.kind}
    for name in ("cell", "value", "depth"):
        if (number := getattr(event, name)) is not None:
            said[name] = number
    if not event.holds:
        said["holds"] = False
    if event.grid is not None:
        said["grid"] = str(event.grid)
    if event.reason is not None:
        said["reason"] = event.reason
    return json.dumps(said)


def end_line(end: End) -> str:
    """The last line."""
    own = {name: getattr(end, name) for name in End.__dataclass_fields__}
    return json.dumps({"event": "end", **own, "grid": str(end.grid)})


def write(recording: Recording) -> Iterator[str]:
    """The lines of a trace, without line ends.

    Raises:
        FormatError: the puzzle has a constraint that cannot be written.
    """
    yield header_line(recording.header)
    yield from map(event_line, recording.events)
    yield end_line(recording.end)


def looks_like_trace(text: str) -> bool:
    """Whether this is the beginning of a trace."""
    return text.lstrip().startswith('{"trace"')


def read(lines: Iterable[str]) -> Recording:
    """The trace that these lines say; one that breaks off has an end that says so.

    The events are replayed, so that one is refused that cannot happen where it stands; and the end
    has to know how many there are.  A solution may be wrong: that is what some look at a trace for
    (`wrong_solutions`).

    Raises:
        MalformedTraceError: they do not; names the line.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    header = _header(_object(number, first))
    places = Places(header.puzzle.size, len(header.constraints))
    board, events = Replay(header.puzzle), list[Event]()
    for number, said in _whole(numbered):
        try:
            if said.get("event") == "end":
                end = _end(said, places.size, len(events))
                break
            event = _event(said, places)
            board.expect(event)
        except (KeyError, TypeError, ValueError) as error:
            raise MalformedTraceError(f"line {number}: {_words(error)}") from error
        board.apply(event)
        events.append(event)
    else:
        return Recording(header, events, _broken_off(events, board))
    if (beyond := next(numbered, None)) is not None:
        raise MalformedTraceError(f"line {beyond[0]}: found a line behind the end, expected none")
    return Recording(header, events, end)


def _whole(numbered: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """What the lines say, but for half a last one, which was still being written."""
    for number, line in numbered:
        try:
            said = _object(number, line)
        except MalformedTraceError:
            if line.startswith("{") and next(numbered, None) is None:
                return
            raise
        yield number, said


def _broken_off(events: Sequence[Event], board: Replay) -> End:
    """What is known of an end that is not there."""
    solutions = [each.grid for each in events if each.grid]
    grid = solutions[-1] if solutions else board.grid
    return End(why=BREAKS_OFF, events=len(events), grid=grid)


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        shown = line.strip()[:40]
        raise MalformedTraceError(f"line {number}: found {shown!r}, expected a JSON object")
    return said


def _header(said: dict[str, Any]) -> Header:
    if said.get("trace") != FORMAT:
        found = said.get("trace", "no header")
        raise MalformedTraceError(f'line 1: found {found}, expected {{"trace": {FORMAT}, ...}}')
    try:
        puzzle = read_puzzle(json.dumps(said["puzzle"]), format="json")
        own = _typed(said, ("solver", "settings", "limit", "versions"))
        header = Header(puzzle, **own)
        scopes = [tuple(each["cells"]) for each in said["constraints"]]
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedTraceError(f"line 1: {_words(error)}") from error
    if scopes != [each.cells for each in puzzle.constraints]:
        raise MalformedTraceError("line 1: found other constraints, expected those of the puzzle")
    return header


def _event(said: Mapping[str, Any], places: Places) -> Event:
    kind, size = said.get("event"), places.size
    if kind not in KINDS:
        raise ValueError(f"found the event {kind!r}, expected one of {', '.join(KINDS)}")
    grid = _grid(said["grid"], size) if kind == "solution" else None
    event = Event(
        kind,
        _number(said, "cell", range(size * size)),
        _number(said, "value", range(1, size + 1)),
        said.get("reason"),
        _number(said, "depth", range(DEEPEST)),
        said.get("holds", True) is not False,
        grid,
    )
    for name in NEEDED[event.kind]:
        if getattr(event, name) is None:
            raise ValueError(f"found the event {kind} without {name}, expected one with it")
    if event.reason is not None:
        refuse_unreasonable(event.reason, places)
    return event


NEEDED: Mapping[Kind, tuple[str, ...]] = {
    "assign": ("cell", "value"),
    "remove": ("cell", "value"),
    "decide": ("cell", "value", "depth"),
    "conflict": (),
    "backtrack": ("depth",),
    "restart": (),
    "solution": ("grid",),
}


def _number(said: Mapping[str, Any], name: str, expected: range) -> int | None:
    number: int | None = said.get(name)
    if number is not None and (type(number) is not int or number not in expected):
        allowed = f"{expected[0]}..{expected[-1]}"
        raise ValueError(f"found the {name} {number!r}, expected {allowed}")
    return number


def _grid(text: object, size: int) -> Grid:
    if not isinstance(text, str):
        raise ValueError(f"found the grid {text!r}, expected text")
    grid = Grid.parse(text)
    if len(grid) != size * size:
        raise ValueError(f"found a grid of {len(grid)} cells, expected {size * size}")
    return grid


def _end(said: Mapping[str, Any], size: int, events: int) -> End:
    """The end of a trace of so many events."""
    own = _typed(said, End.__dataclass_fields__)
    end = End(**{**own, "grid": _grid(said["grid"], size)})
    if events != (expected := end.events - end.left_out):
        less = f", {end.events} less {end.left_out} that were left out" if end.left_out else ""
        raise ValueError(f"found {events} events before the end, expected {expected}{less}")
    return end


def _typed(said: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """These fields, each of the type that it should have."""
    own = {name: said[name] for name in names}
    for name, value in own.items():
        if name in TYPES and not isinstance(value, TYPES[name][0]):
            raise ValueError(f"found the {name} {value!r}, expected {TYPES[name][1]}")
    return own


TYPES: Mapping[str, tuple[Any, str]] = {
    "solver": (str, "text"),
    "settings": (dict, "an object"),
    "limit": (int | None, "a number or null"),
    "versions": (dict, "an object"),
    "status": (str, "text"),
    "exhausted": (bool, "true or false"),
    "why": (str, "text"),
    "counters": (dict, "an object"),
    "events": (int, "a number"),
    "left_out": (int, "a number"),
    "figures": (dict, "an object"),
}


def _words(error: Exception) -> str:
    """What is wrong, where the error is no sentence."""
    if isinstance(error, KeyError):
        return f"found no {error}, expected it"
    if isinstance(error, MalformedPuzzleError):
        return f"puzzle: {error}"
    return str(error)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
