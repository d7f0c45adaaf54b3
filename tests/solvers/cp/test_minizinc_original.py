"""MiniZinc asked the model itself: answers that are completed, and compilations that differ."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import Verdict, judge
from accord.bench.run import model_file
from accord.bench.run.asked_again import TRANSLATION, UNKNOWN, settled
from accord.bench.run.check import asked_originals, check
from accord.bench.run.model_file import read_minizinc
from accord.bench.run.report import Report
from accord.bench.run.terms import Limits, Question, Terms
from accord.cli.commands import exit_code
from accord.puzzles.problem import Problem, Solution
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


def planted(folder: Path, monkeypatch: pytest.MonkeyPatch, meaning: str) -> Problem:
    """All different x[1] and x[2] in 1..2, to which accord's library gives another meaning."""
    said = json.loads(LIBRARY.read_text(encoding="utf-8")) | {"mznlib": "lib"}
    (folder / "lib").mkdir()
    (folder / "planted.msc").write_text(json.dumps(said), encoding="utf-8")
    (folder / "lib" / "fzn_all_different_int.mzn").write_text(
        f"predicate fzn_all_different_int(array[int] of var int: x) = {meaning};\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(model_file, "LIBRARY", folder / "planted.msc")
    text = 'include "all_different.mzn"; array[1..2] of var 1..2: x;'
    return read(folder, f"{text} constraint all_different(x); solve satisfy;")


def said_of(problem: Problem, limit: int | None) -> tuple[Verdict, list[str]]:
    """The verdict of two solvers, and what is printed of the one that is asked the model."""
    solvers = ["backtracking-mrv", "minizinc:posts=original"]
    verdict = check(problem, solvers, Terms(Limits(60), limit=limit))
    return verdict, [line for line in evidence(verdict) if "minizinc:posts=original: " in line]


def test_a_library_that_says_too_much_is_a_finding_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = planted(tmp_path, monkeypatch, "x[1] < x[2]")
    with pytest.raises(TranslationError, match=r"the answer x\[1\]=2, x\[2\]=1 to the model"):
        asked(problem)
    verdict, (line,) = said_of(problem, None)
    assert not verdict.refuted
    assert line.startswith("TRANSLATION minizinc:posts=original: the answer x[1]=2")


def test_a_library_that_says_too_little_is_a_finding_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = planted(tmp_path, monkeypatch, "true")
    verdict, (line,) = said_of(problem, None)
    assert not verdict.refuted
    assert exit_code(verdict) == 1
    assert line.startswith("TRANSLATION minizinc:posts=original: claims no solution besides its 2")
    assert line.endswith("asked about that one alone, it finds none: " + TRANSLATION)


def test_a_campaign_says_whose_claim_is_disputed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(tmp_path, monkeypatch, "true")
    solvers = ["-s", "minizinc:posts=original", "-s", "backtracking-mrv"]
    ran = run_here("bench", "model.mzn", "-n", "all", *solvers, "-o", "kept", "-q", cwd=tmp_path)
    assert ran.returncode == 1, ran.stderr
    assert "DISPUTED model: minizinc:posts=original claims no solution besides its 2" in ran.stdout
    assert "REFUTED" not in ran.stdout


MIXED = """
    enum C = {red, green}; enum D = {one} ++ E(C); array[0..1] of var 0..2: x; var C: c; var D: d;
    var set of -1..1: s; array[C] of var opt 0..1: o; array[1..2, C] of var bool: b; var 0..3: y;
    constraint x[0] > x[1] /\\ absent(o[red]) /\\ occurs(o[green]) /\\ y >= x[0];
    constraint d = one <-> c = green;
"""


def claimed(problem: Problem, solver: str, *found: Solution, exhausted: bool = False) -> Claim:
    grids = Grids(problem)
    for each in found:
        grids.add(each)
    model = "minizinc-original" if ":" in solver else solver
    return Claim(solver, solver, model, None, exhausted=exhausted, **grids.claimed)


@pytest.mark.parametrize("goal", ["satisfy", "minimize y"])
def test_a_solver_whose_claim_is_disputed_is_asked_about_the_solution(
    goal: str, tmp_path: Path
) -> None:
    problem = read(tmp_path, f"{MIXED} solve {goal};")
    chosen = runnable("minizinc:posts=original")
    found = answer(runnable("backtracking-mrv").backend, problem, limit=1).solutions
    witness = found[-1]
    claims = [
        claimed(problem, "minizinc:posts=original", exhausted=True),
        claimed(problem, "backtracking-mrv", witness),
    ]

    def again(more: Iterable[Claim]) -> Verdict:
        return judge(problem, [*claims, *more])

    def has_it(_: str, question: Question) -> Report:
        report = Report(Grids(question.problem))
        for each in answer(chosen.backend, question.problem, **chosen.settings).solutions:
            report.grids.add(each)
        return report

    first = settled(again([]), Terms(), has_it, again).runs[0]
    assert first.category == "wrong"
    assert first.refutations[0].endswith("(found by another run of it)")
    for report, end in (
        (Report(Grids(problem), exhausted=True), TRANSLATION),
        (Report(Grids(problem), "TIMEOUT"), f"(TIMEOUT): {UNKNOWN}"),
    ):
        verdict = settled(again([]), Terms(), lambda *_, report=report: report, again)
        assert verdict.runs[0].category == "unknown"
        assert verdict.runs[0].disputed[0].endswith(end)
        assert verdict.answer == ("undecided" if problem.goal is None else "best known")
        assert not verdict.refuted


def test_the_search_that_a_model_proposes_is_followed_or_taken_out(tmp_path: Path) -> None:
    text = "array[1..2] of var 1..3: x; constraint x[1] != x[2]; solve"
    problem = read(tmp_path, f"{text} :: int_search(x, input_order, indomain_max) satisfy;")
    followed = asked(problem).solutions
    free = asked(problem, "minizinc:posts=original,search=free,workers=2").solutions
    assert [*followed] == sorted(followed, reverse=True) != [*free]
    assert {*followed} == {*free}


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
