"""Lists of other languages, and what mathematicians' programs print, are the puzzle in them."""

import warnings

import pytest

from accord.puzzles import MalformedPuzzleError
from accord.puzzles.files.texts import read, read_grid, read_many
from format_samples import NAKED

ROWS = [[*map(int, NAKED[at : at + 9].replace(".", "0"))] for at in range(0, 81, 9)]
LINES = [", ".join(map(str, row)) for row in ROWS]
IN_BRACES = ",\n    ".join(f"{{{line}}}" for line in LINES)
IN_BRACKETS = ",\n ".join(f"[{line}]" for line in LINES)
TEXTS = ", ".join(f'"{NAKED[at : at + 9]}"' for at in range(0, 81, 9))
CELLS = ", ".join(f"'{cell}'" for cell in NAKED)
SUBDIVIDED = "\n".join(
    "[" + "|".join(" ".join(map(str, row[at : at + 3])) for at in (0, 3, 6)) + "]"
    + ("\n[-----+-----+-----]" if number in (2, 5) else "")
    for number, row in enumerate(ROWS)
)  # fmt: skip
FRAMED = SUBDIVIDED.replace("0", " ").replace("[-", "+-").replace("-]", "-+")
FRAMED = FRAMED.replace("[", "|").replace("]", "|")


@pytest.mark.parametrize(
    "text",
    [
        f"int board[9][9] = {{\n    {IN_BRACES}\n}};",
        f"int board[N][N] =\n{{\n    {IN_BRACES}\n}};\n",
        f"private static final int[][] BOARD = new int[][]{{\n{IN_BRACES}}};",
        f"new int[][]{{{IN_BRACES}}};",
        f"{{\n{IN_BRACES},\n}}",
        f"{{{IN_BRACES}}}".replace("\n", ""),
        f"std::vector<std::vector<int>> b = {{  // mine\n{IN_BRACES}}};",
        f"board := [9][9]int{{\n{IN_BRACES},\n}}",
        f"{{{', '.join(LINES)}}}",
        f"int[] b = {{{', '.join(LINES)}}};",
        f"char[] cells = {{{CELLS}}};",
        f"String[] b = {{{TEXTS}}};",
        f"{{{TEXTS}}}",
        f"let grid: [[Int]] = [\n{IN_BRACKETS}]",
        f"const b = [\n{IN_BRACKETS},\n];",
        f"vec![{', '.join(f'vec![{line}]' for line in LINES)}]",
        f"grid = np.array([{IN_BRACKETS}])",
        f"array([{IN_BRACKETS}], dtype=int8)",
        f"matrix([{IN_BRACKETS}])",
        f"board = [\n{IN_BRACKETS}]\nprint(board)",
        f"b = [\n{IN_BRACKETS}]\n\nprint_board(solve(b[0], 9))\nb.show();\n",
        f"board = [{IN_BRACKETS}]\nprint(board)\n".replace(",\n", ","),
        f"b = np.array([\n{IN_BRACKETS}]).reshape(9, 9)",
        f"int b[9][9] = {{\n{IN_BRACES}}};\nint main() {{ return solve(b, 0); }}",
        f"[\n{IN_BRACKETS}]".replace("],\n [8", "],\n\n [8"),
        f"{{\n{IN_BRACES}}}".replace("0", "-1"),
        f"[{IN_BRACKETS}]".replace("0", "-1"),
        "\n".join(LINES).replace("0", "-1"),
        SUBDIVIDED,
        SUBDIVIDED.replace("0", "."),
        f"+-----+-----+-----+\n{FRAMED}\n+-----+-----+-----+",
    ],
)
def test_a_list_of_any_language_is_the_puzzle(text: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        assert read(text) == read(NAKED)
        assert [each.problem for each in read_many(text.splitlines())] == [read(NAKED)]


def test_minus_one_is_a_blank_beside_values_from_zero_and_a_claim_elsewhere() -> None:
    with pytest.warns(UserWarning, match="the numbers 0-3 are read as 1-4"):
        zero = read("[[0,-1,-1,3],[-1,-1,0,-1],[-1,0,-1,-1],[-1,-1,-1,0]]")
    assert zero.givens == (1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1)
    assert read_grid("[[12, 0], [7, -1]]") == (12, 0, 7, -1)
    with pytest.raises(MalformedPuzzleError, match="column 8: found '-1', expected 1-2"):
        read("[[0, 0,-1, 1]]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int b[4] = {1, 2, 3, 4", "line 1, column 12: found '{', expected a list that ends"),
        ("x = [[1, 2], [3, 4]] + y", "line 1, column 22: found '+', expected nothing after"),
        (
            "x = [[1, 2],\n[2, 1]]\ny = [[2, 1],\n[1, 2]]",
            "line 3, column 1: found 'y', expected noth",
        ),
        ("[[1, 2], [2, 1]]\nf([[2, 1], [1, 2]])", "line 2"),
        ("let board = [0];", "line 1: found a program, expected a puzzle, or a model in CPMpy"),
        ("\nvar x = [1];\nconsole.log(x)", "line 2: found a program"),
        ("{{1, 2}, {3}}", "line 1, row 2: found 1 cells, expected 2"),
        ("{{1, 2}, {1, Q}}", "line 1, column 14: found 'Q', expected a number, or a text"),
        ("{159}{2}{3}", "found 3 cells, expected a square number"),  # candidates as ever
    ],
)
def test_a_list_that_is_none_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read(text)
    assert message in str(error.value)


@pytest.mark.parametrize("space", "\xa0\u2007\u202f\u3000\u2003")
def test_every_space_of_unicode_is_a_space(space: str) -> None:
    rows = [NAKED[at : at + 9] for at in range(0, 81, 9)]
    blanks = "\n".join(row.replace(".", space) for row in rows)
    spread = "\n".join(space.join(row) for row in rows)
    table = "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in blanks.split("\n"))
    listed = str(ROWS).replace(" ", space)
    with warnings.catch_warnings(action="ignore"):
        for text in (blanks, spread, table, listed, f"\u200b{NAKED}\u2060", space + NAKED):
            assert read(text) == read(NAKED)
            assert [each.problem for each in read_many(text.split("\n"))] == [read(NAKED)]


@pytest.mark.parametrize("space", "\xa0\u2007\u202f\u3000\u2003")
def test_unusual_spaces_are_blanks_in_one_line_as_they_are_in_nine(space: str) -> None:
    for text in (NAKED, f".{NAKED[1:-1]}."):
        line = text.replace(".", space)
        with pytest.warns(UserWarning, match="a space is read as a blank"):
            found = [read(line), *(each.problem for each in read_many([f"{line}\n", line]))]
        assert found == [read(text)] * 3
