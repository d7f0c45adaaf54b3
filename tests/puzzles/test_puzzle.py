"""A puzzle says what is wrong with a grid, by name, and shapes refuse what makes no sense."""

import pickle
from collections.abc import Iterable
from typing import Any

import pytest

import accord
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, default_box, shape

GIVENS = (1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4)
SOLUTION = (1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4)
STRIPES = [cell // 4 for cell in range(16)]
COLUMNS = [cell % 4 for cell in range(16)]
EMPTY_4 = Grid([0] * 16)
GIVEN, BLANK = Puzzle(shape(4), Grid(GIVENS)), Puzzle(shape(4), EMPTY_4)
LATIN = (1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3)  # row r begins with r
SUDOKU_9 = [(3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]


def _except(grid: Iterable[int], changes: dict[int, int]) -> tuple[int, ...]:
    return tuple(changes.get(cell, value) for cell, value in enumerate(grid))


def test_a_solution_breaks_nothing() -> None:
    assert not list(Puzzle(shape(4), Grid(GIVENS)).violations(SOLUTION))


@pytest.mark.parametrize(
    ("puzzle", "grid", "violation"),
    [
        (GIVEN, SOLUTION[:-1], "found 15 values, expected 16"),
        (GIVEN, _except(SOLUTION, {14: 5}), "r4c3 holds 5, expected 1..4"),
        (GIVEN, _except(SOLUTION, {14: 0}), "r4c3 holds 0, expected 1..4"),
        (GIVEN, _except(SOLUTION, {0: 2}), "r1c1 holds 2, but 1 is given"),
        (
            Puzzle(shape(4), EMPTY_4, (frozenset({2, 3}), *[frozenset({1, 2, 3, 4})] * 15)),
            SOLUTION,
            "r1c1 holds 1, but its candidates are 2 3",
        ),
        (
            Puzzle(shape(4), EMPTY_4, (frozenset(), *[frozenset({1, 2, 3, 4})] * 15)),
            SOLUTION,
            "r1c1 holds 1, but its candidates are none",
        ),
        (BLANK, _except(SOLUTION, {1: 4}), "row 1 repeats 4 at r1c2, r1c3"),
        (BLANK, _except(SOLUTION, {4: 4}), "column 1 repeats 4 at r2c1, r3c1"),
        (BLANK, LATIN, "box 1 repeats 2 at r1c2, r2c1"),
        (
            Puzzle(shape(4, regions=[0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]), EMPTY_4),
            LATIN,
            "region 1 repeats 2 at r1c2, r2c1",
        ),
        (
            Puzzle(shape(4, rules=["diagonals"]), EMPTY_4),
            SOLUTION,
            "diagonal from top left repeats 1 at r1c1, r3c3",
        ),
        (
            Puzzle(shape(4, rules=["latin", "diagonals"]), EMPTY_4),
            LATIN,
            "diagonal from top right repeats 4 at r1c4, r2c3, r3c2, r4c1",
        ),
        (
            Puzzle(shape(9, rules=["windoku"]), Grid([0] * 81)),
            SUDOKU_9,
            "window 1 repeats 5 at r2c2, r4c4",
        ),
        (
            Puzzle(shape(4, extra=[AllDifferent((0, 10), "cage 1")]), EMPTY_4),
            SOLUTION,
            "cage 1 repeats 1 at r1c1, r3c3",
        ),
        (
            Puzzle(shape(4, extra=[AllDifferent((0, 10))]), EMPTY_4),
            SOLUTION,
            "all-different repeats 1 at r1c1, r3c3",
        ),
    ],
)
def test_every_broken_rule_is_named(puzzle: Puzzle, grid: tuple[int, ...], violation: str) -> None:
    assert violation in list(puzzle.violations(grid))


@pytest.mark.parametrize(
    ("size", "rules", "regions", "houses", "peers"),
    [
        (1, [], None, 3, 0),
        (4, [], None, 12, 7),
        (4, ["latin"], None, 8, 6),
        (4, ["latin", "diagonals"], None, 10, 9),
        (4, ["windoku"], None, 13, 7),
        (4, [], STRIPES, 12, 6),
        (6, [], None, 18, 12),
        (9, [], None, 27, 20),
        (9, ["diagonals"], None, 29, 26),
        (9, ["windoku"], None, 31, 20),
        (16, ["windoku"], None, 57, 39),
    ],
)
def test_houses_and_peers_of_every_shape(
    size: int, rules: list[str], regions: list[int] | None, houses: int, peers: int
) -> None:
    figure = shape(size, rules=rules, regions=regions)
    assert len(figure.houses) == houses
    assert all(len(set(house.cells)) == size for house in figure.houses)
    assert len(figure.peers[0]) == peers


@pytest.mark.parametrize(
    ("size", "box"),
    [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (12, (3, 4)), (7, None), (2, None)],
)
def test_the_usual_box_is_the_squarest(size: int, box: tuple[int, int] | None) -> None:
    assert default_box(size) == box


def test_shapes_are_shared_and_regions_renumbered() -> None:
    assert shape(9) is shape(9, (3, 3))
    assert shape(4, regions=COLUMNS) is shape(4, regions=[7 - number for number in COLUMNS])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "found size 0, expected at least 1"),
        ({"size": 7}, "found size 7, which no box divides; expected the rule latin, or regions"),
        ({"size": 6, "box": (2, 2)}, "found a box of 2x2, expected rows x columns = 6"),
        ({"size": 6, "box": (-2, -3)}, "found a box of -2x-3, expected rows x columns = 6"),
        ({"size": 4, "rules": ["killer"]}, "found the rule 'killer', expected one of diagonals"),
        ({"size": 4, "box": (2, 2), "rules": ["latin"]}, "expected at most one"),
        ({"size": 4, "regions": STRIPES, "rules": ["latin"]}, "expected at most one"),
        ({"size": 4, "regions": [1] * 15}, "regions: found 15 cells, expected 16"),
        ({"size": 4, "regions": [1] * 9 + [2] * 7}, "found 9 cells in region 1, expected 4"),
        ({"size": 6, "rules": ["windoku"]}, "windoku: found 2x3 boxes, expected square boxes"),
        ({"size": 4, "rules": ["windoku"], "box": (1, 4)}, "windoku: found 1x4 boxes"),
        ({"size": 4, "extra": [AllDifferent((16,))]}, "found cell 16, expected 0..15"),
        ({"size": 4, "extra": [AllDifferent((3, 3))]}, "found a cell twice, expected once"),
    ],
)
def test_senseless_shapes_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        shape(**arguments)  # type: ignore[arg-type]
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("givens", "candidates", "message"),
    [
        ([0] * 15, None, "givens: found 15 cells, expected 16 (4 x 4)"),
        ([0] * 14 + [5, 0], None, "givens: found 5 at r4c3, expected 0..4"),
        ([-1] + [0] * 15, None, "givens: found -1 at r1c1, expected 0..4"),
        ([0] * 16, [{1}] * 17, "candidates: found 17 cells, expected 16 (4 x 4)"),
        ([0] * 16, [{0}] * 16, "candidates: found 0 at r1c1, expected 1..4"),
    ],
)
def test_values_that_do_not_fit_are_refused(
    givens: list[int], candidates: list[set[int]] | None, message: str
) -> None:
    marks = None if candidates is None else tuple(map(frozenset, candidates))
    with pytest.raises(MalformedPuzzleError) as error:
        Puzzle(shape(4), Grid(givens), marks)
    assert message in str(error.value)


@pytest.mark.parametrize("thing", [None, 5, b"1234", {1: 2}, EMPTY_4.__iter__()])
def test_what_is_no_text_and_no_list_is_named_by_its_type(thing: Any) -> None:
    said = f"found {type(thing).__name__}, expected text or a list"
    with pytest.raises(MalformedPuzzleError, match=said):
        accord.puzzle(thing)
    with pytest.raises(MalformedPuzzleError, match=said):
        accord.verify("." * 16, thing)
    with pytest.raises(MalformedPuzzleError, match=f"puzzle 2: {said}"):
        accord.solve_many(["." * 16, thing], "backtracking-mrv")


def test_clashing_givens_make_a_puzzle_without_solutions() -> None:
    puzzle = Puzzle(shape(4), Grid([1, 1] + [0] * 14))
    assert [set(domain) for domain in puzzle.domains[:2]] == [{1}, {1}]


def test_givens_and_candidates_narrow_domains() -> None:
    every = frozenset({1, 2, 3, 4})
    marks = (frozenset({1, 2}), frozenset({3}), frozenset(), *[every] * 13)
    puzzle = Puzzle(shape(4), Grid([1, 4] + [0] * 14), marks)
    assert [set(domain) for domain in puzzle.domains[:4]] == [{1}, set(), set(), every]


def test_candidates_that_say_nothing_are_none() -> None:
    every = frozenset({1, 2, 3, 4})
    said = Puzzle(shape(4), Grid(GIVENS), (every,) * 16)
    assert said == Puzzle(shape(4), Grid(GIVENS))
    assert said.candidates is None
    assert hash(said) == hash(Puzzle(shape(4), Grid(GIVENS)))


def test_digests_are_the_same_on_every_machine() -> None:
    assert Puzzle(shape(4), Grid(GIVENS)).digest == "e382ae0f64c57344"
    jigsaw = shape(4, rules=["diagonals"], regions=STRIPES, extra=[AllDifferent((0, 5))])
    assert Puzzle(jigsaw, EMPTY_4).digest == "8be40c040f5a4469"
    marks = (frozenset({3, 1}), *[frozenset({1, 2, 3, 4})] * 15)
    assert Puzzle(shape(4), EMPTY_4, marks).digest == "003e0762cfb9527d"


def test_different_puzzles_have_different_digests() -> None:
    puzzles = [
        Puzzle(shape(4), EMPTY_4),
        Puzzle(shape(4), Grid(GIVENS)),
        Puzzle(shape(4), EMPTY_4, (frozenset({1}), *[frozenset({1, 2, 3, 4})] * 15)),
        Puzzle(shape(4, (1, 4)), EMPTY_4),
        Puzzle(shape(4, rules=["latin"]), EMPTY_4),
        Puzzle(shape(4, rules=["diagonals"]), EMPTY_4),
        Puzzle(shape(4, regions=STRIPES), EMPTY_4),
        Puzzle(shape(4, regions=COLUMNS), EMPTY_4),
        Puzzle(shape(4, extra=[AllDifferent((0, 5))]), EMPTY_4),
    ]
    assert len({puzzle.digest for puzzle in puzzles}) == len(set(puzzles)) == len(puzzles)


def test_names_of_constraints_are_no_part_of_a_puzzle() -> None:
    named = Puzzle(shape(4, extra=[AllDifferent((0, 5), "a")]), EMPTY_4)
    assert named == Puzzle(shape(4, extra=[AllDifferent((0, 5), "b")]), EMPTY_4)


def test_puzzles_travel_between_processes() -> None:
    puzzle = Puzzle(shape(4, rules=["diagonals"]), Grid(GIVENS))
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert copy.shape is puzzle.shape


def test_grids_print_as_lines() -> None:
    assert str(Grid([1, 2, 2, 0])) == "122."
    assert repr(Grid([36, 1, 0, 2])) == "Grid('36 1 0 2')"
    assert Grid(SOLUTION).rows[1] == (3, 4, 2, 1)


def test_the_marks_of_a_given_say_nothing_more() -> None:
    every = frozenset({1, 2, 3, 4})
    givens, rest = Grid([1] + [0] * 15), (frozenset({1, 2}), *[every] * 14)
    wide = Puzzle(shape(4), givens, (every, *rest))
    narrow = Puzzle(shape(4), givens, (frozenset({1}), *rest))
    assert wide == narrow
    assert wide.digest == narrow.digest
    assert Puzzle(shape(4), givens, (frozenset({1}), *[every] * 15)).candidates is None
