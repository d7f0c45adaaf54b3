"""Tables as programs and people write them: columns of any name, tabs, and what Excel makes."""

import json
from pathlib import Path
from subprocess import run

import pytest

import accord
from accord.puzzles.files.texts import read, read_many
from accord.puzzles.formats.draft import Variant
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from command_line import COMMAND, run_here
from format_samples import NAKED, SOLVED

CELLS = [NAKED[start : start + 9].replace(".", " ") for start in range(0, 81, 9)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("first", ["", "sep={}\r\n", '"sep={}"\n'])
def test_every_delimiter_is_read_and_the_line_of_excel_is_skipped(
    delimiter: str, first: str
) -> None:
    rows = [["Name", "Puzzle", "Level"], ["a", NAKED, "hard"], ["b", SOLVED, ""]]
    text = first.format(delimiter) + "\n".join(map(delimiter.join, rows))
    found = list(read_many(text.splitlines(keepends=True)))
    assert [(each.name, each.problem) for each in found] == [
        ("a", read(NAKED)),
        ("b", read(SOLVED)),
    ]
    assert [each.notes for each in found] == [{"Level": "hard"}, {"Level": ""}]


def test_the_column_of_the_puzzles_can_be_named_and_others_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text(f"id,Board,solution,Level,puzzle\n7,{NAKED},,=hard,x\n")
    written = run_here("convert", "--file", file, "--column", "board", "--format", "csv").stdout
    head, row = written.splitlines()
    assert head == "name,puzzle,solution,count,source,id,Level,puzzle (not read)"
    assert row == f"other#1,{NAKED},,,,7,'=hard,x"
    assert run_here("convert", "-", "--format", "line", text=written).stdout == f"{NAKED}\n"
    refused = run_here("check", "--file", file, "--column", "boards")
    assert f"{file}: line 1: found the columns id, Board, " in refused.stderr
    assert "expected 'boards'" in refused.stderr
    solved = run_here("solve", "--file", file, "--column", "Board")
    assert read(solved.stdout).givens == accord.solve(NAKED).solutions[0]


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("a;b", "a, b"),
        ('"my name","b(2)"', "my name, b(2)"),
        (",q,s", ", q, s"),
        ("1a\tId", "1a, Id"),
    ],
)
def test_a_file_that_is_called_a_table_and_has_no_puzzles_says_its_columns(
    head: str, found: str, tmp_path: Path
) -> None:
    file = tmp_path / "other.csv"
    file.write_text(f"{head}\n1,2,3\n")
    for command in (("check",), ("solve", "-s", "backtracking-bitset")):
        said = f"accord: {file}: line 1: found the columns {found}, expected puzzle or quizzes"
        assert run_here(*command, file).stderr.startswith(said)


def test_a_board_of_letters_in_a_table_names_no_columns(tmp_path: Path) -> None:
    file = tmp_path / "letters.csv"
    file.write_text("A,B,C,D\nC,D,A,B\n.,.,.,.\n.,.,.,.\n")
    assert run_here("convert", file, "--digits", "A-D").stdout == "12343412........\n"


def test_notes_of_json_are_kept() -> None:
    record = {"name": "a", "givens": NAKED, "author": "me", "Tags": ["x"]}
    written = run_here("convert", "-", "--format", "json", text=json.dumps(record)).stdout
    assert json.loads(written) == record | {"size": 9}


def test_a_grid_copied_from_a_spreadsheet_has_empty_cells_for_blanks(tmp_path: Path) -> None:
    blank_row = [*CELLS[:4], " " * 9, *CELLS[5:]]
    for rows in (CELLS, blank_row, [" " * 9, *CELLS[1:]]):
        expected = read("".join(rows).replace(" ", "."))
        for delimiter in "\t,;":
            text = "\n".join(
                delimiter.join(row.replace(" ", "\0")).replace("\0", "") for row in rows
            )
            assert read(text) == expected
            assert [each.problem for each in read_many((text + "\n").splitlines(True))] == [
                expected
            ]
            quoted = [f'"{row}"'.replace(delimiter, f'"{delimiter}"') for row in text.splitlines()]
            assert read("\r\n".join(quoted)) == expected
            assert read("\n".join(quoted).replace('""', '"0"')) == expected  # no cell is empty
    with pytest.raises(MalformedPuzzleError, match="line 2, column 3: found 'Q', expected 1-4"):
        read("1\t\t\t\n\t\tQ\t\n\t\t\t\n\t\t\t4")


def test_a_text_of_excel_in_two_bytes_a_character_is_read(tmp_path: Path) -> None:
    file = tmp_path / "excel.txt"
    file.write_text(f"puzzle\tLevel\r\n{NAKED}\thard\r\n", encoding="utf-16")
    assert run_here("convert", "--file", file).stdout == f"{NAKED}\n"
    assert read(run_here("solve", "--file", file).stdout) is not None
    solved = str(accord.solve(NAKED).solutions[0])
    for words, printed in ((["convert"], NAKED), (["solve", "--format", "line"], solved)):
        with file.open("rb") as stdin:
            done = run([*COMMAND, *words], stdin=stdin, capture_output=True, check=True)
        assert done.stdout.decode() == f"{printed}\n"
    solution = tmp_path / "solution.txt"
    solution.write_text(solved, encoding="utf-16")
    assert run_here("verify", NAKED, solution).stdout == "correct: it is a solution\n"
    workbook = tmp_path / "book.xlsx"
    workbook.write_bytes(b"PK\x03\x04\xff\xff")
    for command in ("check", "solve"):
        said = run_here(command, "--file", workbook).stderr
        assert f"{workbook}: found a workbook or another archive, expected text: save it as" in said


def test_a_column_is_a_way_of_reading() -> None:
    assert Variant(column="board")
    assert not Variant()
