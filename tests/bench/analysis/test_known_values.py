"""Known values of a file: read strictly, told where they are contradicted, and never evidence."""

from pathlib import Path

import cpmpy as cp
import pytest

import accord
from accord.bench.analysis.known_values import KnownValuesError, known_values
from accord.bench.analysis.table import table
from command_line import run_here
from optional import library

HEAD = "problem,best,bound,source\n"
BOX = accord.problem(cp.Model(minimize=cp.intvar(3, 5, name="x") + cp.intvar(0, 9, name="y")))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "box,2,,a talk",
            "a talk says that the best is 2, but nothing is better than 3 (certified)",
        ),
        ("box,4,,a talk", "a talk says that the best is 4, but 3 is verified"),
        ("box,,4,a talk", "a talk says that nothing is better than 4, but 3 is verified"),
        (f"{BOX.digest},4,,", "FILE says that the best is 4, but 3 is verified"),
        ("box,3,3,a talk", ""),
        ("box,,2,a talk", ""),
    ],
)
def test_what_is_verified_or_certified_contradicts(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "known.csv"
    file.write_text(HEAD + line + "\n")
    known = known_values(str(file))
    verdict = accord.check(BOX, solvers=["cpsat", "backtracking-mrv"], seconds=20)
    assert str(verdict) == "optimum 3 (certified)"
    assert [*known.surprises("box", verdict)] == [said.replace("FILE", str(file))] * bool(said)
    known.expect_used()
    assert not verdict.refuted


def test_a_best_value_of_what_has_no_solution_is_contradicted(tmp_path: Path) -> None:
    file = tmp_path / "known.csv"
    file.write_text(f"{HEAD}full,2,1,a talk\n")
    x = cp.intvar(3, 5, name="x")
    verdict = accord.check(accord.problem(cp.Model(x > 7, minimize=x)), solvers=["cpsat"])
    assert str(verdict) == "none (certified)"
    said = "a talk says that the best is 2, but there is no solution (certified)"
    assert [*known_values(str(file)).surprises("full", verdict)] == [said]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "found no line, expected problem,best,bound,source and some"),
        (HEAD, "found no line"),
        ("problem,best\na,1\n", "line 1: found 'problem,best', expected problem,best,bound,source"),
        (HEAD + "a,1,1\n", "line 2: found 'a,1,1', expected problem,best,bound,source"),
        (HEAD + ",1,1,x\n", "line 2: found ',1,1,x', expected problem,best,bound,source"),
        (HEAD + "a,1.5,,x\n", "line 2: found the best '1.5', expected a whole number or nothing"),
        (HEAD + "a,1,\u0661,x\n", "line 2: found the bound '\u0661', expected a whole number"),
        (HEAD + "a,,,x\n", "line 2: found neither best nor bound of 'a'"),
        (HEAD + "a,1,,x\n\na,1,,x\n", "line 4: found 'a' again, expected each problem once"),
        (HEAD + '"a,1,,x\n', "line 2: unexpected end of data"),
    ],
)
def test_other_tables_are_refused_by_line(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "known.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KnownValuesError) as error:
        known_values(str(file))
    assert str(error.value).startswith(f"{file}: {why}")


def test_a_report_tells_what_contradicts_a_known_value(tmp_path: Path) -> None:
    library("scipy")
    library("altair")
    file = tmp_path / "known.csv"
    file.write_text(f"{HEAD}photo-5,4,,a talk\n")
    out, page = tmp_path / "out", tmp_path / "page.html"
    run_here("bench", "optimise/photo-5", "-s", "backtracking-mrv", "-q", "-o", out)
    done = run_here("report", out, "-o", page, "--reference", file)
    assert done.returncode == 1
    assert "photo-5: a talk says that the best is 4, but 5 is verified" in page.read_text("utf-8")
    assert run_here("report", out, "-o", page).returncode == 0


def test_a_campaigns_table_tells_it_and_a_table_about_others_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "known.csv"
    file.write_text(f"{HEAD}photo-5,4,,a talk\n")
    out = tmp_path / "out"
    asked = ("bench", "optimise/photo-5", "-s", "backtracking-mrv", "-q", "-o", out)
    done = run_here(*asked, "--reference", file)
    said = "photo-5: a talk says that the best is 4, but 5 is verified"
    assert f"CONTRADICTED {said}\n" in done.stdout
    assert done.returncode == 1
    found = table(out, reference=str(file))
    assert found.contradictions == (said,)
    assert not found.refutations
    file.write_text(f"{HEAD}photo-6,4,,a talk\n")
    done = run_here("table", out, "--reference", file)
    assert (done.stdout, done.returncode) == ("", 2)
    assert f"{file}: found none of the problems asked about" in done.stderr
