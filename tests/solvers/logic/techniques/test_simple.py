"""The simple tier: boards with one thing to find, turned too, and exactly what follows."""

import pytest

from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic.engine.boards import Board, board
from accord.solvers.logic.engine.order import TECHNIQUES
from accord.solvers.logic.replay.check import check
from drawn_boards import Removed, assert_lies_are_refused, marked, removed

EVERY = "123456789"
FOUR = shape(4)


def row(number: int, marks: str, cells: str = EVERY) -> dict[str, str]:
    """The same marks in cells of a row."""
    return {f"r{number}c{column}": marks for column in cells}


def lost(values: str, cells: dict[str, str]) -> Removed:
    return {cell: {*map(int, values)} for cell in cells}


BOX_1 = row(1, "", "123") | row(2, "", "123") | row(3, "", "123")
NOT_5 = "12346789"

# What to find it with, the marks that are not all, and what each deduction removes.
FOUND: dict[str, tuple[str, dict[str, str], list[Removed]]] = {
    "a pair in a row and in a box": (
        "naked_pairs",
        row(1, "12", "13"),
        [
            lost("12", row(1, "", "2456789")),
            lost("12", row(1, "", "2") | row(2, "", "123") | row(3, "", "123")),
        ],
    ),
    "a pair in a row": ("naked_pairs", row(1, "78", "19"), [lost("78", row(1, "", "2345678"))]),
    "three pairs": (
        "naked_triples",
        {"r1c1": "12", "r1c5": "23", "r1c9": "13"},
        [lost("123", row(1, "", "234678"))],
    ),
    "a triple": ("naked_triples", row(1, "456", "159"), [lost("456", row(1, "", "234678"))]),
    "four pairs": (
        "naked_quads",
        {"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "14"},
        [lost("1234", row(1, "", "23568"))],
    ),
    "a quad": ("naked_quads", row(1, "6789", "1479"), [lost("6789", row(1, "", "23568"))]),
    "two values in two cells": (
        "hidden_pairs",
        row(1, "3456789", "2346789"),
        [lost("3456789", row(1, "", "15"))],
    ),
    "two values that stand with one more": (
        "hidden_pairs",
        row(1, "3456789", "2346789") | row(1, "129", "15"),
        [lost("9", row(1, "", "15"))],
    ),
    "three values in three cells": (
        "hidden_triples",
        row(1, "456789", "234678"),
        [lost("456789", row(1, "", "159"))],
    ),
    "three values, two and two in three cells": (
        "hidden_triples",
        row(1, "456789", "234678") | {"r1c1": "128", "r1c5": "23", "r1c9": "13"},
        [lost("8", row(1, "", "1"))],
    ),
    "four values in four cells": (
        "hidden_quads",
        row(1, "56789", "23568"),
        [lost("56789", row(1, "", "1479"))],
    ),
    "four values, two and two in four cells": (
        "hidden_quads",
        row(1, "56789", "23568") | {"r1c1": "125", "r1c4": "23", "r1c7": "34", "r1c9": "14"},
        [lost("5", row(1, "", "1"))],
    ),
    "a pointing pair": (
        "pointing_pairs_pointing_triples",
        dict.fromkeys({**BOX_1}.keys() - {"r1c1", "r1c3"}, NOT_5),
        [lost("5", row(1, "", "456789"))],
    ),
    "a pointing triple": (
        "pointing_pairs_pointing_triples",
        dict.fromkeys({**BOX_1}.keys() - row(1, "", "123").keys(), NOT_5),
        [lost("5", row(1, "", "456789"))],
    ),
    "a line in a box": (
        "box_line_reduction",
        row(1, NOT_5, "456789"),
        [lost("5", row(2, "", "123") | row(3, "", "123"))],
    ),
    "two cells of a line in a box": (
        "box_line_reduction",
        row(1, NOT_5, "2456789"),
        [lost("5", row(2, "", "123") | row(3, "", "123"))],
    ),
}


def turned(cell: str) -> str:
    """r1c2 as r2c1."""
    return f"r{cell[3]}c{cell[1]}"


@pytest.mark.parametrize("across", [True, False], ids=["in rows", "in columns"])
@pytest.mark.parametrize("case", FOUND)
def test_finds_just_what_is_there(case: str, across: bool) -> None:
    name, marks, expected = FOUND[case]
    if not across:
        marks = {turned(cell): values for cell, values in marks.items()}
        expected = [{turned(cell): gone for cell, gone in each.items()} for each in expected]
    start = marked(marks)
    found = list(TECHNIQUES[name].find(start))
    assert [removed(deduction) for deduction in found] == expected
    for deduction in found:
        check(start, deduction)
    assert assert_lies_are_refused(start, found[0]) > 20


@pytest.mark.parametrize(
    ("name", "start", "placed"),
    [
        ("naked_singles", marked({"r1c1": "3"}), [{0: 3}]),
        ("naked_singles", marked({"r1c2": "4", "r4c4": "1"}, FOUR), [{1: 4}, {15: 1}]),
        ("hidden_singles", marked(row(1, "134", "124"), FOUR), [{2: 2}]),
        ("hidden_singles", marked({"r2c1": "34", "r3c1": "34", "r4c1": "134"}, FOUR), [{0: 2}]),
        # the last open cell of a house is both kinds, and hidden in three houses
        ("naked_singles", board("123{4}34.." + "." * 8), [{3: 4}]),
    ],
)
def test_places_just_what_is_there(name: str, start: Board, placed: list[dict[int, int]]) -> None:
    found = list(TECHNIQUES[name].find(start))
    assert [dict(deduction.placed) for deduction in found] == placed
    for deduction in found:
        check(start, deduction)
        assert assert_lies_are_refused(start, deduction) > 5


def test_a_hidden_single_is_one_in_each_house_that_it_is_alone_in() -> None:
    start = board("123{4}34{12}{12}" + "." * 8)
    houses = [d.reason.as_json()["house"] for d in TECHNIQUES["hidden_singles"].find(start)]
    assert houses == ["row 1", "box 2"]


def test_prunes_what_each_value_sees() -> None:
    find = TECHNIQUES["prune_candidates"].find
    (alone,) = find(board("1" + "." * 15))
    assert removed(alone) == lost(
        "1", row(1, "", "234") | row(2, "", "12") | {"r3c1": "", "r4c1": ""}
    )
    one, other = find(board("1" + "." * 13 + "{12}2"))
    assert removed(other) == lost(
        "2", row(4, "", "123") | row(3, "", "34") | {"r1c4": "", "r2c4": ""}
    )
    assert "r4c3" not in removed(one)


@pytest.mark.parametrize("name", list(TECHNIQUES)[:11])
def test_blank_boards_have_nothing_to_find(name: str) -> None:
    for text in ("." * 81, "." * 16, "1"):
        assert not list(TECHNIQUES[name].find(board(text)))
