"""BUG: generated boards that are a grave but for one candidate, and boards that nearly are."""

from dataclasses import replace

import pytest

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.logic import board
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import layout
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError
from accord.solvers.logic.techniques.bug import Grave, bug
from accord.solvers.registry import usable
from drawn_boards import assert_lies_are_refused, marked
from logic_boards import said

# Generated puzzles (accord.bench.generation.generate), as far as singles, sets and intersections
# go.
SEED_33 = "214356{35}{35}6241{34}2516{34}6{34}1{45}2{345}{45}63{45}121{45}263{45}"
SEED_295 = "46{12}{25}{125}3{25}{15}36{12}4{25}34{25}616{15}{12}43{25}1463{25}{25}325146"
FOUND = [(SEED_33, "r4c6=4"), (SEED_295, "r1c5=2")]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_places_the_candidate_in_the_way(text: str, expected: str) -> None:
    (deduction,) = bug(board(text))
    assert said(deduction) == expected
    assert assert_lies_are_refused(board(text), deduction) > 50


@pytest.mark.parametrize("text", [SEED_33, SEED_295])
def test_without_the_candidate_solutions_are_none_or_two(text: str) -> None:
    (deduction,) = bug(board(text))
    ((cell, value),) = deduction.placed.items()
    grave = _with_marks(board(text), cell, -(1 << value))
    solve = usable("backtracking-mrv").backend.solve
    assert len(answer(solve, grave.puzzle, limit=None).solutions) in (0, 2)
    assert not list(bug(grave))


def test_finds_nothing_where_a_value_has_three_places_or_a_house_has_it() -> None:
    now = board(SEED_295)
    (deduction,) = bug(now)
    for cell, mark in enumerate(now.marks):
        for value in range(1, 7):
            if mark and not mark >> value & 1:
                other = _with_marks(now, cell, 1 << value)
                assert not list(bug(other))
                with pytest.raises(RefusedError):
                    check(other, deduction)
    assert not list(bug(marked({})))


def test_finds_nothing_where_more_than_houses_is_at_work() -> None:
    now = board(SEED_295)
    extra = shape(6, extra=[AllDifferent((0, 35))])
    (deduction,) = bug(now)
    other = Board(layout(extra), now.values, now.marks, now.givens)
    assert not list(bug(other))
    assert isinstance(deduction.reason, Grave)
    with pytest.raises(RefusedError):
        check(other, replace(deduction, reason=replace(deduction.reason, layout=other.layout)))


def _with_marks(now: Board, cell: int, change: int) -> Board:
    marks = list(now.marks)
    marks[cell] += change
    return Board(now.layout, now.values, tuple(marks), now.givens)
