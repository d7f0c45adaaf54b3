"""SudokuWiki's links, HoDoKu's library and lines of the Puzzle Bank."""

import warnings
from hashlib import sha1
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles import Grid, MalformedPuzzleError, Puzzle, shape
from accord.puzzles.files.texts import FormatError, read, read_many, write
from accord.puzzles.grid import one_line
from format_samples import NAKED, PAIRS
from places import shared

PAGE = "https://www.sudokuwiki.org/sudoku.htm?bd="
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
VALUES = st.lists(st.integers(0, 9), min_size=81, max_size=81)
MARKS = st.lists(st.frozensets(st.integers(1, 9), min_size=1), min_size=81, max_size=81)


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """9x9 puzzles, half of them with candidates; a given is its only candidate."""
    givens = draw(VALUES)
    if draw(st.booleans()):
        return Puzzle(shape(9), Grid(givens))
    marks = draw(MARKS)
    domains = [frozenset({v}) if v else m for v, m in zip(givens, marks, strict=True)]
    return Puzzle(shape(9), Grid(givens), tuple(domains))


@pytest.mark.parametrize("format", ["sudokuwiki", "hodoku"])
@given(puzzle=boards())
def test_a_puzzle_returns_with_its_candidates(format: str, puzzle: Puzzle) -> None:
    text = write(puzzle, format)
    found = read(text)
    assert (found.givens, found.domains) == (puzzle.givens, puzzle.domains)
    assert read(text, format=format) == found
    assert [each.problem for each in read_many([f"{text}\n"] * 2)] == [found] * 2


@given(boards())
def test_the_older_links_to_base_32_are_read(puzzle: Puzzle) -> None:
    codes = [
        2 * sum(2 ** (value - 1) for value in domain) + bool(given)
        for given, domain in zip(puzzle.givens, puzzle.domains, strict=True)
    ]
    text = "".join(DIGITS[code // 32] + DIGITS[code % 32] for code in codes)
    for link in (text, PAGE + text):
        found = read(link)
        assert (found.givens, found.domains) == (puzzle.givens, puzzle.domains)


def test_a_link_of_the_page_about_x_wings_is_the_puzzle_it_starts_from() -> None:
    """Both links stand on SudokuWiki's page of grouped chains."""
    marked = read(
        f"{PAGE}S9B050f2e0i46015y020466026212064i0a095u0i4601070b0d4m0f4m4a4j4q027n03bu0g06360936164a4i0o"
        "010o02474u067n07bu4q4i464i0b0u0g09064q0a4y040i0a051g5w035w01071y080u1g181609"
    )
    start = "500001024020060090001700000000203006090000010200607000000009600040050030170800009"
    assert one_line(marked.givens, 9) == start.replace("0", ".")
    assert sorted(marked.domains[1]) == [6]  # found
    assert sorted(marked.domains[2]) == [3, 7]


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (f"{PAGE}S9B{'00' * 81}", "found '00' for r1c1, expected a given or candidates"),
        (f"{PAGE}S9B{'zz' * 81}", "found 'zz' for r1c1"),
        (f"{PAGE}S9B{'01' * 80}", "found a link that holds something in a form"),
        (f"{PAGE}{'07' * 81}", "found '07' for r1c1"),  # to base 32 a given of two values
        (f"https://a.example/?p={NAKED}&q={PAIRS}", "a puzzle in each of p, q of the link"),
        (f"https://a.example/?p={NAKED[:-1]}", "found 80 cells in the link, expected a square"),
        (f"https://a.example/?p={'.' * 6561}", "found 6561 cells in the link, expected a square"),
    ],
)
def test_a_link_without_one_puzzle_is_refused(link: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read(link)
    assert message in str(error.value)


def test_links_of_other_pages_hold_lines_of_any_size() -> None:
    for text in (NAKED, NAKED.replace(".", "0"), "12.43..221.34..1"):
        for link in (f"https://a.example/play?level=3&s={text}#top", f"http://b.example/?x={text}"):
            assert read(link) == read(text)
    assert read(f"https://a.example/?s={quote(NAKED.replace('.', '*'))}") == read(NAKED)


@pytest.mark.parametrize("format", ["sudokuwiki", "hodoku"])
def test_what_they_cannot_say_is_refused(format: str) -> None:
    for puzzle in (read("12.43..221.34..1"), Puzzle(shape(9, rules=["latin"]), Grid([0] * 81))):
        with pytest.raises(FormatError, match="found no 9x9 with 3x3 boxes"):
            write(puzzle, format)
    missing = Puzzle(shape(9), Grid([0] * 81), (frozenset[int](),) * 81)
    if format == "sudokuwiki":
        with pytest.raises(FormatError, match="a cell without candidates"):
            write(missing, format)


def test_the_lines_of_hodoku_are_those_that_were_read_elsewhere() -> None:
    records = shared("reglib_sample.jsonl")
    for record in records:
        puzzle = read(record["raw"])
        assert one_line(puzzle.givens, 9) == record["givens"]
        marks = read(record["pencilmarks"]).domains
        removed = {(each["row"], each["col"], each["digit"]) for each in record["deleted"]}
        for cell, domain in enumerate(puzzle.domains):
            row, column = divmod(cell, 9)
            gone = {v for v in range(1, 10) if (row, column, v) in removed}
            assert marks[cell] <= domain  # which peers may narrow
            assert domain.isdisjoint(gone)
    assert len(records) > 90


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f":0000:x:{NAKED[:-1]}:::", "line 1: found 80 cells, expected 81"),
        (f":0000:x:{NAKED}:12:::", "found '12' for a removed candidate, expected digit, row"),
        (f":0000:x:{NAKED}:190:::", "found '190' for a removed candidate"),
        (":0000:x:", "line 1, column 1: found ':'"),
    ],
)
def test_a_damaged_line_of_hodoku_is_refused(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read(text)
    assert message in str(error.value)


def test_hodoku_also_writes_cells_and_removed_candidates_alone() -> None:
    found = read(f"{NAKED.replace('5', '+5', 1)}:314 417::")
    assert found.givens[0] == 0
    assert found.domains[0] == {5}
    assert found.domains[3] == {1, 2, 4, 5, 6, 7, 8, 9}


CELLS = "050703060007000800000816000000030000005000100730040086906000204840572093000409000"
LINE = f"0000183b305c {CELLS}  1.2"  # the first of its easy ones


def test_a_line_of_the_bank_is_the_puzzle_with_its_name_and_its_rating() -> None:
    assert sha1(CELLS.encode()).hexdigest()[:12] == LINE[:12]
    found = [*read_many([LINE, "", f"{NAKED} 7.1", f"mine {NAKED}"], name="bank")]
    assert [each.name for each in found] == ["0000183b305c", "bank#2", "mine"]
    assert [each.problem for each in found] == [read(CELLS), read(NAKED), read(NAKED)]
    assert [dict(each.notes) for each in found] == [{"rating": 1.2}, {"rating": 7.1}, {}]
    assert read(LINE) == read(CELLS)


def test_other_lines_are_none_of_the_bank() -> None:
    with pytest.raises(MalformedPuzzleError, match=r"found 9\d cells"):
        read(f"0000183b305c {CELLS[:-1]}  1.2")
    with pytest.raises(FormatError, match="read only"):
        write(read(NAKED), "bank")
    with warnings.catch_warnings(action="error"):
        assert read(f"{NAKED}  # 1.2") == read(NAKED)
