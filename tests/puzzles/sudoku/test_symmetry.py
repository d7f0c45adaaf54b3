"""An isomorph is the puzzle in another form: its solutions are those of the puzzle, moved.

A set of cells has different values, or one twice: as sets of Python say it.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.make.instances.collection import instances_of
from accord.bench.make.patterns import jigsaw
from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, Shape, shape
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.files.texts import read
from accord.puzzles.puzzle import expect_puzzle
from accord.puzzles.sudoku.differing import TABLE, differing
from accord.puzzles.sudoku.symmetry import (
    Symmetry,
    identity,
    is_symmetric,
    isomorph,
    random_symmetry,
)
from accord.solvers.answer import answer
from accord.solvers.search.backtracking_mrv import SOLVERS
from format_samples import NAKED, SOLVED, puzzles, shapes

PINNED = "..4..75....8..97....6..3.8928..7....9.1...4....7...2317..58.........1362....428.."
PINWHEEL = [int(region) for region in "1112412244324333"]
SMALL = {
    "boxes": shape(4),
    "latin": shape(4, rules=["latin"]),
    "diagonals": shape(4, rules=["diagonals"]),
    "latin diagonals": shape(5, rules=["latin", "diagonals"]),
    "windoku": shape(4, rules=["windoku"]),
    "pinwheel": shape(4, regions=PINWHEEL),
    "jigsaw": shape(5, regions=jigsaw(5, 1)),
    "extra": shape(4, extra=[AllDifferent((0, 5, 10)), AllDifferent((5, 6))]),
    "extra latin": shape(4, rules=["latin"], extra=[AllDifferent((0, 6, 12))]),
}


def sets_of(figure: Shape) -> set[frozenset[Cell]]:
    """The constraints, as sets of cells."""
    return {frozenset(each.scope) for each in figure.constraints}


def solutions(puzzle: Puzzle) -> set[Grid]:
    """All of them, found by search."""
    found = answer(SOLVERS["backtracking-mrv"], puzzle, limit=None)
    assert found.exhausted
    return set(found.grids)


@given(shapes(), st.integers())
def test_constraints_map_onto_themselves_and_nothing_is_lost(figure: Shape, seed: int) -> None:
    moved = random_symmetry(figure, Random(seed))
    assert {frozenset(moved.cells[c] for c in each) for each in sets_of(figure)} == sets_of(figure)
    assert sorted(moved.cells) == list(figure.cells)
    assert (moved.values[0], sorted(moved.values)) == (0, list(range(figure.size + 1)))


@given(puzzles(), st.integers(), st.integers(1), st.data())
def test_the_inverse_moves_everything_back(
    puzzle: Puzzle, seed: int, number: int, data: st.DataObject
) -> None:
    there, symmetry = isomorph(puzzle, seed, number)
    back = symmetry.inverse
    assert back.puzzle(there) == puzzle
    assert there.shape is puzzle.shape
    assert (symmetry.puzzle(puzzle), back.inverse) == (there, symmetry)
    cells = len(puzzle.givens)
    grid = Grid(data.draw(st.lists(st.integers(-3, 40), min_size=cells - 1, max_size=cells + 1)))
    moved = symmetry.grid(grid)
    assert back.grid(moved) == grid
    assert len(moved) == len(grid)
    assert any(puzzle.violations(grid)) == any(there.violations(moved))
    names = dict(enumerate(symmetry.values))
    for cell, domain in enumerate(there.domains):
        assert domain == {names[value] for value in puzzle.domains[symmetry.cells[cell]]}


@pytest.mark.parametrize("name", SMALL)
def test_an_isomorph_has_the_solutions_of_the_puzzle_moved(name: str) -> None:
    figure, random, seen = SMALL[name], Random(name), 0
    n = figure.size
    for number in range(1, 9):
        givens = Grid(
            random.choice(range(1, n + 1)) * (random.random() < 0.1) for _ in figure.cells
        )
        marks = [frozenset(v for v in range(1, n + 1) if random.random() < 0.9) for _ in givens]
        puzzle = Puzzle(figure, givens, tuple(marks) if number % 2 else None)
        there, symmetry = isomorph(puzzle, 5, number)
        assert {symmetry.grid(grid) for grid in solutions(puzzle)} == solutions(there)
        seen += len(solutions(there))
    assert seen


# Of lines: (2! 2!) 2! rows, as many columns, transposition; and so on.
ORDERS = {
    "boxes": 8 * 8 * 2,
    "boxes of 2x3": 48 * 72,
    "latin": 24 * 24 * 2,
    "latin diagonals": 8 * 2 * 2,  # lines with their opposites alike; a reflection; transposition
    "pinwheel": 4,  # rotations
    "jigsaw": 1,
}
ORDERED = SMALL | {"boxes of 2x3": shape(6)}


@pytest.mark.parametrize("name", ORDERS)
def test_every_symmetry_is_found(name: str) -> None:
    random = Random(1)
    found = {random_symmetry(ORDERED[name], random).cells for _ in range(12 * ORDERS[name])}
    assert len(found) == pytest.approx(ORDERS[name], rel=0.001)


def test_of_large_variants_those_are_found_that_keep_their_houses() -> None:
    random = Random(1)
    nine = {
        96: shape(9, rules=["diagonals"]),  # 3! 2! 2 of lines; a reflection; transposition
        128: shape(9, rules=["windoku"]),  # 2! 2! 2 of rows, as many of columns; transposition
    }
    for order, figure in nine.items():
        assert len({random_symmetry(figure, random).cells for _ in range(20 * order)}) == order


@pytest.mark.parametrize("name", ["boxes", "latin", "boxes of 2x3"])
def test_every_symmetry_of_boxes_is_as_likely_as_any_other(name: str) -> None:
    random, order = Random(1), ORDERS[name]
    seen = Counter(random_symmetry(ORDERED[name], random).cells for _ in range(20 * order))
    chi_squared = sum((times - 20) ** 2 / 20 for times in seen.values())
    assert len(seen) == order
    assert abs(chi_squared - order) < 4 * (2 * order) ** 0.5  # its mean and deviation
    names = Counter(random_symmetry(shape(4), random).values for _ in range(2400))
    assert len(names) == 24
    assert all(60 < times < 145 for times in names.values())


def test_an_isomorph_is_the_same_everywhere_and_another_for_another_number_or_seed() -> None:
    puzzle = read(NAKED)
    first, symmetry = isomorph(puzzle, 0, 1)
    assert str(first) == PINNED
    assert str(symmetry.grid(Grid.parse(SOLVED))) != SOLVED
    others = {isomorph(puzzle, seed, number)[0] for seed in (0, 1) for number in range(20)}
    assert len(others) == 39  # number 0 is the puzzle itself
    assert isomorph(puzzle, 7, 0) == (puzzle, identity(puzzle.shape))


def test_expected_solutions_move_too() -> None:
    seen = 0
    for instance in instances_of("variants"):
        if instance.expected and instance.expected.solution:
            there, symmetry = isomorph(instance.problem, 3, 1)
            assert not list(there.violations(symmetry.grid(instance.expected.solution)))
            assert there != instance.problem
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", ["killer-4", "futoshiki-5"])
def test_constraints_of_other_kinds_move_along(name: str) -> None:
    puzzle = expect_puzzle(EXAMPLES[name].problem())
    (grid,) = solutions(puzzle)
    forms = [isomorph(puzzle, 0, number) for number in range(1, 9)]
    assert len({there.digest for there, _ in forms}) == 8
    assert len({symmetry.cells for _, symmetry in forms}) > 3
    for there, symmetry in forms:
        assert solutions(there) == {symmetry.grid(grid)}
        assert symmetry.inverse.puzzle(there) == puzzle
        given = there.shape.extra
        called = [each.name for each in puzzle.shape.extra]
        back = symmetry.inverse.puzzle(there).shape.extra
        assert [each.name for each in back] == called
        signs = {each.name: each.scope for each in given if "<" in each.name}
        for what, scope in signs.items():
            assert {*what.split(" < ")} == {there.names[cell] for cell in scope}


def test_what_a_turn_would_break_stays() -> None:
    extra = [Linear((0, 1), "=", 3)]
    puzzle = Puzzle(shape(6, (2, 3), extra=extra), Grid([0] * 36))
    for number in range(1, 20):
        there, symmetry = isomorph(puzzle, 0, number)
        assert (there.shape.houses, symmetry.values) == (puzzle.shape.houses, (*range(7),))
        assert is_symmetric(shape(6, (2, 3)), symmetry.cells)


def test_not_every_permutation_is_a_symmetry() -> None:
    cells = list(range(81))
    assert is_symmetric(shape(9), cells)
    cells[:2] = cells[1::-1]
    assert not is_symmetric(shape(9), cells)
    columns = [row * 9 + column for row in range(9) for column in (0, 1, 3, 2, 4, 5, 6, 7, 8)]
    assert not is_symmetric(shape(9), columns)
    assert is_symmetric(shape(9, rules=["latin"]), columns)


def test_a_faulty_grid_stays_as_faulty_as_it_was() -> None:
    symmetry = Symmetry((1, 0, 3, 2), (0, 2, 1))
    assert symmetry.grid(Grid((1, 2, 0, -7))) == (1, 2, -7, 0)
    assert symmetry.grid(Grid((1, 2, 1))) == (1, 2, 1)
    assert symmetry.grid(Grid((3, 1, 1, 1, 2))) == (3, 1, 1, 1, 2)


@pytest.mark.parametrize("size", range(1, 18))
def test_a_value_that_is_twice_in_some_set_is_found_whatever_the_size(size: int) -> None:
    random = Random(size)
    cells = range(size * size)
    for _ in range(200):
        lengths = [random.randint(0, size) for _ in range(random.randint(0, 2 * size))]
        sets = tuple(tuple(random.sample(cells, length)) for length in lengths)
        grid = [random.randint(1, size) for _ in cells]
        expected = all(len({grid[cell] for cell in each}) == len(each) for each in sets)
        assert differing(sets, size)(grid) == expected


@pytest.mark.parametrize("size", [2, 9, 11, 12])
def test_each_pair_of_equal_values_is_found_in_rows_of_all_values(size: int) -> None:
    rows = (range(row * size, row * size + size) for row in range(size))
    differ = differing(tuple(map(tuple, rows)), size)
    right = [*range(1, size + 1)] * size
    assert differ(right)
    assert differ(bytes(right))
    for cell in range(size * size):
        for value in {*range(1, size + 1)} - {right[cell]}:
            assert not differ([*right[:cell], value, *right[cell + 1 :]])


def test_a_grid_as_a_table_has_room_up_to_11x11() -> None:
    assert 2 * 11**2 <= TABLE < 2 * 12**2


def test_numbers_of_other_kinds_are_compared_by_value() -> None:
    differ = differing(((0, 1), (2, 3)), 2)
    assert differ([1.0, 2.0, 2.0, 1.0])  # type: ignore[list-item]
    assert not differ([1.0, 1.0, 2.0, 1.0])  # type: ignore[list-item]
