"""The 0/1 linear program: its price, its file, and that its solutions are the grids."""

import re
from pathlib import Path
from typing import Any

import pytest

from accord.bench.judging.conformance import HARD_CASES, SMALL_CASES, USUAL_CASES, Case
from accord.encodings import linear
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from optional import library

SEVERAL = next(case.puzzle for case in SMALL_CASES if case.name == "two solutions")
ONE = Grid.parse("1234341221434321")
LINES = [f"x_r{c // 4 + 1}c{c % 4 + 1}_{value} 1" for c, value in enumerate(ONE)]  # what it prints


def blank(size: int, **rules: Any) -> Puzzle:
    return Puzzle(shape(size, **rules), Grid([0] * size * size))


def text_of(puzzle: Puzzle, distinct: bool = False) -> str:
    return "".join(linear.write(puzzle, distinct))


def names(case: Case) -> str:
    return case.name


# The price, and what is said.


def test_says_full_and_short_constraints_and_domains() -> None:
    marks = (frozenset({1, 2}), *[frozenset({1, 2, 3})] * 8)
    figure = shape(3, rules=["latin"], extra=[AllDifferent((4, 0), "two cells")])
    text = text_of(Puzzle(figure, Grid([0, 3, *[0] * 7]), marks))
    assert " r1c1_has_a_value: x_r1c1_1 + x_r1c1_2 + x_r1c1_3 = 1\n" in text
    assert " column_2_has_a_3: x_r1c2_3 + x_r2c2_3 + x_r3c2_3 = 1\n" in text
    assert " two_cells_has_a_1: x_r1c1_1 + x_r2c2_1 <= 1\n" in text
    bounds, binary = text.split("Bounds")[1].split("Binary")
    assert re.findall(r"x_\S+ = \d", bounds) == ["x_r1c1_3 = 0", "x_r1c2_3 = 1"]
    assert len(re.findall(r"x_\S+", binary)) == 27 - 2
    assert text.endswith("End\n")


@pytest.mark.parametrize("size", [1, 12, 36])
def test_lines_are_short_and_names_are_different(size: int) -> None:
    text = text_of(blank(size, rules=[] if size > 1 else ["latin"]))
    assert max(map(len, text.splitlines())) < 255
    rows = re.findall(r"^ (\w+):", text, re.MULTILINE)
    assert (
        len(set(rows))
        == len(rows)
        == 1 + size * size + len(blank(size).constraints) * size - (size == 1)
    )


def test_any_name_of_a_constraint_becomes_a_word_of_its_own() -> None:
    called = ["row 1", "row-1", "", "9 lives", "e12", "Zürich\nEnd", "x" * 300, "x" * 299, "row 1"]
    words = linear._row_names(called)
    assert len(set(words)) == len(words)
    assert words[:3] == ["row_1", "row_1_2", "constraint_3"]
    assert words[3:6] == ["constraint_4", "constraint_5", "Z_rich_End"]
    for word in words:
        assert re.fullmatch(r"(?![eE][0-9])[A-Za-z]\w{,120}", word, re.ASCII)


# Its solutions are the grids.


# Real solvers read it, and what they write is read.


@pytest.mark.parametrize("case", [*SMALL_CASES, *USUAL_CASES, *HARD_CASES], ids=names)
@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_is_solved_from_the_file(solver: str, case: Case, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.lp"
    file.write_text(text_of(case.puzzle, distinct=True))
    printed = {"highs": highs_writes, "scip": scip_writes}[solver](file)
    if case.count:
        assert not list(case.puzzle.violations(linear.read(case.puzzle, printed)))
    else:
        with pytest.raises(UnsatisfiableError):
            linear.read(case.puzzle, printed)


def highs_writes(file: Path) -> str:
    highspy = library("highspy")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
    highs.run()
    highs.writeSolution(str(file.with_suffix(".sol")), 0)
    return file.with_suffix(".sol").read_text()


def scip_writes(file: Path) -> str:
    model = library("pyscipopt").Model()
    model.hideOutput()
    model.readProblem(str(file))
    model.setLogfile(str(file.with_suffix(".log")))
    model.optimize()
    if model.getNSols():
        model.writeBestSol(str(file.with_suffix(".sol")))
        return file.with_suffix(".sol").read_text()
    model.hideOutput(False)
    model.printStatistics()
    model.setLogfile(None)
    return file.with_suffix(".log").read_text()


# Reading.


@pytest.mark.parametrize(
    "printed",
    [
        "\n".join(LINES),
        "Model status\nOptimal\n\n# Columns 64\n" + "\nx_r1c1_2 0\n".join(LINES),
        "objective value: 0\n" + "\t(obj:0)\n".join(LINES),
        "Optimal - objective value 0.0\n" + "\n".join(f" {n} {x} 0" for n, x in enumerate(LINES)),
        "\n".join(f"{n} {x.replace(' ', ' * ')} 0 1" for n, x in enumerate(LINES)),
        "\n".join(LINES).replace(" 1", " 0.9999999") + "\nx_r1c1_2 1e-09\nx_r1c1_3 -1.0E-7\n",
        "\n".join([*LINES, *LINES]),
    ],
    ids=["names", "HiGHS", "SCIP", "CBC", "GLPK", "not quite whole", "twice"],
)
def test_reads_the_lines_of_names_and_values(printed: str) -> None:
    assert linear.read(SEVERAL, printed) == ONE


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ("\n".join(LINES[:-1]), "found no value of r4c4, expected one"),
        ("\n".join([*LINES, "x_r1c1_4 1"]), "found the values 1 and 4 of r1c1, expected one"),
        ("\n".join([*LINES, "x_r1c1_4 0.5"]), "found x_r1c1_4 = 0.5, expected 0 or 1"),
        ("\n".join([*LINES, "x_r1c1_4 1e-5"]), "found x_r1c1_4 = 1e-05, expected 0 or 1"),
        ("\n".join([*LINES, "x_r1c1_4 2"]), "found x_r1c1_4 = 2.0, expected 0 or 1"),
        ("\n".join([*LINES, "x_r1c5_4 1"]), "found x_r1c5_4, expected rows, columns and values 1"),
        ("\n".join([*LINES, "x_r1c1_0 1"]), "found x_r1c1_0, expected rows, columns and values 1"),
        ("solution status: unknown\nno solution available", "found 'solution status: unknown"),
        ("problem is solved [infeasible or unbounded]", "expected lines such as"),
        ("Model status\nTime limit reached\n\n# Primal solution values\nNone", "expected lines"),
        ("", "found '', expected lines such as"),
    ],
)
def test_says_what_is_no_solution(printed: str, complaint: str) -> None:
    with pytest.raises(ModelError, match=re.escape(complaint)) as error:
        linear.read(SEVERAL, printed)
    assert not isinstance(error.value, UnsatisfiableError)


@pytest.mark.parametrize(
    "printed",
    [
        "Model status\nInfeasible\n\n# Primal solution values\nNone",
        "  Model status        : Infeasible\n",
        "SCIP Status        : problem is solved [infeasible]\nSolving Time (sec) : 0.00",
        "Infeasible - objective value 0.00000000\n      0 x_r1c1_1       1       4\n",
        "Integer infeasible - objective value 0.0\n      4 x_r1c2_1     0.5       0\n",
        "Result - Problem proven infeasible\n",
        "Problem:\nRows:       64\nStatus:     INTEGER EMPTY\n    1 x_r1c1_1   *    0   0   1",
        "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION",
    ],
)
def test_infeasible_is_a_claim_even_with_values_beside_it(printed: str) -> None:
    with pytest.raises(UnsatisfiableError):
        linear.read(SEVERAL, printed)


@pytest.mark.parametrize("value", [0.5, float("nan"), -1.0, 1.00001, float("inf")])
def test_what_is_not_whole_is_no_one_and_no_zero(value: float) -> None:
    with pytest.raises(ModelError, match="expected 0 or 1"):
        linear.is_one(value)


def test_the_nogood_of_a_grid_is_about_the_cells_that_were_open() -> None:
    program = linear.encode(SEVERAL)
    assert [variable // 4 for variable in linear.nogood(program, ONE)] == [0, 1, 8, 9]
    full = next(case.puzzle for case in SMALL_CASES if case.name == "a full grid")
    assert linear.nogood(linear.encode(full), full.givens) == []
