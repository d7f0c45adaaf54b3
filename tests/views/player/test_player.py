"""The player's file without a browser: what it holds, what it leaves out, and how large it is."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from math import inf
from typing import Any

import pytest

from accord import verify
from accord.puzzles import Grid, Puzzle, cell_name, shape
from accord.puzzles.files.texts import read
from accord.solvers.registry import usable
from accord.solvers.traces.events import BREAKS_OFF, End, Event, Header, Recording
from accord.solvers.traces.files import read as read_trace
from accord.solvers.traces.files import write
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from accord.views.narration import narration as sentences
from accord.views.narration.captions import ending, mood, result
from accord.views.narration.narration import sentence
from accord.views.player.packing import CELL, LETTERS, VALUE, highlights
from accord.views.player.page import MOST, page
from format_samples import NAKED, SEARCH
from random_traces import invented

MEGABYTES = 2_000_000
SCRIPT = "</script><img src=x onerror=\"document.title='owned'\"><!--<script>"


def data(text: str) -> Any:
    """What the scripts of a page read."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def solved(text: str, solver: str = "backtracking-mrv", limit: int | None = 1) -> Recording:
    return record(usable(solver), read(text), limit)


def unpacked(trace: Any, header: Header, place: int) -> tuple[Any, ...]:
    """The kind, cell, number and sentence of a row."""
    kind, cell, number = (trace[name][place] for name in ("kinds", "cells", "values"))
    text, _ = trace["sayings"][trace["says"][place]]
    if kind in "arcbtdn":
        text = text.replace(CELL, cell_name(cell, header.puzzle.size)).replace(VALUE, str(number))
    return kind, cell, number, text


def expected(event: Event, header: Header) -> tuple[Any, ...]:
    kind = LETTERS[event.kind] if event.holds else "n"
    number = event.depth if event.kind in ("backtrack", "restart") else event.value
    cell = -1 if event.cell is None else event.cell
    return kind, cell, number or 0, sentence(header, event)


def test_every_event_is_in_the_page_with_its_sentence() -> None:
    recording = solved(SEARCH)
    trace = data(page([recording]))["traces"][0]
    header, events = recording.header, recording.events
    assert trace["gap"] is None
    assert len(trace["kinds"]) == len(events) + 1  # and the end
    assert trace["kinds"][-1] == "e"
    assert len(events) > 500
    for place, event in enumerate(events):
        if event.kind == "solution":
            assert trace["kinds"][place] == "s"
            assert trace["grids"][trace["values"][place]] == str(event.grid)
        else:
            assert unpacked(trace, header, place) == expected(event, header)
    assert trace["end"] == str(recording.end.grid)
    different = {sentence(header, event) for event in events}
    assert len(trace["sayings"]) < len(different)  # they share their words


@pytest.mark.parametrize(("size", "number", "most"), [(4, 9000, 270_000), (36, 16_000, 1_050_000)])
def test_what_a_long_trace_leaves_out_is_counted_and_its_state_is_known(
    size: int, number: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST < MEGABYTES
    monkeypatch.setattr("accord.views.player.page.MOST", most)
    recording = invented(Puzzle(shape(size), Grid([0] * size**2)), number)
    text = page([recording] * 2)  # half of the room for each
    assert len(text.encode()) < most
    for trace in data(text)["traces"]:
        gap, kept = trace["gap"], len(trace["kinds"]) - 2  # the gap and the end
        assert kept + gap["left"] == len(recording.events)
        assert min(gap["at"], kept - gap["at"]) > 1000
        assert sum(gap["kinds"].values()) == gap["left"]
        behind = gap["at"] + gap["left"]
        _compare_rows(trace, recording, behind)
        _compare_state(gap, recording, behind)


def _compare_rows(trace: Any, recording: Recording, behind: int) -> None:
    """The first and the last events are as they were."""
    at = trace["gap"]["at"]
    assert trace["kinds"][at] == "g"
    for place in (0, at - 1):
        found = unpacked(trace, recording.header, place)
        assert found == expected(recording.events[place], recording.header)
    for place in (behind, len(recording.events) - 1):
        found = unpacked(trace, recording.header, place - behind + at + 1)
        assert found == expected(recording.events[place], recording.header)


def _compare_state(gap: Any, recording: Recording, behind: int) -> None:
    """The changes of all levels, done one after another, give what a replay gives."""
    puzzle, replay = recording.header.puzzle, Replay(recording.header.puzzle)
    decisions: list[tuple[int, Event]] = []
    for number, event in enumerate(recording.events[:behind], 1):
        replay.apply(event)
        if event.kind == "decide":
            decisions.append((number, event))
        del decisions[replay.depth :]
    changed = {
        cell * puzzle.size + value - 1
        for cell, domain in enumerate(replay.domains)
        for value in domain ^ puzzle.domains[cell]
    } | {-1 - cell for cell, now in enumerate(replay.settled) if now != bool(puzzle.givens[cell])}
    found = set[int]()
    for changes in gap["levels"]:
        found ^= set(changes)
    assert found == changed
    assert gap["stack"] == [
        [number, event.cell, event.value, int(event.holds)] for number, event in decisions
    ]
    assert len(gap["levels"]) == len(gap["stack"]) + 1


def test_a_short_trace_beside_a_long_one_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.views.player.page.MOST", 500_000)
    short, long = solved(SEARCH), invented(read("." * 81), 15_000)
    text = page([long, short, long])
    traces = data(text)["traces"]
    assert len(text.encode()) < 500_000
    assert [trace["gap"] is None for trace in traces] == [False, True, False]
    lengths = [len(trace["kinds"]) for trace in traces]
    assert abs(lengths[0] - lengths[2]) < 0.05 * lengths[0]


def test_traces_of_one_puzzle_share_it() -> None:
    one, other = solved(SEARCH), solved(SEARCH, "backtracking-mrv:filter=hidden")
    third = solved("1... ..2. .3.. ...4")
    found = data(page([one, third, other]))
    assert len(found["puzzles"]) == 2
    assert [trace["puzzle"] for trace in found["traces"]] == [0, 1, 0]


def test_no_text_of_a_trace_ends_the_block_or_becomes_html() -> None:
    reason = {"technique": "x", "title": SCRIPT, "sentence": SCRIPT, "cells": [0]}
    events = [Event("remove", 0, 1, reason), Event("remove", 1, 1, reason)]
    puzzle = read("1... ..2. .3.. ...4")
    header = Header(puzzle, SCRIPT, {"<b>": SCRIPT}, 1, {SCRIPT: SCRIPT})
    end = End("UNKNOWN", False, SCRIPT, {SCRIPT: 1}, 2, 0, puzzle.givens, {SCRIPT: SCRIPT})
    text = page([Recording(header, events, end)])
    assert text.count("</script") == 2
    assert "<!--" not in text
    assert "<img" not in re.sub(r'(?s)(id="data">).*?</script>', "", text)
    trace = data(text)["traces"][0]
    assert trace["title"].startswith(SCRIPT)
    assert unpacked(trace, header, 0)[-1] == sentence(header, events[0])
    assert trace["reasons"][1]["title"] == SCRIPT


def test_the_policy_knows_the_script_and_the_style_and_no_address() -> None:
    text = page([solved("1... ..2. .3.. ...4")])
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    blocks = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", text, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        assert f"'sha256-{b64encode(sha256(block.encode()).digest()).decode()}'" in policy[1]
    assert set(re.findall(r"\w+://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert "style=" not in text.replace("&quot;", "")  # the policy would not apply it


def test_what_a_reason_names_is_drawn() -> None:
    reason: Any = {
        "technique": "x",
        "title": "X",
        "cells": (1,),
        "houses": [11],
        "candidates": [(3, 4)],
        "links": [{"from": {"cells": [1], "value": 2}, "to": {"cells": (2,), "value": 2}}],
    }
    shown = {"c": [1], "h": [11], "m": [[3, 4]], "l": [[[1], 2, [2], 2, 0]], "title": "X", "g": 1}
    assert highlights(reason) == shown
    clause = {"clause": [[1, 2, True], [0, 4, False]]}
    assert highlights(clause) == {"c": [0, 1], "m": [[1, 2], [0, 4]]}
    assert highlights({"constraint": 3, "cells": [5]}) == {"h": [3], "c": [5], "g": 3}


def test_endless_words_leave_the_page_small_and_half_a_character_is_replaced() -> None:
    words = "x" * 3_000_000
    reason = {"technique": "x", "title": "\ud800", "sentence": f"a\udfff{words}", "cells": [0]}
    puzzle = read("1... ..2. .3.. ...4")
    end = End(
        "UNKNOWN", False, f"\ud800{words}", {}, 1, 0, puzzle.givens, {"log": f"\ud800{words}"}
    )
    text = page([Recording(Header(puzzle, words), [Event("remove", 1, 1, reason)], end)])
    assert len(text.encode()) < MEGABYTES
    assert data(text)["traces"][0]["sayings"][0][0].startswith("a\ufffdx")


@pytest.mark.parametrize(
    ("solver", "end", "found", "expected"),
    [
        ("s", End("SAT", False, "found as many"), 1, "1 solution found"),
        ("s", End("SAT", True), 1, "1 solution, and no other (claimed)"),
        ("s", End("SAT", True), 3, "3 solutions, and no other (claimed)"),
        ("s", End("SAT", False, "", left_out=9), 1, "at least 1 solution found"),
        ("s", End("SAT", False, "", left_out=9), 0, "at least 1 solution found"),
        ("s", End("UNSAT", True), 0, "no solution (claimed)"),
        ("s", End("UNKNOWN", False, "out of time"), 0, "no answer"),
        ("s", End("UNKNOWN", False, BREAKS_OFF), 0, "the file breaks off"),
        (
            "human logic",
            End(
                "UNKNOWN",
                False,
                "no technique finds anything more, and 2 cells are open",
                grid=Grid([1, 0, 0, 1]),
            ),
            0,
            "stuck, 2 cells open",
        ),
        ("human logic", End(why="it has several solutions"), 0, "several solutions"),
    ],
)
def test_the_badge_says_no_more_than_is_known(
    solver: str, end: End, found: int, expected: str
) -> None:
    three = solved("1... .... .... ....", limit=3)
    solutions = [event for event in three.events if event.kind == "solution"]
    header = Header(three.header.puzzle, solver)
    assert result(Recording(header, solutions[:found], end)) == expected


def _corrupted(
    cells: tuple[int, int], text: str = "1... ..2. .3.. ...4", solutions: int = 1
) -> Recording:
    """A trace whose last claimed solution, and its end, have two cells exchanged."""
    recording = solved(text, limit=solutions)
    one, other = cells
    values = list(recording.end.grid)
    values[one], values[other] = values[other], values[one]
    grid, events = Grid(values), list(recording.events)
    place = max(place for place, event in enumerate(events) if event.kind == "solution")
    events[place] = replace(events[place], grid=grid)
    return Recording(recording.header, events, replace(recording.end, grid=grid))


@pytest.mark.parametrize("cells", [(1, 2), (0, 1)])
@pytest.mark.parametrize("where", ["event and end", "event", "end"])
def test_a_claimed_solution_that_is_none_is_called_wrong(
    cells: tuple[int, int], where: str
) -> None:
    honest, recording = solved("1... ..2. .3.. ...4"), _corrupted(cells)
    fault = verify(recording.header.puzzle, recording.end.grid)[0]
    if where == "event":
        recording = replace(recording, end=honest.end)
    elif where == "end":
        recording = replace(recording, events=honest.events)
    assert result(recording) == f"claims a wrong solution: {fault}"
    assert ending(recording) == f"The solver claims a wrong solution: {fault}."
    assert (mood(honest), mood(recording)) == ("solved", "wrong")
    text = page([recording])
    assert f'<span class="badge wrong">claims a wrong solution: {fault}</span>' in text
    trace = data(text)["traces"][0]
    assert trace["wrong"] is True
    assert data(page([honest]))["traces"][0]["wrong"] is False
    last = sentence(recording.header, recording.events[-1])
    assert last == ("A solution." if where == "end" else f"A grid that is no solution: {fault}.")


def test_one_wrong_solution_among_right_ones_is_found_and_one_that_is_not_new() -> None:
    recording = _corrupted((1, 2), "1... .... .... ....", solutions=3)
    assert recording.counts["solution"] == 3
    assert result(recording).startswith("claims a wrong solution: column 2 repeats")
    first = next(event for event in recording.events if event.kind == "solution")
    twice = replace(
        recording, events=[first, first], end=replace(recording.end, grid=first.grid or Grid())
    )
    assert result(twice) == "claims a wrong solution: it is solution 1 again"


@pytest.mark.parametrize(
    ("text", "limit", "seconds", "expected"),
    [
        ("1... .... .... ....", 1, inf, "A solution was found: it was asked for one."),
        ("1... .... .... ....", 3, inf, "3 solutions were found: it was asked for no more."),
        (NAKED, None, inf, "A solution was found, and the solver claims that there are no more."),
        ("1... .... .... ....", 1, 0, "No solution was found: out of time."),
        ("11.. .... .... ....", 1, inf, "There is no solution, the solver claims."),
    ],
)
def test_the_end_says_in_plain_words_what_was_found_and_who_claims_it(
    text: str, limit: int | None, seconds: float, expected: str
) -> None:
    recording = record(usable("backtracking-mrv"), read(text), limit, seconds)
    assert ending(recording) == expected
    late = End("SAT", False, "out of time")
    assert (
        sentences.ending(recording.header, late)
        == "A solution was found, but perhaps not all: out of time."
    )


def test_a_file_that_breaks_off_says_so_at_its_end() -> None:
    lines = [*write(solved(SEARCH))][:40]
    trace = data(page([read_trace(lines)]))["traces"][0]
    text, _ = trace["sayings"][trace["says"][-1]]
    assert text == "The file ends here; how the search ended is not known."


def test_without_a_trace_there_is_no_page() -> None:
    with pytest.raises(ValueError, match="found no trace"):
        page([])
