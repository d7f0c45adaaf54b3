"""Models of MiniZinc: the same solutions as MiniZinc's own solver has, and errors in its place."""

import json
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.bench.run.model_file import read_minizinc
from accord.bench.run.side_by_side import of_different_engines
from accord.puzzles.formats.draft import Variant
from accord.puzzles.models.minizinc_answer import MiniZincAnswer, read_answers
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.answer import verified_answer
from accord.solvers.registry import runnable
from command_line import run_here
from optional import program, slow

program("minizinc")
program("fzn-gecode")
MODELS = {
    name: (str(each["model"]), tuple(each["data"]))
    for name, each in tomllib.loads(
        Path(__file__).with_name("minizinc_models.toml").read_text(encoding="utf-8")
    ).items()
}


AS_JSON = ("--output-mode", "json", "--output-objective")


def by_gecode(folder: Path, *words: str) -> list[str]:
    """The solutions that MiniZinc prints, as JSON; of an optimum the last one alone."""
    command = ["minizinc", "--solver", "gecode", "-a", *AS_JSON, *words]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split("----------")[:-1]


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.one_in(8)
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("name", MODELS)
def test_solvers_find_what_minizinc_finds(
    name: str, place: int, tmp_path: Path, some: Callable[[int], Sequence[int]]
) -> None:
    text, data = MODELS[name]
    model, file = written(tmp_path, "model.mzn", text), written(tmp_path, "d.dzn", data[place])
    problem = read_minizinc(model, [file]).problem
    expected = [json.loads(each) for each in by_gecode(tmp_path, model.name, file.name)]
    values = [each["_objective"] for each in expected if "_objective" in each]
    solvers = of_different_engines(problem, 4)
    for solver in {"backtracking-mrv", *[solvers[at] for at in some(len(solvers))]}:
        found = verified_answer(runnable(solver), problem, None, 600)
        assert found.exhausted, solver
        if problem.goal is None:
            projected = {*map(problem.projected, found.solutions)}
            assert len(projected) == len({*map(str, expected)}), solver
            assert projected == {
                tuple(each.values[shown] for shown in problem.shown)
                for each in map(partial(_answer, problem), expected)
            }
        else:
            own = [problem.goal.value(each) for each in found.solutions]
            assert own[-1:] == values[-1:], solver


def _answer(problem: Problem, said: object) -> MiniZincAnswer:
    (answer,) = read_answers(json.dumps(said), problem)
    return answer


def test_solutions_are_shown_by_the_names_of_the_model(tmp_path: Path) -> None:
    text = """
        include "sub/more.mzn"; array[0..n-1] of var 1..2: row; enum C = {red, blue}; var C: c;
        constraint row[0] > row[1] /\\ c = blue; var 1..5: x; constraint x = 4; var 1..9: y = x;
        var set of 1..3: s; constraint s = {1, 3}; var opt 1..3: o; constraint absent(o);
        array[1..2] of var set of 1..2: t; constraint t = [{1}, {}]; solve satisfy; output ["x"];
        enum D = {one, two}; array[C, 1..2] of var D: d; constraint d = [|one, two|two, two|];
        array[1..2, 1..1] of var opt D: e; constraint absent(e[1, 1]) /\\ e[2, 1] = one;
        var set of C: u; constraint u = {blue}; var bool: b; constraint b;
    """
    model = written(tmp_path, "model.mzn", text)
    (tmp_path / "sub").mkdir()
    written(tmp_path, "sub/more.mzn", "int: n;")
    written(tmp_path, "data.json", '{"n": 2}')
    ran = run_here("solve", "model.mzn", "data.json", "-s", "backtracking-mrv", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    shown = "row=[2, 1], c=blue, x=4, s={1, 3}, o=-1, t=[{1}, {}], "
    shown += "d=[[one, two], [two, two]], e=[[<>], [one]], u={blue}, b=true"
    assert sorted(ran.stdout.strip().split(", ")) == sorted(shown.split(", "))
    written(tmp_path, "answer", ran.stdout)
    again = run_here("verify", "model.mzn", "data.json", "answer", cwd=tmp_path)
    assert (again.returncode, again.stdout) == (0, "correct: it is a solution\n"), again.stderr
    printed = run_here("solve", "model.mzn", "data.json", "--format", "minizinc", cwd=tmp_path)
    assert printed.stdout == "x\n----------\n", printed.stderr
    again = run_here("check", "model.mzn", "--set", "n=3", "-s", "backtracking-mrv", cwd=tmp_path)
    assert "verdict: satisfiable" in again.stdout, again.stderr
    kept = MiniZincModel.of(read_minizinc(model, [tmp_path / "data.json"]).problem)
    assert kept is not None
    assert [each for each, _ in kept.texts] == ["model.mzn", "data.json", "sub/more.mzn"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("var 1..3: x;\nconstraint x > y;\nsolve satisfy;", "m.mzn, line 2: undefined identifier"),
        ("int: n; var 1..n: x;\nsolve satisfy;", "m.mzn, line 1: symbol error: variable `n' must"),
        ('include "none.mzn"; solve satisfy;', "m.mzn, line 1: Cannot open file 'none.mzn'"),
        ('var 1..3: x; constraint\n assert(2 < 1, "why");', "m.mzn, line 2: why"),
        (
            "var set of 1..2: s;\nconstraint sum(s) > 1;",
            "line 2: no function or predicate with this signature found: `sum(var set of int)'\n",
        ),
        ("solve satsfy;", "m.mzn, line 1: syntax error"),
        ("var float: x; solve satisfy;", "m.mzn: its FlatZinc: line 1: found 'var float'"),
        (
            "var 0.0..1.0: f; var 1..3: x; constraint x + f > 2.0; solve satisfy;",
            "accord has no floats; one is f",
        ),
        ("var opt set of 1..3: s; solve satisfy;", "found 'the optional set s'"),
        ("enum A = H({2, 4}); solve satisfy;", "m.mzn: argument for enum constructor"),
        ("\x00", "m.mzn"),
    ],
)
def test_an_error_of_the_model_is_said_in_its_place(
    text: str, expected: str, tmp_path: Path
) -> None:
    written(tmp_path, "m.mzn", text)
    ran = run_here("solve", "m.mzn", cwd=tmp_path)
    assert ran.returncode == 2
    assert expected in ran.stderr
    assert "Traceback" not in ran.stderr


def test_what_stands_behind_a_model_is_its_data(tmp_path: Path) -> None:
    model = written(tmp_path, "m.mzn", "int: n; var 1..n: x; solve satisfy;")
    written(tmp_path, "m.dzn", "n = 2;")
    written(tmp_path, "m.json", '{"n": 3}')
    for words, expected in (
        (["m.mzn", "m.txt"], "found 'm.txt' behind 'm.mzn', expected one PUZZLE, or a model"),
        (["m.mzn", "none.dzn"], "none.dzn: found no such file"),
        (["12", "none.dzn"], "found 'none.dzn' behind '12'"),
        (["m.mzn", "m.dzn", "m.json"], "m.mzn, m.dzn and m.json: multiple assignment"),
        (["m.mzn", "--set", "k=1"], "--set k=1: undefined identifier `k'"),
        (["queens/4", "--data", "none.dzn"], "queens/4"),
    ):
        ran = run_here("check", *words, cwd=tmp_path)
        assert ran.returncode == 2, words
        assert expected in ran.stderr, words
    said = run_here("bench", "m.mzn", "m.dzn", "-s", "logic", "-qo", "kept", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    with pytest.raises(MalformedPuzzleError, match="expected data of MiniZinc"):
        [*instances_of(str(model), Variant(data=("m.txt",)))]


def test_without_minizinc_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = written(tmp_path, "m.mzn", "var 1..2: x; solve satisfy;")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MalformedPuzzleError, match="Debian: apt install minizinc"):
        read_minizinc(model)


def test_bounds_that_are_assumed_stand_in_each_verdict(tmp_path: Path) -> None:
    slow()
    text = "var int: x; constraint x != 5 /\\ (x > 3 \\/ x < -8); solve satisfy;"
    written(tmp_path, "m.mzn", text)
    words = ("m.mzn", "-n", "all", "-s", "backtracking-mrv")
    ran = run_here("check", *words, cwd=tmp_path)
    assert ran.returncode == 2
    assert "with --int-bounds A..B" in ran.stderr
    for bounds, count in (("-4..4", 1), ("-3..3", 0)):
        ran = run_here("check", *words, f"--int-bounds={bounds}", cwd=tmp_path)
        assert ("verdict: unique (" if count else "verdict: none (") in ran.stdout, ran.stderr
        assert f"; for integers within {bounds})" in ran.stdout
    ran = run_here("show", "m.mzn", "--int-bounds=-3..3", "--as", "json", cwd=tmp_path)
    written(tmp_path, "m.json", ran.stdout)
    assert (
        "; for integers within -3..3)"
        in run_here("check", "m.json", *words[-2:], cwd=tmp_path).stdout
    )
    original = ("-s", "minizinc:posts=original", "--int-bounds=-9..9", "--wait")
    ran = run_here("check", *words, *original, cwd=tmp_path)
    assert "an answer may be none for integers within -9..9" in ran.stdout
    assert "REFUTED" not in ran.stdout
    assert run_here("check", *words, "--int-bounds=5..4", cwd=tmp_path).returncode == 2


def test_an_objective_that_is_pushed_from_one_side_is_bounded_for_the_best(tmp_path: Path) -> None:
    text = "var 0..3: x; var int: y; constraint y >= x + 1; solve minimize y;"
    written(tmp_path, "m.mzn", text)
    ran = run_here("check", "m.mzn", "-s", "backtracking-mrv", cwd=tmp_path)
    assert "verdict: optimum 1 (certified)" in ran.stdout, ran.stdout + ran.stderr
    ran = run_here("check", "m.mzn", "-s", "backtracking-mrv", "-n", "2", cwd=tmp_path)
    assert "; for the best solutions only)" in ran.stdout
