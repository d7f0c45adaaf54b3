"""Deductions as events: they replay to the board after them, and what they highlight is there.

What they name is compared with the board, and what they do with what they name, by code that
knows no technique (techniques.py).
"""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click import UsageError

from accord import explain, puzzle
from accord.puzzles import Puzzle, shape
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.logic import TECHNIQUES, Board, Deduction, board, board_of
from accord.solvers.logic.engine.logic_trace import recording_of, write_deductions
from accord.solvers.logic.solver import solve
from accord.solvers.registry import usable
from accord.solvers.traces.events import Event
from accord.solvers.traces.files import read as read_trace
from accord.solvers.traces.files import write as write_trace
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from accord.solvers.traces.trace import Trace
from boards import marked, scattered
from command_line import accord_here as accord
from corrupted_traces import misreasoned
from format_samples import NAKED, PAIRS, SEARCH
from places import SHARED, needs_data
from trace_verifier.techniques import CandidatesThen, fault
from trace_verifier.verifier import verify

DATA = SHARED
SWIFT = "063010080010004000000020003200000008500692417000500900900703060100000000000050000"
LOGIC = "010040560230615080000800100050020008600781005900060020006008000080473056045090010"
BEYOND = "004007830000050470720030695080700300649513728007008010470080060016040007005276100"
UNIQUE = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"


def _boards() -> list[Any]:
    """The known boards of each technique, with the technique."""
    if not DATA.is_dir():
        return [pytest.param("", None, None, marks=needs_data)]
    order = json.loads((DATA / "technique_order.json").read_text())
    names = {each["function"]: each["name"] for each in order}
    lines = (DATA / "techniques.jsonl").read_text().splitlines()
    known = [
        (names[each["function"]], each["board"], each["board_format"] == "candidates" and each)
        for each in map(json.loads, lines)
    ]
    return [
        pytest.param(name, text, each["givens"] if each else None, id=f"{name}-{number}")
        for number, (name, text, each) in enumerate(known)
    ]


def events_of(deductions: Sequence[Deduction], now: Board) -> list[Event]:
    """The events of deductions that were found on a board together."""
    events: list[Event] = []
    write_deductions(Trace(now.puzzle, events.append), deductions, now, now.after(deductions))
    return events


def _written(asked: Puzzle) -> list[Event]:
    """What the logic solver writes."""
    events: list[Event] = []
    budget = Budget()
    budget.trace = Trace(asked, events.append)
    with suppress(GaveUpError):
        list(solve(asked, budget))
    return events


def replayed(start: Board, events: Iterable[Event]) -> Replay:
    """The board after some events."""
    replay = Replay(start.puzzle)
    for event in events:
        replay.apply(event)
    return replay


def need_truth(now: Board, events: Iterable[Event]) -> None:
    """What a technique highlights is there, and what it does follows from that."""
    moment = moment_of(now)
    for event in events:
        reason = event.reason or {}
        if "technique" in reason:
            assert event.cell is not None
            assert event.value is not None
            assert fault(moment, reason, event.kind, (event.cell, event.value)) == "", event


def moment_of(now: Board) -> CandidatesThen:
    """A board as the verifier sees it."""
    settled = frozenset(cell for cell, value in enumerate(now.values) if value)
    return CandidatesThen(now.puzzle, now.candidates(), settled)


@pytest.mark.parametrize(("name", "text", "givens"), _boards())
def test_every_technique_is_written_as_it_is(name: str, text: str, givens: str | None) -> None:
    """And it highlights every cell that its sentence names; one value where it is about one."""
    now = board(text, givens)
    found = list(TECHNIQUES[name].find(now))
    about_one = re.match("x_|grouped|simple_|.*fish|finned|pointing|box_line|empty|hidden_s", name)
    for deductions in ([each] for each in found):
        events = events_of(deductions, now)
        after = now.after(deductions)
        replay = replayed(now, events)
        assert tuple(replay.domains) == after.candidates()
        assert tuple(replay.grid) == after.values
        need_truth(now, events)
        reason = events[0].reason or {}
        shown = {f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in reason["cells"]}
        assert set(re.findall(r"r\d+c\d+", reason.get("sentence", ""))) <= shown
        for event in events if about_one else ():
            (value,) = {value for _, value in (event.reason or {})["candidates"]}
            assert deductions[0].placed or value == event.value
    together = replayed(now, events_of(found, now))
    assert tuple(together.domains) == now.after(found).candidates()


NOT_NEEDED = {
    "no houses": "strong links between values carry it",
    "one link less": "the others lead there as well",
    "strong link weak": "the others lead there as well",
    "weak link strong": "it is a strong one too",
    "other name": "a wider technique has the same words",
}
ASSUMED = {
    *NOT_NEEDED,
    "one candidate less",
    "no links",
    "links turned",
}  # one solution, so no proof


@pytest.mark.parametrize(("name", "text", "givens"), _boards())
def test_a_reason_with_another_part_is_refused(name: str, text: str, givens: str | None) -> None:
    now = board(text, givens)
    refused = 0
    for deduction in islice(TECHNIQUES[name].find(now), 2):
        event, moment = events_of([deduction], now)[0], moment_of(now)
        assert event.cell is not None
        assert event.value is not None
        reason = event.reason or {}
        for change, other in misreasoned(now.puzzle, reason) if "technique" in reason else ():
            if fault(moment, other, event.kind, (event.cell, event.value)):
                refused += 1
            else:
                assert change in (ASSUMED if TECHNIQUES[name].assumes_unique else NOT_NEEDED)
    assert refused > 30 or name == "prune_candidates"


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize("rules", [(), ("diagonals",)])
def test_is_true_on_boards_of_other_rules(size: int, rules: tuple[str, ...]) -> None:
    linked = 0
    for seed in range(5):
        now, _ = scattered(shape(size, rules=rules), seed)
        for technique in TECHNIQUES.values():
            for deduction in islice(technique.find(now), 3):
                events = events_of([deduction], now)
                assert tuple(replayed(now, events).domains) == now.after([deduction]).candidates()
                need_truth(now, events)
                linked += any((event.reason or {}).get("links") for event in events)
    assert linked


@pytest.mark.parametrize("text", [NAKED, PAIRS, SWIFT, LOGIC, BEYOND, UNIQUE])
def test_the_trace_of_logic_replays_to_where_it_ends(text: str) -> None:
    asked = puzzle(text)
    events = _walk(explain(asked))
    assert [event.kind for event in events].count("conflict") == 0
    kinds = {next(iter(event.reason)) for event in _written(asked) if event.reason}
    assert kinds == {"technique", "constraint"}


@pytest.mark.parametrize("text", [NAKED, SEARCH, SWIFT, LOGIC, BEYOND, UNIQUE])
def test_the_verifier_accepts_the_traces(text: str) -> None:
    wrong = text.replace("9", "8", 1)  # mostly without a solution
    for asked in (puzzle(text), puzzle(wrong), puzzle(text, rules=["diagonals"])):
        verify(record(usable("logic"), asked))
        verify(recording_of(explain(asked)))


def _walk(explanation: Any) -> Sequence[Event]:
    """The events of an explanation, each step held against its board."""
    recording = recording_of(explanation)
    ahead = iter(recording.events)
    replay = Replay(explanation.puzzle)
    for step in explanation.steps:
        of_step = [next(ahead) for _ in range(_changes(step))]
        need_truth(step.found_on, of_step)
        for event in of_step:
            replay.apply(event)
        assert tuple(replay.domains) == step.after.candidates()
    assert [event.kind for event in ahead] == ["solution"] * explanation.solved
    assert tuple(recording.end.grid) == explanation.last.values
    assert [*read_trace(write_trace(recording)).events] == [*recording.events]
    return recording.events


def _changes(step: Any) -> int:
    """How many events a step has: one for each candidate or placement that is news."""
    return len(step.placed) + sum(
        len(values) for cell, values in step.removed.items() if cell not in step.placed
    )


def test_the_path_of_the_solver_and_of_an_explanation_have_the_same_events() -> None:
    asked = puzzle(SWIFT)
    explained = [event for event in recording_of(explain(asked)).events if event.kind != "solution"]
    assumed = {each.name for each in TECHNIQUES.values() if each.assumes_unique}
    assert not assumed & {(event.reason or {}).get("technique") for event in explained}
    assert _written(asked) == explained


def test_a_puzzle_without_a_solution_ends_with_the_cell_or_house_that_has_run_empty() -> None:
    twice = _written(puzzle("11.............."))
    assert twice[-1] == Event("conflict", reason={"constraint": 0, "cells": [0, 1]})
    empty = _written(puzzle("123...4........."))
    assert empty[-1].kind == "conflict"
    start = board_of(puzzle("123...4........."))
    replay = replayed(start, empty)
    reason = empty[-1].reason or {}
    if "domain" in reason:
        assert replay.domains[empty[-1].cell or 0] == frozenset()
    else:
        cells = start.layout.houses[reason["constraint"]].cells
        assert not any(reason["value"] in replay.domains[cell] for cell in cells)


def test_a_cell_in_which_two_values_are_placed_loses_every_candidate() -> None:
    now = marked({"r1c1": "12"} | {f"r1c{c}": "3456789" for c in range(2, 10)})
    both = [each for each in TECHNIQUES["hidden_singles"].find(now) if 0 in each.placed]
    assert len(both) == 2
    events = events_of(both, now)
    assert {event.kind for event in events} == {"remove"}
    assert tuple(replayed(now, events).domains) == now.after(both).candidates()
    assert now.after(both).candidates()[0] == frozenset()


def test_a_value_that_is_seen_is_written_as_the_constraint() -> None:
    now = board("5" + "." * 80)
    events = events_of(list(TECHNIQUES["prune_candidates"].find(now)), now)
    assert len(events) == 20
    for event in events:
        reason = event.reason or {}
        house = now.layout.houses[reason["constraint"]]
        assert {0, event.cell} <= {*house.cells}
        assert reason["cells"] == [0]


def test_an_explanation_knows_what_it_did_not_prove() -> None:
    stuck = recording_of(explain(NAKED, "easy")).end, recording_of(explain(BEYOND)).end
    assert [(end.status, end.exhausted) for end in stuck] == [("SAT", True), ("UNKNOWN", False)]
    assert "cells are open" in stuck[1].why
    assert recording_of(explain("11..............")).end.status == "UNSAT"


def test_brief_explanations_have_a_line_for_each_technique_in_turn() -> None:
    code, out, _ = accord("explain", "--brief", NAKED)
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("Prune candidates: ")
    assert lines[0].endswith("; --all shows them")
    assert lines[1].lstrip().startswith("1. ")
    assert " = " in lines[1]
    assert any(line.startswith("solved: ") for line in lines)


def test_a_page_is_written_of_one_puzzle_only(tmp_path: Path) -> None:
    several = tmp_path / "several.txt"
    several.write_text(f"{NAKED}\n{PAIRS}\n")
    page = tmp_path / "page.html"
    with pytest.raises(UsageError, match="expected one with --html"):
        accord("explain", "--file", several, "--html", page)
    with pytest.raises(UsageError, match="two forms of output"):
        accord("explain", NAKED, "--json", "--html", page)
    assert not page.exists()


def test_the_page_of_an_explanation_holds_its_sentences(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, _ = accord("explain", UNIQUE, "--html", page)
    assert (code, out.strip()) == (0, str(page))
    assert "X-Wing: " in page.read_text()
