"""The digits of larger puzzles: the same puzzle whatever its characters, or an error."""

import json
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import accord
from accord.batches import chunks_of_file
from accord.puzzles import Grid, MalformedPuzzleError, Puzzle
from accord.puzzles.files.texts import read, read_grid, read_many
from accord.puzzles.formats.draft import Variant
from accord.puzzles.puzzle import Instance
from accord.puzzles.sudoku.shape import shape as shape_of
from known_puzzles import regular_grid
from puzzle_facts import puzzle_of

ZERO, ONE, LETTERS = (
    "0123456789ABCDEFGHIJKLMNO",
    "123456789ABCDEFGHIJKLMNOP",
    "ABCDEFGHIJKLMNOPQRSTUVWXY",
)
HEIGHT = {10: 2, 12: 3, 16: 4, 25: 5}


def full(size: int) -> list[int]:
    """A grid with every value once in each row, column and box."""
    return list(regular_grid(HEIGHT[size], size // HEIGHT[size]))


def givens(size: int) -> list[int]:
    """The same with some blanks, and each value."""
    return [0 if cell % 3 == 1 else value for cell, value in enumerate(full(size))]


def text(values: Sequence[int], characters: str, blank: str) -> str:
    return "".join(characters[value - 1] if value else blank for value in values)


@pytest.fixture(autouse=True)
def heard() -> Iterator[list[warnings.WarningMessage]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


@pytest.mark.parametrize("size", HEIGHT)
@pytest.mark.parametrize(
    ("characters", "blank"),
    [(ZERO, "."), (ZERO, "x"), (ONE, "0"), (ONE, "."), (LETTERS, "."), (LETTERS, "0")],
)
def test_a_puzzle_is_the_same_in_all_digits(
    size: int, characters: str, blank: str, heard: list[warnings.WarningMessage]
) -> None:
    line = text(
        givens(size),
        characters,
        "*" if blank == "x" and characters == ZERO and size > 23 else blank,
    )
    expected = Puzzle(shape_of(size), Grid(givens(size)))
    rows = [line[start : start + size] for start in range(0, len(line), size)]
    for written in (
        line,
        line.lower(),
        "\n".join(rows),
        "\n".join(" ".join(row) for row in rows),
        "\n".join(f"|{'|'.join(row)}|" for row in rows),
        str(rows),
        str([[*row] for row in rows]),
        json.dumps({"givens": line}),
        f"puzzle\n{line}",
    ):
        assert read(written) == expected
    names = {f"{characters[0]}-{characters[size - 1]}"} - {f"1-{ONE[size - 1]}"}
    told = {str(each.message).split(" are read as ")[0] for each in heard}
    assert told == {f"the digits {name}" for name in names}


@pytest.mark.parametrize("characters", [ZERO, ONE, LETTERS])
def test_a_full_grid_shows_its_digits(characters: str) -> None:
    grid = text(full(16), characters, "?")
    assert read_grid(grid) == tuple(full(16))
    assert accord.verify(read(text(givens(16), ZERO, ".")), grid) == []


NINES = list(enumerate(regular_grid(3, 3)))
OPEN = text([0 if value == 16 else value for value in givens(16)], ONE, "0")


def test_a_zero_that_may_be_a_blank_or_a_value_is_refused_until_the_digits_are_named() -> None:
    ways = (lambda: read(OPEN), lambda: read_grid(OPEN), lambda: list(read_many([OPEN])))
    for way in (*ways, lambda: read(json.dumps({"givens": OPEN})), lambda: read(f"puzzle\n{OPEN}")):
        with pytest.raises(
            MalformedPuzzleError, match=r"found 0 and no G: of 1-G it is a blank, of "
        ):
            way()
    assert accord.puzzle(OPEN, digits="1-G").givens[:4] == (1, 0, 3, 4)
    assert accord.puzzle(OPEN, digits="0-F").givens[:4] == (2, 1, 4, 5)
    assert read_grid(OPEN, digits="0-F")[:4] == (2, 1, 4, 5)


@pytest.mark.parametrize(
    ("written", "digits", "message"),
    [
        ("." * 255 + "G", "0-F", "column 256: found 'G', expected 0-F or a blank (. * _)"),
        (
            "puzzle\n" + "." * 255 + "1",
            "A-P",
            "found '1' at r16c16, expected A-P or a blank (0 . *",
        ),
        ("." * 81, "0-F", "found the digits 0-F, expected one of 1-9, 0-8, A-I"),
        ("1 10 " * 128, "0-F", "found numbers, expected characters of 0-F"),
        ("{1F}0" + "." * 254, None, "column 5: found '0', expected 1-9, A-G or a blank (. * _)"),
    ],
)
def test_what_does_not_fit_the_digits_is_named(
    written: str, digits: str | None, message: str
) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read(written, Variant(digits=digits))
    assert message in str(error.value)


@pytest.mark.parametrize(("size", "blank"), [(4, "."), (6, "_"), (9, "."), (9, "*"), (9, "")])
def test_up_to_9x9_a_0_is_a_value_where_it_stands_as_one(
    size: int, blank: str, tmp_path: Path, heard: list[warnings.WarningMessage]
) -> None:
    box = {4: 2, 6: 2, 9: 3}[size]
    grid = list(regular_grid(box, size // box))
    values = [0 if blank and cell % 3 == 1 else value for cell, value in enumerate(grid)]
    line, usual = text(values, ZERO, blank), text(values, ONE, "0" if size != 4 else ".")
    assert "0" in line
    rows = "\n".join(line[start : start + size] for start in range(0, size * size, size))
    for way in (line, rows, json.dumps({"givens": line}), f"puzzle\n{line}"):
        assert list(read(way).givens) == values
    assert list(read_grid(line)) == values
    assert {str(each.message) for each in heard} == {
        f"the digits 0-{size - 1} are read as 1-{size}"
    }
    for others in ([usual, line, usual], [line, line], ["", line, "# end"]):
        (file := tmp_path / "lines.txt").write_text("\n".join(others))
        found = [list(each.givens) for each in puzzles_of(file)]
        assert found == [values] * len([each for each in others if len(each) >= 16])


def test_otherwise_a_0_is_a_blank_up_to_9x9_and_in_numbers() -> None:
    nine = text([0 if value == 9 or cell < 9 else value for cell, value in NINES], ONE, "0")
    assert read(nine).givens.count(0) == 17
    assert read("1230" * 4).givens[:4] == (1, 2, 3, 0)
    assert read("0." * 8).givens == (0,) * 16
    assert read("102." * 4).givens[:4] == (1, 0, 2, 0)
    assert read("0123" * 4, Variant(digits="0-3")).givens[:4] == (1, 2, 3, 4)
    numbers = [0 if value == 16 else value for value in full(16)]
    assert accord.puzzle(numbers).givens == tuple(numbers)
    few = [value if value < 10 else 0 for value in full(16)]
    assert accord.puzzle(few).givens == tuple(few)


def test_a_0_is_a_number_beside_another_blank_if_there_is_no_n(
    heard: list[warnings.WarningMessage],
) -> None:
    values = list(givens(16))
    numbers = [value - 1 if value else None for value in values]
    rows = [numbers[start : start + 16] for start in range(0, 256, 16)]
    table = "\n".join(" ".join("." if each is None else str(each) for each in row) for row in rows)
    for way in (table, json.dumps(rows), str(numbers), json.dumps({"givens": rows})):
        assert list(read(way).givens) == values
        assert list(read(way, Variant(digits="1-G")).givens) == [each or 0 for each in numbers]
    assert {str(each.message) for each in heard} == {"the numbers 0-15 are read as 1-16"}
    for others in ("16 0", "0 0"):  # with the number n, or with two zeros in a row
        assert read(f"{others} 10 {'. ' * 253}").givens[1] == 0


@pytest.mark.parametrize("blank", [".", "0"])
def test_a_file_of_lines_means_the_same_as_its_lines(blank: str, tmp_path: Path) -> None:
    file = tmp_path / "hexadecimal.txt"
    usual, other = text(givens(16), ONE, blank), text(givens(16), ZERO, ".")
    file.write_text(f"{usual}\n{other}\n{usual}\n# end\n")
    expected = read(usual)
    assert read(other) == expected
    assert puzzles_of(file) == [expected] * 3
    assert accord.solve_many([usual, other], limit=1, solver="cpsat").counts.tolist() == [1, 1]


def puzzles_of(file: Path) -> list[Puzzle]:
    """The puzzles of a file, as a solver of many gets them."""
    return [
        puzzle_of(each)
        for part in chunks_of_file(str(file), Variant())
        for each in ([part] if isinstance(part, Instance) else part.instances)
    ]
