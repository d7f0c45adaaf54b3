"""MiniZinc models mean the puzzle to MiniZinc and Gecode, and what these print is read.

The audit enumerates every solution of every small case: the grids that come back are the right
ones, and as many as there are.
"""

import re
import subprocess
from pathlib import Path

import pytest

from accord.bench.judging.conformance import EVERY_4X4, SMALL_CASES, USUAL_CASES
from accord.encodings.minizinc import model
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.encodings.registry import encoding
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from optional import program

MINIZINC = program("minizinc")
SOLUTION = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n----------\n"
GRID = Grid.parse("1234341221434321")


def blank(figure: Shape) -> Puzzle:
    return Puzzle(figure, Grid([0] * figure.size**2))


def run(file: Path, *options: str) -> str:
    command = [MINIZINC, "--solver", "gecode", *options, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def test_every_rule_is_asked_to_propagate_alike(tmp_path: Path) -> None:
    """The annotation stands at each AllDifferent, and MiniZinc knows it."""
    figures = [
        shape(4, rules=["diagonals", "windoku"], extra=[AllDifferent((0, 6))]),
        shape(4, regions=[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]),
    ]
    for figure in figures:
        file = tmp_path / "model.mzn"
        file.write_text("".join(model(blank(figure), propagation="domain")), encoding="utf-8")
        text = file.read_text(encoding="utf-8")
        assert text.count(":: domain") == text.count("(alldifferent(") + text.count(
            " alldifferent("
        )
        assert run(file).endswith("----------\n")


MODEL = """\
% A puzzle of 4 x 4 cells, each with a value from 1 to 4.
% For one solution: minizinc FILE; for all of them: minizinc -a FILE

include "alldifferent.mzn";

int: n = 4;
array[1..n, 1..n] of var 1..n: grid;  % grid[r, c]: the cell in row r and column c

% Each row.
constraint forall(r in 1..n) (alldifferent(row(grid, r)));

% Each column.
constraint forall(c in 1..n) (alldifferent(col(grid, c)));

% Each box of 2 x 2 cells, by its top left corner.
constraint forall(top in {1, 3}, left in {1, 3})
  (alldifferent(grid[top..top+1, left..left+1]));

% two cells
constraint alldifferent([
  grid[1,1], grid[2,3]]);

% The givens; 0 is a blank.
array[1..n, 1..n] of 0..n: given = [|
  0, 2, 0, 0 |
  0, 0, 0, 0 |
  0, 0, 0, 0 |
  0, 0, 0, 0
|];
constraint forall(r, c in 1..n where given[r, c] > 0) (grid[r, c] = given[r, c]);

% The candidates of cells that may not take every value.
constraint grid[1,1] in {1, 3};
constraint grid[4,4] in {};  % nothing is left: there is no solution

solve satisfy;

output [show_int(1, grid[r, c]) ++ if c = n then "\\n" else " " endif
        | r, c in 1..n];
"""


def test_a_model_is_there_to_be_read() -> None:
    every = frozenset(range(1, 5))
    marks = (frozenset({1, 3}), *[every] * 14, frozenset[int]())
    figure = shape(4, extra=[AllDifferent((0, 6), "two cells")])
    puzzle = Puzzle(figure, Grid([0, 2] + [0] * 14), marks)
    assert "".join(encoding("minizinc").write(puzzle, False)) == MODEL


@pytest.mark.parametrize(
    ("figure", "statements"),
    [
        (shape(1), 0),
        (shape(6, (3, 2)), 3),
        (shape(9, rules=["diagonals", "windoku"]), 6),
        (shape(3, regions=[0, 0, 0, 1, 1, 1, 2, 2, 2]), 3),
    ],
)
def test_what_has_a_pattern_is_said_by_it(figure: Shape, statements: int) -> None:
    text = "".join(model(blank(figure)))
    assert text.count("\nconstraint ") == statements
    assert not re.search(r"grid\[\d", text)


@pytest.mark.parametrize("mode", ["item", "dzn", "json"])
def test_reads_every_output_mode(mode: str, tmp_path: Path) -> None:
    for case in (*SMALL_CASES, *USUAL_CASES):
        if case.name not in ("one solution", "the only 1x1 grid", "a blank in each row, 36x36"):
            continue
        file = tmp_path / "model.mzn"
        file.write_text("".join(encoding("minizinc").write(case.puzzle, True)), encoding="utf-8")
        grid = encoding("minizinc").read(case.puzzle, run(file, "--output-mode", mode))
        assert not list(case.puzzle.violations(grid))


@pytest.mark.parametrize(
    "text",
    [
        SOLUTION,
        "% a comment\n\n" + SOLUTION + "==========\n%%%mzn-stat: nodes=3\n",
        SOLUTION + "4 4 4 4\n" * 4 + "----------\n",
        "grid = array2d(1..4, 1..4, [1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]);\n----------\n",
        "grid = \n[| 1, 2, 3, 4\n | 3, 4, 1, 2\n | 2, 1, 4, 3\n | 4, 3, 2, 1\n |];\n----------\n",
        '{\n  "grid" : [[1,2,3,4], [3,4,1,2], [2,1,4,3], [4,3,2,1]]\n}\n----------\n',
    ],
)
def test_reads_the_first_solution(text: str) -> None:
    assert encoding("minizinc").read(EVERY_4X4, text) == GRID


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "found nothing, expected a solution"),
        ("==========\n", "found nothing, expected a solution"),
        ("----------\n", "found nothing, expected a solution"),
        ("=====UNKNOWN=====\n", "found =====UNKNOWN====="),
        ("=====ERROR=====\n", "found =====ERROR====="),
        (SOLUTION[:32] + "=====UNKNOWN=====\n", "found =====UNKNOWN====="),
        (SOLUTION + "=====UNSATISFIABLE=====\n", "a solution and =====UNSATISFIABLE====="),
        (SOLUTION[8:], "found 12 values, expected 16"),
        (SOLUTION.replace("1 2 3 4", "1 2 3 4 1"), "found 17 values, expected 16"),
        (SOLUTION.replace("4", "x"), "found 'x', expected rows of numbers"),
        (SOLUTION.replace("4", "-4"), "found '-4', expected rows of numbers"),
        ('{"grid" : [[1,2], [2,"1"]]}', "found '1' in JSON, expected a number"),
        ('{"grid" : [[1,2], [2,1', "expected a value of grid in JSON"),
        ('{"x" : 1}', "expected a value of grid in JSON"),
        ("x = 1;\n----------\n", "found 'x', expected rows of numbers"),
    ],
)
def test_says_what_is_no_solution(text: str, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        encoding("minizinc").read(EVERY_4X4, text)


def test_says_that_there_is_none() -> None:
    with pytest.raises(UnsatisfiableError, match="there is no solution"):
        encoding("minizinc").read(EVERY_4X4, "=====UNSATISFIABLE=====\n")
