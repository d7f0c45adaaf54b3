"""The search tree of the player: where the search stands, folded and walked."""

from accord.puzzles.classics.examples import EXAMPLES
from accord.solvers.registry import usable
from accord.solvers.traces.record import record
from format_samples import SEARCH
from player_pages import HARD, SWIFT, Pages, at, board, go, places, replayed, traced


def test_the_tree_shows_where_the_search_stands_and_a_click_goes_elsewhere(pages: Pages) -> None:
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
    page.keyboard.press("Home")
    page.locator(".node").nth(3).click()
    assert at(page) == decisions[2]
    assert board(page) == replayed(recording, decisions[2])


def test_nodes_fold_by_clicks_and_by_keys(pages: Pages) -> None:
    recording = traced(SEARCH, "backtracking-mrv")
    decisions = places(recording, "decide")
    page = pages.open(recording)
    page.focus(".rows")
    for key in ("ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert at(page) == 0
    page.keyboard.press("Enter")
    assert at(page) == decisions[1]
    focused = page.locator(".node.focused")
    for key, expanded in (("ArrowUp", "true"), ("ArrowLeft", "false"), ("ArrowRight", "true")):
        page.keyboard.press(key)
        assert focused.get_attribute("aria-expanded") == expanded
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


DRAWN = """() => [...document.querySelectorAll(".drawn .leaf")].map((each) =>
    [Number(each.dataset.place), each.classList[1]])"""


def test_the_drawing_has_what_is_open_found_and_failed_and_nothing_later(pages: Pages) -> None:
    recording = record(usable("backtracking-mrv"), EXAMPLES["queens-5"].problem(), None)
    page = pages.open(recording)
    parents, path, over, found = [-1], [0], set[int](), set[int]()
    for frame, event in enumerate(recording.events, 1):
        if event.kind == "decide":
            parents.append(path[-1])
            path.append(len(parents) - 1)
        elif event.kind == "backtrack":
            left = (event.depth or 0) + 1
            over |= {*path[left:]}
            del path[left:]
        elif event.kind == "solution":
            found |= {*path}
        if frame % 7:
            continue
        page.evaluate(f"accord.seek({frame})")
        hidden = set[int]()
        for node, parent in enumerate(parents):
            if parent in hidden or parent in over - found:
                hidden.add(node)
        shown = {*range(len(parents))} - hidden
        inner = {parents[node] for node in shown}
        kinds = dict(page.evaluate(DRAWN))
        assert kinds.keys() == shown
        assert {node for node, kind in kinds.items() if kind == "solved"} == (shown & found) - inner
        assert {node for node, kind in kinds.items() if kind == "failed"} >= over - found - hidden
    page.locator(".drawn .failed").first.click()
    assert at(page) in places(recording, "decide")


def test_a_tree_of_thousands_of_nodes_holds_few_elements(pages: Pages) -> None:
    recording = traced(SWIFT, "backtracking-mrv:order=first,filter=check", most=20_000)
    assert len(places(recording, "decide")) > 3000
    page = pages.open(recording)
    page.locator(".rows").evaluate("e => { e.scrollTop = e.scrollHeight; }")
    page.wait_for_function("() => document.querySelectorAll('.node')[0].dataset.node > 3000")
    page.keyboard.press("End")
    assert page.locator(".drawn .leaf").count() < 1000
    assert page.locator(".node").count() < 80
