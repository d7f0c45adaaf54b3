"""Reading traces: what was written is read back, and what cannot have happened is refused."""

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Grid, Puzzle
from accord.solvers.registry import select
from accord.solvers.traces.events import KINDS, End, Event, Header, Recording, wrong_solutions
from accord.solvers.traces.files import NEEDED, MalformedTraceError, read, write
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from corrupted_traces import others
from format_samples import puzzles
from random_traces import invented
from recorded_traces import SMALL, TRACING, recorded


def numbers(highest: int) -> st.SearchStrategy[int]:
    return st.integers(0, highest)


def reasons(puzzle: Puzzle) -> st.SearchStrategy[dict[str, Any]]:
    """Any reason about this puzzle, with unknown keys."""
    cells = st.lists(numbers(puzzle.size**2 - 1), max_size=3)
    values = st.lists(st.integers(1, puzzle.size), max_size=3)
    more = {"cells": cells, "values": values, "sentence": st.text(), "more": st.none() | cells}
    kinds = {
        "decision": st.text(),
        "constraint": numbers(len(puzzle.constraints) - 1),
        "domain": values,
        "technique": st.text(),
    }
    return st.one_of(
        *(st.fixed_dictionaries({kind: value}, optional=more) for kind, value in kinds.items())
    )


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Any trace that can be written, true or not, whose events can happen where they stand."""
    puzzle = draw(puzzles())
    n, board, events = puzzle.size, Replay(puzzle), list[Event]()
    grids = st.lists(st.integers(0, n), min_size=n * n, max_size=n * n).map(Grid)
    anything = st.tuples(st.none() | numbers(n * n - 1), st.none() | st.integers(1, n))
    for kind in draw(st.lists(st.sampled_from(KINDS), max_size=5)):
        left = [(cell, value) for cell, domain in enumerate(board.domains) for value in domain]
        needs_value = "value" in NEEDED[kind]
        if needs_value and not left:
            continue
        event = Event(
            kind,
            *draw(st.sampled_from(left) if needs_value else anything),
            draw(st.none() | reasons(puzzle)),
            {"decide": board.depth + 1, "backtrack": draw(numbers(board.depth))}.get(kind),
            draw(st.booleans()),
            draw(grids) if kind == "solution" else None,
        )
        board.apply(event)
        events.append(event)
    words = st.dictionaries(st.text(max_size=3), st.one_of(st.booleans(), numbers(99)), max_size=2)
    counts = st.dictionaries(st.text(max_size=3), numbers(99), max_size=2)
    left_out = draw(numbers(9))
    header = Header(puzzle, draw(st.text()), draw(words), draw(st.none() | st.integers(1, 9)))
    end = End(
        draw(st.sampled_from(["SAT", "UNSAT", "UNKNOWN"])),
        draw(st.booleans()),
        draw(st.text()),
        draw(counts),
        len(events) + left_out,
        left_out,
        draw(grids),
        draw(words),
    )
    return Recording(header, events, end)


@given(recordings())
def test_reading_is_the_opposite_of_writing(trace: Recording) -> None:
    lines = [*write(trace)]
    assert read(lines) == read(part for line in lines for part in (line, "\n")) == trace
    names = [constraint.name for constraint in read(lines).header.constraints]
    assert names == [constraint.name for constraint in trace.header.constraints]
    assert all("\n" not in line and json.loads(line) for line in lines)


def test_a_trace_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    trace = recorded("propagate-search", SMALL["four clues"][0], 2)
    lines = [*write(trace)]
    for length in range(1, len(lines)):
        cut = read(lines[:length])
        assert cut.events == trace.events[: length - 1]
        assert (cut.end.status, cut.end.exhausted) == ("UNKNOWN", False)
        assert cut.end.why == "the trace breaks off"


BAD: dict[str, tuple[int, Callable[[list[str]], list[str]], str]] = {
    "no header": (1, lambda lines: lines[1:], "found no header"),
    "nothing": (1, lambda lines: [], "found '', expected a JSON object"),
    "another format": (1, lambda lines: ['{"trace": 2}', *lines[1:]], "found 2, expected"),
    "no solver": (1, lambda lines: [_without(lines[0], "solver"), *lines[1:]], "found no 'solver'"),
    "other constraints": (
        1,
        lambda lines: [_with(lines[0], constraints=[]), *lines[1:]],
        "found other constraints, expected those of the puzzle",
    ),
    "a puzzle of another size": (
        1,
        lambda lines: [lines[0].replace('"size": 4', '"size": 9'), *lines[1:]],
        "found",
    ),
    "settings that are a list": (
        1,
        lambda lines: [_with(lines[0], settings=[]), *lines[1:]],
        "found the settings [], expected an object",
    ),
    "half a line": (
        3,
        lambda lines: [*lines[:2], lines[2][:9], *lines[3:]],
        "expected a JSON object",
    ),
    "a line behind the end": (
        4,
        lambda lines: [lines[0], lines[1], _with(lines[-1], events=1), lines[1]],
        "found a line behind the end, expected none",
    ),
}


def _without(line: str, name: str) -> str:
    said = json.loads(line)
    del said[name]
    return json.dumps(said)


def _with(line: str, **changes: object) -> str:
    return json.dumps({**json.loads(line), **changes})


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_line_is_named(name: str) -> None:
    number, change, message = BAD[name]
    lines = change([*write(recorded("propagate-search", SMALL["four clues"][0], 2))])
    with pytest.raises(MalformedTraceError) as raised:
        read(lines)
    assert str(raised.value).startswith(f"line {number}: ")
    assert message in str(raised.value)


MALFORMED = tomllib.loads(Path(__file__).with_name("malformed.toml").read_text(encoding="utf-8"))
END = [*write(Recording(Header(SMALL["four clues"][0], ""), [], End(grid=Grid([0] * 16))))][-1]


@pytest.mark.parametrize(("line", "message"), MALFORMED["events"])
def test_a_malformed_event_is_named_too(line: str | dict[str, Any], message: str) -> None:
    first = next(write(recorded("propagate-search", SMALL["four clues"][0])))
    with pytest.raises(MalformedTraceError, match=f"^line 2: {re.escape(message)}"):
        read([first, line if isinstance(line, str) else _with(END, **line)])


@pytest.mark.parametrize("name", TRACING)
def test_a_value_that_the_cell_has_lost_is_refused_wherever_it_stands(name: str) -> None:
    refused = 0
    for puzzle, limit in SMALL.values():
        trace = record(select(name), puzzle, limit)
        board = Replay(puzzle)
        for event in trace.events:
            if event.cell is not None and event.value is not None:
                for value in {*range(1, puzzle.size + 1)} - board.domains[event.cell]:
                    with pytest.raises(ValueError, match=f"^found {event.kind} of {value} in r"):
                        board.expect(replace(event, value=value))
                    refused += 1
            board.expect(event)
            board.apply(event)
    assert refused > 10 or name.startswith("cpsat")  # which writes its solutions only


@pytest.mark.parametrize("name", TRACING)
def test_no_line_of_a_trace_is_lost_or_doubled_unseen(name: str) -> None:
    puzzle, limit = SMALL["two solutions"]
    lines = [*write(record(select(name), puzzle, limit))]
    for first, number in product(range(1, len(lines) - 1), (1, 2, 9)):
        last = min(first + number, len(lines) - 1)
        for changed in (lines[:first] + lines[last:], lines[:last] + lines[first:]):
            with pytest.raises(MalformedTraceError, match=r"^line \d+: found .*, expected "):
                read(changed)


HEADER = Header(SMALL["two solutions"][0], "somebody")
GUESS = Event("decide", 0, 1, None, 1)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([Event("remove", 2, 4)], "line 2: found remove of 4 in r1c3, expected one of its"),
        ([Event("assign", 2, 1)], "assign of 1 in r1c3, expected one of its candidates 3"),
        ([Event("remove", 2, 3)] * 2, "line 3: found remove of 3 in r1c3, expected nothing, as"),
        ([GUESS, replace(GUESS, value=2, depth=2)], "decide of 2 in r1c1, expected one of its"),
        ([replace(GUESS, depth=2)], "line 2: found decide with depth 2, expected 1"),
        ([GUESS, Event("backtrack", depth=2)], "backtrack with depth 2, expected 0..1"),
        ([GUESS, Event("restart", depth=1)], "line 3: found restart with depth 1, expected 0"),
    ],
)
def test_an_event_that_cannot_happen_where_it_stands_is_named(
    events: list[Event], message: str
) -> None:
    end = End(events=len(events), grid=HEADER.puzzle.givens)
    with pytest.raises(MalformedTraceError) as raised:
        read(write(Recording(HEADER, events, end)))
    assert message in str(raised.value)


def test_invented_events_can_happen_where_they_stand() -> None:
    for puzzle, _ in SMALL.values():
        trace = invented(puzzle, 2000)
        assert {*trace.counts} == {*KINDS} - {"solution", "bound"}
        assert read(write(trace)) == trace


def test_a_wrong_solution_is_read_and_what_it_breaks_is_found() -> None:
    puzzle, limit = SMALL["two solutions"]
    trace = record(select("dancing-links"), puzzle, limit)
    right = [event.grid for event in trace.events if event.grid]
    assert (len(right), wrong_solutions(trace)) == (2, {})
    for other in others(right[0]):
        events = [replace(e, grid=other) if e.grid == right[0] else e for e in trace.events]
        wrong = read(write(replace(trace, events=events)))
        again = ["it is solution 1 again"] * (other == right[1])
        violations = [*puzzle.violations(other)]
        assert wrong_solutions(wrong) == ({2: again} if again else {1: violations})
        assert again or violations
    for other in others(right[1]):
        wrong = replace(trace, end=replace(trace.end, grid=other))
        assert wrong_solutions(wrong)[3]
        assert not wrong_solutions(replace(wrong, end=replace(wrong.end, status="UNKNOWN")))
