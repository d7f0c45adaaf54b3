"""What is copied from a page, a newspaper or a spreadsheet: spaces, tabs and headings."""

import warnings
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accord.bench.make.instances.collection import instances_of
from accord.puzzles import MalformedPuzzleError, Puzzle
from accord.puzzles.files.texts import read, read_many, write
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.registry import detect
from accord.puzzles.formats.source import Source
from format_samples import NAKED, PAIRS, SEARCH, puzzles

LARGE = puzzles(plain=True).filter(lambda puzzle: puzzle.size >= 4)


def _rows(puzzle: Puzzle, between: str, blank: str) -> list[str]:
    cells = write(puzzle, "line").replace(".", blank) if blank else write(puzzle, "line")
    rows = [cells[start : start + puzzle.size] for start in range(0, len(cells), puzzle.size)]
    return [between.join(row) for row in rows]


@given(LARGE, st.sampled_from(["", " "]), st.sampled_from([0, 4]))
def test_spaces_are_blanks_where_the_lines_show_the_edges(
    puzzle: Puzzle, between: str, margin: int
) -> None:
    text = "\n".join(" " * margin + row for row in _rows(puzzle, between, " "))
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        try:
            found = read(text, Variant.of(puzzle))
        except MalformedPuzzleError:
            assert margin or not any(puzzle.givens)
        else:
            assert found == puzzle


@pytest.mark.parametrize("between", ["", " "])
def test_spaces_at_the_end_of_a_line_may_be_cut_off(between: str) -> None:
    for text in (NAKED, SEARCH):
        rows = [row.rstrip() for row in _rows(read(text), between, " ")]
        with pytest.warns(UserWarning, match="a space is read as a blank"):
            assert read("\n".join(rows)) == read(text)


@pytest.mark.parametrize("cut", ["first row", "last row", "first column", "last column"])
def test_an_edge_that_may_be_cut_off_is_an_error_that_says_what_to_do(cut: str) -> None:
    grid = ["53  7   1", "6  195  2", " 98    63", "8   6   4", "4  8 3  5", "7   2   6"]
    grid += [" 6    28 ", "1  419  7", "2   8  79"]
    if cut.endswith("row"):
        grid = grid[1:] if cut.startswith("first") else grid[:-1]
    else:
        grid = [row[1:] if cut.startswith("first") else row[:-1] for row in grid]
    with pytest.raises(MalformedPuzzleError, match="write a point for each blank"):
        read("\n".join(grid))


@given(LARGE)
def test_tabs_at_the_end_of_a_line_may_be_cut_off(puzzle: Puzzle) -> None:
    rows = [row.rstrip("\t") for row in write(puzzle, "tsv").split("\n")]
    gaps = any("\t\t" in row for row in rows) or len({row[:1] == "\t" for row in rows}) > 1
    assume(sum(map(bool, rows)) > 1)  # of one row the tabs are a margin
    whole = all(rows) and max(row.count("\t") for row in rows) == puzzle.size - 1
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        try:
            found = read("\n".join(rows), Variant.of(puzzle))
        except MalformedPuzzleError:
            assert not (gaps and whole)
        else:
            assert found == puzzle


@pytest.mark.parametrize("between", ["", " "])
def test_a_row_without_one_of_its_spaces_is_an_error_where_others_have_theirs(between: str) -> None:
    rows = _rows(read(NAKED), between, " ")
    for number, row in enumerate(rows):
        for place in (place for place, character in enumerate(row) if character == " "):
            cut = row[:place] + row[place + 1 :]
            with pytest.raises(MalformedPuzzleError, match=r"point for each blank|found"):
                read("\n".join([*rows[:number], cut, *rows[number + 1 :]]))


def test_a_row_without_one_of_its_tabs_is_an_error_where_others_have_theirs() -> None:
    rows = write(read(NAKED), "tsv").split("\n")
    for number, row in enumerate(rows, 1):
        for place in (place for place, character in enumerate(row) if character == "\t"):
            text = "\n".join([*rows[: number - 1], row[:place] + row[place + 1 :], *rows[number:]])
            with pytest.raises(MalformedPuzzleError, match=f"line {number}"):
                read(text)


@pytest.mark.parametrize("heading", ["Grid {:02}", "Sudoku No. {}:", "Puzzle #{}", "Easy {}"])
@pytest.mark.parametrize("after", ["\n", "\n\n"])
def test_a_heading_is_the_name_of_the_puzzle_below_it(heading: str, after: str) -> None:
    boards = [write(read(text), "rows").replace(".", "0") for text in (NAKED, PAIRS, SEARCH)]
    names = [heading.format(number) for number in (1, 2, 3)]
    text = "\n".join(f"{n}{after}{board}" for n, board in zip(names, boards, strict=True))
    found = [*read_many(text.splitlines(keepends=True))]
    assert [each.name for each in found] == names
    assert [each.problem for each in found] == [read(NAKED), read(PAIRS), read(SEARCH)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("format", ["tsv", "line"])
def test_files_of_excel_are_read_in_their_encoding(
    encoding: str, format: str, tmp_path: Path
) -> None:
    file = tmp_path / "copied.txt"
    file.write_text(write(read(NAKED), format), encoding=encoding)
    assert [each.problem for each in instances_of(str(file))] == [read(NAKED)]


@pytest.mark.parametrize(
    "text", ["", "\n", "Grid 01", "Grid 01\n\nGrid 02\n", " \n \n \n \n", "1 2"]
)
def test_hardly_any_text_is_no_format_of_spaces(text: str) -> None:
    assert detect(Source(text)).description.startswith("One line")
