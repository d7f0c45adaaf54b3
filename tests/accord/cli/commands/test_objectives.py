"""No command takes a problem with an objective for one without, unless it is asked to."""

import json
from pathlib import Path

import pytest

import accord
from accord.puzzles.files.texts import read_problem
from accord.puzzles.problem import HasObjectiveError
from accord.solvers.interface import UnsupportedError
from command_line import run_here

PROBLEM = """
<instance format="XCSP3" type="COP">
  <variables>
    <var id="x"> 0..5 </var> <array id="y" size="[2]"> 0..5 </array>
    <var id="c" type="symbolic"> red blue </var>
  </variables>
  <constraints>
    <intension> ge(mul(x,y[0]),6) </intension>
    <intension> ne(c,red) </intension>
  </constraints>
  <objectives> <minimize type="sum"> <list> x y[] </list> <coeffs> 2 1 3 </coeffs> </minimize>
  </objectives>
</instance>
"""
IGNORED = "any solution counts, as this is ignored: minimize the sum of mul(2,x), y[0], mul(3,y[1])"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "best.xml"
    path.write_text(PROBLEM)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["check", "-s", "backtracking-mrv"],
        ["solve"],
        ["bench", "-q", "-s", "backtracking-mrv", "-o", "campaign"],
        ["trace", "-s", "backtracking-mrv", "-o", "trace"],
        ["encode", "--to", "cnf-extended"],
        ["encode", "--to", "xcsp3"],
        ["certify", "-o", "certificate"],
    ],
    ids=" ".join,
)
def test_it_is_refused_by_name_and_asked_where_it_is_ignored(
    command: list[str], file: Path, tmp_path: Path
) -> None:
    name, *options = command
    refused = run_here(name, file, *options, cwd=tmp_path)
    assert refused.returncode == 2, refused.stderr
    assert "found an objective, minimize the sum of mul(2,x), y[0], mul(3,y[1])" in refused.stderr
    assert "--ignore-objective" in refused.stderr
    assert not refused.stdout
    asked = run_here(name, file, *options, "--ignore-objective", cwd=tmp_path)
    assert asked.returncode == 0, asked.stderr
    assert IGNORED in asked.stderr


def test_a_campaign_says_that_the_objective_was_ignored(file: Path, tmp_path: Path) -> None:
    run_here(
        "bench", file, "--ignore-objective", "-q", "-s", "backtracking-mrv", "-o", tmp_path / "c"
    )
    assert 'reading = "--ignore-objective"' in (tmp_path / "c" / "campaign.toml").read_text()
    (puzzle,) = accord.load(tmp_path / "c")["puzzle"].unique()
    problem = read_problem(PROBLEM)
    assert puzzle == problem.without_objective().digest != problem.digest


def test_in_python_too() -> None:
    problem = read_problem(PROBLEM)
    with pytest.raises((UnsupportedError, HasObjectiveError), match="found an objective"):
        accord.solve(problem)
    with pytest.raises(HasObjectiveError):
        accord.check(problem, ["backtracking-mrv"])
    assert accord.solve(problem.without_objective()).solutions


def test_what_is_converted_there_and_back_is_the_same(file: Path, tmp_path: Path) -> None:
    as_json = run_here("convert", file, "--format", "json")
    assert as_json.returncode == 0
    (tmp_path / "best.json").write_text(as_json.stdout)
    as_xml = run_here("convert", tmp_path / "best.json", "--format", "xcsp3")
    assert read_problem(as_xml.stdout) == read_problem(PROBLEM)
    kept = json.loads(as_json.stdout)
    assert kept["symbols"] == {"words": ["red", "blue"], "variables": ["c"]}
    assert kept["objective"]["sense"] == "minimize"
    model = run_here("convert", file, "--format", "minizinc")
    assert "solve minimize objective;" in model.stdout
    back = run_here("convert", tmp_path / "best.json", "--format", "line")
    assert back.returncode == 2
    several = run_here("convert", "4x4", "--format", "minizinc")
    assert (several.returncode, several.stdout) == (2, "")


def test_solutions_are_shown_in_the_words_of_the_file(file: Path) -> None:
    solved = run_here("solve", file, "--ignore-objective", "-s", "backtracking-first")
    assert solved.stdout == "x=2, y[0]=3, y[1]=0, c=blue\n"
