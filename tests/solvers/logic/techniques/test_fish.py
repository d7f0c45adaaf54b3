"""Fish: pictures of one value, `o` where it may stand, `x` where it may not any more."""

from collections.abc import Callable, Iterator

import pytest

from accord.bench.generation.regions import jigsaw
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.techniques.fish import (
    SiameseFish,
    finned_swordfish,
    finned_x_wing,
    jellyfish,
    swordfish,
    x_wing,
)
from drawn_boards import (
    assert_lies_are_refused,
    assert_sound,
    crossed,
    drawn,
    removed,
    scattered,
)

Find = Callable[[Board], Iterator[Deduction]]
FISH: list[Find] = [x_wing, swordfish, jellyfish, finned_x_wing, finned_swordfish]

X_WING = "ooxoooxoo ..o...o.. ooxoooxoo ooxoooxoo ..o...o.. ooxoooxoo ooxoooxoo ooxoooxoo ooxoooxoo"
SWORDFISH = (
    ".o..o.... oxooxoxoo ....o.o.. oxooxoxoo oxooxoxoo oxooxoxoo oxooxoxoo .o....o.. oxooxoxoo"
)
FULL_SWORDFISH = (
    "o..o..o.. xooxooxoo xooxooxoo o..o..o.. xooxooxoo xooxooxoo xooxooxoo xooxooxoo o..o..o.."
)
JELLYFISH = (
    "o..o..... ...o..o.. xooxooxxo ......oo. xooxooxxo xooxooxxo o......o. xooxooxxo xooxooxxo"
)
FULL_JELLYFISH = (
    "o..o..oo. xooxooxxo o..o..oo. xooxooxxo o..o..oo. xooxooxxo xooxooxxo xooxooxxo o..o..oo."
)
FINNED_X_WING = (
    "ooooooxoo ..o...ooo ooooooxoo ooooooooo ..o...o.. ooooooooo ooooooooo ooooooooo ooooooooo"
)
SASHIMI_X_WING = (
    "ooooooxoo ..o....oo ooooooxoo ooooooooo ..o...o.. ooooooooo ooooooooo ooooooooo ooooooooo"
)
FINNED_SWORDFISH = (
    "o..o..... ooooooooo ooooooooo ooooooooo ...o...o. ooooooooo oooooooxo oooooooxo o......oo"
)
SASHIMI_SWORDFISH = (
    "o..o...o. ooooooooo ooooooooo ooooooooo o..o...o. ooooooooo xoooooooo xoooooooo o.o......"
)
SIAMESE = (
    "ooooooxoo ..o....o. ooooooxoo ooooooozo ..o...o.. ooooooozo ooooooooo ooooooooo ooooooooo"
)
FINS_IN_TWO_BOXES = (
    "ooooooooo o.o...oo. ooooooooo ooooooooo ..o...o.. ooooooooo ooooooooo ooooooooo ooooooooo"
)
ONE_PLACE_TOO_MANY = (
    "ooooooooo ..o...o.. ooooooooo ooooooooo ..o.o.o.. ooooooooo ooooooooo ooooooooo ooooooooo"
)
PICTURES: list[tuple[Find, str]] = [
    (x_wing, X_WING),
    (swordfish, SWORDFISH),
    (swordfish, FULL_SWORDFISH),
    (jellyfish, JELLYFISH),
    (jellyfish, FULL_JELLYFISH),
    (finned_x_wing, FINNED_X_WING),
    (finned_x_wing, SASHIMI_X_WING),
    (finned_swordfish, FINNED_SWORDFISH),
    (finned_swordfish, SASHIMI_SWORDFISH),
]
VARIANTS = [
    shape(4),
    shape(6),
    shape(9),
    shape(9, rules=["diagonals", "windoku"]),
    shape(9, regions=jigsaw(9, 1)),
    shape(7, rules=["latin"]),
]


def turned(picture: str) -> str:
    """The picture with rows for columns."""
    return " ".join("".join(column) for column in zip(*picture.split(), strict=True))


@pytest.mark.parametrize(("technique", "picture"), PICTURES)
def test_a_fish_takes_the_value_from_the_lines_that_cross_it(technique: Find, picture: str) -> None:
    for each in (picture, turned(picture)):
        (deduction,) = technique(drawn(each))
        assert removed(deduction) == crossed(each)


@pytest.mark.parametrize(("technique", "picture"), PICTURES)
def test_a_fish_is_found_by_its_size_only(technique: Find, picture: str) -> None:
    smaller = FISH[: FISH.index(technique)] if technique in FISH[:3] else FISH[:3]
    assert not any(list(find(drawn(picture))) for find in smaller)


def test_siamese_fish_are_two_and_then_one_deduction_more() -> None:
    one, other, both = finned_x_wing(drawn(SIAMESE))
    assert removed(one) == crossed(SIAMESE)
    assert removed(other) == crossed(SIAMESE, "z")
    assert removed(both) == removed(one) | removed(other)
    assert isinstance(both.reason, SiameseFish)
    assert set(both.reason.fish) == {one.reason, other.reason}


@pytest.mark.parametrize("picture", [FINS_IN_TWO_BOXES, ONE_PLACE_TOO_MANY, "ooooooooo " * 9])
def test_where_there_is_no_fish_none_is_found(picture: str) -> None:
    for find in FISH:
        assert not list(find(drawn(picture)))
        assert not list(find(drawn(turned(picture))))


def test_fins_need_a_box() -> None:
    picture = drawn(FINNED_X_WING, figure=shape(9, rules=["latin"]))
    assert not list(finned_x_wing(picture))


def test_a_fish_says_what_holds_and_what_follows() -> None:
    (deduction,) = x_wing(drawn(X_WING))
    assert deduction.reason.sentence == (
        "5 in rows 2 and 5 stands only in columns 3 and 7, so no other cell of these columns "
        "holds 5"
    )
    (deduction,) = finned_x_wing(drawn(turned(FINNED_X_WING)))
    assert deduction.reason.sentence == (
        "5 in columns 2 and 5 stands only in rows 3 and 7 or in the fins r8c2 and r9c2, so no "
        "other cell of these rows that sees r8c2 and r9c2 holds 5"
    )


@pytest.mark.parametrize(("technique", "picture"), PICTURES)
def test_a_fish_that_is_not_there_is_refused(technique: Find, picture: str) -> None:
    (deduction,) = technique(drawn(picture))
    assert assert_lies_are_refused(drawn(picture), deduction) > 80


def test_siamese_fish_that_are_not_there_are_refused() -> None:
    *_, both = finned_x_wing(drawn(SIAMESE))
    assert assert_lies_are_refused(drawn(SIAMESE), both) > 80


@pytest.mark.parametrize("figure", VARIANTS)
def test_fish_on_random_boards_are_sound(figure: Shape) -> None:
    found = 0
    for seed in range(8):
        board, grid = scattered(figure, seed)
        found += sum(assert_sound(board, grid, find(board)) for find in FISH)
    assert found
