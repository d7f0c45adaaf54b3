"""python-constraint asked the model itself: what it answers, and where it is refuted."""

import json
import sys
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import Any, get_args

import constraint
import pytest

import accord
from accord.bench.run.check import asked_originals, check_all
from accord.bench.run.model_file import read_model
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.files.texts import read_problem
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.models.running import run
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.solvers.answer import Answer, answer
from accord.solvers.cp import python_constraint
from accord.solvers.cp.python_constraint import Algorithm
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import backends, runnable
from brute_force import solutions_by_trying
from command_line import run_here

ORIGINAL = "python-constraint:posts=original"
ENUMERATING = [each for each in get_args(Algorithm) if each != "minconflicts"]
HEAD = "import constraint\nfrom constraint import *\np = Problem()\n"
RANDOM = """\
from random import Random

import constraint

POOLS = [range(-3, 4), ("red", "blue", 1, True, 1.0, 0, None, (1, 2), 2.5)]


def model(seed):
    random = Random(seed)
    problem, pool = constraint.Problem(), POOLS[seed % 2]
    names = [0, "b", ("c", 1)]
    for name in names:
        problem.addVariable(name, random.sample(pool, random.randrange(2, 5)))
    some = random.sample(pool, 4)
    said = [
        constraint.AllDifferentConstraint(),
        constraint.AllEqualConstraint(),
        constraint.InSetConstraint(some),
        constraint.NotInSetConstraint(some),
        constraint.SomeInSetConstraint(some, 2),
        constraint.SomeNotInSetConstraint(some, 1, True),
        lambda one, *others: one in others,
        lambda one, two: (one == two) != seed % 3,
    ]
    for each in random.sample(said, 2):
        problem.addConstraint(each, random.sample(names, 2))
    return problem
"""
FAULTS = {  # what is added to HEAD
    "a remainder in a text": (
        'p.addVariables("abc", range(1, 4))\np.addConstraint("a % b == c")\n'
    ),
    "a variable twice in a sum": (
        'p.addVariable("a", [2, 3])\np.addConstraint(ExactSumConstraint(4), ["a", "a"])\n'
    ),
    "multipliers and negative values": (
        'p.addVariable("a", [-3, -2, 2])\np.addVariable("b", [-2, 2])\n'
        'p.addConstraint(VariableExactSumConstraint("b", ["a"], [1, 1]))\n'
    ),
    "a product of negative values": (
        'p.addVariable("a", [1, 3])\np.addVariable("b", [-2, 2])\n'
        "p.addConstraint(ExactProdConstraint(-6))\n"
    ),
}


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program changes of its process."""
    monkeypatch.setattr(sys, "argv", [*sys.argv])
    monkeypatch.setattr(sys, "path", [*sys.path])


def problem_of(source: str, **settings: str) -> Problem:
    program = ModelProgram("model.py", source, tuple(settings.items()))
    return program.attach(run(program).problem)


def asked(problem: Problem, limit: int | None = None, **settings: Any) -> Answer:
    backend = backends()["python-constraint"].chosen_by({**settings, "posts": "original"})
    return answer(backend, problem, limit=limit, posts="original", **settings)


@pytest.mark.usefixtures("_alone")
@pytest.mark.parametrize("algorithm", ENUMERATING)
def test_each_search_finds_the_solutions_of_its_model(algorithm: str) -> None:
    some = 0
    for seed in range(40):
        problem = problem_of(RANDOM, seed=str(seed))
        expected = solutions_by_trying(problem)
        found = asked(problem, algorithm=algorithm)
        assert found.exhausted
        assert sorted(found.solutions) == sorted(expected), seed
        if expected:
            (first,) = asked(problem, 1, algorithm=algorithm).solutions
            assert first in expected
        some += 0 < len(expected) < 20
    assert some > 15


@pytest.mark.usefixtures("_alone")
def test_local_search_finds_one_of_them_and_proves_nothing() -> None:
    problem = problem_of(f'{HEAD}p.addVariables("ab", ["red", "green"])\np.addConstraint("a != b")')
    found = asked(problem, algorithm="minconflicts", seed=3)
    assert not found.exhausted
    assert {*found.solutions} <= solutions_by_trying(problem)
    assert len(found.solutions) == 1
    chosen = runnable("python-constraint:minconflicts").backend
    assert (chosen.enumerates, chosen.proves, chosen.complete) == (False, False, False)


@pytest.mark.usefixtures("_alone")
def test_a_value_from_elsewhere_is_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two variables' values have the same numbers, a word of the one is none of the other."""
    problem = problem_of(f'{HEAD}p.addVariable("a", ["red"])\np.addVariable("b", [0, 1])\n')
    wrong: list[dict[str, Any]] = [{"a": "red", "b": "red"}, {"a": None, "b": 0}, {"b": 1}]
    monkeypatch.setattr(python_constraint, "_solutions", lambda *_: iter(wrong))
    found = asked(problem).solutions
    assert len(found) == 3
    assert all([*problem.violations(each)] for each in found)


@pytest.mark.usefixtures("_alone")
def test_a_model_made_in_a_file_beside_is_made_anew(tmp_path: Path) -> None:
    """The library removes values from a model that it solves."""
    for name, bound in (("one", 3), ("other", 4)):
        folder = tmp_path / name
        folder.mkdir()
        made = f'{HEAD}p.addVariables("ab", [1, 2])\np.addConstraint(ExactSumConstraint({bound}))\n'
        (folder / "beside.py").write_text(made)
        program = ModelProgram(str(folder / "model.py"), "import constraint\nfrom beside import p")
        problem = program.attach(run(program).problem)
        for _ in "twice":
            assert {*asked(problem).solutions} == solutions_by_trying(problem)
        assert asked(problem, 1).solutions


def test_a_model_in_python_is_asked_itself_where_it_can_be_pickled() -> None:
    model = constraint.Problem()
    model.addVariables([1, ("b", 2)], ["red", 1.5])
    model.addConstraint(constraint.AllDifferentConstraint())
    problem = accord.problem(model)
    model.addConstraint(constraint.AllEqualConstraint())  # too late
    assert {*asked(problem).solutions} == {(0, 1), (1, 0)}
    model.addConstraint(lambda *_: True)
    with pytest.raises(UnsupportedError, match="cannot be handed to another process: "):
        asked(accord.problem(model))


@pytest.mark.usefixtures("_alone")
def test_what_is_no_model_of_its_own_is_refused_by_name() -> None:
    own = problem_of(f'{HEAD}p.addVariable("a", [1, 2])\n')
    with pytest.raises(UnsupportedError, match="found no program that makes this problem, expecte"):
        asked(own.changed())
    with pytest.raises(UnsupportedError, match="found constraints=disequalities, expected one of"):
        asked(own, constraints="disequalities")
    drawn = f'{HEAD}import random\np.addVariable("a", [random.randrange(10**9), 0])\n'
    with pytest.raises(UnsupportedError, match="random data without a seed"):
        asked(problem_of(drawn))
    other = ModelProgram("model.py", "import cpmpy", library="CPMpy").attach(own.changed())
    with pytest.raises(UnsupportedError, match="a model of CPMpy, expected one of python-constra"):
        asked(other)
    assert not any(each.startswith("python-constraint") for each in asked_originals(other, 1))


@pytest.mark.usefixtures("_alone")
def test_a_fault_of_the_library_refutes_it_and_nobody_else() -> None:
    instances = [Instance(name, problem_of(HEAD + said)) for name, said in FAULTS.items()]
    solvers, terms = [ORIGINAL, "python-constraint", "backtracking-mrv"], Terms(Limits(60.0), None)
    refuted = dict[str, bool]()
    for instance, verdict in check_all(instances, solvers, terms):
        assert {*verdict.refuted} <= {ORIGINAL}
        assert verdict.count == len(solutions_by_trying(instance.problem))
        refuted[instance.name] = bool(verdict.refuted)
    if version("python-constraint2") == "2.9.0":
        assert all(refuted.values()), refuted


def test_check_asks_the_model_itself_by_each_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accord.bench.run.check, "available", lambda: ["cpsat", "sat-pycosat"])
    (tmp_path / "model.py").write_text(HEAD + FAULTS["a remainder in a text"])
    originals = {f"python-constraint:algorithm={each},posts=original" for each in ENUMERATING[1:]}
    ran = run_here("check", "model.py", "-n", "all", "--json", cwd=tmp_path)
    runs = {each["solver"]: each["category"] for each in json.loads(ran.stdout)["runs"]}
    assert {*runs} == {"cpsat", "sat-pycosat", ORIGINAL} | originals
    wrong = {name for name, category in runs.items() if category == "wrong"}
    assert ran.returncode == bool(wrong)
    assert {runs["cpsat"], runs["sat-pycosat"]} == {"correct"}
    if version("python-constraint2") == "2.9.0":
        assert wrong == {ORIGINAL} | originals
    problem = read_model(tmp_path / "model.py").problem
    assert {*asked_originals(problem, None)} < {*asked_originals(problem, 1)}


def test_a_campaign_keeps_the_program_for_when_it_is_resumed(tmp_path: Path) -> None:
    file, folder = tmp_path / "model.py", tmp_path / "campaign"
    file.write_text(f'{HEAD}p.addVariables("ab", ["red", 1.5])\np.addConstraint("a != b")\n')
    own, other = read_model(file).problem, read_problem(Problem([range(2)]).to_json())
    file.unlink()
    for _ in "twice":
        accord.run(folder, [Instance("own", own), Instance("other", other)], [ORIGINAL], limit=None)
        rows = accord.load(folder).sort_values("instance").to_dict("records")
        assert [row["outcome"] for row in rows] == ["UNSUPPORTED", "OK"]
        assert (rows[1]["count"], rows[1]["category"]) == (2, "correct")
        assert rows[1]["passed"] == '[[1,"python-constraint","python-constraint-original model"]]'
        rmtree(folder / "runs")  # as if it had been killed before its first row
