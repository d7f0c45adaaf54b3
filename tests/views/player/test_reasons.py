"""What the player shows of reasons: steps, deductions, marks on the board."""

from typing import Any

from accord import explain
from accord.puzzles.files.texts import read
from accord.solvers.logic.engine.logic_trace import recording_of
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.replay import Replay
from format_samples import NAKED, PAIRS, SEARCH
from player_pages import LADDER, Pages, at, board, go, places, replayed, shown_sentence, traced


def test_what_one_reason_gives_is_one_step(pages: Pages) -> None:
    recording = traced(PAIRS, "logic")
    events = recording.events
    number = next(
        number
        for number in range(1, len(events) - 1)
        if (reason := events[number].reason)
        and "technique" in reason
        and events[number - 1].reason != reason == events[number + 1].reason
    )
    end = number + 1
    while end < len(events) and events[end].reason == events[number].reason:
        end += 1
    page = pages.open(recording)
    go(page, number)
    page.keyboard.press("ArrowRight")
    assert at(page) == end
    assert board(page) == replayed(recording, end)
    assert page.locator(".target").count() == len({event.cell for event in events[number:end]})
    more = page.locator(".more").inner_text()
    for event in events[number:end]:
        assert str(event.value) in more
    page.keyboard.press("ArrowLeft")
    assert at(page) == number
    page.keyboard.press("Shift+ArrowRight")
    assert at(page) == number + 1


def test_a_reason_is_shown_on_the_board(pages: Pages) -> None:
    puzzle = read("." * 81)
    links = [
        {"from": {"cells": [0], "value": 5}, "to": {"cells": [8, 17], "value": 5}, "strong": True},
        {"from": {"cells": [8, 17], "value": 5}, "to": {"cells": [80], "value": 5}},
    ]
    reason = {
        "technique": "chain",
        "title": "Chain",
        "sentence": "5 is here or there.",
        "cells": [0, 80],
        "houses": [0, 17],
        "candidates": [[0, 5]],
        "links": links,
    }
    events = [
        Event("remove", 72, 5, reason),
        Event("assign", 40, 5, {"constraint": 4}),
        Event("decide", 3, 4, {"decision": "mrv", "values": [4, 5]}, 1),
        Event("conflict", 4, None, {"constraint": 0, "cells": [3, 4]}),
        Event("backtrack", depth=0),
    ]
    page = pages.open(Recording(Header(puzzle, "s"), events, End(events=5, grid=puzzle.givens)))

    def marked(name: str) -> list[int]:
        cells = page.locator(f".board .{name}").evaluate_all(
            "all => all.map((each) => each.dataset.at)"
        )
        return sorted(map(int, cells))

    go(page, 1)
    assert marked("target.remove") == [72]
    assert marked("cause") == [0, 80]
    assert marked("house") == sorted({*range(9), *range(8, 81, 9)})
    assert page.locator(".link.strong").count() == page.locator(".link.weak").count() == 1
    assert page.locator(".hull").count() == 2
    marks = page.locator(".mark-back").evaluate_all("all => all.map((each) => each.dataset.mark)")
    assert sorted(marks) == ["0 5", "17 5", "8 5", "80 5"]
    assert page.locator(".ghost").text_content() == "5"
    assert page.locator(".kind").inner_text().split("\n")[-1].strip().startswith("Chain")
    assert shown_sentence(page) == "5 is here or there."
    dash = "each => getComputedStyle(each).strokeDasharray"
    assert page.locator(".link.strong").evaluate(dash) == "none"
    assert page.locator(".link.weak").evaluate(dash) != "none"
    assert page.locator(".board .cause").first.evaluate(dash) != "none"  # not by colour alone
    assert page.locator(".board .strike").count() == 1
    go(page, 2)
    assert marked("target.assign") == [40]
    assert marked("house") == [*range(36, 45)]
    go(page, 3)
    assert marked("target.decide") == [3]
    assert page.locator("[data-cell='3']").get_attribute("class") == "guess"
    line = "each => getComputedStyle(each).textDecorationLine"
    assert page.locator("[data-cell='3'] .value").evaluate(line) == "underline"
    go(page, 4)
    assert marked("target.conflict") == [4]
    assert page.locator(".board .cross").count() == 1
    assert marked("cause") == [3, 4]
    go(page, 5)
    assert marked("target.back") == [3]
    assert page.locator("[data-cell='3']").get_attribute("data-value") == ""


def test_what_a_given_takes_from_its_peers_is_one_step(pages: Pages) -> None:
    recording = traced(SEARCH)
    events = recording.events
    assert (events[0].reason or {})["cells"] == [2]  # r1c3 is 8
    end = next(n for n, event in enumerate(events) if (event.reason or {}).get("cells") != [2])
    assert end > 10
    page = pages.open(recording)
    page.keyboard.press("ArrowRight")
    assert at(page) == end
    assert board(page) == replayed(recording, end)
    assert shown_sentence(page).startswith("r1c3 is 8: ")
    houses = {(event.reason or {})["constraint"] for event in events[:end]}
    cells = {cell for house in houses for cell in recording.header.constraints[house].cells}
    assert page.locator(".board .house").count() == len(cells) > 9
    page.keyboard.press("g")
    page.keyboard.press("ArrowLeft")
    assert at(page) == places(recording, "decide")[0] - 1


def _steps(recording: Recording) -> list[tuple[int, str]]:
    """The last event of each deduction, and its technique, "" for what a value takes away."""
    found: list[tuple[int, str]] = []
    before: Any = None
    for number, event in enumerate(recording.events, 1):
        reason = event.reason or {}
        alike = reason if "technique" in reason else (event.value, reason.get("cells"))
        if event.kind in ("assign", "remove"):
            if alike == before:
                found.pop()
            found.append((number, reason.get("title", "")))
        before = alike
    return found


def test_logic_has_its_deductions_in_place_of_a_tree_and_t_finds_the_harder_ones(
    pages: Pages,
) -> None:
    recording = recording_of(explain(LADDER))
    steps = _steps(recording)
    assert len(steps) == recording.end.counters["deductions"] > 100
    page = pages.open(recording)
    assert page.locator(".tree .name").inner_text() == "Deductions"
    assert page.locator(".tree .count").inner_text() == f"(0 of {len(steps)})"
    assert page.locator(".step").count() < 40
    tiles = page.locator(".counters dt").all_inner_texts()
    assert "candidates left" in tiles
    assert not {"guesses", "conflicts", "taken back", "depth"} & {*tiles}
    for place in (30, 70, len(steps) - 1):
        found = go(page, steps[place][0])
        assert found.counters["steps"] == place + 1
        assert page.locator(".tree .count").inner_text() == f"({place + 1} of {len(steps)})"
        current = page.locator(".step.current")
        assert current.get_attribute("data-step") == str(place)
        assert (steps[place][1] or "Prune candidates") in current.inner_text()
        assert found.board == replayed(recording, steps[place][0])
        assert found.counters["left"] == sum(len(candidates) for _, candidates in found.board)
    page.locator(".step:not(.current)").nth(2).click()
    assert at(page) in [number for number, _ in steps]
    page.keyboard.press("Home")
    page.focus(".rows")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert at(page) == steps[1][0]
    page.keyboard.press("Home")
    harder = [number for number, title in steps if title and "single" not in title]
    button = page.get_by_role("button", name="Next harder step")
    for number in harder:
        page.keyboard.press("t")
        assert at(page) == number
    assert button.is_disabled()
    assert "no single gives" in (button.get_attribute("title") or "")
    page.keyboard.press("Shift+T")
    assert at(page) == harder[-2]
    page = pages.open(recording_of(explain(NAKED)))  # takes singles only
    assert page.locator("[data-do='t']").is_hidden()
    assert page.locator("[data-do='s']").is_visible()


def test_the_end_of_a_search_without_guesses_shows_the_conflict_and_every_given(
    pages: Pages,
) -> None:
    recording = traced("11.. .... .... ....", "dancing-links")
    assert recording.events[-1].kind == "conflict"
    page = pages.open(recording)
    page.keyboard.press("End")
    assert [value for value, _ in board(page)][:3] == [1, 1, 0]
    assert page.locator(".board .given .value:visible").all_text_contents() == ["1", "1"]
    assert page.locator(".board .gone").get_attribute("data-cell") == "1"
    assert page.locator(".target.conflict").get_attribute("data-at") == "1"
    assert page.locator(".board .cause").get_attribute("data-at") == "0"
    assert shown_sentence(page).startswith("There is no solution")
    assert page.locator(".more").inner_text() == (
        "Conflict: r1c2 has no candidate left. Gone: 1 stands in r1c1."
    )


def test_the_peers_that_emptied_a_cell_are_marked(pages: Pages) -> None:
    recording = traced(SEARCH)
    number = places(recording, "conflict")[0]
    event = recording.events[number - 1]
    assert event.reason == {"domain": []}
    replay = Replay(recording.header.puzzle)
    for before in recording.events[:number]:
        replay.apply(before)
    cell, puzzle = event.cell or 0, recording.header.puzzle
    peers = {peer for house in puzzle.houses if cell in house.cells for peer in house.cells}
    settled = {peer for peer in peers - {cell} if replay.settled[peer]}
    assert {replay.grid[peer] for peer in settled} == {*range(1, 10)}
    page = pages.open(recording)
    go(page, number)
    marked = page.locator(".board .cause").evaluate_all("a => a.map((e) => Number(e.dataset.at))")
    assert {*marked} == settled
    assert "9 stands in" in page.locator(".more").inner_text()
