"""The pseudo-Boolean constraints: their price, and that their models are the grids."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accord.bench.judging.conformance import CASES, MANY_CASES, SMALL_CASES, Case
from accord.encodings import linear, opb
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.files.read import read
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from optional import library

SIX = read("...25. ..5... ..3..2 5..4.. .6.... 2.....".replace(" ", ""))  # has 6 solutions
NINE = next(case.puzzle for case in CASES if case.name == "two solutions, 9x9")
FEW = (
    *(case for case in (*SMALL_CASES, *MANY_CASES) if case.count < 300),
    Case("6 solutions, 6x6", SIX, 6),
    Case("2 solutions, 9x9", NINE, 2),
)


def names(case: Case) -> str:
    return case.name


def text_of(puzzle: Puzzle, distinct: bool = False) -> str:
    return "".join(opb.write(puzzle, distinct))


@pytest.mark.parametrize(
    ("text", "variables", "constraints", "terms"),
    [("." * 81, 729, 324, 2_916), ("12" + "." * 79, 729, 326, 2_918), (".", 1, 5, 5)],
)
def test_price(text: str, variables: int, constraints: int, terms: int) -> None:
    size = opb.size(read(text))
    assert size == (variables, constraints, constraints if variables > 1 else 1, terms)
    assert size.constraints - len(linear.encode(read(text)).fixed) == linear.size(read(text))[1]


@pytest.mark.parametrize("distinct", [False, True])
def test_the_header_counts_what_the_file_has(distinct: bool) -> None:
    figure = shape(4, extra=[AllDifferent((3, 2, 1, 0)), AllDifferent((0, 1)), AllDifferent(())])
    puzzle = Puzzle(figure, Grid([1, *[0] * 15]))
    text, size = text_of(puzzle, distinct), opb.size(puzzle)
    constraints = size.distinct if distinct else size.constraints
    assert text.startswith(f"* #variable= 64 #constraint= {constraints}\n")
    assert size.constraints == 64 + 4 + 4 + 1
    assert size.distinct == 64 + 4 + 1
    said = [line for line in text.splitlines() if not line.startswith("*")]
    assert len(said) == constraints
    assert all(re.fullmatch(r"([+-]1 x[1-9][0-9]* )+(=|>=) -?[01] ;", line) for line in said)


def test_each_constraint_says_why() -> None:
    marks = (frozenset({1, 2}), *[frozenset({1, 2, 3})] * 8)
    figure = shape(3, rules=["latin"], extra=[AllDifferent((4, 0), "two cells")])
    text = text_of(Puzzle(figure, Grid([0, 3, *[0] * 7]), marks))
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


@pytest.mark.parametrize("case", FEW, ids=names)
def test_all_models_of_clasp_are_the_grids(case: Case, tmp_path: Path) -> None:
    printed = clasp(case.puzzle, tmp_path, "--models=0", "--quiet=0")
    models = [model for model in re.split(r"^c Answer: .*$", printed, flags=re.M)[1:] if model]
    if case.count:
        found = [opb.read(case.puzzle, _only_model(model)) for model in models]
        expected = answer(backends()["dancing-links"], case.puzzle, limit=None)
        assert len(found) == case.count
        assert set(found) == set(expected.solutions)
        assert not [grid for grid in found if any(case.puzzle.violations(grid))]
    else:
        with pytest.raises(UnsatisfiableError):
            opb.read(case.puzzle, printed)


def _only_model(lines: str) -> str:
    """The `v` lines; what follows the last model of several speaks of all."""
    return "\n".join(line for line in lines.splitlines() if line.startswith("v"))


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
        ("s SATISFIABLE\nv x1 -x2 -x3 x4 -x5\n", "gives r2c1 no value, expected one"),
        ("s SATISFIABLE\nv x1 x2 x4 x5 x8\n", "gives r1c1 1 and 2, expected one"),
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
