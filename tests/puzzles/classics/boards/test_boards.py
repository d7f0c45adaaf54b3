"""Puzzles on boards mean what their rules say: held against every Latin square and Sudoku.

Both models of a nonogram's line are the lines that have its runs.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate, chain, groupby, permutations, product

import pytest

from accord import classics, puzzle
from accord.puzzles import Grid, MalformedPuzzleError, Problem, Puzzle
from accord.puzzles.classics.boards.board import KING, KNIGHT, ORTHOGONAL, pairs
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.problem import MalformedProblemError
from accord.solvers.answer import answer
from accord.solvers.registry import backends

EMPTY = "................"  # a Sudoku of 4x4
CAGES = "aabc aabd eefd ghfi"


@cache
def latin_squares(order: int) -> list[tuple[int, ...]]:
    rows = [*permutations(range(1, order + 1))]
    squares: list[tuple[int, ...]] = [()]
    for _ in range(order):
        squares = [
            (*square, *row)
            for square in squares
            for row in rows
            if all(row[c] not in square[c::order] for c in range(order))
        ]
    return squares


def sudokus() -> list[tuple[int, ...]]:
    boxes = ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15))
    return [
        square
        for square in latin_squares(4)
        if all(len({square[cell] for cell in box}) == 4 for box in boxes)
    ]


def solutions_among(problem: Problem, grids: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [grid for grid in grids if not any(problem.violations(Grid(grid)))]


def test_there_are_as_many_latin_squares_and_sudokus_as_oeis_says() -> None:
    assert (len(latin_squares(3)), len(latin_squares(4)), len(sudokus())) == (12, 576, 288)


def test_a_kenken_has_the_latin_squares_whose_cages_make_its_clues() -> None:
    clues = {"a": "12x", "b": "1-", "c": "4", "d": "2/", "e": "7+", "f": "3+"}
    clues |= {"g": "4", "h": "1", "i": "3"}
    for left_out in clues:
        cages = CAGES.replace(left_out, ".")
        some = {letter: clue for letter, clue in clues.items() if letter != left_out}
        found = solutions_among(classics.kenken(cages, some), latin_squares(4))
        assert (1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3) in found
        assert found == [
            s
            for s in latin_squares(4)
            if (left_out == "a" or s[0] * s[1] * s[4] * s[5] == 12)
            and (left_out == "b" or abs(s[2] - s[6]) == 1)
            and (left_out == "d" or max(s[7], s[11]) == 2 * min(s[7], s[11]))
            and (left_out == "e" or s[8] + s[9] == 7)
            and (left_out == "f" or s[10] + s[14] == 3)
            and all(
                letter == left_out or s[cell] == int(clues[letter])
                for letter, cell in {"c": 3, "g": 12, "h": 13, "i": 15}.items()
            )
        ]


def dots_of(square: tuple[int, ...], n: int, black: bool) -> str:
    """Every dot of a Latin square, as text; black ones where both fit, or white ones."""
    rows = []
    for row in range(n):
        cells = range(row * n, row * n + n)
        rows.append(" ".join(f". {dot(square, c, c + 1, black)}" for c in cells[:-1]) + " .")
        if row < n - 1:
            rows.append("   ".join(dot(square, cell, cell + n, black) for cell in cells))
    return "\n".join(rows)


def dot(square: tuple[int, ...], one: int, other: int, black: bool) -> str:
    low, high = sorted((square[one], square[other]))
    if high - low == 1 and not (black and high == 2 * low):
        return "o"
    return "@" if high == 2 * low else " "


@pytest.mark.parametrize("black", [False, True])
def test_a_kropki_with_all_dots_has_the_latin_squares_that_have_these_dots(black: bool) -> None:
    for square in latin_squares(4)[::40]:
        text = dots_of(square, 4, black)
        found = solutions_among(classics.kropki(text, all_shown=True), latin_squares(4))
        places = [(one, other, dot_in(text, one, other)) for one, other in pairs(4, 4, ORTHOGONAL)]
        assert found == [s for s in latin_squares(4) if all(fits(s, *each) for each in places)]
        assert square in found
        loose = solutions_among(classics.kropki(text), latin_squares(4))
        shown = [each for each in places if each[2] != " "]
        assert loose == [s for s in latin_squares(4) if all(fits(s, *each) for each in shown)]


def dot_in(text: str, one: int, other: int) -> str:
    line = text.splitlines()[one // 4 + other // 4]
    return line[4 * (one % 4) + 2 * (other == one + 1)]


def fits(square: tuple[int, ...], one: int, other: int, sign: str) -> bool:
    low, high = sorted((square[one], square[other]))
    return {"o": high == low + 1, "@": high == 2 * low, " ": high not in (low + 1, 2 * low)}[sign]


Rule = Callable[[tuple[int, ...]], bool]
VARIANTS: dict[str, tuple[Puzzle, Rule]] = {
    "thermometers": (
        classics.thermometers(puzzle(EMPTY), ["r1c1 r2c2 r2c3", "r4c4 r4c3"]),
        lambda s: s[0] < s[5] < s[6] and s[15] < s[14],
    ),
    "slow thermometers": (
        classics.thermometers(puzzle(EMPTY), ["r1c2 r2c3 r3c4"], slow=True),
        lambda s: s[1] <= s[6] <= s[11],
    ),
    "arrows": (
        classics.arrows(puzzle(EMPTY), ["r1c1 r1c2 r2c3", "r4c3 r3c2"]),
        lambda s: s[0] == s[1] + s[6] and s[14] == s[9],
    ),
    "anti-knight": (
        classics.anti_knight(puzzle(EMPTY)),
        lambda s: all(
            s[one] != s[other]
            for one, other in product(range(16), repeat=2)
            if {abs(one // 4 - other // 4), abs(one % 4 - other % 4)} == {1, 2}
        ),
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_has_the_sudokus_that_obey_its_rule(name: str) -> None:
    made, rule = VARIANTS[name]
    assert solutions_among(made, sudokus()) == [grid for grid in sudokus() if rule(grid)]
    assert any(map(rule, sudokus()))


def test_the_non_consecutive_latin_squares_of_five_are_those_that_are_built_row_by_row() -> None:
    rows = [row for row in permutations(range(1, 6)) if all(map(apart, row, row[1:]))]
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(5):
        squares = [
            (*square, row)
            for square in squares
            for row in rows
            if all(row[c] not in column for c, column in enumerate(zip(*square, strict=True)))
            and (not square or all(map(apart, square[-1], row)))
        ]
    made = classics.non_consecutive(puzzle(" ".join("." * 25), rules=["latin"]))
    found = answer(backends()["cpsat"], made, limit=None)
    assert found.exhausted
    assert {*found.solutions} == {tuple(chain(*square)) for square in squares} != set()


def apart(one: int, other: int) -> bool:
    return abs(one - other) != 1


def test_variants_combine_and_keep_what_the_puzzle_had() -> None:
    start = puzzle("1" + EMPTY[1:])
    both = classics.arrows(classics.anti_knight(start), ["r4c4 r4c3 r3c3"])
    one, other = classics.anti_knight(start), classics.arrows(start, ["r4c4 r4c3 r3c3"])
    found = {*solutions_among(both, sudokus())}
    assert found == {*solutions_among(one, sudokus())} & {*solutions_among(other, sudokus())}
    assert both.givens == start.givens


@pytest.mark.parametrize("model", ["table", "expression"])
def test_skyscrapers_are_seen_over_those_that_are_lower(model: str) -> None:
    text = "# . 2 . . #\n3 . . . . .\n. . . . . 2\n. . . 1 . .\n. . . . . 3\n# 3 . . . #"
    made = classics.skyscrapers(text, model)  # type: ignore[arg-type]

    def seen(line: tuple[int, ...]) -> int:
        return len(set(accumulate(line, max)))

    found = solutions_among(made, latin_squares(4))
    assert found
    assert found == [
        s
        for s in latin_squares(4)
        if seen(s[1::4]) == 2
        and seen(s[0:4]) == 3
        and seen(s[7:3:-1]) == 2
        and seen(s[15:11:-1]) == 3
        and seen((s[12], s[8], s[4], s[0])) == 3
        and s[10] == 1
    ]


def blank(rows: int, columns: int) -> str:
    return "\n".join([". " * columns] * rows)


def test_there_are_as_many_binairo_grids_as_oeis_says() -> None:
    for n, number in {2: 2, 4: 72, 6: 4140}.items():
        half = classics.binairo(blank(n, n).replace(".", "0", 1))  # exchanging 0 and 1 gives others
        found = answer(backends()["cpsat"], half, limit=None)
        assert (2 * len(found.solutions), found.exhausted) == (number, True)
    equal = answer(backends()["cpsat"], classics.binairo(blank(4, 4), different=False), limit=None)
    assert len(equal.solutions) == 90  # OEIS A058527: as many zeros as ones in each line


def paths(text: str) -> set[tuple[int, ...]]:
    """The hidatos of a board, found by walking: for each place its number."""
    words = [row.split() for row in text.splitlines()]
    cells = {(r, c): w for r, row in enumerate(words) for c, w in enumerate(row) if w != "#"}
    found = set()

    def walk(way: list[tuple[int, int]]) -> None:
        if cells[way[-1]] not in (".", str(len(way))):
            return
        if len(way) == len(cells):
            board = {cell: number for number, cell in enumerate(way, 1)}
            places = ((r, c) for r, row in enumerate(words) for c, _ in enumerate(row))
            found.add(tuple(board.get(cell, 0) for cell in places))
        for r, c in cells.keys() - {*way}:
            if max(abs(r - way[-1][0]), abs(c - way[-1][1])) == 1:
                walk([*way, (r, c)])

    for start in cells:
        walk([start])
    return found


@pytest.mark.parametrize("text", [". 3 .\n1 # .\n. . 7", "1 . .\n. . #\n. 5 .", ". . . .\n. 2 # ."])
def test_both_models_of_a_hidato_have_the_paths_of_its_board(text: str) -> None:
    found = answer(backends()["cpsat"], classics.hidato(text), limit=None)
    assert found.exhausted
    assert {*found.solutions} == paths(text)
    other = answer(backends()["cpsat"], classics.hidato(text, "places"), limit=None)
    numbered = set()
    for places in other.solutions:
        board = [0] * len(text.split())
        for number, place in enumerate(places, 1):
            board[place] = number
        numbered.add(tuple(board))
    assert numbered == paths(text)


def test_moves_are_those_of_chess() -> None:
    assert len([*pairs(8, 8, KNIGHT)]) == 168
    assert len([*pairs(8, 8, KING)]) == 210
    assert len([*pairs(3, 5, ORTHOGONAL)]) == 3 * 4 + 2 * 5


EMPTY_PUZZLE = puzzle(EMPTY)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: classics.kenken("ab cc", {"a": "1", "b": "2"}), "clues: found none of cage c"),
        (lambda: classics.kenken("aa bb", {"a": "3", "b": "3+"}), "found '3' for 2 cells"),
        (lambda: classics.kenken("aa ab", {"a": "3-", "b": "1"}), "found '3-' for 3 cells"),
        (lambda: classics.kenken("aa ab", {"a": "3^", "b": "1"}), "found '3.', expected a number"),
        (lambda: classics.kenken("ab cd", dict.fromkeys("abcd", "9")), "found .*9"),
        (lambda: classics.kropki("1 < .\n\n.   ."), "line 1, column 3: found '<'"),
        (lambda: classics.kropki("\n\n".join([".   .   ."] * 3), board="sudoku"), "size 3"),
        (lambda: classics.thermometers(EMPTY_PUZZLE, ["r1c1 r5c1"]), "found 'r5c1'"),
        (lambda: classics.thermometers(EMPTY_PUZZLE, ["r1c1 a1"]), "found 'a1'"),
        (lambda: classics.thermometers(EMPTY_PUZZLE, ["r1c1 r1c3"]), "found r1c3, expected a cell"),
        (lambda: classics.arrows(EMPTY_PUZZLE, ["r1c1 r1c2 r1c1"]), "found r1c1 twice"),
        (lambda: classics.arrows(EMPTY_PUZZLE, ["r1c1"]), "found 1 cells, expected 2"),
        (lambda: classics.skyscrapers("# . #\n. . 2\n# . #"), "row 2, word 3: found '2'"),
        (lambda: classics.skyscrapers("1 . #\n. . .\n# . #"), "word 1: found '1', expected `#`"),
        (lambda: classics.skyscrapers("# #\n# #\n. ."), "found 3 rows of 2 words"),
        (lambda: classics.binairo(". . .\n. . ."), "found 2 rows of 3 cells, expected even"),
        (lambda: classics.binairo(". 2\n. ."), "r1c2: found '2'"),
        (lambda: classics.binairo(""), "found no rows"),
        (lambda: classics.hidato(". #\n. 4"), "r2c2: found '4', expected 1 to 3"),
    ],
)
def test_what_is_no_instance_is_refused_with_its_place(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises((MalformedConstraintError, MalformedPuzzleError), match=message):
        make()


@pytest.mark.parametrize("model", ["regular", "table"])
def test_a_line_is_every_one_with_these_runs(model: str) -> None:
    lines = [*product((0, 1), repeat=7)]
    runs = {line: tuple(len([*run]) for filled, run in groupby(line) if filled) for line in lines}
    for clue in {*runs.values()}:
        made = classics.nonogram([clue], [[]] * 7, model)  # type: ignore[arg-type]
        (row,) = (each for each in made.constraints if each.name.startswith("row"))
        assert {line for line in lines if row.holds(line)} == {
            line for line in lines if runs[line] == clue
        }


def test_a_clue_that_does_not_fit_is_refused() -> None:
    with pytest.raises(
        MalformedProblemError, match=r"row 2: found the clue \[2, 1\], which takes 4"
    ):
        classics.nonogram([[0], [2, 1]], [[], [], []])
    with pytest.raises(MalformedProblemError, match=r"column 1: found the clue \[1, 0\]"):
        classics.nonogram([[], [], []], [[1, 0]])
