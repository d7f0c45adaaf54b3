"""Every technique on boards of its own: what it finds, what it says, what is refused of it.

The boards stand in technique_boards.toml.  What holds for all boards, test_soundness.py shows.
"""

from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import or_

import pytest

from accord.bench.make.generate import generate
from accord.bench.make.patterns import jigsaw
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.solvers.answer import answer
from accord.solvers.logic import TECHNIQUES, Board, board, board_of
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.layout import layout, mask_of, members
from accord.solvers.logic.techniques.deadly import Swappable
from accord.solvers.logic.techniques.locked import almost_locked_sets
from accord.solvers.registry import usable
from boards import assert_lies_are_refused, assert_sound, marked, said
from replay.check import check
from replay.entailed import RefusedError
from replay.sums import OF_VARIANTS
from technique_boards import FOUND, NOTHING, SEED_295, SENTENCES

CASES = [(name, number) for name, rows in FOUND.items() for number in range(len(rows))]
DRAWN = [(name, number) for name, number in CASES if not any(FOUND[name][number][0].values)]
UNIQUE = [(name, number) for name, number in DRAWN if TECHNIQUES[name].assumes_unique]


def find(name: str, now: Board) -> list[Deduction]:
    return list(TECHNIQUES[name].find(now))


@pytest.mark.parametrize(("name", "number"), CASES)
def test_finds_just_what_is_there(name: str, number: int) -> None:
    now, expected = FOUND[name][number]
    found = find(name, now)
    assert [said(deduction) for deduction in found] == expected
    for deduction in found:
        check(now, deduction)


def test_every_technique_has_a_board() -> None:
    assert {*FOUND} == {*TECHNIQUES} - OF_VARIANTS


def turned(now: Board) -> Board:
    """The board with rows for columns."""
    size = now.size
    cells = [size * (cell % size) + cell // size for cell in now.layout.shape.cells]
    marks = tuple(now.marks[cell] for cell in cells)
    return Board(now.layout, tuple(now.values[cell] for cell in cells), marks, 0)


@pytest.mark.parametrize(("name", "number"), DRAWN)
def test_finds_the_same_in_columns_as_in_rows(name: str, number: int) -> None:
    now, _ = FOUND[name][number]

    def effects(deductions: list[Deduction], across: bool) -> Counter[object]:
        size = now.size
        return Counter(
            frozenset(
                (cell if across else size * (cell % size) + cell // size, each)
                for cell, each in [*deduction.placed.items(), *deduction.removed.items()]
            )
            for deduction in deductions
        )

    assert effects(find(name, turned(now)), False) == effects(find(name, now), True)


@pytest.mark.parametrize(("name", "number"), DRAWN)
def test_lies_are_refused(name: str, number: int) -> None:
    """On boards with nothing but the pattern; elsewhere a changed reason may be another truth."""
    now, _ = FOUND[name][number]
    for deduction in find(name, now)[-3:]:
        assert assert_lies_are_refused(now, deduction) > 5


@pytest.mark.parametrize(("name", "why", "now"), NOTHING)
def test_finds_nothing_where_something_is_in_the_way(name: str, why: str, now: Board) -> None:
    assert not find(name, now), why


@pytest.mark.parametrize("text", ["." * 81, "." * 16, "1"])
def test_blank_boards_have_nothing_to_find(text: str) -> None:
    assert not any(find(name, board(text)) for name in TECHNIQUES)


@pytest.mark.parametrize(("name", "sentence"), SENTENCES.items())
def test_says_what_holds_and_what_follows(name: str, sentence: str) -> None:
    assert find(name, FOUND[name][0][0])[0].reason.sentence == sentence


def with_mark(now: Board, cell: int, change: int) -> Board:
    marks = list(now.marks)
    marks[cell] += change
    return Board(now.layout, now.values, tuple(marks), now.givens)


def test_without_the_candidate_of_a_bug_there_are_two_solutions_or_none() -> None:
    now = SEED_295
    (deduction,) = find("bug", now)
    ((cell, value),) = deduction.placed.items()
    grave = with_mark(now, cell, -(1 << value))
    solve = usable("backtracking-mrv").backend
    assert len(answer(solve, grave.puzzle, limit=None).solutions) in (0, 2)
    assert not find("bug", grave)
    for other, mark in enumerate(now.marks):
        for more in {*range(1, 7)} - {*members(mark)} if mark else ():
            assert not find("bug", with_mark(now, other, 1 << more))
    extra = layout(shape(6, extra=[AllDifferent((0, 35))]))
    ruled = Board(extra, now.values, now.marks, now.givens)
    assert not find("bug", ruled)
    with pytest.raises(RefusedError):
        check(ruled, replace(deduction, reason=replace(deduction.reason, layout=extra)))


@pytest.mark.parametrize(("name", "number"), UNIQUE)
def test_finds_nothing_with_a_corner_filled_or_a_rule_that_sees_the_swap(
    name: str, number: int
) -> None:
    now, _ = FOUND[name][number]
    diagonals = layout(shape(9, rules=["diagonals"]))
    assert not find(name, Board(diagonals, now.values, now.marks, 0))
    reason = find(name, now)[0].reason
    assert isinstance(reason, Swappable)
    for corner in reason.cells:
        values = tuple(9 if cell == corner else 0 for cell in range(81))
        marks = tuple(0 if cell == corner else mark for cell, mark in enumerate(now.marks))
        assert not find(name, Board(now.layout, values, marks, 0))


SHAPES = [shape(4), shape(6), shape(6, regions=jigsaw(6, 1)), shape(5, rules=["latin"])]


@pytest.mark.parametrize("figure", SHAPES, ids=str)
def test_swaps_are_excluded_whatever_candidates_are_missing(figure: Shape) -> None:
    solve, count = usable("sat-pycosat").backend, 0
    for seed in range(8):
        puzzle = generate(figure, seed)
        (grid,) = answer(solve, puzzle).grids
        for missing in range(3, 7):  # all but each so many-th wrong candidate
            blank = board_of(puzzle)
            marks = tuple(
                mask_of(v for v in members(mark) if v == held or (cell + v) % missing == 0)
                for cell, (mark, held) in enumerate(zip(blank.marks, grid, strict=True))
            )
            now = Board(blank.layout, blank.values, marks, blank.givens)
            for technique in TECHNIQUES.values():
                if technique.assumes_unique and technique.name != "bug":
                    count += assert_sound(now, grid, technique.find(now))
    assert count > 10


def test_almost_locked_sets_are_all_that_there_are() -> None:
    now = FOUND["aligned_pair_exclusion"][0][0]
    expected = {}
    for house in now.layout.houses:
        cells = [cell for cell in house.cells if now.marks[cell]]
        for size in range(1, len(cells) + 1):
            for chosen in combinations(cells, size):
                values = reduce(or_, (now.marks[cell] for cell in chosen))
                if values.bit_count() == size + 1:
                    expected[mask_of(chosen)] = values
    assert dict(almost_locked_sets(now)) == expected
    assert len(expected) > 50


def test_sue_de_coq_tries_small_sets_only_on_large_boards() -> None:
    marks = [frozenset(range(1, 10))] * 256
    marks[0] = marks[1] = frozenset({1, 2, 3, 4})
    marks[4], marks[16] = frozenset({1, 2}), frozenset({3, 4})
    (found,) = find("sue_de_coq", board(Puzzle(shape(16), Grid([0] * 256), tuple(marks))))
    assert found.removed == {
        **{cell: {1, 2, 3, 4} for cell in (2, 3)},
        **{cell: {1, 2} for cell in range(5, 16)},
        **{cell: {3, 4} for cell in (*range(17, 20), *range(32, 36), *range(48, 52))},
    }


def test_one_cell_is_given_one_value_even_if_both_colors_are_impossible() -> None:
    """Two cells share their last two candidates, which a third one with these sees: no grid."""
    others = {f"r1c{column}": "3456789" for column in range(3, 10)}
    now = marked({"r1c1": "12", "r1c2": "12", "r2c3": "12", **others})
    for name in TECHNIQUES:
        for deduction in find(name, now) if name.startswith("medusa") else ():
            check(now, deduction)
    found = [each.placed for each in find("medusa_rule6", now)]
    assert found == [{0: 2, 1: 1}, {0: 1, 1: 2}]  # each color is impossible, one at a time
