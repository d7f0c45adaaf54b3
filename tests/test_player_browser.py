"""The player in a real browser: what it shows is what a replay of the trace gives, everywhere."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from invented import invented

from accord import explain
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.read import read
from accord.puzzles.shape import shape
from accord.solvers.events import End, Event, Header, Recording
from accord.solvers.logic.telling import recording_of
from accord.solvers.record import record
from accord.solvers.registry import available, usable
from accord.solvers.replay import Replay
from accord.views.player.page import page as player
from accord.views.sentences import sentence
from optional import library, program
from samples import NAKED, PAIRS, SEARCH

library("jinja2")
playwright = library("playwright.sync_api")
CHROMIUM = program("chromium")

PHONE = {"width": 375, "height": 740}
DESK = {"width": 1280, "height": 900}
SWIFT = "063010080010004000000020003200000008500692417000500900900703060100000000000050000"
LOGIC = "010040560230615080000800100050020008600781005900060020006008000080473056045090010"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # Inkala
LADDER = "16.........2..4........34216..8....7..9....5.....7.......1..6...1..6...87....21.9"
SCRIPT = "</script><img src=x onerror=\"document.title='owned'\">"
JIGSAW = [int(number) for number in "000011020111222213243333444535445555"]


def traced(
    puzzle: Puzzle | str,
    solver: str = "backtracking-mrv",
    limit: int | None = 1,
    most: int = 200_000,
) -> Recording:
    return record(
        usable(solver), read(puzzle) if isinstance(puzzle, str) else puzzle, limit, most=most
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """A page that is open, and what it did that it should not."""

    def __init__(
        self, browser: Any, file: Path, size: dict[str, int] = DESK, scheme: str = "light"
    ) -> None:
        self.file = file
        self.context = browser.new_context(viewport=size, color_scheme=scheme)
        self.context.set_offline(True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Say what the page must not have done."""
        self.context.close()
        assert self.complaints == []
        assert self.requests == [self.file.as_uri()]


class Pages:
    """Opens pages of recordings, and closes them."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self._opened: list[Opened] = []

    def open(
        self, *recordings: Recording, size: dict[str, int] = DESK, scheme: str = "light"
    ) -> Any:
        file = self._folder / f"{len(self._opened)}.html"
        file.write_text(player(recordings), encoding="utf-8")
        assert file.stat().st_size < 2_000_000
        self._opened.append(Opened(self._browser, file, size, scheme))
        return self._opened[-1].page

    def close(self) -> None:
        for opened in self._opened:
            opened.close()


@pytest.fixture
def pages(browser: Any, tmp_path: Path) -> Iterator[Pages]:
    pages = Pages(browser, tmp_path)
    yield pages
    pages.close()


Board = list[tuple[int, tuple[int, ...]]]  # for each cell its value, and else its candidates


def board(page: Any, lane: int = 0) -> Board:
    """What the page shows."""
    cells = page.locator(f'[data-lane="{lane}"] [data-cell]').evaluate_all(
        """cells => cells.map((each) => [
            each.dataset.value,
            each.dataset.candidates || "",
            each.querySelector("text").textContent,
            [...each.querySelectorAll(".small:not(.off)")].map((e) => e.textContent).join(" "),
            each.querySelectorAll(".dots").length,
        ])"""
    )
    for value, candidates, text, small, dots in cells:
        assert value == text
        assert dots or candidates == small
    return [
        (int(value or 0), tuple(map(int, candidates.split()))) for value, candidates, *_ in cells
    ]


def replayed(recording: Recording, number: int) -> Board:
    """What it should show after so many events."""
    events = recording.events
    replay = Replay(recording.header.puzzle)
    for event in events[:number]:
        replay.apply(event)
    if number > len(events):
        return _filled(recording.end.grid, replay)
    last = events[number - 1] if number else None
    return _filled(last.grid if last and last.grid is not None else replay.grid, replay)


def _filled(grid: Sequence[int], replay: Replay) -> Board:
    return [
        (value, () if value else tuple(sorted(domain)))
        for value, domain in zip(grid, replay.domains, strict=True)
    ]


def values(page: Any, lane: int = 0) -> Grid:
    return Grid(value for value, _ in board(page, lane))


def at(page: Any) -> int:
    return int(page.evaluate("Number(document.documentElement.dataset.at)"))


def go(page: Any, frame: int) -> None:
    """Move the slider, as a hand does."""
    page.locator("#clock").evaluate(
        "(clock, to) => { clock.value = to; clock.dispatchEvent(new Event('input')); }", frame
    )


def said(page: Any, lane: int = 0) -> str:
    return str(page.locator(f'[data-lane="{lane}"] .sentence').inner_text())


def count(page: Any, key: str) -> int:
    text = page.locator(f'[data-lane="0"] [data-count="{key}"]').inner_text()
    return int(text.replace(",", ""))


def places(recording: Recording, kind: str) -> list[int]:
    return [number for number, event in enumerate(recording.events, 1) if event.kind == kind]


def jigsaw() -> Puzzle:
    return Puzzle(shape(6, regions=JIGSAW), Grid([0] * 36))


def blanked(box: int) -> Puzzle:
    """A puzzle with boxes of so many rows and columns, every third cell blank."""
    size = box * box
    first = [(box * (row % box) + row // box) % size for row in range(size)]
    flat = [(start + column) % size + 1 for start in first for column in range(size)]
    givens = (0 if cell % 3 == 0 else value for cell, value in enumerate(flat))
    return Puzzle(shape(size), Grid(givens))


def windoku() -> Puzzle:
    return Puzzle(shape(9, rules=["windoku", "diagonals"]), Grid([1] + [0] * 80))


KINDS = {
    "search": lambda: traced(SEARCH),
    "hidden singles": lambda: traced(SWIFT, "backtracking-mrv:filter=hidden"),
    "logic": lambda: traced(PAIRS, "logic"),
    "jigsaw": lambda: traced(jigsaw(), most=3000),
    "16x16": lambda: traced(blanked(4)),
    "windows and diagonals": lambda: traced(windoku()),
    "25x25": lambda: traced(blanked(5)),
    "no solution": lambda: traced("12345678........9" + "." * 64, limit=2),
    "given twice": lambda: traced("55" + "." * 79),
    "36x36": lambda: traced(blanked(6)),
    "one cell": lambda: traced(Puzzle(shape(1), Grid([0]))),
    "several solutions": lambda: traced("1... ..2. .... ...4", limit=None),
}


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
    assert values(page) == recording.end.grid


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


def test_the_tree_says_which_guesses_it_holds(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(recording: Recording) -> str:
        return str(pages.open(recording).locator(".tree .count").inner_text())

    whole = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=6000)
    guesses = len(places(whole, "decide"))
    assert told(whole) == f"({guesses:,} guesses kept)"
    entire = traced(SEARCH)
    assert told(entire) == f"({len(places(entire, 'decide'))} guesses)"
    monkeypatch.setattr("accord.views.player.page.MOST", 130_000)
    assert told(whole).endswith(f" of {guesses:,} guesses kept)")


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
    heard = live.text_content()
    assert sentence(recording.header, recording.events[0]) in heard
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.documentElement.dataset.at) > 20")
    assert live.text_content() == heard
    page.keyboard.press("Space")
    assert live.text_content() != heard


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
    assert said(page) == "5 is here or there."
    dash = "each => getComputedStyle(each).strokeDasharray"
    assert page.locator(".link.strong").evaluate(dash) == "none"
    assert page.locator(".link.weak").evaluate(dash) != "none"
    go(page, 2)
    assert marked("target.assign") == [40]
    assert marked("house") == [*range(36, 45)]
    go(page, 3)
    assert marked("target.decide") == [3]
    assert page.locator("[data-cell='3']").get_attribute("class") == "guess"
    go(page, 4)
    assert marked("target.conflict") == [4]
    assert marked("cause") == [3, 4]
    go(page, 5)
    assert marked("target.back") == [3]
    assert page.locator("[data-cell='3']").get_attribute("data-value") == ""


def test_two_traces_run_on_one_clock(pages: Pages) -> None:
    one, other = traced(SEARCH), traced(SEARCH, "backtracking-mrv:filter=hidden")
    long, short = len(one.events), len(other.events)
    assert long > short + 20
    page = pages.open(one, other)
    assert page.locator(".board svg").count() == 2
    for number in (0, 7, short // 2, short - 1):
        go(page, number)
        assert board(page, 0) == replayed(one, number)
        assert board(page, 1) == replayed(other, number)
    go(page, short + 15)
    assert board(page, 0) == replayed(one, short + 15)
    assert values(page, 1) == other.end.grid  # it is finished, and stays
    page.keyboard.press("End")
    assert at(page) == long + 1
    assert values(page, 0) == values(page, 1) == one.end.grid
    page.keyboard.press("Home")
    first = min(places(one, "decide")[0], places(other, "decide")[0])
    page.keyboard.press("d")
    assert at(page) == first
    one_box, other_box = (page.locator(".board").nth(place).bounding_box() for place in (0, 1))
    assert abs(one_box["y"] - other_box["y"]) < 2
    assert one_box["x"] + one_box["width"] <= other_box["x"]


def test_different_puzzles_have_each_its_board(pages: Pages) -> None:
    one, other = traced(NAKED), traced(jigsaw(), most=500)
    page = pages.open(one, other)
    for number in (0, 60, 300):
        go(page, number)
        assert board(page, 0) == replayed(one, min(number, len(one.events) + 1))
        assert board(page, 1) == replayed(other, number)


def test_the_tree_shows_where_the_search_stands(pages: Pages) -> None:
    recording = traced(HARD, "backtracking-mrv:filter=hidden")
    decisions, conflicts = places(recording, "decide"), places(recording, "conflict")
    page = pages.open(recording)
    current = page.locator(".node.current")
    assert "start" in current.inner_text()
    for number in (decisions[2], decisions[len(decisions) // 2], decisions[-1]):
        go(page, number)
        event = recording.events[number - 1]
        row, column = divmod(event.cell or 0, 9)
        assert f"r{row + 1}c{column + 1} = {event.value}" in current.inner_text()
        assert current.get_attribute("data-frame") == str(number)
        box, rows = current.bounding_box(), page.locator(".rows").bounding_box()
        assert rows["y"] <= box["y"] <= rows["y"] + rows["height"] - box["height"]
    go(page, conflicts[0])
    assert "conflict" in current.inner_text()
    page.keyboard.press("End")
    assert current.get_attribute("data-status") == "solution path"
    assert page.locator(".node").count() < 80 < len(decisions)


def test_a_click_on_a_node_goes_there_and_nodes_fold(pages: Pages) -> None:
    recording = traced(HARD, "backtracking-mrv:filter=hidden")
    decisions = places(recording, "decide")
    page = pages.open(recording)
    page.locator(".node").nth(3).click()
    assert at(page) == decisions[2]
    assert board(page) == replayed(recording, decisions[2])
    high = page.locator(".high")
    whole = high.evaluate("e => e.offsetHeight")
    assert whole == 24 * (len(decisions) + 1)
    page.locator(".node").nth(1).locator(".fold").click()
    assert high.evaluate("e => e.offsetHeight") < whole
    assert page.locator(".node.current").get_attribute("data-frame") == str(decisions[0])
    assert page.locator(".node").nth(1).get_attribute("aria-expanded") == "false"
    page.get_by_role("button", name="Unfold all").click()
    assert high.evaluate("e => e.offsetHeight") == whole
    page.get_by_role("button", name="Fold all", exact=True).click()
    assert high.evaluate("e => e.offsetHeight") < whole
    page.locator("details.tree > summary").click()
    assert page.locator(".rows").is_hidden()


def test_keys_walk_the_tree(pages: Pages) -> None:
    recording = traced(HARD, "backtracking-mrv:filter=hidden")
    decisions = places(recording, "decide")
    page = pages.open(recording)
    page.focus(".rows")
    for key in ("ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert at(page) == 0
    page.keyboard.press("Enter")
    assert at(page) == decisions[1]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".node.focused").get_attribute("aria-expanded") == "false"
    page.keyboard.press("ArrowRight")
    assert page.locator(".node.focused").get_attribute("aria-expanded") == "true"


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


def test_a_tree_of_thousands_of_nodes_holds_few_elements(pages: Pages) -> None:
    recording = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=30_000)
    assert len(places(recording, "decide")) > 5000
    page = pages.open(recording)
    page.locator(".rows").evaluate("e => { e.scrollTop = e.scrollHeight; }")
    page.wait_for_function("() => document.querySelectorAll('.node')[0].dataset.node > 5000")
    assert page.locator(".node").count() < 80


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_phone_never_scrolls_sideways(number: int, scheme: str, pages: Pages) -> None:
    recordings = [traced(SEARCH), traced(SEARCH, "backtracking-mrv:filter=hidden")][:number]
    page = pages.open(*recordings, size=PHONE, scheme=scheme)
    page.locator(".about summary").first.click()
    for key in ("d", "c", "End"):
        page.keyboard.press(key)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = page.locator(".board").first.bounding_box()
    assert box["width"] > 300
    bar = page.locator(".controls").bounding_box()
    assert bar["y"] + bar["height"] <= PHONE["height"] + 1
    assert box["y"] + box["height"] < bar["y"]  # the whole board is seen


def test_it_follows_into_the_dark_and_prints_the_board_alone(pages: Pages) -> None:
    page = pages.open(traced(SEARCH))
    page.keyboard.press("d")
    colour = "getComputedStyle(document.querySelector('.board .back')).fill"
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colour) != light
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(colour) == light
    for hidden in (".controls", ".tree", ".about"):
        assert page.locator(hidden).is_hidden()
    assert page.locator(".board svg").is_visible()
    assert page.locator(".sentence").is_visible()
    assert page.pdf()[:4] == b"%PDF"


def test_texts_of_a_trace_are_text(pages: Pages) -> None:
    puzzle = read("1... ..2. .3.. ...4")
    reason = {"technique": "x", "title": SCRIPT, "sentence": SCRIPT, "cells": [1]}
    end = End("UNKNOWN", False, SCRIPT, {SCRIPT: 1}, 1, 0, puzzle.givens, {SCRIPT: SCRIPT})
    header = Header(puzzle, SCRIPT, {}, 1, {SCRIPT: SCRIPT})
    event = Event("remove", 1, 2, reason)
    page = pages.open(*[Recording(header, [event], end)] * 2)
    go(page, 1)
    assert said(page) == sentence(header, event)
    assert SCRIPT in said(page)
    assert page.locator("h2").first.inner_text() == SCRIPT
    page.keyboard.press("End")
    page.locator(".about summary").first.click()
    assert SCRIPT in page.locator(".facts").first.inner_text()
    assert page.locator("img").count() == 0
    assert page.title() != "owned"


def test_without_scripts_puzzle_and_result_are_there(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "plain.html"
    recording = traced(NAKED)
    file.write_text(player([recording]), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(file.as_uri())
    grids = [
        "".join(c for c in text if c in ".123456789")
        for text in plain.locator("pre").all_inner_texts()
    ]
    assert grids == [NAKED, str(recording.end.grid)]
    assert "1 solution" in plain.locator(".badge").inner_text()
    assert plain.locator(".controls").is_hidden()
    context.close()


def test_the_policy_stops_what_the_page_does_not_know(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "policy.html"
    file.write_text(player([traced(NAKED)]), encoding="utf-8")
    opened = Opened(browser, file)
    found = opened.page.evaluate(
        """async () => {
            const blocked = [];
            const hear = (event) => blocked.push(event.violatedDirective);
            document.addEventListener("securitypolicyviolation", hear);
            const script = document.createElement("script");
            script.textContent = "document.title = 'owned'";
            document.body.append(script);
            let fetched = true;
            try { await fetch("data:,x"); } catch { fetched = false; }
            await new Promise((go) => setTimeout(go, 50));
            return [fetched, document.title === "owned", blocked.sort()];
        }"""
    )
    assert found == [False, False, ["connect-src", "script-src-elem"]]
    assert opened.requests == [file.as_uri()]
    opened.context.close()


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
    assert said(page).startswith("r1c3 is 8: ")
    houses = {(event.reason or {})["constraint"] for event in events[:end]}
    cells = {cell for house in houses for cell in recording.header.constraints[house].cells}
    assert page.locator(".board .house").count() == len(cells) > 9
    page.keyboard.press("g")
    page.keyboard.press("Home")
    steps = 0
    while at(page) < places(recording, "decide")[0]:
        page.keyboard.press("ArrowRight")
        steps += 1
    assert steps < 60
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


def test_logic_has_its_deductions_in_place_of_a_tree(pages: Pages) -> None:
    recording = recording_of(explain(LADDER))
    steps = _steps(recording)
    assert len(steps) == recording.end.counters["deductions"] > 100
    page = pages.open(recording)
    assert page.locator(".tree .name").inner_text() == "Deductions"
    assert page.locator(".tree .count").inner_text() == f"({len(steps)})"
    assert page.locator(".step").count() < 40
    tiles = page.locator(".counters dt").all_inner_texts()
    assert "candidates left" in tiles
    assert not {"guesses", "conflicts", "taken back", "depth"} & {*tiles}
    for place in (30, 70, len(steps) - 1):
        go(page, steps[place][0])
        assert count(page, "steps") == place + 1
        current = page.locator(".step.current")
        assert current.get_attribute("data-step") == str(place)
        assert (steps[place][1] or "Prune candidates") in current.inner_text()
        domains = [candidates for _, candidates in replayed(recording, steps[place][0])]
        assert count(page, "left") == sum(map(len, domains))
    page.locator(".step:not(.current)").nth(2).click()
    assert at(page) in [number for number, _ in steps]
    page.keyboard.press("Home")
    page.focus(".rows")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert at(page) == steps[1][0]


def test_t_goes_from_technique_to_technique(pages: Pages) -> None:
    recording = recording_of(explain(LADDER))
    told = [step for step in _steps(recording) if step[1]]
    expected = [
        number
        for place, (number, title) in enumerate(told)
        if "single" not in title and (place == 0 or told[place - 1][1] != title)
    ]
    assert len(expected) > 2
    page = pages.open(recording)
    found = []
    for _ in expected:
        page.keyboard.press("t")
        found.append(at(page))
    assert found == expected
    assert page.get_by_role("button", name="Next technique").is_disabled()
    page.keyboard.press("Shift+T")
    assert at(page) == expected[-2]


def test_the_last_sentence_leaves_counters_out_and_is_seen_whole(pages: Pages) -> None:
    solvers = ("backtracking-mrv", "backtracking-mrv:filter=hidden", "dancing-links")
    recordings = [traced(SEARCH, solver, most=400) for solver in solvers]
    page = pages.open(*recordings, size={"width": 1280, "height": 800})
    page.keyboard.press("End")
    for lane in range(3):
        assert "backtracks" not in said(page, lane)
        box = page.locator(".said").nth(lane)
        assert box.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    assert "guesses" in page.locator(".counters").first.inner_text()
    tops = {page.locator(".board").nth(lane).bounding_box()["y"] for lane in range(3)}
    assert len(tops) == 1


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


def test_a_magnifier_shows_the_candidates_of_a_large_puzzle(pages: Pages) -> None:
    recording = traced(blanked(4))
    page = pages.open(recording)
    page.locator("#single").check()
    shown = 0
    for number in range(40, len(recording.events), 97):
        event = recording.events[number - 1]
        go(page, number)
        _, candidates = board(page)[event.cell or 0]
        lens = page.locator(f"[data-lens='{event.cell}']")
        texts = sorted(map(int, lens.locator("text").all_text_contents()))
        if event.kind == "remove":
            assert texts == sorted([*candidates, event.value or 0])
            shown += 1
        box, frame = lens.bounding_box(), page.locator(".board svg").bounding_box()
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    assert shown > 5
    assert page.locator(".small").count() == 0


def test_on_its_share_of_the_way_every_trace_ends_with_the_longest(pages: Pages) -> None:
    long = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=3000)
    short = traced(NAKED)
    page = pages.open(long, short)
    names = page.locator(".strip-name").all_inner_texts()
    assert names == [long.header.title, short.header.title]
    lengths = [len(long.events) + 2, len(short.events) + 1]  # the end, and what was left out
    page.locator("#share").check()
    for share in (0.25, 0.5, 0.75):
        go(page, round(share * lengths[0]))
        frames = [int(e.get_attribute("data-frame")) for e in page.locator(".lane").all()]
        for frame, length in zip(frames, lengths, strict=True):
            assert abs(frame / length - share) < 0.02
        assert board(page, 1) == replayed(short, frames[1])
    page.keyboard.press("End")
    assert values(page, 1) == short.end.grid
    here = at(page)
    page.keyboard.press("ArrowLeft")
    assert at(page) < here
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert at(page) > 0
    page.keyboard.press("s")  # the one solution is in the short trace
    frame = int(page.locator(".lane").nth(1).get_attribute("data-frame"))
    assert frame == places(short, "solution")[0]


@pytest.mark.parametrize("number", [1, 2])
def test_on_a_phone_on_its_side_board_and_buttons_are_seen(number: int, pages: Pages) -> None:
    recordings = [traced(SEARCH), traced(SEARCH, "backtracking-mrv:filter=hidden")][:number]
    page = pages.open(*recordings, size={"width": 740, "height": 375})
    page.keyboard.press("c")
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    bar, box = (page.locator(each).first.bounding_box() for each in (".controls", ".board"))
    assert bar["y"] >= 0
    assert bar["height"] < 60
    assert bar["y"] + bar["height"] <= box["y"]
    assert box["height"] > 200
    assert box["y"] + box["height"] <= 375


def test_small_boards_and_many_traces_stand_abreast(pages: Pages) -> None:
    def abreast(page: Any) -> int:
        tops = [each.bounding_box()["y"] for each in page.locator(".board").all()]
        return tops.count(min(tops))

    small = traced(jigsaw(), most=200)
    assert abreast(pages.open(*[small] * 3, size={"width": 735, "height": 800})) == 3
    page = pages.open(*[traced(NAKED)] * 4, size={"width": 1280, "height": 800})
    assert abreast(page) == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


SPEAKERS = [
    name
    for name, backend in available().items()
    if backend.traces and not backend.needs and not backend.missing
]


@pytest.mark.parametrize("solver", SPEAKERS)
def test_every_solver_that_speaks_plays_to_the_end(solver: str, pages: Pages) -> None:
    for puzzle in (PAIRS, SWIFT, LOGIC):
        recording = traced(puzzle, solver, most=20_000)
        page = pages.open(recording)
        last = page.evaluate("accord.last")
        go(page, max(0, last - 60))
        page.select_option("#speed", "400")
        page.keyboard.press("Space")
        page.wait_for_function(
            "last => Number(document.documentElement.dataset.at) === last", arg=last
        )
        assert values(page) == recording.end.grid
