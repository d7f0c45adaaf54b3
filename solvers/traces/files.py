"""Files of traces: an event a line, written while it happens, and replayed while it is read.

events.py describes the format.  A file may come from any source: each line is checked for its
fields (here), each reason for numbers that the puzzle has (reasons.py), and each event for being
possible where it stands (replay.py).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from accord.puzzles import Constraint, Domain, Grid, MalformedPuzzleError, Problem, Puzzle
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read as read_puzzle
from accord.puzzles.formats.problem_json import as_recorded, domain_of, problem_of
from accord.puzzles.outside_data import PROBLEM_MEMORY, NoJSONError, json_value
from accord.solvers.traces.events import (
    BREAKS_OFF,
    KINDS,
    Assignment,
    End,
    Event,
    Header,
    Kind,
    Recording,
)
from accord.solvers.traces.reasons import Bounds, bounds_of, refuse_unreasonable
from accord.solvers.traces.replay import Replay

FORMAT = 1  # of the files
LONGEST = 1e9  # seconds
DEEPEST = 10**6  # decisions that may stand, in a trace from anybody


class MalformedTraceError(InputError, ValueError):
    """The text is no trace; names the line, what was found and what was expected."""


def header_line(header: Header) -> str:
    """The line of a header: the first of a file."""
    asked = header.problem
    return json.dumps(
        {
            "trace": FORMAT,
            "name": header.called,
            "puzzle" if isinstance(asked, Puzzle) else "problem": asked.record(),
            "solver": header.solver,
            "settings": dict(header.settings),
            "limit": header.limit,
            "versions": dict(header.versions),
            "constraints": [_constraint(each) for each in header.constraints],
        }
    )


def _constraint(constraint: Constraint) -> dict[str, Any]:
    return {"name": constraint.name, "cells": constraint.scope}


def event_line(event: Event) -> str:
    """The line of an event."""
    fields: dict[str, Any] = {"event": event.kind}
    for name in ("cell", "value", "depth"):
        if (number := getattr(event, name)) is not None:
            fields[name] = number
    if event.at is not None:
        fields["at"] = round(event.at, 6)
    if not event.holds:
        fields["holds"] = False
    if event.grid is not None:
        fields["grid"] = _written(event.grid)
    if event.values is not None:
        fields["values"] = str(event.values)
    if event.reason is not None:
        fields["reason"] = event.reason
    return json.dumps(fields)


def end_line(end: End) -> str:
    """The line of an end: the last of a file."""
    own = {name: getattr(end, name) for name in End.__dataclass_fields__}
    return json.dumps({"event": "end", **own, "grid": _written(end.grid)})


def _written(values: Assignment) -> str | list[int | None]:
    """The text of a grid, or the values of a problem's variables."""
    return str(values) if isinstance(values, Grid) else [*values]


def write(recording: Recording) -> Iterator[str]:
    """The lines of a trace, without line ends."""
    yield header_line(recording.header)
    yield from map(event_line, recording.events)
    yield end_line(recording.end)


def looks_like_trace(text: str) -> bool:
    """Whether this is the beginning of a trace."""
    return text.lstrip().startswith('{"trace"')


def read(lines: Iterable[str]) -> Recording:
    """The trace that these lines hold; the end of one that breaks off says so.

    The events are replayed, so that one is refused that cannot happen where it stands; and the end
    has to know how many there are.  A solution may be wrong: `wrong_solutions`
    finds those.

    Raises:
        MalformedTraceError: they hold none; names the line.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    header = _header(_object(number, first))
    bounds, board, events = bounds_of(header.problem), _board(header), list[Event]()
    parse = partial(_values, header.problem)
    for number, fields in _whole(numbered):
        try:
            if fields.get("event") == "end":
                end = _end(fields, parse, len(events))
                break
            event = _event(fields, bounds, parse)
            board.expect(event)
        except (KeyError, TypeError, ValueError) as error:
            raise MalformedTraceError(f"line {number}: {_explained(error)}") from error
        board.apply(event)
        events.append(event)
    else:
        return Recording(header, events, _broken_off(events, board))
    if (beyond := next(numbered, None)) is not None:
        raise MalformedTraceError(f"line {beyond[0]}: found a line behind the end, expected none")
    return Recording(header, events, end)


def _whole(numbered: Iterator[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The numbered JSON lines, without a last one that was only half written."""
    for number, line in numbered:
        try:
            fields = _object(number, line)
        except MalformedTraceError:
            if line.startswith("{") and next(numbered, None) is None:
                return
            raise
        yield number, fields


def _broken_off(events: Sequence[Event], board: Replay) -> End:
    """The end of a trace that breaks off, as far as its events tell."""
    solutions = [each.grid for each in events if each.grid is not None]
    grid = solutions[-1] if solutions else board.grid
    return End(why=BREAKS_OFF, events=len(events), grid=grid)


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        fields = json_value(line, memory=PROBLEM_MEMORY)  # the first one holds the problem
    except NoJSONError:
        fields = None
    except ValueError as error:
        raise MalformedTraceError(f"line {number}: {error}") from None
    if not isinstance(fields, dict):
        shown = line.strip()[:40]
        raise MalformedTraceError(f"line {number}: found {shown!r}, expected a JSON object")
    return fields


def _header(fields: dict[str, Any]) -> Header:
    if fields.get("trace") != FORMAT:
        found = fields.get("trace", "no header")
        raise MalformedTraceError(f'line 1: found {found}, expected {{"trace": {FORMAT}, ...}}')
    try:
        problem = _problem(fields)
        own = _typed(fields, ("solver", "settings", "limit", "versions"))
        header = Header(problem, **own, called=_typed({"name": "", **fields}, ["name"])["name"])
        scopes = [tuple(each["cells"]) for each in fields["constraints"]]
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedTraceError(f"line 1: {_explained(error)}") from error
    if scopes != [each.scope for each in problem.constraints]:
        raise MalformedTraceError("line 1: found other constraints, expected those of the puzzle")
    return header


def _problem(fields: Mapping[str, Any]) -> Problem:
    if "problem" not in fields:
        return read_puzzle(json.dumps(fields["puzzle"]), format="json")
    if not isinstance(found := fields["problem"], dict):
        raise ValueError(f"found the problem {found!r:.60}, expected an object")
    with as_recorded():
        return problem_of(found)


def _board(header: Header) -> Replay:
    try:
        return Replay(header.problem)
    except ValueError as error:
        raise MalformedTraceError(f"line 1: {error}") from None


Parse = Callable[[object], Assignment]  # a grid, or values, as they stand in a line


def _event(fields: Mapping[str, Any], bounds: Bounds, parse: Parse) -> Event:
    kind = fields.get("event")
    if kind not in KINDS:
        raise ValueError(f"found the event {kind!r}, expected one of {', '.join(KINDS)}")
    event = Event(
        kind,
        _number(fields, "cell", range(bounds.cells)),
        _bound(fields) if kind == "bound" else _value(fields, bounds.values),
        fields.get("reason"),
        _number(fields, "depth", range(DEEPEST)),
        fields.get("holds", True) is not False,
        _solution(parse(fields["grid"])) if kind == "solution" else None,
        _several(fields, bounds.values) if kind == "remove" else None,
        _seconds(fields),
    )
    for name in NEEDED[event.kind]:
        if getattr(event, name) is None and not (name == "value" and event.values is not None):
            raise ValueError(f"found the event {kind} without {name}, expected one with it")
    if event.reason is not None:
        refuse_unreasonable(event.reason, bounds)
    return event


NEEDED: Mapping[Kind, tuple[str, ...]] = {
    "assign": ("cell", "value"),
    "remove": ("cell", "value"),
    "decide": ("cell", "value", "depth"),
    "conflict": (),
    "backtrack": ("depth",),
    "restart": (),
    "solution": ("grid",),
    "bound": ("value",),
}


def _number(fields: Mapping[str, Any], name: str, expected: range) -> int | None:
    number: int | None = fields.get(name)
    if number is not None and (type(number) is not int or number not in expected):
        allowed = f"{expected[0]}..{expected[-1]}"
        raise ValueError(f"found the {name} {number!r}, expected {allowed}")
    return number


def _value(fields: Mapping[str, Any], expected: Domain) -> int | None:
    number: int | None = fields.get("value")
    if number is not None and (type(number) is not int or number not in expected):
        raise ValueError(f"found the value {number!r}, expected {expected}")
    return number


def _bound(fields: Mapping[str, Any]) -> int:
    """The value of a bound, which need not be one that the objective can have."""
    number = fields.get("value")
    if type(number) is not int:
        raise ValueError(f"found the bound {number!r}, expected a whole number")
    return number


def _seconds(fields: Mapping[str, Any]) -> float | None:
    seconds = fields.get("at")
    if seconds is not None and not (type(seconds) in (int, float) and 0 <= seconds < LONGEST):
        raise ValueError(f"found the seconds {seconds!r}, expected a number from 0")
    return seconds


def _several(fields: Mapping[str, Any], expected: Domain) -> Domain | None:
    """The values that are removed together, where they are said so."""
    if "values" not in fields:
        return None
    found = domain_of("values", fields["values"])
    if not found.intervals or any(
        expected.between(low, high).intervals != ((low, high),) for low, high in found.intervals
    ):
        raise ValueError(f"found the values {fields['values']!r:.60}, expected some of {expected}")
    return found


def _values(problem: Problem, found: object) -> Assignment:
    """The grid of a puzzle, or the values of a problem's variables."""
    if isinstance(problem, Puzzle):
        if not isinstance(found, str):
            raise ValueError(f"found the grid {found!r}, expected text")
        values: Assignment = Grid.parse(found)
    else:
        if not isinstance(found, list) or any(
            type(each) not in (int, type(None)) for each in found
        ):
            raise ValueError(f"found the grid {found!r:.60}, expected whole numbers and null")
        values = tuple(found)
    if len(values) != (cells := len(problem.domains)):
        raise ValueError(f"found a grid of {len(values)} cells, expected {cells}")
    return values


def _solution(values: Assignment) -> Assignment:
    if None in values:
        raise ValueError("found null in a solution, expected whole numbers")
    return values


def _end(fields: Mapping[str, Any], parse: Parse, events: int) -> End:
    """The end of a trace of so many events."""
    own = _typed(fields, End.__dataclass_fields__)
    end = End(**{**own, "grid": parse(fields["grid"])})
    if events != (expected := end.events - end.left_out):
        less = f", {end.events} less {end.left_out} that were left out" if end.left_out else ""
        raise ValueError(f"found {events} events before the end, expected {expected}{less}")
    return end


def _typed(fields: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The fields of an object, each checked for its type."""
    own = {name: fields[name] for name in names}
    for name, value in own.items():
        if name in TYPES and not isinstance(value, TYPES[name][0]):
            raise ValueError(f"found the {name} {value!r}, expected {TYPES[name][1]}")
    return own


TYPES: Mapping[str, tuple[Any, str]] = {
    "solver": (str, "text"),
    "name": (str, "text"),
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


def _explained(error: Exception) -> str:
    """The message of an error as a sentence."""
    if isinstance(error, KeyError):
        return f"found no {error}, expected it"
    if isinstance(error, MalformedPuzzleError):
        return f"puzzle: {error}"
    return str(error)
