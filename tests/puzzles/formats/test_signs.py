"""Other signs for a blank: one of them is read with a warning, two are refused."""

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.puzzles import MalformedPuzzleError, Puzzle
from accord.puzzles.files.read_many import format_of
from accord.puzzles.files.texts import read, read_many, write
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.registry import formats
from format_samples import NAKED, puzzles
from optional import slow

SIGNS = ["?", "-", "\u2013", "\u2014", "\u2212", "\u00b7", "\u2022", "~", "\u2b1c", "\u2b1c\ufe0f"]
SIGNS += ["\U0001f7e6", "\u25a1", "\U0001f43c"]
KEYS = str.maketrans({str(digit): f"{digit}\ufe0f\u20e3" for digit in range(1, 10)})
WIDE = str.maketrans({str(digit): chr(0xFF10 + digit) for digit in range(1, 10)})


def _may_be_a_board(puzzle: Puzzle) -> bool:
    """Whether no given clashes, as rows of clashing ones may also be a puzzle each."""
    givens = [[puzzle.givens[cell] for cell in house.cells] for house in puzzle.houses]
    return all(len({*filter(None, each)}) == len([*filter(None, each)]) for each in givens)


def _read(text: str, variant: Variant) -> Puzzle:
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        puzzle = read(text, variant)
        assert isinstance(puzzle, Puzzle)
        if _may_be_a_board(puzzle):
            assert [each.problem for each in read_many(text.splitlines(True), variant)] == [puzzle]
    return puzzle


@settings(max_examples=300)
@given(
    puzzles(plain=True).filter(lambda puzzle: puzzle.size > 3 and any(puzzle.givens)),
    st.sampled_from(["line", "rows", "grid"]),
    st.sampled_from(SIGNS),
    st.sampled_from([{}, KEYS, WIDE]),
    st.booleans(),
)
def test_a_sign_is_a_blank_wherever_a_point_is_one(
    puzzle: Puzzle, format: str, sign: str, digits: dict[int, str], spaced: bool
) -> None:
    slow()
    text = write(puzzle, format)
    if format == "rows" and spaced:
        text = "\n".join(" ".join(row) for row in text.split("\n"))
    text = text.replace(".", sign)
    if puzzle.size < 10 and sign != "-":
        text = text.translate(digits)
    assert _read(text, Variant.of(puzzle)) == puzzle


def test_it_is_said_what_a_sign_was_taken_for() -> None:
    for sign in ("?", "-", "\u2b1c"):
        with pytest.warns(UserWarning, match=f"'[{sign}]' is read as a blank"):
            assert read(NAKED.replace(".", sign)) == read(NAKED)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (NAKED[:-1] + "?", "line 1, column 81: found '?', expected 1-9 or a blank (0 . * _)"),
        (NAKED.replace(".", "0")[:-1] + "-", "line 1, column 81: found '-', expected 1-9"),
        (
            NAKED.replace(".", "?", 1).replace(".", "-"),
            "line 1, column 4: found '-', expected '?', the same sign for each blank",
        ),
        ("1 |4\n? |  \n-----\n  |  \n4 | 1", "line 2, column 1: found '?', expected 1-4"),
        ("1\t\t\t4\n\t\t\t\n\t\t\t\n4\t?\t\t1", "line 4, column 3: found '?', expected 1-4"),
        (NAKED.replace(".", "!"), "line 1, column 3: found '!', expected 1-9 or a blank"),
        ("\u2500" * 81, "found rulers only"),
    ],
)
def test_what_may_be_a_misprint_is_refused(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read(text)
    assert message in str(error.value)


def test_dark_and_light_squares_are_one_sign() -> None:
    board = "".join("\u2b1b\u2b1c"[place % 2] if c == "." else c for place, c in enumerate(NAKED))
    with pytest.warns(UserWarning, match="is read as a blank"):
        assert read(board) == read(NAKED)


def test_rows_of_dashes_are_blank_only_where_there_are_no_rulers() -> None:
    rows = ["1--4", "----", "----", "4--1"]
    with pytest.warns(UserWarning, match="'-' is read as a blank"):
        assert read("\n".join(rows)) == read("1..4 .... .... 4..1")
    ruled = "1 2|3 4\n---+---\n3 4|1 2\n2 1|4 3\n---+---\n4 3|2 1"
    assert read(ruled) == read("1234341221434321")


def test_each_text_is_said_to_be_of_the_format_that_it_is_written_in() -> None:
    puzzle = read(NAKED)
    for name in ("grid", "tsv", "hodoku", "sudokuwiki", "csv", "json", "line", "nested", "sukaku"):
        text = write(puzzle, name)
        found = format_of(text.splitlines(keepends=True))
        assert formats()[found].read == formats()[name].read
    assert format_of([f"{NAKED}\n"] * 3) == "line"
    assert format_of(write(puzzle, "rows").splitlines(keepends=True)) == "line"
