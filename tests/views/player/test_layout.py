"""Where the parts of the player stand: in the windows of laptops, in a frame, on paper."""

import re
from itertools import combinations
from math import ceil
from typing import Any

import pytest

from accord import explain
from accord.puzzles.classics.examples import EXAMPLES
from accord.solvers.logic.engine.logic_trace import recording_of
from accord.solvers.registry import usable
from accord.solvers.traces.events import Recording
from accord.solvers.traces.record import record
from browser import PHONE
from format_samples import NAKED, SEARCH
from optional import library
from player_pages import LADDER, Pages, jigsaw, traced

LAPTOPS = [(1366, 650), (1280, 720), (1920, 950)]  # the lowest, the narrowest and the largest
FRAME = (736, 678)  # of the first lesson
LESSON = "....125...6...6..3.51.2..25........."
PAPERS = [(688, 969), (1017, 640)]  # A4 upright and across, without its margins
SOLVERS = (
    "backtracking-mrv:filter=hidden",
    "backtracking-mrv:order=first,filter=pairs",
    "backtracking-mrv",
    "dancing-links",
)


def films(number: int) -> list[Recording]:
    return [traced(SEARCH, solver) for solver in SOLVERS[:number]]


def lesson() -> list[Recording]:
    return [traced(LESSON, f"backtracking-{name}") for name in ("naive", "first", "mrv")]


def resize(page: Any, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.wait_for_function("width => innerWidth === width", arg=window[0])
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")


def edges(page: Any, name: str) -> list[list[float]]:
    """Left, top, right and bottom of each that is shown."""
    found: list[list[float]] = page.locator(name).evaluate_all(
        """all => all.map((each) => each.getBoundingClientRect()).filter((box) => box.width)
            .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
    )
    assert found
    return found


def _all_is_over_the_bar(page: Any, smallest: float) -> None:
    """The texts of each lane are seen without scrolling, under a board that can be read."""
    (_, bar, _, _), *_ = edges(page, ".controls")
    assert all(bottom <= bar for *_, bottom in edges(page, ".said, .counters"))
    assert all(right - left >= smallest for left, _, right, _ in edges(page, ".board svg"))
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth).length"
    assert page.locator(".counters dt, .counters dd").evaluate_all(cut) == 0
    _nothing_overlaps(page)


def _nothing_overlaps(page: Any) -> None:
    boxes = edges(page, "h1, h2, .board svg, .said, .counters")
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1], (one, other)
    assert max(right for _, _, right, _ in boxes) <= page.evaluate("innerWidth")


def _begins_at_one_line(page: Any) -> None:
    lefts = [edges(page, name)[0][0] for name in ("h1", ".lane", ".drive", ".legend li")]
    assert max(lefts) - min(lefts) < 1


@pytest.mark.parametrize("number", [1, 2, 4])  # three stand in the frame of the first lesson
def test_every_lane_is_seen_in_the_windows_of_laptops_and_printed(
    number: int, pages: Pages
) -> None:
    page = pages.open(*films(number))
    for window in LAPTOPS:
        resize(page, window)
        if number < 4:
            _begins_at_one_line(page)
        for key in ("Home", "c", "ArrowRight") if number > 1 else ():
            page.keyboard.press(key)
            _all_is_over_the_bar(page, smallest=224)
        if number == 2:
            bar, rows = edges(page, ".controls")[0], edges(page, ".rows")
            assert all(bottom <= bar[1] and bottom - top > 60 for _, top, _, bottom in rows)
    resize(page, LAPTOPS[0])  # what is below the bar is reached by scrolling
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bar = edges(page, ".controls")[0]
    assert all(bottom <= bar[1] + 1 for *_, bottom in edges(page, ".tree, .about, .legend"))
    page.keyboard.press("c")
    for paper in PAPERS:
        page.emulate_media(media="screen")
        resize(page, paper)
        page.emulate_media(media="print")
        _nothing_overlaps(page)
        assert all(right - left > 280 for left, _, right, _ in edges(page, ".board svg"))
        printed = page.pdf(format="A4", landscape=paper[0] > paper[1])
        abreast = 3 if paper[0] > paper[1] else 2
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == ceil(number / abreast)


def test_in_the_frame_of_the_first_lesson_and_on_a_phone_the_traces_are_told_apart(
    pages: Pages,
) -> None:
    page = pages.open(*lesson())
    resize(page, FRAME)
    for key in ("Home", "g", "c", "End"):
        page.keyboard.press(key)
        _all_is_over_the_bar(page, smallest=220)
    resize(page, (PHONE["width"], PHONE["height"]))
    own = page.locator(".strip-name .own")
    assert own.all_inner_texts() == ["naive", "first", "mrv"]
    assert all(own.evaluate_all("all => all.map((e) => e.scrollWidth <= e.clientWidth)"))
    assert page.locator(".strip-name").all_text_contents()[0] == "backtracking-naive"
    page = pages.open(*films(4), size=PHONE)
    names = page.locator(".strip-name .own").all_text_contents()
    assert names == ["hidden", "pairs,order=first", "mrv", "dancing-links"]


def test_the_legend_stands_below_what_is_said_of_a_trace(pages: Pages) -> None:
    page = pages.open(recording_of(explain(LADDER)))
    for window in (*LAPTOPS, (2560, 1300)):
        resize(page, window)
        for _ in range(2):  # closed and open
            ((_, _, _, bottom),) = edges(page, ".about")
            ((_, top, _, _),) = edges(page, ".legend ul")
            assert bottom <= top
            _nothing_overlaps(page)
            page.locator(".about summary").click()
        _begins_at_one_line(page)
        assert edges(page, ".legend ul")[0][3] <= edges(page, ".controls")[0][1]
        assert edges(page, ".rows")[0][3] - edges(page, ".rows")[0][1] > 90


def test_small_boards_and_many_traces_stand_abreast(pages: Pages) -> None:
    def tops(page: Any) -> set[float]:
        return {top for _, top, _, _ in edges(page, ".board")}

    small = traced(jigsaw(), most=200)
    assert len(tops(pages.open(*[small] * 3, size={"width": 735, "height": 800}))) == 1
    page = pages.open(*[traced(NAKED)] * 4, size={"width": 1280, "height": 800})
    assert len(tops(page)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize("others", [[], ["dancing-links"], ["logic"]])
def test_a_phone_never_scrolls_sideways(others: list[str], pages: Pages) -> None:
    films = [traced(SEARCH, solver) for solver in ("backtracking-mrv", *others)]
    page = pages.open(*films, size={"width": 740, "height": 375})
    page.keyboard.press("c")
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    ((_, top, _, bottom), *_), (bar,) = edges(page, ".board"), edges(page, ".controls")
    assert 0 <= bar[1] < bar[3] <= top
    assert bar[3] - bar[1] < 60
    assert top + 200 < bottom <= 375
    resize(page, (PHONE["width"], PHONE["height"]))
    page.locator(".about summary").first.click()
    for key in ("d", "c", "End"):
        page.keyboard.press(key)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ((left, _, right, bottom), *_), (bar,) = edges(page, ".board"), edges(page, ".controls")
    assert right - left > 300
    assert bottom < bar[1]  # the whole board is seen
    assert bar[3] <= PHONE["height"] + 1


@pytest.mark.parametrize("width", [390, 1100, 1300, 1600])
def test_each_guess_of_the_tree_is_seen_in_its_row(width: int, pages: Pages) -> None:
    library("pysat")
    film = record(usable("sat-cadical"), EXAMPLES["queens-8"].problem())
    page = pages.open(film, size={"width": width, "height": 800})
    page.keyboard.press("End")
    inside = """all => all.every((row) => {
        const [label, box] = [row.querySelector(".is"), row].map((e) => e.getBoundingClientRect());
        return label.width && label.left >= box.left && label.right <= box.right
            && label.top >= box.top - 1 && label.bottom <= box.bottom + 1;
    })"""
    assert page.locator(".node").count() > 8
    assert page.locator(".node").evaluate_all(inside)
    ((left, _, right, _),) = edges(page, ".node.current .is")
    ((begin, _, end, _),) = edges(page, ".rows")
    assert begin <= left < right <= end
    assert page.evaluate("document.documentElement.scrollWidth") <= width
