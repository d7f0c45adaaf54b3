"""The report in a real browser: it loads nothing else, has no errors, and does what is clicked."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import PHONE, Opened
from optional import library
from report_campaign import IMAGE, SCRIPT, SOLVERS, instances

library("scipy")
library("altair")
library("vl_convert")

from accord.puzzles.files.texts import read  # noqa: E402

DRAWN = "data-drawn"


@pytest.fixture(scope="module")
def file(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def page(browser: Any, file: Path) -> Iterator[Any]:
    """The page in which all tests click that leave it as usable as it was."""
    opened = Opened(browser, file, ready=DRAWN)
    yield opened.page
    opened.close()


def column(page: Any, place: int) -> list[str]:
    cells = page.locator(f"#table-comparison tbody tr:visible > *:nth-child({place})")
    return [str(text).strip() for text in cells.all_inner_texts()]


def test_every_figure_is_drawn(page: Any) -> None:
    paths = page.locator("[data-figure] svg").evaluate_all(
        "all => all.map((each) => each.querySelectorAll('path').length)"
    )
    assert len(paths) == page.locator("[data-figure]").count() == 11
    assert min(paths) > 5
    assert page.locator("#failed").is_hidden()


def test_a_heading_sorts_by_click_and_by_key_and_unknown_comes_last(page: Any) -> None:
    wrong = page.locator("#table-comparison thead button", has_text="wrong")
    wrong.click()
    assert column(page, 4) == ["0", "0", "0", "1"]
    wrong.focus()
    page.keyboard.press("Enter")
    assert column(page, 4) == ["1", "0", "0", "0"]
    assert page.locator("#table-comparison th[aria-sort=descending]").count() == 1
    page.locator("#table-comparison thead button", has_text="mean").click()
    assert column(page, 1)[0] == IMAGE  # the quickest
    assert column(page, 1)[-1] == "slow"  # by numbers, not by texts: >=6.25 s
    quantile = page.locator("#table-scores thead button", has_text="90 %")
    for _ in range(2):
        quantile.click()
        last = page.locator("#table-scores tbody tr").last
        assert last.locator("th").inner_text() == "slow"
        assert last.locator("td").nth(7).inner_text() == ">=10.0 s"


def test_a_filter_leaves_what_was_asked_for(page: Any) -> None:
    page.fill("[data-filter=comparison]", "FAU")
    assert column(page, 1) == ["faulty"]
    assert page.locator("[data-count=comparison]").inner_text() == "1 of 4"
    page.fill("[data-filter=comparison]", "")
    assert len(column(page, 1)) == len(SOLVERS)


def chosen(page: Any, one: str, other: str) -> None:
    page.select_option("#one", one)
    page.select_option("#other", other)
    page.wait_for_function(
        "other => document.querySelector('#scatter-chart svg').textContent.includes(other)",
        arg=other,
    )


def point(page: Any, name: str) -> Any:
    return page.locator(f'#scatter-chart path[aria-label*="{name}"]').first


def test_a_click_on_a_point_shows_the_puzzle_and_both_answers_which_can_be_exchanged(
    page: Any,
) -> None:
    chosen(page, "quick", "faulty")
    point(page, "nine-1").click(force=True)
    answers = page.locator("#said")
    assert answers.locator("h3").inner_text() == "nine-1"
    text = answers.inner_text()
    assert "REFUTED. It claimed: no solution." in text
    assert "1 solution and no other (claimed)" in text
    assert "unique (agreed" in text
    assert answers.locator("dd.hint").all_inner_texts() == [
        "nodes 12, conflicts 3",
        "nodes >=12, conflicts >=3",  # of a refuted run
    ]
    assert answers.locator(".board td").count() == 81
    assert answers.locator(".board td.given").count() == 72
    assert answers.locator(".board td.right").count() == 2 * 9
    grid = "".join(answers.locator(".board td").all_inner_texts())
    assert grid == str(instances()[1].solution)
    answers.get_by_role("button", name="puzzle").click()
    grid = "".join(text or "." for text in answers.locator(".board td").all_inner_texts())
    assert grid == str(instances()[1].puzzle)
    page.locator("#swap").click()
    page.wait_for_function("document.querySelector('#one').value === 'faulty'")
    assert page.locator("#said dt").all_inner_texts() == ["faulty", "quick"]
    assert page.locator("#said h3").inner_text() == "nine-1"


def test_keys_go_from_puzzle_to_puzzle(page: Any) -> None:
    chosen(page, "quick", "faulty")
    page.focus("#scatter-chart")
    seen = []
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        seen.append(page.locator("#said h3").inner_text())
    assert set(seen) == {each.name for each in instances()}
    assert seen[4] == seen[0]  # once around
    page.keyboard.press("ArrowLeft")
    assert page.locator("#said h3").inner_text() == seen[3]


def test_a_time_out_stands_on_its_rail_and_its_puzzle_can_be_copied(page: Any) -> None:
    chosen(page, "quick", "slow")
    point(page, "jigsaw-1").click(force=True)
    answers = page.locator("#said")
    assert "out of time" in answers.inner_text()
    command = answers.locator("#asked").inner_text()
    check, text, *options = shlex.split(command.removeprefix("accord "))
    assert (check, read(text)) == ("check", instances()[0].puzzle)
    assert options[:2] == ["-n", "2"]
    thick = "els => els.map(e => e.classList.contains('right') ? 1 : 0).join('')"
    assert answers.locator(".board td").evaluate_all(thick) == "0100110011000100"
    assert "not solved" in page.locator("#scatter-chart svg").text_content()
    late = point(page, "jigsaw-1").bounding_box()
    assert "y: 15;" in point(page, "jigsaw-1").get_attribute("aria-label")  # beyond the limit
    others = [point(page, name).bounding_box() for name in ("four-1", "nine-1")]
    assert all(late["y"] < other["y"] for other in others)


def test_the_intervals_can_be_read_against_any_solver(page: Any) -> None:
    names = page.locator("[data-figure=forest] svg")
    assert "quick" in names.text_content()
    page.select_option("#reference", IMAGE)
    page.wait_for_function(
        "() => !document.querySelector('[data-figure=forest] svg .role-axis-label')"
        "?.textContent.includes('onerror')"
    )


def test_names_are_text_wherever_they_stand(page: Any) -> None:
    assert page.title().endswith("4 puzzles, 4 solvers, 20 runs")
    assert page.locator("img").count() == 0
    chosen(page, IMAGE, "slow")
    assert IMAGE in page.locator("#scatter-chart svg").text_content()
    page.focus("#scatter-chart")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        if page.locator("#said h3").inner_text() == SCRIPT:
            break
    assert page.locator("#said h3").inner_text() == SCRIPT
    point(page, "four-1").hover(force=True)
    page.wait_for_selector(".vg-tooltip.visible")
    assert IMAGE in page.locator(".vg-tooltip").inner_text()
    assert page.locator("img").count() == 0
    assert page.title() != "owned"


def shown(page: Any) -> list[str]:
    return list(page.locator("#table-runs tbody th").all_inner_texts())


def test_puzzles_can_be_filtered_and_an_address_leads_back_to_what_was_chosen(
    browser: Any, file: Path
) -> None:
    opened = Opened(browser, file)
    tab = opened.page
    assert len(shown(tab)) == 4
    assert tab.locator("#runs-count").inner_text() == "4 of 4 puzzles"
    tab.select_option("#runs-ended", "t")
    assert shown(tab) == ["jigsaw-1"]
    tab.select_option("#runs-ended", "~")
    assert shown(tab) == ["jigsaw-1", "nine-1"]
    tab.fill("#runs-puzzle", "NINE")
    tab.fill("#runs-solver", "fau")
    assert tab.locator("#table-runs thead th").all_inner_texts() == ["puzzle", "faulty"]
    assert shown(tab) == []  # of one solver all are alike
    tab.select_option("#runs-ended", "w")
    tab.locator("#table-runs tbody tr").click()
    assert "REFUTED. It claimed: no solution." in tab.locator("#run-said").inner_text()
    assert tab.locator("#run-said dt").count() == len(SOLVERS)
    address = tab.evaluate("location.href")
    opened.close()
    again = Opened(browser, file)
    again.page.goto(address)
    again.page.wait_for_function("document.querySelector('#run-said h3') !== null")
    assert shown(again.page) == ["nine-1"]
    assert again.page.locator("#runs-ended").input_value() == "w"
    assert again.page.locator("#run-said h3").inner_text() == "nine-1"
    again.close()


def test_headers_stay_and_a_table_that_goes_on_says_so(browser: Any, file: Path) -> None:
    opened = Opened(browser, file, PHONE)
    box = opened.page.locator("#table-comparison").locator("xpath=..")
    assert "more" in box.get_attribute("class")
    box.evaluate("e => { e.style.maxHeight = '90px'; e.scrollTop = 60; }")
    top = box.evaluate(
        """e => e.querySelector('thead th').getBoundingClientRect().top
        - e.getBoundingClientRect().top"""
    )
    assert abs(top) < 2
    box.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
    opened.page.wait_for_function(
        "() => !document.querySelector('#table-comparison').parentElement.matches('.more')"
    )
    opened.close()


def test_a_phone_scrolls_tables_and_not_the_page(browser: Any, file: Path) -> None:
    opened = Opened(browser, file, PHONE, "dark", DRAWN)
    chosen(opened.page, "quick", "slow")
    opened.page.locator("#after").click()
    first = opened.page.locator("#said h3").inner_text()
    assert first == "jigsaw-1"  # the time-out: the largest difference
    width = opened.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    box = opened.page.locator("#table-comparison").locator("xpath=..")
    assert (
        box.evaluate("e => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX")
        == "auto"
    )
    opened.close()


def colours(page: Any) -> tuple[str, str]:
    paper = page.locator("section").nth(1).evaluate("e => getComputedStyle(e).backgroundColor")
    label = page.locator("[data-figure=boxes] svg .role-axis-label text").first
    return paper, label.evaluate("e => getComputedStyle(e).fill")


def test_figures_follow_the_page_into_the_dark_and_onto_paper_and_strange_scripts_are_stopped(
    browser: Any, file: Path
) -> None:
    opened = Opened(browser, file, ready=DRAWN)
    chosen(opened.page, "quick", "faulty")
    opened.page.focus("#scatter-chart")
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.locator("#said h3").inner_text() == "nine-1"  # the wrong one comes first
    light = colours(opened.page)
    opened.page.emulate_media(color_scheme="dark")
    dark = colours(opened.page)
    assert light[0] == "rgb(255, 255, 255)"
    assert all(one != other for one, other in zip(light, dark, strict=True))
    opened.page.emulate_media(color_scheme="dark", media="print")
    assert colours(opened.page) == light
    assert opened.page.locator("nav").is_hidden()
    assert opened.page.pdf()[:4] == b"%PDF"
    assert opened.complaints == []
    opened.obeys_its_policy()


def test_what_is_printed_before_every_figure_is_drawn_has_them_all(
    browser: Any, file: Path
) -> None:
    context = browser.new_context(viewport=PHONE)
    tab = context.new_page()
    tab.add_init_script(
        """document.addEventListener("DOMContentLoaded", () => {
            const root = document.documentElement;
            new MutationObserver((changes, me) => {
                if (!root.dataset.ready) return;
                me.disconnect();
                window.early = document.querySelectorAll("[data-figure] svg").length;
                dispatchEvent(new Event("beforeprint"));
            }).observe(root, {attributes: true});
        });
        addEventListener("beforeprint", () => setTimeout(() => {
            window.printed = document.querySelectorAll("[data-figure] svg").length;
        }));"""
    )
    tab.goto(file.as_uri())
    tab.wait_for_selector("html[data-drawn]", state="attached")
    tab.wait_for_function("window.printed !== undefined")
    assert tab.evaluate("window.early") < 11
    assert tab.evaluate("window.printed") == 11
    context.close()


def test_without_scripts_findings_and_tables_are_there(browser: Any, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(file.as_uri())
    assert "faulty was refuted" in plain.locator("#findings").inner_text()
    assert plain.locator("#table-comparison tbody tr").count() == len(SOLVERS)
    assert plain.locator("noscript").count() == 1
    context.close()
