"""Formulas in DIMACS: answers as SAT solvers print them, reasons clause by clause, certificates."""

from pathlib import Path

import pytest

from command_line import run_here

SMALL = "p cnf 3 2\n1 -2 0\n2 3 0\n"
CLASH = "p cnf 5 7\n4 5 0\n1 2 0\n-4 -5 0\n1 -2 0\n-1 3 0\n-1 -3 0\n2 3 4 0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.cnf").write_text(SMALL)
    (tmp_path / "clash.cnf").write_text(CLASH)
    return tmp_path


def test_answers_are_printed_and_verified_as_sat_solvers_print_them(folder: Path) -> None:
    file = str(folder / "small.cnf")
    every = run_here("solve", file, "--format", "dimacs", "-s", "backtracking-mrv", "-n", "all")
    status, *models = every.stdout.splitlines()
    assert status == "s SATISFIABLE"
    assert {*models} == {"v 1 2 3 0", "v 1 2 -3 0", "v 1 -2 3 0", "v -1 -2 3 0"}
    answer = folder / "answer"
    for printed, said in [
        ("c x\ns SATISFIABLE\nv 1 2\nv -3 0\n", "correct: it is a solution\n"),
        ("v 1 2 3 0", "correct: it is a solution\n"),
        ("v -1 2 3 0\n", "clauses: clause 1: x1 or not x2: found x1 = 0, x2 = 1\n"),
    ]:
        answer.write_text(printed)
        assert run_here("verify", file, str(answer)).stdout == said
    for printed, said in [
        ("s UNSATISFIABLE\n", "the solver says that there is no model"),
        ("v 1 2 0", "found no value of x3"),
        ("v 1 2 3 4 0", "found the variable 4, expected 1 to 3"),
    ]:
        answer.write_text(printed)
        done = run_here("verify", file, str(answer))
        assert (done.returncode, said in done.stderr) == (2, True)
    nothing = run_here("solve", str(folder / "clash.cnf"), "--format", "dimacs")
    assert nothing.stdout == "s UNSATISFIABLE\n"


def test_long_models_are_on_several_lines(folder: Path) -> None:
    (folder / "long.cnf").write_text("p cnf 60 0\n")
    lines = run_here("solve", str(folder / "long.cnf"), "--format", "dimacs").stdout.splitlines()
    assert all(len(line) <= 78 and line.startswith("v ") for line in lines[1:])
    words = " ".join(line[2:] for line in lines[1:]).split()
    assert [abs(int(word)) for word in words] == [*range(1, 61), 0]


def test_what_has_other_values_is_not_printed_as_a_model() -> None:
    done = run_here("solve", "classics/send-more", "--format", "dimacs")
    assert "found the variable S of other values than 0 and 1" in done.stderr
    assert (done.returncode, done.stdout) == (2, "")


def test_a_clash_names_clauses_and_is_certified(folder: Path) -> None:
    file = str(folder / "clash.cnf")
    why = run_here("why", file).stdout
    assert why.startswith("no solution: clash of 4 parts (certified")
    numbers = ("clause 2: x1 or x2", "clause 4: x1 or not x2", "clause 5: not x1 or x3")
    assert all(each in why for each in (*numbers, "clause 6: not x1 or not x3"))
    made = run_here("certify", file, "-o", str(folder / "made"))
    assert made.stdout.startswith("clash: none (certified): ")
    checked = run_here("certificate", str(folder / "made")).stdout
    assert "none (certified): 0 solutions verified" in checked
    assert "over 7 clauses, version 2" in checked
