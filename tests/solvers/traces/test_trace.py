"""Traces: every event is justified, corrupted ones are refused, and files say what was written."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Cell, Value, ValueSet
from accord.solvers.answer import answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import select
from accord.solvers.search.matching import hall_set, impossible
from accord.solvers.traces.events import Event, Recording, wrong_solutions
from accord.solvers.traces.files import read, write
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from corrupted_traces import corrupted
from recorded_traces import (
    SEARCHES,
    SMALL,
    TRACING,
    VARIED,
    cases,
    recorded,
)
from trace_verifier.refused import NotJustifiedError
from trace_verifier.verifier import verifier_of_changes, verify


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("name", VARIED)
def test_every_event_is_justified_and_can_be_read_where_it_stands(name: str, case: str) -> None:
    puzzle, every = cases()[case]
    for limit in (1, None) if every else (2,):
        trace = recorded(name, puzzle, limit)
        verify(trace, cut=trace.end.left_out > 0)
        assert read(write(trace)) == trace
        assert wrong_solutions(trace) == {}
        if trace.end.why == "out of time":
            break


QUICK = {name: case for name, case in cases().items() if len(case[0].domains) < 81}


@pytest.mark.parametrize("name", [*SEARCHES, "logic", *VARIED[-7:]])
def test_a_trace_changes_neither_answer_nor_counters(name: str) -> None:
    backend, settings = select(name).backend, select(name).settings
    compared = 0
    for puzzle, every in QUICK.values():
        for limit in (1, None) if every else (2,):
            trace = recorded(name, puzzle, limit)
            if trace.end.why == "out of time":
                break
            alone = answer(backend, puzzle, limit=limit, **settings)
            assert dict(trace.end.counters) == alone.counters
            assert (trace.end.status, trace.end.exhausted) == (alone.status.value, alone.exhausted)
            found = [event.grid for event in trace.events if event.kind == "solution"]
            assert trace.end.left_out or found == [*alone.solutions]
            assert not alone.solutions or trace.end.grid == alone.solutions[-1]
            compared += 1
    assert compared > len(QUICK) // 2  # on a busy machine some searches are out of time


@pytest.mark.parametrize("name", VARIED)
def test_replayed_on_the_puzzle_it_gives_the_solution(name: str) -> None:
    puzzle = cases()["racket-pairs"][0]
    (solved,) = answer(select("backtracking-bitset").backend, puzzle).solutions
    trace = record(select(name), puzzle, limit=1)
    replay = Replay(puzzle)
    for event in trace.events:
        replay.apply(event)
    assert trace.end.grid == solved
    if not trace.end.left_out and [*trace.counts] != ["solution"]:  # which is all CP-SAT writes
        assert replay.grid == solved


HARMLESS = tomllib.loads(Path(__file__).with_name("harmless.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SMALL)
@pytest.mark.parametrize("name", [*SEARCHES, "backtracking-mrv:filter=gac", "logic"])
def test_whatever_is_corrupted_is_refused_or_harmless(name: str, case: str) -> None:
    puzzle, limit = SMALL[case]
    trace = record(select(name), puzzle, limit)
    verify(trace)
    verify_changed = verifier_of_changes(trace)
    refused = 0
    for change, other in corrupted(trace):
        try:
            verify_changed(other)
        except NotJustifiedError:
            refused += 1
        else:
            assert change in HARMLESS
            assert (other.end.grid, other.end.status) == (trace.end.grid, trace.end.status)
            need_truth(other)
    assert refused > 5 * len(trace.events)


@pytest.mark.parametrize("name", ["backtracking-mrv", "dancing-links", "sat-cadical"])
def test_only_human_logic_gives_a_technique_as_a_reason(name: str) -> None:
    puzzle = cases()["racket-singles"][0]
    logic = record(select("logic"), puzzle)
    verify(logic)
    header = replace(logic.header, solver=name)
    with pytest.raises(NotJustifiedError, match=r"solver that has none|solver does not look"):
        verify(replace(logic, header=header))


def test_a_search_is_not_silent_and_its_end_is_that_of_the_puzzle() -> None:
    puzzle = SMALL["two solutions"][0]
    trace = record(select("propagate-search"), puzzle, limit=1)
    silent = [event for event in trace.events if event.kind == "solution"]
    exhausted = replace(trace.end, events=1, exhausted=True, why="")
    cut = replace(trace.end, left_out=trace.end.events, exhausted=True, why="", status="UNSAT")
    nothing = replace(exhausted, events=0, status="UNSAT", grid=puzzle.givens)
    for events, end in [(silent, exhausted), ([], cut), ([], nothing)]:
        with pytest.raises(NotJustifiedError):
            verify(replace(trace, events=events, end=end))


def need_truth(trace: Recording) -> None:
    """Whatever a constraint is the reason of follows from it: by trying all values of its cells."""
    replay = Replay(trace.header.puzzle)
    for event in trace.events:
        reason = event.reason or {}
        if "constraint" in reason:
            cells = trace.header.constraints[reason["constraint"]].scope
            possible = [*ways(cells, replay.domains)]
            if len(cells) == trace.header.puzzle.size or event.kind == "remove":
                assert all(_agrees(event, dict(zip(cells, way, strict=True))) for way in possible)
        elif "domain" in reason and event.cell is not None:
            assert replay.domains[event.cell] == {*reason["domain"]}
        replay.apply(event)


def ways(cells: Sequence[Cell], domains: Sequence[ValueSet]) -> Iterator[tuple[Value, ...]]:
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


@given(st.lists(st.frozensets(st.integers(1, 5), max_size=4), min_size=1, max_size=5), st.data())
def test_a_hall_set_is_found_exactly_where_a_value_has_no_support(
    domains: list[ValueSet], data: st.DataObject
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


@pytest.mark.parametrize("name", sorted({"backtracking-mrv", "sat-cadical"} & {*TRACING}))
def test_events_beyond_the_limit_are_counted_and_the_solution_is_written(name: str) -> None:
    puzzle = cases()["racket-search"][0]
    whole = record(select(name), puzzle)
    for most in (0, 1, 100, len(whole.events)):
        cut = record(select(name), puzzle, most=most)
        assert cut.events == whole.events[:most]
        assert cut.end == replace(whole.end, left_out=len(whole.events) - most)
        assert not [*puzzle.violations(cut.end.grid)]
        assert read(write(cut)) == cut
        verify(cut, cut=cut.end.left_out > 0)


def test_a_solver_without_traces_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"^backtracking-bitset writes no trace; these do: "):
        record(select("backtracking-bitset"), cases()["two"][0])
