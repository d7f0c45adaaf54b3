"""Many puzzles in one call: the same answers as one by one, all of them verified."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.puzzles import AllDifferent, Grid, MalformedPuzzleError, Puzzle, Shape, cell_name, shape
from accord.puzzles.batch import Batch
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.linear import Linear
from accord.solvers import check_many, registry
from accord.solvers.answer import WrongAnswerError, answer
from accord.solvers.backend import Backend, Need
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.check_many import are_solutions, is_solution
from accord.solvers.interface import Answers, Many, UnsupportedError
from accord.solvers.registry import MissingBackendError, available, backends
from known_puzzles import regular_grid
from mixed_puzzles import puzzles as mixed_puzzles

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "11" + "." * 79
TWO = SOLUTION.replace("5", ".").replace("3", ".")  # at least
ASKED = [UNIQUE, NONE, TWO, SOLUTION]
TAKERS = sorted(name for name, each in accord.available().items() if each.many)
JIGSAW = "AAABABBBCCCDCDDD"
SHAPES = [
    shape(9),
    shape(9, rules=["diagonals"]),
    shape(9, rules=["windoku"]),
    shape(6),
    shape(6, box=(3, 2)),
    shape(5, rules=["latin"]),
    shape(4, regions=[*map(ord, JIGSAW)]),
    shape(16),
    shape(9, extra=[AllDifferent((0, 10, 20)), AllDifferent(tuple(range(0, 80, 10)))]),
    shape(4, rules=["latin"], extra=[AllDifferent(tuple(range(5)), "too many")]),
    shape(60, rules=["latin"]),
]


def ordinary(puzzles: Iterable[Any], solver: str, limit: int | None) -> list[tuple[str, int]]:
    """Of each puzzle, asked alone, the first solution and how many there are."""
    answers = [accord.solve(puzzle, solver, limit=limit) for puzzle in puzzles]
    return [
        (str(answer.solutions[0]) if answer.solutions else "", len(answer.solutions))
        for answer in answers
    ]


def received(answers: Answers) -> list[tuple[str, int]]:
    pairs = zip(answers.solutions.tolist(), answers.counts.tolist(), strict=True)
    return [(str(Grid(grid)) if any(grid) else "", count) for grid, count in pairs]


@pytest.mark.parametrize("solver", [*TAKERS, "backtracking-first", "sat-pycosat"])
@pytest.mark.parametrize("limit", [1, 2, None])
def test_the_answers_are_those_that_each_puzzle_gets_alone(solver: str, limit: int | None) -> None:
    answers = accord.solve_many(ASKED, solver, limit)
    expected = ordinary(ASKED, "backtracking-mrv", limit)
    assert [count for _, count in received(answers)] == [count for _, count in expected]
    assert received(answers)[:2] == expected[:2]
    assert received(answers)[3] == expected[3]
    assert (answers.guesses[[1, 3]] <= 0).all()
    assert answers.solutions.dtype == np.uint8
    assert answers.counts.dtype == answers.guesses.dtype == np.int64


@pytest.mark.parametrize("solver", TAKERS)
@pytest.mark.parametrize("limit", [2, 300])
def test_arrays_are_answered_as_single_puzzles_are_on_any_number_of_threads(
    solver: str, limit: int, some: Callable[[int], Sequence[int]]
) -> None:
    many = available()[solver].many
    assert many is not None
    by_shape: dict[Shape, list[Puzzle]] = defaultdict(list)
    plain = [puzzle for puzzle in mixed_puzzles() if puzzle.candidates is None]
    for puzzle in (plain[number] for number in some(len(plain))):
        if limit < 3 or puzzle.size < 6:
            by_shape[puzzle.shape].append(puzzle)
    for figure, asked in by_shape.items():
        several = 8 if "kernel" in solver else 1  # slices of an array
        grids = np.array([puzzle.givens for puzzle in asked] * several, np.uint8)
        before = grids.copy()
        one, four = (many(figure, grids, limit, threads) for threads in (1, 4))
        assert (grids == before).all()
        for name in ("solutions", "counts", "guesses"):
            assert (getattr(one, name) == getattr(four, name)).all()
        assert one.solutions.shape == grids.shape
        assert one.solutions.dtype == np.uint8
        for row, puzzle in enumerate(asked):
            found = answer(available()[solver], puzzle, limit=limit)
            assert one.counts[row] == len(found.solutions)
            assert one.guesses[row] == found.counters.get("guesses", 0)
            grid = Grid(one.solutions[row].tolist())
            assert not list(puzzle.violations(grid)) if found.solutions else not any(grid)
        nothing = many(figure, grids[:0], limit, 2)
        assert nothing.solutions.shape == (0, len(figure.cells))
        assert len(nothing.counts) == len(nothing.guesses) == 0


def rows(puzzles: Sequence[str]) -> "Grids":
    return np.array([[int(c) if c.isdigit() else 0 for c in each] for each in puzzles], np.uint8)


def test_puzzles_are_taken_in_every_form(tmp_path: Path, by_rows: str) -> None:
    lines = [UNIQUE, NONE.replace(".", "0"), UNIQUE.replace(".", "*"), TWO] * 5
    file = tmp_path / "puzzles.txt"
    file.write_text("# twenty\n" + "\n".join(lines) + "\n")
    nested = tmp_path / "rows.txt"
    nested.write_text(
        "\n\n".join("\n".join(each[r : r + 9] for r in range(0, 81, 9)) for each in lines)
    )
    array = rows(lines)
    forms: dict[str, Any] = {
        "a list": lines,
        "an iterator": iter(lines),
        "lines of a file": [f"{line}\n" for line in lines],
        "bytes": array,
        "integers": array.astype(np.int64),
        "columns": np.asfortranarray(array),
        "read-only": np.frombuffer(array.tobytes(), np.uint8).reshape(array.shape),
        "strings": np.array(lines),
        "objects": np.array(lines, dtype=object),
        "nested lists": array.reshape(-1, 9, 9).tolist(),
        "puzzles": [accord.puzzle(line) for line in lines],
        "a path": file,
        "a name": str(file),
        "a file of grids": nested,
        "mixed": [lines[0], array[1].tolist(), accord.puzzle(lines[2]), f" {lines[3]}", *lines[4:]],
    }
    expected = ordinary(lines, "backtracking-mrv", 2)
    for name, form in forms.items():
        assert received(accord.solve_many(form, by_rows)) == expected, name
    assert accord.solve_many(array[:0], by_rows).solutions.shape == (0, 81)
    assert len(accord.solve_many("seeds", by_rows).counts) == len(accord.instances("seeds"))


def test_a_zero_in_a_list_is_a_blank_also_where_there_is_no_nine(by_rows: str) -> None:
    board = rows([SOLUTION.replace("9", "0")]).reshape(9, 9).tolist()
    lines = [SOLUTION.replace("9", ".")]
    assert received(accord.solve_many([board], by_rows)) == received(
        accord.solve_many(lines, by_rows)
    )
    assert accord.puzzle(board) == accord.puzzle(lines[0])
    assert not accord.verify(board, SOLUTION)
    with pytest.raises(MalformedPuzzleError, match="found numbers, expected characters of 0-8"):
        accord.puzzle(board, digits="0-8")


def test_the_rules_are_those_that_are_said(by_rows: str) -> None:
    blank = ["." * 16] * 3
    assert accord.solve_many(blank, by_rows, None).counts.tolist() == [288] * 3
    assert accord.solve_many(blank, by_rows, None, rules=["latin"]).counts.tolist() == [576] * 3
    jigsaw = accord.solve_many(np.zeros((2, 16), int), by_rows, None, regions=JIGSAW)
    alone = accord.solve(accord.puzzle(blank[0], regions=JIGSAW), limit=None)
    assert jigsaw.counts.tolist() == [len(alone.solutions)] * 2 != [0, 0]
    six = "." * 36
    tall = accord.solve_many([six], by_rows, 1, box=(3, 2)).solutions[0].tolist()
    assert not accord.verify(accord.puzzle(six, box=(3, 2)), tall)
    puzzles = [accord.puzzle(blank[0], rules=["latin"]), accord.puzzle(blank[0])]
    assert accord.solve_many(puzzles, by_rows, None).counts.tolist() == [576, 288]


def test_candidates_are_asked_for_by_themselves_and_in_their_place(by_rows: str) -> None:
    marked = "{1}" + "." * 15
    asked = ["." * 16, marked, "1" + "." * 15, "." * 16]
    assert accord.solve_many(asked, by_rows, None).counts.tolist() == [288, 72, 72, 288]


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        ([UNIQUE, "." * 16], "puzzle 2: found 16 cells, expected 81 as in those before it"),
        ([UNIQUE, UNIQUE, UNIQUE[:-1] + "Q"], "puzzle 3: .*column 81: found 'Q', expected 1-9"),
        ([UNIQUE, ""], "puzzle 2: found no cells"),
        (["." * 49], "puzzle 1: found size 7, which no box divides"),
        ([], "found no puzzle"),
        (np.zeros((2, 80), int), "found 80 cells, expected a square number of them: 81 for 9x9"),
        (np.zeros((2, 9, 9), int), "array of 2 x 9 x 9 int64, expected N x cells integers"),
        (np.zeros(81, int), "found an array of 81 int64, expected N x cells integers"),
        (np.zeros((2, 81)), "found an array of 2 x 81 float64, expected N x cells integers"),
        (np.zeros((2, 81), bool), "found an array of 2 x 81 bool, expected N x cells integers"),
        (np.eye(81, dtype=int)[:7] * 10, "puzzle 1: givens: found 10 at r1c1, expected 0..9"),
        (rows([UNIQUE, UNIQUE]).astype(int) - 1, "puzzle 1: givens: found -1 at r1c3"),
        ("nosuch.txt", "found neither a file nor a collection 'nosuch.txt'"),
        (UNIQUE, "found neither a file nor a collection"),
    ],
)
def test_what_is_no_puzzle_is_named(puzzles: Any, message: str, by_rows: str) -> None:
    with pytest.raises(MalformedPuzzleError, match=message):
        accord.solve_many(puzzles, by_rows)


def test_a_line_that_is_no_puzzle_is_named(tmp_path: Path, by_rows: str) -> None:
    (tmp_path / "x.txt").write_text(f"# two\n{UNIQUE}\n{UNIQUE[:-1]}Q\n")
    with pytest.raises(MalformedPuzzleError, match=r"x\.txt: line 3, column 81: found 'Q'"):
        accord.solve_many(tmp_path / "x.txt", by_rows)


def test_what_cannot_be_asked_is_an_error(monkeypatch: pytest.MonkeyPatch, by_rows: str) -> None:
    with pytest.raises(ValueError, match="found 0 solutions asked for"):
        accord.solve_many([UNIQUE], by_rows, 0)
    with pytest.raises(ValueError, match="found 0 threads, expected 1 to"):
        accord.solve_many([UNIQUE], by_rows, threads=0)
    with pytest.raises(UnsupportedError, match="found 2 threads, expected 1: it takes no arrays"):
        accord.solve_many([UNIQUE], "backtracking-mrv", threads=2)
    small = replace(backends()[by_rows], sizes=range(1, 5))
    monkeypatch.setitem(backends().others, "small", small)
    with pytest.raises(UnsupportedError, match="small: size 9 is outside its sizes 1 to 4"):
        accord.solve_many([UNIQUE], "small")
    asked = ['numba>=0.60; extra == "fast"', 'other; extra == "sat"', "numpy"]
    monkeypatch.setattr(metadata, "requires", lambda name: asked)
    missing = replace(small, needs=(Need(module="nosuch", distributions=("numba",)),))
    monkeypatch.setitem(backends().others, "missing", missing)
    with pytest.raises(MissingBackendError, match=r"needs numba: pip install 'numba>=0\.60'"):
        accord.solve_many([UNIQUE], "missing")


def test_settings_are_kept_by_asking_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = replace(backends()["backtracking-mrv"], many=unused)
    monkeypatch.setitem(backends().others, "set", backend)
    assert accord.solve_many([UNIQUE, NONE], "set:filter=pairs").counts.tolist() == [1, 0]


def unused(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    raise AssertionError("asked without its settings")


def gives_up(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    if puzzle.givens[0]:
        yield Grid(map(int, SOLUTION))
    raise GaveUpError("too hard")


def test_a_solver_that_gives_up_leaves_no_count(named: Callable[..., str]) -> None:
    solver = named(solve=gives_up, many=None)
    found = accord.solve_many([UNIQUE, SOLUTION], solver, limit=1)
    assert (found.counts.tolist(), found.guesses.tolist()) == ([1, 1], [-1, -1])
    with pytest.raises(GaveUpError, match="puzzle 1: named gave up: too hard"):
        accord.solve_many([UNIQUE], solver, limit=2)
    with pytest.raises(GaveUpError, match="puzzle 2: named gave up: too hard"):
        accord.solve_many([UNIQUE, "." * 81], solver, limit=1)


def changes(row: int, cell: int, value: int) -> Many:
    """Answers with one wrong cell, and tries to make the given there agree."""

    def many(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
        found = np.tile(rows([SOLUTION]), (len(givens), 1))
        found[row, cell] = value
        givens[:] = found
        return Answers(found, np.ones(len(givens), np.int64), np.zeros(len(givens), np.int64))

    return many


@pytest.mark.parametrize(
    ("row", "cell", "value", "message"),
    [
        (0, 0, 7, "puzzle 1: named yields 7.*: r1c1 holds 7, but 5 is given"),
        (2, 2, 7, "puzzle 3: named yields 537.*: row 1 repeats 7 at r1c3, r1c5"),
        (1, 80, 0, "puzzle 2: named yields .*: r9c9 holds 0, expected 1..9"),
        (1, 79, 17, "puzzle 2: named yields .*: r9c8 holds 17, expected 1..9"),
    ],
)
def test_a_wrong_grid_is_refuted_with_the_number_of_its_puzzle(
    named: Callable[..., str], row: int, cell: int, value: int, message: str
) -> None:
    with pytest.raises(WrongAnswerError, match=message):
        accord.solve_many([UNIQUE] * 3, named(many=changes(row, cell, value)))


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ((81, 3, [1, 1, 1]), "found arrays of .*, expected answers to 2 puzzles"),
        ((80, 2, [1, 1]), "found arrays of .*, expected answers to 2 puzzles"),
        ((81, 2, [1, 3]), "found counts of 1 to 3, expected 0 to 2"),
        ((81, 2, [-1, 1]), "found counts of -1 to 1, expected 0 to 2"),
    ],
)
def test_arrays_that_do_not_fit_the_question_are_no_answer(
    named: Callable[..., str], answers: tuple[int, int, list[int]], message: str
) -> None:
    cells, number, counts = answers

    def many(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
        guesses = np.zeros(number, np.int64)
        return Answers(np.zeros((number, cells), np.uint8), np.array(counts), guesses)

    with pytest.raises(WrongAnswerError, match=message):
        accord.solve_many([UNIQUE] * 2, named(many=many))


@pytest.mark.parametrize("number", [1, 20])
@pytest.mark.parametrize("kind", [np.float64, np.int64, "S1"])
def test_grids_of_other_numbers_are_no_answer(
    named: Callable[..., str], kind: Any, number: int
) -> None:
    def many(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
        found = changes(0, 0, 5)(shape, givens.copy(), limit, threads)
        return Answers(found.solutions.astype(kind), found.counts, found.guesses)

    with pytest.raises(WrongAnswerError, match=r"found solutions of .*, expected uint8"):
        accord.solve_many([UNIQUE] * number, named(many=many))


def naive_violations(puzzle: Puzzle, grid: Grid) -> list[str]:
    """What is wrong with a grid, asked of each cell and each constraint."""
    misfits = [
        puzzle._misfit(cell, value)
        for cell, value in enumerate(grid)
        if value not in puzzle.domains[cell]
    ]
    for rule in puzzle.constraints:
        names = [cell_name(cell, puzzle.size) for cell in rule.scope]
        misfits += rule.violations([grid[cell] for cell in rule.scope], names)
    return misfits


@st.composite
def nearly_right(draw: st.DrawFn) -> tuple[Shape, Grid, Grid]:
    """A shape, givens, and a grid that a few changes keep from obeying it, if any."""
    chosen = draw(st.sampled_from(SHAPES))
    size = chosen.size
    grid = list(regular_grid(*(chosen.box or (1, size))))
    givens = [value * draw(st.booleans()) for value in grid] if size < 10 else grid[:]
    for cell in draw(st.lists(st.integers(0, size * size - 1), max_size=3)):
        grid[cell] = draw(st.integers(0, size + 1) | st.just(255))
    return chosen, Grid(givens), Grid(grid)


@given(nearly_right(), st.none() | st.lists(st.frozensets(st.integers(1, 4)), min_size=81))
def test_a_grid_is_refuted_in_the_same_words_however_it_is_asked(
    case: tuple[Shape, Grid, Grid], marks: list[frozenset[int]] | None
) -> None:
    chosen, givens, grid = case
    cells = len(givens)
    marked = marks is not None and cells <= len(marks)
    puzzle = Puzzle(chosen, givens, tuple(marks[:cells]) if marks and marked else None)
    assert list(puzzle.violations(grid)) == naive_violations(puzzle, grid)


def found_right(batch: Batch, grids: "Grids") -> list[bool]:
    """Which grids are solutions, as both ways to check them say."""
    right: list[bool] = are_solutions(batch, grids).tolist()
    assert [is_solution(batch, grids, row) for row in range(len(grids))] == right
    return right


@given(st.lists(nearly_right(), min_size=1, max_size=6))
def test_the_solutions_in_an_array_are_the_grids_without_violations(
    cases: list[tuple[Shape, Grid, Grid]],
) -> None:
    chosen = cases[0][0]
    alike = [case for case in cases if case[0] is chosen]
    batch = Batch(chosen, np.array([givens for _, givens, _ in alike], np.uint8))
    grids = np.array([grid for _, _, grid in alike], np.uint8)
    expected = [not any(Puzzle(chosen, givens).violations(grid)) for _, givens, grid in alike]
    assert found_right(batch, grids) == expected


def test_every_wrong_value_and_every_changed_given_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check_many, "CACHED", 81 * 2)  # the grids are looked at two by two
    blank = Batch(shape(9), np.zeros((9, 81), np.uint8))
    for cell, right in enumerate(map(int, SOLUTION)):
        grids = np.tile(rows([SOLUTION]), (9, 1))
        grids[:, cell] = np.arange(1, 10)
        assert np.flatnonzero(found_right(blank, grids)).tolist() == [right - 1]
        grids[:, cell] = right
        given = Batch(shape(9), grids.copy())
        given.givens[cell % 9, cell] = right % 9 + 1
        wrong = np.logical_not(found_right(given, grids))
        assert np.flatnonzero(wrong).tolist() == [cell % 9]


def test_a_right_grid_of_few_different_cells_is_right() -> None:
    grid = rows([SOLUTION])  # r1c1 r2c2 r3c3 are 5 7 8, and r2c6 is 5
    right = Batch(shape(9, extra=[AllDifferent((0, 10, 20))]), grid * 0)
    wrong = Batch(shape(9, extra=[AllDifferent((0, 14))]), grid * 0)
    assert found_right(right, grid) == [True]
    assert found_right(wrong, grid) == [False]


def test_sets_of_no_cells_and_of_more_cells_than_values_are_judged() -> None:
    n = 12
    grid = np.array([[(row + column) % n + 1 for row in range(n) for column in range(n)]], np.uint8)
    last = [*np.flatnonzero(grid[0] == n), *np.flatnonzero(grid[0] == n - 1)[: n - 1]]
    for size, scope, right in ((n, tuple(map(int, last)), False), (n, (), True)):
        batch = Batch(shape(size, rules=["latin"], extra=[as_read(AllDifferent, scope)]), grid * 0)
        assert found_right(batch, grid) == [right]


def test_full_grids_that_no_array_operation_can_judge_are_judged() -> None:
    ascending = shape(4, extra=[Linear((0, 1), "<", 0, (1, -1))])
    grids = rows(["1234341221434321", "4321214334121234"])
    assert found_right(Batch(ascending, grids * 0), grids) == [True, False]
    large = shape(60, rules=["latin"])
    three = np.tile(np.array(regular_grid(1, 60), np.uint8), (3, 1))
    three[1, :2] = three[1, 1::-1]
    assert found_right(Batch(large, three * 0), three) == [True, False, True]


def test_a_grid_of_other_integers_is_judged_by_their_values() -> None:
    batch = Batch(shape(9), np.zeros((1, 81), np.uint8))
    right: Any = rows([SOLUTION]).astype(np.int64)
    assert is_solution(batch, right, 0)
    for wrong in (right + 256, right - 256, -right):
        assert not is_solution(batch, wrong, 0)
    assert not is_solution(batch, (-right).astype(np.int8), 0)
    assert not is_solution(batch, rows([SOLUTION])[:, :80], 0)


def answers_of(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    """What backtracking-mrv says of each row."""
    solutions = np.zeros(givens.shape, np.uint8)
    counts = np.zeros(len(givens), np.int64)
    for row, values in enumerate(givens.tolist()):
        found = accord.solve(Puzzle(shape, Grid(values)), limit=limit).solutions
        counts[row] = len(found)
        if found:
            solutions[row] = found[0]
    return Answers(solutions, counts, np.zeros(len(givens), np.int64))


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Gives a backend, made of backtracking-mrv with other fields, a name."""

    def name(**fields: Any) -> str:
        backend: Backend = replace(backends()["backtracking-mrv"], **fields)
        monkeypatch.setitem(registry.backends().others, "named", backend)
        return "named"

    return name


@pytest.fixture
def by_rows(named: Callable[..., str]) -> str:
    """A solver that takes arrays."""
    return named(many=answers_of)
