"""Sheets: so many puzzles on a page of paper, and no answer beside them."""

import re
from typing import Any

import accord
from accord.puzzles.puzzle import Expected, Instance
from accord.views.boards.sheet import sheet

GRID = accord.Grid(map(int, "1324423124133142"))
PUZZLE = accord.puzzle("1.....3..4.....2")


def some(number: int, source: str = "made, seed 1, more") -> list[Instance]:
    expected = Expected(1, solution=GRID)
    return [Instance(f"<{each}>", PUZZLE, expected, source) for each in range(number)]


def sections(page: str) -> list[str]:
    return re.findall(r"<section>(.*?)</section>", page, re.DOTALL)


def test_answers_stand_on_sheets_of_their_own() -> None:
    found = sections(sheet(some(7), 3))
    assert [each.count("<svg ") for each in found] == [3, 3, 1, 7]
    values = [len(re.findall(r">\d</text>", each)) for each in found]
    assert values == [12, 12, 4, 7 * 16]
    assert "&lt;6&gt;" in found[2]
    assert ["made, seed 1<" in each for each in found] == [False, False, False, True]
    without = [Instance("a", PUZZLE)]
    assert len(sections(sheet(without))) == 1


def test_a_sheet_is_a_page_of_paper(browser: Any) -> None:
    window = browser.new_page()
    for number, on_a_sheet, pages in ((7, 3, 4), (2, 1, 3), (13, 12, 4), (8, 8, 2)):
        window.set_content(sheet(some(number), on_a_sheet))
        printed = window.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type /Page\b", printed)) == pages
    window.close()
