"""Sue de Coq: deductions on generated boards, and reasons that do not hold."""

from dataclasses import replace
from typing import Any

import pytest

from accord.puzzles.files.read import read
from accord.puzzles.formats.draft import Variant
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic import board
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError
from accord.solvers.logic.techniques.sue_de_coq import Shared, sue_de_coq

# Generated puzzles (accord.bench.generation.generate), as far as singles, sets and intersections
# go.
SINGLE_CELLS = (  # seed 1022
    "{78}43{18}{1789}6{2579}{257}{2579}{678}254{789}{379}1{37}{679}{67}192{57}{357}{36}48178924"
    "{36}{35}{56}3526{17}{17}894964538{27}1{27}4{89}63{589}{259}{2579}{257}123176{59}48{59}5{89}"
    "7{18}4{129}{29}63"
)
OWN_VALUE = (  # seed 1050: in the line two cells share a value that the crossing has not
    "5872{19}64{19}36{34}1{49}5{37}{2789}{789}{2789}{34}92{14}8{37}56{17}{34}187{34}5{69}2{69}7"
    "{34}9621{38}{48}52568{34}9{37}{147}{147}8{27}5{19}{19}4{267}3{267}163572{89}{489}{489}9"
    "{27}436815{27}"
)
TWO_EACH = (  # seed 1006
    "6{159}{157}4382{179}{79}{12347}{124}{12347}9{12}{17}568{1279}{129}8{16}{1256}{1567}{349}"
    "{13479}{3479}{1359}{159}{135}2847{359}6{234}{24}657918{34}{4579}8{457}3{16}{16}{49}2{459}"
    "{2458}6{245}793{48}{45}1{158}3{15}{16}42{689}{579}{579}{14}798{156}{156}{346}{34}2"
)
EMPTY = "." * 81


@pytest.mark.parametrize(
    ("text", "parts", "removed"),
    [
        (SINGLE_CELLS, [(60, 78), (51,), (71,)], {6: {2, 7}, 61: {5}}),
        (OWN_VALUE, [(7, 16), (43, 70), (26,)], {15: {7}, 17: {7}, 52: {4}}),
        (TWO_EACH, [(29, 47), (2, 65), (36, 37)], {11: {1, 7}, 27: {3}, 45: {4}, 56: {5}}),
    ],
)
def test_finds_the_cells_of_line_and_box(
    text: str, parts: list[tuple[int, ...]], removed: dict[int, set[int]]
) -> None:
    now = board(text)
    (found,) = sue_de_coq(now)
    reason = found.reason
    assert isinstance(reason, Shared)
    assert [reason.crossing, reason.line_cells, reason.box_cells] == parts
    assert found.removed == removed
    assert not found.placed
    check(now, found)


def test_three_cells_of_a_crossing_leave_a_value_to_both_houses() -> None:
    marks = ["{123456789}"] * 81
    marks[0:4], marks[9] = ["{125}", "{1345}", "{2345}", "{12}"], "{34}"
    (found,) = sue_de_coq(board("".join(marks)))
    assert found.removed == {
        **{cell: {1, 2, 5} for cell in range(4, 9)},
        **{cell: {3, 4, 5} for cell in (10, 11, 18, 19, 20)},
    }


def test_a_value_of_both_rests_counts_twice() -> None:
    marks = ["{123456789}"] * 81
    marks[0:2], marks[3:5], marks[9:11] = ["{1234}"] * 2, ["{129}"] * 2, ["{349}"] * 2
    (found,) = sue_de_coq(board("".join(marks)))
    assert found.removed == {
        2: {1, 2, 3, 4, 9},
        **{cell: {1, 2, 9} for cell in range(5, 9)},
        **{cell: {3, 4, 9} for cell in (11, 18, 19, 20)},
    }
    assert found.reason.sentence == (
        "r1c1 and r1c2 with r1c4 and r1c5 in row 1 and r2c1 and r2c2 in box 1 are as many cells as "
        "values, 1, 2, 3, 4 and 9, so no other cell of row 1 holds 1, 2 or 9, "
        "and no other of box 1 holds 3, 4 or 9"
    )


def test_finds_nothing_where_there_is_nothing() -> None:
    assert list(sue_de_coq(board(EMPTY))) == []
    assert list(sue_de_coq(board(read("." * 16, Variant(rules=frozenset({"latin"})))))) == []


def test_looks_at_large_boards_for_small_sets_only() -> None:
    marks = [frozenset(range(1, 10))] * 256
    marks[0] = marks[1] = frozenset({1, 2, 3, 4})
    marks[4], marks[16] = frozenset({1, 2}), frozenset({3, 4})
    (found,) = sue_de_coq(board(Puzzle(shape(16), Grid([0] * 256), tuple(marks))))
    assert found.removed == {
        **{cell: {1, 2, 3, 4} for cell in (2, 3)},
        **{cell: {1, 2} for cell in range(5, 16)},
        **{cell: {3, 4} for cell in (*range(17, 20), *range(32, 36), *range(48, 52))},
    }


CORRUPTIONS: list[dict[str, Any]] = [
    {"crossing": (7,)},
    {"crossing": (7, 7)},
    {"crossing": (7, 17)},
    {"crossing": (7, 25)},
    {"line_cells": ()},
    {"line_cells": (43,)},
    {"line_cells": (43, 52)},
    {"line_cells": (43, 70, 7)},
    {"line_cells": (43, 71)},
    {"box_cells": (15,)},
    {"box_cells": (26, 17)},
    {"box_cells": ()},
    {"line_values": (8, 9)},
    {"line_values": (1, 4, 8, 9)},
    {"box_values": (1, 7, 8)},
    {"box_values": (7,)},
    {"line": "row 3"},
    {"line": "column 9"},
    {"line": "box 3"},
    {"box": "box 6"},
    {"box": "column 8"},
]


@pytest.mark.parametrize("change", CORRUPTIONS)
def test_refuses_corrupted_reasons(change: dict[str, Any]) -> None:
    now = board(OWN_VALUE)
    (found,) = sue_de_coq(now)
    houses = {house.name: house for house in now.layout.houses}
    change = {
        name: houses[value] if isinstance(value, str) else value for name, value in change.items()
    }
    with pytest.raises(RefusedError):
        check(now, replace(found, reason=replace(found.reason, **change)))


def test_refuses_another_removal() -> None:
    now = board(OWN_VALUE)
    (found,) = sue_de_coq(now)
    for cell in found.removed:
        rest = {other: values for other, values in found.removed.items() if other != cell}
        with pytest.raises(RefusedError):
            check(now, replace(found, removed=rest))
    with pytest.raises(RefusedError):
        check(now, replace(found, removed={**found.removed, 17: frozenset({7, 8})}))
