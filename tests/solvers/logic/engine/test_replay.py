"""The check of deductions: whatever is not just what an honest reason entails is refused."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

import pytest

from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic import TECHNIQUES
from accord.solvers.logic.engine.boards import Board, board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import layout
from boards import NINE, locked, marked
from replay.check import check
from replay.entailed import RefusedError

Find = Callable[[Board], Iterator[Deduction]]

PLAIN = layout(NINE)
ELSEWHERE = layout(shape(4)).houses[0]  # row 1 of a smaller board
ROW = PLAIN.rows[0]
X_WING = {"5 row 1": "r1c1 r1c5", "5 row 4": "r4c1 r4c5"}  # in colors as well
RECTANGLES = {"5 box 1": "r1c2 r2c1", "5 column 5": "r1c5 r7c5", "5 column 6": "r1c6 r8c6"}
FOUND: dict[str, tuple[Board, Find]] = {
    "value": (board("5" + "." * 80), TECHNIQUES["prune_candidates"].find),
    "single": (marked({"r1c1": "5"}), TECHNIQUES["naked_singles"].find),
    "pair": (marked({"r1c1": "12", "r1c2": "12"}), TECHNIQUES["naked_pairs"].find),
    "fish": (locked(marked({}), X_WING), TECHNIQUES["x_wing"].find),
    "colors": (
        locked(marked({}), X_WING | {"5 column 1": "r1c1 r4c1"}),
        TECHNIQUES["simple_coloring_rule4"].find,
    ),
    "rectangles": (locked(marked({}), RECTANGLES), TECHNIQUES["empty_rectangles"].find),
}
LIES: list[tuple[str, str, Callable[[Any], dict[str, Any]]]] = [
    ("house: row 1 is no house of this board", "pair", lambda _: {"house": ELSEWHERE}),
    ("houses: row 1 is no house of this board", "fish", lambda _: {"houses": (ROW, ELSEWHERE)}),
    (
        "pairs: row 1 is no house of this board",
        "colors",
        lambda reason: {"pairs": (replace(reason.pairs[0], house=ELSEWHERE),)},
    ),
    (
        "rectangles: row 1 is no house of this board",
        "rectangles",
        lambda reason: {"rectangles": (replace(reason.rectangles[0], line=ELSEWHERE),)},
    ),
    ("cells: something stands there twice", "pair", lambda reason: {"cells": reason.cells * 2}),
    ("houses: something stands there twice", "fish", lambda _: {"houses": (ROW, ROW)}),
    ("IndexError: ", "value", lambda _: {"cell": 81}),
    ("ValueError: ", "rectangles", lambda reason: {"rectangles": reason.rectangles[:1]}),
    ("TypeError: ", "pair", lambda _: {"cells": None}),
    ("AttributeError: ", "pair", lambda _: {"house": None}),
]


def refused(message: str) -> AbstractContextManager[object]:
    return pytest.raises(RefusedError, match=f"^{re.escape(message)}")


def found(name: str) -> tuple[Board, Deduction]:
    """A board, and the last deduction that a technique finds there."""
    now, find = FOUND[name]
    *_, deduction = find(now)
    check(now, deduction)
    return now, deduction


@pytest.mark.parametrize(("message", "name", "parts"), LIES)
def test_refuses_nonsense(message: str, name: str, parts: Callable[[Any], dict[str, Any]]) -> None:
    now, deduction = found(name)
    lie: Reason = replace(deduction.reason, **parts(deduction.reason))
    with refused(message):
        check(now, replace(deduction, reason=lie))


@pytest.mark.parametrize("name", FOUND)
def test_refuses_more_and_less_than_follows(name: str) -> None:
    now, deduction = found(name)
    more = {**deduction.removed, 80: frozenset({9})}
    others: list[dict[str, Any]] = [{"placed": {80: 9}}, {"removed": more}, *less(deduction)]
    for other in others:
        with refused("its reason entails something else"):
            check(now, replace(deduction, **other))


def less(deduction: Deduction) -> Iterator[dict[str, Any]]:
    """The deduction without one of the cells from which it removes something."""
    for cell in deduction.removed if len(deduction.removed) > 1 else ():
        yield {"removed": {c: gone for c, gone in deduction.removed.items() if c != cell}}


def test_refuses_a_reason_of_which_nothing_follows() -> None:
    now, deduction = found("pair")
    with refused("it places and removes nothing"):
        check(now.after([deduction]), Deduction(deduction.reason))


class Hunch(Reason):
    """A reason that no rule knows."""

    sentence = "it must be so"


def test_refuses_a_reason_that_no_rule_is_for() -> None:
    with refused("no rule for Hunch"):
        check(marked({}), Deduction(Hunch(PLAIN, "")))
