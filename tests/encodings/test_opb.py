"""The pseudo-Boolean constraints: their price, and that their models are the grids."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accord.bench.judging.conformance import CASES, Case
from accord.encodings import opb
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from optional import library


def names(case: Case) -> str:
    return case.name


def text_of(puzzle: Puzzle, distinct: bool = False) -> str:
    return "".join(opb.write(puzzle, distinct))


def test_each_constraint_says_why() -> None:
    marks = (frozenset({1, 2}), *[frozenset({1, 2, 3})] * 8)
    figure = shape(3, rules=["latin"], extra=[AllDifferent((4, 0), "two cells")])
    text = text_of(Puzzle(figure, Grid([0, 3, *[0] * 7]), marks))
    assert text.startswith("* #variable= 27 #constraint= 32\n")
    assert "* x4..x6: r1c2 has the value 1..3\n" in text
    assert "* column_2_has_a_3\n+1 x6 +1 x15 +1 x24 = 1 ;\n" in text
    assert "* two_cells_has_a_1\n-1 x1 -1 x13 >= -1 ;\n" in text
    assert "* r1c1 is not 3\n+1 x3 = 0 ;\n* r1c2 is 3\n+1 x6 = 1 ;\n" in text


# The models, from real solvers.


def clasp(puzzle: Puzzle, folder: Path, *options: str) -> str:
    """What clasp prints, which speaks the language of the competitions."""
    library("clingo")
    (folder / "puzzle.opb").write_text(text_of(puzzle, distinct=True))
    command = [sys.executable, "-m", "clingo", "--mode=clasp", *options, str(folder / "puzzle.opb")]
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout


@pytest.mark.parametrize("case", [case for case in CASES if case.count < 2], ids=names)
def test_clasp_and_scip_decide_the_file(case: Case, tmp_path: Path) -> None:
    printed = clasp(case.puzzle, tmp_path)
    model: Any = library("pyscipopt").Model()
    model.hideOutput()
    model.readProblem(str(tmp_path / "puzzle.opb"))
    model.optimize()
    assert model.getStatus() == ("optimal" if case.count else "infeasible")
    if not case.count:
        with pytest.raises(UnsatisfiableError):
            opb.read(case.puzzle, printed)
        return
    true = [variable.name for variable in model.getVars() if model.getVal(variable) > 0.5]
    for said in (printed, f"s SATISFIABLE\nv {' '.join(true)}\n"):
        assert not list(case.puzzle.violations(opb.read(case.puzzle, said)))


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ("s SATISFIABLE\nv x1 -x2 -x3 x4 -x5\n", "found no value of r2c1, expected one"),
        ("s SATISFIABLE\nv x1 x2 x4 x5 x8\n", "found the values 1 and 2 of r1c1, expected one"),
        ("s SATISFIABLE\nv x1 x4 x6 x7 x9\n", "found x9, expected x1..x8"),
        ("s UNKNOWN\n", "'UNKNOWN'"),
        ("", "neither a status nor a model"),
    ],
)
def test_says_what_is_no_model(printed: str, complaint: str) -> None:
    puzzle = Puzzle(shape(2, rules=["latin"]), Grid([0] * 4))
    assert opb.read(puzzle, "s SATISFIABLE\nv x1 -x2 -x3 x4 -x5 x6\nv x7 -x8\n") == (1, 2, 2, 1)
    with pytest.raises(ModelError, match=re.escape(complaint)):
        opb.read(puzzle, printed)
