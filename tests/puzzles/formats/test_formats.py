"""Every format says what it can, reads back what it said, and names what it cannot read."""

import json
import tomllib
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.make.random_problems import KINDS, random_problem
from accord.puzzles import AllDifferent, Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.classics.boards.sudoku_variants import killer
from accord.puzzles.files.texts import FormatError, read, read_grid, read_many, write, write_grid
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.registry import formats
from accord.puzzles.grid import SYMBOLS
from format_samples import (
    BOARDS,
    CHARACTERS,
    LINES,
    MARKS,
    NAKED,
    PAIRS,
    SEARCH,
    SOLVED,
    SOLVED_GRID,
    puzzles,
)
from optional import slow

LATIN = Variant(rules=frozenset({"latin"}))

# Round trips


def _read_like(text: str, puzzle: Puzzle, format: str | None = None) -> Puzzle:
    return read(text, Variant.of(puzzle), format=format)


@given(puzzles())
def test_json_says_everything(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "json")) == puzzle


@pytest.mark.parametrize("format", [*LINES, *CHARACTERS, "boxed", "csv"])
@given(puzzle=puzzles(plain=True))
def test_givens_return_from_every_format(format: str, puzzle: Puzzle) -> None:
    text = write(puzzle, format)
    assert _read_like(text, puzzle) == _read_like(text, puzzle, format) == puzzle


@pytest.mark.parametrize("format", MARKS)
@given(puzzle=puzzles(candidates=True))
def test_candidates_return_from_every_format_that_has_them(format: str, puzzle: Puzzle) -> None:
    try:
        text = write(puzzle, format)
    except FormatError:
        text = write(puzzle, "json")  # which says everything
        format = "json"
    returned = _read_like(text, puzzle, format)
    assert returned.domains == puzzle.domains
    assert format != "candidates" or returned == puzzle


def test_the_rulers_of_pencilmarks_are_the_boxes() -> None:
    for box in ((2, 3), (3, 2)):
        marked = Puzzle(shape(6, box), Grid([0] * 36), (frozenset({1, 2}),) * 36)
        assert read(write(marked, "pencilmarks")) == marked


@pytest.mark.parametrize("size", [20, 25, 33, 35, 36, 49])
@pytest.mark.parametrize("format", [*LINES, *CHARACTERS, "boxed", "csv", "json"])
def test_large_sizes_return(format: str, size: int) -> None:
    blank = Puzzle(shape(size), Grid([0] * size * size))
    puzzle = Puzzle(shape(size), Grid((cell * 7) % (size + 1) for cell in range(size * size)))
    if format in CHARACTERS and size > len(SYMBOLS) - 1:
        with pytest.raises(FormatError, match=f"found size {size}"):
            write(puzzle, format)
    else:
        assert read(write(puzzle, format)) == puzzle
        assert read(write(blank, format)) == blank


@pytest.mark.parametrize("format", [*LINES, *CHARACTERS, "boxed"])
def test_candidates_are_never_lost(format: str) -> None:
    puzzle = Puzzle(shape(2, rules=["latin"]), Grid([0] * 4), (frozenset({1}),) * 4)
    with pytest.raises(FormatError, match="candidates, sukaku and json"):
        write(puzzle, format)


def test_further_constraints_are_never_lost() -> None:
    puzzle = Puzzle(shape(4, extra=[AllDifferent((0, 7))]), Grid([0] * 16))
    for format in formats().keys() - {"json", "xcsp3"}:
        with pytest.raises(FormatError, match="json"):
            write(puzzle, format)


def test_json_holds_constraints_of_every_kind(some: Callable[[int], Sequence[int]]) -> None:
    problems = [random_problem(seed, kind) for kind in KINDS for seed in some(60)]
    extra = [each for problem in problems for each in problem.constraints]
    extra = [each for each in extra if len({*each.scope}) == len(each.scope)]
    cages = killer("AABB CCDD EEFF GGHH", dict.fromkeys("ABCDEFGH", 5))
    for puzzle in (Puzzle(shape(4, extra=extra), Grid([0] * 16)), cages):
        again = read(write(puzzle, "json"))
        assert (again, again.digest) == (puzzle, puzzle.digest)
        labels = [each.name for each in again.constraints]
        assert labels == [each.name for each in puzzle.constraints]


def test_unknown_formats_are_named_with_the_nearest() -> None:
    with pytest.raises(FormatError, match="expected nested; one of"):
        write(read(NAKED), "nestd")
    with pytest.raises(FormatError, match="expected one of bank, boxed"):
        read(NAKED, format="xyz")


# The seeds' looks


def test_the_grid_is_written_as_the_logic_seed_does() -> None:
    assert write_grid(read_grid(SOLVED)) == SOLVED_GRID
    assert read_grid(SOLVED_GRID) == read_grid(SOLVED)


def test_the_board_is_written_as_the_racket_seed_does() -> None:
    board = "\n".join(line[:11] for line in BOARDS)
    assert write(read(NAKED), "ruled") == board
    assert read(board) == read(NAKED)


def test_the_frame_is_drawn_as_the_swift_seed_does() -> None:
    top, row, middle, *_, bottom = write(read(NAKED), "boxed").split("\n")
    assert top == "┏---┳---┳---┳---┳---┳---┳---┳---┳---┓"
    assert row == "| 5 | 3 |   |   | 7 |   |   |   |   |"
    assert middle == "┣---╋---╋---╋---╋---╋---╋---╋---╋---┫"
    assert bottom == "┗---┻---┻---┻---┻---┻---┻---┻---┻---┛"


@pytest.mark.parametrize("indent", ["", "    "])
def test_boards_side_by_side_are_several_puzzles(indent: str) -> None:
    lines = [(indent + line).rstrip() for line in BOARDS]
    found = [instance.problem for instance in read_many(lines)]
    assert found == [read(NAKED), read(PAIRS), read(SEARCH)]
    with pytest.raises(MalformedPuzzleError, match="3 grids side by side, expected one"):
        read("\n".join(lines))


# Detection

SIX = "1 2 3|4 5 6\n4 5 6|1 2 3\n-----+-----\n" * 3
TALL = "\n".join(["12 | 34 | 56", "34 | 56 | 12", "56 | 12 | 34", "---+----+---"] * 2)
MARKED = "\n".join(" ".join(["12", "34", "3", "."]) for _ in range(4))


@pytest.mark.parametrize(
    "text",
    [
        NAKED,
        NAKED.replace(".", "0"),
        NAKED.replace(".", "*"),
        NAKED.replace(".", "_"),
        NAKED.replace(".", "x"),
        f"\ufeff{NAKED}\r\n",
        f"# comment\r\n\r\n  {NAKED}  # hard\r\n",
        " ".join(NAKED),
        ", ".join(NAKED.replace(".", "0")),
        "\n".join(NAKED[start : start + 3] for start in range(0, 81, 3)),
        "\n".join(f"#A me\n{NAKED[start : start + 27]}\n" for start in range(0, 81, 27)),
        write(read(NAKED), "sdk") + "\n[State]\n" + SOLVED,
        write(read(NAKED), "ss") + "\n Simple Sudoku\n  Version 4.2n",
        write(read(NAKED), "ss").replace(".", "*"),
        write(read(NAKED), "grid").replace(".", " "),
        "\n".join(line.rstrip() for line in write(read(NAKED), "ruled").split("\n")),
        write(read(NAKED), "flat").replace("0", "None"),
        write(read(NAKED), "nested").replace(",", "").replace("[", "(").replace("]", ")"),
        json.dumps([list(NAKED[start : start + 9]) for start in range(0, 81, 9)]),
        str([NAKED[start : start + 9] for start in range(0, 81, 9)]),
        json.dumps({"givens": [[int(c) if c != "." else None for c in NAKED]]}).replace("[[", "["
        ).replace("]]", "]"),
        json.dumps({"puzzle": NAKED, "rating": 3, "Author": ["me"], "comment": None}),
        json.dumps({"puzzle": {"givens": NAKED, "rules": None}, "size": None}),
        f"id,quizzes,solutions\n7,{NAKED},\n",
    ],
)  # fmt: skip
def test_one_puzzle_written_in_many_ways(text: str) -> None:
    assert read(text) == read(NAKED)
    assert [instance.problem for instance in read_many(text.splitlines())] == [read(NAKED)]


def _sets(puzzle: Puzzle) -> list[set[int]]:
    return [set(domain) for domain in puzzle.domains]


def test_a_brace_before_a_digit_decides_before_any_length() -> None:
    cells = ["{1}", "2", "{}", "."] + ["{1234}"] * 12
    puzzle = read("".join(cells))
    assert puzzle.givens[:4] == (0, 2, 0, 0)
    assert _sets(puzzle)[:4] == [{1}, {2}, set(), {1, 2, 3, 4}]
    of_81_characters = "{123}" * 15 + "{123} "
    assert len(of_81_characters) == 81
    assert read(of_81_characters).size == 4


def test_digit_groups_are_pencil_marks_and_a_group_of_one_is_no_given() -> None:
    puzzle = read(MARKED)
    assert not any(puzzle.givens)
    assert _sets(puzzle)[:4] == [{1, 2}, {3, 4}, {3}, {1, 2, 3, 4}]
    assert read("1 2 3 4 " * 4).givens == (1, 2, 3, 4) * 4
    assert read("1 2 3 4 " * 4, format="pencilmarks").domains[1] == {2}


def test_numbers_of_large_sizes_are_no_pencil_marks() -> None:
    numbers = " ".join(str(cell % 17) for cell in range(256))
    assert read(numbers).givens[:18] == (*range(17), 0)


def test_729_characters_are_a_sukaku_unless_named_or_in_27_rows() -> None:
    text = "1" + "." * 728
    assert read(text).size == 9
    assert _sets(read(text))[:2] == [{1}, set()]
    assert read(text, LATIN, format="line").size == 27
    rows = "\n".join(text[start : start + 27] for start in range(0, 729, 27))
    assert read(rows).size == 27
    assert read_grid(text).size == 27


def test_a_sukaku_that_would_be_a_line_or_a_row_is_refused_and_others_return() -> None:
    for size in range(1, 13):
        puzzle = read("." * size**2, LATIN)
        if size < 5:
            with pytest.raises(FormatError, match=f"found size {size}, whose {size**3} character"):
                write(puzzle, "sukaku")
        else:
            assert read(write(puzzle, "sukaku"), LATIN).domains == puzzle.domains
    with pytest.raises(MalformedPuzzleError, match="found 125 cells, expected a square number"):
        read("123456789.." * 11 + "1234", LATIN)  # no value stands in its place


def test_x_is_a_blank_up_to_size_32_and_33_beyond() -> None:
    assert read("x" + "." * 1023).givens[0] == 0
    assert read("X" + "." * 1088).givens[0] == 33


def test_rulers_say_the_box_where_they_are_regular() -> None:
    assert read(SIX).box == (2, 3)
    assert read(TALL).box == (3, 2)
    assert read(TALL, LATIN).box is None
    with pytest.raises(MalformedPuzzleError, match="found boxes of 3x2, expected 2x3"):
        read(TALL, Variant((2, 3)))


@pytest.mark.parametrize("regions", ["1122 1122\n3344 3344", "10 10 11 11 " * 2 + "7 7 9 9 " * 2])
def test_regions_are_symbols_or_numbers(regions: str) -> None:
    expected = (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    assert read("." * 16, Variant(regions=regions)).regions == expected
    assert read(json.dumps({"size": 4, "regions": regions})).regions == expected


def test_a_claimed_solution_may_be_wrong_but_not_unreadable() -> None:
    assert read_grid("12 0 7 -1".replace("-1", "1")) == (12, 0, 7, 1)
    assert read_grid("[[12, 0], [7, -1]]") == (12, 0, 7, -1)
    assert read_grid("12 21", size=2) == (1, 2, 2, 1)
    assert read_grid("9Z..") == (9, 35, 0, 0)
    with pytest.raises(MalformedPuzzleError, match="found 3 cells, expected a square number"):
        read_grid("123")


# Errors

MALFORMED = tomllib.loads(Path(__file__).with_name("malformed.toml").read_text(encoding="utf-8"))
LONG = [
    ("[" * 100_000, "line 1, column 100000: found '[', expected a list that ends"),
    (f"[{'9' * 5000}]", "line 1, column 2: found '99999999999999999999...', expected 1"),
    ("2" + "." * 728, "line 1, column 1: found '2', expected 1 or a blank (0 . * _)"),
    ("." * 1296, "line 1: found 1296 characters, expected numbers with spaces"),
    ('{"x":\n' + "[" * 100_000, "line 1: found brackets in brackets, too deep"),
    (
        '{"size": ' + "9" * 5000 + "}",
        "line 1: found a number of 5,000 digits, expected up to 4,000",
    ),
]


def test_errors_name_the_place_what_was_found_and_what_was_expected() -> None:
    slow()
    for text, message in [*MALFORMED["one"], *LONG]:
        with pytest.raises(MalformedPuzzleError) as error:
            read(text)
        assert message in str(error.value)


def test_errors_in_files_name_the_line_of_the_file() -> None:
    for text, message in MALFORMED["several"]:
        with pytest.raises(MalformedPuzzleError) as error:
            list(read_many(text.splitlines(keepends=True)))
        assert message in str(error.value)
        assert str(error.value).startswith("line ")


NOISE = st.text(
    st.sampled_from("0123456789.*_xXAZ{}[]()|-+ \n\t\"',:;#┏─n\x00\ufeff-"), max_size=90
)
READABLE = st.builds(write, puzzles(), st.just("json")) | st.builds(
    write, puzzles(plain=True), st.sampled_from([*LINES, "boxed"])
)


@settings(max_examples=100)
@given(st.text() | NOISE, st.sampled_from([None, *formats()]))
def test_any_text_reads_or_is_malformed(text: str, format: str | None) -> None:
    _reads_or_is_malformed(text, format)


@settings(max_examples=100)
@given(READABLE, st.integers(0, 10**6), NOISE.map(lambda noise: noise[:2]))
def test_any_damaged_text_reads_or_is_malformed(text: str, place: int, noise: str) -> None:
    place %= len(text) + 1
    _reads_or_is_malformed(text[:place] + noise + text[place + 1 :], None)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: st.lists(values, max_size=4),
)


@given(st.dictionaries(st.sampled_from(["size", "box", "rules", "regions", "givens", "candidates",
    "extra", "puzzle", "expected", "solution", "name", "source", "else"]), _JSON))  # fmt: skip
def test_any_json_reads_or_is_malformed(value: dict[str, object]) -> None:
    _reads_or_is_malformed(json.dumps(value), None)


def _reads_or_is_malformed(text: str, format: str | None) -> None:
    for reader in (
        lambda: read(text, format=format),
        lambda: read_grid(text),
        lambda: list(read_many(text.splitlines(), format=format)),
    ):
        with suppress(MalformedPuzzleError), warnings.catch_warnings(action="ignore"):
            reader()
