"""MiniZinc asked the model itself: answers that are completed, and compilations that differ."""

import json
from pathlib import Path

import pytest

from accord.bench.run import model_file
from accord.bench.run.check import asked_originals, check
from accord.bench.run.model_file import read_minizinc
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.problem import Problem
from accord.solvers.answer import Answer, answer
from accord.solvers.cp.minizinc_compiling import LIBRARY
from accord.solvers.cp.minizinc_original import TranslationError
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import runnable
from accord.views.tables.verdict import evidence
from command_line import run_here
from optional import program

program("minizinc")
program("fzn-gecode")
MODEL = """
    include "globals.mzn"; enum C = {red, green}; array[1..2] of var 0..2: x; var C: c;
    var set of 1..2: s; var opt 0..1: o; array[1..0] of var 1..2: nothing;
    constraint alldifferent(x) /\\ (c = red <-> x[1] in s) /\\ (occurs(o) -> deopt(o) < x[2]);
"""


def read(folder: Path, text: str) -> Problem:
    (folder / "model.mzn").write_text(text, encoding="utf-8")
    return read_minizinc(folder / "model.mzn").problem


def asked(problem: Problem, solver: str = "minizinc:posts=original") -> Answer:
    chosen = runnable(solver)
    return answer(chosen.backend, problem, limit=None, **chosen.settings)


def test_it_finds_the_solutions_that_accord_finds(tmp_path: Path) -> None:
    problem = read(tmp_path, f"{MODEL} solve satisfy;")
    found, own = asked(problem), asked(problem, "backtracking-mrv")
    assert found.exhausted
    assert not any([*problem.violations(each)] for each in found.solutions)
    shown = [*map(problem.projected, found.solutions)]
    assert len({*shown}) == len(shown) > 20
    assert {*shown} == {*map(problem.projected, own.solutions)}
    assert [*asked_originals(problem, None)] == ["minizinc:solver=gecode,posts=original"]


def test_it_finds_the_best_that_accord_finds(tmp_path: Path) -> None:
    problem = read(tmp_path, f"{MODEL} solve maximize x[1] * card(s) - deopt(o);")
    assert problem.goal is not None
    found, own = asked(problem), asked(problem, "backtracking-mrv")
    assert found.exhausted
    values = [problem.goal.value(each) for each in found.solutions]
    assert values == sorted({*values})
    assert values[-1] == problem.goal.value(own.solutions[-1])


def test_a_library_that_says_something_else_is_a_finding_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = json.loads(LIBRARY.read_text(encoding="utf-8")) | {"mznlib": "lib"}
    (tmp_path / "lib").mkdir()
    (tmp_path / "planted.msc").write_text(json.dumps(said), encoding="utf-8")
    (tmp_path / "lib" / "fzn_all_different_int.mzn").write_text(
        "predicate fzn_all_different_int(array[int] of var int: x) =\n"
        "  forall(i in index_set(x) where i > 1)(x[i - 1] < x[i]);\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(model_file, "LIBRARY", tmp_path / "planted.msc")
    text = 'include "all_different.mzn"; array[1..2] of var 1..2: x;'
    problem = read(tmp_path, f"{text} constraint all_different(x); solve satisfy;")
    with pytest.raises(TranslationError, match=r"the answer x\[1\]=2, x\[2\]=1 to the model"):
        asked(problem)
    solvers = ["backtracking-mrv", "minizinc:posts=original"]
    verdict = check(problem, solvers, Terms(Limits(20), limit=None))
    assert not verdict.refuted
    assert any(
        line.startswith("TRANSLATION minizinc:posts=original: the answer x[1]=2")
        for line in evidence(verdict)
    )


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    problem = read(tmp_path, "var 1..3: x; solve satisfy;")
    for each in (Problem([range(2)]), problem.changed(domains=[range(1, 3)])):
        with pytest.raises(UnsupportedError, match="found a problem from no model of MiniZinc"):
            runnable("minizinc:posts=original").backend.check(each)
    with pytest.raises(UnsupportedError, match="found constraints or search, expected neither"):
        asked(problem, "minizinc:posts=original,search=input-order")


def test_a_campaign_keeps_the_model(tmp_path: Path) -> None:
    (tmp_path / "model.mzn").write_text("int: n; var 1..n: x; solve maximize x;", encoding="utf-8")
    solvers = ["-s", "minizinc:posts=original", "-s", "backtracking-mrv"]
    words = ["bench", "model.mzn", "--set", "n=3", *solvers, "-o", "kept", "-q"]
    for _ in range(2):
        ran = run_here(*words, cwd=tmp_path)
        assert ran.returncode == 0, ran.stderr
    assert "posts=original" in ran.stdout
