"""The page around the board: phones, dark and paper, several traces, texts that are only text."""

from pathlib import Path
from typing import Any

import pytest

from accord.puzzles.files.read import read
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.views.narration.narration import sentence
from accord.views.player.page import page as player
from browser import PHONE, Opened, launched
from format_samples import NAKED, SEARCH
from player_pages import (
    SCRIPT,
    SWIFT,
    Pages,
    at,
    blanked,
    board,
    go,
    jigsaw,
    pages,
    places,
    replayed,
    said,
    traced,
    values,
)

__all__ = ["launched", "pages"]  # fixtures


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "solvers",
    [["backtracking-mrv"], ["backtracking-mrv", "dancing-links"], ["backtracking-mrv", "logic"]],
    ids="-".join,
)
def test_a_phone_never_scrolls_sideways(solvers: list[str], scheme: str, pages: Pages) -> None:
    page = pages.open(*(traced(SEARCH, each) for each in solvers), size=PHONE, scheme=scheme)
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
    Opened(browser, file).obeys_its_policy()


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
    names = page.locator(".strip-name").all_text_contents()
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
