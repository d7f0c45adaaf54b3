"""The player in a real browser: what it shows is what a replay of the trace gives, everywhere."""

from collections.abc import Iterator
from operator import or_
from random import Random
from typing import Any

import pytest

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.traces.events import Recording
from accord.solvers.traces.replay import Replay
from accord.views.narration.narration import sentence
from browser import launched
from format_samples import NAKED, SEARCH
from player_pages import (
    KINDS,
    SWIFT,
    Pages,
    at,
    board,
    count,
    go,
    pages,
    places,
    replayed,
    said,
    traced,
    values,
)
from random_traces import invented

__all__ = ["launched", "pages"]  # fixtures


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_is_what_a_replay_gives_forward_back_and_anywhere(
    kind: str, pages: Pages
) -> None:
    recording = KINDS[kind]()
    page, events = pages.open(recording), len(recording.events)
    page.locator("#single").check()
    random = Random(1)
    number = 12 if recording.header.puzzle.size <= 16 else 4
    forward = sorted(random.sample(range(events + 1), min(number, events + 1)))
    anywhere = random.sample(range(events + 1), min(number, events + 1))
    for number in [*forward, *forward[::-1], *anywhere, *places(recording, "solution")[:3]]:
        go(page, number)
        assert board(page) == replayed(recording, number)
        if number > 0:
            assert said(page) == sentence(recording.header, recording.events[number - 1])
    page.keyboard.press("End")
    givens = recording.header.puzzle.givens
    assert values(page) == tuple(map(or_, recording.end.grid, givens))  # a blank is 0


def test_a_long_trace_keeps_both_ends_and_says_what_lies_between(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.views.player.page.MOST", 160_000)
    recording = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=40_000)
    page, events = pages.open(recording), len(recording.events)
    last = page.evaluate("accord.last")
    assert last < events
    gap = page.evaluate("JSON.parse(document.getElementById('data').textContent).traces[0].gap")
    random = Random(2)
    before = random.sample(range(gap["at"] + 1), 10)
    behind = random.sample(range(gap["at"] + gap["left"], events + 1), 10)
    page.evaluate("frame => accord.seek(frame)", last)  # the state behind the gap comes first
    for number in [*behind, *before, gap["at"] + gap["left"], events]:
        go(page, number if number <= gap["at"] else number - gap["left"] + 1)
        assert board(page) == replayed(recording, number)
        shown = page.locator("#at").inner_text().split()[0]
        assert int(shown.replace(",", "")) == number
        depth = sum(1 for _ in _standing(recording, number))
        assert count(page, "depth") == depth
        assert count(page, "r") == sum(e.kind == "remove" for e in recording.events[:number])
    go(page, gap["at"] + 1)
    assert said(page) == gap["text"]
    assert page.locator(".strip .gap-line").count() == 1


def _standing(recording: Recording, number: int) -> Iterator[Any]:
    replay = Replay(recording.header.puzzle)
    for event in recording.events[:number]:
        replay.apply(event)
    yield from replay.decisions


@pytest.mark.parametrize("size", [4, 9])
def test_events_in_any_order_are_shown_as_they_replay(
    size: int, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.views.player.page.MOST", 130_000)
    recording = invented(Puzzle(shape(size), Grid([0] * size**2)), 9000, seed=size)
    page, random = pages.open(recording), Random(3)
    gap = page.evaluate("JSON.parse(document.getElementById('data').textContent).traces[0].gap")
    behind, events = gap["at"] + gap["left"], len(recording.events)
    anywhere = [
        *random.choices(range(gap["at"]), k=15),
        *random.choices(range(behind, events), k=15),
    ]
    for number in random.sample(anywhere, 30):
        go(page, number if number <= gap["at"] else number - gap["left"] + 1)
        assert board(page) == replayed(recording, number)
        assert count(page, "depth") == len([*_standing(recording, number)])
    assert {"restart", "decide"} <= {event.kind for event in recording.events}
    assert not all(event.holds for event in recording.events)


def test_the_end_is_known_where_the_trace_was_cut(pages: Pages) -> None:
    recording = traced(SEARCH, most=50)
    page = pages.open(recording)
    page.keyboard.press("End")
    assert values(page) == recording.end.grid
    last = f"kept its first 50 events; {recording.end.left_out} more happened"
    assert last in said(page)
    assert page.locator("#at").inner_text() == "50 of 50 kept"
    assert page.locator(".badge.cut").inner_text() == "truncated"
    assert last in page.locator(".badge.cut").get_attribute("title")
    line = page.locator(".strip .cut-line title").text_content()
    assert f"50 events of {recording.end.events}" in line
    page.keyboard.press("ArrowLeft")
    assert f"{recording.end.left_out:,}" in said(page)
    assert board(page) == replayed(recording, 50)


def test_each_button_does_what_it_says(pages: Pages) -> None:
    recording = traced(SEARCH)
    page, last = pages.open(recording), len(recording.events) + 1
    page.locator("#single").check()

    def press(name: str) -> int:
        page.get_by_role("button", name=name, exact=True).click()
        return at(page)

    assert press("Step") == 1
    assert press("Step") == 2
    assert press("Step back") == 1
    decisions, conflicts = places(recording, "decide"), places(recording, "conflict")
    solutions = places(recording, "solution")
    assert press("Next guess") == decisions[0]
    assert press("Next guess") == decisions[1]
    assert press("Previous guess") == decisions[0]
    assert press("Next conflict") == conflicts[0]
    assert press("Next solution") == solutions[0]
    assert values(page) == recording.end.grid
    assert page.get_by_role("button", name="Next conflict").is_disabled()
    assert press("Previous conflict") == conflicts[-1]
    assert press("Last") == last
    assert page.get_by_role("button", name="Step", exact=True).is_disabled()
    assert press("First") == 0
    assert page.get_by_role("button", name="Step back").is_disabled()
    assert values(page) == recording.header.puzzle.givens


def test_each_key_does_what_the_help_says(pages: Pages) -> None:
    recording = traced(SEARCH)
    page = pages.open(recording)
    assert page.locator("#keys").is_hidden()
    page.keyboard.press("?")
    assert "next guess" in page.locator("#keys").inner_text()

    def press(key: str) -> int:
        page.keyboard.press(key)
        return at(page)

    decisions, conflicts = places(recording, "decide"), places(recording, "conflict")
    assert press("d") == decisions[0]
    assert press("d") == decisions[1]
    assert press("Shift+D") == decisions[0]
    assert press("g") == decisions[1]
    assert press("Shift+G") == decisions[0]
    assert press("c") == conflicts[0]
    assert press("c") == conflicts[1]
    assert press("Shift+C") == conflicts[0]
    assert press("s") == places(recording, "solution")[0]
    assert press("End") == len(recording.events) + 1
    assert press("Shift+S") == places(recording, "solution")[0]
    assert press("Home") == 0
    assert press("Shift+ArrowRight") == 1
    assert press("Shift+ArrowLeft") == 0
    page.focus("#clock")
    assert press("Shift+ArrowRight") == 1  # and not the slider's own step besides
    speed = page.locator("#speed")
    before = int(speed.input_value())
    press("+")
    assert int(speed.input_value()) > before
    press("-")
    assert int(speed.input_value()) == before
    assert not page.locator("#single").is_checked()
    press("e")
    assert page.locator("#single").is_checked()


def test_it_plays_pauses_and_stops_at_the_end(pages: Pages) -> None:
    recording = traced(NAKED)
    page = pages.open(recording)
    last = len(recording.events) + 1
    button = page.locator("#play")
    assert button.get_attribute("aria-label") == "Play"
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.documentElement.dataset.at) > 1")
    assert button.get_attribute("aria-label") == "Pause"
    page.keyboard.press("Space")
    here = at(page)
    page.wait_for_timeout(400)
    assert at(page) == here < last
    page.select_option("#speed", "400")
    button.click()
    page.wait_for_function("last => Number(document.documentElement.dataset.at) === last", arg=last)
    assert button.get_attribute("aria-label") == "Play"
    assert values(page) == recording.end.grid
    button.click()  # from the beginning
    page.wait_for_function("last => Number(document.documentElement.dataset.at) < last", arg=last)


def test_nothing_is_read_aloud_while_it_plays(pages: Pages) -> None:
    recording = traced(SEARCH)
    page = pages.open(recording)
    live = page.locator("#live")
    page.keyboard.press("Shift+ArrowRight")
    assert live.get_attribute("aria-live") == "polite"
    received = live.text_content()
    assert sentence(recording.header, recording.events[0]) in received
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.documentElement.dataset.at) > 20")
    assert live.text_content() == received
    page.keyboard.press("Space")
    assert live.text_content() != received


def test_counters_run_along(pages: Pages) -> None:
    recording = traced(SWIFT)
    page = pages.open(recording)
    kinds = {"d": "decide", "a": "assign", "r": "remove", "c": "conflict", "b": "backtrack"}
    for number in (0, 100, 1000, 300, len(recording.events)):
        go(page, number)
        for key, kind in kinds.items():
            done = sum(event.kind == kind for event in recording.events[:number])
            assert count(page, key) == done
        assert count(page, "depth") == len([*_standing(recording, number)])
