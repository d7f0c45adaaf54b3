"""Files of other kinds are refused as what they are, with what to do; puzzles never are."""

import lzma
from pathlib import Path

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles import MalformedPuzzleError
from accord.puzzles.files.foreign import KINDS, LINES, PROGRAM, refuse_foreign
from accord.puzzles.files.texts import read, read_grid, read_many
from command_line import run_here
from format_samples import BOARDS, NAKED

TEXTS = {
    "(WBO)": "* soft\nsoft: 6 ;\n[2] +1 x1 >= 1 ;\n",
    "a model of MiniZinc": "% Queens\n\nint: n = 8;\narray [1..n] of var 1..n: q;\n",
    "model of MiniZinc": "var 1..2: A;\nsolve satisfy;\n",
    "data of MiniZinc": "n = 8;\nx = [1, 2];\n",
    "SMT-LIB": "; made by a program\n(set-logic QF_LIA)\n(assert (> x 1))\n",
    "a linear program": "\\ Problem: x\nMinimize\n obj: 2 x + y\nSubject To\n c: x >= 1\nEnd\n",
    "(MPS)": "* a comment\nNAME          TEST\nROWS\n N  COST\n",
    "answer set": "% facts\nnumber(1..9).\n1 {value(X,Y,N) : number(N)} 1 :- cell(X,Y).\n",
    "HTML": "<!DOCTYPE html>\n<html><body>5 3</body></html>\n",
    "a page of HTML": "<!-- saved\n5 3\n-->\n<div class='x'>5 3</div>\n",
    "page of HTML": "<?xml version='1.0'?><!-- a --><!-- b --><P>5 3</P>\n",
    "of HTML": "<table><tr><td>5</td></tr></table>\n",
    "a picture": '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    "LaTeX": "\\begin{sudoku}\n|2|5| | |3|\n\\end{sudoku}\n",
    "a PDF": "%PDF-1.4\n1 0 obj\n",
    "a program": "import cpmpy\nprint(1)\n",
    "a program,": "print(1)\n",
    "program,": "#include <stdio.h>\nint main() { return 1; }\n",
    "program, expected": "from x import y\n\nb = [[1], [2, 3]]\n",
    "(DOT)": "digraph G {\n  a -> b;\n}\n",
    "a graph (DOT)": "graph { a -- b }\n",
    "(graph6)": ">>graph6<<DQc\n",
    "SQL": "SELECT * FROM puzzles;\n",
    "found SQL": "CREATE TABLE puzzles (id INT);\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_of_another_kind_is_named_however_it_comes(name: str, tmp_path: Path) -> None:
    text, file, packed = TEXTS[name], tmp_path / "x.txt", tmp_path / "x.txt.xz"
    file.write_text(text)
    packed.write_bytes(lzma.compress(text.encode()))
    for way in (
        lambda: read(text),
        lambda: read_grid(text),
        lambda: [*read_many(text.splitlines(keepends=True))],
        lambda: [*instances_of(str(file))],
        lambda: [*instances_of(str(packed))],
    ):
        with pytest.raises(MalformedPuzzleError) as error:
            way()
        assert f"{name}" in str(error.value)
        assert ", expected " in str(error.value)
    for command in (("convert", "-"), ("convert", "--formats", file), ("solve", "--file", file)):
        done = run_here(*command, text=text)
        assert (done.returncode, done.stdout) == (2, "")
        assert name in done.stderr


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\n", "a PDF"),
        (b"PK\x03\x04\xff", "archive"),
        (b"PAR1\x15\xff", "Parquet"),
        (b"\x7fELF\x02\xff", "a program"),
    ],
)
def test_bytes_that_are_no_text_are_named(start: bytes, name: str, tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(start + bytes(range(256)))
    with pytest.raises(MalformedPuzzleError, match=f"{name}, expected text"):
        [*instances_of(str(file))]


def test_utf_16_that_is_cut_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_bytes(NAKED.encode("utf-16")[:-1])
    with pytest.raises(MalformedPuzzleError, match="found UTF-16 that is cut or damaged, expected"):
        [*instances_of(str(file))]


@pytest.mark.parametrize("ending", [ending for kind in KINDS for ending in kind.endings])
def test_a_name_of_another_kind_is_enough(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"x{ending}"
    file.write_text(NAKED)
    with pytest.raises(MalformedPuzzleError, match="as its name says, expected"):
        [*instances_of(str(file))]


@pytest.mark.parametrize(
    "text", ['{"cells": [], "nbformat": 4}', '{\n "cells": [\n ],\n "nbformat": 4\n}\n']
)
def test_a_notebook_is_named(text: str) -> None:
    for way in (lambda: read(text), lambda: [*read_many(text.splitlines(keepends=True))]):
        with pytest.raises(MalformedPuzzleError, match=r"a Jupyter notebook, expected a puzzle"):
            way()


@pytest.mark.parametrize("ending", PROGRAM.endings)
def test_a_program_is_read_where_a_grid_is_declared_in_it(ending: str, tmp_path: Path) -> None:
    file, grid = tmp_path / f"x{ending}", "[[1, 2, 3, 4], [3, 4, 0, 0], [0, 0, 0, 0], [4, 3, 2, 1]]"
    braces = grid.replace("[", "{").replace("]", "}")
    for text in (
        grid,
        f"import numpy as np\n\nb = np.array({grid})\nprint(b)\n",
        f"#include <stdio.h>\nint b[4][4] = {braces};\nint main() {{ return 0; }}\n",
        "1234\n34..\n....\n4321\n",
    ):
        file.write_text(text)
        (found,) = instances_of(str(file))
        assert found.problem == read("123434......4321")
    for text in ("x = 3\n", "board = [0]\n", "import x\nprint(1)\n"):
        file.write_text(text)
        with pytest.raises(MalformedPuzzleError, match=r"found a program.*copy the grid"):
            [*instances_of(str(file))]


def test_no_line_of_a_puzzle_looks_like_another_kind_and_no_more_is_read_than_needed() -> None:
    texts = [
        NAKED,
        *BOARDS,
        "*-----------*",
        "* 1 . 3",
        "c 1 2 3",
        "# p",
        "name,puzzle",
        "[Puzzle]",
        "{",
        "x = [",
        "<instance",
        "<!-- <p> --><instance",
    ]
    for text in texts:  # fmt: skip
        assert [*refuse_foreign([text, NAKED])] == [text, NAKED]
    taken: list[int] = []

    def lines() -> "object":
        for number in range(9):
            taken.append(number)
            yield NAKED

    next(refuse_foreign(lines()))  # type: ignore[arg-type]
    assert taken == [0]
    commented = ["<!--", "int: n = 8;", "-->", "<instance>"]
    assert [*refuse_foreign(commented)] == commented
    assert len([*refuse_foreign(["# comment"] * 2 * LINES)]) == 2 * LINES
