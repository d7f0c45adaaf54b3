"""The verifier of traces: honest ones of CaDiCaL pass at full length, and forged ones do not."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from accord.bench.make.generate import generate
from accord.bench.make.instances.collection import instances_of
from accord.puzzles import Grid, Puzzle, Value, shape
from accord.puzzles.files.texts import read
from accord.solvers.budget import OUT_OF_TIME
from accord.solvers.registry import select
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.record import record
from corrupted_traces import FOUND, corrupted
from format_samples import SEARCH
from optional import library
from puzzle_facts import puzzle_of
from trace_verifier.refused import NotJustifiedError
from trace_verifier.verifier import verify

FOUR = Puzzle(shape(4), Grid.parse("1..............."))
TWO = Puzzle(shape(4), Grid.parse("..343412..434321"))
SHIPPED = {
    "famous": ("cigarette", "unsolvable-49"),
    "variants": ("jigsaw-9x9-3", "jigsaw-9x9-4", "diagonals-windoku-0"),
}
WITH_RESTARTS = {
    each.name: puzzle_of(each)
    for collection, names in SHIPPED.items()
    for each in instances_of(collection)
    if each.name in names
}


def cadical(puzzle: Puzzle, limit: int | None = 2, settings: str = "") -> Recording:
    library("pysat")
    return record(select(f"sat-cadical{settings}"), puzzle, limit)


def refuse(trace: Recording, why: str, cut: bool = False) -> None:
    with pytest.raises(NotJustifiedError, match=why):
        verify(trace, cut)


def ended(trace: Recording, **changes: Any) -> Recording:
    """The trace with another end."""
    return replace(trace, end=replace(trace.end, **changes))


def with_events(trace: Recording, events: Sequence[Event], **changes: Any) -> Recording:
    """The trace with other events, which its end counts."""
    return ended(replace(trace, events=events), events=len(events), **changes)


def place_of(trace: Recording, is_meant: Callable[[Event], bool], number: int = 0) -> int:
    """Where the event stands for which this is true, the first or a later one."""
    return [place for place, event in enumerate(trace.events) if is_meant(event)][number]


def restarts_that_keep_some(trace: Recording) -> int:
    """How often decisions are taken back, not all of them, without a conflict or a solution."""
    kinds = [event.kind for event in trace.events]
    before = zip(["decide", *kinds], kinds, strict=False)
    return sum(now == "backtrack" and last in ("assign", "remove") for last, now in before)


@pytest.mark.parametrize("name", WITH_RESTARTS)
def test_restarts_of_cadical_may_keep_some_decisions(name: str) -> None:
    trace = cadical(WITH_RESTARTS[name])
    kept = restarts_that_keep_some(trace)
    assert kept
    verify(trace)
    begun_anew = trace.counts.get("restart", 0)
    counters = {**trace.end.counters, "restarts": kept + begun_anew - 1}
    refuse(ended(trace, counters=counters), "it left what was not searched")


def test_generated_puzzles_are_proved_by_cadical_at_full_length() -> None:
    jigsaw, learnt, kept = WITH_RESTARTS["jigsaw-9x9-4"].shape, 0, 0
    asked: list[tuple[Puzzle, int | None, str]] = [
        (generate(shape(4), 77), 2, ""),
        (generate(shape(6, (2, 3)), 78), 2, ":natural"),
        (generate(jigsaw, 424), 2, ""),
        (generate(shape(9, None, ["diagonals"]), 421), 2, ":natural"),
        (generate(shape(16), 79, clues=130), 2, ""),
        (FOUR, None, ""),
        (Puzzle(shape(4), Grid.parse("123....4........")), 2, ""),
    ]
    for puzzle, limit, settings in asked:
        trace = cadical(puzzle, limit, settings)
        verify(trace)
        assert trace.end.exhausted
        assert not trace.end.left_out
        learnt += any((event.reason or {}).get("learnt") for event in trace.events)
        kept += restarts_that_keep_some(trace)
    assert learnt >= 3
    assert kept


def test_a_clause_has_to_be_given_or_to_follow_and_to_be_false_but_for_one_literal() -> None:
    library("pysat")

    def says(
        clause: Sequence[Sequence[object]], learnt: bool | None = False, value: Value = 1
    ) -> Recording:
        event = Event("remove", 1, value, {"clause": clause, "learnt": learnt})
        end = End(why="gave up", events=1, grid=FOUR.givens)
        return Recording(Header(FOUR, "a wrong solver"), [event], end)

    verify(says([[0, 1, False], [1, 1, False]]))
    verify(says([[1, 1, False]], learnt=True))
    lies: list[tuple[Sequence[Sequence[object]], bool | None, Value]] = [
        ([[0, 1, False], [1, 1, False]], True, 1),  # it was given
        ([[0, 1, False], [1, 1, False]], None, 1),
        ([[1, 1, False]], False, 1),  # it follows, and was not given
        ([[0, 1, False], [1, 1, False], [0, 2, True]], False, 1),
        ([[2, 1, False], [1, 1, False]], False, 1),  # r1c3 may have no 1
        ([[0, 1, True], [1, 1, False]], False, 1),  # a literal is true
        ([[0, 1, False], [2, 1, False]], False, 1),  # it names another cell
        ([[0, 1, False], [1, 2, False]], False, 2),  # it does not follow
        ([[0, 1, False], [1, 2, False]], True, 2),  # nor can it be learnt
        ([[1, 2, False]], True, 2),
        ([[1, 1, False], ["an auxiliary variable", False], [0, 1, False]], False, 1),
        ([], False, 1),
        ([], True, 1),
        ([[9, 9, 9, 9]], False, 1),
    ]
    for clause, learnt, value in lies:
        with pytest.raises(NotJustifiedError):
            verify(says(clause, learnt, value))


def test_what_is_corrupted_in_a_trace_of_cadical_is_refused_unless_it_might_have_said_so() -> None:
    trace = cadical(TWO, None)
    verify(trace)
    could_be_learnt = {f"literal more of {kind}" for kind in ("assign", "remove", "conflict")}
    could_be_learnt.add("literal less of conflict")
    neither_rests_on_the_other = {
        f"swap {one} and {other}" for one in ("assign", "remove") for other in ("assign", "remove")
    }
    uncounted = {"conflicts of end"}  # CaDiCaL counts not all that are assigned
    refused, harmless = 0, could_be_learnt | neither_rests_on_the_other | uncounted
    for change, other in corrupted(trace):
        try:
            verify(other)
        except NotJustifiedError:
            refused += 1
        else:
            assert change in harmless
            if change in could_be_learnt:
                assert any((event.reason or {}).get("learnt") for event in other.events)
    assert refused > 50 * len(trace.events)


def test_a_solution_is_not_learnt_without_a_search() -> None:
    trace = cadical(WITH_RESTARTS["cigarette"], 1)
    solved, givens = trace.end.grid, trace.header.puzzle.givens
    assigned = [
        Event(
            "assign", cell, solved[cell], {"clause": [[cell, solved[cell], True]], "learnt": True}
        )
        for cell in range(81)
        if not givens[cell]
    ]
    counters = dict.fromkeys(trace.end.counters, 0)
    forged = with_events(trace, [*assigned, Event("solution", grid=solved)], counters=counters)
    refuse(forged, "the clause does not follow")


def test_that_there_are_no_more_solutions_takes_a_refutation_without_a_decision() -> None:
    trace = cadical(FOUR, None)  # of 72 solutions the verifier knows some
    assert trace.counts["solution"] == 72
    for number in range(-30, 0):
        last = place_of(trace, lambda event: event.kind == "solution", number)
        events = trace.events[: last + 1]
        counters = {
            "decisions": sum(event.kind == "decide" for event in events),
            "conflicts": 0,
            "restarts": 0,
        }
        forged = with_events(trace, events, counters=counters, grid=events[-1].grid)
        refuse(forged, "there are more|not all has been searched")
    refuse(ended(cadical(TWO, 1), exhausted=True, why=""), "it did not find as many")


def test_cadical_has_written_all_its_decisions() -> None:
    trace = cadical(WITH_RESTARTS["cigarette"])
    for name, by in (("decisions", -1), ("decisions", 1), ("conflicts", 9), ("restarts", -9)):
        counters = {**trace.end.counters, name: trace.end.counters[name] + by}
        refuse(ended(trace, counters=counters), "end: ")


@pytest.mark.parametrize("solver", ["backtracking-mrv", "dancing-links", "exact-cover-bits"])
def test_a_search_stops_for_a_reason_that_there_was(solver: str) -> None:
    trace = record(select(solver), read(SEARCH), 2)
    verify(trace)
    found = place_of(trace, lambda event: event.kind == "solution")
    first = with_events(trace, trace.events[: found + 1])
    refuse(ended(first, exhausted=False, why=f"{FOUND}2"), "it did not find as many")
    refuse(ended(trace, exhausted=False, why=OUT_OF_TIME), "nothing was left to be searched")
    refuse(ended(trace, exhausted=False, why="I am tired"), "no search stops for that")
    beyond = ended(trace, left_out=5, events=trace.end.events + 5)
    refuse(beyond, "nothing was left to be written", cut=True)
    head = ended(replace(trace, events=trace.events[:20]), left_out=len(trace.events) - 20)
    refuse(head, "nothing is proved")
    verify(head, cut=True)


def test_a_trace_under_another_name_or_other_settings_is_refused_where_it_shows() -> None:
    puzzle = read(SEARCH)
    trace = record(select("backtracking-mrv:filter=hidden"), puzzle, 2)
    verify(trace)
    for settings in ("check", "forward", "singles"):
        header = replace(trace.header, settings={"filter": settings})
        refuse(replace(trace, header=header), "the solver does not look")
    header = replace(trace.header, settings={"filter": "hidden", "order": "first"})
    refuse(replace(trace, header=header), "the solver has another order")
    for name in ("backtracking-first", "backtracking-naive", "dancing-links"):
        header = replace(trace.header, solver=name, settings={})
        refuse(replace(trace, header=header), "the solver ")
