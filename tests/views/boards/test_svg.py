"""Drawings of boards: valid XML that needs nothing else, with every value where it belongs."""

import re
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from accord import puzzle
from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.puzzles.grid import SYMBOLS
from accord.views.boards.svg import MARGIN, PAGE, PAPER, THICK, UNIT, board
from accord.views.boards.text_boards import LOOKS, moment
from format_samples import NAKED, puzzles
from optional import slow

SVG = "{http://www.w3.org/2000/svg}"
JIGSAW = "AABBAABBCCDDCCDD"


def drawn(text: str) -> ElementTree.Element:
    """The drawing, parsed; it names nothing outside itself."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"href|url\(|<script|<style|@import|<image|<!DOCTYPE", text)
    assert re.findall('http[^"]*', text) == ["http://www.w3.org/2000/svg"]
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}", f"{height:g}")
    return root


def texts(root: ElementTree.Element, size: int) -> list[tuple[int, str, bool, float]]:
    """The cell of each text, what it says, whether it is bold and how large it is."""
    found = []
    for each in root.iter(f"{SVG}text"):
        row, column = (int((float(each.attrib[at]) - MARGIN) // UNIT) for at in ("y", "x"))
        bold = each.attrib.get("font-weight") == "bold"
        found.append((row * size + column, each.text or "", bold, float(each.attrib["font-size"])))
    return found


@given(puzzles())
@settings(max_examples=50)
def test_values_and_candidates_stand_in_their_cells_and_givens_are_bold(asked: Puzzle) -> None:
    slow()
    half = Grid(value or (cell % 2) for cell, value in enumerate(asked.givens))
    for look, grid in product(LOOKS, (half, asked.givens)):
        now, expected = moment(asked, grid), []
        for cell, value in enumerate(grid):
            small = sorted(now.domains[cell]) if look in ("candidates", "racket") else ()
            shown = [value] if value else small
            expected += [(cell, SYMBOLS[each], asked.givens[cell] > 0) for each in shown]
        found = texts(drawn(board(asked, grid, look=look)), asked.size)
        found.sort(key=lambda each: each[0])  # all values come before all candidates
        assert [(cell, text, bold) for cell, text, bold, _ in found] == expected


def _thick(text: str) -> str:
    """The path of the thick lines."""
    (path,) = re.findall(rf'<path d="([^"]*)"[^>]*stroke-width="{THICK}"', text)
    assert isinstance(path, str)
    return path


def test_thick_lines_stand_round_boxes_and_regions_only() -> None:
    assert _thick(board(puzzle(NAKED))).count("M") == 5  # the frame, and two lines each way
    assert _thick(board(puzzle("." * 16, regions=JIGSAW))).count("M") == 3
    assert _thick(board(Puzzle(shape(5, rules=["latin"]), Grid([0] * 25)))).count("M") == 1
    crooked = puzzle("." * 16, regions="AAABACBBCCDBCDDD")
    assert _thick(board(crooked)).count("M") > 4


def test_diagonals_windows_and_further_constraints_are_drawn() -> None:
    plain = board(Puzzle(shape(9), Grid([0] * 81)))
    diagonals = board(Puzzle(shape(9, rules=["diagonals"]), Grid([0] * 81)))
    windows = board(Puzzle(shape(9, rules=["windoku"]), Grid([0] * 81)))
    cage = AllDifferent((0, 1, 9), "cage")
    caged = board(Puzzle(shape(9, extra=[cage]), Grid([0] * 81)))
    assert diagonals.count("<path") == plain.count("<path") + 1
    assert windows.count("z") == plain.count("z") + 36
    (outline,) = re.findall(r'<path d="([^"]*)"[^>]*stroke-dasharray', caged)
    assert outline.count("M") == 8  # three cells in a corner have eight sides
    assert "stroke-dasharray" not in plain


def test_no_diagonal_runs_through_text() -> None:
    shapes = shape(9, rules=["diagonals"]), shape(6, rules=["diagonals"])
    nine, six = (Puzzle(each, Grid([0, 1, 2] * (each.size**2 // 3))) for each in shapes)
    large = Puzzle(shape(36, rules=["diagonals"]), Grid([36] * 36**2))
    for each, look in product((nine, six, large), LOOKS):
        text = board(each, look=look)
        (path,) = re.findall('<path d="([^"]*)" stroke="#999"', text)
        ends = [complex(*map(float, at.split(","))) for at in re.findall("[^ML]+", path)]
        lines = [*zip(ends[::2], ends[1::2], strict=True)]
        assert len(lines) > 2
        for value in drawn(text).iter(f"{SVG}text"):
            x, y, height = (float(value.attrib[name]) for name in ("x", "y", "font-size"))
            middle = complex(x, y - 0.36 * height)
            assert min(_distance(middle, *line) for line in lines) > height / 2 - 0.1


def _distance(point: complex, start: complex, end: complex) -> float:
    """From a point to a line that ends."""
    along = ((point - start) / (end - start)).real
    return abs(point - start - min(max(along, 0), 1) * (end - start))


REASON = {
    "cells": [2, 3],
    "candidates": [[2, 3], [2, 4], [3, 3], [3, 4]],
    "links": [
        {"from": {"cells": [2], "value": 3}, "to": {"cells": [3], "value": 3}, "strong": True},
        {"from": {"cells": [2], "value": 4}, "to": {"cells": [3], "value": 4}, "strong": False},
    ],
}


def test_a_reason_is_readable_without_colours() -> None:
    asked = puzzle("12.. .... .... ....")
    text = board(asked, look="candidates", reason=REASON, removed={(6, 3), (7, 4)})
    assert len(list(drawn(text).iter(f"{SVG}circle"))) == 4
    assert text.count("stroke-dasharray") == 1
    (strokes,) = re.findall(r'<path d="([^"]*)" stroke="#c00"', text)
    assert strokes.count("M") == 2
    grey = [each for each in drawn(text).iter(f"{SVG}text") if "fill" in each.attrib]
    assert [each.text for each in grey] == ["3", "4"]
    colours = set(re.findall("#[0-9a-f]+", text)) - {"#c00"}
    assert all(len({*colour[1:]}) == 1 or colour == "#dcdcdc" for colour in colours)
    assert "circle" not in board(asked, look="plain", reason=REASON)


def test_in_a_page_a_drawing_has_the_colour_of_its_text_and_no_ground() -> None:
    asked = puzzle("12.. .... .... ....", rules=["diagonals"])
    for look in LOOKS:
        paper, page = (
            board(asked, look=look, reason=REASON, cells=[9], colours=colours)
            for colours in (PAPER, PAGE)
        )
        assert paper.count("#000") == page.count("currentColor") > 1
        assert '"#fff"' in paper
        assert not re.search('"#(000|fff|eee|dcdcdc)"', page)
        plain = [re.sub('(fill|stroke)="[^"]*"', "", text) for text in (paper, page)]
        assert plain[0].replace(re.findall("<rect.*\n", plain[0])[0], "", 1) == plain[1]


def test_numbers_of_two_digits_fit_in_their_cells() -> None:
    asked = Puzzle(shape(36), Grid([36, 9] + [0] * (36 * 36 - 2)))
    (_, two, _, small), (_, one, _, large) = texts(drawn(board(asked)), 36)
    assert (two, one) == ("36", "9")
    assert small * 2 * 0.6 < UNIT
    assert large <= UNIT
    marks = texts(drawn(board(asked, look="candidates")), 36)
    assert {len(text) for _, text, bold, _ in marks if not bold} == {1, 2}


def test_candidates_do_not_overlap() -> None:
    for size in (4, 9, 16, 25):
        asked = Puzzle(shape(size), Grid([0] * size**2))
        places = [
            (float(each.attrib["y"]), float(each.attrib["x"]), float(each.attrib["font-size"]))
            for each in drawn(board(asked, look="candidates")).iter(f"{SVG}text")
        ]
        first = sorted(places[:size])
        for (y, x, height), (below, beside, _) in pairwise(first):
            assert below - y > 0.7 * height or beside - x > 0.55 * height


def test_a_title_is_escaped_and_an_unknown_look_refused() -> None:
    text = board(puzzle("." * 16), title='<b>"&')
    assert drawn(text).findtext(f"{SVG}title") == '<b>"&'
    with pytest.raises(ValueError, match="found the look 'round'"):
        board(puzzle("." * 16), look="round")
