"""The page around the board: phones, dark and paper, several traces, texts that are only text."""

from pathlib import Path
from typing import Any

import accord
from accord.puzzles.files.texts import read
from accord.solvers.logic.engine.logic_trace import recording_of
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.views.narration.narration import sentence
from accord.views.player.page import page as player
from browser import Opened
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
    places,
    replayed,
    replays,
    shown,
    shown_sentence,
    traced,
    values,
)


def test_two_traces_run_on_one_clock(pages: Pages) -> None:
    one, other = traced(SEARCH), traced(SEARCH, "backtracking-mrv:filter=hidden")
    long, short = len(one.events), len(other.events)
    assert long > short + 20
    page = pages.open(one, other)
    assert page.locator(".board svg").count() == 2
    for lane, recording in enumerate((one, other)):
        numbers = [0, 7, short // 2, short - 1, short + 15]
        expected = replays(recording, numbers)  # which stays at the end of what is finished
        found = [each.board for each in shown(page, numbers, lane)]
        assert found == [expected[number].board for number in numbers]
    page.keyboard.press("End")
    assert at(page) == long + 1
    assert values(page, 0) == values(page, 1) == one.end.grid
    page.keyboard.press("Home")
    first = min(places(one, "decide")[0], places(other, "decide")[0])
    page.keyboard.press("d")
    assert at(page) == first


def test_different_puzzles_have_each_its_board(pages: Pages) -> None:
    recordings = traced(NAKED), traced(jigsaw(), most=500)
    page, numbers = pages.open(*recordings), [0, 60, 300]
    for lane, recording in enumerate(recordings):
        expected = replays(recording, numbers)
        found = [each.board for each in shown(page, numbers, lane)]
        assert found == [expected[number].board for number in numbers]


def test_the_path_through_a_variant_is_drawn_on_its_cages_and_signs(pages: Pages) -> None:
    for name, sums in (("killer-4-easy", "5539468"), ("futoshiki-4-easy", "")):
        page = pages.open(recording_of(accord.explain(f"boards/{name}")))
        drawn = "[...document.querySelectorAll('.board .figures text')].map((e) => e.textContent)"
        assert page.evaluate(drawn) == [*sums]
        assert page.locator(".board .figures path").count() > 5


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
    assert shown_sentence(page) == sentence(header, event)
    assert SCRIPT in shown_sentence(page)
    assert page.locator("h2").first.inner_text() == SCRIPT
    page.keyboard.press("End")
    page.locator(".about summary").first.click()
    assert SCRIPT in page.locator(".facts").first.inner_text()
    assert page.locator("img").count() == 0
    assert page.title() != "owned"


def test_without_scripts_puzzle_and_result_are_there_and_strange_ones_are_stopped(
    browser: Any, tmp_path: Path
) -> None:
    file, recording = tmp_path / "page.html", traced(NAKED)
    file.write_text(player([recording]), encoding="utf-8")
    Opened(browser, file).obeys_its_policy()
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


def test_the_last_sentence_leaves_counters_out_and_is_seen_whole(pages: Pages) -> None:
    solvers = ("backtracking-mrv", "backtracking-mrv:filter=hidden", "dancing-links")
    recordings = [traced(SEARCH, solver, most=400) for solver in solvers]
    page = pages.open(*recordings, size={"width": 1280, "height": 800})
    page.keyboard.press("End")
    for lane in range(3):
        assert "backtracks" not in shown_sentence(page, lane)
        box = page.locator(".said").nth(lane)
        assert box.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    assert "guesses" in page.locator(".counters").first.inner_text()
    tops = {page.locator(".board").nth(lane).bounding_box()["y"] for lane in range(3)}
    assert len(tops) == 1


def test_a_magnifier_shows_the_candidates_of_a_large_puzzle(pages: Pages) -> None:
    recording = traced(blanked(4))
    page = pages.open(recording)
    page.locator("#single").check()
    removals = 0
    for number in range(40, len(recording.events), 197):
        event = recording.events[number - 1]
        _, candidates = go(page, number).board[event.cell or 0]
        lens = page.locator(f"[data-lens='{event.cell}']")
        texts = sorted(map(int, lens.locator("text").all_text_contents()))
        if event.kind == "remove":
            assert texts == sorted([*candidates, event.value or 0])
            removals += 1
        box, frame = lens.bounding_box(), page.locator(".board svg").bounding_box()
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    assert removals > 3
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


def test_a_trace_that_tells_solutions_only_has_no_number_of_guesses(pages: Pages) -> None:
    told = traced(NAKED, "cpsat")
    page = pages.open(told)
    page.keyboard.press("End")
    numbers = dict(
        zip(
            page.locator(".counters dt").all_inner_texts(),
            page.locator(".counters dd").all_inner_texts(),
            strict=True,
        )
    )
    assert numbers == {"solutions": "1", "decisions": "not told"}
