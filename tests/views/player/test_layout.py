"""Where the parts of the player stand: in the windows of laptops, in a frame, on paper."""

import re
from functools import cache
from itertools import combinations
from math import ceil
from typing import Any

import pytest

from accord import explain
from accord.solvers.logic.engine.logic_trace import recording_of
from accord.solvers.traces.events import Recording
from browser import PHONE, launched
from format_samples import SEARCH
from player_pages import LADDER, Pages, pages, traced

__all__ = ["launched", "pages"]  # fixtures

LAPTOPS = [(1366, 650), (1280, 720), (1280, 800), (1536, 730), (1920, 950)]
FRAME = (736, 678)  # of the first lesson
LESSON = "....125...6...6..3.51.2..25........."
PAPERS = [(688, 969), (1017, 640)]  # A4 upright and across, without its margins
SOLVERS = (
    "backtracking-mrv:filter=hidden",
    "backtracking-mrv:order=first,filter=pairs",
    "backtracking-mrv",
    "dancing-links",
)


@cache
def film(solver: str) -> Recording:
    return traced(SEARCH, solver)


def films(number: int) -> list[Recording]:
    return [film(solver) for solver in SOLVERS[:number]]


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
    """What each lane tells is seen without scrolling, under a board that can be read."""
    (_, bar, _, _), *_ = edges(page, ".controls")
    for name in (".said", ".counters"):
        assert all(bottom <= bar for *_, bottom in edges(page, name)), name
    assert all(right - left >= smallest for left, _, right, _ in edges(page, ".board svg"))
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth).length"
    assert page.locator(".counters dd").evaluate_all(cut) == 0
    _nothing_overlaps(page)


def _nothing_overlaps(page: Any) -> None:
    boxes = edges(page, "h1, h2, .board svg, .said, .counters")
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1], (one, other)
    assert max(right for _, _, right, _ in boxes) <= page.evaluate("innerWidth")


@pytest.mark.parametrize("number", [2, 3, 4])
def test_words_and_counters_of_every_lane_stand_over_the_bar(number: int, pages: Pages) -> None:
    page = pages.open(*films(number))
    for window in LAPTOPS:
        resize(page, window)
        for key in ("Home", "c", "ArrowRight"):
            page.keyboard.press(key)
            _all_is_over_the_bar(page, smallest=224)
        if number == 2:
            bar, rows = edges(page, ".controls")[0], edges(page, ".rows")
            assert all(bottom <= bar[1] and bottom - top > 60 for _, top, _, bottom in rows)


def test_in_the_frame_of_the_first_lesson_the_counters_are_seen(pages: Pages) -> None:
    page = pages.open(*lesson())
    resize(page, FRAME)
    for key in ("Home", "g", "c", "End"):
        page.keyboard.press(key)
        _all_is_over_the_bar(page, smallest=220)


def test_what_is_below_the_bar_is_reached_by_scrolling(pages: Pages) -> None:
    page = pages.open(*films(4))
    resize(page, LAPTOPS[0])
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bar = edges(page, ".controls")[0]
    for name in (".tree", ".about", ".legend"):
        assert all(bottom <= bar[1] + 1 for *_, bottom in edges(page, name)), name


@pytest.mark.parametrize("number", [1, 2, 3])
def test_title_boards_and_buttons_begin_at_one_line(number: int, pages: Pages) -> None:
    page = pages.open(*films(number))
    for window in (*LAPTOPS, (2560, 1300)):
        resize(page, window)
        lefts = [edges(page, name)[0][0] for name in ("h1", ".lane", ".drive", ".legend li")]
        assert max(lefts) - min(lefts) < 1


def test_the_legend_stands_below_what_is_told_of_a_trace(pages: Pages) -> None:
    page = pages.open(recording_of(explain(LADDER)))
    for window in (*LAPTOPS, (2560, 1300)):
        resize(page, window)
        for _ in range(2):  # closed and open
            ((_, _, _, bottom),) = edges(page, ".about")
            ((_, top, _, _),) = edges(page, ".legend ul")
            assert bottom <= top
            _nothing_overlaps(page)
            page.locator(".about summary").click()
        assert edges(page, ".legend ul")[0][3] <= edges(page, ".controls")[0][1]
        assert edges(page, ".rows")[0][3] - edges(page, ".rows")[0][1] > 90


def test_the_timelines_of_a_phone_show_in_what_their_names_differ(pages: Pages) -> None:
    page = pages.open(*lesson(), size=PHONE)
    own = page.locator(".strip-name .own")
    assert own.all_inner_texts() == ["naive", "first", "mrv"]
    assert all(own.evaluate_all("all => all.map((e) => e.scrollWidth <= e.clientWidth)"))
    assert page.locator(".strip-name").all_text_contents()[0] == "backtracking-naive"
    page = pages.open(*films(4), size=PHONE)
    assert page.locator(".strip-name .own").all_text_contents() == [
        "hidden",
        "pairs,order=first",
        "mrv",
        "dancing-links",
    ]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("paper", PAPERS)
def test_boards_stand_side_by_side_on_paper(
    number: int, paper: tuple[int, int], pages: Pages
) -> None:
    page = pages.open(*films(number))
    page.keyboard.press("c")
    resize(page, paper)
    page.emulate_media(media="print")
    _nothing_overlaps(page)
    assert all(right - left > 280 for left, _, right, _ in edges(page, ".board svg"))
    sheets = page.pdf(format="A4", landscape=paper[0] > paper[1])
    abreast = 3 if paper[0] > paper[1] else 2
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == ceil(number / abreast)
