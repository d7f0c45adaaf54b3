"""Wings: a few cells with their candidates, on a board where all others have all candidates."""

from collections.abc import Callable, Iterator

import pytest

from accord.bench.generation.regions import jigsaw
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.techniques.wings import wxyz_wing, xyz_wing, y_wing
from drawn_boards import (
    Removed,
    assert_lies_are_refused,
    assert_sound,
    marked,
    removed,
    scattered,
)

Find = Callable[[Board], Iterator[Deduction]]
Marks = dict[str, str]

FINDS: list[Find] = [y_wing, xyz_wing, wxyz_wing]
WINGS: list[tuple[Find, Marks, Removed]] = [
    (y_wing, {"r1c1": "12", "r1c5": "13", "r4c1": "23"}, {"r4c5": {3}}),
    (
        y_wing,
        {"r2c2": "48", "r3c1": "49", "r2c7": "89"},
        {name: {9} for name in ("r2c1", "r2c3", "r3c7", "r3c8", "r3c9")},
    ),
    (xyz_wing, {"r5c5": "127", "r5c9": "17", "r6c4": "27"}, {"r5c4": {7}, "r5c6": {7}}),
    (xyz_wing, {"r2c2": "456", "r8c2": "46", "r1c3": "56"}, {"r1c2": {6}, "r3c2": {6}}),
    (
        wxyz_wing,
        {"r1c1": "1234", "r1c8": "14", "r1c9": "24", "r2c3": "34"},
        {"r1c2": {4}, "r1c3": {4}},
    ),
    (  # the hinge has only three values
        wxyz_wing,
        {"r5c1": "123", "r5c8": "19", "r5c7": "29", "r4c2": "39"},
        {name: {9} for name in ("r4c7", "r4c8", "r4c9", "r5c2", "r5c3")},
    ),
    (  # two cells at the hinge; 5 may stand in both wings
        wxyz_wing,
        {"r1c1": "678", "r1c2": "678", "r1c9": "56", "r3c3": "57"},
        {name: {5} for name in ("r1c3", "r3c7", "r3c8", "r3c9")},
    ),
    (  # each value in one of the cells
        wxyz_wing,
        {"r1c1": "1234", "r1c2": "1234", "r1c9": "12", "r3c3": "34"},
        {
            "r1c3": {1, 2, 3, 4},
            **{name: {1, 2} for name in ("r1c4", "r1c5", "r1c6", "r1c7", "r1c8")},
            **{name: {3, 4} for name in ("r2c1", "r2c2", "r2c3", "r3c1", "r3c2")},
        },
    ),
]
NO_WINGS: list[Marks] = [
    {"r1c1": "12", "r1c5": "13", "r4c2": "23"},  # a wing does not see the hinge
    {"r1c1": "12", "r1c5": "13", "r4c1": "13"},  # the same wing twice
    {"r1c1": "124", "r1c5": "13", "r4c1": "23"},  # a candidate too many in the hinge
    {"r1c1": "123", "r1c5": "13", "r4c1": "23"},  # no cell sees hinge and wings
    {"r1c1": "1234", "r1c8": "14", "r1c9": "24", "r7c1": "34"},  # nor here
    {"r1c1": "1234", "r1c8": "13", "r2c3": "34", "r7c1": "34"},  # 3 and 4 twice each
    {"r1c1": "1234", "r1c8": "14", "r1c9": "24", "r2c3": "345"},  # five candidates
    {},
]
VARIANTS = [
    shape(1),
    shape(4),
    shape(6),
    shape(9),
    shape(9, rules=["diagonals"]),
    shape(9, regions=jigsaw(9, 1)),
    shape(7, rules=["latin"]),
]


@pytest.mark.parametrize(("technique", "marks", "expected"), WINGS)
def test_wings_take_a_value_from_all_that_see_its_places(
    technique: Find, marks: Marks, expected: Removed
) -> None:
    (deduction,) = technique(marked(marks))
    assert removed(deduction) == expected
    assert not any(list(find(marked(marks))) for find in FINDS if find is not technique)


@pytest.mark.parametrize("marks", NO_WINGS)
def test_where_there_are_no_wings_none_are_found(marks: Marks) -> None:
    assert not any(list(find(marked(marks))) for find in FINDS)


def test_four_cells_of_one_house_are_no_wxyz_wing() -> None:
    quad = {"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "14"}
    assert not list(wxyz_wing(marked(quad)))


def test_wings_say_what_holds_and_what_follows() -> None:
    sentences = [next(find(marked(marks))).reason.sentence for find, marks, _ in WINGS]
    assert sentences[0] == (
        "whichever of its candidates r1c1 holds, r1c5 or r4c1 must hold 3, so no cell that sees "
        "r1c5 and r4c1 does"
    )
    assert sentences[4] == (
        "r1c1, r1c8, r1c9 and r2c3 hold only 1, 2, 3 and 4, of which 1, 2 and 3 stand there at "
        "most once each, so 4 stands in one of them, and no cell that sees every place of 4 there "
        "holds it"
    )


@pytest.mark.parametrize(("technique", "marks", "expected"), WINGS)
def test_wings_that_are_not_there_are_refused(
    technique: Find, marks: Marks, expected: Removed
) -> None:
    (deduction,) = technique(marked(marks))
    assert assert_lies_are_refused(marked(marks), deduction) > 80


@pytest.mark.parametrize("figure", VARIANTS)
def test_wings_on_random_boards_are_sound(figure: Shape) -> None:
    found = 0
    for seed in range(8):
        board, grid = scattered(figure, seed)
        found += sum(assert_sound(board, grid, find(board)) for find in FINDS)
    assert found or figure.size == 1
