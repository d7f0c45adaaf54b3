"""Traces: every event is justified, doctored ones are refused, and files say what was written."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, product
from typing import Any

import pytest
from doctored import doctored
from hypothesis import given
from hypothesis import strategies as st
from trace_verifier import RefusedError, verify

from accord.bench.collection import instances_of
from accord.bench.generate import generate
from accord.puzzles.constraints import AllDifferent
from accord.puzzles.grid import Cell, Grid, Value
from accord.puzzles.puzzle import Domain, Puzzle
from accord.puzzles.shape import shape
from accord.solvers.answer import answer
from accord.solvers.events import (
    KINDS,
    NEEDED,
    End,
    Event,
    Header,
    MalformedTraceError,
    Recording,
    read,
    write,
)
from accord.solvers.hall_sets import hall_set, impossible
from accord.solvers.interface import UnsupportedError
from accord.solvers.record import record
from accord.solvers.registry import available, select
from accord.solvers.replay import Replay
from samples import PATIENT, puzzles

SPEAKERS = [name for name, backend in available().items() if backend.traces]
SEARCHES = [name for name in SPEAKERS if available()[name].family in ("search", "exact-cover")]
VARIED = [
    *SPEAKERS,
    "backtracking-mrv:filter=check",
    "backtracking-mrv:filter=forward,order=dom-wdeg",
    "backtracking-mrv:filter=hidden,order=random",
    "backtracking-mrv:filter=pairs,order=first",
    "backtracking-mrv:filter=gac,order=mrv-degree",
]
VARIANTS = ("jigsaw-5x5-0", "jigsaw-9x9-3", "diagonals-6x6-0", "windoku-0", "latin-7x7-7")
FAMOUS = ("wikipedia", "royle-17", "ai-escargot")
SECONDS, MOST = 0.2, 2_000  # of a recording; the verifier knows that it may be cut
SHORT = shape(4, None, ["latin"], None, [AllDifferent((0, 5, 10))])  # 1 need not stand in it
OVERLAP = (AllDifferent((0, 5, 10)), AllDifferent((5, 10, 3)), AllDifferent((2, 15)))


@cache
def cases() -> dict[str, tuple[Puzzle, bool]]:
    """Puzzles by name, and whether all their solutions are asked for as well."""
    wanted = {
        "seeds": None,
        "edge": None,
        "variants": VARIANTS,
        "famous": FAMOUS,
        "6x6": ("6x6-4",),
    }
    found = {
        each.name: (each.puzzle, bool(each.expected and (each.expected.count or 99) < 25))
        for name, names in wanted.items()
        for each in instances_of(name)
        if names is None or each.name in names
    }
    return found | {
        "held-out": (generate(shape(9), 991), True),
        "held-out-16x16": (generate(shape(16), 992, clues=150), False),
        "overlapping": (Puzzle(shape(4, extra=OVERLAP), Grid([0] * 16)), False),
        "short-constraint": (
            Puzzle(SHORT, Grid([0] * 16), _marks({0: "23", 5: "123", 10: "23"})),
            False,
        ),
    }


def _marks(of: dict[Cell, str]) -> tuple[Domain, ...]:
    """Candidates of a 4x4 puzzle: of these cells as given, of the others all."""
    return tuple(frozenset(map(int, of.get(cell, "1234"))) for cell in range(16))


def recorded(name: str, puzzle: Puzzle, limit: int | None = 1) -> Recording:
    return record(select(name), puzzle, limit, SECONDS, MOST)


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("name", VARIED)
def test_every_event_is_justified(name: str, case: str) -> None:
    puzzle, every = cases()[case]
    for limit in (1, None) if every else (2,):
        trace = recorded(name, puzzle, limit)
        verify(trace)
        if trace.end.why == "out of time":
            break


QUICK = {name: case for name, case in cases().items() if len(case[0].domains) < 81}


@pytest.mark.parametrize("name", [*SEARCHES, "logic", *VARIED[-5:]])
def test_a_trace_changes_neither_answer_nor_counters(name: str) -> None:
    backend, settings = select(name).backend, select(name).settings
    compared = 0
    for puzzle, every in QUICK.values():
        for limit in (1, None) if every else (2,):
            trace = recorded(name, puzzle, limit)
            if trace.end.why == "out of time":
                break
            alone = answer(backend.solve, puzzle, limit=limit, **settings)
            assert dict(trace.end.counters) == alone.counters
            assert (trace.end.status, trace.end.exhausted) == (alone.status.value, alone.exhausted)
            found = [event.grid for event in trace.events if event.kind == "solution"]
            assert trace.end.left_out or found == [*alone.solutions]
            assert not alone.solutions or trace.end.grid == alone.solutions[-1]
            compared += 1
    assert compared >= len(QUICK)


@pytest.mark.parametrize("name", VARIED)
def test_replayed_on_the_puzzle_it_gives_the_solution(name: str) -> None:
    puzzle = cases()["racket-pairs"][0]
    (solved,) = answer(select("backtracking-bitset").backend.solve, puzzle).solutions
    trace = record(select(name), puzzle, limit=1)
    replay = Replay(puzzle)
    for event in trace.events:
        replay.apply(event)
    assert trace.end.grid == solved
    if not trace.end.left_out and [*trace.counts] != ["solution"]:  # which is all CP-SAT says
        assert replay.grid == solved


HARMLESS = {
    "drop remove": "nothing rests on it",
    "drop assign": "the cell had no other candidate",
    "drop backtrack": "the next one takes back more",
    "swap assign and assign": "neither rests on the other",
    "swap assign and remove": "neither rests on the other",
    "swap remove and assign": "neither rests on the other",
    "swap remove and remove": "neither rests on the other",
    "constraint of assign": "it is the only place there too",
    "constraint of remove": "the cells share both constraints",
    "constraint of conflict": "the cells share both constraints",
    "cells of remove": "these cells need the value as well",
    "cells of conflict": "these cells cannot be different either",
    "cell of assign": "two cells had the same last candidate",
    "item of decide": "the item of a cell goes without saying",
} | {
    f"{change} of {kind}": "the rest carries it"
    for change in ("one link less", "strong link weak", "weak link strong")
    for kind in ("assign", "remove")
}
SMALL = {
    "two solutions": (Puzzle(shape(4), Grid.parse("..343412..434321")), None),
    "search without a solution": (cases()["three-cells-two-values"][0], 1),
    "four clues": (Puzzle(shape(4), Grid.parse("1.....2..3.....4")), 2),
}


@pytest.mark.parametrize("case", SMALL)
@pytest.mark.parametrize("name", [*SEARCHES, "backtracking-mrv:filter=gac", "logic"])
def test_whatever_is_doctored_is_refused_or_harmless(name: str, case: str) -> None:
    puzzle, limit = SMALL[case]
    trace = record(select(name), puzzle, limit)
    verify(trace)
    refused = 0
    for change, other in doctored(trace):
        try:
            verify(other)
        except RefusedError:
            refused += 1
        else:
            assert change in HARMLESS
            assert (other.end.grid, other.end.status) == (trace.end.grid, trace.end.status)
            need_truth(other)
    assert refused > 5 * len(trace.events)


@pytest.mark.parametrize("name", ["backtracking-mrv", "dancing-links", "sat-cadical"])
def test_only_human_logic_gives_a_technique_as_a_reason(name: str) -> None:
    if name not in SPEAKERS:
        pytest.skip(f"needs what {name} needs")
    puzzle = cases()["racket-singles"][0]
    logic = record(select("logic"), puzzle)
    verify(logic)
    header = replace(logic.header, solver=name)
    with pytest.raises(RefusedError, match="a technique of a solver that has none"):
        verify(replace(logic, header=header))


def test_a_search_is_not_silent_and_its_end_is_that_of_the_puzzle() -> None:
    puzzle = SMALL["two solutions"][0]
    trace = record(select("propagate-search"), puzzle, limit=1)
    silent = [event for event in trace.events if event.kind == "solution"]
    exhausted = replace(trace.end, events=1, exhausted=True, why="")
    cut = replace(trace.end, left_out=trace.end.events, exhausted=True, why="", status="UNSAT")
    nothing = replace(exhausted, events=0, status="UNSAT", grid=puzzle.givens)
    for events, end in [(silent, exhausted), ([], cut), ([], nothing)]:
        with pytest.raises(RefusedError):
            verify(replace(trace, events=events, end=end))


def need_truth(trace: Recording) -> None:
    """Whatever a constraint is the reason of follows from it: by trying all values of its cells."""
    replay = Replay(trace.header.puzzle)
    for event in trace.events:
        reason = event.reason or {}
        if "constraint" in reason:
            cells = trace.header.constraints[reason["constraint"]].cells
            possible = [*ways(cells, replay.domains)]
            if len(cells) == trace.header.puzzle.size or event.kind == "remove":
                assert all(_agrees(event, dict(zip(cells, way, strict=True))) for way in possible)
        elif "domain" in reason and event.cell is not None:
            assert replay.domains[event.cell] == {*reason["domain"]}
        replay.apply(event)


def ways(cells: Sequence[Cell], domains: Sequence[Domain]) -> Iterator[tuple[Value, ...]]:
    """All ways to give cells different candidates."""
    for values in product(*(domains[cell] for cell in cells)):
        if len({*values}) == len(values):
            yield values


def _agrees(event: Event, way: dict[Cell, Value]) -> bool:
    """Whether what an event says of the cells is true of these values."""
    if event.kind == "conflict":
        return False
    assert event.cell is not None
    return (way[event.cell] == event.value) == (event.kind == "assign")


def test_a_clause_has_to_follow_and_to_be_false_but_for_one_literal() -> None:
    puzzle = Puzzle(shape(4), Grid.parse("1..............."))

    def says(
        clause: Sequence[Sequence[object]], learnt: bool = False, value: Value = 1
    ) -> Recording:
        event = Event("remove", 1, value, {"clause": clause, "learnt": learnt})
        return Recording(
            Header(puzzle, "a liar"), [event], End(why="gave up", events=1, grid=puzzle.givens)
        )

    verify(says([[0, 1, False], [1, 1, False]]))
    verify(says([[0, 1, False], [1, 1, False]], learnt=True))
    lies: list[tuple[Sequence[Sequence[object]], bool, Value]] = [
        ([[2, 1, False], [1, 1, False]], False, 1),  # r1c3 may have no 1
        ([[0, 1, True], [1, 1, False]], False, 1),  # a literal is true
        ([[0, 1, False], [2, 1, False]], False, 1),  # it speaks of another cell
        ([[0, 1, False], [1, 2, False]], False, 2),  # it does not follow
        ([[0, 1, False], [1, 2, False]], True, 2),  # nor can it be learnt
        ([[1, 2, False]], True, 2),
        ([[1, 1, False], ["an auxiliary variable", False], [0, 1, False]], False, 1),
        ([], False, 1),
        ([[9, 9, 9, 9]], False, 1),
    ]
    for clause, learnt, value in lies:
        with pytest.raises(RefusedError):
            verify(says(clause, learnt, value))


@PATIENT
@given(st.lists(st.frozensets(st.integers(1, 5), max_size=4), min_size=1, max_size=5), st.data())
def test_a_hall_set_is_found_exactly_where_a_value_has_no_support(
    domains: list[Domain], data: st.DataObject
) -> None:
    cells = range(len(domains))
    cell = data.draw(st.sampled_from(cells))
    for value in domains[cell]:
        own = [*domains[:cell], frozenset({value}), *domains[cell + 1 :]]
        found = hall_set(cells, domains, cell, value)
        assert bool(found) == (not any(ways(cells, own)))
        if found:
            needed = frozenset().union(*(domains[each] for each in found))
            assert cell not in found
            assert len(needed) <= len(found)
            assert value in needed or len(needed) < len(found)
    starved = impossible(cells, domains)
    assert bool(starved) == (not any(ways(cells, domains)))
    if starved:
        assert len(frozenset().union(*(domains[each] for each in starved))) < len(starved)


def test_events_beyond_the_limit_are_counted_and_the_solution_is_told() -> None:
    puzzle = cases()["racket-search"][0]
    whole = record(select("backtracking-mrv"), puzzle)
    for most in (0, 1, 100, len(whole.events)):
        cut = record(select("backtracking-mrv"), puzzle, most=most)
        assert cut.events == whole.events[:most]
        assert cut.end.events == len(whole.events)
        assert cut.end.left_out == len(whole.events) - most
        assert cut.end.grid == whole.end.grid
        assert not [*puzzle.violations(cut.end.grid)]
        assert read(write(cut)) == cut
        verify(cut)


def test_who_writes_no_trace_says_so() -> None:
    with pytest.raises(UnsupportedError, match=r"^backtracking-bitset writes no trace; these do: "):
        record(select("backtracking-bitset"), cases()["two"][0])


@pytest.mark.parametrize("name", SPEAKERS)
@pytest.mark.parametrize("case", ["racket-pairs", "given-that-is-no-candidate", "overlapping"])
def test_a_trace_reads_back_as_it_was_written(name: str, case: str) -> None:
    trace = recorded(name, cases()[case][0])
    assert read(chain.from_iterable((line, "\n") for line in write(trace))) == trace


def numbers(highest: int) -> st.SearchStrategy[int]:
    return st.integers(0, highest)


def reasons(puzzle: Puzzle) -> st.SearchStrategy[dict[str, Any]]:
    """Any reason that speaks of this puzzle, with keys that nobody knows."""
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
    """Any trace that can be written, true or not, whose decisions are counted right."""
    puzzle = draw(puzzles())
    n, depth, events = puzzle.size, 0, []
    grids = st.lists(st.integers(0, n), min_size=n * n, max_size=n * n).map(Grid)
    for kind in draw(st.lists(st.sampled_from(KINDS), max_size=5)):
        depth = {"decide": depth + 1, "restart": 0}.get(kind, depth)
        depth = draw(numbers(depth)) if kind == "backtrack" else depth
        event = Event(
            kind,
            draw(numbers(n * n - 1)) if "cell" in NEEDED[kind] or draw(st.booleans()) else None,
            draw(st.integers(1, n)) if "value" in NEEDED[kind] or draw(st.booleans()) else None,
            draw(st.none() | reasons(puzzle)),
            depth if "depth" in NEEDED[kind] else None,
            draw(st.booleans()),
            draw(grids) if kind == "solution" else None,
        )
        events.append(event)
    words = st.dictionaries(st.text(max_size=3), st.one_of(st.booleans(), numbers(99)), max_size=2)
    counts = st.dictionaries(st.text(max_size=3), numbers(99), max_size=2)
    header = Header(puzzle, draw(st.text()), draw(words), draw(st.none() | st.integers(1, 9)))
    end = End(
        draw(st.sampled_from(["SAT", "UNSAT", "UNKNOWN"])),
        draw(st.booleans()),
        draw(st.text()),
        draw(counts),
        draw(numbers(9)),
        draw(numbers(9)),
        draw(grids),
        draw(words),
    )
    return Recording(header, events, end)


@PATIENT
@given(recordings())
def test_reading_is_the_opposite_of_writing(trace: Recording) -> None:
    lines = [*write(trace)]
    assert read(lines) == trace
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
    "a list": (2, lambda lines: [lines[0], "[1]"], "found '[1]', expected a JSON object"),
    "an unknown event": (
        2,
        lambda lines: [lines[0], '{"event": "sleep"}'],
        "found the event 'sleep', expected one of assign, remove",
    ),
    "no cell": (
        2,
        lambda lines: [lines[0], '{"event": "assign", "value": 1}'],
        "found the event assign without cell, expected one with it",
    ),
    "a cell beyond the last": (
        2,
        lambda lines: [lines[0], '{"event": "remove", "cell": 16, "value": 1}'],
        "found the cell 16, expected 0..15",
    ),
    "a value of zero": (
        2,
        lambda lines: [lines[0], '{"event": "remove", "cell": 1, "value": 0}'],
        "found the value 0, expected 1..4",
    ),
    "a cell that is a word": (
        2,
        lambda lines: [lines[0], '{"event": "remove", "cell": "r1c1", "value": 1}'],
        "found the cell 'r1c1', expected 0..15",
    ),
    "true for a value": (
        2,
        lambda lines: [lines[0], '{"event": "remove", "cell": 1, "value": true}'],
        "found the value True, expected 1..4",
    ),
    "a depth below zero": (
        2,
        lambda lines: [lines[0], '{"event": "backtrack", "depth": -1}'],
        "found the depth -1, expected 0..",
    ),
    "a reason that is a word": (
        2,
        lambda lines: [lines[0], '{"event": "conflict", "reason": "luck"}'],
        "found the reason 'luck', expected an object",
    ),
    "a grid of another size": (
        2,
        lambda lines: [lines[0], '{"event": "solution", "grid": "1"}'],
        "found a grid of 1 cells, expected 16",
    ),
    "no grid": (2, lambda lines: [lines[0], '{"event": "solution"}'], "found no 'grid'"),
    "an end that says nothing": (2, lambda lines: [lines[0], '{"event": "end"}'], "found no"),
    "a line behind the end": (
        4,
        lambda lines: [lines[0], lines[1], lines[-1], lines[1]],
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


END = [*write(Recording(Header(SMALL["four clues"][0], ""), [], End(grid=Grid([0] * 16))))][-1]


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "solution", "grid": 5}',
        '{"event": "solution", "grid": [1, 2]}',
        '{"event": "remove", "cell": [1], "value": 1}',
        '{"event": "backtrack", "depth": "0"}',
        '{"event": ["assign"]}',
        '{"event": "end", "grid": 5}',
        _with(END, exhausted="no"),
        _with(END, counters=[]),
        _with(END, left_out="none"),
        _with(END, grid=5),
    ],
)
def test_a_field_of_another_type_is_named_as_well(line: str) -> None:
    first = next(write(recorded("propagate-search", SMALL["four clues"][0])))
    with pytest.raises(MalformedTraceError, match=r"^line 2: .*(found|expected)"):
        read([first, line])
