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
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.objective import Objective
from accord.puzzles.puzzle import Instance
from accord.solvers.functions import names_of
from accord.solvers.registry import UnknownSolverError
from accord.texts import several
from optional import slow
from places import ROOT

PROBLEM = accord.Problem(
    [range(3), range(3)], [AllDifferent((0, 1)), Linear((0, 1), "=", 3)], names=["a", "b"]
)
PUZZLE = accord.puzzle("1... ..2. .3.. ...4")
NOTEBOOK = """
import re
from dataclasses import dataclass

LEAST: int = 0
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

x = (each for each in range(3))  # none of which a function of its own x uses

def of_own_names(problem, budget, least: int = LEAST):
    for x in found(problem):
        if all(x >= least for x in x) and [x for x in ()] == []:
            yield x

class Own:
    LEAST = LEAST
    x = 3
    y = x

    def first(self, x):
        return self.LEAST, [Counter(x).number for x in [x]]

def of_class(problem, budget):
    assert Own().first(2) == (0, [2])
    yield from found(problem)

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
            assert accord.solve_many([form], "backtracking-bitset").counts.tolist() == [1]


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
        ("mapp.json", "^found no file 'mapp.json', expected one of one puzzle$"),
        ("/no/map.json", "^found no file '/no/map.json', expected one of one puzzle$"),
        ("/usr/lib", "^found the folder '/usr/lib', expected a file of one puzzle$"),
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
        with pytest.warns(UserWarning, match="^b is the same puzzle as a: asked once$"):
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


ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
FLAT = [value for row in ROWS for value in row]
ONE: dict[str, Any] = {
    "instance": Instance("my own", PUZZLE),
    "problem": PUZZLE,
    "text": "1... ..2. .3.. ...4",
    "line": "1.....2..3.....4",
    "JSON": PUZZLE.to_json(),
    "mapping": {"size": 4, "givens": "1.....2..3.....4"},
    "record": {"puzzle": "1.....2..3.....4", "name": "x"},
    "rows": ROWS,
    "tuples": tuple(map(tuple, ROWS)),
    "cells": FLAT,
}


@pytest.mark.parametrize("form", ONE)
def test_a_campaign_takes_one_puzzle_in_every_form(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(folder: Path, instances: Any, *_: object, **options: object) -> None:
        found.extend(instances)

    found: list[Instance] = []
    monkeypatch.setattr("accord.bench.campaigns.campaign.run_campaign", asked)
    monkeypatch.setattr(accord, "load", lambda folder: None)
    accord.run(tmp_path / "mine", ONE[form], "backtracking-mrv")
    name = "my own" if form == "instance" else "mine#1"
    assert [(each.name, each.problem) for each in found] == [(name, PUZZLE)]


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ([FLAT, FLAT, FLAT], 3),
        ([ROWS, ROWS], 2),
        (["1.....2..3.....4"] * 4, 4),
        ({"a": ROWS, "b": FLAT}, 2),
        ({"size": PUZZLE, "grid": "1.....2..3.....4"}, 2),
        ((each for each in [PUZZLE, ROWS]), 2),
        ([], 0),
    ],
)
def test_several_puzzles_are_several(given: Any, number: int) -> None:
    taken = several(given)
    read = taken.values() if isinstance(taken, dict) else taken
    assert [accord.problem(each) for each in read] == [PUZZLE] * number


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("6x66", "found neither a file nor a collection '6x66'"),
        ("1... ..2. .3.. ...5", "found '5', expected 1-4"),
        ([[1, 2, 3, 4], [3, 4], [], []], "found"),
        ({"size": 4, "given": ""}, "found the key 'given'"),
        (4, "found 4, expected puzzles, or the name of a file"),
    ],
)
def test_a_campaign_of_no_puzzles_is_refused_as_what_it_is(
    given: Any, said: str, tmp_path: Path
) -> None:
    with pytest.raises(accord.MalformedPuzzleError, match=said):
        accord.run(tmp_path / "mine", given, "backtracking-mrv")


def test_a_function_is_checked_in_another_process(notebook: dict[str, Any]) -> None:
    slow()
    for name in ("of_closure", "of_own_names", "of_class"):
        verdict = accord.check(PROBLEM, notebook[name], limit=2, seconds=30)
        assert verdict.said == "multiple (certified: 1 solver, 1 engine)"
    assert accord.solve(PROBLEM, notebook["of_lambda"]).exhausted  # in this one any function


def test_a_written_function_keeps_the_names_of_its_own_module(
    notebook: dict[str, Any], tmp_path: Path
) -> None:
    (place,) = names_of(notebook["mine"], tmp_path)
    written = Path(place.rpartition(":")[0]).read_text(encoding="utf-8")
    assert re.findall(r"^(\w+) = ", written, re.MULTILINE) == ["LEAST", "WORD"]


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
