"""Everything that replaying a unique rectangle needs, each with a lie that lacks just that."""

from collections.abc import Callable, Iterator

import pytest

from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic import TECHNIQUES
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import House, layout
from accord.solvers.logic.replay import rectangles
from accord.solvers.logic.techniques.hidden_rectangles import Forced
from drawn_boards import NINE, marked
from logic_boards import locked
from replay_reasons import Stated, assert_refused, but, invented, put, requirements

# Corners r1c1, r1c4, r2c1 and r2c4 are the cells 0, 3, 9 and 12, in boxes 1 and 2; r3c4 is 21.
SIDE = {"r1c1": "12", "r2c1": "12"}
SIX = {"r1c1": "12", "r1c2": "13", "r4c1": "123", "r4c2": "23", "r7c1": "23", "r7c2": "1345"}
PAIR = {"r1c1": "12", "r2c4": "12"}
IN_BOX = {"1 box 2": "r1c4 r2c4"}
IN_ROWS = {"1 row 1": "r1c1 r1c4", "1 row 2": "r2c1 r2c4"}
ROUND = {"1 row 1": "r1c1 r1c4", "1 column 1": "r1c1 r2c1"}


def house(name: str) -> House:
    return {house.name: house for house in layout(NINE).houses}[name]


def stated(find: Callable[[Board], Iterator[Deduction]], board: Board) -> Stated:
    """The first reason that a technique gives on a board."""
    return board, next(find(board)).reason


def of(truth: Stated, marks: dict[str, str], **changes: object) -> Stated:
    """A reason stated of a board with other marks."""
    return marked(marks), but(truth, **changes)[1]


def on(board: Board, truth: Stated, **changes: object) -> Stated:
    """A reason stated of another board."""
    return board, but(truth, **changes)[1]


def seen_by_diagonals(truth: Stated) -> Stated:
    board, reason = truth
    crossed = layout(shape(9, rules=["diagonals"]))
    return Board(crossed, board.values, board.marks, 0), reason


CORNER = stated(
    TECHNIQUES["unique_rectangles_type1"].find, marked({**SIDE, "r1c4": "12", "r2c4": "123"})
)
EXTRA = stated(
    TECHNIQUES["unique_rectangles_type2"].find, marked({**SIDE, "r1c4": "123", "r2c4": "123"})
)
SET_MARKS = {**SIDE, "r1c4": "123", "r2c4": "124", "r3c4": "34"}
SET = stated(TECHNIQUES["unique_rectangles_type3"].find, marked(SET_MARKS))
LOCKED = stated(TECHNIQUES["unique_rectangles_type4"].find, locked(marked(SIDE), IN_BOX))
TWICE = stated(TECHNIQUES["unique_rectangles_type5"].find, locked(marked(PAIR), IN_ROWS))
LAST = stated(TECHNIQUES["extended_unique_rectangles"].find, marked(SIX))
WHOLE = stated(TECHNIQUES["hidden_unique_rectangles"].find, locked(marked({"r2c4": "12"}), ROUND))
FOURTH = Forced(12, 2, None)
NEIGHBOURS = Forced(3, 1, house("row 1")), Forced(9, 1, house("column 1"))

# Regions 1 and 2 hold opposite corners of a square each.
CROSSING = shape(4, regions=[0, 1, 2, 2, 1, 0, 3, 3, 0, 1, 2, 3, 0, 1, 2, 3])
CROSSED = marked({"r1c1": "12", "r1c2": "12", "r2c1": "12", "r2c2": "123"}, CROSSING)
BESIDE = marked({"r1c1": "12", "r1c2": "12", "r2c1": "12", "r2c2": "123"})
FOUR_BOXES = marked({"r1c1": "12", "r1c4": "12", "r4c1": "12", "r4c4": "123"})
IN_A_ROW = marked({"r1c1": "12", "r1c2": "12", "r1c4": "12", "r1c5": "123"})

OTHER_VALUE = locked(marked({**SIDE, "r1c4": "123", "r2c4": "123"}), {"3 box 2": "r1c4 r2c4"})
TALL = locked(TWICE[0], {"1 column 1": "r1c1 r2c1"})
LEFT_SIDE = locked(marked(SIDE), IN_ROWS)
FOUR_VALUES = {**SIX, "r7c1": "234"}
STAIRS = {"r1c1": "12", "r1c2": "13", "r4c1": "123", "r4c2": "23", "r7c2": "23", "r7c3": "1345"}
TWO_BOXES = {name.replace("c2", "c4"): marks for name, marks in SIX.items()}
FORCED_ELSEWHERE = locked(marked({"r2c4": "12", "r9c4": "12"}), ROUND)

# What is needed: a reason that holds, and one that lacks just that.
LIES = {
    "rules besides rows, columns and boxes see the corners": [
        (truth, seen_by_diagonals(truth)) for truth in (CORNER, EXTRA, SET, LOCKED, TWICE, WHOLE)
    ],
    "not four cells": [(CORNER, but(CORNER, cells=(0, 3, 9, 12, 12)))],
    "not two values": [
        (CORNER, but(CORNER, values=(1, 2, 3))),
        (CORNER, of(CORNER, {"r1c1": "1", "r1c4": "1", "r2c1": "1", "r2c4": "123"}, values=(1, 1))),
    ],
    "the cells are not in two rows and two columns": [
        (CORNER, on(IN_A_ROW, CORNER, cells=(0, 1, 3, 4), corner=4))
    ],
    "the cells are no rectangle": [
        (
            CORNER,
            of(CORNER, {"r1c1": "123", "r1c4": "12", "r2c1": "12"}, cells=(0, 3, 9, 9), corner=0),
        )
    ],
    "a corner is placed": [(CORNER, on(put(CORNER[0], 3, 9), CORNER))],
    "a box does not have two corners or none": [
        (CORNER, on(FOUR_BOXES, CORNER, cells=(0, 3, 27, 30), corner=30)),
        (CORNER, on(BESIDE, CORNER, cells=(0, 1, 9, 10), corner=10)),
    ],
    "a box has opposite corners": [(CORNER, on(CROSSED, CORNER, cells=(0, 1, 4, 5), corner=5))],
    "no corner is named, or one twice": [
        (EXTRA, but(EXTRA, roof=(3, 12, 12))),
        (EXTRA, but(EXTRA, roof=())),
    ],
    "not some of the corners": [
        (EXTRA, of(EXTRA, {**SIDE, "r1c4": "123", "r2c4": "123", "r3c4": "13"}, roof=(3, 12, 21))),
        (
            EXTRA,
            of(EXTRA, dict.fromkeys(["r1c1", "r1c4", "r2c1", "r2c4"], "123"), roof=(0, 3, 9, 12)),
        ),
    ],
    "the floor has other candidates": [
        (CORNER, but(CORNER, corner=0)),
        (EXTRA, but(EXTRA, roof=(3,))),
        (SET, of(SET, {**SET_MARKS, "r1c1": "129"})),
        (LOCKED, on(locked(marked({}), IN_BOX), LOCKED)),
        (TWICE, on(locked(marked({}), IN_ROWS), TWICE)),
        (LAST, of(LAST, FOUR_VALUES)),
    ],
    "the roof has not just the extra value": [
        (EXTRA, but(EXTRA, extra=4)),
        (EXTRA, of(EXTRA, {**SIDE, "r1c4": "123", "r2c4": "1234"})),
    ],
    "the roof has other extra values": [(SET, but(SET, extras=(3,)))],
    "the set has no cell beside the roof, or one of it": [
        (of(SET, {**SET_MARKS, "r1c4": "3"}), of(SET, {**SET_MARKS, "r1c4": "3"}, others=(3,))),
        (SET, on(EXTRA[0], SET, extras=(3,), others=(), set_values=(3,))),
    ],
    "a cell of the set is named twice": [(SET, but(SET, others=(21, 21)))],
    "a cell of the set is placed": [
        (
            SET,
            on(
                put(marked({**SET_MARKS, "r3c4": "345"}), 22, 9),
                SET,
                others=(21, 22),
                set_values=(3, 4, 5),
                houses=(house("box 2"),),
            ),
        )
    ],
    "the set has other values": [(SET, but(SET, set_values=(3, 5)))],
    "the set has not as many values as cells": [
        (SET, of(SET, {**SET_MARKS, "r3c4": "345"}, set_values=(3, 4, 5)))
    ],
    "the houses of the set are others": [
        (SET, but(SET, houses=(house("column 4"),))),
        (SET, of(SET, {**SET_MARKS, "r9c9": "34"}, others=(80,), houses=())),
    ],
    "the value is none of the two": [(LOCKED, on(OTHER_VALUE, LOCKED, value=3))],
    "no such house": [(LOCKED, on(marked(SIDE), LOCKED, house=invented(3, 12)))],
    "the value has other places in a house": [
        (LOCKED, but(LOCKED, house=house("column 4"))),
        (WHOLE, but(WHOLE, forced=(Forced(3, 1, house("box 2")), NEIGHBOURS[1], FOURTH))),
    ],
    "the floor is not two opposite corners": [
        (TWICE, but(TWICE, floor=(0,))),
        (TWICE, on(LEFT_SIDE, TWICE, floor=(0, 9))),
    ],
    "a house is none of the board": [
        (TWICE, on(marked(PAIR), TWICE, houses=(invented(0, 3), invented(9, 12))))
    ],
    "a house has not two places of its own": [
        (TWICE, on(TALL, TWICE, houses=(house("row 1"), house("row 2"), house("column 1")))),
        (
            TWICE,
            on(
                put(TWICE[0], 80, 1), TWICE, houses=(house("row 1"), house("row 2"), house("row 9"))
            ),
        ),
    ],
    "the houses do not hold the four corners": [
        (TWICE, but(TWICE, houses=(house("row 1"),))),
        (TWICE, on(locked(marked(PAIR), {"1 row 1": "r1c1 r1c4", "1 row 2": "r2c1 r2c9"}), TWICE)),
    ],
    "rules besides rows, columns and boxes see the lines": [(LAST, seen_by_diagonals(LAST))],
    "not six cells": [(LAST, but(LAST, cells=(0, 1, 27, 28, 54, 55, 55)))],
    "not three values": [(LAST, of(LAST, FOUR_VALUES, values=(1, 2, 3, 4)))],
    "a cell is placed": [(LAST, on(put(LAST[0], 0, 9), LAST))],
    "the cells are not in two lines and three": [
        (LAST, of(LAST, STAIRS, cells=(0, 1, 27, 28, 55, 56), corner=56))
    ],
    "a pair is in two boxes": [
        (LAST, of(LAST, TWO_BOXES, cells=(0, 3, 27, 30, 54, 57), corner=57))
    ],
    "the corner is outside": [(LAST, of(LAST, {**SIX, "r7c2": "12"}, corner=80))],
    "the candidate is none of the two values": [(WHOLE, but(WHOLE, value=3))],
    "a corner is filled twice": [(WHOLE, but(WHOLE, forced=(*NEIGHBOURS, FOURTH, FOURTH)))],
    "a corner holds none of the two values": [
        (WHOLE, but(WHOLE, forced=(*NEIGHBOURS, Forced(12, 3, None))))
    ],
    "a corner is not forced": [
        (WHOLE, but(WHOLE, forced=(FOURTH, *NEIGHBOURS))),
        (WHOLE, on(locked(marked({}), ROUND), WHOLE)),
    ],
    "what is filled are not the four corners": [
        (WHOLE, but(WHOLE, forced=NEIGHBOURS)),
        (WHOLE, on(FORCED_ELSEWHERE, WHOLE, forced=(*NEIGHBOURS, FOURTH, Forced(75, 1, None)))),
    ],
}


ROWS = [(message, *row) for message, rows in LIES.items() for row in rows]


@pytest.mark.parametrize(("message", "truth", "lie"), ROWS)
def test_refuses_what_does_not_hold(message: str, truth: Stated, lie: Stated) -> None:
    assert_refused(message, truth, lie)


def test_nothing_is_needed_without_a_lie_that_lacks_it() -> None:
    needed = requirements(rectangles)
    assert len(set(needed)) == len(needed)
    assert set(needed) == {*LIES}
