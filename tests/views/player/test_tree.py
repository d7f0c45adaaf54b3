"""The search tree of the player: where the search stands, folded and walked."""

import pytest

from accord.solvers.traces.events import Recording
from browser import launched
from format_samples import SEARCH
from player_pages import HARD, SWIFT, Pages, at, board, go, pages, places, replayed, traced

__all__ = ["launched", "pages"]  # fixtures


def test_the_tree_says_which_guesses_it_holds(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    def received(recording: Recording) -> str:
        return str(pages.open(recording).locator(".tree .count").inner_text())

    whole = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=6000)
    guesses = len(places(whole, "decide"))
    assert received(whole) == f"({guesses:,} guesses kept)"
    entire = traced(SEARCH)
    assert received(entire) == f"({len(places(entire, 'decide'))} guesses)"
    monkeypatch.setattr("accord.views.player.page.MOST", 130_000)
    assert received(whole).endswith(f" of {guesses:,} guesses kept)")


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
        assert rows["y"] <= box["y"] < rows["y"] + rows["height"] - box["height"] + 1
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


def test_a_tree_of_thousands_of_nodes_holds_few_elements(pages: Pages) -> None:
    recording = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=30_000)
    assert len(places(recording, "decide")) > 5000
    page = pages.open(recording)
    page.locator(".rows").evaluate("e => { e.scrollTop = e.scrollHeight; }")
    page.wait_for_function("() => document.querySelectorAll('.node')[0].dataset.node > 5000")
    assert page.locator(".node").count() < 80
