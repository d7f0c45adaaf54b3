"""CPMpy asked the model itself: what it answers, what is refused, and what a campaign keeps."""

import json
import sys
from pathlib import Path

import pytest

import accord
from accord.bench.campaigns.large_problems import LARGE, PROBLEMS
from accord.bench.run.check import asked_originals, check
from accord.bench.run.model_file import read_model
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.models.running import run
from accord.puzzles.problem import Problem
from accord.solvers.answer import Answer, answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import backends, runnable
from accord.solvers.settings import written
from command_line import run_here
from optional import library

library("cpmpy")
QUEENS = """\
import cpmpy as cp
q = cp.intvar(1, 6, shape=6, name="q")
model = cp.Model(cp.AllDifferent(q), cp.AllDifferent(q + range(6)), cp.AllDifferent(q - range(6)))
"""
HIDDEN = """\
import cpmpy as cp
def model():
    x, y = cp.intvar(0, 3, shape=2, name=["x", "y"])
    return cp.Model(cp.Element([3, 1, 2, 0], x) == y, cp.max([x, y]) < 3)
"""
KNAPSACK = """\
import cpmpy as cp
take = cp.boolvar(shape=4, name="take")
model = cp.Model(cp.sum([3, 4, 5, 9] * take) <= 12)
model.maximize(cp.sum([4, 5, 6, 12] * take))
model.solve()
"""
UNDEFINED = """\
import cpmpy as cp
x, y = cp.intvar(-1, 1, shape=2, name=["x", "y"])
m = cp.Model(cp.AllDifferentExcept0([cp.cpm_array([x, y])[y]]))
"""
NEVER_THE_SAME = """\
import cpmpy as cp, random
x = cp.intvar(0, 9, name="x")
m = cp.Model(x < random.randrange(10**9))
"""


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program changes of its process."""
    monkeypatch.setattr(sys, "argv", [*sys.argv])
    monkeypatch.setattr(sys, "path", [*sys.path])


def problem_of(source: str) -> Problem:
    program = ModelProgram("model.py", source)
    return program.attach(run(program).problem)


def asked(problem: Problem, limit: int | None = None, solver: str = "ortools") -> Answer:
    backend = runnable(f"cpmpy:solver={solver},posts=original").backend
    return answer(backend, problem, limit=limit, solver=solver, posts="original")


@pytest.mark.usefixtures("_alone")
@pytest.mark.parametrize("solver", ["ortools", "choco", "pumpkin"])
@pytest.mark.parametrize("source", [QUEENS, HIDDEN])
def test_it_has_the_solutions_of_the_problem(solver: str, source: str) -> None:
    library({"choco": "pychoco", "pumpkin": "pumpkin_solver"}.get(solver, "ortools"))
    problem = problem_of(source)
    expected = answer(backends()["backtracking-mrv"], problem, limit=None)
    found = asked(problem, solver=solver)
    assert found.exhausted
    assert sorted(map(problem.projected, found.solutions)) == sorted(
        map(problem.projected, expected.solutions)
    )
    assert len(asked(problem, limit=1).solutions) == 1


@pytest.mark.usefixtures("_alone")
def test_it_has_the_best_solution_of_the_model() -> None:
    found = asked(problem_of(KNAPSACK))
    assert (found.value, found.exhausted) == (16, True)


@pytest.mark.usefixtures("_alone")
def test_what_is_not_the_program_s_own_is_refused_by_name() -> None:
    problem = problem_of(KNAPSACK)
    for changed in (Problem([range(2)]), problem.changed()):
        with pytest.raises(UnsupportedError, match="found no program that makes this problem"):
            asked(changed)
    with pytest.raises(UnsupportedError, match="random data without a seed"):
        asked(problem_of(NEVER_THE_SAME))
    broken = ModelProgram("model.py", "import cpmpy\nraise ValueError('no data')\n")
    with pytest.raises(UnsupportedError, match="no data"):
        asked(broken.attach(problem.changed()))


class CannotBePickled:
    """Refuses to be handed to another process."""

    def __reduce__(self) -> str:
        raise TypeError("it stays here")


def test_a_model_that_is_an_object_is_handed_over_where_it_pickles() -> None:
    cpmpy = library("cpmpy")
    x, b = cpmpy.intvar(0, 3, shape=4), cpmpy.boolvar(shape=2)  # named as what CPMpy adds
    model = cpmpy.Model(
        cpmpy.AllDifferent(x),
        (x[0] > x[1]) == b[0],
        cpmpy.max(x[:2]) != cpmpy.min(x[2:]) + 1,
        [cpmpy.Element(x, x[1]) > 0],
    )
    solvers, limits = ["cpmpy:posts=original", "backtracking-mrv"], Terms(Limits(60.0), None)
    for given in (model, model.constraints):
        verdict = check(accord.problem(given, show=[x, b]), solvers, limits)
        assert [each.category for each in verdict.runs] == ["correct", "correct"], verdict
    model.user_data = CannotBePickled()
    kept = accord.problem(model, show=[x, b])
    (run,) = check(kept, solvers[:1], limits).runs
    assert run.category == "missing"
    assert "the Model cannot be handed to another process: TypeError: it stays here" in str(run)


@pytest.mark.usefixtures("_alone")
def test_where_cpmpy_loses_that_a_number_is_undefined_it_is_refuted() -> None:
    """AllDifferentExcept0 of one element: CPMpy 1.1.1 posts nothing of it."""
    problem, limits = problem_of(UNDEFINED), Terms(Limits(60.0), None)
    verdict = check(problem, ["cpmpy:posts=original", "backtracking-mrv"], limits)
    if not verdict.refuted:
        pytest.skip("this version of CPMpy reads it right")
    assert [*verdict.refuted] == ["cpmpy:posts=original"]
    assert "which is no solution" in verdict.refuted["cpmpy:posts=original"][0]


def test_check_asks_the_model_itself_and_a_campaign_keeps_its_program(tmp_path: Path) -> None:
    large = f"{QUEENS}# {'-' * LARGE}\n"
    for name, source in (("small.py", QUEENS), ("large.py", large)):
        (tmp_path / name).write_text(source)
    ran = run_here("check", "small.py", "--json", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    said = {each["solver"] for each in json.loads(ran.stdout)["runs"]}
    originals = asked_originals(read_model(tmp_path / "small.py").problem, 1)
    asked_too = {f"cpmpy:{written(runnable(name).settings)}" for name in originals}
    assert {"cpmpy:posts=original"} <= asked_too <= said
    solvers = ("-s", "cpmpy:posts=original", "-s", "cpmpy")
    more = ("-n", "all", "-q", "-o", "out")
    ran = run_here("bench", ".", "--models", *solvers, *more, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert {path.name[-9:] for path in (tmp_path / "out" / PROBLEMS).iterdir()} == {".model.gz"}
    table = run_here("table", "out", cwd=tmp_path).stdout
    rows = [line.split() for line in table.splitlines() if line.startswith("cpmpy")]
    assert {(row[0], row[2]) for row in rows[:2]} == {
        ("cpmpy", "1/1"),  # two files that say one problem
        ("cpmpy:posts=original", "1/1"),
    }
