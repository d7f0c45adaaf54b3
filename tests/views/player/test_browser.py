"""The player in a real browser: what it shows is what a replay of the trace gives, everywhere."""

from collections import Counter
from collections.abc import Callable
from operator import or_
from random import Random

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles import Grid, Puzzle, shape
from accord.solvers.registry import available
from accord.solvers.traces.events import Recording
from accord.views.narration.narration import sentence
from format_samples import NAKED, SEARCH
from player_pages import (
    KINDS,
    SWIFT,
    Pages,
    at,
    board,
    go,
    places,
    replayed,
    replays,
    shown,
    shown_sentence,
    traced,
    values,
)
from random_traces import invented

SEEDS = {each.name: each for each in instances_of("seeds")}
TRACING = [name for name, each in available().items() if each.traces and not each.needs]
MOST = 700  # events, with guesses among them
KEYS = "all => all.map((each) => each.dataset.count)"
COUNTERS = {"d": "decide", "a": "assign", "r": "remove", "c": "conflict", "b": "backtrack"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_is_what_a_replay_gives_forward_back_and_anywhere(
    kind: str, pages: Pages, drawn: int
) -> None:
    recording = KINDS[kind]()
    page, events = pages.open(recording), len(recording.events)
    page.locator("#single").check()
    random = Random(drawn)
    number = min(3, events + 1)
    forward = sorted(random.sample(range(events + 1), number))
    anywhere = random.sample(range(events + 1), number)
    frames = [*forward, *forward[::-1], *anywhere, *places(recording, "solution")[:3]]
    expected = replays(recording, frames)
    for number, found in zip(frames, shown(page, frames), strict=True):
        assert found.board == expected[number].board
        assert found.counters.get("depth", 0) == expected[number].depth
        if number > 0:
            assert found.sentence == sentence(recording.header, recording.events[number - 1])
        counts = Counter[str](event.kind for event in recording.events[:number])
        for key in COUNTERS.keys() & found.counters.keys():
            assert found.counters[key] == counts[COUNTERS[key]]
    page.keyboard.press("End")
    givens = recording.header.puzzle.givens
    assert values(page) == tuple(map(or_, recording.end.grid, givens))  # a blank is 0


def test_a_proof_assumes_and_proves_and_does_not_guess(pages: Pages) -> None:
    recording = KINDS["proof"]()
    page = pages.open(recording)
    for kind, word in (("decide", "assumption"), ("backtrack", "proved")):
        go(page, places(recording, kind)[0])
        assert word in page.locator(".said .kind").inner_text()
    assert page.locator("header").inner_text().count("(proved)") == 1
    assert "guess" not in page.locator("main").inner_text()


LONG: dict[str, Callable[[], Recording]] = {
    "search": lambda: traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=9000),
    "events in any order": lambda: invented(Puzzle(shape(4), Grid([0] * 16)), 9000, seed=4),
    "and of 9x9": lambda: invented(Puzzle(shape(9), Grid([0] * 81)), 9000, seed=9),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_trace_keeps_both_ends_and_says_what_lies_between(
    kind: str, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.views.player.page.MOST", 160_000)
    recording = LONG[kind]()
    page, events, random = pages.open(recording), len(recording.events), Random(2)
    gap = page.evaluate("JSON.parse(document.getElementById('data').textContent).traces[0].gap")
    behind, last = gap["at"] + gap["left"], page.evaluate("accord.last")
    assert last < events
    frames = [*random.sample(range(behind, events), 9), *random.sample(range(gap["at"] + 1), 9)]
    numbers = [events, behind, *random.sample(frames, len(frames))]
    expected = replays(recording, numbers)
    page.evaluate("frame => accord.seek(frame)", last)  # the state behind the gap comes first
    frames = [each if each <= gap["at"] else each - gap["left"] + 1 for each in numbers]
    for number, found in zip(numbers, shown(page, frames), strict=True):
        assert found.board == expected[number].board
        assert int(found.position.split()[0].replace(",", "")) == number
        assert found.counters["depth"] == expected[number].depth
        removed = sum(event.kind == "remove" for event in recording.events[:number])
        assert found.counters["r"] == removed
    assert go(page, gap["at"] + 1).sentence == gap["text"]
    assert page.locator(".strip .gap-line").count() == 1
    guesses = f" of {len(places(recording, 'decide')):,} guesses"
    kept = " kept)" if recording.end.left_out else ")"
    assert page.locator(".tree .count").inner_text().endswith(guesses + kept)


def test_the_end_is_known_where_the_trace_was_cut(pages: Pages) -> None:
    recording, most = traced(SEARCH, most=MOST), f"{MOST} of {MOST} kept"
    page = pages.open(recording)
    assert page.locator(".tree .count").inner_text() == (
        f"({len(places(recording, 'decide'))} guesses kept)"
    )
    page.keyboard.press("End")
    assert values(page) == recording.end.grid
    last = f"kept its first {MOST} events; {recording.end.left_out} more happened"
    assert last in shown_sentence(page)
    assert page.locator("#at").inner_text() == most
    assert page.locator(".badge.cut").inner_text() == "truncated"
    assert last in page.locator(".badge.cut").get_attribute("title")
    line = page.locator(".strip .cut-line title").text_content()
    assert f"{MOST} events of {recording.end.events}" in line
    lower = page.locator('.counters dd[title="At least: the trace was cut here."]')
    assert lower.evaluate_all(KEYS) == [*COUNTERS, "s"]
    page.keyboard.press("ArrowLeft")
    assert f"{recording.end.left_out:,}" in shown_sentence(page)
    assert board(page) == replayed(recording, MOST)
    page.keyboard.press("ArrowLeft")
    assert lower.count() == 0


def test_each_button_and_each_key_does_what_it_says(pages: Pages) -> None:
    recording = traced(SEARCH)
    page = pages.open(recording)
    guesses, conflicts, (solution,) = (
        places(recording, kind) for kind in ("decide", "conflict", "solution")
    )
    assert page.locator(".tree .count").inner_text() == f"({len(guesses)} guesses)"
    assert page.locator("#keys").is_hidden()
    page.keyboard.press("?")
    assert "next guess" in page.locator("#keys").inner_text()
    page.keyboard.press("e")
    assert page.locator("#single").is_checked()
    for name, key, place in (
        ("Step", "ArrowRight", 1),
        ("Step", "Shift+ArrowRight", 2),
        ("Step back", "Shift+ArrowLeft", 1),
        ("Step back", "ArrowLeft", 0),
        ("Next guess", "d", guesses[0]),
        ("Next guess", "g", guesses[1]),
        ("Previous guess", "Shift+D", guesses[0]),
        ("Next guess", "d", guesses[1]),
        ("Previous guess", "Shift+G", guesses[0]),
        ("Next conflict", "c", conflicts[0]),
        ("Next conflict", "c", conflicts[1]),
        ("Previous conflict", "Shift+C", conflicts[0]),
        ("Next solution", "s", solution),
        ("Previous conflict", "Shift+C", conflicts[-1]),
        ("Last", "End", len(recording.events) + 1),
        ("Previous solution", "Shift+S", solution),
        ("First", "Home", 0),
    ):
        here = at(page)
        page.get_by_role("button", name=name, exact=True).click()
        assert at(page) == place
        go(page, here)
        page.keyboard.press(key)
        assert at(page) == place
    disabled = page.locator(".buttons button:disabled").evaluate_all("a => a.map(e => e.ariaLabel)")
    assert {"First", "Step back", "Previous guess"} <= {*disabled}
    page.focus("#clock")
    page.keyboard.press("Shift+ArrowRight")
    assert at(page) == 1  # and not the slider's own step besides
    speeds = []
    for key in "+-":
        page.keyboard.press(key)
        speeds.append(int(page.locator("#speed").input_value()))
    assert speeds == [8, 4]


def test_it_plays_pauses_and_stops_at_the_end_and_reads_nothing_aloud_while_it_plays(
    pages: Pages,
) -> None:
    recording = traced(NAKED)
    page, last = pages.open(recording), len(recording.events) + 1
    button, live = page.locator("#play"), page.locator("#live")
    page.keyboard.press("Shift+ArrowRight")
    assert live.get_attribute("aria-live") == "polite"
    received = live.text_content()
    assert sentence(recording.header, recording.events[0]) in received
    assert button.get_attribute("aria-label") == "Play"
    page.select_option("#speed", "32")
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.documentElement.dataset.at) > 1")
    assert button.get_attribute("aria-label") == "Pause"
    assert live.text_content() == received
    page.keyboard.press("Space")
    assert live.text_content() != received
    here = at(page)
    page.wait_for_timeout(100)
    assert at(page) == here < last
    page.select_option("#speed", "400")
    button.click()
    page.wait_for_function("last => Number(document.documentElement.dataset.at) === last", arg=last)
    assert button.get_attribute("aria-label") == "Play"
    assert values(page) == recording.end.grid
    button.click()  # from the beginning
    page.wait_for_function("last => Number(document.documentElement.dataset.at) < last", arg=last)


def test_the_traces_of_all_readable_solvers_end_as_they_did(pages: Pages) -> None:
    puzzle = SEEDS["polyglot"].problem
    recordings = [traced(puzzle, solver) for solver in TRACING]
    page = pages.open(*recordings)
    page.keyboard.press("End")
    for lane, recording in enumerate(recordings):
        assert values(page, lane) == recording.end.grid
        assert not list(puzzle.violations(recording.end.grid))
