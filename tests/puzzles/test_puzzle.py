"""A puzzle says what is wrong with a grid, by name, and shapes refuse what makes no sense."""

import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.puzzles import AllDifferent, Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.sudoku.shape import default_box

TABLES = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text(encoding="utf-8"))
EVERY = frozenset({1, 2, 3, 4})
GIVENS = (1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4)
SOLUTION = (1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4)
STRIPES = [cell // 4 for cell in range(16)]
COLUMNS = [cell % 4 for cell in range(16)]
EMPTY_4 = Grid([0] * 16)


def figure_of(said: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a shape that a table describes: 4x4 unless it says so."""
    made = {"size": 4, **said}
    if "regions" in said:
        made["regions"] = [int(region) for region in said["regions"]]
    if "extra" in said:
        made["extra"] = [
            as_read(AllDifferent, tuple(e.pop("cells")), **e) for e in map(dict, said["extra"])
        ]
    if "box" in said:
        made["box"] = tuple(said["box"])
    return made


def test_a_solution_breaks_nothing() -> None:
    assert not list(Puzzle(shape(4), Grid(GIVENS)).violations(SOLUTION))


@pytest.mark.parametrize(("puzzle", "grid", "violation"), TABLES["broken"])
def test_every_broken_rule_is_named(puzzle: dict[str, Any], grid: str, violation: str) -> None:
    figure = shape(**figure_of({k: v for k, v in puzzle.items() if k not in ("givens", "first")}))
    givens = puzzle.get("givens", "0" * len(figure.cells))
    marks = (frozenset(puzzle["first"]), *[EVERY] * 15) if "first" in puzzle else None
    asked = Puzzle(figure, Grid(map(int, givens)), marks)
    assert violation in list(asked.violations(tuple(map(int, grid))))


@pytest.mark.parametrize(("figure", "houses", "peers"), TABLES["houses"])
def test_houses_and_peers_of_every_shape(figure: dict[str, Any], houses: int, peers: int) -> None:
    found = shape(**figure_of(figure))
    assert len(found.houses) == houses
    assert all(len(set(house.cells)) == found.size for house in found.houses)
    assert len(found.peers[0]) == peers


@pytest.mark.parametrize(
    ("size", "box"),
    [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (12, (3, 4)), (7, None), (2, None)],
)
def test_the_usual_box_is_the_squarest(size: int, box: tuple[int, int] | None) -> None:
    assert default_box(size) == box


def test_shapes_are_shared_and_regions_renumbered() -> None:
    assert shape(9) is shape(9, (3, 3))
    assert shape(4, regions=COLUMNS) is shape(4, regions=[7 - number for number in COLUMNS])


@pytest.mark.parametrize(("arguments", "message"), TABLES["refused"])
def test_senseless_shapes_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        shape(**figure_of(arguments))
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


@pytest.mark.parametrize("thing", [None, 5, b"1234", EMPTY_4.__iter__()])
def test_what_is_no_text_and_no_list_is_named_by_its_type(thing: Any) -> None:
    said = f"found {type(thing).__name__}, expected text, a list or a mapping"
    with pytest.raises(MalformedPuzzleError, match=said):
        accord.puzzle(thing)
    with pytest.raises(MalformedPuzzleError, match=said):
        accord.verify("." * 16, thing)
    with pytest.raises(MalformedPuzzleError, match=f"puzzle 2: {said}"):
        accord.solve_many(["." * 16, thing], "backtracking-mrv")


def test_a_board_of_integers_is_read_as_its_text_is() -> None:
    flat = [(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    flat[::3] = [0] * 27
    rows = [flat[start : start + 9] for start in range(0, 81, 9)]
    expected = accord.puzzle("".join(map(str, flat)))
    assert accord.puzzle(flat) == accord.puzzle(rows) == accord.puzzle(repr(rows)) == expected
    for wrong in (10, -1, True, 1.0):  # is not taken for a digit
        board: list[Any] = [*rows[:8], [*rows[8][:8], wrong]]
        assert read_or_refused(board) == read_or_refused(repr(board))


def read_or_refused(board: Any) -> Puzzle | str:
    try:
        return accord.puzzle(board)
    except MalformedPuzzleError as error:
        return str(error)


def test_clashing_givens_make_a_puzzle_without_solutions() -> None:
    puzzle = Puzzle(shape(4), Grid([1, 1] + [0] * 14))
    assert [set(domain) for domain in puzzle.domains[:2]] == [{1}, {1}]


def test_givens_and_candidates_narrow_domains() -> None:
    marks = (frozenset({1, 2}), frozenset({3}), frozenset(), *[EVERY] * 13)
    puzzle = Puzzle(shape(4), Grid([1, 4] + [0] * 14), marks)
    assert [set(domain) for domain in puzzle.domains[:4]] == [{1}, set(), set(), EVERY]


def test_candidates_that_say_nothing_are_none() -> None:
    said = Puzzle(shape(4), Grid(GIVENS), (EVERY,) * 16)
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
    givens, rest = Grid([1] + [0] * 15), (frozenset({1, 2}), *[EVERY] * 14)
    wide = Puzzle(shape(4), givens, (EVERY, *rest))
    narrow = Puzzle(shape(4), givens, (frozenset({1}), *rest))
    assert wide == narrow
    assert wide.digest == narrow.digest
    assert Puzzle(shape(4), givens, (frozenset({1}), *[EVERY] * 15)).candidates is None
