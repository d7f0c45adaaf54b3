"""In which forms puzzles and solvers are taken in Python, and what `import accord` shows."""

import json
import re
import subprocess
import sys
from linecache import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import accord
from accord.constraints import AllDifferent, Linear
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.instance import Instance
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.objective import Objective
from accord.solvers.functions import names_of
from accord.solvers.registry import UnknownSolverError
from places import ROOT

PROBLEM = accord.Problem(
    [range(3), range(3)], [AllDifferent((0, 1)), Linear((0, 1), "=", 3)], names=["a", "b"]
)
PUZZLE = accord.puzzle("1... ..2. .3.. ...4")
NOTEBOOK = """
import re
from dataclasses import dataclass

LEAST = 0
WORD = re.compile("x")

@dataclass
class Counter:
    number: int = LEAST

    def up(self):
        self.number += 1

def found(problem):
    from itertools import product
    return [each for each in product(*problem.domains) if not [*problem.violations(each)]]

def mine(problem: Counter, budget):
    counter = Counter()
    for values in found(problem):
        counter.up()
        yield values
    assert WORD.pattern == "x" and counter.number >= LEAST

def made(number):
    def inner(problem, budget):
        assert number == 3
        yield from found(problem)
    return inner

of_closure = made(3)
of_generator = made(each for each in ())
of_lambda = lambda problem, budget: iter(())
"""


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of a notebook, whose module has no file; its cells are kept as IPython does."""
    module = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", module)
    lines = NOTEBOOK.splitlines(keepends=True)
    monkeypatch.setitem(cache, "<cell 1>", (len(NOTEBOOK), None, lines, "<cell 1>"))
    exec(compile(NOTEBOOK, "<cell 1>", "exec"), vars(module))
    return vars(module)


@pytest.mark.parametrize("problem", [PROBLEM, PUZZLE], ids=["problem", "puzzle"])
def test_a_problem_is_taken_in_every_form(problem: accord.Problem, tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    problem.save(path)
    for form in (
        problem,
        path,
        str(path),
        problem.to_json(),
        json.loads(problem.to_json()),
        Instance("a", problem),
    ):
        assert accord.problem(form) == problem
        assert len(accord.solve(form).solutions) == 1
        if problem is PUZZLE:
            assert accord.puzzle(form) == problem
            assert accord.solve_many([form]).counts.tolist() == [1]


def test_what_is_saved_is_read_as_an_equal_one(tmp_path: Path) -> None:
    whole = accord.Problem(
        [range(2), [5, 9]],
        [Linear((0, 1), "<=", 8, name="small")],
        ["x", "y z"],
        ProblemLayout("line"),
        Objective("minimize", (Variable(1),)),
    )
    whole.save(tmp_path / "whole.json")
    assert accord.problem(tmp_path / "whole.json") == whole
    jigsaw = accord.puzzle("1" + "." * 15, rules=["diagonals"], regions="0011001122332233")
    jigsaw.save(tmp_path / "jigsaw")
    assert accord.puzzle(tmp_path / "jigsaw") == jigsaw


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mapp.json", "found no file 'mapp.json', and as a puzzle: "),
        (Path("mapp.json"), "found neither a file nor a collection 'mapp.json'"),
        ({"a": {1}}, "found a mapping that is no JSON: .*, expected one as json.loads gives it"),
        ({"variables": 3}, "variables: found 3, expected an object"),
        ("4x4/nosuch", "found no instance 'nosuch' in 4x4, expected"),
    ],
)
def test_what_is_no_problem_is_refused_as_what_it_is(given: Any, said: str) -> None:
    with pytest.raises(accord.MalformedPuzzleError, match=said):
        accord.problem(given)


def test_a_campaign_takes_names_and_functions(notebook: dict[str, Any], tmp_path: Path) -> None:
    PROBLEM.save(tmp_path / "map.json")
    puzzles = {"a": PROBLEM, "b": tmp_path / "map.json", "c": "123434122143432."}
    solvers = [notebook["mine"], "backtracking-mrv"]
    for _ in range(2):  # made, and resumed
        rows = accord.run(tmp_path / "first", puzzles, solvers, seconds=30)
        assert {*rows["category"]} == {"correct"}
        assert {*map(tuple, rows[["instance", "backend"]].values)} == {
            (name, solver)
            for name in ("a", "c")  # b is a
            for solver in (f"{tmp_path}/first/solvers/mine.py:mine", "backtracking-mrv")
        }
        assert {*rows.marks} == {""}
    table = accord.table(tmp_path / "first")
    assert {*table["solved"]} == {2}
    assert {*table["settings"]} == {""}


def test_a_function_is_checked_in_another_process(notebook: dict[str, Any]) -> None:
    verdict = accord.check(PROBLEM, notebook["of_closure"], seconds=30)
    assert str(verdict) == "multiple (certified: 1 solver, 1 engine)"
    assert accord.solve(PROBLEM, notebook["of_lambda"]).exhausted  # in this one any function


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("of_generator", "inner: found number = <generator .*cannot be pickled.*file.py:solve"),
        ("of_lambda", "found <function <lambda> .*, expected a function made by def"),
        ("LEAST", "found 0 as a solver, expected its name"),
    ],
)
def test_a_function_that_cannot_reach_a_worker_is_refused(
    notebook: dict[str, Any], name: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(UnknownSolverError, match=said):
        names_of(notebook[name], tmp_path)


def test_a_function_without_a_source_is_refused(tmp_path: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec("def typed(problem, budget):\n    yield", names)
    with pytest.raises(UnknownSolverError, match="typed: found no source of typed, expected one"):
        names_of(names["typed"], tmp_path)


def test_a_function_of_a_module_keeps_its_place(tmp_path: Path) -> None:
    from accord.solvers.search.backtracking_mrv import solve

    assert names_of([solve, "cpsat"], tmp_path) == (
        "accord.solvers.search.backtracking_mrv:solve",
        "cpsat",
    )
    assert [*tmp_path.iterdir()] == []


def test_what_is_shown_is_what_the_reference_documents() -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    documented = {*re.findall(r"^\.\. auto\w+:: accord\.(\w+)$", page, re.MULTILINE)}
    assert {name for name in dir(accord) if not name.startswith("_")} == documented
    assert documented == {*accord.__all__}
    assert [name for name in accord.__all__ if not hasattr(accord, name)] == []


def test_importing_accord_loads_next_to_nothing() -> None:
    asked = "import sys, accord; print(*sorted({each.partition('.')[0] for each in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert not {*done.stdout.split()} & {"pandas", "numpy", "duckdb", "altair", "ortools", "click"}
