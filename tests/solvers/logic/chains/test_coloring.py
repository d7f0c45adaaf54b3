"""Simple coloring: what it finds on boards of its own, and what the replay refuses."""

from dataclasses import replace
from typing import Any

import pytest

from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic.chains.coloring import TECHNIQUES, Coloring, ColorTwice
from accord.solvers.logic.engine.boards import Board, board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import layout
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError

FIND = {technique.name: technique.find for technique in TECHNIQUES}
EXAMPLES = [
    (
        "simple_coloring_rule2",
        "4251796836{19}73854{129}{129}83{19}6247{19}55{19}3846{12}{129}774{19}53286{19}2869175341"
        "74298356362751948958463{12}7{12}",
        ["r2c2-9 r2c9-9 r3c8-9 r4c8-9 r5c3-9"],
    ),
    (
        "simple_coloring_rule2",
        "5{79}2{89}46{78}13{178}4{19}35{189}{78}62{18}63{18}27549938512674257634981416{789}{79}{8"
        "9}325{17}{79}548{19}23638426519762{19}{179}{79}3458",
        ["r2c3-1 r2c6-1 r3c1-1 r7c1-1 r9c4-1", "r1c2-9 r2c6-9 r7c6-9 r9c3-9"],
    ),
    (
        "simple_coloring_rule4",
        "4251796836{19}73854{129}{129}83{19}6247{19}55{19}3846{12}{129}774{19}53286{19}2869175341"
        "74298356362751948958463{12}7{12}",
        ["r2c9-1 r4c8-1"],
    ),
    (
        "simple_coloring_rule4",
        "{16}{16}32597489287463157{45}{45}183926{56}{56}7421839{14}3269857{14}89{14}537{14}623{14"
        "}{146}8{167}529{147}{145}7{1456}9{16}2{14}832893{17}465{17}",
        ["r8c1-1", "r7c2-4 r7c3-4"],
    ),
]


def said(deduction: Deduction) -> str:
    """What goes: r1c2-9 r4c5-9."""
    names, removed = deduction.reason.layout.names, deduction.removed
    return " ".join(
        f"{names([cell])}-{''.join(map(str, sorted(values)))}" for cell, values in removed.items()
    )


@pytest.mark.parametrize(("name", "text", "expected"), EXAMPLES)
def test_finds_just_this(name: str, text: str, expected: list[str]) -> None:
    start = board(text)
    deductions = list(FIND[name](start))
    assert [said(deduction) for deduction in deductions] == expected
    for deduction in deductions:
        assert not deduction.placed
        check(start, deduction)


def test_says_what_is_colored_and_what_follows() -> None:
    wrap, trap = EXAMPLES[0], EXAMPLES[2]
    for (name, text, _), end in (
        (wrap, "see each other, so it stands in none of the former"),
        (trap, "holds 1"),
    ):
        reason = next(FIND[name](board(text))).reason
        assert isinstance(reason, Coloring)
        for color in reason.colors:
            assert f"all of {reason.layout.names(color)}" in reason.sentence
        assert reason.sentence.endswith(end)


@pytest.mark.parametrize("name", FIND)
def test_finds_nothing_where_no_value_has_two_places(name: str) -> None:
    assert not list(FIND[name](board("0" * 81)))
    assert not list(FIND[name](board("1" + "0" * 80)))


@pytest.mark.parametrize("name", FIND)
def test_leaves_an_odd_cycle_alone(name: str) -> None:
    """Three cells of a box, each the only other place of a 1 for the next: there is no grid."""
    marks = [0b10] * 3 + [0] * 13
    values = tuple(0 if mark else 2 for mark in marks)
    marks[4] = 0b10
    start = Board(layout(shape(4)), (*values[:4], 0, *values[5:]), tuple(marks), 0)
    list(FIND[name](start))  # ends, and raises nothing


def corrupted(reason: Coloring) -> list[Coloring]:
    """Reasons that name something that is not there."""
    one, other = reason.colors
    wrong: list[dict[str, Any]] = [
        {"value": reason.value % 9 + 1},
        {"colors": (one, ())},
        {"colors": (one[1:], other)},
        {"colors": ((*one, one[0]), other)},
        {"colors": ((*one, other[0]), other)},
        {"pairs": ()},
        {"pairs": tuple(pair for pair in reason.pairs if one[0] not in pair.cells)},
        {"pairs": (replace(reason.pairs[0], house=reason.layout.houses[0]), *reason.pairs[1:])},
        {"pairs": (replace(reason.pairs[0], cells=(80, 80)), *reason.pairs[1:])},
        {"colors": (one, (*other, 99))},
    ]
    if isinstance(reason, ColorTwice):
        wrong += [{"colors": (other, one)}, {"cells": (one[0], one[0])}, {"cells": other[:2]}]
    return [replace(reason, **change) for change in wrong]


@pytest.mark.parametrize(("name", "text", "expected"), EXAMPLES)
def test_replay_refuses_corrupted_reasons(name: str, text: str, expected: list[str]) -> None:
    start = board(text)
    deduction = next(FIND[name](start))
    assert isinstance(deduction.reason, Coloring)
    for reason in corrupted(deduction.reason):
        with pytest.raises(RefusedError):
            check(start, replace(deduction, reason=reason))
    with pytest.raises(RefusedError):
        check(board("0" * 81), deduction)
    cell, values = next(iter(deduction.removed.items()))
    with pytest.raises(RefusedError, match="something else"):
        check(start, replace(deduction, removed={**deduction.removed, cell: values | {7}}))
