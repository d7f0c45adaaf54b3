"""A link that holds a puzzle of f-puzzles is read, and any other says why it is not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.files.texts import read
from accord.puzzles.formats.fpuzzles.lz_string import ALPHABET, decompressed
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from format_samples import NAKED

VECTORS = json.loads((Path(__file__).parent / "lz_string.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "packed"), VECTORS["texts"])
def test_compressed_text_is_unpacked(text: str, packed: str) -> None:
    assert decompressed(packed.rstrip("="), len(text)) == text
    if len(text) > 1:
        with pytest.raises(MalformedPuzzleError, match="more than"):
            decompressed(packed, len(text) - 1)


@given(st.text(ALPHABET, max_size=60))
def test_damaged_text_is_a_text_or_a_sentence(packed: str) -> None:
    try:
        assert len(decompressed(packed, 10_000)) <= 10_000
    except MalformedPuzzleError as error:
        message = str(error)
        assert message.startswith("found ")


@pytest.mark.parametrize(
    "before",
    [
        "https://www.f-puzzles.com/?load=",
        "https://sudokupad.app/fpuzzles",
        "https://sudokupad.app/?puzzleid=fpuzzles",
        "sudokupad://puzzle/fpuzzles",
        "https://sudokupad.app/sudoku/fpuz",
        "fpuzzles",
        "",
    ],
)
def test_links_hold_a_puzzle(before: str) -> None:
    puzzle = read(before + VECTORS["link"])
    assert [each.kind for each in puzzle.shape.extra] == ["all-different", "linear"]
    assert puzzle.givens[0] == 1
    assert read(before + VECTORS["link"] + "&setting-nogrid=1") == puzzle
    assert read(before + VECTORS["link"].replace("+", "%2B").replace("=", "%3D")) == puzzle


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("https://sudokupad.app/abcdefgh", "a link that only names a puzzle on a server"),
        ("https://www.example.org/?x=1", "found a link without a puzzle in it, expected one that"),
        ("https://www.example.org/", "found a link without a puzzle in it"),
        ("https://sudokupad.app/?puzzleid=ab", "a link that only names a puzzle on a server"),
        ("https://tinyurl.com/abcdefgh", "a link that only names a puzzle on a server"),
        ("https://sudokupad.app/scfABCDEFGH", "link of SudokuPad's own .scf...., whose rules"),
        ("https://sudokupad.app/?puzzleid=sclN4IgABCDEF", "link of SudokuPad's own .scl...."),
        ("fpuzzles!!!!!!!!", "other characters than Base64 has"),
        ("fpuzzlesN4IgzglgXgpiBcBOAvk", "compressed text"),
        (f"fpuzzles{VECTORS['texts'][2][1]}", "in the link: line 1, column 1: found no JSON"),
    ],
)
def test_a_link_without_a_puzzle_says_why(link: str, says: str) -> None:
    with pytest.raises(MalformedPuzzleError, match=says):
        read(link)


@pytest.mark.parametrize(
    "link",
    [
        "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        "http://pzv.jp/p.html?sudoku/9/9/53..7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        f"https://a.example/play/{NAKED}",
        f"https://a.example/#{NAKED}",
    ],
)
def test_a_link_may_hold_the_cells_in_other_ways(link: str) -> None:
    assert read(link) == read(NAKED)


def test_links_of_puzz_link_have_two_digits_behind_a_dash() -> None:
    text = "https://puzz.link/p?sudoku/16/16/-10f" + "z" * 12 + "s" + "1"
    puzzle = read(text)
    assert (puzzle.givens[0], puzzle.givens[1], puzzle.givens[-1]) == (16, 15, 1)


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("https://puzz.link/p?sudoku/9/9/g5", "found 2 cells for 9 x 9 in the link"),
        ("https://puzz.link/p?sudoku/4/4/-zzg", "found -zz in the link, expected -10"),
        (
            "https://puzz.link/p?nurikabe/9/9/g5h1i2j3g5h1i2j3g5h1i2j3g5h1i2",
            "in a form that is not",
        ),
        (
            f"https://a.example/penpa-edit/#m=solve&p={'7VXZ' * 20}",
            "that is not read .7VXZ7VXZ7VXZ",
        ),
        ("N4Ig!!!!!!!!", "other characters than Base64 has"),
    ],
)
def test_a_link_that_holds_something_else_is_not_said_to_name_it(link: str, says: str) -> None:
    with pytest.raises(MalformedPuzzleError, match=says):
        read(link)
