"""Unique rectangles: blank boards with nothing but the corners, and generated 6x6 boards."""

from collections.abc import Callable, Iterator

import pytest

from accord.bench.generation.generate import generate
from accord.bench.generation.regions import jigsaw
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.answer import answer
from accord.solvers.logic import board
from accord.solvers.logic.engine.boards import Board, board_of
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import layout, mask_of, members
from accord.solvers.logic.techniques import extended_rectangles as extended
from accord.solvers.logic.techniques import hidden_rectangles as hidden
from accord.solvers.logic.techniques import rectangles as unique
from accord.solvers.logic.techniques.deadly import Swappable
from accord.solvers.registry import usable
from drawn_boards import assert_lies_are_refused, assert_sound, marked
from logic_boards import locked, said

Find = Callable[[Board], Iterator[Deduction]]
TECHNIQUES = (*unique.TECHNIQUES, *extended.TECHNIQUES, *hidden.TECHNIQUES)
SIDE = {"r1c1": "12", "r2c1": "12"}  # in box 1; the other side in box 2
TOP = {"r1c1": "12", "r1c4": "12"}  # in boxes 1 and 2
triple = unique.unique_rectangles_type3b_with_triple_pseudo_cells

TYPE_1 = marked({**SIDE, "r1c4": "12", "r2c4": "123"})
TYPE_1_MISSING = marked({**TOP, "r2c1": "12", "r2c4": "2345"})
TYPE_2 = marked({**SIDE, "r1c4": "123", "r2c4": "123"})
TYPE_2B = marked({**TOP, "r2c1": "123", "r2c4": "123"})
MISSING = marked({**SIDE, "r1c4": "13", "r2c4": "123"})  # of 1 and 3, too, three corners have 2
TYPE_2C = marked({"r1c1": "12", "r1c4": "123", "r2c1": "123", "r2c4": "12"})
THREE_CORNERS = marked({"r1c1": "12", "r1c4": "123", "r2c1": "123", "r2c4": "123"})
TYPE_3 = marked({**SIDE, "r1c4": "123", "r2c4": "124", "r3c4": "34"})
TYPE_3B = marked({**TOP, "r2c1": "123", "r2c4": "24", "r2c9": "34"})
TRIPLE = marked({**TOP, "r2c1": "123", "r2c4": "124", "r2c8": "35", "r2c9": "45"})
QUAD = marked({**SIDE, "r1c4": "134", "r2c4": "24", "r4c4": "35", "r5c4": "46", "r6c4": "56"})
TYPE_4 = locked(marked(SIDE), {"1 box 2": "r1c4 r2c4"})
TYPE_4B = locked(marked({**TOP, "r2c1": "234", "r2c4": "125"}), {"2 row 2": "r2c1 r2c4"})
ROWS = {"1 row 1": "r1c1 r1c4", "1 row 2": "r2c1 r2c4"}
COLUMNS = {"2 column 1": "r1c1 r2c1", "2 column 4": "r1c4 r2c4"}
TYPE_5 = locked(marked({"r1c1": "12", "r2c4": "12"}), ROWS)
TYPE_5_COLUMNS = locked(marked({"r1c4": "12", "r2c1": "12"}), COLUMNS)
SIX = marked(
    {"r1c1": "12", "r1c2": "13", "r4c1": "123", "r4c2": "23", "r7c1": "23", "r7c2": "1345"}
)
SIX_LYING = marked(
    {"r1c1": "12", "r2c1": "13", "r1c4": "123", "r2c4": "23", "r1c7": "1235", "r2c7": "23"}
)
HIDDEN = locked(marked({"r2c4": "12"}), {"1 row 1": "r1c1 r1c4", "1 column 1": "r1c1 r2c1"})
HIDDEN_2 = locked(marked(TOP), {"1 column 4": "r1c4 r2c4"})
HIDDEN_BY_LINKS = locked(
    marked({}),
    {"1 row 1": "r1c1 r1c4", "1 column 1": "r1c1 r2c1", "2 row 2": "r2c1 r2c4"},
)

# Generated puzzles (accord.bench.generation.generate), as far as singles, sets and intersections
# go.
SEED_20 = (
    "3{15}2{45}6{14}64{15}{235}{125}{123}56{13}{234}{124}{1234}2{13}4{35}{15}64261351{35}{35}6{24}"
    "{24}"
)
SEED_31 = "61{25}{25}34{235}{35}41{25}616{235}4{25}{35}{25}4{235}{235}61426{35}1{35}{35}{35}1642"
SEED_253 = (
    "{12}{12}{36}{36}545{36}41{36}2{26}{246}15{346}{36}3{46}5{46}214{136}{36}2{16}5{16}52{346}"
    "{1346}{36}"
)
SEED_363 = "31{46}5{246}{26}{46}52{46}1353{46}{146}{246}{126}{46}213{46}5163254245{16}3{16}"

CASES: list[tuple[Find, Board | str, list[str]]] = [
    (unique.unique_rectangles_type1, TYPE_1, ["r2c4-12"]),
    (unique.unique_rectangles_type1, TYPE_1_MISSING, ["r2c4-2"]),
    (unique.unique_rectangles_type1, SEED_31, ["r2c1-35"]),
    (
        unique.unique_rectangles_type2,
        TYPE_2,
        [
            "r1c5-3 r1c6-3 r2c5-3 r2c6-3 r3c4-3 r3c5-3 r3c6-3 "
            "r4c4-3 r5c4-3 r6c4-3 r7c4-3 r8c4-3 r9c4-3"
        ],
    ),
    (
        unique.unique_rectangles_type2,
        MISSING,
        [
            "r1c5-3 r1c6-3 r2c5-3 r2c6-3 r3c4-3 r3c5-3 r3c6-3 "
            "r4c4-3 r5c4-3 r6c4-3 r7c4-3 r8c4-3 r9c4-3",
            "r2c2-2 r2c3-2",
        ],
    ),
    (unique.unique_rectangles_type2, TYPE_2B, ["r2c2-3 r2c3-3 r2c5-3 r2c6-3 r2c7-3 r2c8-3 r2c9-3"]),
    (unique.unique_rectangles_type2, TYPE_2C, ["r1c2-3 r1c3-3 r2c5-3 r2c6-3"]),
    (unique.unique_rectangles_type2, THREE_CORNERS, ["r2c5-3 r2c6-3"]),
    (
        unique.unique_rectangles_type3,
        TYPE_3,
        [
            "r1c5-34 r1c6-34 r2c5-34 r2c6-34 r3c5-34 r3c6-34 "
            "r4c4-34 r5c4-34 r6c4-34 r7c4-34 r8c4-34 r9c4-34"
        ],
    ),
    (
        unique.unique_rectangles_type3,
        TYPE_3B,
        ["r2c2-34 r2c3-34 r2c5-34 r2c6-34 r2c7-34 r2c8-34"],
    ),
    (unique.unique_rectangles_type3, SEED_20, ["r3c4-3"]),
    (triple, TRIPLE, ["r2c2-345 r2c3-345 r2c5-345 r2c6-345 r2c7-345"]),
    (triple, QUAD, ["r3c4-3456 r7c4-3456 r8c4-3456 r9c4-3456"]),
    (unique.unique_rectangles_type4, TYPE_4, ["r1c4-2 r2c4-2"]),
    (unique.unique_rectangles_type4, TYPE_4B, ["r2c4-1"]),
    (unique.unique_rectangles_type4, SEED_363, ["r3c4-6 r3c6-6"]),
    (unique.unique_rectangles_type5, TYPE_5, ["r1c1=1 r2c4=1"]),
    (unique.unique_rectangles_type5, TYPE_5_COLUMNS, ["r1c4=2 r2c1=2"]),
    (extended.extended_unique_rectangles, SIX, ["r7c2-13"]),
    (extended.extended_unique_rectangles, SIX_LYING, ["r1c7-123"]),
    (hidden.hidden_unique_rectangles, HIDDEN, ["r1c1-2"]),
    (hidden.hidden_unique_rectangles, HIDDEN_2, ["r2c1-2"]),
    (hidden.hidden_unique_rectangles, HIDDEN_BY_LINKS, ["r1c1-2"]),
    (hidden.hidden_unique_rectangles, SEED_253, ["r6c5-6"]),
]


def on(text: Board | str) -> Board:
    return board(text) if isinstance(text, str) else text


@pytest.mark.parametrize(("find", "text", "expected"), CASES)
def test_finds_what_keeps_the_pair_away(find: Find, text: Board | str, expected: list[str]) -> None:
    assert [said(deduction) for deduction in find(on(text))] == expected


@pytest.mark.parametrize(("find", "built"), [c[:2] for c in CASES if isinstance(c[1], Board)])
def test_lies_are_refused(find: Find, built: Board) -> None:
    """On boards with nothing but the pattern; elsewhere a changed reason may be another truth."""
    for deduction in find(built):
        assert assert_lies_are_refused(built, deduction) > 100


@pytest.mark.parametrize(("find", "text"), [c[:2] for c in CASES if isinstance(c[1], Board)])
def test_finds_nothing_with_a_corner_filled_or_a_rule_that_sees_the_swap(
    find: Find, text: Board
) -> None:
    diagonals = layout(shape(9, rules=["diagonals"]))
    assert not list(find(Board(diagonals, text.values, text.marks, 0)))
    reason = next(find(text)).reason
    assert isinstance(reason, Swappable)
    for corner in reason.cells:
        values = [0] * 81
        values[corner] = 9
        marks = tuple(0 if cell == corner else mark for cell, mark in enumerate(text.marks))
        assert not list(find(Board(text.layout, tuple(values), marks, 0)))


def test_finds_nothing_in_four_boxes() -> None:
    for last in ("12", "123"):
        now = marked({"r1c1": "12", "r1c4": "12", "r4c1": "123", "r4c4": last})
        assert not any(list(technique.find(now)) for technique in TECHNIQUES)
    assert not any(list(technique.find(marked({}))) for technique in TECHNIQUES)


SHAPES = [shape(4), shape(6), shape(6, regions=jigsaw(6, 1)), shape(5, rules=["latin"])]


@pytest.mark.parametrize("figure", SHAPES, ids=str)
def test_sound_where_there_is_one_solution_whatever_candidates_are_missing(figure: Shape) -> None:
    solve, count = usable("sat-pycosat").backend.solve, 0
    for seed in range(12):
        puzzle = generate(figure, seed)
        (grid,) = answer(solve, puzzle).solutions
        for missing in range(3, 7):  # all but each so many-th wrong candidate
            blank = board_of(puzzle)
            marks = tuple(
                mask_of(v for v in members(mark) if v == held or (cell + v) % missing == 0)
                for cell, (mark, held) in enumerate(zip(blank.marks, grid, strict=True))
            )
            now = Board(blank.layout, blank.values, marks, blank.givens)
            count += sum(assert_sound(now, grid, t.find(now)) for t in TECHNIQUES)
    assert count > 20
