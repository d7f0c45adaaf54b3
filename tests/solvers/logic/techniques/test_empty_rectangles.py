"""Empty rectangles: pictures of one value; `o` where it may stand, `x` or `z` where it may not."""

import pytest

from accord.bench.generation.regions import jigsaw
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.logic.techniques.empty_rectangles import DualEmptyRectangle, empty_rectangles
from drawn_boards import (
    assert_lies_are_refused,
    assert_sound,
    crossed,
    drawn,
    removed,
    scattered,
)

TWO_PLACES = (
    ".o.ooo.oo ..ooooooo ...ooo.oo oooooo.oo oooooo.oo oxooooooo oooooo.oo oooooo.oo oooooo.oo"
)
CROSS = "ooooooooo o..oooo.o o..oooo.o ooooooo.o xoooooooo ooooooo.o ooooooo.o ooooooo.o ooooooo.o"
MIDDLE = "o.ooooooo o.ooooooo o.ooooooo o.o.o.ooo ooooooooo o.o.o.ooo o.ooooooo ooooxoooo o.ooooooo"
DUAL = ".o.ooo.oo ..oooooo. ...ooo.o. oooooo.o. oooooo.o. oxoooooo. oooooo.o. oozooo.oo oooooo.o."
THREE_PLACES_IN_THE_LINE = (
    ".o.ooo.oo ..ooooooo ...ooo.oo oooooo.oo oooooo.oo ooooooooo oooooo.oo oooooo.oo ooooooooo"
)
NO_CROSS = (
    "oo.ooo.oo ..ooooooo ...ooo.oo oooooo.oo oooooo.oo ooooooooo oooooo.oo oooooo.oo oooooo.oo"
)
POINTING = (
    "...ooo.oo .ooo....o ...ooo.oo oooooo.oo oooooo.oo ooooooooo oooooo.oo oooooo.oo oooooo.oo"
)
PICTURES = [TWO_PLACES, CROSS, MIDDLE]
VARIANTS = [
    shape(4),
    shape(6),
    shape(9),
    shape(9, rules=["windoku"]),
    shape(9, regions=jigsaw(9, 1)),
]


def turned(picture: str) -> str:
    """The picture with rows for columns."""
    return " ".join("".join(column) for column in zip(*picture.split(), strict=True))


@pytest.mark.parametrize("picture", PICTURES)
def test_an_empty_rectangle_takes_the_value_where_line_and_pair_cross(picture: str) -> None:
    for each in (picture, turned(picture)):
        (deduction,) = empty_rectangles(drawn(each))
        assert removed(deduction) == crossed(each)


def test_dual_rectangles_are_two_and_then_one_deduction_more() -> None:
    one, other, both = empty_rectangles(drawn(DUAL))
    assert {**removed(one), **removed(other)} == removed(both)
    assert removed(both) == {**crossed(DUAL), **crossed(DUAL, "z")}
    assert isinstance(both.reason, DualEmptyRectangle)
    assert both.reason.rectangles == (one.reason, other.reason)


@pytest.mark.parametrize(
    "picture", [THREE_PLACES_IN_THE_LINE, NO_CROSS, POINTING, "ooooooooo " * 9]
)
def test_where_there_is_no_empty_rectangle_none_is_found(picture: str) -> None:
    assert not list(empty_rectangles(drawn(picture)))
    assert not list(empty_rectangles(drawn(turned(picture))))


def test_an_empty_rectangle_says_what_holds_and_what_follows() -> None:
    (deduction,) = empty_rectangles(drawn(TWO_PLACES))
    assert deduction.reason.sentence == (
        "5 in box 1 stands only in row 2 and column 2, and in column 7 only in r2c7 and r6c7: "
        "unless r6c7 holds it, r2c7 does and box 1 has it in column 2, so no other cell of column "
        "2 that sees r6c7 holds 5"
    )


@pytest.mark.parametrize("picture", [*PICTURES, DUAL])
def test_empty_rectangles_that_are_not_there_are_refused(picture: str) -> None:
    *_, deduction = empty_rectangles(drawn(picture))
    assert assert_lies_are_refused(drawn(picture), deduction) > 80


@pytest.mark.parametrize("figure", VARIANTS)
def test_empty_rectangles_on_random_boards_are_sound(figure: Shape) -> None:
    found = 0
    for seed in range(20):
        board, grid = scattered(figure, seed)
        found += assert_sound(board, grid, empty_rectangles(board))
    assert found
